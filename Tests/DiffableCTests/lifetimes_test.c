/* Objects that are freed while they are in use. */
#include "support.h"

static diffable_data_source *source;
static diffable_view *view;
static diffable_snapshot *applied;
static text story;
/* How many finalizers of the data source's callbacks ran, and of the view's writer. */
static int finalized, writerFinalized;
/* The callback that frees everything, by name. */
static const char *freeing;

/* Called by each callback with its name. */
static void happen(const char *what)
{
    add(&story, "%s ", what);
    if (freeing == NULL || strcmp(freeing, what) != 0) {
        return;
    }
    freeing = NULL;
    diffable_data_source *freed = source;
    diffable_data_source_free(source);
    diffable_view_free(view);
    diffable_snapshot_free(applied);
    /* The callback may go on using the data source, whatever the memory is used for next. */
    diffable_data_source_free(diffable_data_source_new());
    assert_true(diffable_data_source_is_applying(freed));
    diffable_snapshot *queued = snapshot_of("Q: q");
    assert_int_equal(diffable_data_source_apply(freed, queued, NULL, NULL, NULL), DIFFABLE_QUEUED);
    diffable_snapshot_free(queued);
    source = NULL;
    view = NULL;
    applied = NULL;
    assert_int_equal(finalized, 0);
}

static diffable_status provide(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)content, (void)path, (void)user_data;
    happen("provider");
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, item->bytes.data, item->bytes.size);
    return DIFFABLE_OK;
}

static diffable_status provide_header(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)content, (void)index, (void)user_data;
    happen(kind);
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, section->bytes.data, section->bytes.size);
    return DIFFABLE_OK;
}

static diffable_status observe(const diffable_transaction *transaction, void *user_data)
{
    (void)user_data;
    happen("observer");
    add(&story, "(%s) ", outline(diffable_transaction_final_snapshot(transaction)));
    return DIFFABLE_OK;
}

static diffable_status complete(const diffable_transaction *transaction, void *user_data)
{
    (void)user_data;
    happen("completion");
    add(&story, "(%s) ", outline(diffable_transaction_initial_snapshot(transaction)));
    return DIFFABLE_OK;
}

static void finalize_completion(void *user_data)
{
    (void)user_data;
    happen("finalizer");
}

static diffable_status write_story(const char *bytes, size_t size, void *user_data)
{
    (void)bytes, (void)size, (void)user_data;
    happen("writer");
    return DIFFABLE_OK;
}

static int set_up(void **state)
{
    (void)state;
    story.size = 0;
    finalized = writerFinalized = 0;
    freeing = NULL;
    source = diffable_data_source_new();
    applied = snapshot_of("A: a");
    diffable_data_source_set_cell_provider(source, provide, &finalized, count_up);
    diffable_data_source_set_supplementary_provider(source, provide_header, &finalized, count_up);
    assert_int_not_equal(diffable_data_source_add_observer(source, observe, &finalized, count_up), 0);
    assert_ok(diffable_text_view_new(NULL, write_story, &writerFinalized, count_up, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    diffable_view_free(view);
    diffable_snapshot_free(applied);
    assert_int_equal(finalized, 3);
    assert_int_equal(writerFinalized, 1);
    return 0;
}

static void freed_inside_its_own_callbacks(void **state)
{
    static const char *const callbacks[] = { "header", "provider", "footer", "writer", "observer", "completion",
        "finalizer" };
    for (int index = 0; index < 7; index += 1) {
        freeing = callbacks[index];
        diffable_transaction *transaction;
        assert_ok(diffable_data_source_apply(
            source, applied, COMPLETING(complete, NULL, finalize_completion), &transaction, &error));
        assert_string_equal(story.bytes,
            "header provider footer writer observer (A: a) completion () finalizer "
            "header provider footer writer observer (Q: q) ");
        assert_null(source);
        assert_int_equal(finalized, 3);
        assert_int_equal(writerFinalized, 1);
        assert_outline(diffable_transaction_final_snapshot(transaction), "A: a");
        diffable_transaction_free(transaction);
        set_up(state);
    }
}

static void freed_inside_cell_and_render(void **state)
{
    (void)state;
    diffable_cell *cell = NULL;
    assert_ok(diffable_data_source_set_view(source, NULL, &error));
    assert_ok(diffable_data_source_apply(source, applied, NULL, NULL, &error));
    freeing = "provider";
    assert_ok(diffable_data_source_cell_at(source, (diffable_index_path){ 0, 0 }, &cell, &error));
    assert_null(source);
    assert_shows(cell, "a");
    assert_int_equal(finalized, 3);

    static const char *const callbacks[] = { "header", "provider", "footer", "writer" };
    for (int index = 0; index < 4; index += 1) {
        set_up(state);
        assert_ok(diffable_data_source_set_view(source, NULL, &error));
        assert_ok(diffable_data_source_apply(source, applied, NULL, NULL, &error));
        freeing = callbacks[index];
        assert_ok(diffable_data_source_render(source, write_story, NULL, &error));
        assert_null(source);
        assert_int_equal(finalized, 3);
    }
}

static diffable_status ask(const diffable_id *item, bool *answer, void *user_data)
{
    (void)item;
    *answer = true;
    happen(user_data);
    return DIFFABLE_OK;
}

static diffable_status make_children(const diffable_id *parent, diffable_snapshot *children, void *user_data)
{
    (void)parent, (void)user_data;
    happen("children");
    return diffable_snapshot_append_items(children, NEW("c"), NULL, NULL);
}

static diffable_status tell(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    happen("told");
    return DIFFABLE_OK;
}

static void freed_while_a_user_drags_or_taps(void **state)
{
    static const char *const callbacks[] = { "asked", "told", "asked", "children" };
    for (int index = 0; index < 4; index += 1) {
        diffable_section_snapshot_handlers expansion = DIFFABLE_SECTION_SNAPSHOT_HANDLERS_INIT;
        diffable_reordering_handlers reordering = DIFFABLE_REORDERING_HANDLERS_INIT;
        reordering.can_reorder_item = expansion.should_expand_item = ask;
        reordering.will_reorder = tell;
        expansion.snapshot_for_expanding_parent = make_children;
        assert_ok(diffable_data_source_set_section_snapshot_handlers(source, &expansion, "asked", NULL, &error));
        assert_ok(diffable_data_source_set_reordering_handlers(source, &reordering, "asked", NULL, &error));
        assert_ok(diffable_data_source_apply(source, applied, NULL, NULL, &error));
        freeing = callbacks[index];
        const diffable_index_path path = (diffable_index_path){ 0, 0 };
        assert_ok(index < 2 ? diffable_data_source_reorder_item(source, path, path, NULL, &error)
                            : diffable_data_source_toggle_item(source, name("a"), NULL, &error));
        assert_null(source);
        assert_int_equal(finalized, 3);
        assert_int_equal(writerFinalized, 1);
        set_up(state);
    }
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = { TEST(freed_inside_its_own_callbacks), TEST(freed_inside_cell_and_render),
        TEST(freed_while_a_user_drags_or_taps) };
    return cmocka_run_group_tests_name("lifetimes", tests, NULL, NULL);
}
