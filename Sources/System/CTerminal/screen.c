/*
 * Shows a full screen on the terminal of the process. The terminal is restored by `terminal_screen_close`, and also if
 * the process ends by `exit` or by a signal. This is C because Swift code is not safe in a signal handler.
 */
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const int handled_signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH, SIGABRT };
enum { SIGNAL_COUNT = sizeof handled_signals / sizeof *handled_signals };

static struct {
    volatile sig_atomic_t is_open;
    volatile sig_atomic_t is_interrupted; /* whether the program received a signal that it handles itself */
    bool is_reported;                     /* whether a read has told it so */
    volatile sig_atomic_t is_resumed;
    int keys;   /* the file that keys are read from */
    int file;   /* the file that is drawn on: a descriptor of its own, because standard output may be held */
    int height; /* the number of lines of the screen, from the line of the cursor on; 0 for all lines of the terminal */
    int watched; /* another file whose input is waited for, or -1 */
    struct termios before;
    struct termios raw;
    struct sigaction actions[SIGNAL_COUNT]; /* the program's own action for each handled signal */
} screen;

/*
 * Entering selects the alternate screen, hides the cursor, turns off automatic wrap (a line that is wider than was
 * measured must not continue on the next one), and turns on reports of mouse buttons in SGR form and marks around
 * pasted text. Leaving undoes each of these, and ends a synchronized update.
 */
static const char enter_sequence[] = "\033[?1049h\033[?25l\033[?7l\033[?1000h\033[?1002h\033[?1006h\033[?2004h";
static const char leave_sequence[] =
    "\033[?2026l\033[?2004l\033[?1006l\033[?1002l\033[?1000l\033[?7h\033[0m\033[?25h\033[?1049l";

/*
 * The same for a screen of some lines from the cursor on. Entering saves the position of its first line in the
 * terminal, and all cursor movements begin by restoring it. Leaving clears the lines. The mouse is not reported,
 * because its positions are those of the terminal, and the first line of the screen may be anywhere on it.
 */
static const char enter_lines_sequence[] = "\0337\033[?25l\033[?7l\033[?2004h";
static const char leave_lines_sequence[] = "\033[?2026l\033[?2004l\033[?7h\033[0m\033[?25h\0338\033[J";

/* Safe in a signal handler. */
static void leave_screen(void)
{
    if (screen.is_open) {
        if (screen.height > 0) {
            terminal_write(screen.file, leave_lines_sequence, sizeof leave_lines_sequence - 1);
        } else {
            terminal_write(screen.file, leave_sequence, sizeof leave_sequence - 1);
        }
        tcsetattr(screen.file, TCSAFLUSH, &screen.before);
        screen.is_open = 0; /* last, because a signal before this line must leave the screen too */
    }
}

/* Leaves the screen at the end of the process, and writes the output that was held. */
static void leave_for_good(void)
{
    leave_screen();
    terminal_release_output();
}

/*
 * Enters a screen of some lines. Scrolls the terminal first if there are not enough lines below the cursor. Safe in a
 * signal handler.
 */
static bool enter_lines(void)
{
    if (!terminal_write(screen.file, "\r", 1)) {
        return false;
    }
    for (int line = 1; line < screen.height; line += 1) {
        terminal_write(screen.file, "\n", 1);
    }
    for (int line = 1; line < screen.height; line += 1) {
        terminal_write(screen.file, "\033[A", 3);
    }
    return terminal_write(screen.file, enter_lines_sequence, sizeof enter_lines_sequence - 1);
}

static bool enter_screen(void)
{
    screen.is_open = 1;
    if (screen.height > 0) {
        return tcsetattr(screen.file, TCSAFLUSH, &screen.raw) == 0 && enter_lines();
    }
    return tcsetattr(screen.file, TCSAFLUSH, &screen.raw) == 0
        && terminal_write(screen.file, enter_sequence, sizeof enter_sequence - 1);
}

/* Lets a signal end or stop the process, as it would without the screen. */
static void raise_default(int number)
{
    sigset_t set;
    if (number == SIGTSTP) {
        leave_screen();
    } else {
        leave_for_good();
    }
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
 * A program that handles a signal itself still receives it, and the waiting read then ends, so that the program can
 * close the screen. A second signal ends the process, unless the program has closed the screen or read again before.
 * There are two exceptions: the program's handler of SIGWINCH is not called, and instead of a handler with SA_SIGINFO,
 * which takes more arguments, the default action is taken.
 *
 * `abort` ends the process whatever a handler of SIGABRT does, so the screen is left for good before the program's
 * handler runs.
 */
static void handle(int number)
{
    int error = errno;
    int index = 0;
    if (number == SIGWINCH) {
        return; /* the signal only has to interrupt the wait */
    }
    while (handled_signals[index] != number) {
        index += 1;
    }
    struct sigaction *own = &screen.actions[index];
    if (number == SIGABRT) {
        leave_for_good();
        sigaction(SIGABRT, own, NULL);
        raise(SIGABRT); /* it is blocked until this handler returns */
        return;
    }
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

static void close_files(void)
{
    close(screen.file);
}

void terminal_screen_close(void)
{
    if (screen.is_open) {
        leave_screen();
        for (int index = 0; index < SIGNAL_COUNT; index += 1) {
            sigaction(handled_signals[index], &screen.actions[index], NULL);
        }
        fflush(stdout);
        terminal_release_output();
        close_files();
    }
}

/*
 * Reads the settings of a terminal into `screen.before`. Returns why the terminal cannot show a full screen, or NULL if
 * it can.
 */
static const char *read_settings(int file)
{
    if (tcgetattr(file, &screen.before) != 0) {
        return "the terminal does not tell its settings";
    }
    switch (terminal_kind_of(file)) {
    case TERMINAL_CAPABLE: return NULL;
    case TERMINAL_UNNAMED: return "TERM is not set: set it to the type of the terminal, such as xterm-256color";
    default: return "the terminal is dumb (TERM says so): it has no full screen";
    }
}

bool terminal_screen_is_available(void)
{
    return !screen.is_open && isatty(STDIN_FILENO) && terminal_kind_of(STDOUT_FILENO) == TERMINAL_CAPABLE;
}

/*
 * Opens the files of the screen. If standard input or output is not a terminal, as in a pipeline or in $( ), a list is
 * shown on /dev/tty.
 */
static const char *open_files(void)
{
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        screen.keys = STDIN_FILENO;
        screen.file = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
        return screen.file < 0 ? "too many files are open" : NULL;
    }
    screen.keys = screen.file = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    return screen.file < 0 ? "standard input and output are no terminal, and the process has no other (/dev/tty)"
                           : NULL;
}

const char *terminal_screen_open(int height)
{
    static bool is_registered;
    struct sigaction action;
    if (screen.is_open) {
        return "the terminal is in use";
    }
    const char *reason = open_files();
    if (reason != NULL) {
        return reason;
    }
    if ((reason = read_settings(screen.file)) != NULL) {
        close_files();
        return reason;
    }
    if (!is_registered && atexit(leave_for_good) == 0) {
        is_registered = true;
    }
    fflush(stdout);
    screen.height = 0;
    if (height != 0) {
        int columns, rows;
        terminal_screen_size(&columns, &rows);
        const int lines = height < 0 ? rows * -height / 100 : height;
        screen.height = lines < rows ? (lines < 3 ? 3 : lines) : 0;
    }
    screen.raw = screen.before;
    screen.raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | ISTRIP | IXON);
    screen.raw.c_lflag &= ~(
        tcflag_t)(ECHO | ICANON | IEXTEN); /* ISIG stays on, so that ^C also interrupts a callback that does not end */
    screen.raw.c_cc[VMIN] = 1;
    screen.raw.c_cc[VTIME] = 0;
    screen.is_interrupted = 0;
    screen.is_reported = false;
    screen.is_resumed = 0;
    screen.watched = -1;
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < SIGNAL_COUNT; index += 1) {
        sigaction(handled_signals[index], &action, &screen.actions[index]);
    }
    terminal_hold_output();
    if (!enter_screen()) {
        terminal_screen_close();
        return "the terminal does not take its settings";
    }
    return NULL;
}

long terminal_screen_read(void *buffer, size_t size, long milliseconds)
{
    struct timespec time = { milliseconds / 1000, milliseconds % 1000 * 1000000 };
    struct pollfd files[] = { { screen.keys, POLLIN, 0 }, { screen.watched, POLLIN, 0 } };
    sigset_t blocked, before;
    int ready;
    ssize_t count;
    /*
     * The signals are blocked except during ppoll, because one that arrived just before the wait would not interrupt
     * it.
     */
    sigemptyset(&blocked);
    for (int index = 0; index < SIGNAL_COUNT; index += 1) {
        sigaddset(&blocked, handled_signals[index]);
    }
    sigprocmask(SIG_BLOCK, &blocked, &before);
    if (screen.is_reported) {
        /* The program goes on after the signal. */
        screen.is_interrupted = 0;
        screen.is_reported = false;
    }
    ready = screen.is_interrupted || screen.is_resumed ? 0 : ppoll(files, 2, milliseconds < 0 ? NULL : &time, &before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (screen.is_interrupted) {
        screen.is_reported = true;
        return TERMINAL_READ_SIGNAL;
    }
    if (screen.is_resumed) {
        screen.is_resumed = 0;
        return TERMINAL_READ_RESUMED;
    }
    if (ready <= 0) {
        return TERMINAL_READ_NOTHING;
    }
    if (files[0].revents == 0) {
        return TERMINAL_READ_WATCHED;
    }
    count = read(screen.keys, buffer, size);
    if (count > 0) {
        return count;
    }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? TERMINAL_READ_NOTHING : TERMINAL_READ_END;
}

bool terminal_screen_is_part(void)
{
    return screen.height > 0;
}

int terminal_screen_descriptor(void)
{
    return screen.keys;
}

void terminal_screen_watch(int file)
{
    screen.watched = file;
}

bool terminal_screen_write(const void *bytes, size_t size)
{
    return terminal_write(screen.file, bytes, size);
}

void terminal_screen_size(int *columns, int *rows)
{
    if (!terminal_size(screen.file, columns, rows) || *rows == 0) {
        *columns = 80;
        *rows = 24;
    }
    if (screen.height > 0 && screen.height < *rows) {
        *rows = screen.height;
    }
}
