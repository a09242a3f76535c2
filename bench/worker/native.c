/* The native side of the measurement: the same calls without a worker.
 *
 *   native loop SECONDS      calls a second in a plain loop
 *   native fork SECONDS      calls a second with a process for each sequence
 *   native write DIR SHARE   the sequences as DIR/NN.seq; SHARE percent of them break */
#include "workload.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void print_rate(double calls, double seconds)
{
	printf("%.0f\n", calls / seconds);
}

static void loop(double seconds)
{
	double begin = now();
	double calls = 0;
	while (now() - begin < seconds)
		for (unsigned i = 0; i < 100 * WORKLOAD_SEQUENCES; i++)
			calls += workload_run(i % WORKLOAD_SEQUENCES);
	print_rate(calls, now() - begin);
}

static void fork_each(double seconds)
{
	double begin = now();
	double calls = 0;
	for (unsigned i = 0; now() - begin < seconds; i++) {
		pid_t child = fork();
		if (child == 0) {
			workload_run(i % WORKLOAD_SEQUENCES);
			_exit(0);
		}
		waitpid(child, NULL, 0);
		calls += workload_run(i % WORKLOAD_SEQUENCES); /* only counted; costs nothing beside a fork */
	}
	print_rate(calls, now() - begin);
}

static int write_all(const char *directory, unsigned share)
{
	for (unsigned i = 0; i < WORKLOAD_SEQUENCES; i++) {
		char path[4096];
		snprintf(path, sizeof path, "%s/%02u.seq", directory, i);
		FILE *out = fopen(path, "w");
		if (!out)
			return 1;
		workload_write(out, i, i * 37 % 100 < share);
		fclose(out);
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "loop") == 0)
		loop(atof(argv[2]));
	else if (argc == 3 && strcmp(argv[1], "fork") == 0)
		fork_each(atof(argv[2]));
	else if (argc == 4 && strcmp(argv[1], "write") == 0)
		return write_all(argv[2], (unsigned)atoi(argv[3]));
	else
		return 2;
	return 0;
}
