/*
 * What a call returns when an apply fails that one of its callbacks queued: the call itself is refused or done, and the
 * failure is told.
 */
#include "support.h"

static diffable_data_source *source;
static diffable_view *view;
static text written;
/* Whether the cell provider fails. */
static bool fails;

static diffable_status provide(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    show_id(item, content, path, cell, user_data);
    return fails ? -1 : DIFFABLE_OK;
}

static diffable_status supply(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)section, (void)content, (void)index, (void)user_data;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, kind, strlen(kind));
    return DIFFABLE_OK;
}

static int set_up(void **state)
{
    (void)state;
    fails = false;
    source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, provide, NULL, NULL);
    diffable_data_source_set_supplementary_provider(source, supply, NULL, NULL);
    assert_ok(diffable_text_view_new(NULL, keep, &written, NULL, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    assert_ok(apply(source, "S: a b c d"));
    memset(&written, 0, sizeof written);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_view_free(view);
    diffable_data_source_free(source);
    return 0;
}

static diffable_status drag(diffable_transaction **transaction)
{
    return diffable_data_source_reorder_item(
        source, (diffable_index_path){ 0, 0 }, (diffable_index_path){ 0, 3 }, transaction, &error);
}

static diffable_status refuse(const diffable_id *item, bool *answer, void *user_data)
{
    (void)item, (void)answer;
    if (user_data != NULL) {
        assert_int_equal(apply(source, "Q: q"), DIFFABLE_QUEUED);
        fails = true;
    }
    return DIFFABLE_OK;
}

/* An apply that fails after a refusal is told, and there is no transaction. */
static void queued_after_a_refusal(void **state)
{
    (void)state;
    static int queues;
    diffable_reordering_handlers handlers = DIFFABLE_REORDERING_HANDLERS_INIT;
    handlers.can_reorder_item = refuse;
    assert_ok(diffable_data_source_set_reordering_handlers(source, &handlers, NULL, NULL, &error));
    diffable_transaction *transaction = (diffable_transaction *)source;
    assert_int_equal(drag(&transaction), DIFFABLE_REFUSED);
    assert_null(transaction);
    assert_ok(diffable_data_source_set_reordering_handlers(source, &handlers, &queues, NULL, &error));
    transaction = (diffable_transaction *)source;
    assert_done_but(DIFFABLE_ERROR_PROVIDER_FAILED,
        "PROVIDER_FAILED: the cell provider failed for item \"q\" at section 0, item 0, with status -1 "
        "(INVALID_ARGUMENT)",
        drag(&transaction));
    assert_null(transaction);
}

static diffable_status queue_one(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    show_id(item, content, path, cell, user_data);
    if (item->bytes.data[0] == 'q') {
        return diffable_callback_failed("no q", 4, NULL, NULL);
    }
    assert_int_equal(apply(source, "Q: q"), DIFFABLE_QUEUED);
    return DIFFABLE_OK;
}

static diffable_status queue_header(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)section, (void)content, (void)index, (void)user_data;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, kind, strlen(kind));
    return section->bytes.data[0] == 'Q' ? DIFFABLE_OK : apply(source, "Q: q") != DIFFABLE_QUEUED;
}

/* Reading a cell is done, even if an apply fails that its provider called. */
static void queued_by_a_cell(void **state)
{
    (void)state;
    const char message[] = "PROVIDER_FAILED: the cell provider failed for item \"q\" at section 0, item 0: no q";
    diffable_cell *cell = NULL;
    assert_ok(diffable_data_source_set_view(source, NULL, &error));
    assert_ok(apply(source, "Z: z"));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_data_source_set_cell_provider(source, queue_one, NULL, NULL);
    assert_done_but(DIFFABLE_ERROR_PROVIDER_FAILED, message,
        diffable_data_source_cell_at(source, (diffable_index_path){ 0, 0 }, &cell, &error));
    assert_shows(cell, "z");
    assert_done_but(
        DIFFABLE_ERROR_PROVIDER_FAILED, message, diffable_data_source_render(source, keep, &written, &error));
    assert_string_equal(written.bytes, "   header\n     z\n   footer\n");
    diffable_data_source_set_supplementary_provider(source, queue_header, NULL, NULL);
    assert_done_but(DIFFABLE_ERROR_PROVIDER_FAILED, message,
        diffable_data_source_supplementary_cell(source, "badge", 0, &cell, &error));
    assert_shows(cell, "badge");
    /* A call that fails itself is negative, and its error is its own. */
    assert_int_equal(diffable_data_source_cell_at(source, (diffable_index_path){ 0, 9 }, &cell, NULL),
        DIFFABLE_ERROR_INVALID_ARGUMENT);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(queued_after_a_refusal),
        TEST(queued_by_a_cell),
    };
    return cmocka_run_group_tests_name("queued_failures", tests, NULL, NULL);
}
