/* Functions for any file that may be a terminal: its kind, its size, and writing to it. */
#include "CTerminal.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

terminal_kind terminal_kind_of(int file)
{
    const char *name = getenv("TERM");
    if (!isatty(file)) {
        return TERMINAL_NONE;
    }
    if (name == NULL || *name == '\0') {
        return TERMINAL_UNNAMED;
    }
    return strcmp(name, "dumb") == 0 ? TERMINAL_DUMB : TERMINAL_CAPABLE;
}

bool terminal_size(int file, int *columns, int *rows)
{
    struct winsize size;
    if (ioctl(file, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
        return false;
    }
    *columns = size.ws_col;
    *rows = size.ws_row;
    return true;
}

bool terminal_write(int file, const void *bytes, size_t size)
{
    const char *next = bytes;
    while (size > 0) {
        ssize_t written = write(file, next, size);
        if (written < 0 && errno == EAGAIN) {
            struct pollfd wait = { file, POLLOUT, 0 };
            poll(&wait, 1, -1);
        } else if (written < 0 && errno != EINTR) {
            return false;
        } else if (written > 0) {
            next += written;
            size -= (size_t)written;
        }
    }
    return true;
}

long terminal_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}
