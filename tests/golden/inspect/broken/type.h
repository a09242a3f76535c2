int notes_indent(notes_width width);
