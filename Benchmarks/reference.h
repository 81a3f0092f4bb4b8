/*
 * The yardstick: how long a loop in C takes that only hashes identifiers and enters them in a table that is there
 * already. Open addressing with linear probing, at most half full, slots of 8 bytes for strings (a part of the hash,
 * so that bytes are compared on a hit only) and of 16 for integers.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "lists.h"

typedef struct string_slot {
    uint32_t tag;
    uint32_t place; /* from 1; 0 is empty */
} string_slot;

typedef struct integer_slot {
    int64_t integer;
    uint64_t place;
} integer_slot;

typedef struct table {
    const diffable_id *ids; /* what the places of strings stand for */
    string_slot *strings;
    integer_slot *integers;
    size_t mask;
} table;

static inline table make_table(size_t count)
{
    table table = { NULL, NULL, NULL, 1 };
    while (table.mask < count * 2) {
        table.mask *= 2;
    }
    table.strings = calloc(table.mask, sizeof *table.strings);
    table.integers = calloc(table.mask, sizeof *table.integers);
    table.mask -= 1;
    return table;
}

/** Empties the table for one of the two kinds, and touches all of that memory. */
static inline void clear_table(table *table, kind kind)
{
    if (kind == STRINGS) {
        memset(table->strings, 0, (table->mask + 1) * sizeof *table->strings);
    } else {
        memset(table->integers, 0, (table->mask + 1) * sizeof *table->integers);
    }
}

static inline void free_table(table table)
{
    free(table.strings);
    free(table.integers);
}

__extension__ typedef unsigned __int128 uint128;

/* The two halves of a product folded into one, as wyhash does (Wang Yi, 2019). */
static inline uint64_t fold(uint64_t left, uint64_t right)
{
    uint128 product = (uint128)left * right;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t read_8(const char *bytes)
{
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

/** Sixteen bytes at a time; the last sixteen may overlap those before. */
static inline uint64_t hash_bytes(const char *bytes, size_t size)
{
    const uint64_t first = 0xA0761D6478BD642Fu, second = 0xE7037ED1A0B428DBu;
    uint64_t hash = size ^ first;
    char padded[16] = { 0 };
    if (size < sizeof padded) {
        memcpy(padded, bytes, size);
        bytes = padded;
        size = sizeof padded;
    }
    const char *last = bytes + size - 16;
    for (; bytes < last; bytes += 16) {
        hash = fold(read_8(bytes) ^ second, read_8(bytes + 8) ^ hash);
    }
    return fold(read_8(last) ^ second, read_8(last + 8) ^ hash);
}

/** Finds a string, or enters it with its place: the place it was entered with, from 1, where it was. */
static inline size_t enter_string(table *table, const diffable_id *id, size_t place, bool enters)
{
    uint64_t hash = hash_bytes(id->bytes.data, id->bytes.size);
    uint32_t tag = (uint32_t)(hash >> 32);
    for (size_t index = hash & table->mask;; index = (index + 1) & table->mask) {
        string_slot *slot = &table->strings[index];
        if (slot->place == 0) {
            if (enters) {
                *slot = (string_slot){ tag, (uint32_t)place + 1 };
            }
            return 0;
        }
        if (slot->tag == tag) {
            diffable_bytes there = table->ids[slot->place - 1].bytes;
            if (there.size == id->bytes.size && memcmp(there.data, id->bytes.data, there.size) == 0) {
                return slot->place;
            }
        }
    }
}

/** The same for an integer. */
static inline size_t enter_integer(table *table, const diffable_id *id, size_t place, bool enters)
{
    int64_t integer = id->integer;
    for (size_t index = fold((uint64_t)integer, 0x9E3779B97F4A7C15u) & table->mask;;
        index = (index + 1) & table->mask) {
        integer_slot *slot = &table->integers[index];
        if (slot->place == 0) {
            if (enters) {
                *slot = (integer_slot){ integer, place + 1 };
            }
            return 0;
        }
        if (slot->integer == integer) {
            return slot->place;
        }
    }
}

/** The loop. Its identifiers must differ: the table then counts them all. */
static inline void run_reference(table *table, list list, kind kind)
{
    size_t twice = 0;
    table->ids = list.ids;
    for (size_t place = 0; place < list.count; place += 1) {
        if (kind == STRINGS) {
            twice += enter_string(table, &list.ids[place], place, true);
        } else {
            twice += enter_integer(table, &list.ids[place], place, true);
        }
    }
    if (twice != 0) {
        fprintf(stderr, "an identifier is twice in a list\n");
        exit(2);
    }
}

#endif
