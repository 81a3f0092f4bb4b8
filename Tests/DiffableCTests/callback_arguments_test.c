/*
 * What callbacks learn and hand over besides statuses: the data source that calls them, and an object for the error of
 * a failure.
 */
#include "support.h"

enum { SOURCES = 2 };
static diffable_data_source *sources[SOURCES];
static diffable_transaction *kept;

/* The places at which a callback was told each data source, as in "prepare 0; commit 0; ". */
static text calls;

static int set_up(void **state)
{
    (void)state;
    calls.size = 0;
    calls.bytes[0] = '\0';
    kept = NULL;
    for (int index = 0; index < SOURCES; index += 1) {
        sources[index] = diffable_data_source_new();
        diffable_data_source_set_cell_provider(sources[index], show_id, NULL, NULL);
        assert_ok(apply(sources[index], "A: a b"));
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_transaction_free(kept);
    for (int index = 0; index < SOURCES; index += 1) {
        diffable_data_source_free(sources[index]);
    }
    return 0;
}

static void note_source(const char *place, const diffable_transaction *transaction)
{
    const diffable_data_source *source = diffable_transaction_data_source(transaction);
    add(&calls, "%s %d; ", place, source == sources[0] ? 0 : source == sources[1] ? 1 : -1);
    if (kept == NULL) {
        kept = diffable_transaction_copy(transaction);
        assert_null(diffable_transaction_data_source(kept));
    }
}

static diffable_status handle(const diffable_transaction *transaction, void *place)
{
    note_source(place, transaction);
    return DIFFABLE_OK;
}

static diffable_status will_reorder(const diffable_transaction *transaction, void *unused)
{
    (void)unused;
    return handle(transaction, "will_reorder");
}

static diffable_status did_reorder(const diffable_transaction *transaction, void *fails)
{
    handle(transaction, "did_reorder");
    return fails == NULL ? DIFFABLE_OK : DIFFABLE_ERROR_CALLBACK_FAILED;
}

static diffable_status allow(const diffable_id *item, bool *answer, void *unused)
{
    (void)item, (void)unused;
    *answer = true;
    return DIFFABLE_OK;
}

static diffable_status prepare(diffable_preparation *preparation, void *unused)
{
    (void)unused;
    note_source("prepare", diffable_preparation_transaction(preparation));
    return DIFFABLE_OK;
}

static diffable_status commit(const diffable_transaction *transaction, void *unused)
{
    (void)unused;
    return handle(transaction, "commit");
}

static void cancel(const diffable_transaction *transaction, void *unused)
{
    (void)unused;
    note_source("cancel", transaction);
}

static void a_transaction_knows_its_data_source_during_callbacks(void **state)
{
    (void)state;
    char observer[] = "observer", completion[] = "completion";
    diffable_snapshot *snapshot = snapshot_of("A: a");
    for (int index = 0; index < SOURCES; index += 1) {
        assert_int_not_equal(diffable_data_source_add_observer(sources[index], handle, observer, NULL), 0);
    }
    for (int index = 0; index < SOURCES; index += 1) {
        diffable_transaction *transaction;
        assert_ok(diffable_data_source_apply(
            sources[index], snapshot, COMPLETING(handle, completion, NULL), &transaction, &error));
        assert_null(diffable_transaction_data_source(transaction));
        diffable_transaction_free(transaction);
    }
    assert_string_equal(calls.bytes, "observer 0; completion 0; observer 1; completion 1; ");
    assert_null(diffable_transaction_data_source(kept));
    assert_null(diffable_transaction_data_source(NULL));
    diffable_snapshot_free(snapshot);
}

static void views_and_handlers_are_told_too(void **state)
{
    (void)state;
    diffable_view_callbacks callbacks = DIFFABLE_VIEW_CALLBACKS_INIT;
    callbacks.prepare = prepare;
    callbacks.commit = commit;
    callbacks.cancel = cancel;
    diffable_reordering_handlers handlers = { sizeof handlers, allow, will_reorder, did_reorder };
    const diffable_index_path from = { 0, 0 }, to = { 0, 1 };
    for (int index = 0; index < SOURCES; index += 1) {
        diffable_view *view;
        assert_ok(diffable_view_new(&callbacks, NULL, NULL, &view, &error));
        assert_ok(diffable_data_source_set_view(sources[index], view, &error));
        diffable_view_free(view);
        assert_ok(diffable_data_source_set_reordering_handlers(
            sources[index], &handlers, index == 0 ? NULL : &handlers, NULL, &error));
    }
    assert_ok(diffable_data_source_reorder_item(sources[0], from, to, NULL, &error));
    assert_string_equal(calls.bytes, "will_reorder 0; prepare 0; did_reorder 0; commit 0; ");
    calls.size = 0;
    assert_int_equal(
        diffable_data_source_reorder_item(sources[1], from, to, NULL, NULL), DIFFABLE_ERROR_CALLBACK_FAILED);
    assert_string_equal(calls.bytes, "will_reorder 1; prepare 1; did_reorder 1; cancel 1; ");
}

/* Objects of errors: each counts how often it was finalized. */
static int objects[3];
static int failures;

static void finalize_object(void *object)
{
    *(int *)object += 1;
}

static diffable_status fail_with_objects(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    show_id(item, content, path, cell, user_data);
    assert_int_equal(diffable_callback_failed("one", 3, &objects[0], finalize_object), DIFFABLE_ERROR_CALLBACK_FAILED);
    assert_int_equal(objects[0], 0);
    diffable_status status = diffable_callback_failed("two", 3, &objects[1], finalize_object);
    assert_int_equal(objects[0], 1);
    failures -= 1;
    return failures >= 0 ? status : DIFFABLE_OK;
}

static void ask_for_cell(diffable_error **failure, diffable_status expected)
{
    diffable_cell *cell;
    memset(objects, 0, sizeof objects);
    diffable_data_source_set_cell_provider(sources[0], fail_with_objects, NULL, NULL);
    assert_int_equal(diffable_data_source_cell_at(sources[0], (diffable_index_path){ 0, 0 }, &cell, failure), expected);
    diffable_cell_free(cell);
}

static void an_error_has_the_object_of_its_callback(void **state)
{
    (void)state;
    failures = 2;
    ask_for_cell(&error, DIFFABLE_ERROR_PROVIDER_FAILED);
    assert_string_equal(diffable_error_message(error),
        "PROVIDER_FAILED: the cell provider failed for item \"a\" at section 0, item 0: two");
    assert_ptr_equal(diffable_error_object(error), &objects[1]);
    assert_int_equal(objects[1], 0);
    diffable_error_free(error);
    error = NULL;
    assert_int_equal(objects[1], 1);

    ask_for_cell(NULL, DIFFABLE_ERROR_PROVIDER_FAILED); /* nobody takes the error */
    assert_int_equal(objects[1], 1);

    ask_for_cell(&error, DIFFABLE_OK); /* the callback succeeds after all */
    assert_null(error);
    assert_int_equal(objects[1], 1);
}

static void an_object_that_nobody_gets_is_finalized_at_once(void **state)
{
    (void)state;
    memset(objects, 0, sizeof objects);
    assert_int_equal(diffable_callback_failed(NULL, 0, &objects[2], finalize_object), DIFFABLE_ERROR_CALLBACK_FAILED);
    assert_int_equal(objects[2], 1);
    assert_int_equal(diffable_callback_failed(NULL, 0, NULL, finalize_object), DIFFABLE_ERROR_CALLBACK_FAILED);
    assert_null(diffable_error_object(NULL));
    diffable_snapshot *snapshot = snapshot_of("A: a");
    assert_int_equal(
        diffable_snapshot_append_items(snapshot, NULL, NULL, 1, NULL, &error), DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_null(diffable_error_object(error));
    diffable_error_free(error);
    error = NULL;
    diffable_snapshot_free(snapshot);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_transaction_knows_its_data_source_during_callbacks),
        TEST(views_and_handlers_are_told_too),
        TEST(an_error_has_the_object_of_its_callback),
        TEST(an_object_that_nobody_gets_is_finalized_at_once),
    };
    return cmocka_run_group_tests_name("callback arguments", tests, NULL, NULL);
}
