/* The errors a user will make, with their messages to the letter. */
#include "support.h"

static void names_of_statuses(void **state)
{
    (void)state;
    static const char *const names[] = {
        "OK",
        "INVALID_ARGUMENT",
        "DUPLICATE_IDENTIFIER",
        "UNKNOWN_IDENTIFIER",
        "NO_SECTIONS",
        "INVALID_DESTINATION",
        "NO_PROVIDER",
        "PROVIDER_FAILED",
        "INVALID_CELL",
        "CALLBACK_FAILED",
        "OUTPUT_FAILED",
        "LIMIT_EXCEEDED",
        "APPLY_LOOP",
        "STALE_SNAPSHOT",
        "MALFORMED",
        "WRONG_VERSION",
    };
    for (int index = 0; index < 16; index += 1) {
        assert_string_equal(diffable_status_name((diffable_status)-index), names[index]);
    }
    static const char *const positive[] = { "OK", "QUEUED", "REFUSED", "APPLIED_WITH_ERROR" };
    for (int index = 0; index < 4; index += 1) {
        assert_string_equal(diffable_status_name(index), positive[index]);
    }
    static const int unknown[] = { 4, -16, INT32_MAX, INT32_MIN };
    for (int index = 0; index < 4; index += 1) {
        assert_string_equal(diffable_status_name((diffable_status)unknown[index]), "UNKNOWN");
    }
}

static void null_is_no_error(void **state)
{
    (void)state;
    diffable_error_free(NULL);
    assert_int_equal(diffable_error_status(NULL), DIFFABLE_OK);
    assert_string_equal(diffable_error_message(NULL), "");
    assert_string_equal(diffable_error_message_from_one(NULL), "");
    assert_int_equal(diffable_error_identifier(NULL).kind, DIFFABLE_ID_NONE);
    assert_int_equal(diffable_error_position(NULL), -1);
}

static void success_sets_the_error_to_null(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_data_source *source = diffable_data_source_new();
    diffable_error *old = (diffable_error *)&error;
    assert_ok(diffable_snapshot_append_sections(snapshot, NEW("A"), &old));
    assert_null(old);
    old = (diffable_error *)&error;
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, NULL, &old));
    assert_null(old);
    old = (diffable_error *)&error;
    assert_int_equal(diffable_data_source_reorder_item(
                         source, (diffable_index_path){ 0, 0 }, (diffable_index_path){ 0, 0 }, NULL, &old),
        DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_int_equal(diffable_error_status(old), DIFFABLE_ERROR_INVALID_ARGUMENT);
    diffable_error_free(old);
    diffable_history *history = diffable_history_new(source, 0);
    old = (diffable_error *)&error;
    assert_int_equal(diffable_history_undo(history, NULL, &old), DIFFABLE_REFUSED);
    assert_null(old);
    diffable_history_free(history);
    diffable_data_source_free(source);
    diffable_snapshot_free(snapshot);
}

/* A program can free what it was given without a look at the status. */
static void failure_sets_objects_to_null(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("A: a"), *below = snapshot;
    diffable_data_source *source = diffable_data_source_new();
    diffable_transaction *transaction = (diffable_transaction *)&error;
    diffable_cell *cell = (diffable_cell *)&error;
    diffable_view *view = (diffable_view *)&error;
    const diffable_status invalid = DIFFABLE_ERROR_INVALID_ARGUMENT;
    assert_int_equal(
        diffable_snapshot_snapshot_of(snapshot, name("x"), true, &below, NULL), DIFFABLE_ERROR_UNKNOWN_IDENTIFIER);
    assert_null(below);
    assert_int_equal(diffable_data_source_apply(source, NULL, NULL, &transaction, NULL), invalid);
    assert_null(transaction);
    assert_int_equal(diffable_data_source_cell_at(source, (diffable_index_path){ 0, 0 }, &cell, NULL), invalid);
    assert_null(cell);
    cell = (diffable_cell *)&error;
    assert_int_equal(diffable_data_source_supplementary_cell(NULL, "header", 0, &cell, NULL), invalid);
    assert_null(cell);
    assert_int_equal(diffable_text_view_new(NULL, NULL, NULL, NULL, &view, NULL), invalid);
    assert_null(view);
    view = (diffable_view *)&error;
    assert_int_equal(diffable_view_new(NULL, NULL, NULL, &view, NULL), invalid);
    assert_null(view);
    diffable_data_source_free(source);
    diffable_snapshot_free(snapshot);
}

static void an_error_keeps_what_it_is_about(void **state)
{
    (void)state;
    char bytes[] = "fa\0re";
    diffable_snapshot *snapshot = snapshot_of("A: a b");
    diffable_id ids[] = { name("c"), diffable_id_bytes(bytes, 5), name("d"), diffable_id_bytes(bytes, 5) };
    assert_int_equal(diffable_snapshot_append_items(snapshot, ids, NULL, 4, (diffable_id[]){ name("A") }, &error),
        DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    memset(bytes, 'x', sizeof bytes);
    diffable_snapshot_free(snapshot);
    diffable_id id = diffable_error_identifier(error);
    assert_int_equal(id.kind, DIFFABLE_ID_BYTES);
    assert_int_equal(id.bytes.size, 5);
    assert_memory_equal(id.bytes.data, "fa\0re", 5);
    assert_int_equal(diffable_error_position(error), 3);
    assert_string_equal(diffable_error_message(error),
        "DUPLICATE_IDENTIFIER: append_items: item \"fa\\u{0}re\" is in the call twice, at 1 and 3");
    assert_string_equal(diffable_error_message_from_one(error),
        "DUPLICATE_IDENTIFIER: append_items: item \"fa\\u{0}re\" is in the call twice, at 2 and 4");
    diffable_error_free(error);
}

static void positions_and_identifiers(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("A: a b #7");
    assert_int_equal(diffable_snapshot_append_items(snapshot, NEW("x #7"), (diffable_id[]){ name("A") }, &error),
        DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_int_equal(diffable_error_identifier(error).integer, 7);
    assert_int_equal(diffable_error_position(error), 1);
    diffable_error_free(error);
    assert_int_equal(diffable_snapshot_reload_items(snapshot, NEW("a b y"), &error), DIFFABLE_ERROR_UNKNOWN_IDENTIFIER);
    assert_memory_equal(diffable_error_identifier(error).bytes.data, "y", 1);
    assert_int_equal(diffable_error_position(error), 2);
    diffable_error_free(error);
    assert_int_equal(
        diffable_snapshot_move_item_before(snapshot, name("a"), name("z"), &error), DIFFABLE_ERROR_UNKNOWN_IDENTIFIER);
    assert_memory_equal(diffable_error_identifier(error).bytes.data, "z", 1);
    assert_int_equal(diffable_error_position(error), -1);
    diffable_error_free(error);
    diffable_snapshot_free(snapshot);
}

static void messages_about_sections(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("A: a | B: b | #5:");
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: append_sections: section \"B\" is already at index 1 of the sections",
        diffable_snapshot_append_sections(snapshot, NEW("C B"), &error));
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: insert_sections_after: section 9 is in the call twice, at 0 and 1",
        diffable_snapshot_insert_sections_after(snapshot, NEW("#9 #9"), name("A"), &error));
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER,
        "UNKNOWN_IDENTIFIER: insert_sections_before: there is no section \"X\"",
        diffable_snapshot_insert_sections_before(snapshot, NEW("C"), name("X"), &error));
    assert_fails(DIFFABLE_ERROR_INVALID_DESTINATION,
        "INVALID_DESTINATION: insert_sections_before: section \"A\" is the anchor and is itself inserted",
        diffable_snapshot_insert_sections_before(snapshot, NEW("A"), name("A"), &error));
    assert_fails(DIFFABLE_ERROR_INVALID_DESTINATION,
        "INVALID_DESTINATION: move_section_after: section 5 is the anchor and is itself moved",
        diffable_snapshot_move_section_after(snapshot, name("#5"), name("#5"), &error));
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER,
        "UNKNOWN_IDENTIFIER: move_section_before: there is no section \"X\"",
        diffable_snapshot_move_section_before(snapshot, name("A"), name("X"), &error));
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, "UNKNOWN_IDENTIFIER: reload_sections: there is no section \"X\"",
        diffable_snapshot_reload_sections(snapshot, NEW("A X"), &error));
    assert_outline(snapshot, "A: a | B: b | #5:");
    diffable_snapshot_free(snapshot);
}

static void messages_about_items(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = diffable_snapshot_new();
    assert_fails(DIFFABLE_ERROR_NO_SECTIONS,
        "NO_SECTIONS: append_items: there are no sections yet; append a section before its items",
        diffable_snapshot_append_items(snapshot, NEW("a"), NULL, &error));
    diffable_snapshot_free(snapshot);

    snapshot = snapshot_of("A: a b c | B: d e");
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, "UNKNOWN_IDENTIFIER: append_items: there is no section \"X\"",
        diffable_snapshot_append_items(snapshot, NEW("x"), (diffable_id[]){ name("X") }, &error));
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: append_items: item \"x\" is in the call twice, at 0 and 2",
        diffable_snapshot_append_items(snapshot, NEW("x y x"), (diffable_id[]){ name("A") }, &error));
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: append_items: item \"b\" is already at section \"A\", item 1",
        diffable_snapshot_append_items(snapshot, NEW("x b"), (diffable_id[]){ name("A") }, &error));
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: append_items: item \"e\" is already at section \"B\", item 1",
        diffable_snapshot_append_items(snapshot, NEW("e"), (diffable_id[]){ name("A") }, &error));
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: append_items: item \"e\" is already at section \"B\", item 1; item \"a\" is already at "
        "section \"A\", item 0; "
        "item \"b\" is already at section \"A\", item 1; and 2 more",
        diffable_snapshot_append_items(snapshot, NEW("e x a b c d"), (diffable_id[]){ name("A") }, &error));
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, "UNKNOWN_IDENTIFIER: insert_items_after: there is no item \"x\"",
        diffable_snapshot_insert_items_after(snapshot, NEW("y"), name("x"), &error));
    assert_fails(DIFFABLE_ERROR_INVALID_DESTINATION,
        "INVALID_DESTINATION: insert_items_before: item \"a\" is the anchor and is itself inserted",
        diffable_snapshot_insert_items_before(snapshot, NEW("x a"), name("a"), &error));
    assert_fails(DIFFABLE_ERROR_INVALID_DESTINATION,
        "INVALID_DESTINATION: move_item_before: item \"a\" is the anchor and is itself moved",
        diffable_snapshot_move_item_before(snapshot, name("a"), name("a"), &error));
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, "UNKNOWN_IDENTIFIER: reload_items: there is no item \"x\"",
        diffable_snapshot_reload_items(snapshot, NEW("a x"), &error));
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, "UNKNOWN_IDENTIFIER: reconfigure_items: there is no item 3",
        diffable_snapshot_reconfigure_items(snapshot, NEW("#3"), &error));
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: move_items: item \"a\" is in the call twice, at 0 and 1",
        diffable_snapshot_move_items(
            snapshot, IDS("a a"), DIFFABLE_AT_END_OF_SECTION, (diffable_id[]){ name("B") }, &error));
    assert_outline(snapshot, "A: a b c | B: d e");
    diffable_snapshot_free(snapshot);
}

/* Identifiers may hold anything; a message is one line that a terminal may be given. */
static void identifiers_are_spelled_out(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("A:");
    diffable_id id = diffable_id_string("a\"b\\c\n\t\x1b[31m\x7f\xc3\xa9\xff\xe2\x80\xae");
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER,
        "UNKNOWN_IDENTIFIER: reload_items: there is no item "
        "\"a\\\"b\\\\c\\n\\t\\u{1b}[31m\\u{7f}\xc3\xa9\\xff\\u{202e}\"",
        diffable_snapshot_reload_items(snapshot, &id, NULL, 1, &error));
    diffable_snapshot_free(snapshot);
}

/* The message of a failed call, which is freed; the arguments may be evaluated in any order. */
static const char *message_of(diffable_status status, diffable_error **failure)
{
    static char message[128];
    diffable_error_format(status == DIFFABLE_OK ? NULL : *failure, message, sizeof message);
    return message;
}

static void messages_are_formatted(void **state)
{
    (void)state;
    diffable_error *failure = NULL;
    diffable_snapshot *snapshot = snapshot_of("A:");
    assert_string_equal(
        message_of(
            diffable_snapshot_append_items(snapshot, NEW("a"), (diffable_id[]){ name("A") }, &failure), &failure),
        "");
    const char message[] = "DUPLICATE_IDENTIFIER: append_sections: section \"A\" is already at index 0 of the sections";
    assert_string_equal(message_of(diffable_snapshot_append_sections(snapshot, NEW("A"), &failure), &failure), message);
    for (size_t capacity = 0; capacity < sizeof message + 2; capacity += 1) {
        char buffer[sizeof message + 2];
        memset(buffer, '#', sizeof buffer);
        assert_int_equal(
            diffable_snapshot_append_sections(snapshot, NEW("A"), &failure), DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
        assert_int_equal(diffable_error_format(failure, capacity == 0 ? NULL : buffer, capacity), sizeof message - 1);
        size_t size = capacity < sizeof message ? capacity : sizeof message;
        if (size > 0) {
            assert_memory_equal(buffer, message, size - 1);
            assert_int_equal(buffer[size - 1], '\0');
        }
        assert_int_equal(buffer[size], '#');
    }
    diffable_snapshot_free(snapshot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_statuses),
        cmocka_unit_test(null_is_no_error),
        cmocka_unit_test(success_sets_the_error_to_null),
        cmocka_unit_test(failure_sets_objects_to_null),
        cmocka_unit_test(an_error_keeps_what_it_is_about),
        cmocka_unit_test(positions_and_identifiers),
        cmocka_unit_test(messages_about_sections),
        cmocka_unit_test(messages_about_items),
        cmocka_unit_test(identifiers_are_spelled_out),
        cmocka_unit_test(messages_are_formatted),
    };
    return cmocka_run_group_tests_name("errors", tests, NULL, NULL);
}
