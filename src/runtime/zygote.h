/* The process that has the unit loaded and makes workers of itself. */
#ifndef HR_RUNTIME_ZYGOTE_H
#define HR_RUNTIME_ZYGOTE_H

/* Maps everything, raises the fence (all layers but those in `without`, see fence/fence.h), loads the unit, says hello over the socket and serves
 * requests until the socket ends. From the fence on the process can end by hr_system_exit only. Returns the exit status: 0, or 1 when
 * the unit could not be loaded (the hello says why). In a worker, which is a child of this process, it never returns. */
int hr_zygote_serve(const char *unit, int socket, unsigned without);

#endif
