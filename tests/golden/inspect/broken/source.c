#include "../notes.h"

int notes_lost(int id)
{
	return identity;
}
