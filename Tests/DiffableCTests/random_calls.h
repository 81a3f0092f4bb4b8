/* Calls of every sort with arguments of every sort: whatever happens, every list agrees with itself. */
#ifndef RANDOM_CALLS_H
#define RANDOM_CALLS_H

#include <diffable_terminal.h>

#include "random_lookups.h"

static diffable_snapshot *snapshots[3];
/** Section snapshots, until a snapshot is assigned to one. */
static diffable_snapshot *trees[3];
static diffable_data_source *sources[2];
static diffable_history *histories[2];
/** Of the first source, and of the second one. */
static diffable_publisher *publisher;
static diffable_follower *follower;
/** A document that is received later. */
static diffable_document *late;
/** The last transaction that a call gave back. */
static diffable_transaction *kept;

static void assert_agrees(const diffable_snapshot *snapshot)
{
    ptrdiff_t place = 0;
    for (size_t section = 0; section < diffable_snapshot_number_of_sections(snapshot); section += 1) {
        const ptrdiff_t count = diffable_snapshot_number_of_items(
            snapshot, (diffable_id[]){ diffable_snapshot_section_at(snapshot, section) });
        assert_true(count >= 0);
        for (ptrdiff_t item = 0; item < count; item += 1, place += 1) {
            diffable_id id = diffable_snapshot_item_at(snapshot, (diffable_index_path){ (ptrdiff_t)section, item });
            assert_int_equal(diffable_snapshot_index_of_item(snapshot, id), place);
        }
    }
    assert_int_equal(diffable_snapshot_number_of_items(snapshot, NULL), place);
}

/** Checks that parents, children, levels and what is visible say the same of each other. */
static void assert_forest_agrees(const diffable_snapshot *snapshot)
{
    const size_t count = diffable_snapshot_number_of_all_items(snapshot),
                 visible = diffable_snapshot_number_of_items(snapshot, NULL);
    diffable_id *all = calloc(3 * count + 1, sizeof *all), *ancestors = all + count, *children = all + 2 * count;
    assert_non_null(all);
    assert_int_equal(diffable_snapshot_all_item_identifiers(snapshot, 0, all, count), count);
    size_t place = 0, child_count = 0;
    for (size_t item = 0; item < count; item += 1) {
        const ptrdiff_t level = diffable_snapshot_level_of_item(snapshot, all[item]);
        const diffable_id parent = diffable_snapshot_parent_of_item(snapshot, all[item]);
        bool is_visible = true;
        assert_true(level >= 0 && (size_t)level <= item);
        assert_true(diffable_id_equal(parent, level == 0 ? (diffable_id){ 0 } : ancestors[level - 1]));
        if (level > 0) {
            is_visible = diffable_snapshot_is_visible(snapshot, parent)
                && diffable_snapshot_is_expanded(snapshot, parent);
            assert_true(diffable_id_equal(diffable_snapshot_section_containing_item(snapshot, parent),
                diffable_snapshot_section_containing_item(snapshot, all[item])));
        }
        ancestors[level] = all[item];
        assert_int_equal(diffable_snapshot_is_visible(snapshot, all[item]), is_visible);
        assert_int_equal(diffable_snapshot_index_of_item(snapshot, all[item]), is_visible ? (ptrdiff_t)place : -1);
        place += is_visible;
        const ptrdiff_t below_it = diffable_snapshot_number_of_children(snapshot, all[item]);
        assert_int_equal(diffable_snapshot_children_of_item(snapshot, all[item], 0, children, count), below_it);
        for (ptrdiff_t child = 0; child < below_it; child += 1) {
            assert_true(diffable_id_equal(diffable_snapshot_parent_of_item(snapshot, children[child]), all[item]));
        }
        child_count += (size_t)below_it;
    }
    assert_int_equal(place, visible);
    assert_int_equal(diffable_snapshot_root_item_identifiers(snapshot, NULL, 0, children, count), count - child_count);
    free(all);
}

/** Edits a list, which may be a section snapshot. */
static void edit_anything(diffable_snapshot *list, const diffable_id *ids, const diffable_content *contents,
    size_t count, diffable_error **failure)
{
    diffable_id id = any_id();
    const diffable_snapshot *tree = below(8) > 0 ? trees[below(3)] : snapshots[below(3)];
    const int64_t numbers[3] = { below(40), below(40), INT64_MIN };
    const size_t ends[3] = { (size_t)below(4), (size_t)below(8), (size_t)below(12) };
    switch (below(52)) {
    case 0:
    case 1: ignore(diffable_snapshot_append_sections(list, ids, contents, count, failure)); break;
    case 2: ignore(diffable_snapshot_insert_sections_before(list, ids, contents, count, id, failure)); break;
    case 3: ignore(diffable_snapshot_insert_sections_after(list, ids, contents, count, id, failure)); break;
    case 4: ignore(diffable_snapshot_delete_sections(list, ids, 1, NULL, failure)); break;
    case 5: ignore(diffable_snapshot_move_section_before(list, ids[0], id, failure)); break;
    case 6: ignore(diffable_snapshot_move_section_after(list, ids[0], id, failure)); break;
    case 7: ignore(diffable_snapshot_reload_sections(list, ids, contents, 1, failure)); break;
    case 8:
    case 9:
    case 10: ignore(diffable_snapshot_append_items(list, ids, contents, count, &id, failure)); break;
    case 11:
    case 12: ignore(diffable_snapshot_insert_items_before(list, ids, contents, count, id, failure)); break;
    case 13: ignore(diffable_snapshot_insert_items_after(list, ids, contents, count, id, failure)); break;
    case 14: ignore(diffable_snapshot_delete_items(list, ids, count, NULL, failure)); break;
    case 15: ignore(diffable_snapshot_move_item_before(list, ids[0], id, failure)); break;
    case 16: ignore(diffable_snapshot_move_item_after(list, ids[0], id, failure)); break;
    case 17:
        ignore(diffable_snapshot_move_items(
            list, ids, count, (diffable_placement)below(7), below(4) > 0 ? &id : NULL, failure));
        break;
    case 18: ignore(diffable_snapshot_reload_items(list, ids, contents, 1, failure)); break;
    case 19: ignore(diffable_snapshot_reconfigure_items(list, ids, contents, 1, failure)); break;
    case 20:
    case 21:
    case 22:
        ignore(diffable_snapshot_insert_items(list, ids, contents, count, DIFFABLE_AT_END_OF_PARENT, &id, failure));
        break;
    case 23: ignore(diffable_snapshot_move_items(list, ids, count, DIFFABLE_AT_END_OF_PARENT, &id, failure)); break;
    case 24: ignore(diffable_snapshot_replace_children(list, id, tree, failure)); break;
    case 25:
    case 26: ignore(diffable_snapshot_expand(list, ids, count, failure)); break;
    case 27:
        if (below(10) == 0)
            ignore(diffable_snapshot_clear(list, failure));
        break;
    case 28:
        ignore(diffable_snapshot_insert_tree(
            list, tree, (diffable_placement)below(7), below(4) > 0 ? &id : NULL, failure));
        break;
    case 29: ignore(diffable_snapshot_set_section_snapshot(list, tree, id, failure)); break;
    case 30: ignore(diffable_snapshot_collapse(list, ids, count, failure)); break;
    case 31: ignore(diffable_snapshot_keep_children(list, ids, count, failure)); break;
    case 32: ignore(diffable_snapshot_append_items(list, NULL, contents, count, &id, failure)); break;
    case 33: ignore(diffable_snapshot_replace_items(list, ids, contents, count, &id, failure)); break;
    case 34:
    case 35: ignore(diffable_snapshot_update_items(list, ids, contents, count, NULL, failure)); break;
    case 36: ignore(diffable_snapshot_reconfigure_sections(list, ids, contents, 1, failure)); break;
    case 37: ignore(diffable_snapshot_keep_expansion(list, ids, count, failure)); break;
    case 38: ignore(diffable_snapshot_set_expandable(list, ids, count, below(3) > 0, failure)); break;
    case 39: ignore(diffable_snapshot_append_integers(list, numbers, NULL, (size_t)below(4), &id, failure)); break;
    case 40:
        ignore(
            diffable_snapshot_append_strings(list, "abcabdab\xff\n\x1b", ends, NULL, (size_t)below(4), &id, failure));
        break;
    case 41: ignore(diffable_snapshot_append_items(list, ids, contents, count, NULL, failure)); break;
    case 42:
        if (below(10) == 0)
            ignore(diffable_snapshot_assign(list, tree, failure));
        break;
    case 43:
        ignore(diffable_snapshot_insert_items(
            list, ids, contents, count, DIFFABLE_AT_START_OF_SECTION, below(2) > 0 ? &id : NULL, failure));
        break;
    case 44:
        ignore(diffable_snapshot_insert_items(
            list, ids, contents, count, (diffable_placement)below(7), below(4) > 0 ? &id : NULL, failure));
        break;
    case 45:
    case 46:
        ignore(diffable_snapshot_insert_items_at(list, ids, contents, count, (size_t)any_index(), &id, failure));
        break;
    case 47: ignore(diffable_snapshot_update_sections(list, ids, contents, 1, NULL, failure)); break;
    case 48:
    case 49:
    case 50:
    case 51: ignore(diffable_snapshot_rename_item(list, ids[0], id, failure)); break;
    }
}

/** A token of one of the data sources. */
static uint64_t last_observer;

static void replace_anything(
    diffable_data_source **source, diffable_snapshot **list, diffable_snapshot **tree, diffable_error **failure)
{
    void *old = NULL;
    diffable_view *view = NULL;
    diffable_bytes name = any_text();
    diffable_section_snapshot_handlers expansion = { sizeof expansion, ask, notice, ask, notice, make_children };
    diffable_reordering_handlers reordering = { sizeof reordering, ask, handle, handle };
    switch (below(17)) {
    case 0:
        old = *list;
        *list = diffable_snapshot_copy(snapshots[below(3)]);
        diffable_snapshot_free(old);
        break;
    case 1:
    case 2:
        old = *list;
        *list = diffable_data_source_snapshot(*source);
        diffable_snapshot_free(old);
        break;
    case 3:
        old = *list;
        *list = diffable_data_source_new_snapshot(*source);
        diffable_snapshot_free(old);
        break;
    case 4:
        old = section_in(*source, any_id());
        if (old != NULL) {
            diffable_snapshot_free(*tree);
            *tree = old;
        }
        break;
    case 5: diffable_data_source_set_cell_provider(*source, below(6) > 0 ? provide : NULL, NULL, finalize); break;
    case 6:
        diffable_data_source_set_supplementary_provider(*source, below(3) > 0 ? provide_header : NULL, NULL, finalize);
        break;
    case 7:
        view = any_view();
        ignore(diffable_data_source_set_view(*source, below(4) > 0 ? view : NULL, failure));
        diffable_view_free(view);
        break;
    case 8:
        ignore(diffable_data_source_set_section_snapshot_handlers(*source, &expansion, NULL, finalize, NULL));
        ignore(diffable_data_source_set_reordering_handlers(*source, &reordering, NULL, finalize, NULL));
        break;
    case 9:
        old = *source;
        *source = diffable_data_source_new();
        last_observer = diffable_data_source_add_observer(*source, handle, NULL, finalize);
        diffable_data_source_free(old);
        break;
    case 10: diffable_data_source_set_kind_provider(*source, below(3) > 0 ? any_kind : NULL, NULL, finalize); break;
    case 11:
        diffable_data_source_register_cell_provider(
            *source, below(8) > 0 ? "a" : NULL, below(3) > 0 ? provide : NULL, NULL, finalize);
        break;
    case 12:
        ignore(diffable_data_source_set_default_row_animation(*source, (diffable_row_animation)below(9), failure));
        break;
    case 14:
        last_observer = diffable_data_source_add_observer(*source, below(8) > 0 ? handle : NULL, NULL, finalize);
        break;
    case 15: diffable_data_source_remove_observer(*source, last_observer - below(3)); break;
    case 16:
        ignore(diffable_data_source_set_name(*source, below(8) > 0 ? name.data : NULL, name.size, failure));
        assert_true(diffable_data_source_name(*source).size <= TEXT_SIZE);
        break;
    case 13:
        old = *tree;
        *tree = diffable_snapshot_copy(trees[below(3)]);
        diffable_snapshot_free(old);
        break;
    }
}

enum { NO_STATUS = 1000 };

/** What the status of a call that changes or reads the list says about its transaction and its error. */
static void look_at_status(
    diffable_status status, const diffable_transaction *transaction, const diffable_error *failure)
{
    if (status == NO_STATUS) {
        return;
    }
    assert_true(status <= DIFFABLE_APPLIED_WITH_ERROR);
    assert_int_equal(failure != NULL, status < 0 || status == DIFFABLE_APPLIED_WITH_ERROR);
    assert_true(status >= 0 || diffable_error_status(failure) == status);
    assert_true(diffable_error_status(failure) <= 0);
    assert_true(transaction == NULL || status == DIFFABLE_OK || status == DIFFABLE_APPLIED_WITH_ERROR);
}

/** Calls without an object, which fail or do nothing. */
static void call_with_nothing(diffable_error **failure)
{
    diffable_id id = any_id();
    diffable_transaction *transaction = NULL;
    diffable_event event = DIFFABLE_EVENT_INIT;
    diffable_terminal *terminal = NULL;
    diffable_status status = DIFFABLE_ERROR_INVALID_ARGUMENT;
    switch (below(12)) {
    case 0: edit_anything(NULL, &id, NULL, 1, failure); break;
    case 1:
        status = diffable_data_source_apply(
            NULL, snapshots[0], COMPLETING(handle, NULL, finalize), &transaction, failure);
        break;
    case 2:
        status = diffable_data_source_apply(
            sources[0], NULL, COMPLETING(handle, NULL, finalize), &transaction, failure);
        break;
    case 3:
        status = diffable_data_source_apply_section(
            sources[0], NULL, id, COMPLETING(NULL, NULL, finalize), &transaction, failure);
        break;
    case 4: ignore(diffable_data_source_set_view(NULL, NULL, failure)); break;
    case 5: look_at_list(NULL, id); break;
    case 6: assert_null(diffable_snapshot_copy(NULL)); break;
    case 7:
        look_at_difference(NULL);
        look_at_transaction(NULL);
        break;
    case 8: look_at_source(NULL, id); break;
    case 11:
        assert_int_equal(diffable_version_number(), DIFFABLE_VERSION_NUMBER);
        assert_string_equal(diffable_version(), DIFFABLE_VERSION);
        break;
    case 9:
        status = diffable_terminal_new(NULL, NULL, &terminal, failure);
        diffable_terminal_free(terminal);
        break;
    case 10:
        ignore(diffable_terminal_wait(NULL, &event, failure));
        diffable_error_free(*failure);
        ignore(diffable_terminal_perform(NULL, &event, failure));
        break;
    }
    assert_int_equal(status, DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_null(transaction);
}

static void look_anywhere(void)
{
    diffable_transaction *again = diffable_transaction_copy(kept);
    diffable_difference *difference = diffable_difference_new(snapshots[below(3)], snapshots[below(3)]);
    diffable_difference *same = diffable_difference_copy(difference);
    diffable_difference_free(difference);
    switch (below(6)) {
    case 5: look_at_text(any_text()); break;
    case 0: look_at_list(snapshots[below(3)], any_id()); break;
    case 1: look_at_list(trees[below(3)], any_id()); break;
    case 2: look_at_difference(same); break;
    case 3: look_at_transaction(again); break;
    case 4: look_at_source(sources[below(2)], any_id()); break;
    }
    diffable_difference_free(same);
    diffable_transaction_free(again);
}

/** Frees an error, with its message or without. */
static void free_error(diffable_error *error)
{
    char message[TEXT_SIZE];
    if (below(2) == 0) {
        diffable_error_free(error);
    } else {
        diffable_error_format(error, message, sizeof message);
        assert_non_null(memchr(message, 0, sizeof message));
    }
}

/** Undoes and redoes what the calls change, and is made anew. */
static diffable_status use_history(diffable_history **history, diffable_data_source *source,
    diffable_transaction **transaction, diffable_error **failure)
{
    diffable_history *old;
    diffable_bytes caption;
    switch (below(10)) {
    case 0:
        old = *history;
        *history = diffable_history_new(source, (size_t)below(4));
        diffable_history_free(old);
        break;
    case 1:
    case 2:
    case 3: return diffable_history_undo(*history, transaction, failure);
    case 4:
    case 5: return diffable_history_redo(*history, transaction, failure);
    case 6: return diffable_history_begin_group(*history, "a", below(4) > 0 ? 1 : (size_t)any_index() & 1, failure);
    case 7: return diffable_history_end_group(*history, failure);
    case 8: diffable_history_clear(*history); break;
    case 9:
        assert_true(diffable_history_can_undo(*history, &caption) || caption.size == 0);
        assert_true(diffable_history_can_redo(*history, &caption) || caption.size == 0);
        diffable_data_source_set_refreshes_headers(source, below(2) == 0);
        diffable_data_source_set_strict(source, below(4) == 0);
        break;
    }
    return NO_STATUS;
}

/**
 * Writes a list and reads it again, or what another document has become, and applies a patch that may start from
 * another list.
 */
static diffable_status use_documents(diffable_snapshot *list, diffable_snapshot *other, diffable_error **failure)
{
    diffable_document *document = NULL;
    diffable_snapshot *read = NULL;
    diffable_bytes name;
    diffable_status status = diffable_snapshot_encode(
        list, below(2) == 0 ? NULL : "\xff", (size_t)below(2), &document, failure);
    diffable_bytes bytes = diffable_document_bytes(document);
    if (bytes.size > 0) {
        free_error(*failure);
        status = diffable_snapshot_decode(
            bytes.data, below(2) == 0 ? bytes.size : (size_t)below((int)bytes.size), &name, &read, failure);
        assert_true(read == NULL || diffable_snapshot_equal(read, list));
    }
    if (read != NULL) {
        diffable_difference *difference = diffable_difference_new(other, list);
        diffable_document *patch = NULL;
        free_error(*failure);
        status = diffable_difference_encode(difference, NULL, 0, below(2) == 0, &patch, failure);
        if (patch != NULL) {
            diffable_bytes changes = diffable_document_bytes(patch);
            free_error(*failure);
            status = diffable_snapshot_apply_patch(below(2) == 0 ? read : other, changes.data, changes.size, failure);
        }
        diffable_document_free(patch);
        diffable_difference_free(difference);
    }
    diffable_snapshot_free(read);
    diffable_document_free(document);
    return status;
}

/** Merges lists of any kind, and reads the conflicts. The result takes the place of one of the lists. */
static diffable_status use_merge(diffable_snapshot **list, diffable_error **failure)
{
    diffable_snapshot *merged = NULL;
    diffable_conflicts *conflicts = NULL;
    const diffable_snapshot *base = below(16) > 0 ? snapshots[below(3)] : trees[below(3)];
    const diffable_status status = diffable_snapshot_merge(
        base, below(32) > 0 ? *list : NULL, snapshots[below(3)], &merged, below(8) > 0 ? &conflicts : NULL, failure);
    assert_int_equal(status == DIFFABLE_OK, merged != NULL);
    diffable_conflict read[3] = { DIFFABLE_CONFLICT_INIT };
    size_t count = 0;
    for (size_t first = 0; first < diffable_conflicts_count(conflicts); first += count) {
        assert_ok(diffable_conflicts_read(conflicts, first, read, 3, &count, NULL));
        assert_true(count > 0);
        for (size_t index = 0; index < count; index += 1) {
            const diffable_conflict *conflict = &read[index];
            assert_non_null(diffable_conflict_kind_name(conflict->kind));
            assert_true(conflict->in_mine || conflict->in_theirs);
            assert_true(conflict->is_section ? diffable_snapshot_index_of_section(merged, conflict->id) >= 0
                                             : diffable_snapshot_contains_item(merged, conflict->id));
        }
    }
    diffable_conflicts_free(conflicts);
    if (merged != NULL) {
        assert_forest_agrees(merged);
        diffable_snapshot_free(*list);
        *list = merged;
    }
    return status;
}

/** Brings the second source to the list of the first one, with documents that fit, or come late, or are cut. */
static diffable_status use_publishing(diffable_transaction **transaction, diffable_error **failure)
{
    diffable_document *document = NULL;
    diffable_list_version version = below(8) > 0 ? diffable_follower_version(follower)
                                                 : diffable_publisher_version(publisher);
    diffable_status status = diffable_publisher_message(publisher, below(8) > 0 ? &version : NULL, &document, failure);
    if (below(4) == 0) {
        diffable_document *other = late;
        late = document;
        document = other;
    }
    diffable_bytes bytes = diffable_document_bytes(document);
    if (bytes.size > 0) {
        free_error(*failure);
        status = diffable_follower_receive(
            follower, bytes.data, below(4) > 0 ? bytes.size : (size_t)below((int)bytes.size), transaction, failure);
    }
    diffable_document_free(document);
    if (below(16) == 0) {
        diffable_document_free(late);
        late = NULL;
        diffable_publisher *old = publisher;
        publisher = diffable_publisher_new(sources[0], (size_t)below(4));
        diffable_publisher_free(old);
        diffable_follower *old_follower = follower;
        follower = diffable_follower_new(sources[1]);
        diffable_follower_free(old_follower);
    }
    return status;
}

/** Calls beside those of diffable.h, or NULL. */
static void (*call_more)(void);

static void call_anything(void)
{
    if (call_more != NULL && below(2) == 0) {
        call_more();
        return;
    }
    diffable_id ids[5];
    diffable_content contents[5];
    for (int index = 0; index < 5; index += 1) {
        ids[index] = any_id();
        contents[index] = any_content();
    }
    diffable_data_source **source = &sources[below(2)];
    diffable_snapshot **list = &snapshots[below(3)];
    diffable_snapshot **tree = &trees[below(3)];
    diffable_error *failure = NULL;
    diffable_transaction *transaction = NULL;
    diffable_apply_options options = { sizeof options, (diffable_row_animation)below(10), handle, NULL, finalize,
        { NULL, 0 }, any_content() };
    options.caption = below(4) == 0 ? any_text() : options.caption;
    diffable_status status = NO_STATUS;
    diffable_index_path path = (diffable_index_path){ any_index(), any_index() },
                        other = (diffable_index_path){ any_index(), any_index() };
    diffable_cell *cell = NULL;
    switch (below(33)) {
    case 31:
    case 32: status = use_publishing(&transaction, &failure); break;
    case 30: status = use_documents(*list, below(8) > 0 ? snapshots[below(3)] : *tree, &failure); break;
    case 28: status = use_merge(list, &failure); break;
    case 29:
        status = diffable_data_source_apply_rebased(
            *source, below(2) == 0 ? NULL : snapshots[below(3)], *list, &options, &transaction, &failure);
        assert_true(diffable_conflicts_count(diffable_transaction_conflicts(transaction)) < SIZE_MAX);
        diffable_snapshot_set_base(below(2) == 0 ? *list : NULL, *source, transaction);
        break;
    case 25:
    case 26:
    case 27: status = use_history(&histories[below(2)], *source, &transaction, &failure); break;
    case 0:
    case 1:
    case 2:
        status = diffable_data_source_apply(*source, below(16) > 0 ? *list : *tree, &options, &transaction, &failure);
        break;
    case 3:
        status = diffable_data_source_apply_using_reload_data(
            *source, *list, COMPLETING(NULL, NULL, finalize), &transaction, &failure);
        break;
    case 4:
        status = diffable_data_source_apply_section(
            *source, below(16) > 0 ? *tree : *list, ids[0], &options, NULL, &failure);
        break;
    case 5: status = diffable_data_source_toggle_item(*source, ids[0], &transaction, &failure); break;
    case 6: status = diffable_data_source_reorder_item(*source, path, other, &transaction, &failure); break;
    case 7: status = diffable_data_source_cell_at(*source, path, &cell, &failure); break;
    case 8: status = diffable_data_source_render(*source, write_any, NULL, &failure); break;
    case 9:
    case 10: replace_anything(source, list, tree, &failure); break;
    case 11: diffable_difference_free(diffable_difference_new(*list, snapshots[0])); break;
    case 12:
        status = diffable_data_source_supplementary_cell(
            *source, below(8) > 0 ? "header" : NULL, (size_t)any_index(), &cell, &failure);
        break;
    case 13: call_with_nothing(&failure); break;
    case 14:
    case 15: look_anywhere(); break;
    case 16:
        options.struct_size = (size_t)any_index();
        options.finalize = NULL;
        status = diffable_data_source_apply(*source, *list, &options, NULL, &failure);
        break;
    default:
        edit_anything(below(3) > 0 ? *list : *tree, ids, below(2) == 0 ? contents : NULL, (size_t)below(6), &failure);
        break;
    }
    look_at_error(failure);
    look_at_status(status, transaction, failure);
    look_at_cell(cell);
    free_error(failure);
    diffable_cell_free(cell);
    if (transaction != NULL) {
        diffable_transaction_free(kept);
        kept = transaction;
    }
    diffable_snapshot *current = diffable_data_source_snapshot(*source);
    assert_agrees(*list);
    assert_agrees(current);
    switch (below(8)) {
    case 0: assert_forest_agrees(*list); break;
    case 1: assert_forest_agrees(*tree); break;
    case 2: assert_forest_agrees(current); break;
    }
    diffable_snapshot_free(current);
}

static void begin_calls(void)
{
    for (int index = 0; index < 3; index += 1) {
        snapshots[index] = diffable_snapshot_new();
        trees[index] = diffable_section_snapshot_new();
    }
    sources[0] = diffable_data_source_new();
    sources[1] = diffable_data_source_new();
    histories[0] = diffable_history_new(sources[0], 0);
    histories[1] = diffable_history_new(sources[1], 2);
    publisher = diffable_publisher_new(sources[0], 2);
    follower = diffable_follower_new(sources[1]);
}

static void end_calls(void)
{
    /* From here on finalizers call nothing. */
    depth = 3;
    for (int index = 0; index < 3; index += 1) {
        diffable_snapshot_free(snapshots[index]);
        diffable_snapshot_free(trees[index]);
    }
    diffable_history_free(histories[0]);
    diffable_publisher_free(publisher);
    diffable_document_free(late);
    late = NULL;
    diffable_data_source_free(sources[0]);
    diffable_data_source_free(sources[1]);
    diffable_history_free(histories[1]);
    diffable_follower_free(follower);
    diffable_transaction_free(kept);
    kept = NULL;
    depth = 0;
}

#endif
