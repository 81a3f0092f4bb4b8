/* A user's drag, and what it did to each section. */
#include "trees.h"

static diffable_data_source *source;
static text story;
static int finalized;
static bool answer;
static const char *failing;

static diffable_status happen(const char *what)
{
    diffable_snapshot *current = diffable_data_source_snapshot(source);
    add(&story, "%s (%s); ", what, outline(current));
    diffable_snapshot_free(current);
    return failing != NULL && strcmp(failing, what) == 0 ? DIFFABLE_ERROR_CALLBACK_FAILED : DIFFABLE_OK;
}

static diffable_status can_reorder(const diffable_id *item, bool *result, void *user_data)
{
    (void)item, (void)user_data;
    *result = answer;
    return happen("can");
}

static diffable_status will_reorder(const diffable_transaction *transaction, void *user_data)
{
    (void)user_data;
    add(&story, "to %s: ", outline(diffable_transaction_final_snapshot(transaction)));
    return happen("will");
}

static diffable_status did_reorder(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    return happen("did");
}

static diffable_status write_story(const char *bytes, size_t size, void *user_data)
{
    (void)bytes, (void)size, (void)user_data;
    return happen("write");
}

static int set_up(void **state)
{
    (void)state;
    failing = NULL;
    answer = true;
    finalized = 0;
    diffable_view *view;
    source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, show_id, NULL, NULL);
    assert_ok(diffable_text_view_new(NULL, write_story, NULL, NULL, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);
    diffable_reordering_handlers handlers = DIFFABLE_REORDERING_HANDLERS_INIT;
    handlers.can_reorder_item = can_reorder;
    handlers.will_reorder = will_reorder;
    handlers.did_reorder = did_reorder;
    assert_ok(diffable_data_source_set_reordering_handlers(source, &handlers, &finalized, count_up, &error));
    assert_ok(apply(source, "A: a b=2 c | B: d | C:"));
    memset(&story, 0, sizeof story);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    assert_int_equal(finalized, 1);
    return 0;
}

static diffable_status drag(
    ptrdiff_t section, ptrdiff_t item, ptrdiff_t to_section, ptrdiff_t to_item, diffable_transaction **transaction)
{
    return diffable_data_source_reorder_item(source, (diffable_index_path){ section, item },
        (diffable_index_path){ to_section, to_item }, transaction, &error);
}

static void assert_list(const char *expected)
{
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    assert_outline(snapshot, expected);
    diffable_snapshot_free(snapshot);
}

static void within_a_section(void **state)
{
    (void)state;
    diffable_transaction *transaction;
    assert_ok(drag(0, 0, 0, 2, &transaction));
    assert_string_equal(story.bytes,
        "can (A: a b=2 c | B: d | C:); to A: b=2 c a | B: d | C:: will (A: a b=2 c | B: d | C:); "
        "did (A: b=2 c a | B: d | C:); write (A: b=2 c a | B: d | C:); ");
    assert_string_equal(diffable_difference_description(diffable_transaction_difference(transaction)), "1 item moved");
    diffable_transaction_free(transaction);
    assert_ok(drag(0, 2, 0, 0, NULL));
    assert_list("A: a b=2 c | B: d | C:");
    assert_ok(drag(0, 1, 0, 1, &transaction));
    assert_true(diffable_difference_is_empty(diffable_transaction_difference(transaction)));
    diffable_transaction_free(transaction);
}

static void between_sections(void **state)
{
    (void)state;
    diffable_transaction *transaction;
    assert_ok(drag(0, 1, 2, 0, &transaction));
    assert_list("A: a c | B: d | C: b=2");
    diffable_section_transactions *sections = diffable_section_transactions_new(transaction);
    diffable_transaction_free(transaction);
    assert_int_equal(diffable_section_transactions_count(sections), 2);
    static const char *const expected[][4] = { { "C", "", "b=2", "1 item inserted" },
        { "A", "a b=2 c", "a c", "1 item deleted" } };
    for (size_t index = 0; index < 2; index += 1) {
        assert_memory_equal(section_transaction(sections, index).section.bytes.data, expected[index][0], 1);
        assert_tree(section_transaction(sections, index).initial_snapshot, expected[index][1]);
        assert_tree(section_transaction(sections, index).final_snapshot, expected[index][2]);
        assert_string_equal(
            diffable_difference_description(section_transaction(sections, index).difference), expected[index][3]);
    }
    static const size_t beyond[] = { 2, PTRDIFF_MAX, SIZE_MAX };
    diffable_section_transaction one = DIFFABLE_SECTION_TRANSACTION_INIT;
    for (int index = 0; index < 3; index += 1) {
        assert_int_equal(
            diffable_section_transactions_at(sections, beyond[index], &one, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
    }
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: section_transactions_at: index is 2, and the number of section transactions is 2",
        diffable_section_transactions_at(sections, 2, &one, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: section_transactions_at: out is NULL",
        diffable_section_transactions_at(sections, 0, NULL, &error));
    one.struct_size = sizeof one - 1;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: section_transactions_at: out: struct_size is 63; start from the _INIT macro of the struct",
        diffable_section_transactions_at(sections, 0, &one, &error));
    assert_true(one.section.kind == DIFFABLE_ID_NONE && one.initial_snapshot == NULL && one.final_snapshot == NULL
        && one.difference == NULL);
    diffable_section_transactions_free(sections);
}

static void null_has_no_section_transactions(void **state)
{
    (void)state;
    diffable_section_transactions_free(NULL);
    assert_null(diffable_section_transactions_new(NULL));
    assert_int_equal(diffable_section_transactions_count(NULL), 0);
    diffable_section_transaction one = DIFFABLE_SECTION_TRANSACTION_INIT;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: section_transactions_at: transactions is NULL",
        diffable_section_transactions_at(NULL, 0, &one, &error));
}

static void what_undoes_it(void **state)
{
    (void)state;
    diffable_transaction *transaction = (diffable_transaction *)source;
    answer = false;
    assert_int_equal(drag(0, 0, 1, 0, &transaction), DIFFABLE_REFUSED);
    assert_null(transaction);
    answer = true;
    static const char *const names[] = { "can", "will", "did" };
    static const char *const messages[] = {
        "CALLBACK_FAILED: can_reorder_item failed for item \"a\", with status -9 (CALLBACK_FAILED)",
        "CALLBACK_FAILED: will_reorder failed, with status -9 (CALLBACK_FAILED)",
        "CALLBACK_FAILED: did_reorder failed, with status -9 (CALLBACK_FAILED)",
    };
    for (int index = 0; index < 3; index += 1) {
        failing = names[index];
        assert_fails(DIFFABLE_ERROR_CALLBACK_FAILED, messages[index], drag(0, 0, 1, 0, &transaction));
        assert_null(transaction);
        assert_list("A: a b=2 c | B: d | C:");
    }
    assert_ok(diffable_data_source_set_reordering_handlers(source, NULL, NULL, NULL, &error));
    assert_int_equal(finalized, 1);
    assert_int_equal(drag(0, 0, 1, 0, &transaction), DIFFABLE_REFUSED);
    assert_null(transaction);
    assert_list("A: a b=2 c | B: d | C:");
}

static void wrong_arguments(void **state)
{
    (void)state;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: reorder_item: there is no row at section 2, item 0", drag(2, 0, 0, 0, NULL));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: reorder_item: item \"a\" cannot go to section 0, item 3; the last place there is item 2, "
        "counted without the rows that move",
        drag(0, 0, 0, 3, NULL));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: reorder_item: item \"a\" cannot go to section 3, item 0; the last section is 2",
        drag(0, 0, 3, 0, NULL));
    static const ptrdiff_t beyond[] = { -1, 4, (ptrdiff_t)INT32_MAX + 1, PTRDIFF_MIN, PTRDIFF_MAX };
    for (int index = 0; index < 5; index += 1) {
        const diffable_index_path good = (diffable_index_path){ 0, 0 }, bad = (diffable_index_path){ 0, beyond[index] },
                                  worse = (diffable_index_path){ beyond[index], 0 };
        assert_int_equal(
            diffable_data_source_reorder_item(source, good, bad, NULL, &error), DIFFABLE_ERROR_INVALID_ARGUMENT);
        diffable_error_free(error);
        assert_int_equal(
            diffable_data_source_reorder_item(source, good, worse, NULL, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
        assert_int_equal(
            diffable_data_source_reorder_item(source, bad, good, NULL, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
        assert_int_equal(
            diffable_data_source_reorder_item(source, worse, good, NULL, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
        assert_int_equal(
            diffable_data_source_reorder_item(NULL, good, good, NULL, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
    }
    int others = 0;
    diffable_reordering_handlers handlers = DIFFABLE_REORDERING_HANDLERS_INIT;
    assert_int_equal(diffable_data_source_set_reordering_handlers(NULL, &handlers, &others, count_up, NULL),
        DIFFABLE_ERROR_INVALID_ARGUMENT);
    handlers.struct_size = 0;
    assert_int_equal(diffable_data_source_set_reordering_handlers(source, &handlers, &others, count_up, NULL),
        DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_int_equal(others, 2);
    assert_list("A: a b=2 c | B: d | C:");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(within_a_section),
        TEST(between_sections),
        TEST(null_has_no_section_transactions),
        TEST(what_undoes_it),
        TEST(wrong_arguments),
    };
    return cmocka_run_group_tests_name("reordering", tests, NULL, NULL);
}
