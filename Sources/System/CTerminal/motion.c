/*
 * Motion on standard output. While rows move, the signals that end or stop the process are blocked, until all rows are
 * at their final lines. `abort` ends the process anyway, but the cursor and automatic wrap are restored first.
 */
#include "CTerminal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <time.h>
#include <unistd.h>

static sigset_t blocked_signals(void)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP };
    sigset_t set;
    sigemptyset(&set);
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index += 1) {
        sigaddset(&set, signals[index]);
    }
    return set;
}

bool terminal_motion_size(int *columns, int *rows)
{
    return terminal_kind_of(STDOUT_FILENO) == TERMINAL_CAPABLE && terminal_size(STDOUT_FILENO, columns, rows)
        && *rows > 0;
}

bool terminal_motion_is_within_line(void)
{
    return __fpending(stdout) > 0;
}

static struct sigaction abort_action; /* the action that the program had set for SIGABRT */

static void handle_abort(int number)
{
    static const char sequence[] = "\033[?2026l\033[?7h\033[0m\033[?25h";
    terminal_write(STDOUT_FILENO, sequence, sizeof sequence - 1);
    sigaction(SIGABRT, &abort_action, NULL);
    raise(number); /* the signal is blocked until this handler returns */
}

/*
 * Blocks the signals in the calling thread: that is what sigprocmask does on Linux. (Before glibc 2.32, pthread_sigmask
 * is in a library of its own.)
 */
sigset_t terminal_motion_begin(void)
{
    struct sigaction action = { .sa_handler = handle_abort };
    sigset_t set = blocked_signals(), before;
    sigprocmask(SIG_BLOCK, &set, &before);
    sigaction(SIGABRT, &action, &abort_action);
    return before;
}

void terminal_motion_end(sigset_t before)
{
    sigaction(SIGABRT, &abort_action, NULL);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

bool terminal_motion_sleep(long milliseconds, sigset_t before)
{
    struct timespec time = { milliseconds / 1000, milliseconds % 1000 * 1000000 };
    sigset_t set = blocked_signals(), pending;
    nanosleep(&time, NULL);
    sigpending(&pending);
    for (int number = 1; number < NSIG; number += 1) {
        if (sigismember(&set, number) == 1 && sigismember(&pending, number) == 1 && sigismember(&before, number) == 0) {
            return true;
        }
    }
    return false;
}
