/* Views of a program's own: `prepare` while the list is the old one, then `commit` or `cancel`, once. */
#include "support.h"

static diffable_data_source *source;
static diffable_view *view;
static text story;
static int finalized;
/* Where something happens, once: a failure, an apply, or what a test does there. */
static const char *failing, *applying, *meddling;
static void (*meddle)(void);
/* What `prepare` asks for. */
static bool asks_for_cells;

/* Returns whether the place is the one named, and names none any more. */
static bool is_at(const char *place, const char **name)
{
    bool is_here = *name != NULL && strcmp(place, *name) == 0;
    if (is_here) {
        *name = NULL;
    }
    return is_here;
}

static diffable_status happen(const char *place, const diffable_transaction *transaction)
{
    diffable_snapshot *current = diffable_data_source_snapshot(source);
    add(&story, "%s (%s)", place, outline(current));
    diffable_snapshot_free(current);
    if (transaction != NULL) {
        add(&story, " of %s -> %s", outline(diffable_transaction_initial_snapshot(transaction)), outline(diffable_transaction_final_snapshot(transaction)));
    }
    add(&story, "\n");
    if (is_at(place, &applying)) {
        diffable_snapshot *next = snapshot_of("Q: q");
        diffable_transaction *queued = (diffable_transaction *)source;
        assert_true(diffable_data_source_is_applying(source));
        assert_int_equal(diffable_data_source_apply(source, next, NULL, &queued, NULL), DIFFABLE_QUEUED);
        assert_null(queued);
        diffable_snapshot_free(next);
    }
    if (is_at(place, &meddling)) {
        meddle();
    }
    return is_at(place, &failing) ? DIFFABLE_ERROR_CALLBACK_FAILED : DIFFABLE_OK;
}

static diffable_status prepare(diffable_preparation *preparation, void *user_data)
{
    assert_ptr_equal(user_data, &finalized);
    const diffable_transaction *transaction = diffable_preparation_transaction(preparation);
    const diffable_snapshot *next = diffable_transaction_final_snapshot(transaction);
    for (size_t item = 0; asks_for_cells && item < diffable_snapshot_number_of_items(next); item += 1) {
        diffable_cell *cell = NULL;
        if (diffable_preparation_cell(preparation, diffable_index_path_make(0, (ptrdiff_t)item), &cell, NULL) != DIFFABLE_OK) {
            return DIFFABLE_ERROR_CALLBACK_FAILED;
        }
        add(&story, "[%.*s] ", (int)diffable_cell_text(cell).size, diffable_cell_text(cell).data);
        diffable_cell_free(cell);
    }
    return happen("prepare", transaction);
}

static diffable_status commit(const diffable_transaction *transaction, void *user_data)
{
    assert_ptr_equal(user_data, &finalized);
    return happen("commit", transaction);
}

static void cancel(const diffable_transaction *transaction, void *user_data)
{
    assert_ptr_equal(user_data, &finalized);
    happen("cancel", transaction);
}

static diffable_status observe(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    return happen(user_data, NULL);
}

static diffable_status provide(diffable_id item, uint64_t revision, diffable_index_path path, diffable_cell *cell, void *user_data)
{
    return is_at("provide", &failing) ? DIFFABLE_ERROR_PROVIDER_FAILED : show_id(item, revision, path, cell, user_data);
}

static diffable_status provide_header(const char *kind, diffable_id section, uint64_t revision, size_t index, diffable_cell *cell, void *user_data)
{
    (void)revision, (void)index, (void)user_data;
    if (strcmp(kind, "header") == 0) {
        diffable_cell_set_text(cell, section.value.bytes.data, section.value.bytes.size);
    }
    return DIFFABLE_OK;
}

static diffable_status allow(diffable_id item, bool *answer, void *user_data)
{
    (void)item, (void)user_data;
    *answer = true;
    return DIFFABLE_OK;
}

static diffable_status will_reorder(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    return happen("will", NULL);
}

static diffable_status did_reorder(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    return happen("did", NULL);
}

static const diffable_view_callbacks callbacks = { sizeof callbacks, prepare, commit, cancel };

static int set_up(void **state)
{
    (void)state;
    story.size = 0;
    story.bytes[0] = '\0';
    finalized = 0;
    failing = applying = meddling = NULL;
    asks_for_cells = false;
    source = diffable_data_source_new();
    diffable_reordering_handlers handlers = { sizeof handlers, allow, will_reorder, did_reorder };
    diffable_data_source_set_cell_provider(source, provide, NULL, NULL);
    diffable_data_source_set_supplementary_provider(source, provide_header, NULL, NULL);
    assert_ok(diffable_data_source_set_reordering_handlers(source, &handlers, NULL, NULL, &error));
    assert_int_not_equal(diffable_data_source_add_observer(source, observe, "observer", NULL), 0);
    assert_ok(apply(source, "A: a b"));
    assert_ok(diffable_view_new(&callbacks, &finalized, count_up, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    story.size = 0;
    story.bytes[0] = '\0';
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    diffable_view_free(view);
    assert_int_equal(finalized, 1);
    return 0;
}

static diffable_status apply_completing(const char *line, diffable_transaction **transaction)
{
    diffable_snapshot *snapshot = snapshot_of(line);
    diffable_status status = diffable_data_source_apply(source, snapshot, COMPLETING(observe, "completion", NULL), transaction, &error);
    diffable_snapshot_free(snapshot);
    return status;
}

#define assert_story(expected)                     \
    do {                                           \
        assert_string_equal(story.bytes, expected); \
        story.size = 0;                            \
        story.bytes[0] = '\0';                     \
    } while (0)

static void the_order_of_an_apply(void **state)
{
    (void)state;
    asks_for_cells = true;
    assert_ok(apply_completing("A: b c", NULL));
    assert_story("[b] [c] prepare (A: a b) of A: a b -> A: b c\n"
                 "commit (A: b c) of A: a b -> A: b c\n"
                 "observer (A: b c)\n"
                 "completion (A: b c)\n");
}

static void failing_in_prepare_undoes_the_apply(void **state)
{
    (void)state;
    diffable_transaction *transaction = (diffable_transaction *)source;
    failing = "prepare";
    assert_fails(DIFFABLE_ERROR_CALLBACK_FAILED, "CALLBACK_FAILED: the view failed to prepare, with status -9", apply_completing("A: b c", &transaction));
    assert_null(transaction);
    assert_story("prepare (A: a b) of A: a b -> A: b c\n");
    /* Nothing is left of it. */
    assert_ok(apply(source, "A: b d"));
    assert_story("prepare (A: a b) of A: a b -> A: b d\ncommit (A: b d) of A: a b -> A: b d\nobserver (A: b d)\n");
}

static void a_provider_that_fails_in_prepare(void **state)
{
    (void)state;
    asks_for_cells = true;
    failing = "provide";
    assert_fails(DIFFABLE_ERROR_PROVIDER_FAILED, "PROVIDER_FAILED: the cell provider failed for item \"b\" at section 0, item 0, with status -7", apply(source, "A: b c"));
    assert_story("");
}

static void failing_in_commit_undoes_nothing(void **state)
{
    (void)state;
    diffable_transaction *transaction = NULL;
    failing = "commit";
    assert_done_but(DIFFABLE_ERROR_OUTPUT_FAILED, "OUTPUT_FAILED: the view failed, with status -9", apply_completing("A: b c", &transaction));
    assert_outline(diffable_transaction_final_snapshot(transaction), "A: b c");
    diffable_transaction_free(transaction);
    assert_story("prepare (A: a b) of A: a b -> A: b c\n"
                 "commit (A: b c) of A: a b -> A: b c\n"
                 "observer (A: b c)\n"
                 "completion (A: b c)\n");
}

static diffable_status drag(void)
{
    return diffable_data_source_reorder_item(source, diffable_index_path_make(0, 1), diffable_index_path_make(0, 0), NULL, NULL);
}

static void an_undone_drag_is_cancelled(void **state)
{
    (void)state;
    failing = "will";
    assert_int_equal(drag(), DIFFABLE_ERROR_CALLBACK_FAILED);
    assert_story("prepare (A: a b) of A: a b -> A: b a\nwill (A: a b)\ncancel (A: a b) of A: a b -> A: b a\n");
    failing = "did";
    assert_int_equal(drag(), DIFFABLE_ERROR_CALLBACK_FAILED);
    assert_story("prepare (A: a b) of A: a b -> A: b a\nwill (A: a b)\ndid (A: b a)\ncancel (A: a b) of A: a b -> A: b a\n");
    assert_ok(drag());
    assert_story("prepare (A: a b) of A: a b -> A: b a\nwill (A: a b)\ndid (A: b a)\ncommit (A: b a) of A: a b -> A: b a\nobserver (A: b a)\n");
}

static void applies_from_each_callback_are_queued(void **state)
{
    (void)state;
    const char *queued = "prepare (A: b) of A: b -> Q: q\ncommit (Q: q) of A: b -> Q: q\nobserver (Q: q)\n";
    static const char *const places[] = { "prepare", "commit" };
    for (int place = 0; place < 2; place += 1) {
        assert_ok(apply(source, "A: a"));
        story.size = 0;
        applying = places[place];
        assert_ok(apply(source, "A: b"));
        text expected = { .size = 0 };
        add(&expected, "prepare (A: a) of A: a -> A: b\ncommit (A: b) of A: a -> A: b\nobserver (A: b)\n%s", queued);
        assert_story(expected.bytes);
    }
    assert_ok(apply(source, "A: a b"));
    story.size = 0;
    failing = "will";
    applying = "cancel";
    assert_int_equal(drag(), DIFFABLE_ERROR_CALLBACK_FAILED);
    assert_story("prepare (A: a b) of A: a b -> A: b a\nwill (A: a b)\ncancel (A: a b) of A: a b -> A: b a\n"
                 "prepare (A: a b) of A: a b -> Q: q\ncommit (Q: q) of A: a b -> Q: q\nobserver (Q: q)\n");
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
        assert_story("prepare (A: a b) of A: a b -> A: b\ncommit (A: b) of A: a b -> A: b\nobserver (A: b)\n");
        assert_int_equal(finalized, meddle == free_view_and_show_none);
        tear_down(state);
        set_up(state);
    }
    meddle = free_view_and_show_none;
    meddling = "cancel";
    failing = "will";
    assert_int_equal(drag(), DIFFABLE_ERROR_CALLBACK_FAILED);
    assert_int_equal(finalized, 1);
    assert_story("prepare (A: a b) of A: a b -> A: b a\nwill (A: a b)\ncancel (A: a b) of A: a b -> A: b a\n");
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
        failing = "will";
        assert_int_equal(index < 2 ? apply(source, "A: b") : drag(), index < 2 ? DIFFABLE_OK : DIFFABLE_ERROR_CALLBACK_FAILED);
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
    diffable_index_path first = diffable_index_path_make(0, 0);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: cell: there is no row at section 0, item 1", diffable_preparation_cell(preparation, diffable_index_path_make(0, 1), &cell, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: cell: there is no row at section -1, item 0", diffable_preparation_cell(preparation, diffable_index_path_make(-1, 0), &cell, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: supplementary_cell: there is no section at 1", diffable_preparation_supplementary_cell(preparation, "header", 1, &cell, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: cell is NULL", diffable_preparation_cell(preparation, first, NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: preparation is NULL", diffable_preparation_cell(NULL, first, &cell, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: kind is NULL", diffable_preparation_supplementary_cell(preparation, NULL, 0, &cell, &error));
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
    return diffable_callback_failed("there is no room", 16);
}

static diffable_status lose_the_window(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    return diffable_callback_failed("the window is gone", 18);
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
            assert_fails(DIFFABLE_ERROR_CALLBACK_FAILED, "CALLBACK_FAILED: the view failed to prepare: there is no room", apply(source, "A: b"));
        } else {
            assert_done_but(DIFFABLE_ERROR_OUTPUT_FAILED, "OUTPUT_FAILED: the view failed: the window is gone", apply(source, "A: b"));
        }
    }
}

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
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: callbacks is NULL", diffable_view_new(NULL, &own, count_up, &other, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: out is NULL", diffable_view_new(&callbacks, &own, count_up, NULL, &error));
    assert_int_equal(diffable_view_new(&wrong, &own, count_up, &other, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_int_equal(own, 3);
    assert_null(other);
}

/* One data source at a time, which has it until its last apply with it is over. */
static void shown_by_one_data_source(void **state)
{
    (void)state;
    const char *message = "INVALID_ARGUMENT: view: another data source shows it";
    diffable_data_source *other = diffable_data_source_new();
    diffable_view *stream;
    text written = { .size = 0 };
    assert_ok(diffable_ndjson_view_new(keep, &written, NULL, &stream, &error));
    assert_ok(diffable_data_source_set_view(other, stream, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, message, diffable_data_source_set_view(other, view, &error));
    /* The other keeps the view that it had, and this one may be given its own again. */
    assert_ok(apply(other, ""));
    assert_int_not_equal(written.size, 0);
    assert_ok(diffable_data_source_set_view(source, view, &error));
    assert_ok(apply(source, "A: b"));
    assert_story("prepare (A: a b) of A: a b -> A: b\ncommit (A: b) of A: a b -> A: b\nobserver (A: b)\n");

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
    assert_story("prepare (A: a b) of A: a b -> A: b\ncommit (A: b) of A: a b -> A: b\nobserver (A: b)\n");
    assert_ok(diffable_data_source_set_view(successor, view, NULL));
    diffable_data_source_free(successor);
}

static void cells_and_rendering(void **state)
{
    (void)state;
    diffable_cell *cell = NULL;
    text written = { .size = 0 };
    assert_ok(diffable_data_source_cell(source, diffable_index_path_make(0, 1), &cell, &error));
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

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(the_order_of_an_apply), TEST(failing_in_prepare_undoes_the_apply), TEST(a_provider_that_fails_in_prepare),
        TEST(failing_in_commit_undoes_nothing), TEST(an_undone_drag_is_cancelled), TEST(applies_from_each_callback_are_queued),
        TEST(freeing_or_replacing_the_view_inside), TEST(freeing_the_source_inside), TEST(what_prepare_may_ask_for),
        TEST(reasons), TEST(without_callbacks), TEST(arguments), TEST(shown_by_one_data_source), TEST(kept_until_the_apply_is_over),
        TEST(cells_and_rendering), TEST(knows_when_to_reload),
    };
    return cmocka_run_group_tests_name("views", tests, NULL, NULL);
}
