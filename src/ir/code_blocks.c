/* The blocks of a function that can be reached, and what leads to each. */
#include "ir/code_internal.h"

#include "base/memory.h"

bool hr_code_is_trap(LLVMValueRef source)
{
	if (!LLVMIsACallInst(source))
		return false;
	struct hr_intrinsic_meaning meaning = hr_code_intrinsic(source);
	return meaning.kind == HR_INTRINSIC_CALL && !meaning.arguments;
}

bool hr_code_ends_early(LLVMBasicBlockRef block)
{
	for (LLVMValueRef it = LLVMGetFirstInstruction(block); it; it = LLVMGetNextInstruction(it))
		if (hr_code_is_trap(it))
			return true;
	return false;
}

void hr_code_list_blocks(struct hr_code_reader *reader, struct hr_code_function *function, LLVMValueRef source)
{
	struct hr_pointer_map reached = { 0 };
	HR_VEC(LLVMBasicBlockRef) waiting = HR_VEC_INIT;
	uint32_t known;

	hr_vec_push(&waiting, LLVMGetEntryBasicBlock(source));
	hr_pointer_map_put(&reached, waiting.data[0], 0);
	while (waiting.count) {
		LLVMBasicBlockRef block = waiting.data[--waiting.count];
		LLVMValueRef end = hr_code_ends_early(block) ? NULL : LLVMGetBasicBlockTerminator(block);
		for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++) {
			LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
			if (hr_pointer_map_get(&reached, next, &known))
				continue;
			hr_pointer_map_put(&reached, next, 0);
			hr_vec_push(&waiting, next);
		}
	}
	hr_vec_release(&waiting);
	for (LLVMBasicBlockRef it = LLVMGetFirstBasicBlock(source); it; it = LLVMGetNextBasicBlock(it)) {
		if (!hr_pointer_map_get(&reached, it, &known))
			continue;
		hr_pointer_map_put(&reader->blocks, it, (uint32_t)function->blocks.count);
		hr_vec_push(&function->blocks, (struct hr_code_block){ 0 });
	}
	hr_pointer_map_release(&reached);
}

void hr_code_list_predecessors(struct hr_code_function *function)
{
	size_t count = function->blocks.count;
	uint32_t *seen = hr_calloc(count ? count : 1, sizeof *seen); /* 1 + the last block that led there */
	HR_VEC(uint32_t) edges = HR_VEC_INIT;                        /* from, to */

	for (uint32_t b = 0; b < count; b++) {
		const struct hr_code_block *block = &function->blocks.data[b];
		const struct hr_code_instruction *end = &function->instructions.data[block->first + block->count - 1];
		for (uint32_t i = 0; i < end->target_count; i++) {
			uint32_t to = function->targets.data[end->targets + i];
			if (seen[to] == b + 1)
				continue;
			seen[to] = b + 1;
			hr_vec_push(&edges, b);
			hr_vec_push(&edges, to);
			function->blocks.data[to].predecessor_count++;
		}
	}
	uint32_t next = (uint32_t)function->targets.count;
	for (size_t b = 0; b < count; b++) {
		function->blocks.data[b].predecessors = next;
		next += function->blocks.data[b].predecessor_count;
		seen[b] = function->blocks.data[b].predecessors;
	}
	while (function->targets.count < next)
		hr_vec_push(&function->targets, 0);
	for (size_t i = 0; i < edges.count; i += 2)
		function->targets.data[seen[edges.data[i + 1]]++] = edges.data[i];
	hr_vec_release(&edges);
	free(seen);
}
