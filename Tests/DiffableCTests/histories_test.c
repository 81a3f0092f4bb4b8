/* Changes that are undone and redone, headers that follow the items, and snapshots that are too old. */
#include "support.h"

static diffable_data_source *source;

static int set_up(void **state)
{
    (void)state;
    source = diffable_data_source_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    return 0;
}

static const char *list(void)
{
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    const char *line = outline(snapshot);
    diffable_snapshot_free(snapshot);
    return line;
}

static void assert_caption(diffable_bytes caption, const char *expected)
{
    assert_string_equal(caption.data, expected);
    assert_int_equal(caption.size, strlen(expected));
}

static void changes_are_undone_and_redone(void **state)
{
    (void)state;
    diffable_history *history = diffable_history_new(source, 0);
    assert_int_equal(diffable_history_undo(history, NULL, &error), DIFFABLE_REFUSED);
    assert_ok(apply(source, "a: x"));
    assert_ok(apply(source, "a: x y=7"));
    assert_true(diffable_history_can_undo(history, NULL) && !diffable_history_can_redo(history, NULL));
    diffable_transaction *transaction;
    assert_ok(diffable_history_undo(history, &transaction, &error));
    assert_caption(diffable_transaction_caption(transaction), "undo");
    assert_string_equal(
        diffable_difference_description(diffable_transaction_difference(transaction)), "1 item deleted");
    diffable_transaction_free(transaction);
    assert_string_equal(list(), "a: x");
    assert_ok(diffable_history_redo(history, NULL, &error));
    assert_string_equal(list(), "a: x y=7");
    assert_int_equal(diffable_history_redo(history, &transaction, &error), DIFFABLE_REFUSED);
    assert_null(transaction);
    diffable_history_clear(history);
    assert_false(diffable_history_can_undo(history, NULL));
    diffable_history_free(history);
}

static void groups_have_captions(void **state)
{
    (void)state;
    diffable_history *history = diffable_history_new(source, 0);
    assert_ok(apply(source, "a: x"));
    assert_ok(diffable_history_begin_group(history, "two rows", 8, &error));
    assert_ok(apply(source, "a: x y"));
    assert_ok(apply(source, "a: x y z"));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: undo: the group \"two rows\" is open; end it first",
        diffable_history_undo(history, NULL, &error));
    assert_ok(diffable_history_end_group(history, &error));
    diffable_bytes caption, same;
    assert_true(diffable_history_can_undo(history, &caption));
    assert_true(diffable_history_can_undo(history, &same));
    assert_caption(caption, "two rows");
    assert_ptr_equal(caption.data, same.data);
    assert_false(diffable_history_can_redo(history, &caption));
    assert_caption(caption, "");
    assert_ok(diffable_history_undo(history, NULL, &error));
    assert_string_equal(list(), "a: x");
    assert_true(diffable_history_can_redo(history, &caption));
    assert_caption(caption, "two rows");
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: end_group: no group is open",
        diffable_history_end_group(history, &error));
    diffable_history_free(history);
}

static void a_history_outlasts_the_owner_of_its_source(void **state)
{
    (void)state;
    diffable_data_source *other = diffable_data_source_new();
    diffable_history *history = diffable_history_new(other, 1);
    assert_ok(apply(other, "a: x"));
    assert_ok(apply(other, "a: x y"));
    diffable_data_source_free(other);
    assert_ok(diffable_history_undo(history, NULL, &error));
    assert_int_equal(diffable_history_undo(history, NULL, &error), DIFFABLE_REFUSED);
    diffable_history_free(history);
}

static diffable_status free_history(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    diffable_history **history = user_data;
    diffable_history_free(*history);
    *history = NULL;
    return DIFFABLE_OK;
}

static void a_history_is_freed_in_an_observer(void **state)
{
    (void)state;
    diffable_history *history;
    diffable_data_source_add_observer(source, free_history, &history, NULL);
    history = diffable_history_new(source, 0);
    assert_ok(apply(source, "a: x"));
    assert_null(history);
    /* One that frees the history which undoes. */
    assert_ok(apply(source, "a: x y"));
    diffable_data_source *other = diffable_data_source_new();
    history = diffable_history_new(other, 0);
    assert_ok(apply(other, "a: x"));
    diffable_data_source_add_observer(other, free_history, &history, NULL);
    assert_ok(diffable_history_undo(history, NULL, &error));
    assert_null(history);
    diffable_data_source_free(other);
    /* And one that is the last owner of its source. */
    other = diffable_data_source_new();
    history = diffable_history_new(other, 0);
    assert_ok(apply(other, "a: x"));
    diffable_data_source_add_observer(other, free_history, &history, NULL);
    diffable_data_source_free(other);
    assert_ok(diffable_history_undo(history, NULL, &error));
    assert_null(history);
}

static void nothing_has_no_history(void **state)
{
    (void)state;
    assert_null(diffable_history_new(NULL, 0));
    diffable_history_free(NULL);
    diffable_history_clear(NULL);
    assert_false(diffable_history_can_undo(NULL, NULL) || diffable_history_can_redo(NULL, NULL));
    diffable_bytes caption = { "", 1 };
    assert_false(diffable_history_can_undo(NULL, &caption));
    assert_caption(caption, "");
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: history_undo: history is NULL",
        diffable_history_undo(NULL, NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: history_redo: history is NULL",
        diffable_history_redo(NULL, NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: history_begin_group: history is NULL",
        diffable_history_begin_group(NULL, NULL, 0, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: history_end_group: history is NULL",
        diffable_history_end_group(NULL, &error));
}

static void headers_follow_the_items(void **state)
{
    (void)state;
    assert_false(diffable_data_source_refreshes_headers(source));
    diffable_data_source_set_refreshes_headers(source, true);
    assert_true(diffable_data_source_refreshes_headers(source));
    assert_ok(apply(source, "a: x y | b: z"));
    diffable_snapshot *snapshot = snapshot_of("a: y | b: z");
    diffable_transaction *transaction;
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, &transaction, &error));
    assert_string_equal(diffable_difference_description(diffable_transaction_difference(transaction)),
        "1 section updated; 1 item deleted");
    diffable_transaction_free(transaction);
    diffable_snapshot_free(snapshot);
    assert_false(diffable_data_source_refreshes_headers(NULL));
    diffable_data_source_set_refreshes_headers(NULL, true);
}

static void an_old_snapshot_is_stale(void **state)
{
    (void)state;
    assert_ok(apply(source, "a: x"));
    diffable_snapshot *earlier = diffable_data_source_snapshot(source);
    diffable_data_source_set_strict(source, true);
    diffable_data_source_set_strict(NULL, true);
    diffable_snapshot *old = diffable_data_source_snapshot(source);
    assert_ok(apply(source, "a: x y"));
    assert_ok(diffable_snapshot_delete_items(old, IDS("x"), NULL, &error));
    assert_fails(DIFFABLE_ERROR_STALE_SNAPSHOT,
        "STALE_SNAPSHOT: apply: this snapshot was taken before another apply, whose changes it would undo; take a new "
        "one, or let a "
        "history undo changes",
        diffable_data_source_apply(source, old, NULL, NULL, &error));
    assert_string_equal(list(), "a: x y");
    assert_ok(diffable_data_source_apply(
        source, earlier, NULL, NULL, &error)); /* it was taken before the source was strict */
    diffable_snapshot_free(earlier);
    diffable_data_source_set_strict(source, false);
    assert_ok(diffable_data_source_apply(source, old, NULL, NULL, &error));
    diffable_snapshot_free(old);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(changes_are_undone_and_redone),
        TEST(groups_have_captions),
        TEST(a_history_outlasts_the_owner_of_its_source),
        TEST(a_history_is_freed_in_an_observer),
        TEST(nothing_has_no_history),
        TEST(headers_follow_the_items),
        TEST(an_old_snapshot_is_stale),
    };
    return cmocka_run_group_tests_name("histories", tests, NULL, NULL);
}
