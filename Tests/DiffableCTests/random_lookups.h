/* Look-ups of every sort with arguments of every sort, null ones included: they change nothing. */
#ifndef RANDOM_LOOKUPS_H
#define RANDOM_LOOKUPS_H

#include "random_callbacks.h"

enum { PIECE = 4 };

static void look_at_error(const diffable_error *error)
{
    (void)diffable_status_name(diffable_error_status(error));
    assert_true(diffable_error_position(error) >= -1);
    if (error != NULL) {
        assert_true(strlen(diffable_error_message(error)) > 0 && strlen(diffable_error_message_from_one(error)) > 0);
        diffable_id id = diffable_error_identifier(error);
        assert_true(diffable_id_equal(id, id));
        assert_true(id.kind != DIFFABLE_ID_BYTES || id.bytes.size == 0 || id.bytes.data != NULL);
    }
}

/** Escaped text is never shorter, and what does not fit is left out. */
static void look_at_text(diffable_bytes text)
{
    char escaped[TEXT_SIZE + 1] = { 0 };
    size_t capacity = (size_t)below(TEXT_SIZE);
    escaped[capacity] = 'x';
    assert_true(diffable_escape(text.data, text.size, below(2) == 0, escaped, capacity) >= text.size);
    assert_int_equal(escaped[capacity], 'x');
}

/** Looks at a list, which may be a section snapshot. */
static void look_at_list(const diffable_snapshot *list, diffable_id id)
{
    diffable_id ids[PIECE];
    size_t first = (size_t)any_index(), count = 0, size = (size_t)below(PIECE + 1);
    diffable_id *where = size == 0 ? NULL : ids;
    diffable_index_path path = (diffable_index_path){ any_index(), any_index() };
    const bool has_item = diffable_snapshot_contains_item(list, id),
               has_section = (diffable_snapshot_index_of_section(list, id) >= 0);
    diffable_error *failure = NULL;
    diffable_snapshot *part = NULL;
    diffable_status status = DIFFABLE_OK;
    switch (below(31)) {
    case 0: assert_int_equal(diffable_snapshot_number_of_items(list, &id) >= 0, has_section); break;
    case 1: assert_int_equal(diffable_snapshot_index_of_section(list, id) >= 0, has_section); break;
    case 2:
        assert_int_equal(diffable_snapshot_index_of_item(list, id) >= 0, diffable_snapshot_is_visible(list, id));
        break;
    case 3: path = diffable_snapshot_index_path_of_item(list, id); break;
    case 4: id = diffable_snapshot_section_containing_item(list, id); break;
    case 5: id = diffable_snapshot_section_at(list, first); break;
    case 6: id = diffable_snapshot_item_at(list, path); break;
    case 7: look_at_content(diffable_snapshot_item_content(list, id)); break;
    case 8: look_at_content(diffable_snapshot_section_content(list, id)); break;
    case 9: count = diffable_snapshot_section_identifiers(list, first, where, size); break;
    case 10: count = diffable_snapshot_item_identifiers(list, NULL, first, where, NULL, size); break;
    case 11:
        count = (size_t)(diffable_snapshot_item_identifiers(list, &id, first, where, NULL, size) + 1);
        size += 1;
        break;
    case 12: count = diffable_snapshot_marked_identifiers(list, (diffable_mark)below(6) - 1, first, ids, size); break;
    case 13: count = diffable_snapshot_marked_identifiers(list, DIFFABLE_ITEMS_TO_RECONFIGURE, first, ids, size); break;
    case 14: count = diffable_snapshot_marked_identifiers(list, DIFFABLE_SECTIONS_TO_RELOAD, first, ids, size); break;
    case 15: assert_true(diffable_snapshot_equal(list, list)); break;
    case 16:
        count = diffable_snapshot_number_of_sections(list) > 0 ? size : 0;
        size = PIECE;
        break;
    case 17: assert_true(has_item || !diffable_snapshot_is_expanded(list, id)); break;
    case 18: assert_true(has_item || !diffable_snapshot_is_visible(list, id)); break;
    case 19: assert_int_equal(diffable_snapshot_level_of_item(list, id) >= 0, has_item); break;
    case 20: assert_true(has_item || diffable_snapshot_parent_of_item(list, id).kind == DIFFABLE_ID_NONE); break;
    case 21: assert_true(has_item || !diffable_snapshot_is_expandable(list, id)); break;
    case 22: assert_true(has_item || !diffable_snapshot_keeps_expansion(list, id)); break;
    case 23: assert_int_equal(diffable_snapshot_number_of_children(list, id) >= 0, has_item); break;
    case 24:
        count = (size_t)(diffable_snapshot_children_of_item(list, id, first, where, size) + 1);
        size += 1;
        break;
    case 25:
        count = (size_t)(diffable_snapshot_root_item_identifiers(list, &id, first, where, size) + 1);
        size += 1;
        break;
    case 26: count = diffable_snapshot_all_item_identifiers(list, first, where, size); break;
    case 27: count = diffable_snapshot_expanded_item_identifiers(list, first, where, size); break;
    case 28:
        assert_true(
            (ptrdiff_t)diffable_snapshot_number_of_all_items(list) >= diffable_snapshot_number_of_items(list, NULL));
        break;
    case 29:
        status = diffable_snapshot_snapshot_of(list, id, below(2) > 0, below(4) > 0 ? &part : NULL, &failure);
        break;
    case 30:
        part = diffable_snapshot_section_snapshot(list, id);
        assert_int_equal(part != NULL, (diffable_snapshot_index_of_section(list, id) >= 0));
        break;
    }
    (void)path;
    assert_true(count <= size);
    assert_int_equal(status < 0, failure != NULL);
    assert_true(part == NULL || diffable_snapshot_is_section_snapshot(part));
    diffable_snapshot_free(part);
    look_at_error(failure);
    diffable_error_free(failure);
}

/** Reads whatever there is to read of a difference, and asks for what there is not. */
static void look_at_difference(const diffable_difference *difference)
{
    diffable_change change = DIFFABLE_CHANGE_INIT;
    diffable_step step = DIFFABLE_STEP_INIT;
    diffable_error *failure = NULL;
    size_t changes = 0;
    for (int kind = DIFFABLE_DELETED_SECTIONS; kind <= DIFFABLE_RECONFIGURED_ITEMS; kind += 1) {
        size_t count = diffable_difference_count(difference, (diffable_change_kind)kind);
        for (size_t index = 0; index < count; index += 1) {
            assert_ok(
                diffable_difference_changes(difference, (diffable_change_kind)kind, index, &change, 1, NULL, NULL));
        }
        changes += count;
    }
    assert_int_equal(diffable_difference_is_empty(difference), changes == 0);
    change.struct_size = below(4) > 0 ? change.struct_size : (size_t)any_index();
    ignore(diffable_difference_changes(difference, (diffable_change_kind)any_index(), (size_t)any_index(),
        below(4) > 0 ? &change : NULL, 1, NULL, &failure));
    look_at_error(failure);
    diffable_error_free(failure);
    if (below(4) > 0) {
        size_t read = 2;
        diffable_status status = diffable_difference_changes(
            difference, (diffable_change_kind)any_index(), (size_t)any_index(), &change, below(2) == 0, &read, NULL);
        assert_true(status == DIFFABLE_OK ? read <= 1 : status == DIFFABLE_ERROR_INVALID_ARGUMENT);
    }
    diffable_steps *steps = diffable_steps_new(difference);
    for (size_t index = 0; index < diffable_steps_count(steps); index += 1) {
        assert_ok(diffable_steps_read(steps, index, &step, 1, NULL, NULL));
        for (size_t element = 0; element < step.count; element += 1) {
            assert_int_not_equal(diffable_step_identifier(steps, index, element).kind, DIFFABLE_ID_NONE);
        }
    }
    diffable_step_identifier(steps, (size_t)any_index(), (size_t)any_index());
    failure = NULL;
    ignore(diffable_steps_read(steps, (size_t)any_index(), below(4) > 0 ? &step : NULL, 1, NULL, &failure));
    look_at_error(failure);
    diffable_error_free(failure);
    diffable_steps_free(steps);
}

static void look_at_transaction(const diffable_transaction *transaction)
{
    diffable_section_transactions *sections = diffable_section_transactions_new(transaction);
    size_t count = diffable_section_transactions_count(sections),
           index = below(8) > 0 && count > 0 ? (size_t)below((int)count) : (size_t)any_index();
    diffable_section_transaction one = DIFFABLE_SECTION_TRANSACTION_INIT;
    assert_int_equal(diffable_section_transactions_at(sections, index, &one, NULL) == DIFFABLE_OK, index < count);
    assert_int_equal(one.difference == NULL, index >= count);
    look_at_list(one.initial_snapshot, any_id());
    look_at_list(one.final_snapshot, one.section);
    diffable_section_transactions_free(sections);
    look_at_list(diffable_transaction_initial_snapshot(transaction), any_id());
    look_at_list(diffable_transaction_final_snapshot(transaction), any_id());
    if (transaction != NULL) {
        look_at_difference(diffable_transaction_difference(transaction));
        assert_non_null(diffable_row_animation_name(diffable_transaction_animation(transaction)));
        /* Two histories can undo what the other one undid: each time the caption becomes longer. */
        const diffable_bytes caption = diffable_transaction_caption(transaction);
        assert_true(caption.size == 0 || caption.data != NULL);
        (void)diffable_transaction_uses_reload_data(transaction);
    }
}

static void look_at_source(const diffable_data_source *source, diffable_id id)
{
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    look_at_list(list, id);
    diffable_snapshot_free(list);
    diffable_data_source_is_applying(source);
    assert_non_null(diffable_row_animation_name(diffable_data_source_default_row_animation(source)));
}

#endif
