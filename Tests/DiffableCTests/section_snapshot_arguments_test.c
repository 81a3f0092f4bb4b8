/* Arguments that are wrong, for every function of trees: an error or nothing found, and nothing changed. */
#include "trees.h"

static const char before[] = "a+(b c=4(d)) e";
static diffable_section_snapshot *tree;

static int set_up(void **state)
{
    (void)state;
    tree = tree_of(before);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    assert_tree(tree, before);
    diffable_section_snapshot_free(tree);
    return 0;
}

static void what_breaks_a_rule(void **state)
{
    (void)state;
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER, "DUPLICATE_IDENTIFIER: append: item \"d\" is already at index 3 of the tree",
                 diffable_section_snapshot_append(tree, NEW("x d"), diffable_id_none(), &error));
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER, "DUPLICATE_IDENTIFIER: append: item \"x\" is in the call twice, at 0 and 2",
                 diffable_section_snapshot_append(tree, NEW("x y x"), name("a"), &error));
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, "UNKNOWN_IDENTIFIER: append: there is no item \"y\"",
                 diffable_section_snapshot_append(tree, NEW("x"), name("y"), &error));
    assert_fails(DIFFABLE_ERROR_INVALID_DESTINATION, "INVALID_DESTINATION: insert_before: item \"a\" is the anchor and is itself inserted",
                 diffable_section_snapshot_insert_before(tree, NEW("x a"), name("a"), &error));
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, "UNKNOWN_IDENTIFIER: insert_after: there is no item \"y\"",
                 diffable_section_snapshot_insert_after(tree, NEW("x"), name("y"), &error));
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, "UNKNOWN_IDENTIFIER: reload_items: there is no item \"x\"",
                 diffable_section_snapshot_reload_items(tree, REVISED("a=9 x"), &error));
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, "UNKNOWN_IDENTIFIER: reconfigure_items: there is no item \"x\"",
                 diffable_section_snapshot_reconfigure_items(tree, REVISED("a=9 x"), &error));
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, "UNKNOWN_IDENTIFIER: update_items: there is no item \"x\"",
                 diffable_section_snapshot_update_items(tree, REVISED("a=9 x"), NULL, &error));
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER, "DUPLICATE_IDENTIFIER: update_items: item \"a\" is in the call twice, at 0 and 1",
                 diffable_section_snapshot_update_items(tree, REVISED("a=9 a=8"), NULL, &error));
    diffable_section_snapshot *out = NULL;
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, "UNKNOWN_IDENTIFIER: snapshot_of: there is no item \"x\"",
                 diffable_section_snapshot_snapshot_of(tree, name("x"), true, &out, &error));
    assert_null(out);
}

static void look_ups_find_nothing(void **state)
{
    (void)state;
    const diffable_id unknown[] = { name("x"), diffable_id_none(), diffable_id_bytes(NULL, 4) };
    const diffable_section_snapshot *trees[] = { tree, NULL };
    for (int i = 0; i < 6; i += 1) {
        const diffable_section_snapshot *self = trees[i % 2];
        assert_false(diffable_section_snapshot_is_expanded(self, unknown[i / 2]));
        assert_false(diffable_section_snapshot_is_visible(self, unknown[i / 2]));
        assert_false(diffable_section_snapshot_is_expandable(self, unknown[i / 2]));
        assert_false(diffable_section_snapshot_keeps_expansion(self, unknown[i / 2]));
        assert_int_equal(diffable_section_snapshot_level_of_item(self, unknown[i / 2]), -1);
        assert_int_equal(diffable_section_snapshot_parent_of_item(self, unknown[i / 2]).kind, DIFFABLE_ID_NONE);
    }
}

/* Each call is made with a tree or NULL, with an array and its count, and with an id. */
static void assert_all_refuse(diffable_section_snapshot *self, const diffable_id *ids, size_t count, diffable_id id)
{
    const diffable_status invalid = DIFFABLE_ERROR_INVALID_ARGUMENT;
    size_t deleted = 99;
    assert_int_equal(diffable_section_snapshot_append(self, ids, NULL, count, id, NULL), invalid);
    assert_int_equal(diffable_section_snapshot_insert_before(self, ids, NULL, count, id, NULL), invalid);
    assert_int_equal(diffable_section_snapshot_insert_after(self, ids, NULL, count, id, NULL), invalid);
    if (self == NULL || count != 1) {
        assert_int_equal(diffable_section_snapshot_delete(self, ids, count, &deleted, NULL), invalid);
        assert_int_equal(diffable_section_snapshot_expand(self, ids, count, NULL), invalid);
        assert_int_equal(diffable_section_snapshot_collapse(self, ids, count, NULL), invalid);
        assert_int_equal(diffable_section_snapshot_keep_expansion(self, ids, count, NULL), invalid);
        assert_int_equal(diffable_section_snapshot_set_expandable(self, ids, count, true, NULL), invalid);
        assert_int_equal(diffable_section_snapshot_reload_items(self, ids, NULL, count, NULL), invalid);
        assert_int_equal(diffable_section_snapshot_reconfigure_items(self, ids, NULL, count, NULL), invalid);
        assert_int_equal(diffable_section_snapshot_update_items(self, ids, NULL, count, &deleted, NULL), invalid);
    } else {
        diffable_section_snapshot *out = NULL;
        assert_int_equal(diffable_section_snapshot_snapshot_of(self, id, false, &out, NULL), invalid);
        assert_int_equal(diffable_section_snapshot_replace_children(self, id, self, NULL), invalid);
        assert_null(out);
    }
    assert_int_equal(deleted, 99);
}

static void what_is_wrong_in_itself(void **state)
{
    (void)state;
    diffable_id ids[2] = { name("x"), diffable_id_none() }, unknown = name("a");
    assert_all_refuse(NULL, ids, 1, name("a"));
    assert_all_refuse(tree, NULL, 3, name("a"));
    assert_all_refuse(tree, ids, 2, name("a"));
    assert_all_refuse(tree, ids, SIZE_MAX, name("a"));
    assert_all_refuse(tree, ids, PTRDIFF_MAX, name("a"));
    assert_all_refuse(tree, ids, 1, diffable_id_bytes(NULL, 3));
    assert_all_refuse(tree, ids, 1, diffable_id_bytes("a", SIZE_MAX));
    static const unsigned kinds[] = { 3, 0x80000000, 0xffffffff };
    for (int index = 0; index < 3; index += 1) {
        unknown.kind = (diffable_id_kind)kinds[index];
        assert_all_refuse(tree, ids, 1, unknown);
        ids[1] = unknown;
        assert_all_refuse(tree, ids, 2, name("a"));
    }
    diffable_section_snapshot *out = NULL;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: children is NULL",
                 diffable_section_snapshot_replace_children(tree, name("a"), NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: snapshot is NULL", diffable_section_snapshot_clear(NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: out is NULL",
                 diffable_section_snapshot_snapshot_of(tree, name("a"), false, NULL, &error));
    assert_int_equal(diffable_section_snapshot_replace_children(NULL, name("a"), tree, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_int_equal(diffable_section_snapshot_assign(NULL, tree, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: other is NULL", diffable_section_snapshot_assign(tree, NULL, &error));
    assert_int_equal(diffable_section_snapshot_snapshot_of(NULL, name("a"), false, &out, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
}

static void null_and_look_ups_that_find_nothing(void **state)
{
    (void)state;
    tree_reader *const readers[] = {
        diffable_section_snapshot_item_identifiers, diffable_section_snapshot_root_item_identifiers, diffable_section_snapshot_visible_item_identifiers,
        diffable_section_snapshot_expanded_item_identifiers, diffable_section_snapshot_reloaded_item_identifiers,
        diffable_section_snapshot_reconfigured_item_identifiers,
    };
    for (int index = 0; index < 6; index += 1) {
        diffable_id id = diffable_id_integer(42);
        assert_int_equal(readers[index](NULL, 0, &id, 1), 0);
        assert_int_equal(readers[index](tree, 0, NULL, 5), 0);
        assert_int_equal(readers[index](tree, 5, &id, 1), 0);
        assert_int_equal(readers[index](tree, SIZE_MAX, &id, 1), 0);
        assert_int_equal(readers[index](tree, PTRDIFF_MAX, &id, 1), 0);
        assert_int_equal(id.value.integer, 42);
    }
    diffable_section_snapshot_free(NULL);
    assert_null(diffable_section_snapshot_copy(NULL));
    assert_true(diffable_section_snapshot_equal(NULL, NULL));
    assert_false(diffable_section_snapshot_equal(tree, NULL));
    assert_int_equal(diffable_section_snapshot_number_of_items(NULL), 0);
    diffable_id wrong[] = { name("x"), diffable_id_none(), diffable_id_bytes(NULL, 1), diffable_id_integer(0) };
    for (int index = 0; index < 4; index += 1) {
        assert_false(diffable_section_snapshot_contains_item(tree, wrong[index]));
        assert_int_equal(diffable_section_snapshot_index_of_item(tree, wrong[index]), -1);
        assert_int_equal(diffable_section_snapshot_revision_of_item(tree, wrong[index]), 0);
    }
    assert_false(diffable_section_snapshot_contains_item(NULL, name("a")));
    assert_int_equal(diffable_section_snapshot_index_of_item(NULL, name("a")), -1);
    assert_int_equal(diffable_section_snapshot_revision_of_item(NULL, name("a")), 0);
}

static void borrowed_identifiers_outlast_failed_edits(void **state)
{
    (void)state;
    diffable_id ids[4000];
    for (int index = 0; index < 4000; index += 1) {
        ids[index] = diffable_id_integer(index);
    }
    assert_ok(diffable_section_snapshot_append(tree, ids, NULL, 4000, diffable_id_none(), &error));
    assert_int_equal(diffable_section_snapshot_append(tree, ids, NULL, 4000, diffable_id_none(), NULL), DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_ok(diffable_section_snapshot_delete(tree, ids, 4000, NULL, &error));
    diffable_id borrowed[3];
    assert_int_equal(diffable_section_snapshot_item_identifiers(tree, 0, borrowed, 3), 3);
    assert_int_equal(diffable_section_snapshot_append(tree, NEW("x a"), diffable_id_none(), NULL), DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_int_equal(diffable_section_snapshot_insert_after(tree, NEW("x"), name("y"), NULL), DIFFABLE_ERROR_UNKNOWN_IDENTIFIER);
    assert_int_equal(diffable_section_snapshot_replace_children(tree, name("a"), tree, NULL), DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_memory_equal(borrowed[2].value.bytes.data, "c", 1);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(what_breaks_a_rule), TEST(what_is_wrong_in_itself), TEST(null_and_look_ups_that_find_nothing),
        TEST(borrowed_identifiers_outlast_failed_edits), TEST(look_ups_find_nothing),
    };
    return cmocka_run_group_tests_name("section_snapshot_arguments", tests, NULL, NULL);
}
