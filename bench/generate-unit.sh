#!/bin/sh
# Writes a C library of so many functions, the same every time: lists with makers and destroyers, buffers with lengths, searches, recursion, tables of
# functions and callbacks; each part calls some that came before it.
#
#   bench/generate-unit.sh FUNCTIONS DIRECTORY     writes DIRECTORY/unit.h and DIRECTORY/unit.c
set -u

if [ $# -ne 2 ]; then
	sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
mkdir -p "$2" || exit

exec awk -v functions="$1" -v header="$2/unit.h" -v source="$2/unit.c" '
function declare(type, name, parameters) {
	printf "%s%s(%s);\n", type, name, parameters >header
	printf "\n%s%s(%s)\n", type, name, parameters >source
}

function body(text) {
	print "{\n" text "\n}" >source
}

function write_part(p,    other, list) {
	other = p ? int(p * 7 / 10) : 0
	list = "struct list_" p
	printf "\n%s;\ntypedef int (*visit_%d)(void *data, int value);\n", list, p >header
	printf "\nstruct node_%d {\n\tint value;\n\tstruct node_%d *next;\n};\n", p, p >source
	printf "\n%s {\n\tstruct node_%d *first;\n\tsize_t count;\n\tchar *name;\n\tvisit_%d visit;\n};\n", list, p, p >source

	declare(list " *", "list_" p "_new", "const char *name")
	body("\t" list " *list = calloc(1, sizeof *list);\n\tif (!list)\n\t\treturn NULL;\n\tlist->name = name ? strdup(name) : NULL;\n\treturn list;")
	declare("void ", "list_" p "_free", list " *list")
	body("\tif (!list)\n\t\treturn;\n\twhile (list->first) {\n\t\tstruct node_" p " *next = list->first->next;\n\t\tfree(list->first);\n\t\tlist->first = next;\n\t}\n\tfree(list->name);\n\tfree(list);")
	declare("int ", "list_" p "_add", list " *list, int value")
	body("\tstruct node_" p " *node = malloc(sizeof *node);\n\tif (!node)\n\t\treturn -1;\n\tnode->value = value;\n\tnode->next = list->first;\n\tlist->first = node;\n\tlist->count++;\n\treturn 0;")
	declare("size_t ", "list_" p "_count", "const " list " *list")
	body("\treturn list ? list->count : 0;")
	declare("int ", "list_" p "_find", "const " list " *list, int value")
	body("\tfor (const struct node_" p " *node = list->first; node; node = node->next)\n\t\tif (node->value == value)\n\t\t\treturn 1;\n\treturn " (p ? "list_" other "_sum(NULL, 0)" : "0") ";")
	declare("long ", "list_" p "_sum", "const int *values, size_t count")
	body("\tlong total = 0;\n\tfor (size_t i = 0; i < count; i++)\n\t\ttotal += values[i];\n\treturn total" (p ? " + (long)list_" other "_hash(\"\")" : "") ";")
	declare("unsigned ", "list_" p "_hash", "const char *text")
	body("\tunsigned hash = " p ";\n\twhile (*text)\n\t\thash = hash * 31 + (unsigned char)*text++;\n\treturn hash;")
	declare("size_t ", "list_" p "_write", "char *out, size_t room, const char *text")
	body("\tsize_t length = strlen(text);\n\tif (length >= room)\n\t\treturn 0;\n\tmemcpy(out, text, length + 1);\n\treturn length" (p ? " + list_" other "_write(out, room, text)" : "") ";")
	declare("int ", "list_" p "_each", list " *list, visit_" p " visit, void *data")
	body("\tlist->visit = visit;\n\tfor (struct node_" p " *node = list->first; node; node = node->next)\n\t\tif (visit(data, node->value))\n\t\t\treturn 1;\n\treturn 0;")
	declare("int ", "list_" p "_deep", "const " list " *list, int depth")
	body("\tif (depth <= 0 || depth > " (100 + p) ")\n\t\treturn 0;\n\tswitch (depth % 4) {\n\tcase 1:\n\t\treturn list_" p "_find(list, depth);\n\tcase 2:\n\t\treturn (int)list_" p "_count(list);\n\t}\n\treturn list_" p "_deep(list, depth - 1);")
}

BEGIN {
	print "#ifndef UNIT_H\n#define UNIT_H\n#include <stddef.h>" >header
	print "#include \"unit.h\"\n#include <stdlib.h>\n#include <string.h>" >source
	for (p = 0; p * 10 < functions; p++)
		write_part(p)
	print "#endif" >header
}'
