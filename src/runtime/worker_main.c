/* harrier-worker: the program that has the unit under test loaded and runs sequences of calls in it.
 *
 *     harrier-worker UNIT SOCKET
 *
 * UNIT is the path of the unit's shared object, SOCKET the number of an inherited descriptor: a socket (AF_UNIX, SOCK_SEQPACKET) whose other end
 * the engine has. What is said over it, and how workers are had, stands at the end of wire/wire.h. Not meant to be started by hand. */
#include "runtime/zygote.h"

#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char *end;

	if (argc != 3)
		return 2;
	long socket = strtol(argv[2], &end, 10);
	if (*end || end == argv[2] || socket < 0 || socket > 1 << 20)
		return 2;
	_exit(hr_zygote_serve(argv[1], (int)socket)); /* not exit: the unit's destructors are none of ours */
}
