/* What both programs share: the size of the list, its numbers, the clock, and a line of the table. */
#ifndef PEER_H
#define PEER_H

#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { ITEMS = 1000000, CHANGES = 100 };

static inline uint64_t any_number(void)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 20;
}

static inline double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static inline void report(const char *what, double time, const char *unit)
{
    printf("    %-24s %12.1f %s\n", what, time, unit);
    fflush(stdout);
}

#endif
