/* How a short list reaches the engine: described anew, or edited. */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include "short_lists.h"

static inline const diffable_id *ids_of(const short_lists *lists, size_t index)
{
    return lists->ids + index * lists->count;
}

static inline const uint64_t *revisions_of(const short_lists *lists, size_t index)
{
    return lists->revisions + index * lists->count;
}

static inline const diffable_content *contents_of_list(const short_lists *lists, size_t index)
{
    return lists->contents + index * lists->count;
}

/** Describes a list, as one section. */
static inline diffable_snapshot *describe(diffable_snapshot *snapshot, const short_lists *lists, size_t index)
{
    static const diffable_id section = { DIFFABLE_ID_BYTES, 0, { "list", 4 } };
    must(diffable_snapshot_append_sections(snapshot, &section, NULL, 1, NULL));
    must(diffable_snapshot_append_items(
        snapshot, ids_of(lists, index), contents_of_list(lists, index), lists->count, &section, NULL));
    return snapshot;
}

/** Edits the list before into this one, where little changed between the two, or nothing. */
static inline diffable_snapshot *edit_few(diffable_snapshot *snapshot, const short_lists *lists, size_t index)
{
    if (lists->change == FEW) {
        const uint64_t first_revision = 1;
        const few_edits *edits = &lists->edits[index];
        const diffable_content first_content = diffable_content_from_revision(&first_revision);
        const diffable_content new_content = diffable_content_from_revision(&edits->revision);
        must(diffable_snapshot_delete_items(snapshot, &edits->deleted, 1, NULL, NULL));
        must((edits->moved.is_first ? diffable_snapshot_move_item_before : diffable_snapshot_move_item_after)(
            snapshot, edits->moved.id, edits->moved.anchor, NULL));
        must((edits->inserted.is_first ? diffable_snapshot_insert_items_before : diffable_snapshot_insert_items_after)(
            snapshot, &edits->inserted.id, &first_content, 1, edits->inserted.anchor, NULL));
        must(diffable_snapshot_reconfigure_items(snapshot, &edits->updated, &new_content, 1, NULL));
    }
    return snapshot;
}

#endif
