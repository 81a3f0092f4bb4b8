#include "trees.h"

static diffable_snapshot *tree;

static int set_up(void **state)
{
    (void)state;
    tree = tree_of("a+(b c=4(d e+(f))) g");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_snapshot_free(tree);
    return 0;
}

static void append_and_insert(void **state)
{
    (void)state;
    assert_tree(tree, "a+(b c=4(d e+(f))) g");
    assert_ok(diffable_snapshot_insert_items(
        tree, REVISED("x y=2"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("c") }, &error));
    assert_ok(diffable_snapshot_append_items(tree, NEW("z"), NULL, &error));
    assert_ok(diffable_snapshot_insert_items_before(tree, NEW("p q"), name("a"), &error));
    assert_ok(diffable_snapshot_insert_items_after(tree, REVISED("r=9"), name("b"), &error));
    assert_ok(diffable_snapshot_insert_items_after(tree, NULL, NULL, 0, name("b"), &error));
    assert_tree(tree, "p q a+(b r=9 c=4(d e+(f) x y=2)) g z");
    assert_int_equal(diffable_snapshot_number_of_all_items(tree), 13);
}

static void delete(void **state)
{
    (void)state;
    size_t deleted = 99;
    assert_ok(diffable_snapshot_delete_items(tree, IDS("c x d g g"), &deleted, &error));
    assert_int_equal(deleted, 5);
    assert_tree(tree, "a+(b)");
    assert_ok(diffable_snapshot_insert_items(
        tree, NEW("f"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("b") }, &error));
    assert_tree(tree, "a+(b(f))");
    assert_ok(diffable_snapshot_delete_items(tree, IDS("x"), NULL, &error));
    assert_ok(diffable_snapshot_clear(tree, &error));
    assert_tree(tree, "");
    assert_int_equal(diffable_snapshot_number_of_all_items(tree), 0);
}

static void replace_children(void **state)
{
    (void)state;
    diffable_snapshot *children = tree_of("e+(h) d=1(i)");
    assert_ok(diffable_snapshot_reload_items(children, NEW("i"), &error));
    assert_ok(diffable_snapshot_replace_children(tree, name("c"), children, &error));
    assert_tree(tree, "a+(b c=4(e+(h) d=1(i))) g / reload i");
    assert_ok(diffable_snapshot_clear(children, &error));
    assert_tree(tree, "a+(b c=4(e+(h) d=1(i))) g / reload i");
    assert_ok(diffable_snapshot_replace_children(tree, name("c"), children, &error));
    assert_tree(tree, "a+(b c=4) g");
    diffable_snapshot_free(children);

    children = tree_of("x g");
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: replace_children: item \"g\" is already at index 3 of the tree",
        diffable_snapshot_replace_children(tree, name("a"), children, &error));
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, "UNKNOWN_IDENTIFIER: replace_children: there is no item \"x\"",
        diffable_snapshot_replace_children(tree, name("x"), children, &error));
    assert_int_equal(
        diffable_snapshot_replace_children(tree, name("a"), tree, NULL), DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_tree(tree, "a+(b c=4) g");
    diffable_snapshot_free(children);
}

static void expand_and_collapse(void **state)
{
    (void)state;
    assert_string_equal(items(tree, read_items), "a b c g");
    assert_ok(diffable_snapshot_expand(tree, IDS("c g c"), &error));
    assert_string_equal(items(tree, read_items), "a b c d e f g");
    assert_string_equal(items(tree, diffable_snapshot_expanded_item_identifiers), "a c e g");
    assert_ok(diffable_snapshot_collapse(tree, IDS("a g"), &error));
    assert_string_equal(items(tree, read_items), "a g");
    assert_string_equal(items(tree, diffable_snapshot_all_item_identifiers), "a b c d e f g");
    assert_string_equal(items(tree, read_roots), "a g");
    assert_tree(tree, "a(b c=4+(d e+(f))) g");
}

static void assign(void **state)
{
    (void)state;
    diffable_snapshot *other = tree_of("x*(y=2) z+?");
    assert_ok(diffable_snapshot_reload_items(other, NEW("y"), &error));
    assert_ok(diffable_snapshot_assign(tree, other, &error));
    assert_tree(tree, "x*(y=2) z+? / reload y");
    assert_ok(diffable_snapshot_clear(other, &error));
    assert_ok(diffable_snapshot_assign(tree, tree, &error));
    assert_tree(tree, "x*(y=2) z+? / reload y");
    /* A section snapshot may become another snapshot, and the other way round. */
    diffable_snapshot *list = snapshot_of("A: a");
    assert_ok(diffable_snapshot_assign(other, list, &error));
    assert_outline(other, "A: a");
    assert_false(diffable_snapshot_is_section_snapshot(other));
    assert_ok(diffable_snapshot_assign(list, tree, &error));
    assert_tree(list, "x*(y=2) z+? / reload y");
    diffable_snapshot_free(list);
    diffable_snapshot_free(other);
}

static void keep_expansion_and_set_expandable(void **state)
{
    (void)state;
    assert_ok(diffable_snapshot_keep_expansion(tree, IDS("a c g"), &error));
    assert_ok(diffable_snapshot_set_expandable(tree, IDS("g f g"), true, &error));
    assert_tree(tree, "a+?(b c=4?(d e+(f*))) g*?");
    assert_ok(diffable_snapshot_collapse(tree, IDS("a"), &error));
    assert_ok(diffable_snapshot_expand(tree, IDS("c"), &error));
    assert_ok(diffable_snapshot_set_expandable(tree, IDS("f g"), false, &error));
    assert_tree(tree, "a(b c=4+(d e+(f))) g?");
    diffable_snapshot *other = tree_of("a(b c=4+(d e+(f))) g");
    assert_true(diffable_snapshot_equal(tree, other));
    assert_ok(diffable_snapshot_set_expandable(other, IDS("b"), true, &error));
    assert_false(diffable_snapshot_equal(tree, other));
    diffable_snapshot_free(other);
}

static void look_ups(void **state)
{
    (void)state;
    assert_true(diffable_snapshot_contains_item(tree, name("f")));
    assert_int_equal(diffable_snapshot_index_of_item(tree, name("f")), -1);
    assert_int_equal(diffable_snapshot_index_of_item(tree, name("g")), 3);
    assert_int_equal(diffable_snapshot_index_path_of_item(tree, name("c")).section, 0);
    assert_int_equal(diffable_snapshot_index_path_of_item(tree, name("c")).item, 2);
    assert_true(diffable_id_equal(diffable_snapshot_item_at(tree, (diffable_index_path){ 0, 3 }), name("g")));
    assert_int_equal(diffable_snapshot_number_of_items(tree, NULL), 4);
    assert_int_equal(diffable_snapshot_number_of_all_items(tree), 7);
    assert_int_equal(diffable_snapshot_number_of_children(tree, name("c")), 2);
    assert_int_equal(revision_of_item(tree, name("c")), 4);
    assert_false(diffable_snapshot_is_visible(tree, name("f")));
    assert_true(diffable_snapshot_is_visible(tree, name("c")));
    assert_false(diffable_snapshot_is_expanded(tree, name("c")));
    assert_int_equal(diffable_snapshot_level_of_item(tree, name("f")), 3);
    assert_true(diffable_id_equal(diffable_snapshot_parent_of_item(tree, name("f")), name("e")));
    assert_int_equal(diffable_snapshot_parent_of_item(tree, name("g")).kind, DIFFABLE_ID_NONE);
}

static void snapshot_of_a_parent(void **state)
{
    (void)state;
    diffable_snapshot *below = NULL;
    assert_ok(diffable_snapshot_snapshot_of(tree, name("c"), false, &below, &error));
    assert_tree(below, "d e+(f)");
    diffable_snapshot_free(below);
    assert_ok(diffable_snapshot_snapshot_of(tree, name("c"), true, &below, &error));
    assert_tree(below, "c=4(d e+(f))");
    assert_ok(diffable_snapshot_append_items(below, NEW("a"), NULL, &error));
    assert_tree(tree, "a+(b c=4(d e+(f))) g");
    diffable_snapshot_free(below);
}

static void marks(void **state)
{
    (void)state;
    assert_ok(diffable_snapshot_reload_items(tree, NEW("f a"), &error));
    assert_ok(diffable_snapshot_reconfigure_items(tree, REVISED("d=7 c"), &error));
    assert_tree(tree, "a+(b c=4(d=7 e+(f))) g / reload f a / reconfigure d c");
    assert_ok(diffable_snapshot_delete_items(tree, IDS("e"), NULL, &error));
    assert_tree(tree, "a+(b c=4(d=7)) g / reload a / reconfigure d c");
}

static void updates(void **state)
{
    (void)state;
    size_t updated = 99;
    assert_ok(diffable_snapshot_update_items(tree, REVISED("d=7 c=3 f=1"), &updated, &error));
    assert_int_equal(updated, 3);
    assert_tree(tree, "a+(b c=3(d=7 e+(f=1))) g / reconfigure d c f");
    assert_ok(diffable_snapshot_update_items(tree, REVISED("d=7 c=5"), &updated, &error));
    assert_int_equal(updated, 1);
    assert_ok(diffable_snapshot_update_items(tree, NEW("a"), NULL, &error));
    assert_tree(tree, "a+(b c=5(d=7 e+(f=1))) g / reconfigure d c f");
}

static void copies_and_equality(void **state)
{
    (void)state;
    diffable_snapshot *copy = diffable_snapshot_copy(tree), *same = tree_of("a+(b c=4(d e+(f))) g");
    assert_true(diffable_snapshot_equal(tree, copy));
    assert_true(diffable_snapshot_equal(tree, same));
    assert_ok(diffable_snapshot_reload_items(copy, NEW("a"), &error));
    assert_true(diffable_snapshot_equal(tree, copy));
    assert_ok(diffable_snapshot_collapse(copy, IDS("a"), &error));
    assert_false(diffable_snapshot_equal(tree, copy));
    assert_ok(diffable_snapshot_reload_items(same, REVISED("a=1"), &error));
    assert_false(diffable_snapshot_equal(tree, same));
    assert_tree(tree, "a+(b c=4(d e+(f))) g");
    diffable_snapshot_free(same);
    diffable_snapshot_free(copy);
    same = tree_of("a+(b c=4(d e+ f)) g");
    assert_false(diffable_snapshot_equal(tree, same));
    diffable_snapshot_free(same);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(append_and_insert),
        TEST(delete),
        TEST(replace_children),
        TEST(expand_and_collapse),
        TEST(keep_expansion_and_set_expandable),
        TEST(assign),
        TEST(look_ups),
        TEST(snapshot_of_a_parent),
        TEST(marks),
        TEST(updates),
        TEST(copies_and_equality),
    };
    return cmocka_run_group_tests_name("section_snapshots", tests, NULL, NULL);
}
