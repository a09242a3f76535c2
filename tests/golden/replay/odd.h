/* Functions that end in all the ways there are. */
struct pair {
	int first;
	char letter;
	double real;
};

struct pair *pair_new(int first, char letter);
void pair_free(struct pair *pair);
int pair_sum(const struct pair *left, const struct pair *right);
int twice(int number);
int unaligned(const char *bytes);
void spin(void);
void leave(int code);
void start_shell(void);
void check(int positive);
void overrun(int index);
void say(const char *text);
