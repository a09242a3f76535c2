#define LOG_TWICE(text) (log_line(text) + log_line(text))
int log_line(const char *format, ...);
