/* A finalizer is called exactly once: when its callback is no longer needed, also when registering it failed. */
#include "support.h"

static diffable_data_source *source;
static int finalized;

static int set_up(void **state)
{
    (void)state;
    source = diffable_data_source_new();
    finalized = 0;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    return 0;
}

static diffable_status show_header(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)content, (void)index, (void)user_data;
    if (strcmp(kind, "header") == 0) {
        diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, section->bytes.data, section->bytes.size);
    }
    return DIFFABLE_OK;
}

static diffable_status look(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    return DIFFABLE_OK;
}

static void of_cell_providers(void **state)
{
    (void)state;
    diffable_data_source_set_cell_provider(source, show_id, &finalized, count_up);
    assert_int_equal(finalized, 0);
    diffable_data_source_set_cell_provider(source, show_id, &finalized, count_up);
    assert_int_equal(finalized, 1);
    diffable_data_source_set_cell_provider(source, NULL, NULL, NULL);
    assert_int_equal(finalized, 2);
    diffable_data_source_set_cell_provider(source, NULL, &finalized, count_up);
    assert_int_equal(finalized, 3);
    diffable_data_source_set_cell_provider(source, show_id, &finalized, count_up);
    diffable_data_source_free(source);
    source = NULL;
    assert_int_equal(finalized, 4);
}

static void of_supplementary_providers(void **state)
{
    (void)state;
    diffable_data_source_set_supplementary_provider(source, show_header, &finalized, count_up);
    diffable_data_source_set_supplementary_provider(source, show_header, &finalized, count_up);
    assert_int_equal(finalized, 1);
    diffable_data_source_set_supplementary_provider(source, NULL, &finalized, count_up);
    assert_int_equal(finalized, 3);
}

static void of_observers(void **state)
{
    (void)state;
    assert_int_not_equal(diffable_data_source_add_observer(source, look, &finalized, count_up), 0);
    assert_int_not_equal(diffable_data_source_add_observer(source, look, &finalized, count_up), 0);
    assert_ok(apply(source, "A: a"));
    assert_int_equal(finalized, 0);
    diffable_data_source_free(source);
    source = NULL;
    assert_int_equal(finalized, 2);
}

static void of_completions(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("A: a");
    assert_ok(diffable_data_source_apply(source, snapshot, COMPLETING(look, &finalized, count_up), NULL, &error));
    assert_int_equal(finalized, 1);
    /* One without a completion, and one whose apply fails. */
    assert_ok(diffable_data_source_apply(source, snapshot, COMPLETING(NULL, &finalized, count_up), NULL, &error));
    assert_int_equal(finalized, 2);
    diffable_view *view;
    text written = { .size = 0 };
    assert_ok(diffable_text_view_new(NULL, keep, &written, NULL, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);
    diffable_snapshot *other = snapshot_of("A: b");
    assert_int_equal(diffable_data_source_apply(source, other, COMPLETING(look, &finalized, count_up), NULL, NULL),
        DIFFABLE_ERROR_NO_PROVIDER);
    assert_int_equal(finalized, 3);
    diffable_snapshot_free(other);
    diffable_snapshot_free(snapshot);
}

static int finalized_before_the_next;

static diffable_status look_at_finalized(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    finalized_before_the_next = finalized;
    return DIFFABLE_OK;
}

static diffable_status queue_another(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    diffable_snapshot *next = snapshot_of("B: b");
    assert_int_equal(diffable_data_source_apply(source, next, COMPLETING(look_at_finalized, NULL, NULL), NULL, NULL),
        DIFFABLE_QUEUED);
    diffable_snapshot_free(next);
    return DIFFABLE_OK;
}

static void of_an_apply_before_the_next_one_begins(void **state)
{
    (void)state;
    finalized_before_the_next = -1;
    diffable_snapshot *snapshot = snapshot_of("A: a");
    assert_ok(
        diffable_data_source_apply(source, snapshot, COMPLETING(queue_another, &finalized, count_up), NULL, &error));
    diffable_snapshot_free(snapshot);
    assert_int_equal(finalized_before_the_next, 1);
    assert_int_equal(finalized, 1);
}

static void of_writers(void **state)
{
    (void)state;
    diffable_view *view;
    assert_ok(diffable_text_view_new(NULL, keep, &finalized, count_up, &view, &error));
    diffable_view_free(view);
    assert_int_equal(finalized, 1);

    /* As long as a data source shows the view, its writer is needed. */
    assert_ok(diffable_text_view_new(NULL, keep, &finalized, count_up, &view, &error));
    diffable_data_source *other = diffable_data_source_new();
    assert_ok(diffable_data_source_set_view(source, view, &error));
    assert_ok(diffable_data_source_set_view(other, view, &error));
    diffable_view_free(view);
    assert_int_equal(finalized, 1);
    diffable_data_source_free(other);
    assert_int_equal(finalized, 1);
    assert_ok(diffable_data_source_set_view(source, NULL, &error));
    assert_int_equal(finalized, 2);

    /* A view needs a writer. */
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: text_view_new: writer is NULL",
        diffable_text_view_new(NULL, NULL, &finalized, count_up, &view, &error));
    assert_int_equal(finalized, 3);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: ndjson_view_new: writer is NULL",
        diffable_ndjson_view_new(NULL, NULL, &finalized, count_up, &view, &error));
    assert_int_equal(finalized, 4);
}

static void when_registering_fails(void **state)
{
    (void)state;
    const diffable_status invalid = DIFFABLE_ERROR_INVALID_ARGUMENT;
    diffable_snapshot *snapshot = snapshot_of("A:");
    diffable_apply_options wrong = *COMPLETING(look, &finalized, count_up);
    wrong.animation = (diffable_row_animation)-2;
    diffable_text_view_options options = DIFFABLE_TEXT_VIEW_OPTIONS_INIT;
    options.width = 1;
    diffable_view *view = NULL;
    diffable_data_source_set_cell_provider(NULL, show_id, &finalized, count_up);
    assert_int_equal(finalized, 1);
    diffable_data_source_set_supplementary_provider(NULL, show_header, &finalized, count_up);
    assert_int_equal(finalized, 2);
    assert_int_equal(diffable_data_source_add_observer(NULL, look, &finalized, count_up), 0);
    assert_int_equal(finalized, 3);
    assert_int_equal(diffable_data_source_add_observer(source, NULL, &finalized, count_up), 0);
    assert_int_equal(finalized, 4);
    assert_int_equal(
        diffable_data_source_apply(NULL, snapshot, COMPLETING(look, &finalized, count_up), NULL, NULL), invalid);
    assert_int_equal(finalized, 5);
    assert_int_equal(
        diffable_data_source_apply(source, NULL, COMPLETING(look, &finalized, count_up), NULL, NULL), invalid);
    assert_int_equal(finalized, 6);
    assert_int_equal(diffable_data_source_apply(source, snapshot, &wrong, NULL, NULL), invalid);
    assert_int_equal(finalized, 7);
    assert_int_equal(diffable_text_view_new(NULL, keep, &finalized, count_up, NULL, NULL), invalid);
    assert_int_equal(finalized, 8);
    assert_int_equal(diffable_text_view_new(&options, keep, &finalized, count_up, &view, NULL), invalid);
    assert_int_equal(finalized, 9);
    assert_int_equal(diffable_data_source_apply_using_reload_data(source, NULL, &wrong, NULL, NULL), invalid);
    assert_int_equal(diffable_data_source_apply_section(source, NULL, (diffable_id){ 0 }, &wrong, NULL, NULL), invalid);
    assert_int_equal(finalized, 11);
    /* Options of the wrong size are not read. */
    wrong.struct_size = 0;
    assert_int_equal(diffable_data_source_apply(source, snapshot, &wrong, NULL, NULL), invalid);
    assert_int_equal(finalized, 11);
    assert_null(view);
    diffable_snapshot_free(snapshot);
    diffable_data_source_free(source);
    source = NULL;
    assert_int_equal(finalized, 11);
}

/* A finalizer may use the data source that it belonged to. */
static void set_again(void *user_data)
{
    *(int *)user_data += 1;
    diffable_data_source_set_cell_provider(source, show_id, NULL, NULL);
    assert_int_equal(apply(source, "A: a"), diffable_data_source_is_applying(source) ? DIFFABLE_QUEUED : DIFFABLE_OK);
}

static void which_use_the_library(void **state)
{
    (void)state;
    diffable_data_source_set_cell_provider(source, show_id, &finalized, set_again);
    diffable_data_source_set_cell_provider(source, NULL, NULL, NULL);
    assert_int_equal(finalized, 1);
    diffable_cell *cell = NULL;
    assert_ok(diffable_data_source_cell_at(source, (diffable_index_path){ 0, 0 }, &cell, &error));
    assert_shows(cell, "a");
    diffable_snapshot *snapshot = snapshot_of("B: b");
    assert_ok(diffable_data_source_apply(source, snapshot, COMPLETING(look, &finalized, set_again), NULL, &error));
    diffable_snapshot_free(snapshot);
    assert_int_equal(finalized, 2);
    assert_true(has_section_at(source, 0, name("A")));
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(of_cell_providers),
        TEST(of_supplementary_providers),
        TEST(of_observers),
        TEST(of_completions),
        TEST(of_an_apply_before_the_next_one_begins),
        TEST(of_writers),
        TEST(when_registering_fails),
        TEST(which_use_the_library),
    };
    return cmocka_run_group_tests_name("finalizers", tests, NULL, NULL);
}
