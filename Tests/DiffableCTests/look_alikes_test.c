/* Identifiers that look like those of the list: the string "3" for the number 3, or the other way round. */
#include "trees.h"

#define assert_unknown(message, call) \
    assert_fails(DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, "UNKNOWN_IDENTIFIER: " message, call)

static void edits_name_the_look_alike(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("#1: #3 4 b");
    assert_unknown("delete_items: there is no item \"3\", but there is 3",
        diffable_snapshot_delete_items(snapshot, IDS("b 3"), NULL, &error));
    assert_unknown("delete_items: there is no item 4, but there is \"4\"",
        diffable_snapshot_delete_items(snapshot, IDS("#4"), NULL, &error));
    assert_unknown("delete_sections: there is no section \"1\", but there is 1",
        diffable_snapshot_delete_sections(snapshot, IDS("1"), NULL, &error));
    assert_unknown(
        "expand: there is no item \"3\", but there is 3", diffable_snapshot_expand(snapshot, IDS("3"), &error));
    assert_unknown("reload_items: there is no item \"3\", but there is 3",
        diffable_snapshot_reload_items(snapshot, NEW("3"), &error));
    assert_unknown("update_sections: there is no section \"1\", but there is 1",
        diffable_snapshot_update_sections(snapshot, NEW("1"), NULL, &error));
    assert_unknown("insert_items_after: there is no item 4, but there is \"4\"",
        diffable_snapshot_insert_items_after(snapshot, NEW("x"), name("#4"), &error));
    assert_unknown("append_items: there is no section \"1\", but there is 1",
        diffable_snapshot_append_items(snapshot, NEW("x"), (diffable_id[]){ name("1") }, &error));
    assert_outline(snapshot, "#1: #3 4 b");
    diffable_snapshot_free(snapshot);
}

static void items_and_sections_that_are_taken_for_one_another(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("a: b");
    assert_unknown("reload_items: there is no item \"a\", but there is a section of that name",
        diffable_snapshot_reload_items(snapshot, NEW("a"), &error));
    assert_unknown("insert_items_after: there is no item \"a\", but there is a section of that name",
        diffable_snapshot_insert_items_after(snapshot, NEW("x"), name("a"), &error));
    assert_unknown("append_items: there is no section \"b\", but there is an item of that name",
        diffable_snapshot_append_items(snapshot, NEW("x"), (diffable_id[]){ name("b") }, &error));
    assert_unknown("reload_sections: there is no section \"b\", but there is an item of that name",
        diffable_snapshot_reload_sections(snapshot, NEW("b"), &error));
    /* An item that the call adds is not in the list yet. */
    assert_unknown("append_items: there is no section \"x\"",
        diffable_snapshot_append_items(snapshot, NEW("x"), (diffable_id[]){ name("x") }, &error));
    diffable_snapshot_free(snapshot);
}

static void others_are_ignored_by_deletions(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("a: #3 b");
    size_t deleted = 9;
    assert_ok(diffable_snapshot_delete_items(snapshot, IDS("03 nobody #3"), &deleted, &error));
    assert_int_equal(deleted, 1);
    assert_ok(diffable_snapshot_delete_sections(snapshot, IDS("nowhere"), &deleted, &error));
    assert_int_equal(deleted, 0);
    assert_outline(snapshot, "a: b");
    diffable_snapshot_free(snapshot);
}

static void what_is_absent_has_no_expansion(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("a: b");
    assert_unknown("expand: there is no item \"x\"", diffable_snapshot_expand(snapshot, IDS("b x"), &error));
    assert_unknown("collapse: there is no item \"x\"", diffable_snapshot_collapse(snapshot, IDS("x"), &error));
    assert_unknown(
        "keep_expansion: there is no item \"x\"", diffable_snapshot_keep_expansion(snapshot, IDS("x"), &error));
    assert_unknown(
        "keep_children: there is no item \"x\"", diffable_snapshot_keep_children(snapshot, IDS("x"), &error));
    assert_unknown(
        "set_expandable: there is no item \"x\"", diffable_snapshot_set_expandable(snapshot, IDS("x"), true, &error));
    assert_false(diffable_snapshot_is_expanded(snapshot, name("b")));
    diffable_snapshot_free(snapshot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_name_the_look_alike),
        cmocka_unit_test(items_and_sections_that_are_taken_for_one_another),
        cmocka_unit_test(others_are_ignored_by_deletions),
        cmocka_unit_test(what_is_absent_has_no_expansion),
    };
    return cmocka_run_group_tests_name("look_alikes", tests, NULL, NULL);
}
