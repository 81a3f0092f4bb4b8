/* Callbacks that are replaced, and look around, while they run. */
#include "support.h"

static diffable_data_source *source;
static text story;
static int finalized;

static diffable_status provide(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)user_data;
    add(&story, "provider ");
    return show_id(item, content, path, cell, NULL);
}

static diffable_status provide_header(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)content, (void)index, (void)user_data;
    add(&story, "%s ", kind);
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, section->bytes.data, section->bytes.size);
    return DIFFABLE_OK;
}

static diffable_status observe(const diffable_transaction *transaction, void *user_data)
{
    add(&story, "%s %s ", (const char *)user_data, outline(diffable_transaction_final_snapshot(transaction)));
    return DIFFABLE_OK;
}

static diffable_status write_story(const char *bytes, size_t size, void *user_data)
{
    (void)bytes, (void)size, (void)user_data;
    add(&story, "writer ");
    return DIFFABLE_OK;
}

static int set_up(void **state)
{
    (void)state;
    memset(&story, 0, sizeof story);
    finalized = 0;
    diffable_view *view;
    source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, provide, &finalized, count_up);
    diffable_data_source_set_supplementary_provider(source, provide_header, &finalized, count_up);
    assert_int_not_equal(diffable_data_source_add_observer(source, observe, "observer", NULL), 0);
    assert_ok(diffable_text_view_new(NULL, write_story, &finalized, count_up, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    return 0;
}

static void assert_story(const char *expected)
{
    assert_string_equal(story.bytes, expected);
    memset(&story, 0, sizeof story);
}

static diffable_status replace_all(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    int *replaced = user_data;
    *replaced += 1;
    if (*replaced > 1) {
        return DIFFABLE_OK;
    }
    add(&story, "replace ");
    diffable_data_source_set_cell_provider(source, show_id, NULL, NULL);
    diffable_data_source_set_supplementary_provider(source, NULL, NULL, NULL);
    assert_ok(diffable_data_source_set_view(source, NULL, NULL));
    assert_int_not_equal(diffable_data_source_add_observer(source, observe, "later observer", NULL), 0);
    return DIFFABLE_OK;
}

static void what_is_replaced_in_an_observer(void **state)
{
    (void)state;
    int replaced = 0;
    assert_int_not_equal(diffable_data_source_add_observer(source, replace_all, &replaced, NULL), 0);
    assert_ok(apply(source, "A: a"));
    assert_story("header provider footer writer observer A: a replace ");
    assert_int_equal(finalized, 3);
    assert_ok(apply(source, "A: b"));
    assert_story("observer A: b later observer A: b ");
}

static diffable_status replace_itself(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    int *own = user_data;
    diffable_data_source_set_cell_provider(source, provide, &finalized, count_up);
    /* What is running is still needed. */
    assert_int_equal(*own, 0);
    return show_id(item, content, path, cell, NULL);
}

static void a_provider_that_replaces_itself(void **state)
{
    (void)state;
    int own = 0;
    diffable_data_source_set_cell_provider(source, replace_itself, &own, count_up);
    assert_ok(apply(source, "A: a b"));
    assert_int_equal(own, 1);
    assert_story("header provider footer writer observer A: a b ");
}

static diffable_status look_around(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    int *depth = user_data;
    if (*depth == 0) {
        *depth += 1;
        for (ptrdiff_t row = 0; row < 2; row += 1) {
            diffable_cell *other = NULL;
            diffable_status status = diffable_data_source_cell_at(
                source, (diffable_index_path){ 0, row }, &other, NULL);
            assert_int_equal(status == DIFFABLE_OK, other != NULL);
            diffable_cell_free(other);
        }
        ignore(diffable_data_source_render(source, write_story, NULL, NULL));
        *depth -= 1;
    }
    return show_id(item, content, path, cell, NULL);
}

static void a_provider_that_looks_at_other_cells(void **state)
{
    (void)state;
    int depth = 0;
    diffable_data_source_set_cell_provider(source, look_around, &depth, NULL);
    assert_ok(apply(source, "A: a b"));
    assert_ok(apply(source, "A: b c a=1"));
    text written = { .size = 0 };
    assert_ok(diffable_data_source_render(source, keep, &written, &error));
    assert_string_equal(written.bytes, "   A\n     b\n     c\n     a\n   A\n");
}

/* Finalizers that set, once more, what they belonged to. */
static void set_view_again(void *user_data)
{
    *(int *)user_data += 1;
    diffable_view *view;
    assert_ok(diffable_text_view_new(NULL, write_story, &finalized, count_up, &view, NULL));
    assert_ok(diffable_data_source_set_view(source, view, NULL));
    diffable_view_free(view);
}

static void set_callbacks_again(void *user_data)
{
    *(int *)user_data += 1;
    diffable_data_source_set_supplementary_provider(source, provide_header, NULL, NULL);
    assert_ok(diffable_data_source_set_section_snapshot_handlers(source, NULL, NULL, NULL, NULL));
    assert_ok(diffable_data_source_set_reordering_handlers(source, NULL, NULL, NULL, NULL));
}

static diffable_status allow(const diffable_id *item, bool *answer, void *user_data)
{
    (void)item, (void)user_data;
    *answer = true;
    return DIFFABLE_OK;
}

static void finalizers_that_set_again(void **state)
{
    (void)state;
    int own = 0;
    diffable_view *view;
    diffable_section_snapshot_handlers expansion = DIFFABLE_SECTION_SNAPSHOT_HANDLERS_INIT;
    diffable_reordering_handlers reordering = DIFFABLE_REORDERING_HANDLERS_INIT;
    expansion.should_expand_item = allow;
    reordering.can_reorder_item = allow;
    assert_ok(diffable_text_view_new(NULL, write_story, &own, set_view_again, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);
    assert_ok(diffable_data_source_set_view(source, NULL, &error));
    assert_int_equal(own, 1);
    diffable_data_source_set_supplementary_provider(source, provide_header, &own, set_callbacks_again);
    diffable_data_source_set_supplementary_provider(source, NULL, NULL, NULL);
    assert_int_equal(own, 2);
    assert_ok(
        diffable_data_source_set_section_snapshot_handlers(source, &expansion, &own, set_callbacks_again, &error));
    assert_ok(diffable_data_source_set_section_snapshot_handlers(source, NULL, NULL, NULL, &error));
    assert_int_equal(own, 3);
    assert_ok(diffable_data_source_set_reordering_handlers(source, &reordering, &own, set_callbacks_again, &error));
    assert_ok(diffable_data_source_set_reordering_handlers(source, NULL, NULL, NULL, &error));
    assert_int_equal(own, 4);
    assert_ok(apply(source, "A: a"));
    assert_story("header provider footer writer observer A: a ");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(what_is_replaced_in_an_observer),
        TEST(a_provider_that_replaces_itself),
        TEST(a_provider_that_looks_at_other_cells),
        TEST(finalizers_that_set_again),
    };
    return cmocka_run_group_tests_name("replacements", tests, NULL, NULL);
}
