#include "purse.h"
bool harrier_pre_purse_pay(unsigned amount) { return amount < 100; }
