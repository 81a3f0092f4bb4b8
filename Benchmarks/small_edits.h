/* One edit of the current snapshot with its apply, and the reading of changes, to hashing one identifier. */
#ifndef SMALL_EDITS_H
#define SMALL_EDITS_H

#include "edits.h"

typedef enum small_edit { NOTHING, APPEND, DELETE, MOVE, RECONFIGURE, SMALL_EDITS } small_edit;

static const char *const small_edit_names[SMALL_EDITS] = { "nothing changed", "one append", "one delete", "one move", "one reconfigure" };

/** A data source, and what is in its list, in order. */
typedef struct ordered_source {
    diffable_data_source *source;
    numbers order;
    uint32_t next; /* the number of the next identifier that is new */
} ordered_source;

static inline ordered_source make_ordered_source(size_t count)
{
    numbers order = ascending(0, count);
    return (ordered_source){ make_source(order, STRINGS), order, (uint32_t)count };
}

static inline void free_ordered_source(ordered_source ordered)
{
    diffable_data_source_free(ordered.source);
    free(ordered.order.values);
}

/** Moves a number of the order to another place. */
static inline void reorder(numbers order, size_t from, size_t to)
{
    uint32_t *values = order.values, moved = values[from];
    memmove(values + from, values + from + 1, (order.count - from - 1) * sizeof *values);
    memmove(values + to + 1, values + to, (order.count - 1 - to) * sizeof *values);
    values[to] = moved;
}

/** Reads all changes of a kind, and returns how many there are. */
static inline size_t read_changes(const diffable_difference *difference, diffable_change_kind kind)
{
    enum { CAPACITY = 256 };
    static diffable_change changes[CAPACITY];
    size_t read = 0, count = diffable_difference_count(difference, kind);
    for (; read < count; read += 1) {
        diffable_change *change = &changes[read % CAPACITY];
        change->struct_size = sizeof *change;
        must(diffable_difference_at(difference, kind, read, change, NULL));
    }
    return read;
}

/** Reads all changes of items. */
static inline size_t read_item_changes(const diffable_difference *difference)
{
    size_t read = 0;
    for (int kind = DIFFABLE_DELETED_ITEMS; kind <= DIFFABLE_RECONFIGURED_ITEMS; kind += 1) {
        read += read_changes(difference, (diffable_change_kind)kind);
    }
    return read;
}

/**
 * How long it takes to take the current snapshot, to do one edit and to apply it. Where the list has another length
 * then, that is undone when the clock stands still.
 */
static inline double small_edit_and_apply(ordered_source *ordered, small_edit edit, bool is_checked)
{
    static uint64_t revision;
    numbers *order = &ordered->order;
    size_t from = below(order->count), to = below(order->count - 1);
    uint32_t numbers[2] = { order->values[from], 0 };
    if (edit == APPEND) {
        numbers[0] = ordered->next++;
    } else if (edit == MOVE) {
        to += to >= from;
        reorder(*order, from, to);
        numbers[1] = order->values[to == 0 ? 1 : to - 1];
    }
    list ids = make_list((struct numbers){ numbers, 2 }, STRINGS);
    revision += 1;
    double start = now();
    diffable_snapshot *snapshot = diffable_data_source_snapshot(ordered->source);
    if (edit == APPEND) {
        must(diffable_snapshot_append_items(snapshot, ids.ids, NULL, 1, diffable_id_none(), NULL));
    } else if (edit == DELETE) {
        must(diffable_snapshot_delete_items(snapshot, ids.ids, 1, NULL, NULL));
    } else if (edit == MOVE && to == 0) {
        must(diffable_snapshot_move_item_before(snapshot, ids.ids[0], ids.ids[1], NULL));
    } else if (edit == MOVE) {
        must(diffable_snapshot_move_item_after(snapshot, ids.ids[0], ids.ids[1], NULL));
    } else if (edit == RECONFIGURE) {
        must(diffable_snapshot_reconfigure_items(snapshot, ids.ids, &revision, 1, NULL));
    }
    apply_edited(ordered->source, snapshot, is_checked);
    double time = now() - start;
    if (edit == APPEND || edit == DELETE) {
        snapshot = diffable_data_source_snapshot(ordered->source);
        if (edit == APPEND) {
            must(diffable_snapshot_delete_items(snapshot, ids.ids, 1, NULL, NULL));
        } else {
            must(diffable_snapshot_append_items(snapshot, ids.ids, NULL, 1, diffable_id_none(), NULL));
            reorder(*order, from, order->count - 1);
        }
        apply(ordered->source, snapshot);
    }
    free_list(ids);
    return time;
}

/** The same, as often as two milliseconds allow: nanoseconds for one. */
static inline double time_small_edit(ordered_source *ordered, small_edit edit, int round)
{
    double time = small_edit_and_apply(ordered, edit, round == WARM_UP);
    size_t repeats = 0;
    for (time = 0; time < 2; repeats += 1) {
        time += small_edit_and_apply(ordered, edit, false);
    }
    return time / (double)repeats * 1e6;
}

/** Nanoseconds to read one of the 2,000 changes of 1,000 replaced items. */
static inline double time_reading(const diffable_difference *difference)
{
    size_t read = 0;
    double start = now(), time;
    do {
        read += read_item_changes(difference);
        time = now() - start;
    } while (time < 2);
    return time / (double)read * 1e6;
}

/**
 * Hashing one identifier is what the loop in C does for each of a million: it hashes it, and enters it in a table
 * that is too large for the caches.
 */
static inline void measure_small_edits(const size_t *sizes, size_t size_count)
{
    enum { MOST_SIZES = 4, COUNT = 1000000 };
    static series hashing, reading, edits[MOST_SIZES][SMALL_EDITS], among_million;
    ordered_source sources[MOST_SIZES], large = make_ordered_source(COUNT);
    for (size_t size = 0; size < size_count; size += 1) {
        sources[size] = make_ordered_source(sizes[size]);
    }
    numbers million = ascending(0, COUNT);
    table table = make_table(COUNT);
    diffable_data_source *old = make_source((numbers){ million.values, 1000 }, STRINGS), *new = make_source((numbers){ million.values + 1000, 1000 }, STRINGS);
    diffable_snapshot *old_snapshot = diffable_data_source_snapshot(old), *new_snapshot = diffable_data_source_snapshot(new);
    diffable_difference *difference = diffable_difference_new(old_snapshot, new_snapshot);
    check_operations(read_item_changes(difference), 2000);
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        record(&hashing, round, loop(&table, million, STRINGS) / COUNT * 1e6);
        record(&reading, round, time_reading(difference));
        for (size_t size = 0; size < size_count; size += 1) {
            for (small_edit edit = NOTHING; edit < SMALL_EDITS; edit += 1) {
                record(&edits[size][edit], round, time_small_edit(&sources[size], edit, round));
            }
        }
        record(&among_million, round, time_small_edit(&large, APPEND, round));
    }
    for (size_t size = 0; size < size_count; size += 1) {
        for (small_edit edit = NOTHING; edit < SMALL_EDITS; edit += 1) {
            char name[96];
            snprintf(name, sizeof name, "N = %zu: %s, with its apply, to hashing one id", sizes[size], small_edit_names[edit]);
            compare_in("ns", name, &edits[size][edit], &hashing, edit == NOTHING ? 12 : 40);
        }
    }
    compare_in("ns", "one append among 1,000,000, to the same among the last N", &among_million, &edits[size_count - 1][APPEND], 1.5);
    compare_in("ns", "reading a change, in bulk, to hashing one id", &reading, &hashing, 1);
    diffable_difference_free(difference);
    diffable_snapshot_free(old_snapshot);
    diffable_snapshot_free(new_snapshot);
    diffable_data_source_free(old);
    diffable_data_source_free(new);
    free_table(table);
    free(million.values);
    free_ordered_source(large);
    for (size_t size = 0; size < size_count; size += 1) {
        free_ordered_source(sources[size]);
    }
}

#endif
