#!/bin/sh
# Prints a C header of about 10 MB with 50,000 declarations, the same every time: opaque and complete structs, enums, callbacks, and
# functions over them, each with its documentation. The size is that of the largest generated APIs.
#
#   bench/generate-header.sh [DECLARATIONS]     50000 by default, about 200 bytes each
set -u

exec awk -v wanted="${1:-50000}" '
function doc(text) {
	printf "/**\n * %s\n * Part %d of a library that nobody wrote.\n */\n", text, part
}

function opaque() {
	doc("An object with a life of its own, made by object_" part "_new() and released by object_" part "_free().")
	printf "typedef struct object_%d object_%d;\n\n", part, part
}

function record() {
	doc("What object_" part "_describe() tells about an object; the caller owns it and need not set any of it.")
	printf "struct record_%d {\n\tint kind; /* what it is */\n\tsize_t size; /* in bytes */\n\tconst char *name;\n", part
	printf "\tstruct record_%d *next;\n\tunion { int number; double real; } value;\n};\n\n", part ? part - 1 : 0
}

function mode() {
	doc("How to open an object; the modes exclude each other.")
	printf "enum mode_%d { MODE_%d_READ, MODE_%d_WRITE = 10, MODE_%d_APPEND };\n\n", part, part, part, part
}

function callback() {
	doc("Called for each part of an object; returns nonzero to stop.")
	printf "typedef int (*visit_%d)(void *data, const struct record_%d *record);\n\n", part, part
}

function function_of(number) {
	if (number == 0) {
		doc("Makes an object from the text. Returns NULL when there is no memory; release it with object_" part "_free().")
		printf "object_%d *object_%d_new(const char *text, enum mode_%d mode);\n\n", part, part, part
	} else if (number == 1) {
		doc("Releases the object and everything that belongs to it; NULL is fine.")
		printf "void object_%d_free(object_%d *object);\n\n", part, part
	} else if (number == 2) {
		doc("Appends length bytes. Returns 0, or -1 when there is no memory.")
		printf "int object_%d_append(object_%d *object, const void *bytes, size_t length);\n\n", part, part
	} else if (number == 3) {
		doc("Fills in the record. Returns 0, or -1 when the object is empty.")
		printf "int object_%d_describe(const object_%d *object, struct record_%d *record);\n\n", part, part, part
	} else if (number == 4) {
		doc("Calls visit for every part, with data.")
		printf "int object_%d_each(object_%d *object, visit_%d visit, void *data);\n\n", part, part, part
	} else {
		doc("Writes at most capacity bytes of the object to buffer. Returns how many there are.")
		printf "size_t object_%d_copy(const object_%d *object, char *buffer, size_t capacity);\n\n", part, part
	}
}

BEGIN {
	print "#ifndef GENERATED_H\n#define GENERATED_H\n\n#include <stddef.h>\n"
	for (made = 0; made < wanted; made++) {
		part = int(made / 10)
		turn = made % 10
		if (turn == 0) opaque()
		else if (turn == 1) record()
		else if (turn == 2) mode()
		else if (turn == 3) callback()
		else function_of(turn - 4)
	}
	print "#endif"
}'
