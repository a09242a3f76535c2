/* Ordinary use of a shelf. Not part of the library:
 *
 *     cc -o use use.c shelf.c && ./use
 */
#include "shelf.h"

#include <stdlib.h>

static bool print_item(shelf *s, const char *name, const char *text, void *user_data)
{
	int *number = user_data;
	(void)s;
	printf("%2d. %-8s %s\n", ++*number, name, text);
	return true;
}

static void print_names(const shelf *s)
{
	size_t required;
	shelf_names(s, ", ", NULL, 0, &required);
	char *names = malloc(required);
	if (names && shelf_names(s, ", ", names, required, NULL) == SHELF_OK)
		printf("on the shelf: %s\n", names);
	free(names);
}

int main(void)
{
	struct shelf_options options;
	shelf_options_init(&options);
	options.limit = 10;
	shelf *s = shelf_new(&options);
	if (!s)
		return EXIT_FAILURE;

	shelf_put(s, "title", "A Field Guide to Raptors", 0);
	shelf_put(s, "author", "M. Kestrel", 0);
	shelf_putf(s, "pages", "%d", 372);
	enum shelf_error error = shelf_put(s, "title", "Another Title", 0);
	if (error)
		printf("title: %s\n", shelf_error_text(error));
	shelf_put(s, "title", "A Field Guide to Raptors, 2nd ed.", SHELF_REPLACE);

	int number = 0;
	shelf_each(s, print_item, &number);
	print_names(s);

	char *author = shelf_take(s, "author");
	printf("taken: %s; left: %zu items, %zu bytes\n", author, shelf_count(s), shelf_size(s));
	free(author);
	shelf_free(s);
	return EXIT_SUCCESS;
}
