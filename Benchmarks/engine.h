/* What is asked of the engine in more than one group. */
#ifndef ENGINE_H
#define ENGINE_H

#include "optimum.h"

/** Appends a list to a section of its own, 10,000 items a call. */
static inline diffable_snapshot *fill(diffable_snapshot *snapshot, list list)
{
    enum { PORTION = 10000 };
    diffable_id section = diffable_id_string("list");
    must(diffable_snapshot_append_sections(snapshot, &section, NULL, 1, NULL));
    for (size_t place = 0; place < list.count; place += PORTION) {
        size_t count = list.count - place < PORTION ? list.count - place : PORTION;
        must(diffable_snapshot_append_items(snapshot, list.ids + place, NULL, count, &section, NULL));
    }
    return snapshot;
}

/** Applies a snapshot and gives it back. */
static inline void apply(diffable_data_source *source, diffable_snapshot *snapshot)
{
    must(diffable_data_source_apply(source, snapshot, NULL, NULL, NULL));
    diffable_snapshot_free(snapshot);
}

/** A data source whose list is this, from memory that is gone when it returns. */
static inline diffable_data_source *make_source(numbers numbers, kind kind)
{
    list list = make_list(numbers, kind);
    diffable_data_source *source = diffable_data_source_new();
    apply(source, fill(diffable_snapshot_new(), list));
    free_list(list);
    return source;
}

/**
 * Fills a snapshot with fresh identifiers, takes the difference from the current one, and tells how long that took.
 * The snapshot is given back.
 */
static inline double build(
    diffable_snapshot *snapshot, numbers numbers, kind kind, const diffable_snapshot *current, bool is_checked)
{
    list list = make_list(numbers, kind);
    double start = now();
    fill(snapshot, list);
    diffable_difference *difference = diffable_difference_new(current, snapshot);
    double time = now() - start;
    if (is_checked) {
        check_minimal(difference, current, snapshot);
    }
    diffable_difference_free(difference);
    diffable_snapshot_free(snapshot);
    free_list(list);
    return time;
}

/** How long the loop in C takes over the same identifiers. */
static inline double loop(table *table, numbers numbers, kind kind)
{
    clear_table(table, kind);
    list list = make_list(numbers, kind);
    double start = now();
    run_reference(table, list, kind);
    double time = now() - start;
    free_list(list);
    return time;
}

/** Nanoseconds that the loop in C takes for one of these identifiers: the unit for single operations. */
static inline double hash_one(table *table, numbers numbers)
{
    clear_table(table, STRINGS);
    list list = make_list(numbers, STRINGS);
    double start = computed();
    run_reference(table, list, STRINGS);
    double time = computed_since(start);
    free_list(list);
    return time / (double)numbers.count * 1e6;
}

#endif
