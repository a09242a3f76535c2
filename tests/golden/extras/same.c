#include "purse.h"
bool harrier_same_purse(const purse *a, unsigned total) { return purse_total(a) == total; }
