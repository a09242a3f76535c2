#include "purse.h"
bool harrier_check_purse(const purse *purse) { return purse_total(purse) < 1000; }
