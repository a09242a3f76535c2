#include "purse.h"
bool harrier_invariant_purse(const purse *purse) { return purse_totl(purse) < 1000 }
