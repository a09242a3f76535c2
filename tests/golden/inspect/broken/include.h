#include "notes_config.h"

int notes_tabs(int width);
