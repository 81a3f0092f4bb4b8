/* What the programs share that run for long and look at the memory of their process. */
#ifndef SOAK_H
#define SOAK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <diffable.h>

/** How often the memory of the process is looked at, and how many bytes more it may have than after WARM_UP rounds. */
enum { CHECKPOINTS = 100, WARM_UP = 10000, GROWTH = 4 << 20 };

static void require(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "soak: %s\n", what);
        exit(1);
    }
}

/* xorshift64* (Vigna, 2016). */
static size_t below(size_t limit)
{
    static uint64_t seed = 8;
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return (size_t)((seed * 2685821657736338717u >> 33) % limit);
}

/** What the process has in memory, in bytes. */
static size_t resident(void)
{
    size_t total = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    require(file != NULL && fscanf(file, "%zu %zu", &total, &pages) == 2, "no /proc/self/statm");
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

#endif
