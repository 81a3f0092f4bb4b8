/*
 * The terminal of the process as a full screen. It is left by `terminal_screen_close`, and also if the process ends by exit or by
 * a signal. This is C because Swift code is not safe in a signal handler.
 */
#include "CTerminal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

static const int handled_signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH };
enum { SIGNAL_COUNT = sizeof handled_signals / sizeof *handled_signals };

static struct {
    volatile sig_atomic_t is_open;
    volatile sig_atomic_t is_interrupted;
    volatile sig_atomic_t is_resumed;
    struct termios before;
    struct termios raw;
    struct sigaction actions[SIGNAL_COUNT]; /* what the program had for each handled signal */
} screen;

/*
 * Entering: the alternate screen, no cursor, no automatic wrap (a line that is wider than it was measured must not
 * continue on the next one), reports of mouse buttons in SGR form. Leaving undoes each of these, and ends a synchronized update.
 */
static const char enter_sequence[] = "\033[?1049h\033[?25l\033[?7l\033[?1000h\033[?1006h";
static const char leave_sequence[] = "\033[?2026l\033[?1006l\033[?1000l\033[?7h\033[0m\033[?25h\033[?1049l";

/* Safe in a signal handler. */
static void leave_screen(void)
{
    if (screen.is_open) {
        terminal_write(leave_sequence, sizeof leave_sequence - 1);
        tcsetattr(STDOUT_FILENO, TCSAFLUSH, &screen.before);
        screen.is_open = 0; /* last, because a signal before this line must leave the screen too */
    }
}

static bool enter_screen(void)
{
    screen.is_open = 1;
    return tcsetattr(STDOUT_FILENO, TCSAFLUSH, &screen.raw) == 0 && terminal_write(enter_sequence, sizeof enter_sequence - 1);
}

/* Lets a signal end or stop the process, as it would without the screen. */
static void raise_default(int number)
{
    sigset_t set;
    leave_screen();
    signal(number, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
}

/* Stops the process with the screen left, and enters the screen again when the process continues. */
static void stop(const struct sigaction *own)
{
    struct sigaction action;
    sigaction(SIGTSTP, NULL, &action);
    if (own->sa_handler == SIG_DFL || (own->sa_flags & SA_SIGINFO)) {
        raise_default(SIGTSTP);
    } else {
        leave_screen();
        own->sa_handler(SIGTSTP);
    }
    sigaction(SIGTSTP, &action, NULL);
    enter_screen();
    screen.is_resumed = 1;
}

/*
 * A program that handles a signal itself still receives it, and the waiting read then ends, so that the program can react.
 * If the program does not get that far, a second signal ends the process. There are two exceptions: the program's handler of
 * SIGWINCH is not called, and instead of a handler with SA_SIGINFO, which takes more arguments, the default action is taken.
 */
static void handle(int number)
{
    int error = errno;
    int index = 0;
    if (number == SIGWINCH) {
        return; /* it only has to interrupt the wait */
    }
    while (handled_signals[index] != number) {
        index += 1;
    }
    struct sigaction *own = &screen.actions[index];
    if (own->sa_handler == SIG_IGN) {
        return;
    }
    if (number == SIGTSTP && screen.is_open) {
        stop(own);
    } else if (own->sa_handler == SIG_DFL || screen.is_interrupted || (own->sa_flags & SA_SIGINFO)) {
        raise_default(number);
    } else {
        struct sigaction ours;
        screen.is_interrupted = 1;
        sigaction(number, NULL, &ours);
        own->sa_handler(number);
        sigaction(number, &ours, NULL); /* the handler may have installed another one */
    }
    errno = error;
}

void terminal_screen_close(void)
{
    if (screen.is_open) {
        leave_screen();
        for (int index = 0; index < SIGNAL_COUNT; index += 1) {
            sigaction(handled_signals[index], &screen.actions[index], NULL);
        }
    }
}

const char *terminal_screen_obstacle(void)
{
    if (screen.is_open) {
        return "the terminal is in use";
    }
    if (terminal_kind_of(STDIN_FILENO) == TERMINAL_NONE || terminal_kind_of(STDOUT_FILENO) == TERMINAL_NONE) {
        return "standard input and output must be a terminal";
    }
    if (terminal_kind_of(STDOUT_FILENO) != TERMINAL_CAPABLE) {
        return "the terminal is dumb (TERM says so): it has no full screen";
    }
    return NULL;
}

const char *terminal_screen_open(void)
{
    static bool is_registered;
    const char *obstacle = terminal_screen_obstacle();
    struct sigaction action;
    if (obstacle != NULL) {
        return obstacle;
    }
    if (tcgetattr(STDOUT_FILENO, &screen.before) != 0) {
        return "the terminal does not tell its settings";
    }
    if (!is_registered && atexit(leave_screen) == 0) {
        is_registered = true;
    }
    fflush(stdout);
    screen.raw = screen.before;
    screen.raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | ISTRIP | IXON);
    screen.raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN); /* ISIG stays: ^C also interrupts a callback that does not end */
    screen.raw.c_cc[VMIN] = 1;
    screen.raw.c_cc[VTIME] = 0;
    screen.is_interrupted = 0;
    screen.is_resumed = 0;
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < SIGNAL_COUNT; index += 1) {
        sigaction(handled_signals[index], &action, &screen.actions[index]);
    }
    if (!enter_screen()) {
        terminal_screen_close();
        return "the terminal does not take its settings";
    }
    return NULL;
}

long terminal_screen_read(void *buffer, size_t size, long milliseconds)
{
    struct timespec time = { milliseconds / 1000, milliseconds % 1000 * 1000000 };
    sigset_t blocked, before;
    fd_set set;
    int ready;
    ssize_t count;
    /* The signals are blocked except during pselect, because one that arrived just before the wait would not interrupt it. */
    sigemptyset(&blocked);
    for (int index = 0; index < SIGNAL_COUNT; index += 1) {
        sigaddset(&blocked, handled_signals[index]);
    }
    sigprocmask(SIG_BLOCK, &blocked, &before);
    FD_ZERO(&set);
    FD_SET(STDIN_FILENO, &set);
    ready = screen.is_interrupted || screen.is_resumed ? 0 : pselect(STDIN_FILENO + 1, &set, NULL, NULL, milliseconds < 0 ? NULL : &time, &before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (screen.is_interrupted) {
        return TERMINAL_READ_END;
    }
    if (screen.is_resumed) {
        screen.is_resumed = 0;
        return TERMINAL_READ_RESUMED;
    }
    if (ready <= 0) {
        return TERMINAL_READ_NOTHING;
    }
    count = read(STDIN_FILENO, buffer, size);
    if (count > 0) {
        return count;
    }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? TERMINAL_READ_NOTHING : TERMINAL_READ_END;
}

void terminal_screen_size(int *columns, int *rows)
{
    if (!terminal_size(STDOUT_FILENO, columns, rows) || *rows == 0) {
        *columns = 80;
        *rows = 24;
    }
}
