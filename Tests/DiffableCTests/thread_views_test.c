/*
 * The rows of docs/threads.md about views, under ThreadSanitizer. What the callbacks of a view count in is not locked
 * by the test.
 */
#include "thread_cells.h"

static diffable_view *view;
static int shown;

static int set_up(void **state)
{
    (void)state;
    shown = 0;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_view_free(view);
    return 0;
}

static diffable_status count_text(const char *bytes, size_t size, void *user_data)
{
    (void)bytes, (void)size, (void)user_data;
    shown += 1;
    return DIFFABLE_OK;
}

static diffable_status count_prepared(diffable_preparation *preparation, void *user_data)
{
    (void)preparation, (void)user_data;
    shown += 1;
    return DIFFABLE_OK;
}

static diffable_status count_commit(const diffable_transaction *unused, void *user_data)
{
    (void)unused, (void)user_data;
    shown += 1;
    return DIFFABLE_OK;
}

/* Shows data sources of its own in the view. Those that it refuses are counted as shown too. */
static void *show_in_view(void *number)
{
    diffable_id item = integer((intptr_t)number);
    for (int round = 0; round < ROUNDS; round += 1) {
        diffable_data_source *own = diffable_data_source_new();
        diffable_snapshot *next = diffable_data_source_new_snapshot(own);
        diffable_data_source_set_cell_provider(own, show_id, NULL, NULL);
        diffable_status status = diffable_data_source_set_view(own, view, NULL);
        expect(status == DIFFABLE_OK || status == DIFFABLE_ERROR_INVALID_ARGUMENT);
        expect(diffable_snapshot_append_sections(next, &item, NULL, 1, NULL) == DIFFABLE_OK);
        expect(diffable_data_source_apply(own, next, NULL, NULL, NULL) == DIFFABLE_OK);
        expect(diffable_data_source_set_view(own, NULL, NULL) == DIFFABLE_OK);
        diffable_snapshot_free(next);
        diffable_data_source_free(own);
    }
    return NULL;
}

static void text_views_shown(void **state)
{
    (void)state;
    assert_ok(diffable_text_view_new(NULL, count_text, NULL, NULL, &view, NULL));
    run_beside(show_in_view, show_in_view);
    assert_int_equal(shown, 4 * ROUNDS);
}

static void ndjson_views_shown(void **state)
{
    (void)state;
    assert_ok(diffable_ndjson_view_new(NULL, count_text, NULL, NULL, &view, NULL));
    run_beside(show_in_view, show_in_view);
    assert_int_equal(shown, 4 * ROUNDS);
}

static void program_views_shown(void **state)
{
    (void)state;
    const diffable_view_callbacks callbacks = { sizeof callbacks, count_prepared, count_commit, NULL, NULL };
    assert_ok(diffable_view_new(&callbacks, NULL, NULL, &view, NULL));
    run_beside(show_in_view, show_in_view);
    assert_true(shown > 0 && shown % 2 == 0 && shown <= 8 * ROUNDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CELL("text view", "both change it", text_views_shown),
        CELL("NDJSON view", "both change it", ndjson_views_shown),
        CELL("view of `diffable_view_new`", "both change it", program_views_shown),
    };
    return cmocka_run_group_tests_name("thread_views", tests, NULL, NULL);
}
