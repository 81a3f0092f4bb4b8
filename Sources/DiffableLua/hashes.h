/* Hashes that nobody can foresee: 64 bits for a number or a string of each kind. For fingerprint.c. */
#ifndef DIFFABLE_LUA_HASHES_H
#define DIFFABLE_LUA_HASHES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* What begins the hash of each kind of value, so that kinds do not meet. */
enum { NIL = 1, BOOLEAN, INTEGER, FLOAT, STRING, TABLE, CYCLE, IDENTITY };

static const uint64_t odd = 0x9E3779B97F4A7C15u;

/* 0 until the module is opened. Odd, and the same for all states. */
static _Atomic uint64_t seed;

static uint64_t secret(void)
{
    return atomic_load_explicit(&seed, memory_order_relaxed);
}

__extension__ typedef unsigned __int128 product;

/* The two halves of a product in one, as in wyhash (Wang Yi, 2019). */
static uint64_t fold(uint64_t left, uint64_t right)
{
    product both = (product)left * right;
    return (uint64_t)both ^ (uint64_t)(both >> 64);
}

static uint64_t mix(uint64_t x)
{
    return fold(x ^ 0xD6E8FEB86659FD93u, 0xA0761D6478BD642Fu);
}

static uint64_t tagged(int kind, uint64_t bits)
{
    return mix((bits ^ secret()) + odd * (uint64_t)kind);
}

static uint64_t word(const char *data)
{
    uint64_t word;
    memcpy(&word, data, sizeof word);
    return word;
}

static uint64_t half_word(const char *data)
{
    uint32_t half;
    memcpy(&half, data, sizeof half);
    return half;
}

/* The last words may overlap those before them, as in wyhash: the size tells what is meant. */
static uint64_t string_hash(const char *data, size_t size)
{
    const char *end = data + size;
    uint64_t hash = tagged(STRING, size), first = 0, last = 0;
    for (; end - data > 16; data += 16) {
        hash = fold(hash ^ word(data), word(data + 8) ^ secret());
    }
    if (size > 16) {
        first = word(end - 16);
        last = word(end - 8);
    } else if (size >= 8) {
        first = word(data);
        last = word(end - 8);
    } else if (size >= 4) {
        first = half_word(data);
        last = half_word(end - 4);
    } else if (size > 0) {
        first = (uint64_t)(unsigned char)data[0] << 16 | (uint64_t)(unsigned char)data[size / 2] << 8 | (unsigned char)end[-1];
    }
    return mix(fold(hash ^ first, last ^ secret()));
}

#endif /* DIFFABLE_LUA_HASHES_H */
