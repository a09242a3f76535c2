/* State that a library has in libc and beyond: environment, locale, random numbers, time, files, streams, descriptors, directories, signals,
 * options. Each function tells something that it would tell differently had another sequence run before. */
#ifndef SYSTEM_H
#define SYSTEM_H

/* errno */
int system_set_errno(int number);
int system_errno(void);
const char *system_error_text(int number);

/* locale, environment */
const char *system_locale(const char *name); /* sets it; what it is then */
int system_decimal(void);
const char *system_getenv(const char *name);
int system_setenv(const char *name, const char *value);
int system_unsetenv(const char *name);
int system_putenv(int number);  /* a static buffer, changed afterwards */
int system_clear_environ(void); /* writes to environ itself */
int system_count_environ(void);

/* random numbers */
int system_rand(void);
void system_srand(unsigned seed);
long system_random(void);
void system_srandom(unsigned seed);
int system_initstate(unsigned seed); /* random() uses a static buffer from here on */
double system_drand48(void);
long system_lrand48(void);
void system_srand48(long seed);
int system_rand_r(void); /* with a static seed */

/* text */
const char *system_token(const char *text); /* strtok; "" goes on in the text before */
int system_multibyte(int byte);             /* mbtowc, one byte a call */
const char *system_signal_name(int number);

/* time */
long system_time(void);
int system_clock(void);
int system_sleep(int milliseconds);
const char *system_date(int days); /* in a static buffer of libc, which is changed */
int system_zone(const char *name);

/* files */
int system_write(const char *name, const char *text); /* size of the file afterwards */
int system_append(const char *name, const char *text);
int system_read(const char *name);       /* sum of its bytes, -1: none */
int system_read_large(const char *name); /* into a local variable that nobody touched yet */
int system_remove(const char *name);
int system_rename(const char *from, const char *to);
int system_list(void); /* files in the working directory */
int system_make_directory(const char *name);
int system_change_directory(const char *name);
int system_where(void);            /* a sum over the name of the working directory */
int system_mask(int mask);         /* what it was */
int system_open(const char *name); /* a descriptor that stays open */
int system_close(int descriptor);
int system_temporary(void);              /* the number in the name of a temporary file */
int system_keep_open(const char *name);  /* a stream in a static variable; its position */
int system_write_kept(const char *text); /* its position; not flushed */
int system_close_kept(void);
int system_log(const char *text); /* a stream that a constructor opened; its position */
int system_pipe(int number);      /* writes to a pipe that stays open; what was in it */

/* standard streams */
int system_print(const char *text); /* without an end of line */
int system_buffer(int mode);        /* setvbuf with a static buffer */
int system_flush(void);
int system_close_output(void);
int system_input(void); /* the next byte, -1: none */
int system_unget(int byte);
int system_error(const char *text);

/* options */
int system_options(const char *text, int count); /* so many options of the words of a text; goes on the next time */
int system_option_index(void);

/* signals */
int system_handle(int number); /* whether it was handled before */
int system_raise(int number);  /* how many the handler saw */
int system_block(int number);  /* whether it was blocked before */
int system_alarm(int seconds); /* what was left of the last one */

/* tables in libc */
int system_search(const char *key, int value); /* hsearch: the value that is there */
int system_exit_handler(void);
int system_limit(int number); /* what the limit of open files was */

#endif
