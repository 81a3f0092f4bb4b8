/*
 * The terminal of the process. This is C because Swift cannot call ioctl and its code is not safe in signal handlers.
 * The state is global, because a process has one terminal. No two threads may call these functions at the same time.
 */
#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* ----------------------------------------------------------------------------- what a file descriptor is */

typedef enum terminal_kind {
    TERMINAL_NONE,    /* the file is not a terminal */
    TERMINAL_DUMB,    /* TERM is "dumb": the terminal obeys no escape sequences */
    TERMINAL_UNNAMED, /* TERM is unset or empty */
    TERMINAL_CAPABLE
} terminal_kind;

/*
 * Returns the kind of a file, which decides what may be sent to it: colors to any terminal that is not dumb, and cursor
 * movement only to a capable one.
 */
terminal_kind terminal_kind_of(int file);

/* Stores the size of a terminal. Returns false if the terminal does not report one. */
bool terminal_size(int file, int *columns, int *rows);

/* Writes all bytes to a file. Returns false if that fails. Safe in a signal handler. */
bool terminal_write(int file, const void *bytes, size_t size);

/* Returns the milliseconds of a monotonic clock. */
long terminal_now(void);

/* ------------------------------------------------------------------------------------------ full screen */

/* Whether standard input and output are a terminal that can show a full screen, and no full screen is open. */
bool terminal_screen_is_available(void);

/*
 * Opens a full screen on the terminal of standard input and output if both are terminals, and otherwise on /dev/tty.
 * The terminal is also restored when the process exits, calls abort, is ended by SIGINT, SIGTERM, SIGHUP or SIGQUIT, or
 * is stopped by SIGTSTP. Until the screen is closed, what is written to standard output and standard error is held if
 * they are terminals. Then it is written.
 *
 * If `height` is positive, the screen has so many lines, from the line of the cursor on. If it is negative, it is a
 * percentage: -40 stands for 40 percent of all lines. The screen has at least 3 lines. If `height` is 0, or is not less
 * than the number of all lines, the screen has all lines. Returns NULL, or the reason for a failure.
 */
const char *terminal_screen_open(int height);

/*
 * Whether the screen is only a part of the terminal. Then the position of its first line is saved in the terminal, and
 * each cursor movement has to begin by restoring that position.
 */
bool terminal_screen_is_part(void);

void terminal_screen_close(void);

enum {
    TERMINAL_READ_NOTHING = 0,
    TERMINAL_READ_END = -1,
    TERMINAL_READ_RESUMED = -2, /* the process was stopped and continued */
    TERMINAL_READ_SIGNAL = -3,  /* a signal arrived that the program handles itself */
    TERMINAL_READ_WATCHED = -4  /* no key was pressed, and the watched file has input or is at its end */
};

/*
 * Waits for keys and reads them. Waits at most `milliseconds`, or without a limit if that is negative. Returns the
 * number of bytes, or a value of the enumeration above.
 */
long terminal_screen_read(void *buffer, size_t size, long milliseconds);

/* Returns the descriptor that keys are read from. */
int terminal_screen_descriptor(void);

/* Makes terminal_screen_read also wait for input of this file, or of no other file if `file` is -1. */
void terminal_screen_watch(int file);

/* Writes to the screen. Returns false if that fails. */
bool terminal_screen_write(const void *bytes, size_t size);

/* Stores the size of the screen: 80 by 24 if the terminal does not report its size. */
void terminal_screen_size(int *columns, int *rows);

/* ------------------------------------------------------------------------------------------- held output */

/*
 * Starts to hold what is written to standard output and to standard error, each only if it is a terminal. If no
 * temporary file can be created, nothing is held.
 */
void terminal_hold_output(void);

/* Stops holding output, and writes what was held. Safe in a signal handler. Does nothing if no output is held. */
void terminal_release_output(void);

/* --------------------------------------------------------------------------- motion on standard output */

/*
 * Stores the size of the terminal if rows can move on standard output. Returns false if that is not a capable terminal.
 */
bool terminal_motion_size(int *columns, int *rows);

/* Whether stdio has buffered an incomplete line. */
bool terminal_motion_is_within_line(void);

/*
 * Blocks the signals that end or stop the process while rows move, and handles SIGABRT. Returns the signal mask that
 * terminal_motion_end restores.
 */
sigset_t terminal_motion_begin(void);
void terminal_motion_end(sigset_t before);

/* Sleeps. Returns whether a signal has arrived that terminal_motion_begin blocked. */
bool terminal_motion_sleep(long milliseconds, sigset_t before);

#pragma GCC visibility pop

#endif
