/*
 * Commands that run beside a list: each has a process group of its own, no input, and an output that is read from a
 * descriptor. This is C because Swift and Lua cannot start a process.
 */
#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * What a command writes to standard error goes to this descriptor; or it goes where that of this process goes; or into
 * the output.
 */
enum { PROCESS_ERRORS_INHERITED = -1, PROCESS_ERRORS_IN_OUTPUT = -2 };

/* Starts a command with these arguments, which NULL ends. Stores its process id and the descriptor of its output.
 * Returns 0, or the number of an error. */
int process_start(char *const *arguments, int errors, pid_t *process, int *output);

/* A file without a name for what a command reports. Returns its descriptor, or -1. */
int process_new_file(void);

/* Stores the last line of such a file that is not blank, at most so many bytes. Returns how many bytes it has. */
size_t process_last_line(int descriptor, char *line, size_t limit);

/* Waits until a command ends, and returns its status, as waitpid(2) has it. */
int process_wait(pid_t process);

/*
 * Ends a command and the processes that it has started: they are asked to, and killed if some are left after a second.
 * Safe in a signal handler.
 */
void process_stop(pid_t process);

/* The same at once, for commands whose end nothing depends on. */
void process_kill(pid_t process);

/*
 * A set of descriptors that can be waited for as one: it can be read when one of them can. Returns its descriptor, or
 * -1.
 */
int process_new_set(void);

/* Adds a descriptor to a set. Returns what `process_remove` takes. That is another descriptor, which can always be
 * read, for a file that never has to be waited for. */
int process_add(int set, int descriptor);
void process_remove(int set, int added, int descriptor);

/* Whether there is something to read, or an end, within so many milliseconds. */
bool process_can_read(int descriptor, int milliseconds);

/* Reads what is there, and waits for the first byte. Returns the number of bytes, 0 at the end, or -1. */
ssize_t process_read(int descriptor, void *buffer, size_t size);

/* The milliseconds of a monotonic clock. */
long process_now(void);

/* Makes SIGINT, SIGTERM, SIGHUP and SIGQUIT end waiting instead of the process, which then ends its commands; and
 * returns which of them has come, or 0. Signals that are ignored stay so. */
void process_note_signals(void);
int process_noted_signal(void);

#endif
