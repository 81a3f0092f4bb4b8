#include "support.h"

static diffable_difference *difference(const char *from, const char *to)
{
    diffable_snapshot *old_list = snapshot_of(from), *new_list = snapshot_of(to);
    diffable_difference *result = diffable_difference_new(old_list, new_list);
    diffable_snapshot_free(old_list);
    diffable_snapshot_free(new_list);
    return result;
}

/* The changes of a kind, as in "a 0.1>1.2, b 0.2>-1.-1+", where the plus says "with its section". */
static const char *changes(const diffable_difference *difference, diffable_change_kind kind)
{
    static text line;
    line.size = 0;
    line.bytes[0] = '\0';
    for (size_t index = 0; index < diffable_difference_count(difference, kind); index += 1) {
        diffable_change change = DIFFABLE_CHANGE_INIT;
        assert_ok(diffable_difference_changes(difference, kind, index, &change, 1, NULL, &error));
        add(&line, index == 0 ? "" : ", ");
        add_id(&line, change.id, 0);
        add(&line, " %td.%td>%td.%td%s", change.from.section, change.from.item, change.to.section, change.to.item,
            change.with_section ? "+" : "");
    }
    return line.bytes;
}

static void assert_difference(const char *from, const char *to, const char *expected)
{
    diffable_difference *found = difference(from, to);
    assert_string_equal(diffable_difference_description(found), expected);
    assert_int_equal(diffable_difference_is_empty(found), strcmp(expected, "no changes") == 0);
    diffable_difference_free(found);
}

static void descriptions(void **state)
{
    (void)state;
    assert_difference("", "", "no changes");
    assert_difference("A: a b=2 | B:", "A: a b=2 | B:", "no changes");
    assert_difference("A: a", "A: a b", "1 item inserted");
    assert_difference("", "A: a b | B:", "2 sections inserted; 2 items inserted");
    assert_difference("A: a b c d", "A: d a b c", "1 item moved");
    assert_difference("A: a b c", "A: c b a", "2 items moved");
    assert_difference("A: a b | B: c", "A: b | B: a c", "1 item moved");
    assert_difference("A: a | B: b", "B: b | A: a", "1 section moved");
    assert_difference("A: a=1 b", "A: a=2 b", "1 item reconfigured");
    assert_difference("A=1: a", "A=2: a", "1 section updated");
    assert_difference("A: a | B: b", "B: b a", "1 section deleted; 1 item moved");
    assert_difference(
        "A: a b c", "C: x | A: b=1 a d", "1 section inserted; 1 item deleted, 2 inserted, 1 moved, 1 reconfigured");
    assert_difference("A: #1", "A: 1", "1 item deleted, 1 inserted");
}

static void places_of_changes(void **state)
{
    (void)state;
    diffable_difference *found = difference("A: a b c | B: d | C: e f=1", "D: x c | C=2: f=2 e y | A: a");
    assert_string_equal(changes(found, DIFFABLE_DELETED_SECTIONS), "B 1.-1>-1.-1");
    assert_string_equal(changes(found, DIFFABLE_INSERTED_SECTIONS), "D -1.-1>0.-1");
    assert_string_equal(changes(found, DIFFABLE_UPDATED_SECTIONS), "C 2.-1>1.-1");
    assert_int_equal(diffable_difference_count(found, DIFFABLE_MOVED_SECTIONS), 1);
    assert_string_equal(changes(found, DIFFABLE_DELETED_ITEMS), "b 0.1>-1.-1, d 1.0>-1.-1+");
    assert_string_equal(changes(found, DIFFABLE_INSERTED_ITEMS), "x -1.-1>0.0+, y -1.-1>1.2");
    assert_string_equal(changes(found, DIFFABLE_RECONFIGURED_ITEMS), "f 2.1>1.0");
    assert_string_equal(changes(found, DIFFABLE_RELOADED_ITEMS), "");
    assert_int_equal(diffable_difference_count(found, DIFFABLE_MOVED_ITEMS), 2);
    diffable_difference_free(found);
}

static void marks_are_changes(void **state)
{
    (void)state;
    diffable_snapshot *old_list = snapshot_of("A: a b c d | B: e | C: f"), *new_list = diffable_snapshot_copy(old_list);
    assert_ok(diffable_snapshot_reload_items(new_list, NEW("b"), &error));
    assert_ok(diffable_snapshot_reconfigure_items(new_list, NEW("b c"), &error));
    assert_ok(diffable_snapshot_reload_sections(new_list, NEW("B"), &error));
    assert_ok(diffable_snapshot_append_items(new_list, NEW("g"), (diffable_id[]){ name("C") }, &error));
    assert_ok(diffable_snapshot_reload_items(new_list, NEW("g"), &error));
    assert_ok(diffable_snapshot_move_item_before(new_list, name("c"), name("a"), &error));
    diffable_difference *found = diffable_difference_new(old_list, new_list);
    assert_string_equal(changes(found, DIFFABLE_RELOADED_ITEMS), "b 0.1>0.2, e 1.0>1.0");
    assert_string_equal(changes(found, DIFFABLE_RECONFIGURED_ITEMS), "c 0.2>0.0");
    assert_string_equal(changes(found, DIFFABLE_MOVED_ITEMS), "c 0.2>0.0");
    assert_string_equal(changes(found, DIFFABLE_UPDATED_SECTIONS), "B 1.-1>1.-1");
    assert_string_equal(changes(found, DIFFABLE_INSERTED_ITEMS), "g -1.-1>2.1");
    diffable_difference_free(found);
    diffable_snapshot_free(old_list);
    diffable_snapshot_free(new_list);
}

/* The section is updated once, however often it is said, and its items are not touched. */
static void reconfigured_sections(void **state)
{
    (void)state;
    diffable_snapshot *old_list = snapshot_of("A: a b | B: c | C=1: d"), *new_list = diffable_snapshot_copy(old_list);
    assert_ok(diffable_snapshot_reconfigure_sections(new_list, REVISED("B C=2"), &error));
    assert_ok(diffable_snapshot_reconfigure_sections(new_list, NEW("B"), &error));
    diffable_difference *found = diffable_difference_new(old_list, new_list);
    assert_string_equal(changes(found, DIFFABLE_UPDATED_SECTIONS), "B 1.-1>1.-1, C 2.-1>2.-1");
    assert_string_equal(diffable_difference_description(found), "2 sections updated");
    diffable_difference_free(found);
    assert_ok(diffable_snapshot_reload_sections(new_list, NEW("B"), &error));
    found = diffable_difference_new(old_list, new_list);
    assert_string_equal(diffable_difference_description(found), "2 sections updated; 1 item reloaded");
    diffable_difference_free(found);
    diffable_snapshot_free(old_list);
    diffable_snapshot_free(new_list);
}

static void outlasts_its_snapshots(void **state)
{
    (void)state;
    diffable_snapshot *old_list = snapshot_of("A: left stays"), *new_list = snapshot_of("A: stays came");
    diffable_difference *found = diffable_difference_new(old_list, new_list);
    diffable_change change = DIFFABLE_CHANGE_INIT;
    assert_ok(diffable_difference_changes(found, DIFFABLE_DELETED_ITEMS, 0, &change, 1, NULL, &error));
    assert_ok(diffable_snapshot_clear(old_list, &error));
    assert_ok(diffable_snapshot_append_sections(old_list, NEW("X"), &error));
    diffable_snapshot_free(old_list);
    diffable_snapshot_free(new_list);
    assert_memory_equal(change.id.bytes.data, "left", 4);
    assert_string_equal(changes(found, DIFFABLE_INSERTED_ITEMS), "came -1.-1>0.1");
    diffable_difference_free(found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descriptions),
        cmocka_unit_test(places_of_changes),
        cmocka_unit_test(marks_are_changes),
        cmocka_unit_test(reconfigured_sections),
        cmocka_unit_test(outlasts_its_snapshots),
    };
    return cmocka_run_group_tests_name("differences", tests, NULL, NULL);
}
