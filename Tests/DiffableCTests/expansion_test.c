/* Trees in a data source: applied, followed by later applies, expanded and collapsed by a user. */
#include "trees.h"

static diffable_data_source *source;
static text story;
static int finalized;
/* What questions are answered, the handler that fails, and what expanding finds below a parent. */
static bool answer;
static const char *failing, *found;

static diffable_status happen(const char *what, diffable_id item)
{
    diffable_snapshot *current = diffable_data_source_snapshot(source);
    add(&story, "%s %.*s (%s); ", what, (int)item.bytes.size, item.bytes.data, outline(current));
    diffable_snapshot_free(current);
    return failing != NULL && strcmp(failing, what) == 0 ? DIFFABLE_ERROR_CALLBACK_FAILED : DIFFABLE_OK;
}

#define QUESTION(function, what) \
    static diffable_status function(const diffable_id *item, bool *result, void *user_data) \
    { \
        (void)user_data, *result = answer; \
        return happen(what, *item); \
    }
#define NOTICE(function, what) \
    static diffable_status function(const diffable_id *item, void *user_data) \
    { \
        (void)user_data; \
        return happen(what, *item); \
    }
QUESTION(should_expand, "should expand")
NOTICE(will_expand, "will expand")
QUESTION(should_collapse, "should collapse")
NOTICE(will_collapse, "will collapse")

static diffable_status make_children(const diffable_id *parent, diffable_snapshot *children, void *user_data)
{
    (void)user_data;
    add(&story, "children %s; ", tree_outline(children));
    if (found != NULL) {
        assert_ok(diffable_snapshot_append_items(children, NEW(found), NULL, NULL));
    }
    return happen("make", *parent);
}

static void apply_tree(const char *line, const char *section)
{
    diffable_snapshot *tree = tree_of(line);
    assert_ok(diffable_data_source_apply_section(source, tree, name(section), NULL, NULL, &error));
    diffable_snapshot_free(tree);
}

static void assert_list(const char *list, const char *section, const char *expected)
{
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    diffable_snapshot *tree = section_in(source, name(section));
    assert_outline(snapshot, list);
    assert_tree(tree, expected);
    diffable_snapshot_free(tree);
    diffable_snapshot_free(snapshot);
}

static int set_up(void **state)
{
    (void)state;
    memset(&story, 0, sizeof story);
    failing = found = NULL;
    answer = true;
    finalized = 0;
    source = diffable_data_source_new();
    apply_tree("a+(b c(d)) e", "A");
    diffable_section_snapshot_handlers handlers = DIFFABLE_SECTION_SNAPSHOT_HANDLERS_INIT;
    handlers.should_expand_item = should_expand;
    handlers.will_expand_item = will_expand;
    handlers.should_collapse_item = should_collapse;
    handlers.will_collapse_item = will_collapse;
    handlers.snapshot_for_expanding_parent = make_children;
    assert_ok(diffable_data_source_set_section_snapshot_handlers(source, &handlers, &finalized, count_up, &error));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    assert_int_equal(finalized, 1);
    return 0;
}

static void a_list_shows_what_is_visible(void **state)
{
    (void)state;
    assert_list("A: a b c e", "A", "a+(b c(d)) e");
    apply_tree("x+(y(z))", "B");
    assert_list("A: a b c e | B: x y", "B", "x+(y(z))");
    /* What is in another section moves in. */
    apply_tree("x+(b)", "B");
    assert_list("A: a c e | B: x b", "A", "a+(c(d)) e");
}

static void a_later_apply_keeps_the_tree(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    assert_ok(diffable_snapshot_delete_items(snapshot, IDS("b"), NULL, &error));
    assert_ok(diffable_snapshot_insert_items_after(snapshot, NEW("n"), name("c"), &error));
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, NULL, &error));
    diffable_snapshot_free(snapshot);
    assert_list("A: a c n e", "A", "a+(c(d) n) e");
    assert_null(section_in(source, name("nowhere")));
}

static void an_apply_keeps_what_a_tree_leaves_open(void **state)
{
    (void)state;
    apply_tree("a?(b c?(d)) e?", "A");
    assert_list("A: a b c e", "A", "a+(b c(d)) e");
    apply_tree("a(b c+?(d))", "A");
    assert_list("A: a", "A", "a(b c(d))");
    /* e was no parent, so the tree itself says how it begins. */
    apply_tree("a?(b) e+?(f)", "A");
    assert_list("A: a e f", "A", "a(b) e+(f)");
}

static void a_tap_loads_the_children_of_an_expandable_item(void **state)
{
    (void)state;
    found = "n";
    apply_tree("a* e", "A");
    assert_ok(diffable_data_source_toggle_item(source, name("a"), NULL, &error));
    assert_list("A: a n e", "A", "a+*(n) e");
    assert_non_null(strstr(story.bytes, "children ; make a"));
    /* It was a sign of expansion before, so this is kept. */
    apply_tree("a*? e", "A");
    assert_list("A: a e", "A", "a+* e");
}

static void a_tree_brings_the_content_of_its_section(void **state)
{
    (void)state;
    static const uint64_t revisions[] = { 7, 0, 8 }, expected[] = { 7, 7, 8 };
    static const char *const descriptions[] = { "1 section updated", "no changes", "1 section updated" };
    diffable_snapshot *tree = tree_of("a+(b c(d)) e");
    for (int index = 0; index < 3; index += 1) {
        diffable_transaction *transaction;
        diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
        options.section_content = *ONE_CONTENT(revisions[index]);
        assert_ok(diffable_data_source_apply_section(source, tree, name("A"), &options, &transaction, &error));
        assert_string_equal(
            diffable_difference_description(diffable_transaction_difference(transaction)), descriptions[index]);
        diffable_transaction_free(transaction);
        diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
        assert_true(revision_of_section(snapshot, name("A")) == expected[index]);
        diffable_snapshot_free(snapshot);
    }
    diffable_snapshot_free(tree);
}

static void a_tap_expands_and_collapses(void **state)
{
    (void)state;
    found = "n";
    diffable_transaction *transaction;
    assert_ok(diffable_data_source_toggle_item(source, name("c"), &transaction, &error));
    assert_string_equal(
        diffable_difference_description(diffable_transaction_difference(transaction)), "2 items inserted");
    diffable_transaction_free(transaction);
    assert_list("A: a b c d n e", "A", "a+(b c+(d n)) e");
    assert_string_equal(
        story.bytes, "should expand c (A: a b c e); will expand c (A: a b c e); children d; make c (A: a b c e); ");
    memset(&story, 0, sizeof story);
    assert_ok(diffable_data_source_toggle_item(source, name("a"), NULL, &error));
    assert_list("A: a e", "A", "a(b c+(d n)) e");
    assert_string_equal(story.bytes, "should collapse a (A: a b c d n e); will collapse a (A: a b c d n e); ");
}

static void a_refusal_is_no_error(void **state)
{
    (void)state;
    answer = false;
    diffable_transaction *transaction = (diffable_transaction *)source;
    assert_int_equal(diffable_data_source_toggle_item(source, name("c"), &transaction, &error), DIFFABLE_REFUSED);
    assert_null(transaction);
    assert_int_equal(diffable_data_source_toggle_item(source, name("a"), &transaction, &error), DIFFABLE_REFUSED);
    assert_list("A: a b c e", "A", "a+(b c(d)) e");
}

static void handlers_that_fail_undo_it(void **state)
{
    (void)state;
    static const char *const names[] = { "should expand", "will expand", "make", "should collapse", "will collapse" };
    static const char *const messages[] = {
        "CALLBACK_FAILED: should_expand_item failed for item \"c\", with status -9 (CALLBACK_FAILED)",
        "CALLBACK_FAILED: will_expand_item failed for item \"c\", with status -9 (CALLBACK_FAILED)",
        "CALLBACK_FAILED: snapshot_for_expanding_parent failed for item \"c\", with status -9 (CALLBACK_FAILED)",
        "CALLBACK_FAILED: should_collapse_item failed for item \"a\", with status -9 (CALLBACK_FAILED)",
        "CALLBACK_FAILED: will_collapse_item failed for item \"a\", with status -9 (CALLBACK_FAILED)",
    };
    for (int index = 0; index < 5; index += 1) {
        failing = names[index];
        diffable_transaction *transaction = (diffable_transaction *)source;
        assert_fails(DIFFABLE_ERROR_CALLBACK_FAILED, messages[index],
            diffable_data_source_toggle_item(source, name(index < 3 ? "c" : "a"), &transaction, &error));
        assert_null(transaction);
        assert_list("A: a b c e", "A", "a+(b c(d)) e");
    }
}

static void children_that_are_elsewhere(void **state)
{
    (void)state;
    found = "e";
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: snapshot_for_expanding_parent: item \"e\" is already at section \"A\", item 3",
        diffable_data_source_toggle_item(source, name("c"), NULL, &error));
    assert_list("A: a b c e", "A", "a+(b c(d)) e");
}

static void wrong_arguments(void **state)
{
    (void)state;
    int others = 0;
    diffable_snapshot *tree = tree_of("x");
    diffable_section_snapshot_handlers handlers = DIFFABLE_SECTION_SNAPSHOT_HANDLERS_INIT;
    const diffable_status invalid = DIFFABLE_ERROR_INVALID_ARGUMENT;
    assert_int_equal(
        diffable_data_source_apply_section(NULL, tree, name("A"), COMPLETING(NULL, &others, count_up), NULL, NULL),
        invalid);
    assert_int_equal(
        diffable_data_source_apply_section(source, NULL, name("A"), COMPLETING(NULL, &others, count_up), NULL, NULL),
        invalid);
    assert_int_equal(diffable_data_source_apply_section(
                         source, tree, (diffable_id){ 0 }, COMPLETING(NULL, &others, count_up), NULL, NULL),
        invalid);
    assert_int_equal(
        diffable_data_source_set_section_snapshot_handlers(NULL, &handlers, &others, count_up, NULL), invalid);
    handlers.struct_size = 0;
    assert_int_equal(
        diffable_data_source_set_section_snapshot_handlers(source, &handlers, &others, count_up, NULL), invalid);
    assert_int_equal(others, 5);
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER,
        "UNKNOWN_IDENTIFIER: toggle_item: item \"d\" is below the collapsed item \"c\"",
        diffable_data_source_toggle_item(source, name("d"), NULL, &error));
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, "UNKNOWN_IDENTIFIER: toggle_item: there is no item \"x\"",
        diffable_data_source_toggle_item(source, name("x"), NULL, &error));
    assert_int_equal(diffable_data_source_toggle_item(NULL, name("a"), NULL, NULL), invalid);
    assert_int_equal(diffable_data_source_toggle_item(source, diffable_id_bytes(NULL, 2), NULL, NULL), invalid);
    assert_null(section_in(NULL, name("A")));
    diffable_snapshot_free(tree);
    assert_list("A: a b c e", "A", "a+(b c(d)) e");
    assert_ok(diffable_data_source_set_section_snapshot_handlers(source, NULL, NULL, NULL, &error));
    assert_int_equal(finalized, 1);
    assert_ok(diffable_data_source_toggle_item(source, name("c"), NULL, &error));
    assert_string_equal(story.bytes, "");
}

/* A leaf has nothing to show, whether it is expanded or not. */
static void a_leaf_has_nothing_to_expand(void **state)
{
    (void)state;
    assert_ok(diffable_data_source_set_section_snapshot_handlers(source, NULL, NULL, NULL, &error));
    diffable_history *history = diffable_history_new(source, 0);
    diffable_transaction *transaction = (diffable_transaction *)source;
    assert_int_equal(diffable_data_source_toggle_item(source, name("e"), &transaction, &error), DIFFABLE_REFUSED);
    assert_null(transaction);
    assert_list("A: a b c e", "A", "a+(b c(d)) e");
    assert_false(diffable_history_can_undo(history, NULL));
    assert_ok(diffable_data_source_toggle_item(source, name("c"), NULL, &error));
    diffable_bytes caption;
    assert_true(diffable_history_can_undo(history, &caption));
    assert_int_equal(caption.size, 6);
    assert_memory_equal(caption.data, "Expand", 6);
    assert_ok(diffable_data_source_toggle_item(source, name("c"), NULL, &error));
    assert_true(diffable_history_can_undo(history, &caption));
    assert_int_equal(caption.size, 8);
    assert_memory_equal(caption.data, "Collapse", 8);
    diffable_history_free(history);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_list_shows_what_is_visible),
        TEST(a_later_apply_keeps_the_tree),
        TEST(an_apply_keeps_what_a_tree_leaves_open),
        TEST(a_tap_loads_the_children_of_an_expandable_item),
        TEST(a_tree_brings_the_content_of_its_section),
        TEST(a_tap_expands_and_collapses),
        TEST(a_refusal_is_no_error),
        TEST(a_leaf_has_nothing_to_expand),
        TEST(handlers_that_fail_undo_it),
        TEST(children_that_are_elsewhere),
        TEST(wrong_arguments),
    };
    return cmocka_run_group_tests_name("expansion", tests, NULL, NULL);
}
