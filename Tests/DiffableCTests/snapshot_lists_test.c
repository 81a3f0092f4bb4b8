#include "support.h"

typedef size_t reader(const diffable_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity);

static size_t read_items_of_b(const diffable_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity)
{
    ptrdiff_t count = diffable_snapshot_item_identifiers(
        snapshot, (diffable_id[]){ name("B") }, first, ids, NULL, capacity);
    return count < 0 ? 0 : (size_t)count;
}

/*
 * 2,500 sections that are called like their places; in B, among them, items 0 to 2,499; every item and section marked.
 */
enum { COUNT = 2500 };
static diffable_snapshot *list;
static const struct {
    reader *read;
    diffable_id last;
    size_t count;
} readers[] = {
    { diffable_snapshot_section_identifiers, { DIFFABLE_ID_INTEGER, COUNT - 1, { NULL, 0 } }, COUNT },
    { read_items, { DIFFABLE_ID_BYTES, 0, { "last", 4 } }, COUNT + 1 },
    { read_items_of_b, { DIFFABLE_ID_INTEGER, COUNT - 1, { NULL, 0 } }, COUNT },
    { read_items_to_reload, { DIFFABLE_ID_INTEGER, COUNT - 1, { NULL, 0 } }, COUNT },
    { read_items_to_reconfigure, { DIFFABLE_ID_INTEGER, COUNT - 1, { NULL, 0 } }, COUNT },
    { read_sections_to_reload, { DIFFABLE_ID_INTEGER, COUNT - 1, { NULL, 0 } }, COUNT },
    { read_sections_to_reconfigure, { DIFFABLE_ID_INTEGER, COUNT - 1, { NULL, 0 } }, COUNT },
};
enum { READERS = sizeof readers / sizeof *readers };

static int set_up(void **state)
{
    (void)state;
    static diffable_id ids[COUNT];
    for (int index = 0; index < COUNT; index += 1) {
        ids[index] = diffable_id_integer(index);
    }
    list = diffable_snapshot_new();
    ids[7] = name("B");
    assert_ok(diffable_snapshot_append_sections(list, ids, NULL, COUNT, &error));
    assert_ok(diffable_snapshot_reload_sections(list, ids, NULL, COUNT, &error));
    assert_ok(diffable_snapshot_reconfigure_sections(list, ids, NULL, COUNT, &error));
    ids[7] = diffable_id_integer(7);
    assert_ok(diffable_snapshot_append_items(list, ids, NULL, COUNT, (diffable_id[]){ name("B") }, &error));
    assert_ok(
        diffable_snapshot_append_items(list, NEW("last"), (diffable_id[]){ diffable_id_integer(COUNT - 1) }, &error));
    assert_ok(diffable_snapshot_reload_items(list, ids, NULL, COUNT, &error));
    assert_ok(diffable_snapshot_reconfigure_items(list, ids, NULL, COUNT, &error));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_snapshot_free(list);
    return 0;
}

static bool same(diffable_id left, diffable_id right)
{
    if (left.kind != right.kind) {
        return false;
    }
    return left.kind == DIFFABLE_ID_INTEGER
        ? left.integer == right.integer
        : left.bytes.size == right.bytes.size && memcmp(left.bytes.data, right.bytes.data, left.bytes.size) == 0;
}

static void pieces_of_every_size_make_the_whole(void **state)
{
    (void)state;
    static const size_t sizes[] = { 1, 2, 3, 255, 256, 257, 1000, COUNT - 1, COUNT, COUNT + 1, COUNT + 2, 5000 };
    for (int index = 0; index < READERS; index += 1) {
        static diffable_id whole[5001];
        assert_int_equal(readers[index].read(list, 0, whole, 5000), readers[index].count);
        assert_true(same(whole[readers[index].count - 1], readers[index].last));
        for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size += 1) {
            static diffable_id piece[5001];
            size_t first = 0, count;
            do {
                piece[sizes[size]].kind = (diffable_id_kind)77;
                count = readers[index].read(list, first, piece, sizes[size]);
                assert_true(count <= sizes[size]);
                assert_int_equal(piece[sizes[size]].kind, 77);
                for (size_t place = 0; place < count; place += 1) {
                    assert_true(same(piece[place], whole[first + place]));
                }
                first += count;
            } while (count == sizes[size]);
            assert_int_equal(first, readers[index].count);
        }
    }
}

static void beyond_the_end_there_is_nothing(void **state)
{
    (void)state;
    for (int index = 0; index < READERS; index += 1) {
        diffable_id id = diffable_id_integer(42);
        assert_int_equal(readers[index].read(list, readers[index].count, &id, 1), 0);
        assert_int_equal(readers[index].read(list, INT32_MAX, &id, 1), 0);
        assert_int_equal(readers[index].read(list, PTRDIFF_MAX, &id, 1), 0);
        assert_int_equal(readers[index].read(list, (size_t)PTRDIFF_MAX + 1, &id, 1), 0);
        assert_int_equal(readers[index].read(list, SIZE_MAX, &id, 1), 0);
        assert_int_equal(readers[index].read(list, 0, NULL, 0), 0);
        assert_int_equal(readers[index].read(list, 0, &id, 0), 0);
        assert_int_equal(id.integer, 42);
    }
}

static void null_takes_nothing(void **state)
{
    (void)state;
    for (int index = 0; index < READERS; index += 1) {
        diffable_id id = diffable_id_integer(42);
        assert_int_equal(readers[index].read(list, 0, NULL, 10), 0);
        assert_int_equal(readers[index].read(NULL, 0, &id, 1), 0);
        assert_int_equal(id.integer, 42);
    }
    assert_int_equal(diffable_snapshot_item_identifiers(list, (diffable_id[]){ name("B") }, 0, NULL, NULL, 0), 0);
}

/* A caller who has the room for all may say that it has room for more than there can be. */
static void the_capacity_may_be_anything(void **state)
{
    (void)state;
    static const size_t capacities[] = { INT32_MAX, (size_t)INT32_MAX + 1, PTRDIFF_MAX };
    for (int index = 0; index < READERS; index += 1) {
        for (int capacity = 0; capacity < 3; capacity += 1) {
            static diffable_id ids[5000];
            assert_int_equal(readers[index].read(list, 10, ids, capacities[capacity]), readers[index].count - 10);
        }
    }
}

static void of_an_empty_snapshot(void **state)
{
    (void)state;
    diffable_snapshot *empty = diffable_snapshot_new();
    diffable_id id;
    for (int index = 0; index < READERS; index += 1) {
        assert_int_equal(readers[index].read(empty, 0, &id, 1), 0);
    }
    diffable_snapshot_free(empty);
}

static void repeated_marks_keep_their_first_place(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("A: a b c");
    assert_ok(diffable_snapshot_reload_items(snapshot, NEW("c"), &error));
    assert_ok(diffable_snapshot_reload_items(snapshot, NEW("a c b"), &error));
    assert_outline(snapshot, "A: a b c / reload c a b");
    assert_ok(diffable_snapshot_delete_items(snapshot, IDS("c"), NULL, &error));
    assert_ok(diffable_snapshot_append_items(snapshot, NEW("c"), (diffable_id[]){ name("A") }, &error));
    assert_outline(snapshot, "A: a b c / reload a b");
    assert_ok(diffable_snapshot_reload_items(snapshot, NEW("c"), &error));
    assert_outline(snapshot, "A: a b c / reload a b c");
    diffable_snapshot_free(snapshot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_of_every_size_make_the_whole),
        cmocka_unit_test(beyond_the_end_there_is_nothing),
        cmocka_unit_test(null_takes_nothing),
        cmocka_unit_test(the_capacity_may_be_anything),
        cmocka_unit_test(of_an_empty_snapshot),
        cmocka_unit_test(repeated_marks_keep_their_first_place),
    };
    return cmocka_run_group_tests_name("snapshot_lists", tests, set_up, tear_down);
}
