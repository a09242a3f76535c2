# The items of a model (`harrier inspect --json`) as lines SUBJECT ITEM ROLE OF OF_INDEX POINTER, for join.awk. A struct's fields
# are listed under its own name and under those of its typedefs. Where a macro has the name of a function, the function comes
# last, and that is what counts.
.types as $types

# The type behind typedefs.
| def stripped: if . == null then null else $types[.index] | if .kind == "typedef" then .target_ref | stripped else . end end;

def line($subject; $item):
	[$subject, $item, .role, .of // "", .of_index // "", (.type_ref | stripped | .kind // "") as $kind
		| if $kind == "pointer" or $kind == "array" then 1 else 0 end] | @tsv;

# Fields, those of anonymous members included.
def fields: .fields[]? | if .name == "" then .type_ref | stripped | fields else . end;

(.operations | sort_by(.form == "function")[] | .name as $name
	| (.result | line($name; "result")), (.params | to_entries[] | .key as $key | .value | line($name; $key))),
(.types[] | select(.kind == "struct" or .kind == "union" or .kind == "typedef") | .spelling as $name
	| (if .kind == "typedef" then .target_ref | stripped else . end) | select(.kind == "struct" or .kind == "union")
	| fields | line($name; .name))
