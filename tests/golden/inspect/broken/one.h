int notes_read(char *buffer, int size);
