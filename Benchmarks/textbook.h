/*
 * The yardstick for short lists: a reconciler as a programmer writes it who has read about keyed lists. Common head
 * and tail, a hash map of the old items between them, a longest increasing subsequence (Fredman 1975) for the moves,
 * and a comparison of revisions. It owns its list: the identifiers are copied into memory of its own, as the engine
 * copies them, and the old list is freed. It checks neither its input nor that identifiers are unique.
 */
#ifndef TEXTBOOK_H
#define TEXTBOOK_H

#include "reference.h"

typedef enum textbook_kind {
    TEXTBOOK_DELETED,
    TEXTBOOK_INSERTED,
    TEXTBOOK_MOVED,
    TEXTBOOK_UPDATED,
    TEXTBOOK_KINDS
} textbook_kind;

/** Positions in the old list and in the new one. */
typedef struct textbook_change {
    uint32_t from, to;
} textbook_change;

/** The changes of each kind, in arrays with room for as many as there can be. */
typedef struct textbook_changes {
    textbook_change *values[TEXTBOOK_KINDS];
    size_t counts[TEXTBOOK_KINDS];
} textbook_changes;

/** A list in one block of memory: identifiers, revisions, bytes. */
typedef struct textbook {
    diffable_id *ids;
    uint64_t *revisions;
    size_t count;
} textbook;

static inline textbook textbook_copy(const diffable_id *ids, const uint64_t *revisions, size_t count)
{
    size_t size = 0;
    for (size_t place = 0; place < count; place += 1) {
        size += ids[place].bytes.size;
    }
    textbook copy = { malloc(count * (sizeof *ids + sizeof *revisions) + size), NULL, count };
    copy.revisions = (uint64_t *)(copy.ids + count);
    memcpy(copy.revisions, revisions, count * sizeof *revisions);
    char *bytes = (char *)(copy.revisions + count);
    for (size_t place = 0; place < count; place += 1) {
        diffable_bytes id = ids[place].bytes;
        memcpy(bytes, id.data, id.size);
        /* Not by a call of the library, which is what this is compared with. */
        copy.ids[place] = (diffable_id){ DIFFABLE_ID_BYTES, 0, { bytes, id.size } };
        bytes += id.size;
    }
    return copy;
}

static inline textbook_changes textbook_make_changes(size_t old_count, size_t count)
{
    const size_t most = old_count < count ? old_count : count;
    const size_t rooms[TEXTBOOK_KINDS] = { old_count, count, most, most };
    textbook_changes changes = { .counts = { 0 } };
    for (textbook_kind kind = 0; kind < TEXTBOOK_KINDS; kind += 1) {
        changes.values[kind] = malloc(rooms[kind] * sizeof *changes.values[kind]);
    }
    return changes;
}

static inline void textbook_free_changes(textbook_changes changes)
{
    for (textbook_kind kind = 0; kind < TEXTBOOK_KINDS; kind += 1) {
        free(changes.values[kind]);
    }
}

static inline void textbook_add(textbook_changes *changes, textbook_kind kind, size_t from, size_t to)
{
    changes->values[kind][changes->counts[kind]++] = (textbook_change){ (uint32_t)from, (uint32_t)to };
}

static inline bool textbook_same(const diffable_id *left, const diffable_id *right)
{
    diffable_bytes a = left->bytes, b = right->bytes;
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/** Compares the revisions of an item that is in both lists. */
static inline void textbook_keep(
    textbook_changes *changes, const textbook *old, const textbook *new, size_t from, size_t to)
{
    if (old->revisions[from] != new->revisions[to]) {
        textbook_add(changes, TEXTBOOK_UPDATED, from, to);
    }
}

/**
 * Sets the lowest bit of the old places, which are doubled, that are in a longest increasing subsequence; 0 is no
 * place. `tops` and `before` are memory for as many numbers each.
 */
static inline void textbook_mark_stationary(uint32_t *places, size_t count, uint32_t *tops, uint32_t *before)
{
    size_t length = 0;
    for (size_t index = 0; index < count; index += 1) {
        if (places[index] == 0) {
            continue;
        }
        size_t low = 0, high = length;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (places[tops[middle]] < places[index]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        before[index] = low == 0 ? 0 : tops[low - 1];
        tops[low] = (uint32_t)index;
        length += low == length;
    }
    for (uint32_t index = length == 0 ? 0 : tops[length - 1]; length > 0; length -= 1, index = before[index]) {
        places[index] |= 1;
    }
}

/** The items between the common head and the common tail. */
static inline void textbook_match(
    textbook_changes *changes, const textbook *old, const textbook *new, size_t head, size_t tail)
{
    size_t old_count = old->count - head - tail, count = new->count - head - tail;
    table table = { old->ids + head, NULL, NULL, 1 };
    while (table.mask < old_count * 2) {
        table.mask *= 2;
    }
    table.strings = calloc(table.mask, sizeof *table.strings);
    table.mask -= 1;
    uint32_t *places = malloc((3 * count + old_count + 1) * sizeof *places), *stays = places + 3 * count;
    memset(stays, 0, old_count * sizeof *stays);
    for (size_t index = 0; index < old_count; index += 1) {
        enter_string(&table, &table.ids[index], index, true);
    }
    for (size_t index = 0; index < count; index += 1) {
        size_t place = enter_string(&table, &new->ids[head + index], 0, false);
        places[index] = (uint32_t)place * 2;
        if (place != 0) {
            stays[place - 1] = 1;
        }
    }
    textbook_mark_stationary(places, count, places + count, places + 2 * count);
    for (size_t index = 0; index < old_count; index += 1) {
        if (stays[index] == 0) {
            textbook_add(changes, TEXTBOOK_DELETED, head + index, 0);
        }
    }
    for (size_t index = 0; index < count; index += 1) {
        size_t from = head + places[index] / 2 - 1, to = head + index;
        if (places[index] == 0) {
            textbook_add(changes, TEXTBOOK_INSERTED, 0, to);
            continue;
        }
        if ((places[index] & 1) == 0) {
            textbook_add(changes, TEXTBOOK_MOVED, from, to);
        }
        textbook_keep(changes, old, new, from, to);
    }
    free(places);
    free(table.strings);
}

/** Makes a copy of a list the list, and returns what changed, which the caller frees. */
static inline textbook_changes textbook_apply(
    textbook *list, const diffable_id *ids, const uint64_t *revisions, size_t count)
{
    textbook old = *list, new = textbook_copy(ids, revisions, count);
    textbook_changes changes = textbook_make_changes(old.count, count);
    size_t head = 0, tail = 0, most = old.count < count ? old.count : count;
    for (; head < most && textbook_same(&old.ids[head], &new.ids[head]); head += 1) {
        textbook_keep(&changes, &old, &new, head, head);
    }
    for (; tail < most - head && textbook_same(&old.ids[old.count - tail - 1], &new.ids[count - tail - 1]); tail += 1) {
        textbook_keep(&changes, &old, &new, old.count - tail - 1, count - tail - 1);
    }
    if (head + tail < old.count || head + tail < count) {
        textbook_match(&changes, &old, &new, head, tail);
    }
    free(old.ids);
    *list = new;
    return changes;
}

#endif
