/*
 * Random lists, and lists as arrays of arrays: what differences and steps are replayed over.
 */
#ifndef LISTS_H
#define LISTS_H

#include "chance.h"

enum { MOST_SECTIONS = 8, MOST_ITEMS = 64, NAMES = 40 };

typedef struct section {
    int64_t name;
    int64_t items[MOST_ITEMS];
    int count;
} section;

typedef struct list {
    section sections[MOST_SECTIONS];
    int count;
} list;

static inline void shuffle(int64_t *names, int count)
{
    for (int index = 0; index < count; index += 1) {
        names[index] = index;
    }
    for (int index = count - 1; index > 0; index -= 1) {
        int other = below(index + 1);
        int64_t name = names[index];
        names[index] = names[other];
        names[other] = name;
    }
}

/*
 * Two lists in order have most of their items at about the same place; others have nothing in common but names. In
 * every second list items are below others, some of which are collapsed.
 */
static inline diffable_snapshot *random_snapshot(bool in_order)
{
    int64_t sections[MOST_SECTIONS], items[NAMES];
    shuffle(sections, MOST_SECTIONS);
    shuffle(items, NAMES);
    int sectionCount = below(MOST_SECTIONS), next = 0;
    const bool has_trees = below(2) == 0;
    diffable_snapshot *snapshot = diffable_snapshot_new();
    for (int index = 0; index < sectionCount; index += 1) {
        diffable_id section = diffable_id_integer(in_order ? index : sections[index]);
        assert_ok(diffable_snapshot_append_sections(snapshot, &section, NULL, 1, &error));
        for (int count = below(12); count > 0 && next < NAMES; count -= 1, next += 1) {
            diffable_id item = diffable_id_integer(in_order && below(8) > 0 ? next : items[next]);
            uint64_t revision = (uint64_t)below(3);
            diffable_id parent = diffable_id_integer(below(NAMES));
            if (diffable_snapshot_contains_item(snapshot, item)) {
                continue;
            }
            if (has_trees && diffable_snapshot_contains_item(snapshot, parent)) {
                assert_ok(diffable_snapshot_insert_items(
                    snapshot, &item, ONE_CONTENT(revision), 1, DIFFABLE_AT_END_OF_PARENT, &parent, &error));
            } else {
                assert_ok(diffable_snapshot_append_items(snapshot, &item, ONE_CONTENT(revision), 1, &section, &error));
            }
            if (has_trees && below(3) > 0) {
                assert_ok(diffable_snapshot_expand(snapshot, &item, 1, &error));
            }
        }
    }
    return snapshot;
}

/* Edits that cannot be made fail and change nothing, so any will do. */
static inline diffable_snapshot *edited_copy(const diffable_snapshot *original)
{
    diffable_snapshot *copy = diffable_snapshot_copy(original);
    for (int edits = below(6); edits > 0; edits -= 1) {
        diffable_id id = diffable_id_integer(below(NAMES)), other = diffable_id_integer(below(NAMES));
        ignore(diffable_snapshot_move_item_before(copy, id, other, NULL));
        ignore(diffable_snapshot_insert_items_after(copy, &other, NULL, 1, id, NULL));
        ignore(diffable_snapshot_delete_items(copy, &other, (size_t)below(2), NULL, NULL));
        ignore(diffable_snapshot_move_section_after(copy, diffable_id_integer(below(MOST_SECTIONS)), other, NULL));
        switch (below(6)) {
        case 0: ignore(diffable_snapshot_expand(copy, &id, 1, NULL)); break;
        case 1: ignore(diffable_snapshot_collapse(copy, &id, 1, NULL)); break;
        case 2: ignore(diffable_snapshot_move_items(copy, &other, 1, DIFFABLE_AT_END_OF_PARENT, &id, NULL)); break;
        }
    }
    return copy;
}

static inline void read_list(const diffable_snapshot *snapshot, list *list)
{
    diffable_id ids[MOST_ITEMS];
    list->count = (int)diffable_snapshot_section_identifiers(snapshot, 0, ids, MOST_SECTIONS);
    for (int index = 0; index < list->count; index += 1) {
        list->sections[index].name = ids[index].integer;
    }
    for (int index = 0; index < list->count; index += 1) {
        const ptrdiff_t count = diffable_snapshot_item_identifiers(
            snapshot, (diffable_id[]){ diffable_id_integer(list->sections[index].name) }, 0, ids, NULL, MOST_ITEMS);
        assert_true(count >= 0);
        list->sections[index].count = (int)count;
        for (ptrdiff_t item = 0; item < count; item += 1) {
            list->sections[index].items[item] = ids[item].integer;
        }
    }
}

static inline void assert_same_list(const list *replayed, const list *expected, uint64_t round)
{
    bool same = replayed->count == expected->count;
    for (int index = 0; same && index < expected->count; index += 1) {
        const section *one = &replayed->sections[index], *other = &expected->sections[index];
        same = one->name == other->name && one->count == other->count
            && memcmp(one->items, other->items, (size_t)one->count * sizeof(int64_t)) == 0;
    }
    if (!same) {
        fail_msg("the lists of round %llu", (unsigned long long)round);
    }
}

/** Two lists, of every degree of likeness. */
static inline void random_lists(uint64_t round, diffable_snapshot **old_list, diffable_snapshot **new_list)
{
    seed = round * 0x9e3779b97f4a7c15u;
    *old_list = random_snapshot(round % 2 == 0);
    *new_list = round % 3 == 0 ? edited_copy(*old_list) : random_snapshot(round % 4 < 2);
}

/** Moves what follows up by some places, which are then free. */
static inline void make_room(section *section, int at, int count)
{
    memmove(&section->items[at + count], &section->items[at], (size_t)(section->count - at) * sizeof(int64_t));
    section->count += count;
}

static inline void make_room_for_sections(list *list, int at, int count)
{
    memmove(&list->sections[at + count], &list->sections[at], (size_t)(list->count - at) * sizeof(section));
    list->count += count;
}

#endif
