/* Independent copies of sequences: edited ones in which nothing is changed. */
#include "seq/close.h"
#include "seq/edit.h"

struct hr_sequence *hr_sequence_copy(const struct hr_sequence *sequence)
{
	struct hr_edit edit;

	hr_edit_begin(&edit, sequence);
	edit.keeps_names = true;
	hr_edit_keep_range(&edit, 0, sequence->statements.count);
	return hr_edit_finish(&edit);
}
