/*
 * Preloaded into the command, it lets a signal come when something is written to a terminal.
 * SIGNAL_AT="15 middle 2 ?2026h": SIGTERM in the middle of the second write that holds these bytes.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t write(int file, const void *bytes, size_t size)
{
    static int count;
    int signal_number, wanted;
    char place[16], held[64];
    const char *at = getenv("SIGNAL_AT");
    if (at == NULL || !isatty(file) || sscanf(at, "%d %15s %d %63s", &signal_number, place, &wanted, held) != 4
        || memmem(bytes, size, held, strlen(held)) == NULL || ++count != wanted) {
        return syscall(SYS_write, file, bytes, size);
    }
    if (strcmp(place, "before") == 0) {
        raise(signal_number);
        return syscall(SYS_write, file, bytes, size);
    }
    ssize_t written = syscall(SYS_write, file, bytes, strcmp(place, "middle") == 0 ? size / 2 : size);
    raise(signal_number);
    return written;
}
