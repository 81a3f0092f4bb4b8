/*
 * Motion on standard output: no signal ends or stops the process before all rows are at their final lines. `abort`
 * does, and the cursor and the automatic wrap are back.
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

static struct sigaction abort_action; /* the program's */

static void handle_abort(int number)
{
    static const char sequence[] = "\033[?2026l\033[?7h\033[0m\033[?25h";
    terminal_write(STDOUT_FILENO, sequence, sizeof sequence - 1);
    sigaction(SIGABRT, &abort_action, NULL);
    raise(number); /* it is blocked until this handler returns */
}

/* Of the calling thread, as Linux does it. (pthread_sigmask is in a library of its own before glibc 2.32.) */
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
