// The terminal of a process as a full screen: entered, and left again however the process ends. It is C because signal
// handlers are. All state is here, once for each file that uses it: use it from one.
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { DIFFABLE_TTY_SIGNALS = 6, DIFFABLE_TTY_NOTHING = 0, DIFFABLE_TTY_END = -1, DIFFABLE_TTY_RESUMED = -2 };

typedef struct diffable_tty {
    volatile sig_atomic_t is_open;
    volatile sig_atomic_t is_interrupted;
    volatile sig_atomic_t is_resumed;
    struct termios before;
    struct termios raw;
    struct sigaction actions[DIFFABLE_TTY_SIGNALS];
} diffable_tty;

static inline diffable_tty *diffable_tty_state(void)
{
    static diffable_tty state;
    return &state;
}

static inline int diffable_tty_signal(int index)
{
    static const int signals[DIFFABLE_TTY_SIGNALS] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH };
    return signals[index];
}

// Writes everything; false where that fails. Safe in signal handlers.
static inline bool diffable_tty_write(const void *bytes, size_t size)
{
    const char *next = (const char *)bytes;
    while (size > 0) {
        ssize_t written = write(STDOUT_FILENO, next, size);
        if (written < 0 && errno == EAGAIN) {
            fd_set set;
            FD_ZERO(&set);
            FD_SET(STDOUT_FILENO, &set);
            pselect(STDOUT_FILENO + 1, NULL, &set, NULL, NULL, NULL);
        } else if (written < 0 && errno != EINTR) {
            return false;
        } else if (written > 0) {
            next += written;
            size -= (size_t)written;
        }
    }
    return true;
}

// The alternate screen without a cursor, on which a line that is wider than it was taken for does not go on in the next
// one, and a mouse that reports buttons in the form SGR; and all of it back.
static const char diffable_tty_enter[] = "\033[?1049h\033[?25l\033[?7l\033[?1000h\033[?1006h";
static const char diffable_tty_leave[] = "\033[?2026l\033[?1006l\033[?1000l\033[?7h\033[0m\033[?25h\033[?1049l";

static inline void diffable_tty_restore(void)
{
    diffable_tty *state = diffable_tty_state();
    if (state->is_open) {
        diffable_tty_write(diffable_tty_leave, sizeof diffable_tty_leave - 1);
        tcsetattr(STDOUT_FILENO, TCSAFLUSH, &state->before);
        state->is_open = 0; // a signal that came before this line begins again
    }
}

// Makes the terminal a full screen; false where it does not take that.
static inline bool diffable_tty_enter_screen(void)
{
    diffable_tty *state = diffable_tty_state();
    state->is_open = 1;
    return tcsetattr(STDOUT_FILENO, TCSAFLUSH, &state->raw) == 0 && diffable_tty_write(diffable_tty_enter, sizeof diffable_tty_enter - 1);
}

// Ends the process by a signal, or stops it, as without the screen.
static void diffable_tty_yield_to(int number)
{
    sigset_t set;
    diffable_tty_restore();
    signal(number, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
}

// Stops the process with the screen given back, and takes that again when it goes on.
static void diffable_tty_stop(void (*own_handler)(int))
{
    struct sigaction action;
    sigaction(SIGTSTP, NULL, &action);
    if (own_handler == SIG_DFL) {
        diffable_tty_yield_to(SIGTSTP);
    } else {
        diffable_tty_restore();
        own_handler(SIGTSTP);
    }
    sigaction(SIGTSTP, &action, NULL);
    diffable_tty_enter_screen();
    diffable_tty_state()->is_resumed = 1;
}

// A program that handles a signal itself gets it; `wait` ends then, for the program to have its say. Where it does
// not come to that, a second signal ends the process.
static void diffable_tty_handle(int number)
{
    diffable_tty *state = diffable_tty_state();
    int error = errno;
    int index = 0;
    if (number == SIGWINCH) {
        return;
    }
    while (diffable_tty_signal(index) != number) {
        index += 1;
    }
    if (state->actions[index].sa_handler == SIG_IGN) {
        return;
    }
    if (number == SIGTSTP && state->is_open) {
        diffable_tty_stop(state->actions[index].sa_handler);
    } else if (state->actions[index].sa_handler == SIG_DFL || state->is_interrupted || (state->actions[index].sa_flags & SA_SIGINFO)) {
        diffable_tty_yield_to(number);
    } else {
        struct sigaction own;
        state->is_interrupted = 1;
        sigaction(number, NULL, &own);
        state->actions[index].sa_handler(number);
        sigaction(number, &own, NULL); // it may have set another one
    }
    errno = error;
}

static inline void diffable_tty_close(void)
{
    diffable_tty *state = diffable_tty_state();
    if (state->is_open) {
        diffable_tty_restore();
        for (int index = 0; index < DIFFABLE_TTY_SIGNALS; index += 1) {
            sigaction(diffable_tty_signal(index), &state->actions[index], NULL);
        }
    }
}

static void diffable_tty_at_exit(void)
{
    diffable_tty_restore();
}

// Tells why the terminal cannot be a full screen; NULL where it can.
static inline const char *diffable_tty_flaw(void)
{
    const char *type = getenv("TERM");
    if (diffable_tty_state()->is_open) {
        return "the terminal is in use";
    }
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        return "standard input and output must be a terminal";
    }
    if (type == NULL || *type == '\0' || strcmp(type, "dumb") == 0) {
        return "the terminal is dumb (TERM says so): it has no full screen";
    }
    return NULL;
}

// The same, and where it can, it is one now.
static inline const char *diffable_tty_open(void)
{
    static bool is_registered;
    diffable_tty *state = diffable_tty_state();
    const char *flaw = diffable_tty_flaw();
    struct sigaction action;
    if (flaw != NULL) {
        return flaw;
    }
    if (tcgetattr(STDOUT_FILENO, &state->before) != 0) {
        return "the terminal does not tell its settings";
    }
    if (!is_registered && atexit(diffable_tty_at_exit) == 0) {
        is_registered = true;
    }
    fflush(stdout);
    state->raw = state->before;
    state->raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | ISTRIP | IXON);
    state->raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN); // ISIG stays: ^C interrupts also a callback that runs on and on
    state->raw.c_cc[VMIN] = 1;
    state->raw.c_cc[VTIME] = 0;
    state->is_interrupted = 0;
    state->is_resumed = 0;
    memset(&action, 0, sizeof action);
    action.sa_handler = diffable_tty_handle;
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < DIFFABLE_TTY_SIGNALS; index += 1) {
        sigaction(diffable_tty_signal(index), &action, &state->actions[index]);
    }
    if (!diffable_tty_enter_screen()) {
        diffable_tty_close();
        return "the terminal does not take its settings";
    }
    return NULL;
}

// Waits so many milliseconds, for ever where they are negative, and reads what is there. Returns how many bytes came,
// or DIFFABLE_TTY_NOTHING, DIFFABLE_TTY_END, or DIFFABLE_TTY_RESUMED where the process was stopped and goes on.
static inline long diffable_tty_read(void *buffer, size_t size, long milliseconds)
{
    diffable_tty *state = diffable_tty_state();
    struct timespec time = { milliseconds / 1000, milliseconds % 1000 * 1000000 };
    sigset_t blocked, before;
    fd_set set;
    int ready;
    ssize_t count;
    // Signals count while we wait and not just before it, where they would not wake us.
    sigemptyset(&blocked);
    for (int index = 0; index < DIFFABLE_TTY_SIGNALS; index += 1) {
        sigaddset(&blocked, diffable_tty_signal(index));
    }
    sigprocmask(SIG_BLOCK, &blocked, &before);
    FD_ZERO(&set);
    FD_SET(STDIN_FILENO, &set);
    ready = state->is_interrupted || state->is_resumed ? 0 : pselect(STDIN_FILENO + 1, &set, NULL, NULL, milliseconds < 0 ? NULL : &time, &before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (state->is_interrupted) {
        return DIFFABLE_TTY_END;
    }
    if (state->is_resumed) {
        state->is_resumed = 0;
        return DIFFABLE_TTY_RESUMED;
    }
    if (ready <= 0) {
        return DIFFABLE_TTY_NOTHING;
    }
    count = read(STDIN_FILENO, buffer, size);
    if (count > 0) {
        return count;
    }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? DIFFABLE_TTY_NOTHING : DIFFABLE_TTY_END;
}

static inline void diffable_tty_size(int *columns, int *rows)
{
    struct winsize size;
    bool is_known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0;
    *columns = is_known ? size.ws_col : 80;
    *rows = is_known ? size.ws_row : 24;
}

static inline long diffable_tty_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}
