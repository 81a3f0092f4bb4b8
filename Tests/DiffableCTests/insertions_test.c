/* Items that are inserted at the front and at an index, contents of sections that change, and contents that are read in order. */
#include "trees.h"

#define assert_invalid(message, call) assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: " message, call)

static void items_are_prepended(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("a: x | b: y | c:");
    assert_ok(diffable_snapshot_prepend_items(snapshot, REVISED("p=7 q"), name("a"), &error));
    assert_ok(diffable_snapshot_prepend_items(snapshot, NEW("r"), diffable_id_none(), &error));
    assert_ok(diffable_snapshot_prepend_items(snapshot, NEW("s"), diffable_id_none(), &error));
    assert_outline(snapshot, "a: p=7 q x | b: y | c: s r");
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER, "DUPLICATE_IDENTIFIER: prepend_items: item \"y\" is already at section \"b\", item 0",
                 diffable_snapshot_prepend_items(snapshot, NEW("z y"), name("a"), &error));
    diffable_snapshot_free(snapshot);
    snapshot = diffable_snapshot_new();
    assert_fails(DIFFABLE_ERROR_NO_SECTIONS, "NO_SECTIONS: prepend_items: there are no sections yet; append a section before its items",
                 diffable_snapshot_prepend_items(snapshot, NEW("z"), diffable_id_none(), &error));
    diffable_snapshot_free(snapshot);
}

static void children_are_prepended(void **state)
{
    (void)state;
    diffable_snapshot *tree = tree_of("a+(b) c(d) e");
    assert_ok(diffable_snapshot_prepend_items_to_parent(tree, NEW("x y"), name("a"), &error));
    assert_ok(diffable_snapshot_prepend_items_to_parent(tree, NEW("z"), name("c"), &error));
    assert_ok(diffable_snapshot_prepend_items_to_parent(tree, NEW("w"), name("e"), &error));
    assert_tree(tree, "a+(x y b) c(z d) e(w)");
    diffable_snapshot *more = tree_of("m n(o)");
    assert_ok(diffable_snapshot_insert_tree(tree, more, DIFFABLE_AT_START_OF_PARENT, name("a"), &error));
    assert_tree(tree, "a+(m n(o) x y b) c(z d) e(w)");
    diffable_snapshot_free(more);
    more = tree_of("p");
    assert_ok(diffable_snapshot_insert_tree(tree, more, DIFFABLE_AT_START_OF_SECTION, diffable_id_none(), &error));
    assert_tree(tree, "p a+(m n(o) x y b) c(z d) e(w)");
    diffable_snapshot_free(more);
    diffable_snapshot_free(tree);
}

static void items_are_inserted_at_an_index(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("a: x y | b:");
    assert_ok(diffable_snapshot_insert_items_at(snapshot, NEW("p"), 1, name("a"), &error));
    assert_ok(diffable_snapshot_insert_items_at(snapshot, NEW("q r"), 3, name("a"), &error));
    assert_ok(diffable_snapshot_insert_items_at(snapshot, NEW("s"), 0, diffable_id_none(), &error));
    assert_outline(snapshot, "a: x p y q r | b: s");
    assert_invalid("insert_items_at: there is no index 6; section \"a\" has 5 items",
                   diffable_snapshot_insert_items_at(snapshot, NEW("t"), 6, name("a"), &error));
    assert_invalid("insert_items_at: there is no index 2; section \"b\" has 1 item",
                   diffable_snapshot_insert_items_at(snapshot, NEW("t"), 2, name("b"), &error));
    assert_int_equal(diffable_snapshot_insert_items_at(snapshot, NEW("t"), SIZE_MAX, name("b"), NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_outline(snapshot, "a: x p y q r | b: s");
    diffable_snapshot_free(snapshot);
}

static void an_index_counts_visible_items(void **state)
{
    (void)state;
    diffable_snapshot *tree = tree_of("a(hidden) b+(c) d");
    assert_ok(diffable_snapshot_insert_items_at(tree, NEW("x"), 2, diffable_id_none(), &error));
    assert_tree(tree, "a(hidden) b+(x c) d");
    assert_invalid("insert_items_at: there is no index 6; the tree has 5 items",
                   diffable_snapshot_insert_items_at(tree, NEW("y"), 6, diffable_id_none(), &error));
    diffable_snapshot_free(tree);
}

static void sections_are_updated(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("a=1: x | b=2: y | c:");
    size_t updated = 9;
    assert_ok(diffable_snapshot_update_sections(snapshot, REVISED("a=1 b=3 c=4"), &updated, &error));
    assert_int_equal(updated, 2);
    assert_outline(snapshot, "a=1: x | b=3: y | c=4: / reconfigure sections b c");
    assert_ok(diffable_snapshot_update_sections(snapshot, NEW("a b"), &updated, &error));
    assert_int_equal(updated, 0);
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER, "DUPLICATE_IDENTIFIER: update_sections: section \"a\" is in the call twice, at 0 and 1",
                 diffable_snapshot_update_sections(snapshot, REVISED("a=5 a=6"), NULL, &error));
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, "UNKNOWN_IDENTIFIER: update_sections: there is no section \"x\"",
                 diffable_snapshot_update_sections(snapshot, REVISED("a=5 x=6"), NULL, &error));
    assert_outline(snapshot, "a=1: x | b=3: y | c=4: / reconfigure sections b c");
    diffable_snapshot_free(snapshot);
}

static void contents_are_read_in_order(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("a: x=1 y z=3 | b: w=4");
    diffable_content contents[4];
    assert_int_equal(diffable_snapshot_item_contents_in_section(snapshot, name("a"), 0, contents, 4), 3);
    assert_int_equal(diffable_content_revision(contents[0]), 1);
    assert_null(contents[1].data);
    assert_int_equal(diffable_content_revision(contents[2]), 3);
    assert_int_equal(diffable_snapshot_item_contents_in_section(snapshot, name("a"), 1, contents, 1), 1);
    assert_null(contents[0].data);
    assert_int_equal(diffable_snapshot_item_contents_in_section(snapshot, name("a"), 3, contents, 4), 0);
    assert_int_equal(diffable_snapshot_item_contents_in_section(snapshot, name("a"), 0, NULL, 0), 0);
    assert_int_equal(diffable_snapshot_item_contents_in_section(snapshot, name("c"), 0, contents, 4), -1);
    assert_int_equal(diffable_snapshot_item_contents_in_section(NULL, name("c"), 0, contents, 4), -1);
    diffable_snapshot_free(snapshot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_are_prepended), cmocka_unit_test(children_are_prepended), cmocka_unit_test(items_are_inserted_at_an_index),
        cmocka_unit_test(an_index_counts_visible_items), cmocka_unit_test(sections_are_updated), cmocka_unit_test(contents_are_read_in_order),
    };
    return cmocka_run_group_tests_name("insertions", tests, NULL, NULL);
}
