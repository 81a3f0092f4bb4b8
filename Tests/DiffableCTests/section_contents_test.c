/* The content of a section in the options of an apply. */
#include "contents.h"

static diffable_status apply_tree_with(diffable_content content, const char *section, const char *line)
{
    char copy[16];
    assert_true(content.size < sizeof copy);
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    options.section_content = content;
    if (content.data != NULL) {
        options.section_content.data = memcpy(copy, content.data, content.size);
    }
    diffable_snapshot *tree = tree_of(line);
    diffable_status status = diffable_data_source_apply_section(source, tree, name(section), &options, NULL, NULL);
    diffable_snapshot_free(tree);
    /* Neither the options nor the bytes are read when the call has returned, even if the apply waits. */
    memset(copy, 'x', sizeof copy);
    return status;
}

static void apply_section_with_a_content(void **state)
{
    (void)state;
    assert_ok(diffable_data_source_apply(source, list, NULL, NULL, &error));
    assert_ok(apply_tree_with(*OBJECT("one"), "A", "a c"));
    assert_section_in(source, name("A"), "one 0");
    assert_finalized("0");
    assert_ok(apply_tree_with(*OBJECT("one"), "A", "c a"));
    assert_section_in(source, name("A"), "one 0");
    assert_finalized("01");
    assert_ok(apply_tree_with((diffable_content){ 0 }, "A", "c"));
    assert_section_in(source, name("A"), "one 0");
    assert_int_equal(apply_tree_with(with_object((diffable_content){ 0 }), "A", "c"), DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_finalized("011");
    assert_ok(apply_tree_with(*OBJECT(""), "A", "c"));
    assert_section_in(source, name("A"), " 3");
    assert_section_in(source, name("B"), "none");
    /* A section that is new gets the content as well. */
    assert_ok(apply_tree_with(*OBJECT("new"), "C", "f"));
    assert_section_in(source, name("C"), "new 4");
    /* The option is for one section. An apply of a list refuses it. */
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    options.section_content = *OBJECT("two");
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: apply: options: section_content is for diffable_data_source_apply_section",
        diffable_data_source_apply(source, list, &options, NULL, &error));
    assert_int_equal(finalized[5], 1);
}

static diffable_status fail_at_all(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)item, (void)content, (void)path, (void)cell, (void)user_data;
    return DIFFABLE_ERROR_PROVIDER_FAILED;
}

static void failing_apply_section(void **state)
{
    (void)state;
    assert_ok(diffable_data_source_apply(source, list, NULL, NULL, &error));
    const diffable_status invalid = DIFFABLE_ERROR_INVALID_ARGUMENT, duplicate = DIFFABLE_ERROR_DUPLICATE_IDENTIFIER;
    /* An item with children and an item that is hidden do not move to another section. */
    assert_int_equal(apply_tree_with(*OBJECT("one"), "C", "a"), duplicate);
    assert_finalized("1");
    assert_int_equal(apply_tree_with(*OBJECT("one"), "B", "b"), duplicate);
    assert_finalized("11");
    text written = { .size = 0 };
    diffable_view *view;
    diffable_data_source_set_cell_provider(source, show_id, NULL, NULL);
    assert_ok(diffable_text_view_new(NULL, keep, &written, NULL, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);
    /* The view asks for the cell of the new item, and the provider fails when the list is made already. The contents
       that the source shares with that list keep the object until they are dropped together. */
    diffable_data_source_set_cell_provider(source, fail_at_all, NULL, NULL);
    assert_int_equal(apply_tree_with(*OBJECT("one"), "A", "a e"), DIFFABLE_ERROR_PROVIDER_FAILED);
    assert_finalized("110");
    diffable_snapshot *tree = tree_of("a");
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    options.section_content = *OBJECT("one");
    assert_int_equal(diffable_data_source_apply_section(NULL, tree, name("A"), &options, NULL, NULL), invalid);
    options.section_content = *OBJECT("one");
    assert_int_equal(diffable_data_source_apply_section(source, NULL, name("A"), &options, NULL, NULL), invalid);
    options.section_content = *OBJECT("one");
    assert_int_equal(diffable_data_source_apply_section(source, list, name("A"), &options, NULL, NULL), invalid);
    options.section_content = *OBJECT("one");
    assert_int_equal(
        diffable_data_source_apply_section(source, tree, (diffable_id){ 0 }, &options, NULL, NULL), invalid);
    options.section_content = with_object((diffable_content){ NULL, 1, NULL, NULL });
    assert_fails(invalid, "INVALID_ARGUMENT: apply_section: options: section_content has 1 bytes at NULL",
        diffable_data_source_apply_section(source, tree, name("A"), &options, NULL, &error));
    options.section_content = *OBJECT("one");
    options.animation = (diffable_row_animation)-2;
    assert_int_equal(diffable_data_source_apply_section(source, tree, name("A"), &options, NULL, NULL), invalid);
    assert_finalized("110111111");
    /* Options of a wrong size are not read. */
    options.section_content = (diffable_content){ "x", 1, &finalized[0], finalize_object };
    options.struct_size -= 1;
    assert_int_equal(diffable_data_source_apply_section(source, tree, name("A"), &options, NULL, NULL), invalid);
    assert_finalized("110111111");
    diffable_snapshot_free(tree);
    assert_section_in(source, name("A"), "none");
}

/* What a completion queues: an apply to this section. */
static const char *queued_section;
static bool frees_source;

static diffable_status queue_section(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    assert_int_equal(apply_tree_with(*OBJECT("one"), queued_section, "a c"), DIFFABLE_QUEUED);
    assert_int_equal(apply_tree_with(*OBJECT("two"), "B", "d"), DIFFABLE_QUEUED);
    assert_finalized("00");
    if (frees_source) {
        diffable_data_source_free(source);
        source = NULL;
    }
    return DIFFABLE_OK;
}

static void queued_apply_section(void **state)
{
    (void)state;
    frees_source = false;
    queued_section = "A";
    assert_ok(diffable_data_source_apply(source, list, COMPLETING(queue_section, NULL, NULL), NULL, &error));
    assert_section_in(source, name("A"), "one 0");
    assert_section_in(source, name("B"), "two 1");
    assert_finalized("00");
}

static void queued_apply_section_that_fails(void **state)
{
    (void)state;
    frees_source = false;
    queued_section = "C";
    assert_int_equal(diffable_data_source_apply(source, list, COMPLETING(queue_section, NULL, NULL), NULL, NULL),
        DIFFABLE_APPLIED_WITH_ERROR);
    assert_section_in(source, name("B"), "two 1");
    assert_finalized("10");
}

static void queued_apply_section_of_a_freed_source(void **state)
{
    (void)state;
    frees_source = true;
    queued_section = "A";
    assert_ok(diffable_data_source_apply(source, list, COMPLETING(queue_section, NULL, NULL), NULL, &error));
    diffable_snapshot_free(list);
    list = NULL;
    assert_finalized("11");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(apply_section_with_a_content),
        TEST(failing_apply_section),
        TEST(queued_apply_section),
        TEST(queued_apply_section_that_fails),
        TEST(queued_apply_section_of_a_freed_source),
    };
    return cmocka_run_group_tests_name("section contents", tests, NULL, NULL);
}
