#!/bin/bash
# All ways to tell `harrier inspect` what a library is: headers, sources and flags; a compile database; a captured build; headers
# alone; several headers; headers that hand on others; whole trees. Starts in an empty directory; the program is $1. Output is TAP.
# shellcheck disable=SC2016 # dollars of jq and of make
set -u
harrier=$(realpath "$1")
# shellcheck source=inspect.inc.sh
. "$(dirname "$(realpath "$0")")/inspect.inc.sh"
unset CC CFLAGS CPPFLAGS LDFLAGS MAKEFLAGS MFLAGS MAKELEVEL # of the make and meson that may run us

# defines DEFINITION NAME…: a filter: these operations, in this order, have their code there, and are all there is
defines() {
	local definition=$1 name list=
	shift
	for name; do
		list="$list${list:+, }[\"$name\", \"$definition\"]"
	done
	echo "[.operations[] | [.name, .definition]] == [$list]"
}

# A library in folders: include/ for its users, src/ with a private header, a dependency, and a program that is no part of it.
write_library() {
	mkdir -p include/shelf src vendor
	cat >include/shelf.h <<'EOT'
#ifndef SHELF_H
#define SHELF_H
#include <stddef.h>
#include "shelf/book.h"
typedef struct shelf shelf;
shelf *shelf_new(size_t places);
void shelf_free(shelf *self);
int shelf_put(shelf *self, const book *it);
#endif
EOT
	cat >include/shelf/book.h <<'EOT'
#ifndef BOOK_H
#define BOOK_H
typedef struct { const char *title; int year; } book;
int book_compare(const book *a, const book *b);
#endif
EOT
	cat >src/private.h <<'EOT'
#include "shelf.h"
struct shelf { size_t places, used; book **books; };
int shelf_grow(shelf *self);
EOT
	cat >src/shelf.c <<'EOT'
#include "private.h"
#include "log.h"
#include <stdlib.h>
#ifndef LEVEL
#error no LEVEL
#endif
shelf *shelf_new(size_t places) { (void)places; return calloc(LEVEL, sizeof(shelf)); }
void shelf_free(shelf *self) { free(self); }
int shelf_put(shelf *self, const book *it) { log_it(it->title); return shelf_grow(self); }
int shelf_grow(shelf *self) { return self->used++ < self->places; }
EOT
	printf '#include "shelf/book.h"\nint book_compare(const book *a, const book *b) { return a->year - b->year; }\n' >src/book.c
	printf 'void log_it(const char *text);\n' >vendor/log.h
	printf '#include "log.h"\nvoid log_it(const char *text) { (void)text; }\n' >vendor/log.c
	printf '#include "shelf.h"\nint main(void) { shelf_free(shelf_new(3)); return 0; }\n' >src/main.c
	cat >Makefile <<'EOT'
CPPFLAGS = -Iinclude -Ivendor -DLEVEL=1
OBJECTS = src/shelf.o src/book.o vendor/log.o
program: src/main.o libshelf.a
	cc -o $@ src/main.o libshelf.a -lm
libshelf.a: $(OBJECTS)
	ar rcs $@ $(OBJECTS)
clean:
	rm -f program libshelf.a src/*.o vendor/*.o
EOT
}

api=(book_compare shelf_new shelf_free shelf_put)
flags=(-Iinclude -Ivendor -DLEVEL=1)

headers_and_sources() {
	place sources
	write_library
	accepted "header, sources and flags" "$(defines source "${api[@]}")" --header include/shelf.h src/shelf.c src/book.c \
		vendor/log.c -- "${flags[@]}"
	ok "the struct that the header hides is known" jq -e '.types[] | select(.spelling == "struct shelf") |
		.completeness == "completed_from_source" and (.fields | map(.name)) == ["places", "used", "books"]' "$top/model.json"
	ok "what is left out of the API" jq -e '[.operations[].name] | contains(["shelf_grow"]) or contains(["log_it"]) | not' \
		"$top/model.json"
	ok "the input is in the model" jq -e '.headers == ["include/shelf.h"] and .sources == ["src/shelf.c", "src/book.c", "vendor/log.c"]
		and .flags == ["-Iinclude", "-Ivendor", "-DLEVEL=1"]' "$top/model.json"
	accepted "a source is missing" '[.operations[] | [.name, .definition, .callable]] == [["book_compare", "nowhere", false],
		["shelf_new", "source", true], ["shelf_free", "source", true], ["shelf_put", "source", true]]' \
		include/shelf.h src/shelf.c -- "${flags[@]}"
	refused "a flag is missing" "^src/shelf.c:5:2: error: no LEVEL" include/shelf.h src/shelf.c -- -Iinclude -Ivendor
	ok "a flag is missing: hint" grep -q '^hint: .*-DLEVEL' "$top/said.txt"
	accepted "the header alone" "$(defines unknown "${api[@]}")" include/shelf.h
	make -s libshelf.a
	accepted "a static library" "$(defines library "${api[@]}")" include/shelf.h -- -L. -lshelf
	accepted "a static library by its path" "$(defines library "${api[@]}")" include/shelf.h -- ./libshelf.a
	cc -shared -fPIC "${flags[@]}" src/shelf.c src/book.c vendor/log.c -o libshelf-shared.so
	accepted "a shared library" "$(defines library "${api[@]}")" include/shelf.h -- -L. -lshelf-shared
	accepted "a library and a source of it" '[.operations[].definition] == ["source", "library", "library", "library"]' \
		include/shelf.h src/book.c -- -Iinclude -L. -lshelf
	accepted "object files" "$(defines library "${api[@]}")" include/shelf.h -- src/shelf.o src/book.o vendor/log.o
	accepted "header and source below a path from elsewhere" "$(defines source "${api[@]}")" \
		"$PWD/include/../include/shelf.h" src/../src/shelf.c "$PWD/src/book.c" -- "${flags[@]}"
}

several_headers() {
	place several
	write_library
	accepted "two headers" "$(defines unknown "${api[@]}" log_it)" --header include/shelf.h --header vendor/log.h
	accepted "two headers without --header" "$(defines unknown log_it "${api[@]}")" vendor/log.h include/shelf.h
	accepted "options behind the files" "$(defines source log_it)" vendor/log.h vendor/log.c --tree vendor -- -Ivendor
	accepted "one of the headers that it hands on" "$(defines unknown book_compare)" include/shelf/book.h
	accepted "a header by its name" "$(defines unknown book_compare)" --header shelf/book.h -- -Iinclude
	printf '#include <shelf.h>\n#include <log.h>\nint all(void);\n' >all.h
	accepted "what lies below the header is handed on" "$(defines unknown "${api[@]}" log_it all)" all.h -- -Iinclude -Ivendor
	mkdir front
	mv all.h front
	accepted "what lies elsewhere is not handed on" "$(defines unknown all)" \
		front/all.h -- -Iinclude -Ivendor
	accepted "--tree takes one of them in" "$(defines unknown "${api[@]}" all)" front/all.h --tree include -- -Iinclude -Ivendor
	accepted "--tree, twice" "$(defines unknown "${api[@]}" log_it all)" front/all.h --tree include --tree vendor -- -Iinclude -Ivendor
}

header_only() {
	place header-only
	cat >ring.h <<'EOT'
#ifndef RING_H
#define RING_H
struct ring { int head, tail; int data[8]; };
static inline int ring_push(struct ring *r, int v) { r->data[r->head++ % 8] = v; return 1; }
#define ring_count(r) ((r)->head - (r)->tail)
int ring_check(const struct ring *r);
#ifdef RING_IMPLEMENTATION
int ring_check(const struct ring *r) { return r->head >= r->tail; }
#endif
#endif
EOT
	accepted "a library in a header" '[.operations[] | [.name, .form, .definition, .callable]] == [
		["ring_push", "inline", "header", true], ["ring_check", "function", "unknown", true], ["ring_count", "macro", "header", true]]' ring.h
	accepted "its implementation by a flag" '.operations[] | select(.name == "ring_check") | .definition == "header"' \
		ring.h -- -DRING_IMPLEMENTATION
	printf '#define RING_IMPLEMENTATION\n#include "ring.h"\n' >ring.c
	accepted "its implementation in a source" '.operations[] | select(.name == "ring_check") | .definition == "source"' ring.h ring.c
}

databases() {
	place database
	write_library
	mkdir build
	cat >build/compile_commands.json <<EOT
[{"directory": "$PWD", "file": "src/shelf.c", "command": "cc -Iinclude -Ivendor -DLEVEL=1 -Wall -O2 -c src/shelf.c -o src/shelf.o"},
 {"directory": "$PWD/src", "file": "book.c", "arguments": ["gcc", "-I../include", "-DLEVEL=1", "-c", "book.c"]},
 {"directory": "$PWD", "file": "vendor/log.c", "command": "cc -DLEVEL=1 -c vendor/log.c"}]
EOT
	accepted "a compile database" "$(defines source "${api[@]}")" -p build --header include/shelf.h
	accepted "a compile database by its path" "$(defines source "${api[@]}")" --build build/compile_commands.json include/shelf.h
	accepted "a header found by the directories of the database" "$(defines source "${api[@]}")" -p build --header shelf.h
	sed 's/-DLEVEL=1//' build/compile_commands.json >compile_commands.json
	refused "a database with flags missing" "^src/shelf.c:5:2: error: no LEVEL" -p . include/shelf.h
	accepted "flags on top of the database" "$(defines source "${api[@]}")" -p . include/shelf.h -- -DLEVEL=2
	(mkdir elsewhere && cd elsewhere && inspect --json -p ../build ../include/shelf.h)
	ok "from another directory" jq -e "$(defines source "${api[@]}")" "$top/out.txt"
}

captured() {
	place captured
	write_library
	"$harrier" capture -- make -s >"$top/out.txt" 2>"$top/said.txt"
	ok "a build is captured" grep -q 'captured 3 sources (1 with main left out)' "$top/said.txt"
	accepted "a captured build" "$(defines source "${api[@]}")" -p . --header include/shelf.h
	ok "a captured build: libraries" test "$(jq -c .flags harrier-link.json)" = '["-lm"]'
	make -s clean
	"$harrier" capture -o other -- make -s libshelf.a >"$top/out.txt" 2>&1
	ok "nothing of the build is needed but the sources" make -s clean
	accepted "a captured build under another name" "$(defines source "${api[@]}")" -p other include/shelf.h
}

headers_and_sources
several_headers
header_only
databases
captured
finish
