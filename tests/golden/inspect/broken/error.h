#ifndef NOTES_SYSTEM
#error "say which system this is"
#endif

int notes_system(void);
