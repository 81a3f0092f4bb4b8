#include "support.h"

static void a_new_one_is_empty(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = diffable_snapshot_new();
    assert_non_null(snapshot);
    assert_int_equal(diffable_snapshot_number_of_sections(snapshot), 0);
    assert_int_equal(diffable_snapshot_number_of_items(snapshot, NULL), 0);
    assert_outline(snapshot, "");
    diffable_snapshot_free(snapshot);
}

static void a_copy_goes_its_own_way(void **state)
{
    (void)state;
    diffable_snapshot *original = snapshot_of("A: a b=2 | B=3: c");
    assert_ok(diffable_snapshot_reload_items(original, NEW("a"), &error));
    diffable_snapshot *copy = diffable_snapshot_copy(original);
    assert_outline(copy, "A: a b=2 | B=3: c / reload a");

    assert_ok(diffable_snapshot_delete_items(copy, IDS("a"), NULL, &error));
    assert_ok(diffable_snapshot_append_items(copy, NEW("d"), (diffable_id[]){ name("B") }, &error));
    assert_ok(diffable_snapshot_reload_sections(copy, REVISED("B=4"), &error));
    assert_outline(original, "A: a b=2 | B=3: c / reload a");
    assert_outline(copy, "A: b=2 | B=4: c d / reload sections B");

    assert_ok(diffable_snapshot_clear(original, &error));
    assert_outline(original, "");
    assert_outline(copy, "A: b=2 | B=4: c d / reload sections B");
    diffable_snapshot_free(original);
    assert_outline(copy, "A: b=2 | B=4: c d / reload sections B");
    diffable_snapshot_free(copy);
}

static void borrowed_identifiers_outlast_edits_of_other_snapshots(void **state)
{
    (void)state;
    diffable_snapshot *original = snapshot_of("section: item");
    diffable_snapshot *copy = diffable_snapshot_copy(original);
    diffable_id section = diffable_snapshot_section_at(original, 0);
    diffable_id item = diffable_snapshot_item_at(original, (diffable_index_path){ 0, 0 });

    for (int round = 0; round < 20; round += 1) {
        diffable_id ids[1000];
        for (int index = 0; index < 1000; index += 1) {
            ids[index] = diffable_id_integer(round * 1000 + index);
        }
        assert_ok(diffable_snapshot_append_items(copy, ids, NULL, 1000, NULL, &error));
        assert_ok(diffable_snapshot_delete_items(copy, ids, 1000, NULL, &error));
    }
    diffable_snapshot_free(copy);
    assert_memory_equal(section.bytes.data, "section", 7);
    assert_memory_equal(item.bytes.data, "item", 4);
    diffable_snapshot_free(original);
}

/* What a failed edit leaves alone includes what was lent out before it. */
static void borrowed_identifiers_outlast_failed_edits(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("section: item");
    diffable_id ids[4000];
    for (int index = 0; index < 4000; index += 1) {
        ids[index] = diffable_id_integer(index);
    }
    assert_ok(diffable_snapshot_append_items(snapshot, ids, NULL, 4000, NULL, &error));
    assert_ok(diffable_snapshot_delete_items(snapshot, ids, 4000, NULL, &error));
    diffable_id section = diffable_snapshot_section_at(snapshot, 0);
    diffable_id item = diffable_snapshot_item_at(snapshot, (diffable_index_path){ 0, 0 });

    assert_int_equal(
        diffable_snapshot_append_items(snapshot, NEW("x item"), NULL, NULL), DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_int_equal(diffable_snapshot_append_items(snapshot, NEW("x"), (diffable_id[]){ name("nowhere") }, NULL),
        DIFFABLE_ERROR_UNKNOWN_IDENTIFIER);
    assert_int_equal(
        diffable_snapshot_insert_items_before(snapshot, NEW("x"), name("y"), NULL), DIFFABLE_ERROR_UNKNOWN_IDENTIFIER);
    assert_int_equal(diffable_snapshot_insert_items_after(snapshot, NEW("x item"), name("item"), NULL),
        DIFFABLE_ERROR_INVALID_DESTINATION);
    assert_memory_equal(section.bytes.data, "section", 7);
    assert_memory_equal(item.bytes.data, "item", 4);
    assert_outline(snapshot, "section: item");
    diffable_snapshot_free(snapshot);
}

static bool equal(const char *left, const char *right)
{
    diffable_snapshot *one = snapshot_of(left), *other = snapshot_of(right);
    bool result = diffable_snapshot_equal(one, other);
    assert_int_equal(diffable_snapshot_equal(other, one), result);
    diffable_snapshot_free(one);
    diffable_snapshot_free(other);
    return result;
}

static void equality_is_of_order_and_contents(void **state)
{
    (void)state;
    assert_true(equal("", ""));
    assert_true(equal("A: a b=2 | B:", "A: a b=2 | B:"));
    assert_false(equal("A: a b", "A: b a"));
    assert_false(equal("A: | B:", "B: | A:"));
    assert_false(equal("A: a b | B:", "A: a | B: b"));
    assert_false(equal("A: a", "A: a=1"));
    assert_false(equal("A:", "A=1:"));
    assert_false(equal("A:", ""));
    assert_false(equal("A: #1", "A: 1"));
    assert_false(equal("A: a", "A: a b"));
}

static void equality_overlooks_marks(void **state)
{
    (void)state;
    diffable_snapshot *one = snapshot_of("A: a b"), *other = diffable_snapshot_copy(one);
    assert_ok(diffable_snapshot_reload_items(one, NEW("a"), &error));
    assert_ok(diffable_snapshot_reconfigure_items(one, NEW("b"), &error));
    assert_ok(diffable_snapshot_reload_sections(one, NEW("A"), &error));
    assert_true(diffable_snapshot_equal(one, other));
    assert_true(diffable_snapshot_equal(one, one));
    assert_ok(diffable_snapshot_reload_items(one, REVISED("a=1"), &error));
    assert_false(diffable_snapshot_equal(one, other));
    diffable_snapshot_free(one);
    diffable_snapshot_free(other);
}

static void null_is_no_snapshot(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_snapshot_free(NULL);
    assert_null(diffable_snapshot_copy(NULL));
    assert_true(diffable_snapshot_equal(NULL, NULL));
    assert_false(diffable_snapshot_equal(NULL, snapshot));
    assert_false(diffable_snapshot_equal(snapshot, NULL));
    diffable_snapshot_free(snapshot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_one_is_empty),
        cmocka_unit_test(a_copy_goes_its_own_way),
        cmocka_unit_test(borrowed_identifiers_outlast_edits_of_other_snapshots),
        cmocka_unit_test(borrowed_identifiers_outlast_failed_edits),
        cmocka_unit_test(equality_is_of_order_and_contents),
        cmocka_unit_test(equality_overlooks_marks),
        cmocka_unit_test(null_is_no_snapshot),
    };
    return cmocka_run_group_tests_name("snapshots", tests, NULL, NULL);
}
