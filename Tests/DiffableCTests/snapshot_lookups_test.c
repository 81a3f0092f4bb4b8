#include "support.h"

static diffable_snapshot *list;

static int set_up(void **state)
{
    (void)state;
    list = snapshot_of("A: a b=2 | B=7: | C: c d e");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_snapshot_free(list);
    return 0;
}

static void counts(void **state)
{
    (void)state;
    assert_int_equal(diffable_snapshot_number_of_sections(list), 3);
    assert_int_equal(diffable_snapshot_number_of_items(list, NULL), 5);
    assert_int_equal(diffable_snapshot_number_of_items(list, (diffable_id[]){ name("C") }), 3);
    assert_int_equal(diffable_snapshot_number_of_items(list, (diffable_id[]){ name("B") }), 0);
    assert_int_equal(diffable_snapshot_number_of_sections(NULL), 0);
    assert_int_equal(diffable_snapshot_number_of_items(NULL, NULL), 0);
}

static void places(void **state)
{
    (void)state;
    assert_int_equal(diffable_snapshot_index_of_section(list, name("C")), 2);
    assert_int_equal(diffable_snapshot_index_of_item(list, name("d")), 3);
    diffable_index_path path = diffable_snapshot_index_path_of_item(list, name("d"));
    assert_int_equal(path.section, 2);
    assert_int_equal(path.item, 1);
    assert_memory_equal(diffable_snapshot_section_containing_item(list, name("b")).bytes.data, "A", 1);
    assert_true(diffable_snapshot_contains_item(list, name("e")));
    assert_true((diffable_snapshot_index_of_section(list, name("B")) >= 0));
    assert_memory_equal(diffable_snapshot_section_at(list, 1).bytes.data, "B", 1);
    assert_memory_equal(diffable_snapshot_item_at(list, (diffable_index_path){ 2, 2 }).bytes.data, "e", 1);
    assert_int_equal(revision_of_item(list, name("b")), 2);
    assert_int_equal(revision_of_section(list, name("B")), 7);
}

static void assert_finds_nothing(const diffable_snapshot *snapshot, diffable_id id)
{
    assert_int_equal(diffable_snapshot_index_of_section(snapshot, id), -1);
    assert_int_equal(diffable_snapshot_index_of_item(snapshot, id), -1);
    diffable_index_path path = diffable_snapshot_index_path_of_item(snapshot, id);
    assert_int_equal(path.section, -1);
    assert_int_equal(path.item, -1);
    assert_int_equal(diffable_snapshot_section_containing_item(snapshot, id).kind, DIFFABLE_ID_NONE);
    assert_false(diffable_snapshot_contains_item(snapshot, id));
    assert_false((diffable_snapshot_index_of_section(snapshot, id) >= 0));
    assert_int_equal(revision_of_item(snapshot, id), 0);
    assert_int_equal(revision_of_section(snapshot, id), 0);
}

static void what_is_not_there(void **state)
{
    (void)state;
    static const unsigned kinds[] = { 3, 0x7fffffff, 0x80000000, 0xffffffff };
    diffable_id id = (diffable_id){ 0 };
    assert_finds_nothing(list, id);
    assert_finds_nothing(list, name("x"));
    assert_finds_nothing(list, diffable_id_integer(0));
    assert_finds_nothing(list, diffable_id_string(""));
    assert_finds_nothing(list, diffable_id_bytes(NULL, 1));
    assert_finds_nothing(list, diffable_id_bytes(NULL, SIZE_MAX));
    assert_finds_nothing(list, diffable_id_bytes("a", SIZE_MAX));
    for (size_t index = 0; index < sizeof kinds / sizeof *kinds; index += 1) {
        id.kind = (diffable_id_kind)kinds[index];
        assert_finds_nothing(list, id);
    }
    assert_finds_nothing(NULL, name("a"));
    assert_finds_nothing(NULL, name("A"));
}

static void places_that_do_not_exist(void **state)
{
    (void)state;
    static const ptrdiff_t beyond[] = { -1, 3, INT32_MAX, (ptrdiff_t)INT32_MAX + 1, PTRDIFF_MIN, PTRDIFF_MAX };
    for (size_t index = 0; index < sizeof beyond / sizeof *beyond; index += 1) {
        assert_int_equal(diffable_snapshot_section_at(list, (size_t)beyond[index]).kind, DIFFABLE_ID_NONE);
        assert_int_equal(
            diffable_snapshot_item_at(list, (diffable_index_path){ 2, beyond[index] }).kind, DIFFABLE_ID_NONE);
        assert_int_equal(
            diffable_snapshot_item_at(list, (diffable_index_path){ beyond[index], 0 }).kind, DIFFABLE_ID_NONE);
    }
    assert_int_equal(diffable_snapshot_item_at(list, (diffable_index_path){ 1, 0 }).kind, DIFFABLE_ID_NONE);
    assert_int_equal(diffable_snapshot_section_at(NULL, 0).kind, DIFFABLE_ID_NONE);
    assert_int_equal(diffable_snapshot_item_at(NULL, (diffable_index_path){ 0, 0 }).kind, DIFFABLE_ID_NONE);
}

static void inside_a_section_that_is_not_there(void **state)
{
    (void)state;
    diffable_id ids[2] = { diffable_id_integer(1), diffable_id_integer(2) };
    const diffable_id unknown[] = { name("X"), name("a"), (diffable_id){ 0 }, diffable_id_bytes(NULL, 4) };
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i += 1) {
        assert_int_equal(diffable_snapshot_number_of_items(list, &unknown[i]), -1);
        assert_int_equal(diffable_snapshot_item_identifiers(list, &unknown[i], 0, ids, NULL, 2), -1);
    }
    assert_int_equal(diffable_snapshot_number_of_items(NULL, (diffable_id[]){ name("A") }), -1);
    assert_int_equal(diffable_snapshot_item_identifiers(NULL, (diffable_id[]){ name("A") }, 0, ids, NULL, 2), -1);
    assert_int_equal(ids[0].integer, 1);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(counts),
        TEST(places),
        TEST(what_is_not_there),
        TEST(places_that_do_not_exist),
        TEST(inside_a_section_that_is_not_there),
    };
    return cmocka_run_group_tests_name("snapshot_lookups", tests, NULL, NULL);
}
