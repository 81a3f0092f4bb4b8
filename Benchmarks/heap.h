/* How much memory is in use. */
#ifndef HEAP_H
#define HEAP_H

#include <malloc.h>
#include <unistd.h>

#include "bench.h"

/** All private memory of the process that may be written to, but for what malloc keeps and does not use. */
static inline size_t heap(void)
{
    struct mallinfo2 info = mallinfo2();
    size_t pages[6] = { 0 }; /* size, resident, shared, text, lib, data */
    FILE *file = fopen("/proc/self/statm", "r");
    for (int i = 0; i < 6 && file != NULL; i += 1) {
        if (fscanf(file, "%zu", &pages[i]) != 1) {
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return pages[5] * (size_t)sysconf(_SC_PAGESIZE) - info.arena + info.uordblks;
}

/** A line of the table that is not of times. */
static inline void print_most(const char *name, double measured, double most, const char *unit)
{
    print_row(name, measured, most, measured / most, 1, unit);
}

#endif
