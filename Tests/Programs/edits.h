/*
 * The calls that change a snapshot, by their names.
 */
#ifndef EDITS_H
#define EDITS_H

#include "program.h"

typedef diffable_status added(diffable_snapshot *, const diffable_id *, const uint64_t *, size_t, diffable_error **);
typedef diffable_status placed(diffable_snapshot *, const diffable_id *, const uint64_t *, size_t, diffable_id, diffable_error **);
typedef diffable_status deleted(diffable_snapshot *, const diffable_id *, size_t, size_t *, diffable_error **);
typedef diffable_status updated(diffable_snapshot *, const diffable_id *, const uint64_t *, size_t, size_t *, diffable_error **);
typedef uint64_t revised(const diffable_snapshot *, diffable_id);
typedef diffable_status moved(diffable_snapshot *, diffable_id, diffable_id, diffable_error **);

static const struct edit {
    const char *name;
    added *add;
    placed *place;
    deleted *delete;
    moved *move;
    updated *update;
    /** What revisions are where a mark does not give one. */
    revised *revision;
} edits[] = {
    { .name = "append_sections", .add = diffable_snapshot_append_sections },
    { .name = "insert_sections_before", .place = diffable_snapshot_insert_sections_before },
    { .name = "insert_sections_after", .place = diffable_snapshot_insert_sections_after },
    { .name = "delete_sections", .delete = diffable_snapshot_delete_sections },
    { .name = "move_section_before", .move = diffable_snapshot_move_section_before },
    { .name = "move_section_after", .move = diffable_snapshot_move_section_after },
    { .name = "reload_sections", .add = diffable_snapshot_reload_sections, .revision = diffable_snapshot_revision_of_section },
    { .name = "reconfigure_sections", .add = diffable_snapshot_reconfigure_sections, .revision = diffable_snapshot_revision_of_section },
    { .name = "append_items", .place = diffable_snapshot_append_items },
    { .name = "insert_items_before", .place = diffable_snapshot_insert_items_before },
    { .name = "insert_items_after", .place = diffable_snapshot_insert_items_after },
    { .name = "delete_items", .delete = diffable_snapshot_delete_items },
    { .name = "move_item_before", .move = diffable_snapshot_move_item_before },
    { .name = "move_item_after", .move = diffable_snapshot_move_item_after },
    { .name = "reload_items", .add = diffable_snapshot_reload_items, .revision = diffable_snapshot_revision_of_item },
    { .name = "reconfigure_items", .add = diffable_snapshot_reconfigure_items, .revision = diffable_snapshot_revision_of_item },
    { .name = "update_items", .update = diffable_snapshot_update_items, .revision = diffable_snapshot_revision_of_item },
    { .name = "replace_items", .place = diffable_snapshot_replace_items, .revision = diffable_snapshot_revision_of_item },
    /* Those of a form of their own. */
    { .name = "delete_all_items" },
    { .name = "move_items_to_section" },
};

static inline const struct edit *edit_named(const char *word)
{
    for (size_t index = 0; index < sizeof edits / sizeof *edits; index += 1) {
        if (strcmp(edits[index].name, word) == 0) {
            return &edits[index];
        }
    }
    return NULL;
}

/** Carries out an edit with the words behind the register, and says what came of it. */
static inline void perform_edit(const struct edit *edit, diffable_snapshot *snapshot, const char *first, const char *second)
{
    static elements list;
    diffable_error *error = NULL;
    if (edit->move != NULL) {
        reply(edit->move(snapshot, name(first), name(second), &error), &error);
        return;
    }
    read_elements(first, &list);
    for (size_t index = 0; edit->revision != NULL && index < list.count; index += 1) {
        if (list.revisions[index] == 0) {
            list.revisions[index] = edit->revision(snapshot, list.ids[index]);
        }
    }
    const uint64_t *revisions = list.has_revisions ? list.revisions : NULL;
    if (edit->add != NULL) {
        reply(edit->add(snapshot, list.ids, revisions, list.count, &error), &error);
    } else if (edit->place != NULL) {
        reply(edit->place(snapshot, list.ids, revisions, list.count, name(second), &error), &error);
    } else if (edit->update != NULL) {
        size_t count = 0;
        diffable_status status = edit->update(snapshot, list.ids, revisions, list.count, &count, &error);
        if (status == DIFFABLE_OK) {
            printf("ok %zu\n", count);
        } else {
            reply(status, &error);
        }
    } else if (edit->delete != NULL) {
        size_t count = 0;
        require(edit->delete(snapshot, list.ids, list.count, &count, &error) == DIFFABLE_OK, "deleting fails");
        printf("ok %zu\n", count);
    } else if (first == NULL) {
        reply(diffable_snapshot_clear(snapshot, &error), &error);
    } else {
        reply(diffable_snapshot_move_items_to_section(snapshot, list.ids, list.count, name(second), &error), &error);
    }
}

#endif
