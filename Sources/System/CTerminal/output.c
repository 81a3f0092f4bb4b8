/*
 * Holds what a program writes to its terminal while a full screen is shown there. The output goes to a temporary file
 * without a name, to which standard output and standard error are redirected. So it does not matter who writes: `print`
 * in Lua, stdio, or a child process.
 */
#include "CTerminal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <unistd.h>

enum { HELD_COUNT = 2 };
static const int held[HELD_COUNT] = { STDOUT_FILENO, STDERR_FILENO };

/*
 * The files that the descriptors referred to before; -1 for a descriptor that is not held. While both are held, they
 * refer to one temporary file, so the order of what is written to them is kept.
 */
static volatile sig_atomic_t before[HELD_COUNT] = { -1, -1 };

static int open_file(void)
{
    const char *folder = getenv("TMPDIR");
    char path[4096];
    int size = snprintf(path, sizeof path, "%s/diffable.XXXXXX", folder == NULL || *folder == '\0' ? "/tmp" : folder);
    int file = size < 0 || (size_t)size >= sizeof path ? -1 : mkostemp(path, O_APPEND | O_CLOEXEC);
    if (file >= 0) {
        unlink(path);
    }
    return file;
}

void terminal_hold_output(void)
{
    int file = -1;
    /*
     * stdio decides at the first write to standard output whether it flushes each line. It must not decide while
     * standard output is a file, so line buffering is set here if stdio has not decided yet.
     */
    if (isatty(STDOUT_FILENO) && __fbufsize(stdout) == 0) {
        setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    }
    for (int index = 0; index < HELD_COUNT; index += 1) {
        if (!isatty(held[index]) || (file < 0 && (file = open_file()) < 0)) {
            continue;
        }
        int copy = fcntl(held[index], F_DUPFD_CLOEXEC, 3);
        if (copy >= 0) {
            before[index] = copy;
            dup2(file, held[index]);
        }
    }
    if (file >= 0) {
        close(file);
    }
}

void terminal_release_output(void)
{
    char buffer[4096];
    int file = -1, target = -1;
    ssize_t count;
    for (int index = 0; index < HELD_COUNT; index += 1) {
        if (before[index] < 0) {
            continue;
        }
        if (file < 0) {
            file = dup(held[index]);
            target = held[index];
        }
        dup2(before[index], held[index]);
        close(before[index]);
        before[index] = -1;
    }
    if (file < 0) {
        return;
    }
    lseek(file, 0, SEEK_SET);
    while ((count = read(file, buffer, sizeof buffer)) > 0 && terminal_write(target, buffer, (size_t)count)) {}
    close(file);
}
