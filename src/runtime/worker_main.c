/* harrier-worker: the program that has the unit under test loaded and runs sequences of calls in it.
 *
 *     harrier-worker UNIT SOCKET [WITHOUT]
 *
 * UNIT is the path of the unit's shared object, SOCKET the number of an inherited descriptor: a socket (AF_UNIX, SOCK_SEQPACKET) whose other end
 * the engine has. What is said over it, and how workers are had, stands at the end of wire/wire.h. WITHOUT is a number: layers of the fence to leave out
 * (fence/fence.h). Not meant to be started by hand. */
#include "runtime/system.h"
#include "runtime/zygote.h"

#include <stdbool.h>
#include <stdlib.h>

static bool read_number(const char *text, long most, long *out)
{
	char *end;

	*out = strtol(text, &end, 10);
	return !*end && end != text && *out >= 0 && *out <= most;
}

int main(int argc, char **argv)
{
	long socket;
	long without = 0;

	if (argc < 3 || argc > 4 || !read_number(argv[2], 1 << 20, &socket) ||
	    (argc == 4 && !read_number(argv[3], 1 << 16, &without)))
		return 2;
	/* not exit: the unit's destructors are none of ours */
	hr_system_exit(hr_zygote_serve(argv[1], (int)socket, (unsigned)without));
}
