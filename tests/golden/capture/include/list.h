const char *list_title(void);
char list_quote(void);
int queue_length(void);
