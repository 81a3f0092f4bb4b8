/*
 * Runs commands while a list is shown. Each command has a process group of its own and no input, and the caller reads
 * its output from a descriptor. This is C because Swift without Foundation cannot start a process, and Lua's `io.popen`
 * gives it no process group, so it could not be ended together with the processes that it has started.
 */
#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/* The parameter `errors` of process_start is the descriptor for standard error of the command, or one of these. */
enum {
    PROCESS_ERRORS_INHERITED = -1, /* the command inherits standard error of this process */
    PROCESS_ERRORS_IN_OUTPUT = -2, /* what the command writes to standard error becomes a part of its output */
};

/*
 * Starts a command with arguments that end with NULL. Stores its process id and the descriptor of its output. Returns 0
 * or an error number, such as ENOENT.
 */
int process_start(char *const *arguments, int errors, pid_t *process, int *output);

/* Creates a file without a name, to which a command can write its errors. Returns its descriptor, or -1. */
int process_new_file(void);

/*
 * Stores the last line of such a file that is not blank, or its last bytes if it is longer than `limit`. Returns the
 * size.
 */
size_t process_last_line(int descriptor, char *line, size_t limit);

/* Waits until a command ends, and returns its status in the form of waitpid(2). */
int process_wait(pid_t process);

/*
 * Ends a command and the processes that it has started: sends them SIGTERM, and SIGKILL after a second if any of them
 * are left. Waits for them, but at most two seconds. Safe in a signal handler.
 */
void process_stop(pid_t process);

/*
 * Kills a command and the processes that it has started at once, without letting them clean up, and waits for the
 * command.
 */
void process_kill(pid_t process);

/*
 * Creates a set of descriptors, which has a descriptor of its own: it can be read as soon as one of the descriptors in
 * the set can be read. Returns that descriptor, or -1.
 */
int process_new_set(void);

/*
 * Adds a descriptor to a set. Returns the descriptor that was added, for `process_remove`. A regular file can always be
 * read and cannot be added to a set, so a descriptor that can always be read is added in its place.
 */
int process_add(int set, int descriptor);
void process_remove(int set, int added, int descriptor);

/*
 * Whether a read would not have to wait, because there is input or the end of the file. Waits for that at most so many
 * milliseconds.
 */
bool process_can_read(int descriptor, int milliseconds);

/* Waits for input, and reads what is available. Returns the number of bytes, 0 at the end of the file, or -1. */
ssize_t process_read(int descriptor, void *buffer, size_t size);

/* Returns the milliseconds of a monotonic clock. */
long process_now(void);

/*
 * From now on, SIGINT, SIGTERM, SIGHUP and SIGQUIT do not end the process, but interrupt its waiting, so that it can
 * end its commands first. Signals that are ignored stay ignored.
 */
void process_note_signals(void);

/* Returns the last of these signals that has arrived, or 0. */
int process_noted_signal(void);

#endif
