/*
 * A list that changes in the same way again and again, written down some lists ahead, before the clock starts. Each
 * list follows from the one before it. Whoever is measured applies all lists of a batch, then the next batch is spelled
 * into the same memory. So no inserted identifier was in an earlier list, and the memory of a batch stays in the cache.
 */
#ifndef SHORT_LISTS_H
#define SHORT_LISTS_H

#include "lists.h"

typedef enum change { IDENTICAL, FEW, SHUFFLED, REPLACED, CHANGES } change;

static const char *const change_names[CHANGES] = { "identical", "few changes", "shuffled", "replaced" };

/** An item and the one that it comes behind, or in front of where it becomes the first. */
typedef struct anchored {
    diffable_id id, anchor;
    bool is_first;
} anchored;

/**
 * What leads from a list to the next one where the change is FEW, in this order. The identifiers are those of the
 * batch. The revision of what is inserted is 1.
 */
typedef struct few_edits {
    diffable_id deleted;
    anchored moved, inserted;
    diffable_id updated;
    uint64_t revision; /* of `updated` */
} few_edits;

typedef struct short_item {
    uint32_t number;
    uint64_t revision;
} short_item;

/** The lists of a batch lie one behind the other. */
typedef struct short_lists {
    change change;
    size_t count; /* items in a list */
    size_t batch; /* lists in a batch */
    diffable_id *ids;
    uint64_t *revisions;
    diffable_content *contents;
    char *bytes;
    few_edits *edits;
    char *deleted_bytes; /* an identifier for each list */
    short_item *items;   /* the last list */
    uint32_t next;       /* the number of the next identifier that is new */
} short_lists;

/** A batch has 4,000 items, or one list. */
static inline short_lists make_short_lists(size_t count, change change)
{
    size_t batch = count < 4000 ? 4000 / count : 1;
    short_lists lists = { .change = change, .count = count, .batch = batch, .next = (uint32_t)count };
    lists.ids = malloc(batch * count * sizeof *lists.ids);
    lists.revisions = malloc(batch * count * sizeof *lists.revisions);
    lists.contents = malloc(batch * count * sizeof *lists.contents);
    lists.bytes = malloc(batch * count * ID_SIZE);
    lists.edits = malloc(batch * sizeof *lists.edits);
    lists.deleted_bytes = malloc(batch * ID_SIZE);
    lists.items = malloc(count * sizeof *lists.items);
    for (size_t place = 0; place < count; place += 1) {
        lists.items[place] = (short_item){ (uint32_t)place, place + 1 };
    }
    return lists;
}

static inline void free_short_lists(short_lists lists)
{
    free(lists.ids);
    free(lists.revisions);
    free(lists.contents);
    free(lists.bytes);
    free(lists.edits);
    free(lists.deleted_bytes);
    free(lists.items);
}

/** Spells the last list as one of the batch. */
static inline void spell_short_list(short_lists *lists, size_t index)
{
    for (size_t place = 0, at = index * lists->count; place < lists->count; place += 1, at += 1) {
        spell_id(lists->items[place].number, lists->bytes + at * ID_SIZE);
        lists->ids[at] = diffable_id_bytes(lists->bytes + at * ID_SIZE, ID_SIZE);
        lists->revisions[at] = lists->items[place].revision;
    }
    contents_of(lists->revisions + index * lists->count, lists->count, lists->contents + index * lists->count);
}

/** Takes the item at a place out, and moves those behind it forward. */
static inline short_item take_item(short_item *items, size_t count, size_t place)
{
    short_item item = items[place];
    memmove(items + place, items + place + 1, (count - place - 1) * sizeof *items);
    return item;
}

static inline void put_item(short_item *items, size_t count, size_t place, short_item item)
{
    memmove(items + place + 1, items + place, (count - place) * sizeof *items);
    items[place] = item;
}

static inline size_t place_other_than(size_t place, size_t count)
{
    size_t other = below(count - 1);
    return other + (other >= place);
}

static inline anchored anchored_at(const diffable_id *ids, size_t place, size_t anchor)
{
    return (anchored){ ids[place], ids[anchor], anchor > place };
}

/** One deletion, one move to another place among those that are left, one update and one insertion. */
static inline void change_few(short_lists *lists, size_t index)
{
    short_item *items = lists->items;
    char *deleted = lists->deleted_bytes + index * ID_SIZE;
    size_t left = lists->count - 1;
    spell_id(take_item(items, lists->count, below(lists->count)).number, deleted);
    size_t from = below(left), moved = place_other_than(from, left), anchor = moved == 0 ? 1 : moved - 1;
    put_item(items, left - 1, moved, take_item(items, left, from));
    size_t updated = place_other_than(moved, left), inserted = below(left + 1);
    items[updated].revision += 1;
    uint64_t revision = items[updated].revision;
    put_item(items, left, inserted, (short_item){ lists->next, 1 });
    lists->next += 1;
    spell_short_list(lists, index);
    const diffable_id *ids = lists->ids + index * lists->count;
    /* What was not in front of the insertion is one place further on now. */
    moved += moved >= inserted;
    anchor += anchor >= inserted;
    updated += updated >= inserted;
    lists->edits[index] = (few_edits){
        .deleted = diffable_id_bytes(deleted, ID_SIZE),
        .moved = anchored_at(ids, moved, anchor),
        .inserted = anchored_at(ids, inserted, inserted == 0 ? 1 : inserted - 1),
        .updated = ids[updated],
        .revision = revision,
    };
}

/** Spells the next batch. */
static inline void next_batch(short_lists *lists)
{
    for (size_t index = 0; index < lists->batch; index += 1) {
        if (lists->change == FEW) {
            change_few(lists, index);
            continue;
        }
        for (size_t place = 0; place < lists->count; place += 1) {
            if (lists->change == SHUFFLED) {
                size_t other = place + below(lists->count - place);
                short_item item = lists->items[place];
                lists->items[place] = lists->items[other];
                lists->items[other] = item;
            } else if (lists->change == REPLACED) {
                lists->items[place] = (short_item){ lists->next, 1 };
                lists->next += 1;
            }
        }
        spell_short_list(lists, index);
    }
}

#endif
