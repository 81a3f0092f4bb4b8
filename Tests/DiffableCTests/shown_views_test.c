/* How data sources show a view of a program's own: which of them, for how long, and what they ask of it. */
#include "program_view.h"

static void without_callbacks(void **state)
{
    (void)state;
    diffable_view_callbacks none = DIFFABLE_VIEW_CALLBACKS_INIT;
    diffable_view *other;
    assert_ok(diffable_view_new(&none, NULL, NULL, &other, &error));
    assert_ok(diffable_data_source_set_view(source, other, &error));
    diffable_view_free(other);
    assert_ok(apply(source, "A: b"));
    failing = "did";
    assert_ok(apply(source, "A: a b"));
    assert_int_equal(drag(), DIFFABLE_ERROR_CALLBACK_FAILED);
}

static void arguments(void **state)
{
    (void)state;
    diffable_view_callbacks wrong = callbacks;
    diffable_view *other = NULL;
    int own = 0;
    wrong.struct_size = 0;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: view_new: callbacks is NULL",
        diffable_view_new(NULL, &own, count_up, &other, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: view_new: out is NULL",
        diffable_view_new(&callbacks, &own, count_up, NULL, &error));
    assert_int_equal(diffable_view_new(&wrong, &own, count_up, &other, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_int_equal(own, 3);
    assert_null(other);
}

/* One data source at a time, which has it until its last apply with it is over. */
static void shown_by_one_data_source(void **state)
{
    (void)state;
    const char *message = "INVALID_ARGUMENT: set_view: view: another data source shows it";
    diffable_data_source *other = diffable_data_source_new();
    diffable_view *stream;
    text written = { .size = 0 };
    assert_ok(diffable_ndjson_view_new(NULL, keep, &written, NULL, &stream, &error));
    assert_ok(diffable_data_source_set_view(other, stream, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, message, diffable_data_source_set_view(other, view, &error));
    /* The other keeps the view that it had, and this one may be given its own again. */
    assert_ok(apply(other, ""));
    assert_int_not_equal(written.size, 0);
    assert_ok(diffable_data_source_set_view(source, view, &error));
    assert_ok(apply(source, "A: b"));
    assert_story("prepare (A: b) of A: a b -> A: b\ncommit (A: b) of A: a b -> A: b\nobserver (A: b)\n");

    assert_ok(diffable_data_source_set_view(source, NULL, &error));
    assert_ok(diffable_data_source_set_view(other, view, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, message, diffable_data_source_set_view(source, view, &error));
    diffable_data_source_free(other);
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(stream);
}

static diffable_data_source *successor;

static void give_to_the_successor(void)
{
    assert_ok(diffable_data_source_set_view(source, NULL, NULL));
    assert_int_equal(diffable_data_source_set_view(successor, view, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
}

static void kept_until_the_apply_is_over(void **state)
{
    (void)state;
    successor = diffable_data_source_new();
    meddle = give_to_the_successor;
    meddling = "prepare";
    assert_ok(apply(source, "A: b"));
    assert_story("prepare (A: b) of A: a b -> A: b\ncommit (A: b) of A: a b -> A: b\nobserver (A: b)\n");
    assert_ok(diffable_data_source_set_view(successor, view, NULL));
    diffable_data_source_free(successor);
}

static void cells_and_rendering(void **state)
{
    (void)state;
    diffable_cell *cell = NULL;
    text written = { .size = 0 };
    assert_ok(diffable_data_source_cell_at(source, (diffable_index_path){ 0, 1 }, &cell, &error));
    assert_shows(cell, "b");
    assert_ok(diffable_data_source_render(source, keep, &written, &error));
    assert_string_equal(written.bytes, "   A\n     a\n     b\n");
}

static int reloads;

static diffable_status count_reloads(const diffable_transaction *transaction, void *user_data)
{
    (void)user_data;
    reloads += diffable_transaction_uses_reload_data(transaction);
    return DIFFABLE_OK;
}

static void knows_when_to_reload(void **state)
{
    (void)state;
    diffable_view_callbacks counting = DIFFABLE_VIEW_CALLBACKS_INIT;
    counting.commit = count_reloads;
    diffable_view *other;
    assert_ok(diffable_view_new(&counting, NULL, NULL, &other, &error));
    assert_ok(diffable_data_source_set_view(source, other, &error));
    diffable_view_free(other);
    assert_ok(apply(source, "A: b"));
    assert_int_equal(reloads, 0);
    diffable_snapshot *snapshot = snapshot_of("A: b");
    assert_ok(diffable_data_source_apply_using_reload_data(source, snapshot, NULL, NULL, &error));
    diffable_snapshot_free(snapshot);
    assert_int_equal(reloads, 1);
    assert_false(diffable_transaction_uses_reload_data(NULL));
}

static diffable_view *late_view(diffable_attach_fn attach)
{
    diffable_view_callbacks late = callbacks;
    late.attach = attach;
    diffable_view *other;
    assert_ok(diffable_view_new(&late, &finalized, NULL, &other, &error));
    return other;
}

/* A view without `attach` gets all rows of the list that it was set on, until it has shown them. */
static void told_of_the_rows_that_there_were(void **state)
{
    (void)state;
    diffable_view *other = late_view(NULL);
    assert_ok(diffable_data_source_set_view(source, other, &error));
    diffable_view_free(other);
    failing = "did";
    assert_int_equal(drag(), DIFFABLE_ERROR_CALLBACK_FAILED);
    assert_story("will (A: a b)\nprepare (A: b a) of  -> A: b a\ndid (A: b a)\ncancel (A: a b) of  -> A: b a\n");
    assert_ok(apply(source, "A: a b c"));
    assert_story("prepare (A: a b c) of  -> A: a b c\ncommit (A: a b c) of  -> A: a b c\nobserver (A: a b c)\n");
    assert_ok(apply(source, "A: a"));
    assert_story("prepare (A: a) of A: a b c -> A: a\ncommit (A: a) of A: a b c -> A: a\nobserver (A: a)\n");
}

static diffable_status attach(const diffable_data_source *attached, void *user_data)
{
    assert_ptr_equal(attached, source);
    assert_ptr_equal(user_data, &finalized);
    return happen("attach", NULL);
}

/* A view with `attach` shows them there. */
static void shows_the_rows_that_there_were(void **state)
{
    (void)state;
    diffable_view *other = late_view(attach);
    failing = "attach";
    assert_fails(DIFFABLE_ERROR_CALLBACK_FAILED,
        "CALLBACK_FAILED: the view failed to attach, with status -9 (CALLBACK_FAILED)",
        diffable_data_source_set_view(source, other, &error));
    assert_ok(apply(source, "A: b"));
    assert_story(
        "attach (A: a b)\nprepare (A: b) of A: a b -> A: b\ncommit (A: b) of A: a b -> A: b\nobserver (A: b)\n");
    assert_ok(diffable_data_source_set_view(source, other, &error));
    assert_ok(diffable_data_source_set_view(source, other, &error));
    assert_ok(apply(source, "A: a"));
    assert_story("attach (A: b)\nprepare (A: a) of A: b -> A: a\ncommit (A: a) of A: b -> A: a\nobserver (A: a)\n");
    assert_ok(diffable_data_source_set_view(source, NULL, &error));
    diffable_view_free(other);
}

/* An apply that `attach` calls is queued, and the view is told of it. */
static void applies_while_it_is_attached(void **state)
{
    (void)state;
    diffable_view *other = late_view(attach);
    applying = "attach";
    assert_ok(diffable_data_source_set_view(source, other, &error));
    assert_story(
        "attach (A: a b)\nprepare (Q: q) of A: a b -> Q: q\ncommit (Q: q) of A: a b -> Q: q\nobserver (Q: q)\n");
    assert_false(diffable_data_source_is_applying(source));
    assert_ok(diffable_data_source_set_view(source, NULL, &error));
    applying = "attach";
    failing = "prepare";
    assert_int_equal(diffable_data_source_set_view(source, other, &error), DIFFABLE_APPLIED_WITH_ERROR);
    assert_string_equal(
        diffable_error_message(error), "CALLBACK_FAILED: the view failed to prepare, with status -9 (CALLBACK_FAILED)");
    diffable_error_free(error);
    assert_story("attach (Q: q)\nprepare (Q: q) of Q: q -> Q: q\n");
    assert_ok(apply(source, "A: a"));
    assert_story("prepare (A: a) of Q: q -> A: a\ncommit (A: a) of Q: q -> A: a\nobserver (A: a)\n");
    /* If the view is not set, the apply runs all the same. */
    assert_ok(diffable_data_source_set_view(source, NULL, &error));
    applying = failing = "attach";
    assert_int_equal(diffable_data_source_set_view(source, other, NULL), DIFFABLE_ERROR_CALLBACK_FAILED);
    assert_story("attach (A: a)\nobserver (Q: q)\n");
    diffable_view_free(other);
}

static void attach_in_a_callback(void)
{
    diffable_view *other = late_view(attach);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: set_view: view: it has `attach`, so it cannot be set while a callback of the data source "
        "runs",
        diffable_data_source_set_view(source, other, &error));
    diffable_view_free(other);
}

static void not_attached_in_a_callback(void **state)
{
    (void)state;
    meddle = attach_in_a_callback;
    meddling = "commit";
    assert_ok(apply(source, "A: b"));
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(without_callbacks),
        TEST(arguments),
        TEST(shown_by_one_data_source),
        TEST(kept_until_the_apply_is_over),
        TEST(cells_and_rendering),
        TEST(knows_when_to_reload),
        TEST(told_of_the_rows_that_there_were),
        TEST(shows_the_rows_that_there_were),
        TEST(applies_while_it_is_attached),
        TEST(not_attached_in_a_callback),
    };
    return cmocka_run_group_tests_name("shown_views", tests, NULL, NULL);
}
