/* Tests as gen's are run: by their names. */
#include "clamp.h"

#include <stdio.h>
#include <string.h>

static int test_low(void)
{
	return clamp(0, 1, 3) == 1;
}

static int test_calls(void)
{
	int before = clamp_calls();
	clamp(2, 1, 3);
	return clamp_calls() == before + 1;
}

static const struct {
	const char *name;
	int (*run)(void);
} tests[] = { { "test_low", test_low }, { "test_calls", test_calls } };

int main(int argc, char **argv)
{
	int failed = 0;
	for (size_t i = 0; i < 2; i++) {
		if (argc > 1 && strcmp(argv[1], tests[i].name) != 0)
			continue;
		int passed = tests[i].run();
		printf("%s %zu - %s\n", passed ? "ok" : "not ok", i + 1, tests[i].name);
		failed += !passed;
	}
	return failed;
}
