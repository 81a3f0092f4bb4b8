/* How much memory is in use. */
#ifndef HEAP_H
#define HEAP_H

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include "bench.h"

/**
 * All private memory of the process that may be written to, but for what malloc keeps and does not use. Allocates
 * nothing itself.
 */
static inline size_t heap(void)
{
    char text[128] = { 0 };
    int file = open("/proc/self/statm", O_RDONLY);
    ssize_t count = file < 0 ? -1 : read(file, text, sizeof text - 1);
    close(file);
    size_t data = 0; /* pages; before it come size, resident, shared, text and lib */
    if (count < 0 || sscanf(text, "%*u %*u %*u %*u %*u %zu", &data) != 1) {
        return 0;
    }
    struct mallinfo2 info = mallinfo2();
    return data * (size_t)sysconf(_SC_PAGESIZE) - info.arena + info.uordblks;
}

/** A line of the table that is not of times. */
static inline void print_most(const char *name, double measured, double most, const char *unit)
{
    print_row(name, measured, most, measured / most, 1, unit);
}

#endif
