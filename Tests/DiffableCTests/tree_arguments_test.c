/* Arguments that are wrong, for the functions of trees: an error or nothing found, and nothing changed. */
#include "trees.h"

static const char before[] = "a+(b c=4(d)) e";
static const char list_before[] = "A: a+(b c=4(d)) e | B: f(g) h";
static diffable_snapshot *tree, *list;

static int set_up(void **state)
{
    (void)state;
    tree = tree_of(before);
    list = forest_of(list_before);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    assert_tree(tree, before);
    assert_forest(list, list_before);
    diffable_snapshot_free(list);
    diffable_snapshot_free(tree);
    return 0;
}

#define assert_duplicate(message, call) \
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER, "DUPLICATE_IDENTIFIER: " message, call)
#define assert_unknown(message, call) \
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, "UNKNOWN_IDENTIFIER: " message, call)
#define assert_no_destination(message, call) \
    assert_fails(DIFFABLE_ERROR_INVALID_DESTINATION, "INVALID_DESTINATION: " message, call)
#define assert_invalid(message, call) assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: " message, call)

static void what_breaks_a_rule(void **state)
{
    (void)state;
    assert_duplicate("append_items: item \"e\" is already at index 3 of the tree",
        diffable_snapshot_append_items(tree, NEW("x e"), NULL, &error));
    assert_duplicate("append_items: item \"d\" is already below the collapsed item \"c\"",
        diffable_snapshot_append_items(tree, NEW("x d"), NULL, &error));
    assert_duplicate("insert_items: item \"x\" is in the call twice, at 0 and 2",
        diffable_snapshot_insert_items(
            tree, NEW("x y x"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("a") }, &error));
    assert_duplicate("insert_items: item \"a\" is already at index 0 of the tree",
        diffable_snapshot_insert_items(
            tree, NEW("a"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("a") }, &error));
    assert_unknown("insert_items: there is no item \"y\"",
        diffable_snapshot_insert_items(
            tree, NEW("x"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("y") }, &error));
    assert_unknown("insert_items: there is no item \"y\"",
        diffable_snapshot_insert_items(
            tree, NEW("x y"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("y") }, &error));
    assert_no_destination("insert_items_before: item \"a\" is the anchor and is itself inserted",
        diffable_snapshot_insert_items_before(tree, NEW("x a"), name("a"), &error));
    assert_unknown("insert_items_after: there is no item \"y\"",
        diffable_snapshot_insert_items_after(tree, NEW("x"), name("y"), &error));
    assert_unknown(
        "reload_items: there is no item \"x\"", diffable_snapshot_reload_items(tree, REVISED("a=9 x"), &error));
    assert_unknown("reconfigure_items: there is no item \"x\"",
        diffable_snapshot_reconfigure_items(tree, REVISED("a=9 x"), &error));
    assert_unknown(
        "update_items: there is no item \"x\"", diffable_snapshot_update_items(tree, REVISED("a=9 x"), NULL, &error));
    assert_duplicate("reload_items: item \"a\" is in the call twice, at 0 and 1",
        diffable_snapshot_reload_items(tree, REVISED("a=9 a"), &error));
    assert_duplicate("reconfigure_items: item \"a\" is in the call twice, at 0 and 1",
        diffable_snapshot_reconfigure_items(tree, REVISED("a a=8"), &error));
    assert_duplicate("update_items: item \"a\" is in the call twice, at 0 and 1",
        diffable_snapshot_update_items(tree, REVISED("a=9 a=8"), NULL, &error));
    diffable_snapshot *out = NULL;
    assert_unknown(
        "snapshot_of: there is no item \"x\"", diffable_snapshot_snapshot_of(tree, name("x"), true, &out, &error));
    assert_null(out);
}

static void what_would_break_a_tree_apart(void **state)
{
    (void)state;
    assert_no_destination("move_item_before: item \"a\" cannot move below itself; \"b\" is below it",
        diffable_snapshot_move_item_before(list, name("a"), name("b"), &error));
    assert_no_destination("move_item_after: item \"a\" cannot move below itself; \"d\" is below it",
        diffable_snapshot_move_item_after(list, name("a"), name("d"), &error));
    assert_no_destination("move_items: item \"a\" cannot move below itself; \"d\" is below it",
        diffable_snapshot_move_items(
            list, IDS("e a"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("d") }, &error));
    assert_no_destination("move_items: item \"a\" cannot move below itself",
        diffable_snapshot_move_items(list, IDS("a"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("a") }, &error));
    assert_duplicate("move_items: item \"d\" is below item \"a\", which moves as well",
        diffable_snapshot_move_items(
            list, IDS("a e d"), DIFFABLE_AT_END_OF_SECTION, (diffable_id[]){ name("B") }, &error));
    assert_duplicate("move_items: item \"c\" is below item \"a\", which moves as well",
        diffable_snapshot_move_items(
            list, IDS("c a"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("f") }, &error));
    assert_duplicate("move_items: item \"b\" is in the call twice, at 0 and 1",
        diffable_snapshot_move_items(
            list, IDS("b b"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("f") }, &error));
    assert_unknown("move_items: there is no item \"x\"",
        diffable_snapshot_move_items(
            list, IDS("b x"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("f") }, &error));
    assert_unknown("move_items: there is no item \"x\"",
        diffable_snapshot_move_items(list, IDS("b"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("x") }, &error));
    assert_duplicate("replace_items: item \"b\" is already below item \"a\"",
        diffable_snapshot_replace_items(list, NEW("a b"), (diffable_id[]){ name("A") }, &error));
    assert_duplicate("replace_items: item \"d\" is already below the collapsed item \"c\"",
        diffable_snapshot_replace_items(list, NEW("a d"), (diffable_id[]){ name("A") }, &error));
    assert_duplicate("replace_items: item \"h\" is already at section \"B\", item 1",
        diffable_snapshot_replace_items(list, NEW("h"), (diffable_id[]){ name("A") }, &error));
    assert_duplicate("insert_items: item \"g\" is already below the collapsed item \"f\"",
        diffable_snapshot_insert_items(
            list, NEW("g"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("f") }, &error));
}

static void trees_that_cannot_be_added(void **state)
{
    (void)state;
    diffable_snapshot *other = tree_of("x(y g)"), *visible = tree_of("x+(a)"), *ordinary = snapshot_of("A: z");
    assert_duplicate("insert_tree: item \"g\" is already below the collapsed item \"f\"",
        diffable_snapshot_insert_tree(list, other, DIFFABLE_AT_END_OF_SECTION, (diffable_id[]){ name("A") }, &error));
    assert_duplicate("insert_tree: item \"a\" is already at section \"A\", item 0",
        diffable_snapshot_insert_tree(list, visible, DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("a") }, &error));
    assert_unknown("insert_tree: there is no section \"X\"",
        diffable_snapshot_insert_tree(list, other, DIFFABLE_AT_END_OF_SECTION, (diffable_id[]){ name("X") }, &error));
    assert_unknown("insert_tree: there is no item \"z\"",
        diffable_snapshot_insert_tree(list, other, DIFFABLE_BEFORE_ITEM, (diffable_id[]){ name("z") }, &error));
    assert_unknown(
        "replace_children: there is no item \"z\"", diffable_snapshot_replace_children(list, name("z"), other, &error));
    assert_duplicate("replace_children: item \"g\" is already below the collapsed item \"f\"",
        diffable_snapshot_replace_children(list, name("a"), other, &error));
    assert_int_equal(
        diffable_snapshot_replace_children(tree, name("a"), tree, NULL), DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_int_equal(diffable_snapshot_insert_tree(tree, tree, DIFFABLE_AFTER_ITEM, (diffable_id[]){ name("a") }, NULL),
        DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_duplicate("set_section_snapshot: item \"g\" is already below the collapsed item \"f\" in section \"B\", "
                     "and is also below the collapsed item \"x\" for section \"A\"",
        diffable_snapshot_set_section_snapshot(list, other, name("A"), &error));
    assert_duplicate("set_section_snapshot: item \"a\" is already at section \"A\", item 0, and is also at index 1 of "
                     "the tree for section \"C\"",
        diffable_snapshot_set_section_snapshot(list, visible, name("C"), &error));

    assert_invalid("insert_tree: a section snapshot expected, got a snapshot of a list",
        diffable_snapshot_insert_tree(list, ordinary, DIFFABLE_AT_END_OF_SECTION, NULL, &error));
    assert_invalid("replace_children: a section snapshot expected, got a snapshot of a list",
        diffable_snapshot_replace_children(list, name("a"), ordinary, &error));
    assert_invalid("set_section_snapshot: a section snapshot expected, got a snapshot of a list",
        diffable_snapshot_set_section_snapshot(list, ordinary, name("A"), &error));
    diffable_snapshot_free(ordinary);
    diffable_snapshot_free(visible);
    diffable_snapshot_free(other);
}

static void a_section_snapshot_has_one_section(void **state)
{
    (void)state;
    diffable_id ids[2] = { name("A"), diffable_id_integer(0) };
    size_t deleted = 99;
#define assert_one_section(verb, ...) \
    assert_invalid(#verb ": a section snapshot has one section and no others", \
        diffable_snapshot_##verb(tree, __VA_ARGS__, &error))
    for (int index = 0; index < 2; index += 1) {
        const diffable_id *id = &ids[index];
        assert_one_section(append_sections, id, NULL, 1);
        assert_one_section(insert_sections_before, id, NULL, 1, diffable_id_integer(0));
        assert_one_section(insert_sections_after, id, NULL, 1, diffable_id_integer(0));
        assert_one_section(delete_sections, id, 1, &deleted);
        assert_one_section(move_section_before, *id, diffable_id_integer(0));
        assert_one_section(move_section_after, *id, diffable_id_integer(0));
        assert_one_section(reload_sections, id, ONE_CONTENT(1), 1);
        assert_one_section(reconfigure_sections, id, ONE_CONTENT(1), 1);
    }
    assert_int_equal(deleted, 99);
    assert_int_equal(diffable_snapshot_set_section_snapshot(tree, tree, diffable_id_integer(0), NULL),
        DIFFABLE_ERROR_INVALID_ARGUMENT);

    diffable_snapshot *copy = diffable_snapshot_copy(tree);
    assert_int_equal(diffable_snapshot_number_of_sections(copy), 1);
    assert_ok(diffable_snapshot_move_items(
        copy, IDS("c"), DIFFABLE_AT_END_OF_SECTION, (diffable_id[]){ diffable_id_integer(0) }, &error));
    assert_tree(copy, "a+(b) e c=4(d)");
    assert_ok(diffable_snapshot_replace_items(copy, NEW("c e"), NULL, &error));
    assert_tree(copy, "c=4(d) e");
    assert_ok(diffable_snapshot_clear(copy, &error));
    assert_tree(copy, "");
    assert_true(diffable_snapshot_is_section_snapshot(copy));
    assert_ok(diffable_snapshot_append_items(copy, NEW("x"), NULL, &error));
    assert_tree(copy, "x");
    diffable_snapshot_free(copy);
    assert_false(diffable_snapshot_is_section_snapshot(list));
    assert_false(diffable_snapshot_is_section_snapshot(NULL));
}

static void each_kind_of_snapshot_has_its_apply(void **state)
{
    (void)state;
    int finalized = 0;
    diffable_data_source *source = diffable_data_source_new();
    assert_invalid("apply: this is a section snapshot; apply_section applies it",
        diffable_data_source_apply(source, tree, COMPLETING(NULL, &finalized, count_up), NULL, &error));
    assert_invalid("apply: this is a section snapshot; apply_section applies it",
        diffable_data_source_apply_using_reload_data(
            source, tree, COMPLETING(NULL, &finalized, count_up), NULL, &error));
    assert_invalid("apply_section: this is a snapshot of a list; apply applies it",
        diffable_data_source_apply_section(
            source, list, name("A"), COMPLETING(NULL, &finalized, count_up), NULL, &error));
    assert_int_equal(finalized, 3);
    diffable_snapshot *empty = diffable_data_source_snapshot(source);
    assert_forest(empty, "");
    diffable_snapshot_free(empty);
    diffable_data_source_free(source);
}

static void what_is_wrong_in_itself(void **state)
{
    (void)state;
    const diffable_status invalid = DIFFABLE_ERROR_INVALID_ARGUMENT;
    diffable_snapshot *out = NULL, *other = tree_of("x");
    diffable_id wrong[6] = { (diffable_id){ 0 }, diffable_id_bytes(NULL, 3), diffable_id_bytes("a", SIZE_MAX) };
    static const unsigned kinds[] = { 3, 0x80000000, 0xffffffff };
    for (int index = 0; index < 3; index += 1) {
        wrong[3 + index] = name("a");
        wrong[3 + index].kind = (diffable_id_kind)kinds[index];
    }
    for (int index = 0; index < 6; index += 1) {
        for (int placement = DIFFABLE_AT_END_OF_SECTION; placement <= DIFFABLE_AT_START_OF_PARENT; placement += 1) {
            assert_int_equal(
                diffable_snapshot_insert_tree(list, other, (diffable_placement)placement, &wrong[index], NULL),
                invalid);
        }
        assert_int_equal(diffable_snapshot_replace_children(list, wrong[index], other, NULL), invalid);
        assert_int_equal(diffable_snapshot_set_section_snapshot(list, other, wrong[index], NULL), invalid);
        assert_int_equal(diffable_snapshot_snapshot_of(list, wrong[index], false, &out, NULL), invalid);
        assert_null(out);
    }
    static const int placements[] = { -1, 6, INT32_MAX, INT32_MIN };
    for (int index = 0; index < 4; index += 1) {
        char message[100];
        snprintf(message, sizeof message, "INVALID_ARGUMENT: insert_tree: there is no placement %d", placements[index]);
        assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, message,
            diffable_snapshot_insert_tree(
                list, other, (diffable_placement)placements[index], (diffable_id[]){ name("a") }, &error));
    }
    assert_invalid("insert_tree: tree is NULL",
        diffable_snapshot_insert_tree(list, NULL, DIFFABLE_AT_END_OF_SECTION, (diffable_id[]){ name("A") }, &error));
    assert_invalid(
        "set_section_snapshot: tree is NULL", diffable_snapshot_set_section_snapshot(list, NULL, name("A"), &error));
    assert_invalid(
        "replace_children: children is NULL", diffable_snapshot_replace_children(list, name("a"), NULL, &error));
    assert_invalid("snapshot_of: out is NULL", diffable_snapshot_snapshot_of(list, name("a"), false, NULL, &error));
    assert_invalid("assign: other is NULL", diffable_snapshot_assign(list, NULL, &error));
    assert_invalid("assign: snapshot is NULL", diffable_snapshot_assign(NULL, list, &error));
    assert_invalid("insert_tree: snapshot is NULL",
        diffable_snapshot_insert_tree(NULL, other, DIFFABLE_AT_END_OF_SECTION, (diffable_id[]){ name("A") }, &error));
    assert_invalid(
        "replace_children: snapshot is NULL", diffable_snapshot_replace_children(NULL, name("a"), other, &error));
    assert_invalid("set_section_snapshot: snapshot is NULL",
        diffable_snapshot_set_section_snapshot(NULL, other, name("A"), &error));
    assert_invalid(
        "snapshot_of: snapshot is NULL", diffable_snapshot_snapshot_of(NULL, name("a"), false, &out, &error));
    assert_null(out);
    assert_null(diffable_snapshot_section_snapshot(NULL, name("A")));
    diffable_snapshot_free(other);
}

/* A handler that replaces the children by what is no section snapshot. */
static diffable_status make_a_list(const diffable_id *parent, diffable_snapshot *children, void *user_data)
{
    (void)parent, (void)user_data;
    diffable_snapshot *other = snapshot_of("A: z");
    diffable_status status = diffable_snapshot_assign(children, other, NULL);
    diffable_snapshot_free(other);
    return status;
}

static void children_that_are_no_section_snapshot(void **state)
{
    (void)state;
    diffable_data_source *source = diffable_data_source_new();
    diffable_section_snapshot_handlers handlers = DIFFABLE_SECTION_SNAPSHOT_HANDLERS_INIT;
    handlers.snapshot_for_expanding_parent = make_a_list;
    assert_ok(diffable_data_source_set_section_snapshot_handlers(source, &handlers, NULL, NULL, &error));
    assert_ok(diffable_data_source_apply(source, list, NULL, NULL, &error));
    assert_invalid("snapshot_for_expanding_parent: a section snapshot expected, got a snapshot of a list",
        diffable_data_source_toggle_item(source, name("c"), NULL, &error));
    diffable_data_source_free(source);
}

static void look_ups_find_nothing(void **state)
{
    (void)state;
    const diffable_id unknown[] = { name("x"), (diffable_id){ 0 }, diffable_id_bytes(NULL, 4), diffable_id_integer(0) };
    const diffable_snapshot *snapshots[] = { tree, list, NULL };
    for (int i = 0; i < 12; i += 1) {
        const diffable_snapshot *self = snapshots[i % 3];
        const diffable_id id = unknown[i / 3];
        diffable_id ids[1] = { diffable_id_integer(42) };
        assert_false(diffable_snapshot_contains_item(self, id));
        assert_int_equal(diffable_snapshot_index_of_item(self, id), -1);
        assert_int_equal(revision_of_item(self, id), 0);
        assert_false(diffable_snapshot_is_expanded(self, id));
        assert_false(diffable_snapshot_is_visible(self, id));
        assert_false(diffable_snapshot_is_expandable(self, id));
        assert_false(diffable_snapshot_keeps_expansion(self, id));
        assert_int_equal(diffable_snapshot_level_of_item(self, id), -1);
        assert_int_equal(diffable_snapshot_parent_of_item(self, id).kind, DIFFABLE_ID_NONE);
        assert_int_equal(diffable_snapshot_number_of_children(self, id), -1);
        assert_int_equal(diffable_snapshot_children_of_item(self, id, 0, ids, 1), -1);
        if (id.kind != DIFFABLE_ID_INTEGER) {
            assert_int_equal(diffable_snapshot_root_item_identifiers(self, &id, 0, ids, 1), -1);
        }
        assert_int_equal(ids[0].integer, 42);
    }
    assert_int_equal(diffable_snapshot_number_of_children(NULL, name("a")), -1);
    assert_int_equal(diffable_snapshot_level_of_item(NULL, name("a")), -1);
    assert_int_equal(diffable_snapshot_number_of_all_items(NULL), 0);
}

static void readers_that_have_nothing_to_read(void **state)
{
    (void)state;
    tree_reader *const readers[] = {
        diffable_snapshot_all_item_identifiers,
        read_roots,
        read_items,
        diffable_snapshot_expanded_item_identifiers,
        read_items_to_reload,
        read_items_to_reconfigure,
    };
    for (int index = 0; index < 6; index += 1) {
        diffable_id id = diffable_id_integer(42);
        assert_int_equal(readers[index](NULL, 0, &id, 1), 0);
        assert_int_equal(readers[index](tree, 0, NULL, 5), 0);
        assert_int_equal(readers[index](tree, 5, &id, 1), 0);
        assert_int_equal(readers[index](tree, SIZE_MAX, &id, 1), 0);
        assert_int_equal(readers[index](tree, PTRDIFF_MAX, &id, 1), 0);
        assert_int_equal(id.integer, 42);
    }
    diffable_id id = diffable_id_integer(42);
    assert_int_equal(diffable_snapshot_marked_identifiers(tree, 4, 0, &id, 1), 0);
    assert_int_equal(diffable_snapshot_marked_identifiers(tree, -1, 0, &id, 1), 0);
    static const size_t beyond[] = { 2, PTRDIFF_MAX, (size_t)PTRDIFF_MAX + 1, SIZE_MAX };
    for (int index = 0; index < 4; index += 1) {
        assert_int_equal(diffable_snapshot_children_of_item(tree, name("a"), beyond[index], &id, 1), 0);
    }
    assert_int_equal(diffable_snapshot_children_of_item(tree, name("a"), 0, NULL, 5), 0);
    assert_int_equal(id.integer, 42);
}

static void borrowed_identifiers_outlast_failed_edits(void **state)
{
    (void)state;
    diffable_id ids[4000];
    for (int index = 0; index < 4000; index += 1) {
        ids[index] = diffable_id_integer(index);
    }
    assert_ok(diffable_snapshot_append_items(tree, ids, NULL, 4000, NULL, &error));
    assert_int_equal(diffable_snapshot_insert_items(
                         tree, ids, NULL, 4000, DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("c") }, NULL),
        DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_ok(diffable_snapshot_delete_items(tree, ids, 4000, NULL, &error));
    diffable_id borrowed[4];
    assert_int_equal(diffable_snapshot_all_item_identifiers(tree, 0, borrowed, 4), 4);
    assert_int_equal(diffable_snapshot_append_items(tree, NEW("x a"), NULL, NULL), DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_int_equal(
        diffable_snapshot_insert_items(tree, NEW("x d"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("d") }, NULL),
        DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_int_equal(
        diffable_snapshot_insert_items_after(tree, NEW("x"), name("y"), NULL), DIFFABLE_ERROR_UNKNOWN_IDENTIFIER);
    assert_int_equal(
        diffable_snapshot_replace_children(tree, name("a"), tree, NULL), DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_memory_equal(borrowed[2].bytes.data, "c", 1);
    assert_memory_equal(borrowed[3].bytes.data, "d", 1);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(what_breaks_a_rule),
        TEST(what_would_break_a_tree_apart),
        TEST(trees_that_cannot_be_added),
        TEST(a_section_snapshot_has_one_section),
        TEST(each_kind_of_snapshot_has_its_apply),
        TEST(what_is_wrong_in_itself),
        TEST(children_that_are_no_section_snapshot),
        TEST(look_ups_find_nothing),
        TEST(readers_that_have_nothing_to_read),
        TEST(borrowed_identifiers_outlast_failed_edits),
    };
    return cmocka_run_group_tests_name("tree_arguments", tests, NULL, NULL);
}
