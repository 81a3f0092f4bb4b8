/* One edit of the current snapshot, with its apply. */
#ifndef SMALL_EDITS_H
#define SMALL_EDITS_H

#include "edits.h"

typedef enum small_edit { NOTHING, APPEND, DELETE, MOVE, RECONFIGURE, SMALL_EDITS } small_edit;

static const char *const small_edit_names[SMALL_EDITS] = { "nothing changed", "one append", "one delete", "one move",
    "one reconfigure" };

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

/** An edit and what it is about, made before the clock starts. */
typedef struct planned_edit {
    small_edit edit;
    list ids; /* an item, and the anchor of a move */
    size_t from, to;
    uint64_t revision;
} planned_edit;

static inline planned_edit plan_small_edit(ordered_source *ordered, small_edit edit)
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
    revision += 1;
    return (planned_edit){ edit, make_list((struct numbers){ numbers, 2 }, STRINGS), from, to, revision };
}

/** Takes the current snapshot and edits it. */
static inline diffable_snapshot *do_small_edit(const ordered_source *ordered, const planned_edit *planned)
{
    diffable_snapshot *snapshot = diffable_data_source_snapshot(ordered->source);
    const diffable_id *ids = planned->ids.ids;
    const diffable_content content = diffable_content_from_revision(&planned->revision);
    switch (planned->edit) {
    case APPEND: must(diffable_snapshot_append_items(snapshot, ids, NULL, 1, NULL, NULL)); break;
    case DELETE: must(diffable_snapshot_delete_items(snapshot, ids, 1, NULL, NULL)); break;
    case MOVE:
        must((planned->to == 0 ? diffable_snapshot_move_item_before : diffable_snapshot_move_item_after)(
            snapshot, ids[0], ids[1], NULL));
        break;
    case RECONFIGURE: must(diffable_snapshot_reconfigure_items(snapshot, ids, &content, 1, NULL)); break;
    default: break;
    }
    return snapshot;
}

/** Gives the list its length again: deletes what was appended, and appends what was deleted. */
static inline void end_small_edit(ordered_source *ordered, planned_edit planned)
{
    if (planned.edit == APPEND || planned.edit == DELETE) {
        diffable_snapshot *snapshot = diffable_data_source_snapshot(ordered->source);
        if (planned.edit == APPEND) {
            must(diffable_snapshot_delete_items(snapshot, planned.ids.ids, 1, NULL, NULL));
        } else {
            must(diffable_snapshot_append_items(snapshot, planned.ids.ids, NULL, 1, NULL, NULL));
            reorder(ordered->order, planned.from, ordered->order.count - 1);
        }
        apply(ordered->source, snapshot);
    }
    free_list(planned.ids);
}

#endif
