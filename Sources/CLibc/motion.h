// The terminal that is standard output while rows move on it: signals that end or stop the process wait until all is in place.
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static inline sigset_t diffable_motion_signals(void)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP };
    sigset_t set;
    sigemptyset(&set);
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index += 1) {
        sigaddset(&set, signals[index]);
    }
    return set;
}

// Returns what signals waited before.
static inline sigset_t diffable_motion_hold_signals(void)
{
    sigset_t set = diffable_motion_signals(), before;
    pthread_sigmask(SIG_BLOCK, &set, &before);
    return before;
}

static inline void diffable_motion_release_signals(sigset_t before)
{
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

// Sleeps; returns whether a signal came that did not wait before.
static inline bool diffable_motion_sleep(long milliseconds, sigset_t before)
{
    struct timespec time = { milliseconds / 1000, milliseconds % 1000 * 1000000 };
    sigset_t set = diffable_motion_signals(), pending;
    nanosleep(&time, NULL);
    sigpending(&pending);
    for (int number = 1; number < NSIG; number += 1) {
        if (sigismember(&set, number) == 1 && sigismember(&pending, number) == 1 && sigismember(&before, number) == 0) {
            return true;
        }
    }
    return false;
}

// The size of the terminal; false where there is none, or a dumb one, or one that does not say.
static inline bool diffable_motion_size(int *columns, int *rows)
{
    const char *type = getenv("TERM");
    struct winsize size;
    if (type == NULL || *type == '\0' || strcmp(type, "dumb") == 0 || !isatty(STDOUT_FILENO)
        || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) {
        return false;
    }
    *columns = size.ws_col;
    *rows = size.ws_row;
    return size.ws_col > 0 && size.ws_row > 0;
}

// Whether something was printed that does not end a line, as far as stdio knows.
static inline bool diffable_motion_is_within_line(void) { return __fpending(stdout) > 0; }
