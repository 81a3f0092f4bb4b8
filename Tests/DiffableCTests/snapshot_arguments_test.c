/* Arguments that are wrong in themselves, for every edit: an error, and nothing changed. */
#include "trees.h"

/* One shape for all edits, so that each gets every wrong argument. */
typedef diffable_status edit(
    diffable_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_id anchor, diffable_error **error);

#define ANCHORED(verb) \
    static diffable_status verb( \
        diffable_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_id anchor, diffable_error **error) \
    { \
        return diffable_snapshot_##verb(snapshot, ids, NULL, count, anchor, error); \
    }
#define PLAIN(verb) \
    static diffable_status verb( \
        diffable_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_id anchor, diffable_error **error) \
    { \
        (void)anchor; \
        return diffable_snapshot_##verb(snapshot, ids, NULL, count, error); \
    }
#define DELETION(verb) \
    static diffable_status verb( \
        diffable_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_id anchor, diffable_error **error) \
    { \
        (void)anchor; \
        size_t deleted = 99; \
        diffable_status status = diffable_snapshot_##verb(snapshot, ids, count, &deleted, error); \
        assert_true(status == DIFFABLE_OK || deleted == 99); \
        return status; \
    }
#define MOVE(verb) \
    static diffable_status verb( \
        diffable_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_id anchor, diffable_error **error) \
    { \
        return diffable_snapshot_##verb( \
            snapshot, count == 1 && ids != NULL ? ids[0] : (diffable_id){ 0 }, anchor, error); \
    }
#define EXPANSION(verb) \
    static diffable_status verb( \
        diffable_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_id anchor, diffable_error **error) \
    { \
        (void)anchor; \
        return diffable_snapshot_##verb(snapshot, ids, count, error); \
    }
#define IN_SECTION(verb) \
    static diffable_status verb( \
        diffable_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_id anchor, diffable_error **error) \
    { \
        return diffable_snapshot_##verb(snapshot, ids, NULL, count, &anchor, error); \
    }
#define INSERTION(name, placement) \
    static diffable_status name( \
        diffable_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_id anchor, diffable_error **error) \
    { \
        return diffable_snapshot_insert_items(snapshot, ids, NULL, count, placement, &anchor, error); \
    }
#define GROUP_MOVE(name, placement) \
    static diffable_status name( \
        diffable_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_id anchor, diffable_error **error) \
    { \
        return diffable_snapshot_move_items(snapshot, ids, count, placement, &anchor, error); \
    }
PLAIN(append_sections)
ANCHORED(insert_sections_before)
ANCHORED(insert_sections_after)
DELETION(delete_sections)
MOVE(move_section_before)
MOVE(move_section_after)
PLAIN(reload_sections)
PLAIN(reconfigure_sections)
IN_SECTION(append_items)
IN_SECTION(replace_items)
ANCHORED(insert_items_before)
ANCHORED(insert_items_after)
DELETION(delete_items)
MOVE(move_item_before)
MOVE(move_item_after)
PLAIN(reload_items)
PLAIN(reconfigure_items)
EXPANSION(expand)
EXPANSION(collapse)
EXPANSION(keep_expansion)
EXPANSION(keep_children)
INSERTION(insert_at_end_of_section, DIFFABLE_AT_END_OF_SECTION)
INSERTION(insert_at_start_of_section, DIFFABLE_AT_START_OF_SECTION)
INSERTION(insert_at_end_of_parent, DIFFABLE_AT_END_OF_PARENT)
INSERTION(insert_at_start_of_parent, DIFFABLE_AT_START_OF_PARENT)
INSERTION(insert_before_item, DIFFABLE_BEFORE_ITEM)
INSERTION(insert_after_item, DIFFABLE_AFTER_ITEM)
GROUP_MOVE(move_to_end_of_section, DIFFABLE_AT_END_OF_SECTION)
GROUP_MOVE(move_to_start_of_section, DIFFABLE_AT_START_OF_SECTION)
GROUP_MOVE(move_to_end_of_parent, DIFFABLE_AT_END_OF_PARENT)
GROUP_MOVE(move_to_start_of_parent, DIFFABLE_AT_START_OF_PARENT)
GROUP_MOVE(move_before_item, DIFFABLE_BEFORE_ITEM)
GROUP_MOVE(move_after_item, DIFFABLE_AFTER_ITEM)

/* To the revision 1, because an item without content is not updated. */
static diffable_status update_items(
    diffable_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_id anchor, diffable_error **error)
{
    (void)anchor;
    static const uint64_t revisions[] = { 1, 1 };
    diffable_content contents[2];
    contents_of(revisions, 2, contents);
    size_t updated = 99;
    diffable_status status = diffable_snapshot_update_items(snapshot, ids, contents, count, &updated, error);
    assert_true(status == DIFFABLE_OK || updated == 99);
    return status;
}

static diffable_status set_expandable(
    diffable_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_id anchor, diffable_error **error)
{
    (void)anchor;
    return diffable_snapshot_set_expandable(snapshot, ids, count, true, error);
}

/* Each edit, with an id and an anchor that it takes. */
static const struct {
    edit *edit;
    const char *id, *anchor;
} edits[] = {
    { append_sections, "X", "" },
    { insert_sections_before, "X", "A" },
    { insert_sections_after, "X", "A" },
    { delete_sections, "A", "" },
    { move_section_before, "B", "A" },
    { move_section_after, "A", "B" },
    { reload_sections, "A", "" },
    { append_items, "x", "A" },
    { insert_items_before, "x", "a" },
    { insert_items_after, "x", "a" },
    { delete_items, "a", "" },
    { move_item_before, "b", "a" },
    { move_item_after, "a", "b" },
    { move_to_end_of_section, "a", "B" },
    { reload_items, "a", "" },
    { reconfigure_items, "b", "" },
    { update_items, "b", "" },
    { replace_items, "x", "A" },
    { reconfigure_sections, "A", "" },
    { insert_at_end_of_section, "x", "A" },
    { insert_at_start_of_section, "x", "A" },
    { insert_at_end_of_parent, "x", "e" },
    { insert_at_start_of_parent, "x", "d" },
    { insert_before_item, "x", "e" },
    { insert_after_item, "x", "e" },
    { move_to_start_of_section, "b", "A" },
    { move_to_end_of_parent, "b", "e" },
    { move_to_start_of_parent, "b", "d" },
    { move_before_item, "b", "e" },
    { move_after_item, "a", "e" },
    { expand, "a", "" },
    { collapse, "d", "" },
    { keep_expansion, "a", "" },
    { keep_children, "a", "" },
    { set_expandable, "e", "" },
};
enum { EDITS = sizeof edits / sizeof *edits };
static const char before[] = "A: a b=2 d+(e) | B: c";

/* Not identifiers; the first is none. */
static diffable_id broken[7];

static int set_up(void **state)
{
    (void)state;
    broken[1] = diffable_id_bytes(NULL, 3);
    broken[2] = diffable_id_bytes(NULL, SIZE_MAX);
    broken[3] = diffable_id_bytes("a", SIZE_MAX);
    static const unsigned kinds[] = { 3, 0x80000000, 0xffffffff };
    for (int index = 0; index < 3; index += 1) {
        broken[4 + index] = diffable_id_string("a");
        broken[4 + index].kind = (diffable_id_kind)kinds[index];
    }
    return 0;
}

/* Also without an error object. */
static void assert_refuses(
    edit *edit, diffable_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_id anchor)
{
    assert_int_equal(edit(snapshot, ids, count, anchor, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
    error = NULL;
    assert_int_equal(edit(snapshot, ids, count, anchor, &error), DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_int_equal(diffable_error_status(error), DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_memory_equal(diffable_error_message(error), "INVALID_ARGUMENT: ", 18);
    diffable_error_free(error);
    if (snapshot != NULL) {
        assert_forest(snapshot, before);
    }
}

static void every_edit_takes_what_is_right(void **state)
{
    (void)state;
    for (int index = 0; index < EDITS; index += 1) {
        diffable_snapshot *snapshot = forest_of(before);
        diffable_id id = name(edits[index].id);
        assert_ok(edits[index].edit(snapshot, &id, 1, name(edits[index].anchor), NULL));
        /* What an item keeps of its children shows in an apply. */
        if (edits[index].edit != keep_children) {
            assert_string_not_equal(forest_outline(snapshot), before);
        }
        diffable_snapshot_free(snapshot);
    }
}

static void every_edit_refuses_what_is_wrong(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = forest_of(before);
    for (int index = 0; index < EDITS; index += 1) {
        edit *edit = edits[index].edit;
        diffable_id ids[2] = { name(edits[index].id), (diffable_id){ 0 } }, anchor = name(edits[index].anchor);
        assert_refuses(edit, NULL, ids, 1, anchor);
        assert_refuses(edit, NULL, NULL, 0, anchor);
        assert_refuses(edit, snapshot, NULL, 1, anchor);
        assert_refuses(edit, snapshot, NULL, SIZE_MAX, anchor);
        assert_refuses(edit, snapshot, ids, SIZE_MAX, anchor);
        assert_refuses(edit, snapshot, ids, (size_t)PTRDIFF_MAX + 1, anchor);
        assert_refuses(edit, snapshot, ids, PTRDIFF_MAX, anchor);
        for (int number = 0; number < 7; number += 1) {
            assert_refuses(edit, snapshot, &broken[number], 1, anchor);
            ids[1] = broken[number];
            assert_refuses(edit, snapshot, ids, 2, anchor);
            if (anchor.kind != DIFFABLE_ID_NONE) {
                assert_refuses(edit, snapshot, ids, 1, broken[number]);
            }
        }
    }
    assert_int_equal(diffable_snapshot_clear(NULL, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: clear: snapshot is NULL",
        diffable_snapshot_clear(NULL, &error));
    diffable_snapshot_free(snapshot);
}

static void an_error_says_which(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = forest_of(before);
    diffable_id ids[3] = { name("x"), name("y"), (diffable_id){ 0 } };
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: append_items: ids: element 2 is DIFFABLE_ID_NONE",
        diffable_snapshot_append_items(snapshot, ids, NULL, 3, (diffable_id[]){ name("A") }, &error));
    assert_int_equal(diffable_snapshot_append_items(snapshot, ids, NULL, 3, (diffable_id[]){ name("A") }, &error),
        DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_string_equal(
        diffable_error_message_from_one(error), "INVALID_ARGUMENT: append_items: ids: element 3 is DIFFABLE_ID_NONE");
    assert_int_equal(diffable_error_position(error), 2);
    assert_int_equal(diffable_error_identifier(error).kind, DIFFABLE_ID_NONE);
    diffable_error_free(error);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: append_items: ids is NULL",
        diffable_snapshot_append_items(snapshot, NULL, NULL, 3, (diffable_id[]){ name("A") }, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: insert_items_before: anchor is DIFFABLE_ID_NONE",
        diffable_snapshot_insert_items_before(snapshot, ids, NULL, 1, (diffable_id){ 0 }, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: append_sections: count is 18446744073709551615, and may be at most 2147483647",
        diffable_snapshot_append_sections(snapshot, ids, NULL, SIZE_MAX, &error));
    diffable_snapshot_free(snapshot);
}

/* Many identifiers are read some at a time. */
static void what_is_none_far_behind_is_found(void **state)
{
    (void)state;
    enum { MANY = 300, NONE = 250 };
    diffable_snapshot *snapshot = forest_of(before);
    diffable_id ids[MANY];
    for (int index = 0; index < MANY; index += 1) {
        ids[index] = index == NONE ? (diffable_id){ 0 } : diffable_id_integer(index);
    }
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: append_items: ids: element 250 is DIFFABLE_ID_NONE",
        diffable_snapshot_append_items(snapshot, ids, NULL, MANY, (diffable_id[]){ name("A") }, &error));
    assert_forest(snapshot, before);
    assert_ok(diffable_snapshot_append_items(snapshot, ids, NULL, NONE, (diffable_id[]){ name("A") }, NULL));
    diffable_snapshot_free(snapshot);
}

/* The first item that a list ever sees decides how large its tables begin. */
static void a_first_item_of_impossible_size(void **state)
{
    (void)state;
    static const size_t sizes[] = { PTRDIFF_MAX, (size_t)PTRDIFF_MAX + 1, (size_t)PTRDIFF_MAX + 2, SIZE_MAX };
    for (size_t index = 0; index < sizeof sizes / sizeof *sizes; index += 1) {
        diffable_snapshot *snapshot = snapshot_of("A:");
        diffable_id ids[2] = { diffable_id_bytes(NULL, sizes[index]), diffable_id_bytes(NULL, sizes[index]) };
        for (size_t count = 1; count <= 2; count += 1) {
            assert_int_equal(
                diffable_snapshot_append_items(snapshot, ids, NULL, count, (diffable_id[]){ name("A") }, NULL),
                DIFFABLE_ERROR_INVALID_ARGUMENT);
        }
        ids[0].kind = ids[1].kind = (diffable_id_kind)77;
        assert_int_equal(diffable_snapshot_append_items(snapshot, ids, NULL, 2, (diffable_id[]){ name("A") }, NULL),
            DIFFABLE_ERROR_INVALID_ARGUMENT);
        ids[0] = diffable_id_bytes("a", (size_t)PTRDIFF_MAX + 1);
        assert_int_equal(diffable_snapshot_append_items(snapshot, ids, NULL, 1, (diffable_id[]){ name("A") }, NULL),
            DIFFABLE_ERROR_INVALID_ARGUMENT);
        assert_outline(snapshot, "A:");
        diffable_snapshot_free(snapshot);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_edit_takes_what_is_right),
        cmocka_unit_test(every_edit_refuses_what_is_wrong),
        cmocka_unit_test(an_error_says_which),
        cmocka_unit_test(what_is_none_far_behind_is_found),
        cmocka_unit_test(a_first_item_of_impossible_size),
    };
    return cmocka_run_group_tests_name("snapshot_arguments", tests, set_up, NULL);
}
