#include "purse.h"
bool harrier_invariant_prse(const purse *purse) { return purse_total(purse) < 1000; }
