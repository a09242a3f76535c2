#!/bin/bash
# check-words.sh catches what is planted in a scratch tree, and nothing else. The words are put together at run time, or
# this file would be caught itself.
set -u
. "$(dirname "$0")/plant.sh"

check=("$root/scripts/check-words.sh")
write README.md <<'EOT'
See network/rooted/ and $SOURCE/work/x, /usr/share and bugs.debian.org; a todo list; glibc.
EOT
write src/model/plain.c <<'EOT'
#include "sqlite.h"
/* learned from cJSON and zlib */
static const char *text = "glibc's sequence"; /* "zlib" */
EOT
accepts "harmless words" "${check[@]}"

# planted NAME FILE WHY TEXT
planted() {
	catches "$1" "$2" "$3" "${check[@]}" <<<"$4"
}
planted "machine path" docs/x.md "a path of one machine" "see /wor""k/main/src"
planted "root's home" Makefile "a path of one machine" "X = /roo""t/.cache"
planted "somebody's home" src/base/x.c "a path of one machine" "// /hom""e/alice/x.c"
planted "package registry" scripts/x.sh "a registry's host" "curl http://deb.debian"".org/x"
planted "source archive" scripts/x.sh "a registry's host" "https://snapshot.debian"".org/x"
planted "script registry" docs/x.md "a registry's host" "registry.npmjs"".org"
planted "note" src/base/x.c "a note to self" "/* TO""DO: later */"
planted "other note" tests/x.sh "a note to self" "# FIX""ME"
planted "library in a string" src/roles/x.c "the name of a library" 'f("cJSON_Delete");'
planted "library in a header" src/roles/x.h "the name of a library" '#define X "glib"'
planted "library after a comment" src/roles/x.c "the name of a library" 'f(/* " */ "Zlib");'
finish
