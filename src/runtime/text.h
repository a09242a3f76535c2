/* Messages in a bounded buffer, where printf cannot be used: in signal handlers, on the unit's stack. */
#ifndef HR_RUNTIME_TEXT_H
#define HR_RUNTIME_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* Always terminated; what does not fit is left out. */
struct hr_text {
	size_t length;
	char bytes[192];
};

__extension__ typedef unsigned __int128 hr_wide;
__extension__ typedef __int128 hr_wide_signed;

void hr_text_add(struct hr_text *text, const char *words);
/* Numbers beyond 64 bits are written in hexadecimal, as UBSan does. */
void hr_text_add_unsigned(struct hr_text *text, hr_wide number);
void hr_text_add_signed(struct hr_text *text, hr_wide_signed number);
void hr_text_add_address(struct hr_text *text, uintptr_t address); /* 0x00007fffe000, as the sanitizers write it */
void hr_text_add_float(struct hr_text *text, long double number);  /* like %Lg */

#endif
