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

/** The memory of the process after the warm-up, and the most of it at a checkpoint. */
static size_t before, peak;

/** Looks at the memory after so many of all rounds. Returns whether this is a checkpoint. */
static bool look_at_memory(size_t done, size_t rounds)
{
    if (done == WARM_UP) {
        before = resident();
    }
    if (done % (rounds / CHECKPOINTS) != 0) {
        return false;
    }
    size_t now = resident();
    peak = now > peak ? now : peak;
    return true;
}

/** Ends the line that says what a program did. */
static void report_memory(void)
{
    printf(
        ", %zu KB after the warm-up, %zu KB at most, %zu KB at the end\n", before >> 10, peak >> 10, resident() >> 10);
    require(peak < before + GROWTH, "memory grows");
}

#endif
