# From what a program under stock ASan and UBSan wrote to a kind and the function at the top of the stack (of our sources) with its line,
# tab-separated.
#
#     awk -v code=EXIT -f stock.awk LOG
#
# The last report counts: the others were only notes. Kinds are ASan's own, or ours for what UBSan says in words.

function undefined(text)
{
	for (i = 1; i <= words; i++)
		if (index(text, word[i]))
			return kind_of[i]
	return "undefined-behaviour"
}

function add(text, kind)
{
	word[++words] = text
	kind_of[words] = kind
}

BEGIN {
	add("null pointer of type", "null")
	add("misaligned address", "misaligned-pointer-use")
	add("with insufficient space", "insufficient-object-size")
	add("signed integer overflow", "signed-integer-overflow")
	add("cannot be represented in type 'int'; cast", "signed-integer-overflow")
	add("division by zero", "integer-divide-by-zero")
	add("by -1 cannot be represented", "signed-integer-overflow")
	add("shift", "invalid-shift")
	add("out of bounds for type", "out-of-bounds-index")
	add("unreachable program point", "unreachable-call")
	add("variable length array bound", "non-positive-vla-index")
	add("outside the range of representable", "float-cast-overflow")
	add("not a valid value for type", "invalid-value-load")
	add("passing zero to", "invalid-builtin-use")
	add("incorrect function type", "function-type-mismatch")
	add("null pointer returned", "invalid-null-return")
	add("null pointer passed as argument", "invalid-null-argument")
	add("offset", "pointer-overflow")
	add("pointer index expression", "pointer-overflow")
	words_noted = split("misaligned-pointer-use function-type-mismatch pointer-overflow", noted, " ")
	kind = ""
	name = "-"
	line = ""
}

/runtime error: / {
	kind = undefined($0)
	for (i in noted)
		if (noted[i] == kind)
			kind = "note " kind
	name = ""
}

/ERROR: AddressSanitizer: / {
	kind = $0
	sub(/.*AddressSanitizer: /, "", kind)
	if (kind ~ /^attempting double-free/)
		kind = "double-free"
	else if (kind ~ /^attempting free on address/)
		kind = "bad-free"
	sub(/[: ].*/, "", kind)
	name = ""
}

/ERROR: LeakSanitizer: / {
	kind = "leak"
	name = "-"
}

name == "" && $1 ~ /^#/ && /\/tests\/faults\// {
	name = $4
	line = $5
	sub(/^[^:]*:/, "", line)
	sub(/:.*/, "", line)
}

END {
	if (kind == "" || kind ~ /^note/) {
		if (code == 124)
			kind = "hang"
		else if (code > 128)
			kind = "signal " code - 128
		else if (code > 0)
			kind = "exit"
	}
	printf "%s\t%s\t%s\n", kind == "" ? "normal" : kind, name == "" ? "-" : name, line == "" ? "-" : line
}
