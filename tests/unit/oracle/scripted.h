/* A runner that runs nothing: a script says which sequences fail, by their text. Include after api.h. */
#ifndef HR_TEST_ORACLE_SCRIPTED_H
#define HR_TEST_ORACLE_SCRIPTED_H

struct script {
	const char *fails;  /* sequences that have this in them fail, */
	const char *unless; /* but not those that have one of these, with bars between them; NULL */
	enum hr_fault_kind kind;
	bool in_ours; /* the fault is in memory of the sequence's last call's operand `operand` */
	size_t operand;
	bool in_given;     /* the fault is in the bytes that the first call but one was given, behind its object */
	size_t uses_freed; /* the number of the call, from 1 on, that freed the object it was given first, which is used */
	size_t dead;       /* the number of the value, from 1 on, that this object is, where it is another one */
	const char *refuses; /* sequences that have this in them and do not fail: the last call returns -1; NULL */
	const char *refused_memory; /* sequences that have this in them and do not fail got no memory; NULL */
	int64_t gives;              /* what every call gave before the one that fails; 0: nobody knows */
	bool after;                 /* the fault is right behind its memory */
	bool temporary;             /* what is used was made by the call that freed it */
	bool freed_here;            /* what is used was freed by the failing call itself */
	bool in_local;              /* the fault is in a local variable of the unit's */
	size_t made_by;   /* … in a block that this call allocated, from 1 on, and that no value leads to; 0: none */
	bool in_handed;   /* the fault is in a variable of the unit's that the last call's operand 0 points to */
	const char *text; /* of an assertion */
	unsigned depth;   /* of the stack; 0: 1 */
	const char *function; /* the innermost; NULL: one of the unit's */
	const char *library;  /* the function of the C library that was checked; NULL: none */
	bool leaks;           /* it leaks instead of failing */
	bool hangs;           /* it does not end, instead */
	size_t runs;          /* counted */
};

static inline bool has_one_of(const char *text, const char *words)
{
	char word[200];
	while (words && *words) {
		size_t length = strcspn(words, "|");
		assert_true(length < sizeof word);
		memcpy(word, words, length);
		word[length] = 0;
		if (strstr(text, word))
			return true;
		words += length + (words[length] == '|');
	}
	return false;
}

static inline void play(const struct script *script, const struct hr_sequence *sequence, struct hr_outcome *outcome)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_sequence_write(&text, sequence);
	bool fails = strstr(text.data, script->fails) && !has_one_of(text.data, script->unless);
	outcome->statement = sequence->statements.count ? (uint32_t)sequence->statements.count - 1 : 0;
	outcome->status = fails && !script->leaks ? HR_OUTCOME_FAULT : HR_OUTCOME_NORMAL;
	if (fails && script->hangs)
		outcome->status = HR_OUTCOME_HANG;
	if (fails && script->leaks)
		hr_vec_push(&outcome->leaks, (struct hr_owner){ .size = 8, .name = "" });
	outcome->fault = (struct hr_fault){ .kind = script->kind, .file = "", .function = "", .text = "" };
	outcome->fault.owner.block = HR_NO_BLOCK;
	outcome->fault.owner.name = "";
	outcome->fault.statement = outcome->statement;
	outcome->fault.line = fails ? 7 : 0;
	if (script->library)
		outcome->fault.function = script->library;
	if (script->text)
		outcome->fault.text = script->text;
	for (unsigned i = 0; fails && i < (script->depth ? script->depth : 1); i++)
		hr_vec_push(&outcome->fault.stack,
			    (struct hr_frame){ .function = script->function && !i ? script->function : "f",
					       .file = "unit.c",
					       .line = 7 });
	if (!fails && script->refused_memory && strstr(text.data, script->refused_memory))
		hr_vec_push(&outcome->heap, (struct hr_heap_event){ .kind = HR_ALLOCATION_REFUSED });
	if (fails && script->in_handed) {
		outcome->fault.owner.region = HR_IN_GLOBAL;
		hr_vec_push(
			&outcome->pointers,
			(struct hr_pointer_record){
				.value = sequence->statements.data[sequence->statements.count - 1].operands[0].value,
				.region = HR_IN_GLOBAL,
				.block = HR_NO_BLOCK });
	}
	if (fails && script->in_ours) {
		outcome->fault.owner.region = HR_IN_HEAP;
		outcome->fault.owner.block = 5;
		const struct hr_statement *last = &sequence->statements.data[sequence->statements.count - 1];
		const struct hr_operand *operand = &last->operands[script->operand];
		int64_t room = operand->kind == HR_OPERAND_VALUE ? 4 : 0; /* an int */
		if (operand->kind == HR_OPERAND_TEXT || operand->kind == HR_OPERAND_BYTES)
			room = (int64_t)operand->length + (operand->kind == HR_OPERAND_TEXT);
		size_t value = operand->kind == HR_OPERAND_VALUE ? operand->value : HR_NO_VALUE;
		outcome->fault.owner.size = (uint64_t)room;
		hr_vec_push(&outcome->pointers,
			    (struct hr_pointer_record){ .value = value, .region = HR_IN_HEAP, .block = 5 });
	}
	if (fails && script->in_given) {
		outcome->fault.owner =
			(struct hr_owner){ .region = HR_IN_HEAP, .block = 6, .allocated_by = 1, .name = "" };
		outcome->fault.owner.size = sequence->statements.data[1].operands[1].length;
		hr_vec_push(&outcome->pointers,
			    (struct hr_pointer_record){ .value = script->dead ? script->dead - 1 : HR_NO_VALUE,
							.region = HR_IN_HEAP,
							.block = 6 });
	}
	/* an experiment may have left that call out */
	if (fails && script->uses_freed && script->uses_freed <= sequence->statements.count &&
	    sequence->statements.data[script->uses_freed - 1].operand_count) {
		const struct hr_statement *killer = &sequence->statements.data[script->uses_freed - 1];
		outcome->fault.owner = (struct hr_owner){ .region = HR_IN_HEAP,
							  .block = 7,
							  .is_freed = true,
							  .freed_by = (uint32_t)script->uses_freed - 1,
							  .name = "" };
		hr_vec_push(&outcome->pointers,
			    (struct hr_pointer_record){ .value = script->dead ? script->dead - 1
									      : killer->operands[0].value,
							.region = HR_IN_HEAP,
							.block = 7,
							.is_freed = true,
							.freed_by = outcome->fault.owner.freed_by });
	}
	if (fails && script->in_local)
		outcome->fault.owner.region = HR_IN_STACK;
	if (fails && script->made_by)
		outcome->fault.owner = (struct hr_owner){ .region = HR_IN_HEAP,
							  .block = 8,
							  .size = 16,
							  .allocated_by = (uint32_t)script->made_by - 1,
							  .name = "" };
	if (fails && script->after)
		outcome->fault.owner.place = HR_AFTER;
	if (fails && script->temporary)
		outcome->fault.owner.allocated_by = outcome->fault.owner.freed_by;
	if (fails && script->gives) {
		outcome->slot_of = hr_arena_alloc(&outcome->arena, sequence->values.count * sizeof(size_t));
		outcome->slot_count = sequence->values.count;
		outcome->area = (const unsigned char *)&script->gives;
		outcome->area_size = sizeof script->gives;
	}
	if (!fails && script->refuses && strstr(text.data, script->refuses)) {
		static const unsigned char minus_one[8] = { 255, 255, 255, 255, 255, 255, 255, 255 };
		size_t *slots = hr_arena_alloc(&outcome->arena, sequence->values.count * sizeof *slots);
		memset(slots, 255, sequence->values.count * sizeof *slots);
		slots[sequence->values.count - 1] = 0;
		outcome->slot_of = slots;
		outcome->slot_count = sequence->values.count;
		outcome->area = minus_one;
		outcome->area_size = sizeof minus_one;
	}
	if (fails && script->freed_here) {
		outcome->fault.owner.is_freed = true;
		outcome->fault.owner.freed_by = outcome->statement;
	}
	hr_strbuf_release(&text);
}

static inline int run_script(void *context, const struct hr_sequence *const *sequences, size_t count,
			     const struct hr_run_wants *wants, hr_outcome_fn *tell, void *tell_context,
			     struct hr_error *error)
{
	struct script *script = context;
	(void)wants;
	(void)error;
	for (size_t i = 0; i < count; i++) {
		struct hr_outcome outcome;
		hr_outcome_init(&outcome);
		play(script, sequences[i], &outcome);
		tell(tell_context, i, &outcome);
		hr_outcome_release(&outcome);
		script->runs++;
	}
	return 0;
}

#endif
