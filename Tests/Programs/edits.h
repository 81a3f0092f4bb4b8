/*
 * The calls that change a snapshot, by their names.
 */
#ifndef EDITS_H
#define EDITS_H

#include "registers.h"

typedef diffable_status added(
    diffable_snapshot *, const diffable_id *, const diffable_content *, size_t, diffable_error **);
typedef diffable_status placed(
    diffable_snapshot *, const diffable_id *, const diffable_content *, size_t, diffable_id, diffable_error **);
typedef diffable_status filled(
    diffable_snapshot *, const diffable_id *, const diffable_content *, size_t, const diffable_id *, diffable_error **);
typedef diffable_status deleted(diffable_snapshot *, const diffable_id *, size_t, size_t *, diffable_error **);
typedef diffable_status updated(
    diffable_snapshot *, const diffable_id *, const diffable_content *, size_t, size_t *, diffable_error **);
typedef diffable_status moved(diffable_snapshot *, diffable_id, diffable_id, diffable_error **);
typedef diffable_status disclosed(diffable_snapshot *, const diffable_id *, size_t, diffable_error **);

static const struct edit {
    const char *name;
    added *add;
    placed *place;
    filled *fill;
    deleted *delete;
    moved *move;
    disclosed *disclose;
    updated *update;
    enum { NO_PLACEMENT, INSERTS, MOVES } how;
    diffable_placement placement;
} edits[] = {
    { .name = "append_sections", .add = diffable_snapshot_append_sections },
    { .name = "insert_sections_before", .place = diffable_snapshot_insert_sections_before },
    { .name = "insert_sections_after", .place = diffable_snapshot_insert_sections_after },
    { .name = "delete_sections", .delete = diffable_snapshot_delete_sections },
    { .name = "move_section_before", .move = diffable_snapshot_move_section_before },
    { .name = "move_section_after", .move = diffable_snapshot_move_section_after },
    { .name = "reload_sections", .add = diffable_snapshot_reload_sections },
    { .name = "reconfigure_sections", .add = diffable_snapshot_reconfigure_sections },
    { .name = "update_sections", .update = diffable_snapshot_update_sections },
    { .name = "append_items", .fill = diffable_snapshot_append_items },
    { .name = "append_items_to_parent", .how = INSERTS, .placement = DIFFABLE_AT_END_OF_PARENT },
    { .name = "prepend_items", .how = INSERTS, .placement = DIFFABLE_AT_START_OF_SECTION },
    { .name = "prepend_items_to_parent", .how = INSERTS, .placement = DIFFABLE_AT_START_OF_PARENT },
    { .name = "insert_items_before", .place = diffable_snapshot_insert_items_before },
    { .name = "insert_items_after", .place = diffable_snapshot_insert_items_after },
    { .name = "delete_items", .delete = diffable_snapshot_delete_items },
    { .name = "move_item_before", .move = diffable_snapshot_move_item_before },
    { .name = "move_item_after", .move = diffable_snapshot_move_item_after },
    { .name = "rename_item", .move = diffable_snapshot_rename_item },
    { .name = "move_items_to_section", .how = MOVES, .placement = DIFFABLE_AT_END_OF_SECTION },
    { .name = "move_items_to_parent", .how = MOVES, .placement = DIFFABLE_AT_END_OF_PARENT },
    { .name = "reload_items", .add = diffable_snapshot_reload_items },
    { .name = "reconfigure_items", .add = diffable_snapshot_reconfigure_items },
    { .name = "update_items", .update = diffable_snapshot_update_items },
    { .name = "replace_items", .fill = diffable_snapshot_replace_items },
    { .name = "expand", .disclose = diffable_snapshot_expand },
    { .name = "collapse", .disclose = diffable_snapshot_collapse },
    { .name = "keep_expansion", .disclose = diffable_snapshot_keep_expansion },
    { .name = "keep_children", .disclose = diffable_snapshot_keep_children },
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

static inline void reply_with_count(diffable_status status, size_t count, diffable_error **error)
{
    if (status == DIFFABLE_OK) {
        printf("ok %zu\n", count);
    } else {
        reply(status, error);
    }
}

/** Carries out an edit with the words behind the register, and says what came of it. */
static inline void perform_edit(
    const struct edit *edit, diffable_snapshot *snapshot, const char *first, const char *second)
{
    static elements list;
    diffable_error *error = NULL;
    size_t count = 0;
    if (edit->move != NULL) {
        reply(edit->move(snapshot, name(first), name(second), &error), &error);
        return;
    }
    read_elements(first, &list);
    const diffable_content *contents = list.has_contents ? list.contents : NULL;
    const diffable_id id = second == NULL ? (diffable_id){ 0 } : name(second);
    if (edit->add != NULL) {
        reply(edit->add(snapshot, list.ids, contents, list.count, &error), &error);
    } else if (edit->place != NULL) {
        reply(edit->place(snapshot, list.ids, contents, list.count, id, &error), &error);
    } else if (edit->fill != NULL) {
        reply(edit->fill(snapshot, list.ids, contents, list.count, optional(&id), &error), &error);
    } else if (edit->how == INSERTS) {
        diffable_status status = diffable_snapshot_insert_items(
            snapshot, list.ids, contents, list.count, edit->placement, optional(&id), &error);
        reply_as(edit->name, status, &error);
    } else if (edit->how == MOVES) {
        reply_as(edit->name,
            diffable_snapshot_move_items(snapshot, list.ids, list.count, edit->placement, optional(&id), &error),
            &error);
    } else if (edit->update != NULL) {
        diffable_status status = edit->update(snapshot, list.ids, contents, list.count, &count, &error);
        reply_with_count(status, count, &error);
    } else if (edit->delete != NULL) {
        diffable_status status = edit->delete(snapshot, list.ids, list.count, &count, &error);
        reply_with_count(status, count, &error);
    } else {
        reply(edit->disclose(snapshot, list.ids, list.count, &error), &error);
    }
}

static inline diffable_placement placement_named(const char *word)
{
    require(is(word, "section") || is(word, "parent") || is(word, "before") || is(word, "after"), "no such placement");
    return is(word, "section") ? DIFFABLE_AT_END_OF_SECTION
        : is(word, "parent")   ? DIFFABLE_AT_END_OF_PARENT
        : is(word, "before")   ? DIFFABLE_BEFORE_ITEM
                               : DIFFABLE_AFTER_ITEM;
}

/** Carries out a call on a snapshot if it is an edit of one of these forms; tells whether it was. */
static inline bool perform_other_edit(const char *const *words, diffable_snapshot *snapshot)
{
    static elements list;
    diffable_error *error = NULL;
    if (is(words[0], "delete_all_items")) {
        reply(diffable_snapshot_clear(snapshot, &error), &error);
    } else if (is(words[0], "insert_items_at")) {
        read_elements(words[2], &list);
        const diffable_content *contents = list.has_contents ? list.contents : NULL;
        const diffable_id section = name(words[4]);
        reply(diffable_snapshot_insert_items_at(
                  snapshot, list.ids, contents, list.count, (size_t)atoll(words[3]), optional(&section), &error),
            &error);
    } else if (is(words[0], "set_expandable")) {
        read_elements(words[2], &list);
        reply(diffable_snapshot_set_expandable(snapshot, list.ids, list.count, is(words[3], "true"), &error), &error);
    } else if (is(words[0], "replace_children")) {
        reply(diffable_snapshot_replace_children(snapshot, name(words[2]), register_named(words[3]), &error), &error);
    } else if (is(words[0], "insert_tree")) {
        diffable_placement placement = placement_named(words[3]);
        const diffable_id id = name(words[4]);
        reply(diffable_snapshot_insert_tree(snapshot, register_named(words[2]), placement, optional(&id), &error),
            &error);
    } else if (is(words[0], "set_section_snapshot")) {
        reply(
            diffable_snapshot_set_section_snapshot(snapshot, register_named(words[3]), name(words[2]), &error), &error);
    } else {
        return false;
    }
    return true;
}

#endif
