#include "log.h"
int harrier_pre_log_line(const char *format) { return format != 0; }
