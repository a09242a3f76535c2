/* Pure, observer or impure. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct stack {
	int *items;
	int count;
	int room;
};

static int verbosity;
static const int squares[] = { 0, 1, 4, 9 };

// expect: arithmetic - purity=pure
int arithmetic(int a, int b)
{
	return a * b + 1;
}

// expect: constant_data - purity=pure
int constant_data(unsigned i)
{
	return squares[i & 3];
}

// expect: recursion - purity=pure recursive=yes
unsigned recursion(unsigned n)
{
	return n < 2 ? 1 : n * recursion(n - 1);
}

// expect: local_array - purity=pure
int local_array(int n)
{
	int values[4] = { 1, 2, 3, 4 };
	for (int i = 0; i < 4; i++)
		values[i] *= n;
	return values[0] + values[3];
}

// expect: pure_callees - purity=pure
int pure_callees(int n)
{
	return arithmetic(n, 2) + local_array(n);
}

// expect: compares_pointers - purity=pure
int compares_pointers(const int *a, const int *b)
{
	return a == b;
}

// expect: count_of - purity=observer
int count_of(const struct stack *stack)
{
	return stack->count;
}

// expect: is_empty - purity=observer
int is_empty(const struct stack *stack)
{
	return count_of(stack) == 0;
}

// expect: top - purity=observer
int top(const struct stack *stack)
{
	return stack->count ? stack->items[stack->count - 1] : 0;
}

// expect: global_reader - purity=observer
int global_reader(void)
{
	return verbosity;
}

// expect: text_reader - purity=observer
int text_reader(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

// expect: copy_on_stack - purity=observer
int copy_on_stack(const struct stack *stack)
{
	struct stack copy = *stack;
	copy.count++;
	return copy.count;
}

// expect: push - purity=impure
void push(struct stack *stack, int value)
{
	stack->items[stack->count++] = value;
}

// expect: pop - purity=impure
int pop(struct stack *stack)
{
	return stack->items[--stack->count];
}

// expect: lazily - purity=impure
int lazily(struct stack *stack)
{
	if (stack->room < 0)
		stack->room = 8;
	return stack->room;
}

// expect: sets_global - purity=impure
void sets_global(int n)
{
	verbosity = n;
}

// expect: prints - purity=impure
int prints(const struct stack *stack)
{
	printf("%d\n", stack->count);
	return stack->count;
}

// expect: allocates - purity=impure
int *allocates(int n)
{
	int *p = malloc(sizeof *p);
	if (p)
		*p = n;
	return p;
}

// expect: reads_clock - purity=impure
long reads_clock(void)
{
	return (long)time(NULL);
}

// expect: random_number - purity=impure
int random_number(int n)
{
	return rand() % n;
}

// expect: impure_callee - purity=impure
int impure_callee(struct stack *stack)
{
	return pop(stack) + 1;
}

// expect: keeps_static - purity=impure
int keeps_static(void)
{
	static int calls;
	return ++calls;
}

// expect: writes_result_only - purity=impure
void writes_result_only(const struct stack *stack, int *out)
{
	*out = stack->count;
}

// expect: floating - purity=pure
double floating(double a, double b)
{
	return a < b ? a * 0.5 : b + 1.0;
}
