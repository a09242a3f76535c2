/* Who can call whom: directly, recursively, through function pointers. */
#include <stddef.h>
#include <stdlib.h>

typedef int (*operation)(int, int);

struct methods {
	int (*open)(int);
	int (*close)(int);
};

struct object {
	const struct methods *methods;
	void (*changed)(struct object *);
	int state;
};

static int add(int a, int b)
{
	return a + b;
}

static int subtract(int a, int b)
{
	return a - b;
}

static int negate(int a)
{
	return -a;
}

static int twice(int a)
{
	return 2 * a;
}

static const operation operations[] = { add, subtract };
static const struct methods plain = { negate, twice };
static operation chosen = add;

// expect: direct - calls=add recursive=no purity=pure
int direct(int n)
{
	return add(n, 1);
}

// expect: nobody - calls=none recursive=no
int nobody(int n)
{
	return n + 1;
}

// expect: factorial - calls=factorial recursive=yes
int factorial(int n)
{
	return n < 2 ? 1 : n * factorial(n - 1);
}

// expect: is_even - calls=is_odd recursive=yes purity=pure
// expect: is_odd - calls=is_even recursive=yes purity=pure
int is_odd(unsigned n);
int is_even(unsigned n)
{
	return n == 0 ? 1 : is_odd(n - 1);
}
int is_odd(unsigned n)
{
	return n == 0 ? 0 : is_even(n - 1);
}

// expect: by_table - calls=add,subtract recursive=no
int by_table(int which, int a, int b)
{
	return operations[which & 1](a, b);
}

// expect: by_constant_struct - calls=negate
int by_constant_struct(int n)
{
	return plain.open(n);
}

// expect: choose - calls=none
void choose(int which)
{
	chosen = which ? subtract : add;
}

// expect: by_variable - calls=add,subtract
int by_variable(int a, int b)
{
	return chosen(a, b);
}

// expect: by_parameter - calls=unknown
// expect: by_parameter f deref=always null=crash meaning=callback
int by_parameter(int (*f)(int), int n)
{
	return f(n);
}

// expect: passes_own - calls=by_parameter
int passes_own(int n)
{
	return by_parameter(negate, n);
}

// expect: by_field object effect=read_write
// expect: by_field - calls=unknown
void by_field(struct object *object, int state)
{
	object->state = state;
	if (object->changed)
		object->changed(object);
}

// expect: by_local_pointer - calls=negate,twice
int by_local_pointer(int n, int flag)
{
	int (*f)(int) = flag ? negate : twice;
	return f(n);
}

// expect: pointer_frees p freed=yes
static void release(void *p)
{
	free(p);
}
void pointer_frees(void *p)
{
	void (*f)(void *) = release;
	f(p);
}

// expect: sum_of_tree tree effect=safe null=legal
// expect: sum_of_tree - recursive=yes purity=observer
struct tree {
	struct tree *left, *right;
	int value;
};
int sum_of_tree(const struct tree *tree)
{
	return tree ? tree->value + sum_of_tree(tree->left) + sum_of_tree(tree->right) : 0;
}

// expect: scale_tree tree effect=read_write freed=no stored=no null=legal
void scale_tree(struct tree *tree, int by)
{
	if (!tree)
		return;
	tree->value *= by;
	scale_tree(tree->left, by);
	scale_tree(tree->right, by);
}

// expect: deepest tree stored=result effect=read_only
const struct tree *deepest(const struct tree *tree)
{
	return tree->left ? deepest(tree->left) : tree;
}

// expect: first_pass tree effect=read_write
// expect: second_pass tree effect=read_write
static int second_pass(struct tree *tree, int depth);
static int first_pass(struct tree *tree, int depth)
{
	if (!tree || depth > 10)
		return 0;
	return second_pass(tree->left, depth + 1);
}
static int second_pass(struct tree *tree, int depth)
{
	if (!tree)
		return depth;
	tree->value = depth;
	return first_pass(tree->right, depth + 1);
}
int start_passes(struct tree *tree)
{
	return first_pass(tree, 0);
}
