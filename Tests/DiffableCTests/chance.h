/* The same numbers from the same seed, everywhere. */
#ifndef CHANCE_H
#define CHANCE_H

#include "support.h"

static uint64_t seed;

/* xorshift64* (Vigna, 2016). */
static inline int below(int limit)
{
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return (int)((seed * 2685821657736338717u >> 33) % (uint64_t)limit);
}

#endif
