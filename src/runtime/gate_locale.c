/* The locale is "C" and stays it: asking for it works, asking for another fails as on a machine that has no other. Messages are not
 * translated, other character sets not known. */
#include "runtime/gate_process_internal.h"

#include <iconv.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <nl_types.h>
#include <string.h>

HR_GATE_DATA static char c_name[] = "C";

static bool is_known(const char *name)
{
	return !*name || !strcmp(name, "C") || !strcmp(name, "POSIX");
}

char *hr_gate_setlocale(int category, const char *name)
{
	HR_GATE_ENTER("setlocale");
	if (name)
		hr_gate_string(site, name);
	if (category < 0 || category > LC_IDENTIFICATION) {
		errno = EINVAL;
		return NULL;
	}
	return !name || is_known(name) ? c_name : NULL;
}

struct lconv *hr_gate_localeconv(void)
{
	HR_GATE_DATA static char empty[] = "";
	HR_GATE_DATA static char point[] = ".";
	HR_GATE_DATA static struct lconv answer = { 0 };
	memset(&answer, 0x7f, sizeof answer); /* CHAR_MAX: not known */
	char **const texts[] = { &answer.thousands_sep,     &answer.grouping,      &answer.int_curr_symbol,
				 &answer.currency_symbol,   &answer.mon_grouping,  &answer.mon_decimal_point,
				 &answer.mon_thousands_sep, &answer.positive_sign, &answer.negative_sign };
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		*texts[i] = empty;
	answer.decimal_point = point;
	return &answer;
}

static locale_t c_locale(void)
{
	static locale_t locale;
	if (!locale)
		locale = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* libc's own constant object */
	return locale;
}

char *hr_gate_nl_langinfo(nl_item item)
{
	return nl_langinfo_l(item, c_locale());
}

char *hr_gate_nl_langinfo_l(nl_item item, locale_t locale)
{
	(void)locale;
	return nl_langinfo_l(item, c_locale());
}

/* ---- locale objects: there is one ---- */

static struct {
	locale_t used; /* by the thread; 0: the global one */
} thread_locale;
HR_GATE_STATE(thread_locale);

locale_t hr_gate_newlocale(int mask, const char *name, locale_t base)
{
	HR_GATE_ENTER("newlocale");
	(void)base;
	if (!name || (mask & ~LC_ALL_MASK && mask != 1 << LC_ALL)) {
		errno = EINVAL;
		return (locale_t)0;
	}
	hr_gate_string(site, name);
	if (is_known(name))
		return c_locale();
	errno = ENOENT;
	return (locale_t)0;
}

locale_t hr_gate_duplocale(locale_t locale)
{
	(void)locale;
	return c_locale();
}

void hr_gate_freelocale(locale_t locale)
{
	(void)locale;
}

locale_t hr_gate_uselocale(locale_t locale)
{
	const locale_t old = thread_locale.used ? thread_locale.used : LC_GLOBAL_LOCALE;
	if (locale) {
		HR_GATE_TOUCH(thread_locale);
		thread_locale.used = locale;
	}
	return old;
}

/* ---- messages ---- */

enum { LONGEST_DOMAIN = 256 };

static HR_GATE_OPEN struct {
	char domain[LONGEST_DOMAIN];
} messages = { "messages" };
HR_GATE_STATE(messages);

char *hr_gate_textdomain(const char *domain)
{
	HR_GATE_ENTER("textdomain");
	if (domain) {
		const size_t length = hr_gate_string(site, domain);
		if (length >= LONGEST_DOMAIN) {
			errno = ENOMEM;
			return NULL;
		}
		HR_GATE_TOUCH(messages);
		memcpy(messages.domain, length ? domain : "messages", length ? length + 1 : sizeof "messages");
	}
	return messages.domain;
}

/* Answers with what was asked for, as libc does; what is in force when nothing is asked is not remembered. */
char *hr_gate_bindtextdomain(const char *domain, const char *directory)
{
	HR_GATE_ENTER("bindtextdomain");
	HR_GATE_DATA static char standard[] = "/usr/share/locale";
	if (!domain || hr_gate_string(site, domain) == 0)
		return NULL;
	if (!directory)
		return standard;
	hr_gate_string(site, directory);
	return (char *)directory;
}

char *hr_gate_bind_textdomain_codeset(const char *domain, const char *codeset)
{
	HR_GATE_ENTER("bind_textdomain_codeset");
	if (!domain || hr_gate_string(site, domain) == 0)
		return NULL;
	if (codeset)
		hr_gate_string(site, codeset);
	return (char *)codeset;
}

char *hr_gate_gettext(const char *message)
{
	return (char *)message;
}

char *hr_gate_dgettext(const char *domain, const char *message)
{
	(void)domain;
	return (char *)message;
}

char *hr_gate_dcgettext(const char *domain, const char *message, int category)
{
	(void)domain;
	(void)category;
	return (char *)message;
}

HR_GATE_ALIAS(__dcgettext, dcgettext);

char *hr_gate_ngettext(const char *one, const char *many, unsigned long count)
{
	return (char *)(count == 1 ? one : many);
}

char *hr_gate_dngettext(const char *domain, const char *one, const char *many, unsigned long count)
{
	(void)domain;
	return hr_gate_ngettext(one, many, count);
}

char *hr_gate_dcngettext(const char *domain, const char *one, const char *many, unsigned long count, int category)
{
	(void)domain;
	(void)category;
	return hr_gate_ngettext(one, many, count);
}

nl_catd hr_gate_catopen(const char *name, int flag)
{
	HR_GATE_ENTER("catopen");
	(void)flag;
	hr_gate_string(site, name);
	errno = ENOENT;
	return (nl_catd)-1;
}

char *hr_gate_catgets(nl_catd catalogue, int set, int number, const char *message)
{
	(void)catalogue;
	(void)set;
	(void)number;
	return (char *)message;
}

int hr_gate_catclose(nl_catd catalogue)
{
	(void)catalogue;
	return hr_gate_fail(EBADF);
}

/* ---- character sets ---- */

iconv_t hr_gate_iconv_open(const char *to, const char *from)
{
	HR_GATE_ENTER("iconv_open");
	hr_gate_string(site, to);
	hr_gate_string(site, from);
	errno = EINVAL;
	return (iconv_t)-1;
}

size_t hr_gate_iconv(iconv_t conversion, char **from, size_t *from_left, char **to, size_t *to_left)
{
	(void)conversion;
	(void)from;
	(void)from_left;
	(void)to;
	(void)to_left;
	errno = EBADF;
	return (size_t)-1;
}

int hr_gate_iconv_close(iconv_t conversion)
{
	(void)conversion;
	return hr_gate_fail(EBADF);
}
