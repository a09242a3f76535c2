int clamp(int value, int least, int most);
int clamp_calls(void);
