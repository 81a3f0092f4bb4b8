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
 * The one rule for what may be sent to a file: colors to a terminal that is not dumb, cursor movement to a capable one.
 */
terminal_kind terminal_kind_of(int file);

/* The size of a terminal; false if it does not report one. */
bool terminal_size(int file, int *columns, int *rows);

/* Writes all bytes to a file; false if that fails. Safe in a signal handler. */
bool terminal_write(int file, const void *bytes, size_t size);

/* The milliseconds of a monotonic clock. */
long terminal_now(void);

/* ------------------------------------------------------------------------------------------ full screen */

/* Whether standard input and output are a terminal that can become a full screen, and none is one now. */
bool terminal_screen_is_available(void);

/*
 * Makes a terminal a full screen: that of standard input and output if both are one, else /dev/tty. It is also restored
 * when the process ends or is stopped. Meanwhile, what is written to standard output and standard error is held, if
 * they are terminals, and written when the screen is closed. With a height, it is so many lines below the cursor, or,
 * if it is negative, as many percent of all lines; 0 stands for all lines. Returns the reason if it fails, or NULL.
 */
const char *terminal_screen_open(int height);

/*
 * Whether the screen is only a part of the terminal. Then its place is saved, and each move of the cursor has to begin
 * there.
 */
bool terminal_screen_is_part(void);

void terminal_screen_close(void);

enum {
    TERMINAL_READ_NOTHING = 0,
    TERMINAL_READ_END = -1,
    TERMINAL_READ_RESUMED = -2, /* the process was stopped and continued */
    TERMINAL_READ_SIGNAL = -3,  /* a signal arrived that the program handles itself */
    TERMINAL_READ_WATCHED = -4  /* there is no key, and the watched file has input, or is at its end */
};

/*
 * Waits for keys and reads them. It waits at most so many milliseconds, without limit if they are negative. Returns the
 * number of bytes, or a value of the enumeration.
 */
long terminal_screen_read(void *buffer, size_t size, long milliseconds);

/* The file that keys are read from. */
int terminal_screen_descriptor(void);

/* Makes terminal_screen_read wait for input of this file too; -1 for none. */
void terminal_screen_watch(int file);

/* Writes to the screen; false if that fails. */
bool terminal_screen_write(const void *bytes, size_t size);

/* The size of the screen; 80 by 24 if the terminal does not report it. */
void terminal_screen_size(int *columns, int *rows);

/* ------------------------------------------------------------------------------------------- held output */

/*
 * Holds what is written to standard output and standard error, each if it is a terminal. If that is impossible, it is
 * not held.
 */
void terminal_hold_output(void);

/* Ends that, and writes what was held. Safe in a signal handler. Does nothing if nothing is held. */
void terminal_release_output(void);

/* --------------------------------------------------------------------------- motion on standard output */

/* The size of the terminal, if rows can move on it; false if standard output is not a capable terminal. */
bool terminal_motion_size(int *columns, int *rows);

/* Whether stdio has buffered an incomplete line. */
bool terminal_motion_is_within_line(void);

/*
 * Blocks the signals that end or stop the process while rows move, and handles that of `abort`. Returns the mask to
 * restore.
 */
sigset_t terminal_motion_begin(void);
void terminal_motion_end(sigset_t before);

/* Sleeps; returns whether a signal arrived that is blocked now and was not before. */
bool terminal_motion_sleep(long milliseconds, sigset_t before);

#pragma GCC visibility pop

#endif
