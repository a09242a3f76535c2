/* Beginnings and ends: scan(start, end), search(text, end, from).
 *
 * Invariant: what leads into memory leads into that of its own base, at its beginning or right behind all of it, also when the bytes are exchanged later (hr_access.is_end). */
#include "search/arguments.h"

#include "model/spans.h"

bool hr_fill_span_base(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		       const struct hr_parameter_plan *parameter)
{
	struct hr_arena *arena = &filling->making->draft.arena;
	struct hr_wish wish = hr_filling_wish(filling, param);
	struct hr_operand *bytes = hr_arena_alloc(arena, sizeof *bytes);
	struct hr_statement literal = {
		.kind = HR_STATEMENT_LITERAL, .type = { param->type.type, 0 }, .operands = bytes, .operand_count = 1
	};
	struct hr_value_state state = { .class = HR_NO_CLASS,
					.block = HR_NO_BLOCK,
					.owners = { HR_NOBODY, HR_NOBODY },
					.freed_by = -1,
					.set_up_by = -1,
					.status = HR_STATUS_LIVE,
					.flags = HR_STATE_BORROWED };

	(void)parameter;
	if (param->nullable == HR_YES && hr_filling_chance(filling, 8)) {
		out->kind = HR_OPERAND_NULL;
		return true;
	}
	hr_literal_bytes(bytes, filling->search->literals, &wish, -1);
	bytes->kind = HR_OPERAND_BYTES;
	filling->extents[filling->current] = (int64_t)bytes->length;
	uint32_t value = hr_making_add(filling->making, &literal, true, literal.type, &state);
	filling->arguments[filling->current] = value;
	hr_filling_set_value(filling, out, value);
	return true;
}

bool hr_fill_span(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		  const struct hr_parameter_plan *parameter)
{
	uint32_t base = filling->arguments[parameter->span_of];
	const struct hr_operand *given = &filling->operands[parameter->span_of];

	if (base == HR_NOBODY || given->kind != HR_OPERAND_VALUE) {
		*out = given->kind == HR_OPERAND_NULL ? *given : (struct hr_operand){ .kind = HR_OPERAND_NULL };
		return given->kind == HR_OPERAND_NULL || param->nullable == HR_YES;
	}
	filling->arguments[filling->current] = base;
	if (!hr_span_is_end(param) && hr_filling_chance(filling, 50)) {
		hr_filling_set_value(filling, out, base);
		return true;
	}
	struct hr_access *access = hr_arena_alloc(&filling->making->draft.arena, sizeof *access);
	*access = (struct hr_access){ .value = filling->making->values.data[base].number,
				      .through = true,
				      .offset = filling->extents[parameter->span_of],
				      .bit_offset = -1,
				      .bit_width = -1,
				      .type = { parameter->target.type, 0 },
				      .text = "[end]",
				      .is_end = true };
	*out = (struct hr_operand){ .kind = HR_OPERAND_ADDRESS, .access = access };
	return access->offset >= 0;
}
