#define NOTES_TABS 8
