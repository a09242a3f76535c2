#include "purse.h"
bool harrier_pre_purse_pai(purse *purse, unsigned amount) { return purse && amount < 100; }
