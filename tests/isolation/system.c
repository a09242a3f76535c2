/* See system.h. */
#include "system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <locale.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static FILE *kept_stream;
static FILE *log_stream;
static char stream_buffer[BUFSIZ];
static char random_state[64];
static char pair[32];
static unsigned small_seed = 5;
static volatile sig_atomic_t signals_seen;
static int pipe_ends[2] = { -1, -1 };

__attribute__((constructor)) static void construct(void)
{
	log_stream = fopen("/tmp/system.log", "w+");
	if (log_stream)
		fputs("started\n", log_stream);
	srand48(99);
	srandom(17);
	setlocale(LC_ALL, "");
	umask(027);
	system_write("/tmp/made-by-constructor", "here");
}

int system_set_errno(int number)
{
	errno = number;
	return -1;
}

int system_errno(void)
{
	return errno;
}

const char *system_error_text(int number)
{
	char *text = strerror(number + 1000);
	const char *copy = strdup(text);
	text[0] = 'X';
	return copy;
}

const char *system_locale(const char *name)
{
	setlocale(LC_ALL, name);
	return setlocale(LC_ALL, NULL);
}

int system_decimal(void)
{
	char text[32];
	snprintf(text, sizeof text, "%.2f", 1.5);
	return text[1] + (int)MB_CUR_MAX * 1000;
}

const char *system_getenv(const char *name)
{
	return getenv(name);
}

int system_setenv(const char *name, const char *value)
{
	return setenv(name, value, 1);
}

int system_unsetenv(const char *name)
{
	return unsetenv(name);
}

int system_putenv(int number)
{
	int had_one = getenv("PAIR") != NULL;
	strcpy(pair, "PAIR=unset");
	putenv(pair);
	snprintf(pair, sizeof pair, "PAIR=%d", number);
	return had_one * 100 + (int)strlen(getenv("PAIR"));
}

int system_clear_environ(void)
{
	static char *none[] = { NULL };
	int count = system_count_environ();
	if (environ && environ[0])
		environ[0][0] = 'Z';
	environ = none;
	return count;
}

int system_count_environ(void)
{
	int count = 0;
	unsigned sum = 0;
	for (char **at = environ; at && *at; at++, count++)
		for (const char *letter = *at; *letter; letter++)
			sum = sum * 31 + (unsigned char)*letter;
	return count * 10000 + (int)(sum % 10000);
}

int system_rand(void)
{
	return rand();
}

void system_srand(unsigned seed)
{
	srand(seed);
}

long system_random(void)
{
	return random();
}

void system_srandom(unsigned seed)
{
	srandom(seed);
}

int system_initstate(unsigned seed)
{
	initstate(seed, random_state, sizeof random_state);
	return (int)random();
}

double system_drand48(void)
{
	return drand48();
}

long system_lrand48(void)
{
	return lrand48();
}

void system_srand48(long seed)
{
	srand48(seed);
}

int system_rand_r(void)
{
	return rand_r(&small_seed);
}

const char *system_token(const char *text)
{
	static char copy[64];
	if (*text) {
		snprintf(copy, sizeof copy, "%s", text);
		return strtok(copy, " ,=&/");
	}
	return strtok(NULL, " ,=&/");
}

int system_multibyte(int byte)
{
	char text = (char)byte;
	wchar_t wide = 0;
	int length = mbtowc(&wide, &text, 1);
	return length * 1000 + (int)wide;
}

const char *system_signal_name(int number)
{
	return strsignal(number);
}

long system_time(void)
{
	return (long)time(NULL);
}

int system_clock(void)
{
	struct timespec now = { 0, 0 };
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int)(now.tv_sec % 1000 * 1000000 + now.tv_nsec / 1000);
}

int system_sleep(int milliseconds)
{
	struct timespec length = { 0, (milliseconds & 0xff) * 1000000L };
	return nanosleep(&length, NULL);
}

const char *system_date(int days)
{
	time_t when = days * 86400L;
	struct tm *date = gmtime(&when);
	if (!date)
		return "none";
	char *text = asctime(date);
	const char *copy = strdup(text);
	memset(text, 'x', 3);
	date->tm_year = 7;
	return copy;
}

int system_zone(const char *name)
{
	setenv("TZ", name, 1);
	tzset();
	return (int)timezone;
}

static int size_of(const char *name)
{
	struct stat status;
	if (stat(name, &status) != 0)
		return -errno;
	return (int)status.st_size * 1000 + (int)(status.st_mode & 0777);
}

static int put(const char *name, const char *mode, const char *text)
{
	FILE *stream = fopen(name, mode);
	if (!stream)
		return -errno;
	fputs(text, stream);
	fclose(stream);
	return size_of(name);
}

int system_write(const char *name, const char *text)
{
	return put(name, "w", text);
}

int system_append(const char *name, const char *text)
{
	return put(name, "a", text);
}

int system_read(const char *name)
{
	FILE *stream = fopen(name, "r");
	unsigned sum = 0;
	if (!stream)
		return -1;
	for (int byte; (byte = getc(stream)) != EOF;)
		sum = sum * 3 + (unsigned)byte;
	return (int)sum; /* and the stream is never closed */
}

int system_read_large(const char *name)
{
	char room[300000];
	FILE *stream = fopen(name, "r");
	if (!stream)
		return -errno;
	size_t length = fread(room, 1, sizeof room, stream);
	int first = length ? room[0] * 1000 + (int)length : 0;
	fclose(stream);
	return first;
}

int system_remove(const char *name)
{
	return unlink(name) == 0 ? 0 : -errno;
}

int system_rename(const char *from, const char *to)
{
	return rename(from, to) == 0 ? 0 : -errno;
}

int system_list(void)
{
	DIR *directory = opendir(".");
	int sum = 0;
	if (!directory)
		return -1;
	for (const struct dirent *entry; (entry = readdir(directory));)
		sum += 100 + entry->d_name[0];
	closedir(directory);
	return sum;
}

int system_make_directory(const char *name)
{
	return mkdir(name, 0777) == 0 ? size_of(name) : -errno;
}

int system_change_directory(const char *name)
{
	return chdir(name) == 0 ? 0 : -errno;
}

int system_where(void)
{
	char name[256];
	unsigned sum = 0;
	if (!getcwd(name, sizeof name))
		return -errno;
	for (const char *letter = name; *letter; letter++)
		sum = sum * 5 + (unsigned char)*letter;
	return (int)sum;
}

int system_mask(int mask)
{
	return (int)umask((mode_t)mask & 0777);
}

int system_open(const char *name)
{
	return open(name, O_RDWR | O_CREAT, 0666);
}

int system_close(int descriptor)
{
	return close(descriptor) == 0 ? 0 : -errno;
}

int system_temporary(void)
{
	char name[] = "/tmp/system-XXXXXX";
	int descriptor = mkstemp(name);
	unsigned sum = (unsigned)descriptor;
	for (const char *letter = name; *letter; letter++)
		sum = sum * 7 + (unsigned char)*letter;
	return (int)sum;
}

int system_keep_open(const char *name)
{
	if (!kept_stream)
		kept_stream = fopen(name, "a+");
	return kept_stream ? (int)ftell(kept_stream) : -1;
}

int system_write_kept(const char *text)
{
	if (!kept_stream)
		return -1;
	fputs(text, kept_stream);
	return (int)ftell(kept_stream);
}

int system_close_kept(void)
{
	return kept_stream ? fclose(kept_stream) : -1;
}

int system_log(const char *text)
{
	if (!log_stream)
		return -1;
	fprintf(log_stream, "%s;", text);
	return (int)ftell(log_stream);
}

int system_pipe(int number)
{
	char byte = (char)number;
	char read_back = 0;
	if (pipe_ends[0] < 0 && pipe(pipe_ends) != 0)
		return -errno;
	if (write(pipe_ends[1], &byte, 1) != 1)
		return -errno;
	if (number & 1 && read(pipe_ends[0], &read_back, 1) != 1)
		return -errno;
	return read_back + pipe_ends[0] * 1000;
}

int system_print(const char *text)
{
	return printf("<%s", text);
}

int system_buffer(int mode)
{
	static const int modes[] = { _IOFBF, _IOLBF, _IONBF };
	return setvbuf(stdout, stream_buffer, modes[(unsigned)mode % 3], sizeof stream_buffer);
}

int system_flush(void)
{
	return fflush(stdout);
}

int system_close_output(void)
{
	return fclose(stdout);
}

int system_input(void)
{
	return getchar();
}

int system_unget(int byte)
{
	return ungetc(byte & 0xff, stdin);
}

int system_error(const char *text)
{
	return fprintf(stderr, "%s!", text);
}

int system_options(const char *text, int count)
{
	static char words[128];
	static char *argv[8];
	int argc = 1;
	int sum = 0;
	argv[0] = words;
	snprintf(words, sizeof words, "name -a -bvalue -c %s rest", text);
	for (char *at = words; *at && argc < 7; at++) {
		if (*at == ' ') {
			*at = '\0';
			argv[argc++] = at + 1;
		}
	}
	argv[argc] = NULL;
	for (int i = 0; i < (count & 3); i++)
		sum = sum * 128 + (getopt(argc, argv, "ab:c") & 0x7f);
	return sum + (optarg ? optarg[0] : 0);
}

int system_option_index(void)
{
	return optind * 1000 + optopt;
}

static void see(int number)
{
	signals_seen += number;
}

int system_handle(int number)
{
	(void)number;
	return signal(SIGUSR1, see) != SIG_DFL;
}

int system_raise(int number)
{
	if (number > 3)
		raise(number & 1 ? SIGUSR1 : SIGUSR2);
	return signals_seen;
}

int system_block(int number)
{
	sigset_t set, before;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	sigprocmask(number & 1 ? SIG_BLOCK : SIG_UNBLOCK, &set, &before);
	return sigismember(&before, SIGUSR2);
}

int system_alarm(int seconds)
{
	return (int)alarm(1000 + (unsigned)(seconds & 0xff));
}

int system_search(const char *key, int value)
{
	static int is_made;
	ENTRY item = { strdup(key), (void *)(long)value };
	ENTRY *found;
	if (!is_made)
		is_made = hcreate(32);
	found = hsearch(item, ENTER);
	return found ? (int)(long)found->data : -1;
}

static void write_at_exit(void)
{
	system_append("/tmp/at-exit", "x");
	printf("(%d)", size_of("/tmp/at-exit"));
}

int system_exit_handler(void)
{
	return atexit(write_at_exit);
}

int system_limit(int number)
{
	struct rlimit limit = { 0, 0 };
	getrlimit(RLIMIT_NOFILE, &limit);
	int before = (int)limit.rlim_cur;
	limit.rlim_cur = 10 + (rlim_t)(number & 0xff);
	setrlimit(RLIMIT_NOFILE, &limit);
	return before;
}
