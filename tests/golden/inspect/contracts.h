/* notes_is_empty: 'book' must not be NULL
 * fails (null), and returns normally when 'book' is an object instead of NULL
 * fails:
 *     notes_is_empty(NULL) */
HARRIER_LEARNED(notes_is_empty, non_null, book)
HARRIER_RULE(notes_add, not non_null, title)
