/* The words by which C programmers tell each other what things are for. Lists end with NULL; lower case. */
#ifndef HR_ROLES_VOCABULARY_H
#define HR_ROLES_VOCABULARY_H

/* In names of functions. */
extern const char *const hr_words_make[];       /* new, create, open, … */
extern const char *const hr_words_copy[];       /* dup, clone, … */
extern const char *const hr_words_end[];        /* free, close, …: the life of the object ends */
extern const char *const hr_words_free[];       /* of those, the ones that leave no doubt: free, destroy, … */
extern const char *const hr_words_memory_end[]; /* free, unmap: of memory whose length is told */
extern const char *const hr_words_count[];      /* incref, retain, …: one more reference */
extern const char *const hr_words_empty[];      /* end, fini, clear, …: the contents end, or the object */
extern const char *const hr_words_init[];       /* init, setup, … on memory of the caller's */
extern const char *const hr_words_get[];        /* get, find, next, …: what is there already */
extern const char *const hr_words_part[];       /* name, data, parent, …: a part of what is there */
extern const char *const hr_words_ask[];        /* is, has, count, compare, …: an answer, not a success */
extern const char *const hr_words_qualities[];  /* of those, nouns that may as well be what is used */
extern const char *const hr_words_change[];     /* set, add, remove, write, …: may succeed or not */
extern const char *const hr_words_give[];       /* add, append, insert, push, attach: one object goes into another */
extern const char *const hr_words_lend[];       /* reference, weak, …: but ownership stays */
extern const char *const hr_words_edit[];       /* trim, reverse, …: the text itself is changed */
extern const char *const hr_words_fill[];       /* read, get, …: a buffer is filled */
extern const char *const hr_words_drain[];      /* write, put, …: a buffer is read */
extern const char *const hr_words_use[];        /* open, play, send, …: the text that it gets is used */
extern const char *const hr_words_files[];      /* open, load, …: likely to do with files */
extern const char *const
	hr_words_file_calls[]; /* mkdir, unlink, …: functions of the system that work on files, and nothing else */
extern const char *const hr_words_render[];   /* print, format, to_string, encode, … */
extern const char *const hr_words_allocate[]; /* malloc, realloc, … */

/* In names of parameters and fields. */
extern const char *const hr_words_path[];
extern const char *const hr_words_format[];
extern const char *const hr_words_user_data[];
extern const char *const hr_words_length[];
extern const char *const hr_words_capacity[];
extern const char *const hr_words_size[];
extern const char *const hr_words_flags[];
extern const char *const hr_words_choice[];      /* mode, level, type, … */
extern const char *const hr_words_choice_only[]; /* of those, the ones that hardly are anything else */
extern const char *const hr_words_descriptor[];
extern const char *const hr_words_output[]; /* dest, out, result, … */
extern const char *const hr_words_input[];  /* src, in, from, … */
extern const char *const hr_words_index[];
extern const char *const hr_words_cursor[];      /* end pointers and positions in text */
extern const char *const hr_words_status_type[]; /* names of types of results: error, status, … */

#endif
