#include "support.h"

static diffable_snapshot *list;

static int set_up(void **state)
{
    (void)state;
    list = snapshot_of("A: a b | B=5: c | C:");
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
    assert_ok(diffable_snapshot_append_sections(list, REVISED("D E=7"), &error));
    assert_outline(list, "A: a b | B=5: c | C: | D: | E=7:");
    assert_ok(diffable_snapshot_append_sections(list, NULL, NULL, 0, &error));
    assert_outline(list, "A: a b | B=5: c | C: | D: | E=7:");
}

static void insert(void **state)
{
    (void)state;
    assert_ok(diffable_snapshot_insert_sections_before(list, REVISED("D E=7"), name("A"), &error));
    assert_ok(diffable_snapshot_insert_sections_after(list, NEW("F"), name("C"), &error));
    assert_ok(diffable_snapshot_insert_sections_after(list, NEW("G H"), name("A"), &error));
    assert_ok(diffable_snapshot_insert_sections_before(list, NULL, NULL, 0, name("B"), &error));
    assert_outline(list, "D: | E=7: | A: a b | G: | H: | B=5: c | C: | F:");
    assert_int_equal(diffable_snapshot_index_of_item(list, name("c")), 2);
}

static void delete(void **state)
{
    (void)state;
    size_t deleted = 99;
    assert_ok(diffable_snapshot_delete_sections(list, IDS("A nowhere C A"), &deleted, &error));
    assert_int_equal(deleted, 2);
    assert_outline(list, "B=5: c");
    assert_false(diffable_snapshot_contains_item(list, name("a")));
    assert_int_equal(diffable_snapshot_number_of_items(list, NULL), 1);
    assert_ok(diffable_snapshot_delete_sections(list, IDS("A"), &deleted, &error));
    assert_int_equal(deleted, 0);
    assert_ok(diffable_snapshot_delete_sections(list, IDS("B"), NULL, &error));
    assert_outline(list, "");
}

static void deleted_ones_may_come_again(void **state)
{
    (void)state;
    assert_ok(diffable_snapshot_delete_sections(list, IDS("B"), NULL, &error));
    assert_ok(diffable_snapshot_append_sections(list, NEW("B"), &error));
    assert_ok(diffable_snapshot_append_items(list, NEW("c"), (diffable_id[]){ name("B") }, &error));
    assert_outline(list, "A: a b | C: | B: c");
}

static void move(void **state)
{
    (void)state;
    assert_ok(diffable_snapshot_move_section_before(list, name("C"), name("A"), &error));
    assert_outline(list, "C: | A: a b | B=5: c");
    assert_ok(diffable_snapshot_move_section_after(list, name("C"), name("A"), &error));
    assert_outline(list, "A: a b | C: | B=5: c");
    assert_ok(diffable_snapshot_move_section_after(list, name("A"), name("B"), &error));
    assert_outline(list, "C: | B=5: c | A: a b");
    assert_int_equal(diffable_snapshot_index_of_item(list, name("b")), 2);
    assert_ok(diffable_snapshot_move_section_before(list, name("B"), name("A"), &error));
    assert_outline(list, "C: | B=5: c | A: a b");
}

static void reload(void **state)
{
    (void)state;
    assert_ok(diffable_snapshot_reload_sections(list, NEW("B A"), &error));
    assert_outline(list, "A: a b | B=5: c | C: / reload sections B A");
    assert_ok(diffable_snapshot_reload_sections(list, REVISED("B=6 C"), &error));
    assert_outline(list, "A: a b | B=6: c | C: / reload sections B A C");
    assert_ok(diffable_snapshot_delete_sections(list, IDS("A"), NULL, &error));
    assert_outline(list, "B=6: c | C: / reload sections B C");
}

static void reconfigure(void **state)
{
    (void)state;
    assert_ok(diffable_snapshot_reconfigure_sections(list, NEW("B A"), &error));
    assert_outline(list, "A: a b | B=5: c | C: / reconfigure sections B A");
    assert_ok(diffable_snapshot_reconfigure_sections(list, REVISED("B=6 C"), &error));
    assert_ok(diffable_snapshot_reload_sections(list, NEW("A"), &error));
    assert_outline(list, "A: a b | B=6: c | C: / reload sections A / reconfigure sections B A C");
    assert_ok(diffable_snapshot_delete_sections(list, IDS("A"), NULL, &error));
    assert_outline(list, "B=6: c | C: / reconfigure sections B C");
}

static void what_breaks_a_rule_changes_nothing(void **state)
{
    (void)state;
    const diffable_status duplicate = DIFFABLE_ERROR_DUPLICATE_IDENTIFIER, unknown = DIFFABLE_ERROR_UNKNOWN_IDENTIFIER,
                          destination = DIFFABLE_ERROR_INVALID_DESTINATION;
    assert_int_equal(diffable_snapshot_append_sections(list, NEW("D B"), NULL), duplicate);
    assert_int_equal(diffable_snapshot_append_sections(list, NEW("D E D"), NULL), duplicate);
    assert_int_equal(diffable_snapshot_insert_sections_before(list, NEW("D C"), name("A"), NULL), duplicate);
    assert_int_equal(diffable_snapshot_insert_sections_before(list, NEW("D A"), name("A"), NULL), destination);
    assert_int_equal(diffable_snapshot_insert_sections_before(list, NEW("D"), name("X"), NULL), unknown);
    assert_int_equal(diffable_snapshot_insert_sections_after(list, NEW("D D"), name("A"), NULL), duplicate);
    assert_int_equal(diffable_snapshot_insert_sections_after(list, NEW("X"), name("X"), NULL), destination);
    assert_int_equal(diffable_snapshot_insert_sections_after(list, NEW("D"), name("a"), NULL), unknown);
    assert_int_equal(diffable_snapshot_move_section_before(list, name("A"), name("A"), NULL), destination);
    assert_int_equal(diffable_snapshot_move_section_before(list, name("A"), name("X"), NULL), unknown);
    assert_int_equal(diffable_snapshot_move_section_after(list, name("X"), name("A"), NULL), unknown);
    assert_int_equal(diffable_snapshot_move_section_after(list, name("X"), name("X"), NULL), destination);
    assert_int_equal(diffable_snapshot_reload_sections(list, REVISED("A=9 X"), NULL), unknown);
    assert_int_equal(diffable_snapshot_reconfigure_sections(list, REVISED("A=9 X"), NULL), unknown);
    assert_outline(list, "A: a b | B=5: c | C:");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(append),
        TEST(insert),
        TEST(delete),
        TEST(deleted_ones_may_come_again),
        TEST(move),
        TEST(reload),
        TEST(reconfigure),
        TEST(what_breaks_a_rule_changes_nothing),
    };
    return cmocka_run_group_tests_name("snapshot_sections", tests, NULL, NULL);
}
