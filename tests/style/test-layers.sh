#!/bin/bash
# check-layers.sh accepts the project as it is and catches what is planted in a copy of it.
set -u
. "$(dirname "$0")/plant.sh"

check=("$root/scripts/check-layers.sh")
cp -R "$root/src" "$tree/src"
accepts "the project" "${check[@]}"

# a few files of each folder will do for the rest
for folder in "$tree"/src/*/; do
	find "$folder" -name '*.[ch]' | sort | tail -n +4 | xargs -r rm
done

# includes that are fine, and words that only look like calls
write src/model/planted.c <<'EOT'
#include "base/strbuf.h"
#include "model/model.h"
#include <stdio.h>
/* exit(1); printf("no"); #include "app/app.h" */
// abort();
static const char *text = "printf(\"exit(1)\") to stderr"; /* stdout */
void hr_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
void hr_planted(char *out) { snprintf(out, 3, "%s", text); hr_arena_printf(0, "x"); pre_exit(1); _exit(1); }
EOT
write src/app/planted.c <<'EOT'
#include "frontend/frontend.h"
#include "roles/roles.h"
int main(void) { printf("fine here\n"); exit(0); }
EOT
write src/frontend/planted.c <<'EOT'
#include <clang-c/Index.h>
EOT
write src/runtime/planted.c <<'EOT'
#include "wire/layout.h"
EOT
accepts "what is allowed" "${check[@]}"
rm "$tree"/src/*/planted.c

# case NAME FILE EXPECTED, and the source on standard input
while IFS='|' read -r name file expected source; do
	catches "$name" "$file" "$expected" "${check[@]}" <<<"$source"
done <<'EOT'
base includes model|src/base/planted.c|base may not include model/model.h|#include "model/model.h"
model includes a later stage|src/model/planted.h|model may not include frontend/frontend.h|#include "frontend/frontend.h"
roles includes frontend|src/roles/planted.c|roles may not include frontend/reader.h|#include "frontend/reader.h"
frontend includes roles|src/frontend/planted.c|frontend may not include roles/roles.h|	#  include "roles/roles.h"
runtime includes base|src/runtime/planted.c|runtime may not include base/strbuf.h|#include "base/strbuf.h"
wire includes base|src/wire/planted.h|wire may not include base/vec.h|#include "base/vec.h"
search includes exec|src/search/planted.c|search may not include exec/pool.h|#include "exec/pool.h"
nothing includes app|src/report/planted.c|report may not include app/app.h|#include "app/app.h"
out of the tree|src/base/planted.c|base may not include ../model/model.h|#include "../model/model.h"
folder left out|src/model/planted.c|write the folder too|#include "model.h"
include by macro|src/model/planted.c|an include must name its file|#include HEADER
clang-c outside frontend|src/model/planted.c|only frontend may include clang-c/Index.h|#include <clang-c/Index.h>
clang-c in app|src/app/planted.c|only frontend may include clang-c/Index.h|#include <clang-c/Index.h>
clang-c in quotes|src/roles/planted.c|only frontend may include clang-c/Index.h|#include "clang-c/Index.h"
llvm-c outside ir|src/analysis/planted.c|only ir may include llvm-c/Core.h|#include <llvm-c/Core.h>
z3 outside solver|src/search/planted.c|only solver may include z3.h|#include <z3.h>
sqlite3 outside store|src/report/planted.c|only store may include sqlite3.h|#include <sqlite3.h>
folder below a folder|src/base/deep/planted.c|base may not include model/model.h|#include "model/model.h"
unknown folder|src/misc/planted.c|folder "misc" is not in the table|int x;
exit|src/model/planted.c|exit() below app|void f(void) { exit(1); }
exit with a space|src/frontend/planted.c|exit() below app|void f(void) { exit (1); }
abort|src/roles/planted.c|abort() below app|void f(void) { if (x) abort(); }
exit after a comment|src/base/planted.c|exit() below app|/* a */ void f(void) { /* b */ exit(1); }
exit after a string|src/base/planted.c|exit() below app|void f(void) { g("/*"); exit(1); }
exit after a character|src/base/planted.c|exit() below app|void f(void) { g('"'); exit(1); }
printf|src/base/planted.c|printf below app and report|void f(void) { printf("x"); }
puts|src/model/planted.h|puts below app and report|static inline void f(void) { puts("x"); }
fprintf to a standard stream|src/frontend/planted.c|stderr below app and report|void f(void) { fprintf(stderr, "x"); }
EOT
finish
