#include "support.h"

static diffable_snapshot *list;

static int set_up(void **state)
{
    (void)state;
    list = snapshot_of("A: a b=2 c | B: d | C:");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_snapshot_free(list);
    return 0;
}

static void append(void **state)
{
    (void)state;
    assert_ok(diffable_snapshot_append_items(list, REVISED("x y=3"), (diffable_id[]){ name("A") }, &error));
    assert_ok(diffable_snapshot_append_items(list, NEW("z"), NULL, &error));
    assert_ok(diffable_snapshot_append_items(list, NULL, NULL, 0, (diffable_id[]){ name("B") }, &error));
    assert_outline(list, "A: a b=2 c x y=3 | B: d | C: z");
}

static void insert(void **state)
{
    (void)state;
    assert_ok(diffable_snapshot_insert_items_before(list, REVISED("x y=3"), name("a"), &error));
    assert_ok(diffable_snapshot_insert_items_before(list, NEW("u"), name("c"), &error));
    assert_ok(diffable_snapshot_insert_items_after(list, NEW("z"), name("c"), &error));
    assert_ok(diffable_snapshot_insert_items_after(list, NEW("v w"), name("d"), &error));
    assert_ok(diffable_snapshot_insert_items_after(list, NULL, NULL, 0, name("d"), &error));
    assert_outline(list, "A: x y=3 a b=2 u c z | B: d v w | C:");
}

static void delete(void **state)
{
    (void)state;
    size_t deleted = 99;
    assert_ok(diffable_snapshot_delete_items(list, IDS("d nothing a a"), &deleted, &error));
    assert_int_equal(deleted, 2);
    assert_outline(list, "A: b=2 c | B: | C:");
    assert_ok(diffable_snapshot_delete_items(list, IDS("a"), NULL, &error));
    assert_outline(list, "A: b=2 c | B: | C:");
    assert_ok(diffable_snapshot_append_items(list, NEW("a"), (diffable_id[]){ name("B") }, &error));
    assert_outline(list, "A: b=2 c | B: a | C:");
    assert_ok(diffable_snapshot_clear(list, &error));
    assert_outline(list, "");
}

static void move(void **state)
{
    (void)state;
    assert_ok(diffable_snapshot_move_item_before(list, name("c"), name("a"), &error));
    assert_outline(list, "A: c a b=2 | B: d | C:");
    assert_ok(diffable_snapshot_move_item_after(list, name("c"), name("b"), &error));
    assert_outline(list, "A: a b=2 c | B: d | C:");
    assert_ok(diffable_snapshot_move_item_after(list, name("b"), name("d"), &error));
    assert_outline(list, "A: a c | B: d b=2 | C:");
    assert_ok(diffable_snapshot_move_item_before(list, name("a"), name("c"), &error));
    assert_outline(list, "A: a c | B: d b=2 | C:");
    assert_ok(diffable_snapshot_move_item_before(list, name("b"), name("d"), &error));
    assert_outline(list, "A: a c | B: b=2 d | C:");
}

static void move_to_section(void **state)
{
    (void)state;
    assert_ok(diffable_snapshot_move_items(
        list, IDS("d b"), DIFFABLE_AT_END_OF_SECTION, (diffable_id[]){ name("C") }, &error));
    assert_outline(list, "A: a c | B: | C: d b=2");
    assert_ok(
        diffable_snapshot_move_items(list, IDS("d"), DIFFABLE_AT_END_OF_SECTION, (diffable_id[]){ name("C") }, &error));
    assert_outline(list, "A: a c | B: | C: b=2 d");
    assert_ok(
        diffable_snapshot_move_items(list, NULL, 0, DIFFABLE_AT_END_OF_SECTION, (diffable_id[]){ name("A") }, &error));
    assert_outline(list, "A: a c | B: | C: b=2 d");
}

static void reload_and_reconfigure(void **state)
{
    (void)state;
    assert_ok(diffable_snapshot_reload_items(list, NEW("b a"), &error));
    assert_ok(diffable_snapshot_reconfigure_items(list, REVISED("b d=8"), &error));
    assert_outline(list, "A: a b=2 c | B: d=8 | C: / reload b a / reconfigure b d");
    assert_ok(diffable_snapshot_reload_items(list, REVISED("a=1"), &error));
    assert_ok(diffable_snapshot_reconfigure_items(list, NULL, NULL, 0, &error));
    assert_outline(list, "A: a=1 b=2 c | B: d=8 | C: / reload b a / reconfigure b d");
    assert_ok(diffable_snapshot_delete_items(list, IDS("b"), NULL, &error));
    assert_outline(list, "A: a=1 c | B: d=8 | C: / reload a / reconfigure d");
    assert_ok(
        diffable_snapshot_move_items(list, IDS("a"), DIFFABLE_AT_END_OF_SECTION, (diffable_id[]){ name("B") }, &error));
    assert_outline(list, "A: c | B: d=8 a=1 | C: / reload a / reconfigure d");
    assert_ok(diffable_snapshot_clear(list, &error));
    assert_outline(list, "");
}

static void update(void **state)
{
    (void)state;
    size_t updated = 99;
    assert_ok(diffable_snapshot_update_items(list, REVISED("b=2 a=1 d=8"), &updated, &error));
    assert_int_equal(updated, 2);
    assert_outline(list, "A: a=1 b=2 c | B: d=8 | C: / reconfigure a d");
    assert_ok(diffable_snapshot_update_items(list, NEW("c"), &updated, &error));
    assert_int_equal(updated, 0);
    assert_ok(diffable_snapshot_update_items(list, REVISED("b=3"), NULL, &error));
    assert_outline(list, "A: a=1 b=3 c | B: d=8 | C: / reconfigure a d b");
}

static void replace(void **state)
{
    (void)state;
    assert_ok(diffable_snapshot_reload_items(list, NEW("a b"), &error));
    assert_ok(diffable_snapshot_replace_items(list, NEW("x c y b"), (diffable_id[]){ name("A") }, &error));
    assert_outline(list, "A: x c y b=2 | B: d | C: / reload b");
    assert_ok(diffable_snapshot_replace_items(list, REVISED("z b=3"), (diffable_id[]){ name("A") }, &error));
    assert_outline(list, "A: z b=3 | B: d | C: / reload b");
    assert_ok(diffable_snapshot_replace_items(list, REVISED("u=1 v"), NULL, &error));
    assert_ok(diffable_snapshot_replace_items(list, NULL, NULL, 0, (diffable_id[]){ name("A") }, &error));
    assert_outline(list, "A: | B: d | C: u=1 v");
    assert_ok(diffable_snapshot_replace_items(list, NEW("b"), (diffable_id[]){ name("B") }, &error));
    assert_outline(list, "A: | B: b | C: u=1 v");
}

static void what_breaks_a_rule_changes_nothing(void **state)
{
    (void)state;
    const diffable_status duplicate = DIFFABLE_ERROR_DUPLICATE_IDENTIFIER, unknown = DIFFABLE_ERROR_UNKNOWN_IDENTIFIER,
                          destination = DIFFABLE_ERROR_INVALID_DESTINATION;
    assert_int_equal(diffable_snapshot_append_items(list, NEW("x d"), (diffable_id[]){ name("A") }, NULL), duplicate);
    assert_int_equal(diffable_snapshot_append_items(list, NEW("x y x"), (diffable_id[]){ name("A") }, NULL), duplicate);
    assert_int_equal(diffable_snapshot_append_items(list, NEW("x"), (diffable_id[]){ name("X") }, NULL), unknown);
    assert_int_equal(diffable_snapshot_insert_items_before(list, NEW("x c"), name("a"), NULL), duplicate);
    assert_int_equal(diffable_snapshot_insert_items_before(list, NEW("x a"), name("a"), NULL), destination);
    assert_int_equal(diffable_snapshot_insert_items_before(list, NEW("x"), name("A"), NULL), unknown);
    assert_int_equal(diffable_snapshot_insert_items_after(list, NEW("x x"), name("a"), NULL), duplicate);
    assert_int_equal(diffable_snapshot_insert_items_after(list, NEW("a x"), name("a"), NULL), destination);
    assert_int_equal(diffable_snapshot_insert_items_after(list, NEW("x"), name("y"), NULL), unknown);
    assert_int_equal(diffable_snapshot_move_item_before(list, name("a"), name("a"), NULL), destination);
    assert_int_equal(diffable_snapshot_move_item_before(list, name("a"), name("x"), NULL), unknown);
    assert_int_equal(diffable_snapshot_move_item_after(list, name("x"), name("a"), NULL), unknown);
    assert_int_equal(diffable_snapshot_move_item_after(list, name("x"), name("x"), NULL), destination);
    assert_int_equal(diffable_snapshot_move_items(
                         list, IDS("a d a"), DIFFABLE_AT_END_OF_SECTION, (diffable_id[]){ name("C") }, NULL),
        duplicate);
    assert_int_equal(
        diffable_snapshot_move_items(list, IDS("a x"), DIFFABLE_AT_END_OF_SECTION, (diffable_id[]){ name("C") }, NULL),
        unknown);
    assert_int_equal(
        diffable_snapshot_move_items(list, IDS("a"), DIFFABLE_AT_END_OF_SECTION, (diffable_id[]){ name("X") }, NULL),
        unknown);
    assert_int_equal(diffable_snapshot_reload_items(list, REVISED("a=9 x"), NULL), unknown);
    assert_int_equal(diffable_snapshot_reconfigure_items(list, REVISED("a=9 A"), NULL), unknown);
    size_t updated = 99;
    assert_int_equal(diffable_snapshot_update_items(list, REVISED("a=9 A"), &updated, NULL), unknown);
    assert_int_equal(diffable_snapshot_update_items(list, REVISED("a=9 b=1 a=8"), &updated, NULL), duplicate);
    assert_int_equal(updated, 99);
    assert_int_equal(
        diffable_snapshot_replace_items(list, NEW("x a x"), (diffable_id[]){ name("A") }, NULL), duplicate);
    assert_int_equal(
        diffable_snapshot_replace_items(list, REVISED("x=1 a=5 d"), (diffable_id[]){ name("A") }, NULL), duplicate);
    assert_int_equal(diffable_snapshot_replace_items(list, NEW("x"), (diffable_id[]){ name("X") }, NULL), unknown);
    assert_outline(list, "A: a b=2 c | B: d | C:");
}

/* Enough of them to fill, split and merge the pieces that long sections are stored in. */
static void long_sections(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    diffable_id *ids = calloc(COUNT, sizeof *ids);
    for (int index = 0; index < COUNT; index += 1) {
        ids[index] = diffable_id_integer(index);
    }
    for (int index = 0; index < COUNT; index += 1) {
        assert_ok(diffable_snapshot_insert_items_before(list, &ids[index], NULL, 1, name("c"), &error));
    }
    assert_int_equal(diffable_snapshot_index_of_item(list, diffable_id_integer(1234)), 2 + 1234);
    for (int index = 0; index < COUNT; index += 2) {
        assert_ok(diffable_snapshot_delete_items(list, &ids[index], 1, NULL, &error));
    }
    for (int index = 1; index < COUNT; index += 2) {
        assert_int_equal(diffable_snapshot_index_of_item(list, ids[index]), 2 + index / 2);
    }
    assert_int_equal(diffable_snapshot_index_of_item(list, name("d")), COUNT / 2 + 3);
    assert_ok(diffable_snapshot_delete_items(list, ids, COUNT, NULL, &error));
    assert_outline(list, "A: a b=2 c | B: d | C:");
    assert_ok(diffable_snapshot_replace_items(list, ids, NULL, COUNT, (diffable_id[]){ name("B") }, &error));
    assert_ok(diffable_snapshot_replace_items(list, ids + 1, NULL, COUNT / 2, (diffable_id[]){ name("B") }, &error));
    for (int index = 0; index < COUNT / 2; index += 1) {
        assert_int_equal(diffable_snapshot_index_of_item(list, ids[index + 1]), 3 + index);
    }
    assert_int_equal(diffable_snapshot_number_of_items(list, NULL), 3 + COUNT / 2);
    free(ids);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(append),
        TEST(insert),
        TEST(delete),
        TEST(move),
        TEST(move_to_section),
        TEST(reload_and_reconfigure),
        TEST(update),
        TEST(replace),
        TEST(what_breaks_a_rule_changes_nothing),
        TEST(long_sections),
    };
    return cmocka_run_group_tests_name("snapshot_items", tests, NULL, NULL);
}
