#include "support.h"

static diffable_data_source *source;
static text asked, written;
static bool failing;

static diffable_status provide(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)path, (void)user_data;
    add(&asked, " ");
    add_id(&asked, *item, diffable_content_revision(*content));
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, item->bytes.data, item->bytes.size);
    return failing ? DIFFABLE_ERROR_PROVIDER_FAILED : DIFFABLE_OK;
}

static int set_up(void **state)
{
    (void)state;
    failing = false;
    diffable_view *view;
    source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, provide, NULL, NULL);
    assert_ok(diffable_text_view_new(NULL, keep, &written, NULL, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);
    assert_ok(apply(source, "A: a b"));
    memset(&asked, 0, sizeof asked);
    memset(&written, 0, sizeof written);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    return 0;
}

static diffable_status complete(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    *(int *)user_data += 1;
    return DIFFABLE_OK;
}

static void everything_is_asked_for_anew(void **state)
{
    (void)state;
    int completions = 0, finalized = 0;
    diffable_snapshot *snapshot = snapshot_of("A: b a c");
    assert_ok(diffable_snapshot_reload_items(snapshot, NEW("a"), &error));
    diffable_transaction *transaction;
    assert_ok(diffable_data_source_apply_using_reload_data(
        source, snapshot, COMPLETING(complete, &completions, NULL), &transaction, &error));
    assert_string_equal(asked.bytes, " b a c");
    assert_string_equal(written.bytes, "     b\n     a\n     c\n=  everything reloaded (no animation)\n");
    assert_int_equal(completions, 1);
    assert_string_equal(
        diffable_difference_description(diffable_transaction_difference(transaction)), "1 item inserted, 1 moved");
    assert_int_equal(diffable_transaction_animation(transaction), DIFFABLE_ANIMATION_NONE);
    diffable_transaction_free(transaction);
    assert_ok(diffable_data_source_apply_using_reload_data(
        source, snapshot, COMPLETING(NULL, &finalized, count_up), NULL, NULL));
    assert_int_equal(finalized, 1);
    assert_string_equal(asked.bytes, " b a c b a c");
    diffable_snapshot_free(snapshot);
}

static void a_failure_undoes_it(void **state)
{
    (void)state;
    failing = true;
    diffable_snapshot *snapshot = snapshot_of("A: b"), *current;
    assert_fails(DIFFABLE_ERROR_PROVIDER_FAILED,
        "PROVIDER_FAILED: the cell provider failed for item \"b\" at section 0, item 0, with status -7 "
        "(PROVIDER_FAILED)",
        diffable_data_source_apply_using_reload_data(source, snapshot, NULL, NULL, &error));
    current = diffable_data_source_snapshot(source);
    assert_outline(current, "A: a b");
    assert_string_equal(written.bytes, "");
    diffable_snapshot_free(current);
    diffable_snapshot_free(snapshot);
}

static void wrong_arguments(void **state)
{
    (void)state;
    int finalized = 0;
    diffable_transaction *transaction = (diffable_transaction *)source;
    diffable_snapshot *snapshot = snapshot_of("A: b");
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: apply_using_reload_data: source is NULL",
        diffable_data_source_apply_using_reload_data(
            NULL, snapshot, COMPLETING(complete, &finalized, count_up), &transaction, &error));
    assert_int_equal(finalized, 1);
    assert_null(transaction);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: apply_using_reload_data: snapshot is NULL",
        diffable_data_source_apply_using_reload_data(
            source, NULL, COMPLETING(complete, &finalized, count_up), NULL, &error));
    assert_int_equal(finalized, 2);
    diffable_snapshot_free(snapshot);
}

static diffable_status apply_again(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    diffable_snapshot *snapshot = snapshot_of("A: z");
    diffable_status status = diffable_data_source_apply_using_reload_data(
        source, snapshot, COMPLETING(complete, user_data, NULL), NULL, NULL);
    diffable_snapshot_free(snapshot);
    assert_int_equal(status, DIFFABLE_QUEUED);
    return DIFFABLE_OK;
}

static void inside_a_callback_it_is_queued(void **state)
{
    (void)state;
    int completions = 0;
    diffable_snapshot *snapshot = snapshot_of("A: y");
    assert_ok(diffable_data_source_apply(source, snapshot, COMPLETING(apply_again, &completions, NULL), NULL, &error));
    diffable_snapshot_free(snapshot);
    assert_int_equal(completions, 1);
    assert_int_equal(index_path_in(source, name("z")).item, 0);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(everything_is_asked_for_anew),
        TEST(a_failure_undoes_it),
        TEST(wrong_arguments),
        TEST(inside_a_callback_it_is_queued),
    };
    return cmocka_run_group_tests_name("reload_data", tests, NULL, NULL);
}
