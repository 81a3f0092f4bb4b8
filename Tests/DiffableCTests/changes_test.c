/* Changes read in bulk are those that are read one by one. */
#include "lists.h"

enum { LONG = 1500, LONG_SECTIONS = 4 };

static void assert_same_content(diffable_content one, diffable_content other)
{
    assert_int_equal(one.data == NULL, other.data == NULL);
    assert_int_equal(one.size, other.size);
    if (one.size > 0) {
        assert_memory_equal(one.data, other.data, one.size);
    }
    assert_ptr_equal(one.object, other.object);
    assert_null(one.finalize);
    assert_null(other.finalize);
}

static void assert_same_change(const diffable_change *one, const diffable_change *other)
{
    assert_int_equal(one->struct_size, other->struct_size);
    assert_int_equal(one->id.kind, other->id.kind);
    if (one->id.kind == DIFFABLE_ID_INTEGER) {
        assert_int_equal(one->id.integer, other->id.integer);
    } else {
        assert_int_equal(one->id.bytes.size, other->id.bytes.size);
        assert_memory_equal(one->id.bytes.data, other->id.bytes.data, one->id.bytes.size);
    }
    assert_int_equal(one->from.section, other->from.section);
    assert_int_equal(one->from.item, other->from.item);
    assert_int_equal(one->to.section, other->to.section);
    assert_int_equal(one->to.item, other->to.item);
    assert_int_equal(one->with_section, other->with_section);
    assert_same_content(one->old_content, other->old_content);
    assert_same_content(one->new_content, other->new_content);
}

/* The contents of a change are those that look-ups in the two lists return. */
static void assert_contents(
    const diffable_snapshot *old_list, const diffable_snapshot *new_list, const diffable_difference *difference)
{
    const diffable_content none = { 0 };
    for (int kind = DIFFABLE_DELETED_SECTIONS; kind <= DIFFABLE_RECONFIGURED_ITEMS; kind += 1) {
        bool is_of_sections = kind <= DIFFABLE_UPDATED_SECTIONS;
        diffable_content (*content_of)(const diffable_snapshot *,
            diffable_id) = is_of_sections ? diffable_snapshot_section_content : diffable_snapshot_item_content;
        for (size_t index = 0; index < diffable_difference_count(difference, kind); index += 1) {
            diffable_change change = DIFFABLE_CHANGE_INIT;
            assert_ok(diffable_difference_changes(difference, kind, index, &change, 1, NULL, &error));
            assert_same_content(change.old_content, change.from.section < 0 ? none : content_of(old_list, change.id));
            assert_same_content(change.new_content, change.to.section < 0 ? none : content_of(new_list, change.id));
        }
    }
}

/* Reads changes, and returns how many. */
static size_t read_changes(const diffable_difference *difference, diffable_change_kind kind, size_t first,
    diffable_change *changes, size_t capacity)
{
    size_t count = SIZE_MAX;
    assert_ok(diffable_difference_changes(difference, kind, first, changes, capacity, &count, &error));
    return count;
}

/* Reads all changes with this capacity; the element after those that were written stays as it was. */
static void assert_same_changes(const diffable_difference *difference, size_t capacity)
{
    diffable_change *changes = calloc(capacity + 1, sizeof *changes);
    for (int kind = DIFFABLE_DELETED_SECTIONS; kind <= DIFFABLE_RECONFIGURED_ITEMS; kind += 1) {
        size_t count = diffable_difference_count(difference, (diffable_change_kind)kind), first = 0;
        while (first < count) {
            memset(changes, 0xa5, (capacity + 1) * sizeof *changes);
            changes[0].struct_size = sizeof *changes;
            size_t read = read_changes(difference, (diffable_change_kind)kind, first, changes, capacity);
            assert_int_equal(read, count - first < capacity ? count - first : capacity);
            for (size_t index = 0; index < read; index += 1) {
                diffable_change change = DIFFABLE_CHANGE_INIT;
                assert_ok(diffable_difference_changes(
                    difference, (diffable_change_kind)kind, first + index, &change, 1, NULL, &error));
                assert_same_change(&changes[index], &change);
            }
            static const unsigned char untouched[] = { 0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5 };
            assert_memory_equal(&changes[read], untouched, sizeof untouched);
            first += read;
        }
        changes[0].struct_size = sizeof *changes;
        assert_int_equal(read_changes(difference, (diffable_change_kind)kind, count, changes, capacity), 0);
    }
    free(changes);
}

static void random_differences(void **state)
{
    (void)state;
    for (uint64_t round = 1; round <= 500; round += 1) {
        diffable_snapshot *old_list, *new_list;
        random_lists(round, &old_list, &new_list);
        diffable_difference *difference = diffable_difference_new(old_list, new_list);
        static const size_t capacities[] = { 1, 2, 3, 7, NAMES };
        for (size_t index = 0; index < sizeof capacities / sizeof *capacities; index += 1) {
            assert_same_changes(difference, capacities[index]);
        }
        assert_contents(old_list, new_list, difference);
        diffable_difference_free(difference);
        diffable_snapshot_free(old_list);
        diffable_snapshot_free(new_list);
    }
}

/* Sections of several leaves, with identifiers that are strings, of which a part is in both lists. */
static diffable_snapshot *long_snapshot(int first_section, int first, int step)
{
    diffable_snapshot *snapshot = diffable_snapshot_new();
    for (int index = 0; index < LONG_SECTIONS; index += 1) {
        diffable_id section = diffable_id_integer(first_section + index);
        assert_ok(diffable_snapshot_append_sections(snapshot, &section, NULL, 1, &error));
        for (int number = 0; number < LONG; number += 1) {
            char name[32];
            int size = snprintf(name, sizeof name, "item %d", first + (index * LONG + number) * step);
            diffable_id item = diffable_id_bytes(name, (size_t)size);
            assert_ok(diffable_snapshot_append_items(
                snapshot, &item, ONE_CONTENT((uint64_t)(first % 2)), 1, &section, &error));
        }
    }
    return snapshot;
}

static void several_leaves(void **state)
{
    (void)state;
    diffable_snapshot *old_list = long_snapshot(0, 0, 1), *new_list = long_snapshot(2, 1, 2);
    diffable_difference *difference = diffable_difference_new(old_list, new_list);
    assert_int_equal(diffable_difference_count(difference, DIFFABLE_INSERTED_SECTIONS), 2);
    assert_true(diffable_difference_count(difference, DIFFABLE_DELETED_ITEMS) > LONG);
    assert_true(diffable_difference_count(difference, DIFFABLE_MOVED_ITEMS) > 0);
    static const size_t capacities[] = { 1, 64, 1000, 4 * LONG };
    for (size_t index = 0; index < sizeof capacities / sizeof *capacities; index += 1) {
        assert_same_changes(difference, capacities[index]);
    }
    diffable_difference_free(difference);
    diffable_snapshot_free(old_list);
    diffable_snapshot_free(new_list);
}

/* Each element of these lists has another revision, so that none can be taken for another. */
static void revisions(void **state)
{
    (void)state;
    diffable_id section = diffable_id_string("A"),
                items[] = { diffable_id_string("a"), diffable_id_string("b"), diffable_id_string("c") };
    const uint64_t old_revisions[] = { 11, 12, 13 }, new_revisions[] = { 21, 22, 23 };
    diffable_content old_contents[3], new_contents[3];
    contents_of(old_revisions, 3, old_contents);
    contents_of(new_revisions, 3, new_contents);
    diffable_snapshot *old_list = diffable_snapshot_new(), *new_list = diffable_snapshot_new();
    assert_ok(diffable_snapshot_append_sections(old_list, &section, ONE_CONTENT(10), 1, &error));
    assert_ok(diffable_snapshot_append_items(old_list, items, old_contents, 2, &section, &error));
    assert_ok(diffable_snapshot_append_sections(new_list, &section, ONE_CONTENT(20), 1, &error));
    assert_ok(diffable_snapshot_append_items(new_list, items + 1, new_contents + 1, 2, &section, &error));
    diffable_difference *difference = diffable_difference_new(old_list, new_list);
    static const struct {
        diffable_change_kind kind;
        uint64_t old_revision, new_revision;
    } expected[] = {
        { DIFFABLE_UPDATED_SECTIONS, 10, 20 },
        { DIFFABLE_DELETED_ITEMS, 11, 0 },
        { DIFFABLE_RECONFIGURED_ITEMS, 12, 22 },
        { DIFFABLE_INSERTED_ITEMS, 0, 23 },
    };
    for (size_t index = 0; index < sizeof expected / sizeof *expected; index += 1) {
        diffable_change change = DIFFABLE_CHANGE_INIT;
        assert_int_equal(diffable_difference_count(difference, expected[index].kind), 1);
        assert_ok(diffable_difference_changes(difference, expected[index].kind, 0, &change, 1, NULL, &error));
        assert_int_equal(diffable_content_revision(change.old_content), expected[index].old_revision);
        assert_int_equal(diffable_content_revision(change.new_content), expected[index].new_revision);
    }
    assert_same_changes(difference, 2);
    assert_contents(old_list, new_list, difference);
    diffable_difference_free(difference);
    diffable_snapshot_free(old_list);
    diffable_snapshot_free(new_list);
}

/* A program that was compiled with a later header has larger elements. */
static void larger_elements(void **state)
{
    (void)state;
    struct later {
        diffable_change change;
        uint64_t added[2];
    } changes[3];
    memset(changes, 0x5a, sizeof changes);
    changes[0].change.struct_size = sizeof *changes;
    diffable_snapshot *old_list = snapshot_of("A: a"), *new_list = snapshot_of("A: a b c d");
    diffable_difference *difference = diffable_difference_new(old_list, new_list);
    assert_int_equal(read_changes(difference, DIFFABLE_INSERTED_ITEMS, 1, &changes[0].change, 3), 2);
    for (int index = 0; index < 2; index += 1) {
        assert_int_equal(changes[index].change.struct_size, sizeof *changes);
        assert_int_equal(changes[index].change.to.item, index + 2);
        assert_memory_equal(changes[index].change.id.bytes.data, index == 0 ? "c" : "d", 1);
        assert_int_equal(changes[index].added[0], 0x5a5a5a5a5a5a5a5a);
    }
    assert_int_equal(changes[2].change.struct_size, 0x5a5a5a5a5a5a5a5a);
    diffable_difference_free(difference);
    diffable_snapshot_free(old_list);
    diffable_snapshot_free(new_list);
}

static void wrong_arguments(void **state)
{
    (void)state;
    diffable_snapshot *old_list = snapshot_of("A: a"), *new_list = snapshot_of("A: a b");
    diffable_difference *difference = diffable_difference_new(old_list, new_list);
    diffable_change change = DIFFABLE_CHANGE_INIT;
#define assert_refuses(message, ...) \
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: " message, \
        diffable_difference_changes(__VA_ARGS__, NULL, &error))
    assert_refuses("difference_changes: difference is NULL", NULL, DIFFABLE_INSERTED_ITEMS, 0, &change, 1);
    assert_refuses("difference_changes: changes is NULL", difference, DIFFABLE_INSERTED_ITEMS, 0, NULL, 1);
    assert_refuses("difference_changes: there is no kind of change 9", difference, 9, 0, &change, 1);
    assert_refuses("difference_changes: there is no kind of change -1", difference, -1, 0, &change, 1);
    assert_refuses("difference_changes: capacity is 18446744073709551615, which is larger than memory", difference,
        DIFFABLE_INSERTED_ITEMS, 0, &change, SIZE_MAX);
    assert_int_equal(read_changes(difference, DIFFABLE_INSERTED_ITEMS, 0, NULL, 0), 0);
    assert_int_equal(read_changes(difference, DIFFABLE_INSERTED_ITEMS, 0, &change, 0), 0);
    static const size_t indexes[] = { 1, INT32_MAX, PTRDIFF_MAX, (size_t)PTRDIFF_MAX + 1, SIZE_MAX };
    for (int index = 0; index < 5; index += 1) {
        assert_int_equal(read_changes(difference, DIFFABLE_INSERTED_ITEMS, indexes[index], &change, 1), 0);
    }
    static const size_t sizes[] = { 0, sizeof change - 8, sizeof change + 1, (size_t)PTRDIFF_MAX + 1, SIZE_MAX };
    for (int index = 0; index < 5; index += 1) {
        change.struct_size = sizes[index];
        const diffable_status status = diffable_difference_changes(
            difference, DIFFABLE_INSERTED_ITEMS, 0, &change, 1, NULL, NULL);
        assert_int_equal(status, DIFFABLE_ERROR_INVALID_ARGUMENT);
    }
    change.struct_size = 0;
    assert_refuses("difference_changes: changes: struct_size is 0; start from the _INIT macro of the struct",
        difference, DIFFABLE_INSERTED_ITEMS, 0, &change, 1);
    change.struct_size = sizeof change + 1;
    assert_refuses("difference_changes: changes: struct_size is 177, which is not aligned", difference,
        DIFFABLE_INSERTED_ITEMS, 0, &change, 1);
    assert_int_equal(change.id.kind, DIFFABLE_ID_NONE);
    change.struct_size = sizeof change;
    assert_int_equal(read_changes(difference, DIFFABLE_INSERTED_ITEMS, 0, &change, 1), 1);
    assert_int_equal(change.to.item, 1);
    diffable_difference_free(difference);
    diffable_snapshot_free(old_list);
    diffable_snapshot_free(new_list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_differences),
        cmocka_unit_test(several_leaves),
        cmocka_unit_test(revisions),
        cmocka_unit_test(larger_elements),
        cmocka_unit_test(wrong_arguments),
    };
    return cmocka_run_group_tests_name("changes", tests, NULL, NULL);
}
