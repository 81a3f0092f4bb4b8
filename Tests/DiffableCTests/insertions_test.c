/*
 * Items that are inserted and moved to any place, and inserted at an index, contents of sections that change, and
 * contents that are read in order.
 */
#include "trees.h"

#define assert_invalid(message, call) assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: " message, call)

static void items_are_prepended(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("a: x | b: y | c:");
    assert_ok(diffable_snapshot_insert_items(
        snapshot, REVISED("p=7 q"), DIFFABLE_AT_START_OF_SECTION, (diffable_id[]){ name("a") }, &error));
    assert_ok(diffable_snapshot_insert_items(snapshot, NEW("r"), DIFFABLE_AT_START_OF_SECTION, NULL, &error));
    assert_ok(diffable_snapshot_insert_items(snapshot, NEW("s"), DIFFABLE_AT_START_OF_SECTION, NULL, &error));
    assert_outline(snapshot, "a: p=7 q x | b: y | c: s r");
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: insert_items: item \"y\" is already at section \"b\", item 0",
        diffable_snapshot_insert_items(
            snapshot, NEW("z y"), DIFFABLE_AT_START_OF_SECTION, (diffable_id[]){ name("a") }, &error));
    diffable_snapshot_free(snapshot);
    snapshot = diffable_snapshot_new();
    assert_fails(DIFFABLE_ERROR_NO_SECTIONS,
        "NO_SECTIONS: insert_items: there are no sections yet; append a section before its items",
        diffable_snapshot_insert_items(snapshot, NEW("z"), DIFFABLE_AT_START_OF_SECTION, NULL, &error));
    diffable_snapshot_free(snapshot);
}

static void children_are_prepended(void **state)
{
    (void)state;
    diffable_snapshot *tree = tree_of("a+(b) c(d) e");
    assert_ok(diffable_snapshot_insert_items(
        tree, NEW("x y"), DIFFABLE_AT_START_OF_PARENT, (diffable_id[]){ name("a") }, &error));
    assert_ok(diffable_snapshot_insert_items(
        tree, NEW("z"), DIFFABLE_AT_START_OF_PARENT, (diffable_id[]){ name("c") }, &error));
    assert_ok(diffable_snapshot_insert_items(
        tree, NEW("w"), DIFFABLE_AT_START_OF_PARENT, (diffable_id[]){ name("e") }, &error));
    assert_tree(tree, "a+(x y b) c(z d) e(w)");
    diffable_snapshot *more = tree_of("m n(o)");
    assert_ok(
        diffable_snapshot_insert_tree(tree, more, DIFFABLE_AT_START_OF_PARENT, (diffable_id[]){ name("a") }, &error));
    assert_tree(tree, "a+(m n(o) x y b) c(z d) e(w)");
    diffable_snapshot_free(more);
    more = tree_of("p");
    assert_ok(diffable_snapshot_insert_tree(tree, more, DIFFABLE_AT_START_OF_SECTION, NULL, &error));
    assert_tree(tree, "p a+(m n(o) x y b) c(z d) e(w)");
    diffable_snapshot_free(more);
    diffable_snapshot_free(tree);
}

static void items_are_inserted_at_an_index(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("a: x y | b:");
    assert_ok(diffable_snapshot_insert_items_at(snapshot, NEW("p"), 1, (diffable_id[]){ name("a") }, &error));
    assert_ok(diffable_snapshot_insert_items_at(snapshot, NEW("q r"), 3, (diffable_id[]){ name("a") }, &error));
    assert_ok(diffable_snapshot_insert_items_at(snapshot, NEW("s"), 0, NULL, &error));
    assert_outline(snapshot, "a: x p y q r | b: s");
    assert_invalid("insert_items_at: there is no index 6; section \"a\" has 5 items",
        diffable_snapshot_insert_items_at(snapshot, NEW("t"), 6, (diffable_id[]){ name("a") }, &error));
    assert_invalid("insert_items_at: there is no index 2; section \"b\" has 1 item",
        diffable_snapshot_insert_items_at(snapshot, NEW("t"), 2, (diffable_id[]){ name("b") }, &error));
    assert_int_equal(
        diffable_snapshot_insert_items_at(snapshot, NEW("t"), SIZE_MAX, (diffable_id[]){ name("b") }, NULL),
        DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_outline(snapshot, "a: x p y q r | b: s");
    diffable_snapshot_free(snapshot);
}

/*
 * Items move where an item is that was inserted at the same place, one by one before that. They are all items of these
 * lists, alone and in pairs, and they move to all places.
 */
static void items_move_to_where_items_are_inserted(void **state)
{
    (void)state;
    static const char *const lists[] = { "A: a b c | B: d e | C:", "A: a+(b c(d)) e | B: f(g h) i+(j) | C:" };
    static const char *const sections[] = { "A", "B", "C" };
    int moves = 0, refusals = 0;
    for (int list = 0; list < 2; list += 1) {
        diffable_snapshot *before = forest_of(lists[list]);
        diffable_id all[16];
        const size_t count = diffable_snapshot_all_item_identifiers(before, 0, all, 16);
        for (size_t first = 0; first < count; first += 1) {
            for (size_t second = 0; second < count; second += 1) {
                for (diffable_placement placement = DIFFABLE_AT_END_OF_SECTION;
                    placement <= DIFFABLE_AT_START_OF_PARENT; placement += 1) {
                    const bool in_section = placement == DIFFABLE_AT_END_OF_SECTION
                        || placement == DIFFABLE_AT_START_OF_SECTION;
                    for (size_t place = 0; place < (in_section ? 3 : count); place += 1) {
                        const diffable_id moved[] = { all[first], all[second] },
                                          id = in_section ? name(sections[place]) : all[place];
                        const size_t moved_count = first == second ? 1 : 2;
                        diffable_snapshot *actual = diffable_snapshot_copy(before),
                                          *expected = diffable_snapshot_copy(before);
                        const diffable_status status = diffable_snapshot_move_items(
                            actual, moved, moved_count, placement, &id, NULL);
                        const diffable_id marker = name("marker");
                        assert_ok(diffable_snapshot_insert_items(expected, &marker, NULL, 1, placement, &id, &error));
                        diffable_status expected_status = DIFFABLE_OK;
                        for (size_t index = 0; index < moved_count; index += 1) {
                            if (diffable_snapshot_move_item_before(expected, moved[index], marker, NULL)
                                != DIFFABLE_OK) {
                                expected_status = DIFFABLE_ERROR_INVALID_DESTINATION;
                            }
                            if (!in_section && diffable_id_equal(moved[index], id)) {
                                expected_status = DIFFABLE_ERROR_INVALID_DESTINATION;
                            }
                        }
                        assert_ok(diffable_snapshot_delete_items(expected, &marker, 1, NULL, &error));
                        if (status == DIFFABLE_ERROR_DUPLICATE_IDENTIFIER) { /* one of them is below the other one */
                            assert_int_equal(moved_count, 2);
                            assert_forest(actual, lists[list]);
                            refusals += 1;
                        } else if (status == DIFFABLE_OK) {
                            assert_int_equal(expected_status, DIFFABLE_OK);
                            assert_string_equal(forest_outline(actual), forest_outline(expected));
                            assert_true(diffable_snapshot_equal(actual, expected));
                            moves += 1;
                        } else {
                            assert_int_equal(status, expected_status);
                            assert_forest(actual, lists[list]);
                            refusals += 1;
                        }
                        diffable_snapshot_free(actual);
                        diffable_snapshot_free(expected);
                    }
                }
            }
        }
        diffable_snapshot_free(before);
    }
    assert_true(moves > 3000 && refusals > 1000);
}

static void a_list_without_sections_has_no_place(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = diffable_snapshot_new();
    const diffable_id section = name("A");
    for (int index = 0; index < 2; index += 1) {
        const diffable_placement placement = index == 0 ? DIFFABLE_AT_END_OF_SECTION : DIFFABLE_AT_START_OF_SECTION;
        assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, "UNKNOWN_IDENTIFIER: move_items: there is no section \"A\"",
            diffable_snapshot_move_items(snapshot, NULL, 0, placement, &section, &error));
        assert_int_equal(
            diffable_snapshot_move_items(snapshot, NULL, 0, placement, NULL, NULL), DIFFABLE_ERROR_NO_SECTIONS);
    }
    diffable_snapshot_free(snapshot);
}

/* NULL stands for the last section, and an identifier that is none for nothing. */
static void null_is_the_default_and_none_is_an_error(void **state)
{
    (void)state;
    const diffable_id none = diffable_id_string(NULL), unknown = name("nobody");
    diffable_snapshot *snapshot = snapshot_of("a: x | b: y");
    diffable_snapshot *tree = tree_of("t");
    const int64_t number = 1;
    const size_t end = 1;
    assert_ok(diffable_snapshot_append_items(snapshot, NEW("p"), NULL, &error));
    assert_ok(diffable_snapshot_append_integers(snapshot, &number, NULL, 1, NULL, &error));
    assert_ok(diffable_snapshot_append_strings(snapshot, "q", &end, NULL, 1, NULL, &error));
    assert_ok(diffable_snapshot_insert_items_at(snapshot, NEW("r"), 0, NULL, &error));
    assert_ok(diffable_snapshot_insert_items(snapshot, NEW("s"), DIFFABLE_AT_END_OF_SECTION, NULL, &error));
    assert_ok(diffable_snapshot_insert_tree(snapshot, tree, DIFFABLE_AT_END_OF_SECTION, NULL, &error));
    assert_ok(diffable_snapshot_move_items(snapshot, IDS("x"), DIFFABLE_AT_START_OF_SECTION, NULL, &error));
    assert_outline(snapshot, "a: | b: x r y p #1 q s t");
    diffable_id ids[9];
    assert_int_equal(diffable_snapshot_root_item_identifiers(snapshot, NULL, 0, ids, 9), 8);
    assert_int_equal(diffable_snapshot_root_item_identifiers(snapshot, &none, 0, ids, 9), -1);
    assert_int_equal(diffable_snapshot_root_item_identifiers(snapshot, &unknown, 0, ids, 9), -1);
#define assert_no_identifier(noun, call) assert_invalid(noun " is DIFFABLE_ID_NONE", call)
    assert_no_identifier("append_items: section", diffable_snapshot_append_items(snapshot, NEW("z"), &none, &error));
    assert_no_identifier("append_integers: section",
        diffable_snapshot_append_integers(snapshot, &(int64_t){ 2 }, NULL, 1, &none, &error));
    assert_no_identifier(
        "append_strings: section", diffable_snapshot_append_strings(snapshot, "z", &end, NULL, 1, &none, &error));
    assert_no_identifier("replace_items: section", diffable_snapshot_replace_items(snapshot, NEW("z"), &none, &error));
    assert_no_identifier(
        "insert_items_at: section", diffable_snapshot_insert_items_at(snapshot, NEW("z"), 0, &none, &error));
    diffable_snapshot *other = tree_of("u");
    for (diffable_placement placement = DIFFABLE_AT_END_OF_SECTION; placement <= DIFFABLE_AT_START_OF_PARENT;
        placement += 1) {
        assert_no_identifier(
            "insert_items: id", diffable_snapshot_insert_items(snapshot, NEW("z"), placement, &none, &error));
        assert_no_identifier(
            "move_items: id", diffable_snapshot_move_items(snapshot, IDS("y"), placement, &none, &error));
        assert_no_identifier(
            "insert_tree: id", diffable_snapshot_insert_tree(snapshot, other, placement, &none, &error));
        if (placement != DIFFABLE_AT_END_OF_SECTION && placement != DIFFABLE_AT_START_OF_SECTION) {
            assert_invalid("insert_items: id is NULL",
                diffable_snapshot_insert_items(snapshot, NEW("z"), placement, NULL, &error));
            assert_invalid(
                "move_items: id is NULL", diffable_snapshot_move_items(snapshot, IDS("y"), placement, NULL, &error));
            assert_invalid(
                "insert_tree: id is NULL", diffable_snapshot_insert_tree(snapshot, other, placement, NULL, &error));
        }
    }
    assert_invalid(
        "insert_items: there is no placement 6", diffable_snapshot_insert_items(snapshot, NEW("z"), 6, NULL, &error));
    assert_invalid(
        "move_items: there is no placement -1", diffable_snapshot_move_items(snapshot, IDS("y"), -1, NULL, &error));
    assert_outline(snapshot, "a: | b: x r y p #1 q s t");
    assert_ok(diffable_snapshot_replace_items(snapshot, NEW("z"), NULL, &error));
    assert_outline(snapshot, "a: | b: z");
    diffable_snapshot_free(other);
    diffable_snapshot_free(tree);
    diffable_snapshot_free(snapshot);
}

static void an_index_counts_visible_items(void **state)
{
    (void)state;
    diffable_snapshot *tree = tree_of("a(hidden) b+(c) d");
    assert_ok(diffable_snapshot_insert_items_at(tree, NEW("x"), 2, NULL, &error));
    assert_tree(tree, "a(hidden) b+(x c) d");
    assert_invalid("insert_items_at: there is no index 6; the tree has 5 items",
        diffable_snapshot_insert_items_at(tree, NEW("y"), 6, NULL, &error));
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
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: update_sections: section \"a\" is in the call twice, at 0 and 1",
        diffable_snapshot_update_sections(snapshot, REVISED("a=5 a=6"), NULL, &error));
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: reload_sections: section \"b\" is in the call twice, at 1 and 2",
        diffable_snapshot_reload_sections(snapshot, REVISED("a=5 b b"), &error));
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: reconfigure_sections: section \"a\" is in the call twice, at 0 and 1",
        diffable_snapshot_reconfigure_sections(snapshot, REVISED("a=5 a=6"), &error));
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER,
        "UNKNOWN_IDENTIFIER: update_sections: there is no section \"x\", but there is an item of that name",
        diffable_snapshot_update_sections(snapshot, REVISED("a=5 x=6"), NULL, &error));
    assert_outline(snapshot, "a=1: x | b=3: y | c=4: / reconfigure sections b c");
    diffable_snapshot_free(snapshot);
}

static void contents_are_read_in_order(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("a: x=1 y z=3 | b: w=4");
    diffable_content contents[4];
    assert_int_equal(
        diffable_snapshot_item_identifiers(snapshot, (diffable_id[]){ name("a") }, 0, NULL, contents, 4), 3);
    assert_int_equal(diffable_content_revision(contents[0]), 1);
    assert_null(contents[1].data);
    assert_int_equal(diffable_content_revision(contents[2]), 3);
    assert_int_equal(
        diffable_snapshot_item_identifiers(snapshot, (diffable_id[]){ name("a") }, 1, NULL, contents, 1), 1);
    assert_null(contents[0].data);
    assert_int_equal(
        diffable_snapshot_item_identifiers(snapshot, (diffable_id[]){ name("a") }, 3, NULL, contents, 4), 0);
    assert_int_equal(diffable_snapshot_item_identifiers(snapshot, (diffable_id[]){ name("a") }, 0, NULL, NULL, 0), 0);
    assert_int_equal(
        diffable_snapshot_item_identifiers(snapshot, (diffable_id[]){ name("c") }, 0, NULL, contents, 4), -1);
    assert_int_equal(diffable_snapshot_item_identifiers(NULL, (diffable_id[]){ name("c") }, 0, NULL, contents, 4), -1);
    diffable_snapshot_free(snapshot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_are_prepended),
        cmocka_unit_test(children_are_prepended),
        cmocka_unit_test(items_are_inserted_at_an_index),
        cmocka_unit_test(items_move_to_where_items_are_inserted),
        cmocka_unit_test(null_is_the_default_and_none_is_an_error),
        cmocka_unit_test(a_list_without_sections_has_no_place),
        cmocka_unit_test(an_index_counts_visible_items),
        cmocka_unit_test(sections_are_updated),
        cmocka_unit_test(contents_are_read_in_order),
    };
    return cmocka_run_group_tests_name("insertions", tests, NULL, NULL);
}
