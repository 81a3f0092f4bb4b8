/* Items that get another identifier: their rows stay. */
#include "trees.h"

/** What an apply of a snapshot over a list changes. */
static const char *change_from(const char *line, diffable_snapshot *new_snapshot)
{
    static char description[256];
    diffable_snapshot *old = snapshot_of(line);
    diffable_difference *difference = diffable_difference_new(old, new_snapshot);
    snprintf(description, sizeof description, "%s", diffable_difference_description(difference));
    diffable_difference_free(difference);
    diffable_snapshot_free(old);
    return description;
}

static void a_renamed_row_is_reconfigured(void **state)
{
    (void)state;
    diffable_data_source *source = diffable_data_source_new();
    assert_ok(apply(source, "a: w draft=7 x"));
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    assert_ok(diffable_snapshot_rename_item(snapshot, name("draft"), name("#90"), &error));
    assert_outline(snapshot, "a: w #90=7 x / reconfigure #90");
    assert_ok(diffable_snapshot_delete_items(snapshot, IDS("w"), NULL, &error));
    diffable_transaction *transaction;
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, &transaction, &error));
    const diffable_difference *difference = diffable_transaction_difference(transaction);
    assert_string_equal(diffable_difference_description(difference), "1 item deleted, 1 reconfigured");
    diffable_change change = DIFFABLE_CHANGE_INIT;
    assert_ok(diffable_difference_changes(difference, DIFFABLE_RECONFIGURED_ITEMS, 0, &change, 1, NULL, &error));
    assert_true(diffable_id_equal(change.id, name("#90")) && diffable_id_equal(change.old_id, name("draft")));
    assert_true(change.from.item == 1 && change.to.item == 0);
    assert_int_equal(diffable_content_revision(change.old_content), 7);
    diffable_change all[2] = { DIFFABLE_CHANGE_INIT };
    size_t read = 0;
    assert_ok(diffable_difference_changes(difference, DIFFABLE_RECONFIGURED_ITEMS, 0, all, 2, &read, &error));
    assert_int_equal(read, 1);
    assert_true(diffable_id_equal(all[0].old_id, name("draft")));
    assert_ok(diffable_difference_changes(difference, DIFFABLE_DELETED_ITEMS, 0, &change, 1, NULL, &error));
    assert_true(diffable_id_equal(change.old_id, change.id));
    diffable_transaction_free(transaction);
    diffable_snapshot_free(snapshot);
    diffable_data_source_free(source);
}

static void a_renamed_parent_keeps_what_is_below(void **state)
{
    (void)state;
    diffable_snapshot *tree = tree_of("a+(b(c) d) e(f)");
    assert_ok(diffable_snapshot_rename_item(tree, name("a"), name("x"), &error));
    assert_ok(diffable_snapshot_rename_item(tree, name("b"), name("y"), &error));
    assert_ok(diffable_snapshot_rename_item(tree, name("c"), name("z"), &error));
    assert_ok(diffable_snapshot_rename_item(tree, name("e"), name("a"), &error));
    diffable_id ids[8];
    assert_int_equal(diffable_snapshot_all_item_identifiers(tree, 0, ids, 8), 6);
    const char *const expected[] = { "x", "y", "z", "d", "a", "f" };
    for (int index = 0; index < 6; index += 1) {
        assert_true(diffable_id_equal(ids[index], name(expected[index])));
    }
    assert_true(diffable_snapshot_is_expanded(tree, name("x")) && !diffable_snapshot_is_expanded(tree, name("a")));
    assert_true(diffable_id_equal(diffable_snapshot_parent_of_item(tree, name("z")), name("y")));
    diffable_snapshot_free(tree);
}

static void wrong_names_are_refused(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("a: x #3");
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER,
        "UNKNOWN_IDENTIFIER: rename_item: there is no item \"3\", but there is 3",
        diffable_snapshot_rename_item(snapshot, name("3"), name("y"), &error));
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: rename_item: item 3 is already at section \"a\", item 1",
        diffable_snapshot_rename_item(snapshot, name("x"), name("#3"), &error));
    assert_ok(diffable_snapshot_rename_item(snapshot, name("x"), name("x"), &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: rename_item: new_id is DIFFABLE_ID_NONE",
        diffable_snapshot_rename_item(snapshot, name("x"), (diffable_id){ 0 }, &error));
    assert_outline(snapshot, "a: x #3");
    diffable_snapshot_free(snapshot);
}

static void a_name_is_that_of_the_list_before(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("a: x y");
    assert_ok(diffable_snapshot_rename_item(snapshot, name("x"), name("p"), &error));
    assert_ok(diffable_snapshot_rename_item(snapshot, name("p"), name("q"), &error));
    assert_string_equal(change_from("a: x y", snapshot), "1 item reconfigured");
    /* An item that gets the earlier name of another one is new. */
    assert_ok(diffable_snapshot_append_items(snapshot, NEW("x"), NULL, &error));
    assert_string_equal(change_from("a: x y", snapshot), "1 item inserted, 1 reconfigured");
    /* The name that an item had for a while is that of another one in the list before. */
    diffable_snapshot *other = diffable_snapshot_copy(snapshot);
    assert_ok(diffable_snapshot_delete_items(other, IDS("x"), NULL, &error));
    assert_ok(diffable_snapshot_rename_item(other, name("y"), name("x"), &error));
    assert_ok(diffable_snapshot_rename_item(other, name("x"), name("z"), &error));
    assert_string_equal(change_from("a: x y", other), "2 items reconfigured");
    diffable_snapshot_free(other);
    /* A snapshot that keeps its marks renames nothing again. */
    assert_string_equal(change_from("a: q y x", snapshot), "1 item reconfigured");
    /* The item is not in this list. */
    assert_string_equal(change_from("a: y", snapshot), "2 items inserted");
    assert_ok(diffable_snapshot_delete_items(snapshot, IDS("q x"), NULL, &error));
    assert_string_equal(change_from("a: x y", snapshot), "1 item deleted");
    diffable_snapshot_free(snapshot);
}

/* A program may keep its snapshot, apply it, and rename again. */
static void a_snapshot_that_is_kept_renames_again(void **state)
{
    (void)state;
    static const char *const names[] = { "#1", "#2", "#1", "#3" };
    diffable_data_source *source = diffable_data_source_new();
    assert_ok(apply(source, "a: x y"));
    diffable_snapshot *kept = diffable_data_source_snapshot(source);
    diffable_id last = name("x");
    for (int index = 0; index < 4; index += 1) {
        diffable_transaction *transaction;
        assert_ok(diffable_snapshot_rename_item(kept, last, name(names[index]), &error));
        assert_ok(diffable_data_source_apply(source, kept, NULL, &transaction, &error));
        assert_string_equal(
            diffable_difference_description(diffable_transaction_difference(transaction)), "1 item reconfigured");
        diffable_transaction_free(transaction);
        last = name(names[index]);
    }
    diffable_snapshot_free(kept);
    diffable_data_source_free(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_renamed_row_is_reconfigured),
        cmocka_unit_test(a_renamed_parent_keeps_what_is_below),
        cmocka_unit_test(wrong_names_are_refused),
        cmocka_unit_test(a_snapshot_that_is_kept_renames_again),
        cmocka_unit_test(a_name_is_that_of_the_list_before),
    };
    return cmocka_run_group_tests_name("renaming", tests, NULL, NULL);
}
