long notes_read(int id);
