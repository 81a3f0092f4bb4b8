/*
 * The lists that are compared. A list is written as numbers, and made of identifiers in fresh memory when it is
 * needed, so that no two lists share a pointer.
 */
#ifndef LISTS_H
#define LISTS_H

#include "bench.h"

/** Which identifiers are in a list, in order. */
typedef struct numbers {
    uint32_t *values;
    size_t count;
} numbers;

/** The same as the engine is given it. `bytes` is what the identifiers point to. */
typedef struct list {
    diffable_id *ids;
    size_t count;
    char *bytes;
} list;

typedef enum kind { STRINGS, INTEGERS } kind;

enum { ID_SIZE = 36 };

/* splitmix64 (Steele, Lea, Flood, 2014): one to one, so that different numbers give different identifiers. */
static inline uint64_t scatter(uint64_t number)
{
    number += 0x9E3779B97F4A7C15u;
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9u;
    number = (number ^ number >> 27) * 0x94D049BB133111EBu;
    return number ^ number >> 31;
}

/** Writes numbers as contents to `memory`, and 0 as no content. The contents point to the numbers. */
static inline const diffable_content *contents_of(const uint64_t *revisions, size_t count, diffable_content *memory)
{
    for (size_t index = 0; index < count; index += 1) {
        memory[index] = diffable_content_from_revision(revisions[index] == 0 ? NULL : &revisions[index]);
    }
    return memory;
}

static uint64_t chance = 1;

/** A number below `limit`, the same ones in every run. */
static inline size_t below(size_t limit)
{
    chance += 1;
    return (size_t)((scatter(chance) >> 32) * limit >> 32);
}

/** Spells an identifier as a UUID is spelled. */
static inline void spell_id(uint64_t number, char *bytes)
{
    uint64_t halves[2] = { scatter(number), scatter(~number) };
    for (int byte = 0; byte < 16; byte += 1) {
        if (byte == 4 || byte == 6 || byte == 8 || byte == 10) {
            *bytes++ = '-';
        }
        *bytes++ = "0123456789abcdef"[halves[byte / 8] >> byte % 8 * 8 & 15];
        *bytes++ = "0123456789abcdef"[halves[byte / 8] >> (byte % 8 * 8 + 4) & 15];
    }
}

static inline list make_list(numbers numbers, kind kind)
{
    list list = { malloc(numbers.count * sizeof *list.ids), numbers.count, NULL };
    if (kind == STRINGS) {
        list.bytes = malloc(numbers.count * ID_SIZE);
    }
    for (size_t place = 0; place < numbers.count; place += 1) {
        if (kind == STRINGS) {
            spell_id(numbers.values[place], list.bytes + place * ID_SIZE);
            list.ids[place] = diffable_id_bytes(list.bytes + place * ID_SIZE, ID_SIZE);
        } else {
            list.ids[place] = diffable_id_integer((int64_t)scatter(numbers.values[place]));
        }
    }
    return list;
}

static inline void free_list(list list)
{
    free(list.ids);
    free(list.bytes);
}

/** `count` numbers from `first` on. */
static inline numbers ascending(uint32_t first, size_t count)
{
    numbers numbers = { malloc(count * sizeof *numbers.values), count };
    for (size_t place = 0; place < count; place += 1) {
        numbers.values[place] = first + (uint32_t)place;
    }
    return numbers;
}

/** The list with `count` of its items, from `first` on, in another order. */
static inline numbers shuffled(numbers old, size_t first, size_t count)
{
    numbers new = { malloc(old.count * sizeof *new.values), old.count };
    memcpy(new.values, old.values, old.count * sizeof *new.values);
    for (; count > 1; first += 1, count -= 1) {
        size_t other = first + below(count);
        uint32_t value = new.values[first];
        new.values[first] = new.values[other];
        new.values[other] = value;
    }
    return new;
}

/**
 * The list without `deleted` of its items and with `inserted` others, numbered from `first` on, at places all over it.
 */
static inline numbers edited(numbers old, size_t deleted, size_t inserted, uint32_t first)
{
    numbers new = { malloc((old.count - deleted + inserted) * sizeof *new.values), 0 };
    for (size_t place = 0; place < old.count; place += 1) {
        /*
         * Each choice of as many as are still wanted, out of what is left, is equally likely (Knuth 3.4.2, algorithm
         * S).
         */
        if (below(old.count - place) < deleted) {
            deleted -= 1;
        } else {
            new.values[new.count++] = old.values[place];
        }
        for (; inserted > 0 && below(old.count - place) < inserted; inserted -= 1) {
            new.values[new.count++] = first++;
        }
    }
    return new;
}

#endif
