/* harrier-cc: the compiler shim as a program of its own, without libclang, because it starts once for every compiler call of a build. */
#include "app/app.h"

#include <stdio.h>

int main(int argc, char **argv)
{
	hr_capture_shim(argc, argv); /* becomes the compiler */
	fputs("harrier-cc: this program is for 'harrier capture' alone\n", stderr);
	return HR_EXIT_USAGE;
}
