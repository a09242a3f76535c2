namespace notes {
int read(int id);
}
