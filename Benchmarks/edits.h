/* Edits at places all over the list of a data source, planned before the clock starts. */
#ifndef EDITS_H
#define EDITS_H

#include "engine.h"

/** A data source and what is in its list, in any order. */
typedef struct edited_source {
    diffable_data_source *source;
    numbers members;
    uint32_t next; /* the number of the next identifier that is new */
} edited_source;

enum { MOST_EDITS = 1000000 };

static inline edited_source make_edited_source(size_t count)
{
    numbers members = ascending(0, count);
    diffable_data_source *source = make_source(members, STRINGS);
    members.values = realloc(members.values, (count + MOST_EDITS) * sizeof *members.values);
    return (edited_source){ source, members, (uint32_t)count };
}

static inline void free_edited_source(edited_source edited)
{
    diffable_data_source_free(edited.source);
    free(edited.members.values);
}

static inline uint32_t any_member(const edited_source *edited)
{
    return edited->members.values[below(edited->members.count)];
}

/**
 * Identifiers for `count` edits, two for each: of every three edits one deletes the first, one inserts it in front of
 * the second and one moves it there.
 */
static inline list plan_edits(edited_source *edited, size_t count)
{
    numbers plan = { malloc(2 * count * sizeof *plan.values), 2 * count };
    for (size_t edit = 0; edit < count; edit += 1) {
        uint32_t *item = &plan.values[2 * edit], *anchor = item + 1;
        *anchor = any_member(edited);
        if (edit % 3 == 0) {
            size_t place = below(edited->members.count);
            *item = edited->members.values[place];
            edited->members.values[place] = edited->members.values[--edited->members.count];
        } else if (edit % 3 == 1) {
            *item = edited->next++;
            edited->members.values[edited->members.count++] = *item;
        } else {
            do {
                *item = any_member(edited);
            } while (*item == *anchor);
        }
    }
    list list = make_list(plan, STRINGS);
    free(plan.values);
    return list;
}

static inline void edit(diffable_snapshot *snapshot, list plan)
{
    for (size_t edit = 0; edit < plan.count / 2; edit += 1) {
        const diffable_id *item = &plan.ids[2 * edit], anchor = item[1];
        if (edit % 3 == 0) {
            must(diffable_snapshot_delete_items(snapshot, item, 1, NULL, NULL));
        } else if (edit % 3 == 1) {
            must(diffable_snapshot_insert_items_before(snapshot, item, NULL, 1, anchor, NULL));
        } else {
            must(diffable_snapshot_move_item_before(snapshot, *item, anchor, NULL));
        }
    }
}

/** Applies a snapshot and gives it back; where that is wanted, checks that what the apply did was the least. */
static inline void apply_edited(diffable_data_source *source, diffable_snapshot *snapshot, bool is_checked)
{
    diffable_transaction *transaction;
    if (!is_checked) {
        apply(source, snapshot);
        return;
    }
    must(diffable_data_source_apply(source, snapshot, NULL, &transaction, NULL));
    check_minimal(diffable_transaction_difference(transaction), diffable_transaction_initial_snapshot(transaction),
        diffable_transaction_final_snapshot(transaction));
    diffable_transaction_free(transaction);
    diffable_snapshot_free(snapshot);
}

/** How long it takes to take the current snapshot, edit it and apply it. */
static inline double edit_and_apply(edited_source *edited, size_t count, bool is_checked)
{
    list plan = plan_edits(edited, count);
    double start = now();
    diffable_snapshot *snapshot = diffable_data_source_snapshot(edited->source);
    edit(snapshot, plan);
    apply_edited(edited->source, snapshot, is_checked);
    double time = now() - start;
    free_list(plan);
    return time;
}

#endif
