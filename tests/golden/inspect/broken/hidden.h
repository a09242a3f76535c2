#ifdef NOTES_PRIVATE
int notes_private(void);
#endif
