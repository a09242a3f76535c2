/* Ending: exit and its kin, exit handlers, abort, assertions.
 *
 * Nothing here ends the worker. exit leaves the unit with HR_WIRE_EXIT; the handlers that the unit registered are kept and run later by
 * the interpreter (hr_gate_run_atexit), as far as that way of ending runs them: _exit forgets them, quick_exit runs its own. */
#include "runtime/gate_process_internal.h"

#include <signal.h>
#include <string.h>

enum handler_kind { PLAIN, WITH_ARGUMENT, WITH_STATUS };

struct handler {
	enum handler_kind kind;
	union {
		void (*plain)(void);
		void (*with_argument)(void *);
		void (*with_status)(int, void *);
	} call;
	void *argument;
};

enum { MOST_HANDLERS = 64 };

struct handler_list {
	uint32_t count;
	struct handler handlers[MOST_HANDLERS];
};

static struct {
	struct handler_list at_exit;
	struct handler_list at_quick_exit;
	int code;
} ending;
HR_GATE_STATE(ending);

static int add(struct handler_list *list, struct handler handler)
{
	HR_GATE_TOUCH(ending);
	if (list->count == MOST_HANDLERS)
		return -1;
	list->handlers[list->count++] = handler;
	return 0;
}

int hr_gate_atexit(void (*function)(void))
{
	return add(&ending.at_exit, (struct handler){ PLAIN, { .plain = function }, NULL });
}

int hr_gate_at_quick_exit(void (*function)(void))
{
	return add(&ending.at_quick_exit, (struct handler){ PLAIN, { .plain = function }, NULL });
}

int hr_gate_on_exit(void (*function)(int, void *), void *argument)
{
	return add(&ending.at_exit, (struct handler){ WITH_STATUS, { .with_status = function }, argument });
}

int hr_gate___cxa_atexit(void (*function)(void *), void *argument, void *object)
{
	(void)object;
	return add(&ending.at_exit, (struct handler){ WITH_ARGUMENT, { .with_argument = function }, argument });
}

int hr_gate___cxa_thread_atexit_impl(void (*function)(void *), void *argument, void *object)
{
	return hr_gate___cxa_atexit(function, argument, object);
}

uint32_t hr_gate_atexit_count(void)
{
	return ending.at_exit.count;
}

/* The last one first; a handler may register more. */
static void run_handlers(void **arguments, void *result)
{
	(void)arguments;
	(void)result;
	HR_GATE_TOUCH(ending);
	while (ending.at_exit.count > 0) {
		const struct handler handler = ending.at_exit.handlers[--ending.at_exit.count];
		if (handler.kind == PLAIN)
			handler.call.plain();
		else if (handler.kind == WITH_ARGUMENT)
			handler.call.with_argument(handler.argument);
		else
			handler.call.with_status(ending.code, handler.argument);
	}
}

void hr_gate_run_atexit(void)
{
	if (ending.at_exit.count == 0)
		return;
	if (hr_runtime.inside)
		run_handlers(NULL, NULL);
	else
		hr_switch_call(run_handlers, NULL, NULL);
}

void hr_gate_leave_with_code(const struct hr_gate_site *site, int code)
{
	HR_GATE_TOUCH(ending);
	ending.code = code & 0xff;
	hr_fault_kind(HR_FAULT_EXIT, 0, 0, ending.code, site->function, NULL, site->pc, site->frame);
}

_Noreturn void hr_gate_exit(int code)
{
	HR_GATE_ENTER("exit");
	hr_gate_leave_with_code(site, code);
}

static _Noreturn void leave_without_handlers(const struct hr_gate_site *site, int code)
{
	HR_GATE_TOUCH(ending);
	ending.at_exit.count = 0;
	hr_gate_leave_with_code(site, code);
}

_Noreturn void hr_gate__exit(int code)
{
	HR_GATE_ENTER("_exit");
	leave_without_handlers(site, code);
}

_Noreturn void hr_gate__Exit(int code)
{
	HR_GATE_ENTER("_Exit");
	leave_without_handlers(site, code);
}

_Noreturn void hr_gate_quick_exit(int code)
{
	HR_GATE_ENTER("quick_exit");
	HR_GATE_TOUCH(ending);
	ending.at_exit = ending.at_quick_exit;
	hr_gate_leave_with_code(site, code);
}

/* A handler of the unit for SIGABRT is called first; when it returns, that changes nothing. */
_Noreturn void hr_gate_abort(void)
{
	HR_GATE_ENTER("abort");
	hr_gate_deliver(site, SIGABRT, SI_TKILL);
	hr_fault_kind(HR_FAULT_ABORT, 0, 0, SIGABRT, site->function, NULL, site->pc, site->frame);
}

_Noreturn void hr_gate___stack_chk_fail(void)
{
	HR_GATE_ENTER("__stack_chk_fail");
	hr_gate_fault(site, HR_FAULT_STACK_OVERFLOW_WRITE, 0, 0, "the stack protector's guard was overwritten");
}

_Noreturn void hr_gate___chk_fail(void)
{
	HR_GATE_ENTER("__chk_fail");
	hr_gate_fault(site, HR_FAULT_ABORT, 0, 0, "buffer overflow detected by a fortified function");
}

/* The compiler made both texts, but a call written by hand may have them from anywhere. */
static _Noreturn void fail_assertion(const struct hr_gate_site *site, const char *text, const char *file, unsigned line)
{
	if (text)
		hr_gate_string(site, text);
	if (file)
		hr_gate_string(site, file);
	hr_fault_undefined(HR_FAULT_ASSERT, file, line, 0, text, 0, site->pc, site->frame);
	__builtin_unreachable(); /* an assertion ends the sequence: hr_fault_ends */
}

_Noreturn void hr_gate___assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
	HR_GATE_ENTER("assert");
	(void)function;
	fail_assertion(site, expression, file, line);
}

_Noreturn void hr_gate___assert_perror_fail(int number, const char *file, unsigned line, const char *function)
{
	HR_GATE_ENTER("assert_perror");
	(void)function;
	const char *text = strerrordesc_np(number);
	fail_assertion(site, text ? text : "unknown error", file, line);
}

_Noreturn void hr_gate___assert(const char *expression, const char *file, int line)
{
	HR_GATE_ENTER("assert");
	fail_assertion(site, expression, file, (unsigned)line);
}
