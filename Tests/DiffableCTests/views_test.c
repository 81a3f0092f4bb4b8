/* Views of a program's own: `prepare` while look-ups answer for the new list, then `commit` or `cancel`, once. */
#include "program_view.h"

static void the_order_of_an_apply(void **state)
{
    (void)state;
    asks_for_cells = true;
    assert_ok(apply_completing("A: b c", NULL));
    assert_story("[b] [c] prepare (A: b c) of A: a b -> A: b c\n"
                 "commit (A: b c) of A: a b -> A: b c\n"
                 "observer (A: b c)\n"
                 "completion (A: b c)\n");
}

static void failing_in_prepare_undoes_the_apply(void **state)
{
    (void)state;
    diffable_transaction *transaction = (diffable_transaction *)source;
    failing = "prepare";
    assert_fails(DIFFABLE_ERROR_CALLBACK_FAILED,
        "CALLBACK_FAILED: the view failed to prepare, with status -9 (CALLBACK_FAILED)",
        apply_completing("A: b c", &transaction));
    assert_null(transaction);
    assert_story("prepare (A: b c) of A: a b -> A: b c\n");
    /* Nothing is left of it. */
    assert_ok(apply(source, "A: b d"));
    assert_story("prepare (A: b d) of A: a b -> A: b d\ncommit (A: b d) of A: a b -> A: b d\nobserver (A: b d)\n");
}

static void a_provider_that_fails_in_prepare(void **state)
{
    (void)state;
    asks_for_cells = true;
    failing = "provide";
    assert_fails(DIFFABLE_ERROR_PROVIDER_FAILED,
        "PROVIDER_FAILED: the cell provider failed for item \"b\" at section 0, item 0, with status -7 "
        "(PROVIDER_FAILED)",
        apply(source, "A: b c"));
    assert_story("");
}

static void failing_in_commit_undoes_nothing(void **state)
{
    (void)state;
    diffable_transaction *transaction = NULL;
    failing = "commit";
    assert_done_but(DIFFABLE_ERROR_OUTPUT_FAILED, "OUTPUT_FAILED: the view failed, with status -9 (CALLBACK_FAILED)",
        apply_completing("A: b c", &transaction));
    assert_outline(diffable_transaction_final_snapshot(transaction), "A: b c");
    diffable_transaction_free(transaction);
    assert_story("prepare (A: b c) of A: a b -> A: b c\n"
                 "commit (A: b c) of A: a b -> A: b c\n"
                 "observer (A: b c)\n"
                 "completion (A: b c)\n");
}

static void an_undone_drag_is_cancelled(void **state)
{
    (void)state;
    failing = "will";
    assert_int_equal(drag(), DIFFABLE_ERROR_CALLBACK_FAILED);
    assert_story("will (A: a b)\n");
    failing = "prepare";
    assert_int_equal(drag(), DIFFABLE_ERROR_CALLBACK_FAILED);
    assert_story("will (A: a b)\nprepare (A: b a) of A: a b -> A: b a\n");
    failing = "did";
    assert_int_equal(drag(), DIFFABLE_ERROR_CALLBACK_FAILED);
    assert_story(
        "will (A: a b)\nprepare (A: b a) of A: a b -> A: b a\ndid (A: b a)\ncancel (A: a b) of A: a b -> A: b a\n");
    assert_ok(drag());
    assert_story("will (A: a b)\nprepare (A: b a) of A: a b -> A: b a\ndid (A: b a)\ncommit (A: b a) of A: a b -> A: b "
                 "a\nobserver (A: b a)\n");
}

static void applies_from_each_callback_are_queued(void **state)
{
    (void)state;
    const char *queued = "prepare (Q: q) of A: b -> Q: q\ncommit (Q: q) of A: b -> Q: q\nobserver (Q: q)\n";
    static const char *const places[] = { "prepare", "commit" };
    for (int place = 0; place < 2; place += 1) {
        assert_ok(apply(source, "A: a"));
        story.size = 0;
        applying = places[place];
        assert_ok(apply(source, "A: b"));
        text expected = { .size = 0 };
        add(&expected, "prepare (A: b) of A: a -> A: b\ncommit (A: b) of A: a -> A: b\nobserver (A: b)\n%s", queued);
        assert_story(expected.bytes);
    }
    assert_ok(apply(source, "A: a b"));
    story.size = 0;
    failing = "did";
    applying = "cancel";
    assert_int_equal(drag(), DIFFABLE_ERROR_CALLBACK_FAILED);
    assert_story(
        "will (A: a b)\nprepare (A: b a) of A: a b -> A: b a\ndid (A: b a)\ncancel (A: a b) of A: a b -> A: b a\n"
        "prepare (Q: q) of A: a b -> Q: q\ncommit (Q: q) of A: a b -> Q: q\nobserver (Q: q)\n");
}

/* Frees the view, while the data source shows it. */
static void free_view(void)
{
    diffable_view_free(view);
    view = NULL;
}

static void free_view_and_show_none(void)
{
    free_view();
    assert_ok(diffable_data_source_set_view(source, NULL, NULL));
    assert_int_equal(finalized, 0);
}

static void freeing_or_replacing_the_view_inside(void **state)
{
    (void)state;
    static void (*const meddlings[])(void) = { free_view, free_view_and_show_none };
    static const char *const places[] = { "prepare", "commit" };
    for (int index = 0; index < 4; index += 1) {
        meddle = meddlings[index / 2];
        meddling = places[index % 2];
        assert_ok(apply(source, "A: b"));
        assert_story("prepare (A: b) of A: a b -> A: b\ncommit (A: b) of A: a b -> A: b\nobserver (A: b)\n");
        assert_int_equal(finalized, meddle == free_view_and_show_none);
        tear_down(state);
        set_up(state);
    }
    meddle = free_view_and_show_none;
    meddling = "cancel";
    failing = "did";
    assert_int_equal(drag(), DIFFABLE_ERROR_CALLBACK_FAILED);
    assert_int_equal(finalized, 1);
    assert_story(
        "will (A: a b)\nprepare (A: b a) of A: a b -> A: b a\ndid (A: b a)\ncancel (A: a b) of A: a b -> A: b a\n");
}

static void free_source_and_view(void)
{
    diffable_data_source_free(source);
    source = NULL;
    free_view();
    assert_int_equal(finalized, 0);
}

static void freeing_the_source_inside(void **state)
{
    static const char *const places[] = { "prepare", "commit", "cancel" };
    for (int index = 0; index < 3; index += 1) {
        meddle = free_source_and_view;
        meddling = places[index];
        failing = "did";
        assert_int_equal(
            index < 2 ? apply(source, "A: b") : drag(), index < 2 ? DIFFABLE_OK : DIFFABLE_ERROR_CALLBACK_FAILED);
        assert_null(source);
        assert_int_equal(finalized, 1);
        assert_non_null(strstr(story.bytes, index < 2 ? "commit (" : "cancel ("));
        set_up(state);
    }
}

static diffable_status ask_for_what_there_is_not(diffable_preparation *preparation, void *user_data)
{
    (void)user_data;
    diffable_cell *cell = NULL;
    diffable_index_path first = (diffable_index_path){ 0, 0 };
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: cell: there is no row at section 0, item 1",
        diffable_preparation_cell(preparation, (diffable_index_path){ 0, 1 }, &cell, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: cell: there is no row at section -1, item 0",
        diffable_preparation_cell(preparation, (diffable_index_path){ -1, 0 }, &cell, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: supplementary_cell: there is no section at 1",
        diffable_preparation_supplementary_cell(preparation, "header", 1, &cell, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: cell: cell is NULL",
        diffable_preparation_cell(preparation, first, NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: cell: preparation is NULL",
        diffable_preparation_cell(NULL, first, &cell, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: supplementary_cell: kind is NULL",
        diffable_preparation_supplementary_cell(preparation, NULL, 0, &cell, &error));
    assert_null(diffable_preparation_transaction(NULL));

    /* Of the new list alone. */
    assert_ok(diffable_preparation_cell(preparation, first, &cell, &error));
    assert_shows(cell, "z");
    assert_ok(diffable_preparation_supplementary_cell(preparation, "header", 0, &cell, &error));
    assert_shows(cell, "Z");
    assert_ok(diffable_preparation_supplementary_cell(preparation, "footer", 0, &cell, &error));
    assert_null(cell);
    add(&story, "asked");
    return DIFFABLE_OK;
}

static void what_prepare_may_ask_for(void **state)
{
    (void)state;
    diffable_view_callbacks asking = DIFFABLE_VIEW_CALLBACKS_INIT;
    asking.prepare = ask_for_what_there_is_not;
    diffable_view *other;
    assert_ok(diffable_view_new(&asking, NULL, NULL, &other, &error));
    assert_ok(diffable_data_source_set_view(source, other, &error));
    diffable_view_free(other);
    assert_ok(apply(source, "Z: z"));
    assert_memory_equal(story.bytes, "asked", 5);
}

static diffable_status have_no_room(diffable_preparation *preparation, void *user_data)
{
    (void)preparation, (void)user_data;
    return diffable_callback_failed("there is no room", 16, NULL, NULL);
}

static diffable_status lose_the_window(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    return diffable_callback_failed("the window is gone", 18, NULL, NULL);
}

static void reasons(void **state)
{
    (void)state;
    diffable_view_callbacks failing_ones[] = { DIFFABLE_VIEW_CALLBACKS_INIT, DIFFABLE_VIEW_CALLBACKS_INIT };
    failing_ones[0].prepare = have_no_room;
    failing_ones[1].commit = lose_the_window;
    for (int index = 0; index < 2; index += 1) {
        diffable_view *other;
        assert_ok(diffable_view_new(&failing_ones[index], NULL, NULL, &other, &error));
        assert_ok(diffable_data_source_set_view(source, other, &error));
        diffable_view_free(other);
        if (index == 0) {
            assert_fails(DIFFABLE_ERROR_CALLBACK_FAILED,
                "CALLBACK_FAILED: the view failed to prepare: there is no room", apply(source, "A: b"));
        } else {
            assert_done_but(DIFFABLE_ERROR_OUTPUT_FAILED, "OUTPUT_FAILED: the view failed: the window is gone",
                apply(source, "A: b"));
        }
    }
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(the_order_of_an_apply),
        TEST(failing_in_prepare_undoes_the_apply),
        TEST(a_provider_that_fails_in_prepare),
        TEST(failing_in_commit_undoes_nothing),
        TEST(an_undone_drag_is_cancelled),
        TEST(applies_from_each_callback_are_queued),
        TEST(freeing_or_replacing_the_view_inside),
        TEST(freeing_the_source_inside),
        TEST(what_prepare_may_ask_for),
        TEST(reasons),
    };
    return cmocka_run_group_tests_name("views", tests, NULL, NULL);
}
