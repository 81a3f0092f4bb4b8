/* Items that are handed over as one block: integers, or strings that follow one another. */
#include "support.h"

enum { MOST = 300 };

static diffable_snapshot *list;

static int set_up(void **state)
{
    (void)state;
    list = snapshot_of("A: a | B:");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_snapshot_free(list);
    return 0;
}

static void integers(void **state)
{
    (void)state;
    static const int64_t ids[] = { 7, -1, INT64_MIN, INT64_MAX };
    static const uint64_t revisions[] = { 0, 5, 0, UINT64_MAX };
    diffable_content contents[4];
    assert_ok(diffable_snapshot_append_integers(
        list, ids, contents_of(revisions, 4, contents), 4, (diffable_id[]){ name("A") }, &error));
    assert_outline(list, "A: a #7 #-1=5 #-9223372036854775808 #9223372036854775807=18446744073709551615 | B:");
    static const int64_t more[] = { 1, 2 };
    assert_ok(diffable_snapshot_append_integers(list, more, NULL, 2, NULL, &error));
    assert_ok(diffable_snapshot_append_integers(list, NULL, NULL, 0, NULL, &error));
    assert_outline(list, "A: a #7 #-1=5 #-9223372036854775808 #9223372036854775807=18446744073709551615 | B: #1 #2");
}

static void strings(void **state)
{
    (void)state;
    static const size_t ends[] = { 3, 8, 9 };
    static const uint64_t revisions[] = { 4, 0, 6 };
    diffable_content contents[3];
    assert_ok(diffable_snapshot_append_strings(
        list, "bustrainx", ends, contents_of(revisions, 3, contents), 3, (diffable_id[]){ name("A") }, &error));
    assert_outline(list, "A: a bus=4 train x=6 | B:");
    static const size_t empty_first[] = { 0, 1 };
    assert_ok(diffable_snapshot_append_strings(list, "z", empty_first, NULL, 2, NULL, &error));
    assert_ok(diffable_snapshot_append_strings(list, NULL, NULL, NULL, 0, NULL, &error));
    assert_outline(list, "A: a bus=4 train x=6 | B:  z");
    assert_true(diffable_snapshot_contains_item(list, diffable_id_string("")));
}

static void a_string_of_no_bytes_needs_no_memory(void **state)
{
    (void)state;
    static const size_t ends[] = { 0 };
    assert_ok(diffable_snapshot_append_strings(list, NULL, ends, NULL, 1, NULL, &error));
    assert_true(diffable_snapshot_contains_item(list, diffable_id_bytes(NULL, 0)));
}

/* The same list as an array of identifiers, as integers and as strings, all of any length around that of a batch. */
static void as_arrays_of_identifiers(void **state)
{
    (void)state;
    static diffable_id ids[MOST];
    static int64_t numbers[MOST];
    static uint64_t revisions[MOST];
    static diffable_content contents[MOST];
    static size_t ends[MOST];
    static char bytes[MOST * 16];
    for (size_t count = 0; count <= MOST; count += count < 130 ? 1 : 17) {
        size_t size = 0;
        for (size_t index = 0; index < count; index += 1) {
            numbers[index] = (int64_t)(index * 7919 % 1009) - 500;
            revisions[index] = index % 3;
            size += (size_t)sprintf(bytes + size, "%zu/%.*s", index * 7919 % 1009, (int)(index % 7), "abcdefg");
            ends[index] = size;
        }
        contents_of(revisions, count, contents);
        diffable_snapshot *flat = snapshot_of("A:"), *same = snapshot_of("A:");
        for (size_t index = 0; index < count; index += 1) {
            ids[index] = diffable_id_integer(numbers[index]);
        }
        for (int round = 0; round < 2; round += 1) {
            assert_ok(diffable_snapshot_append_integers(flat, numbers, contents, count, NULL, &error));
            assert_ok(diffable_snapshot_append_items(same, ids, contents, count, NULL, &error));
            assert_true(diffable_snapshot_equal(flat, same));
            assert_ok(diffable_snapshot_delete_items(flat, ids, count, NULL, &error));
            assert_ok(diffable_snapshot_delete_items(same, ids, count, NULL, &error));
        }
        for (size_t index = 0, begin = 0; index < count; index += 1) {
            ids[index] = diffable_id_bytes(bytes + begin, ends[index] - begin);
            begin = ends[index];
        }
        assert_ok(diffable_snapshot_append_strings(flat, bytes, ends, contents, count, NULL, &error));
        assert_ok(diffable_snapshot_append_items(same, ids, contents, count, NULL, &error));
        assert_true(diffable_snapshot_equal(flat, same));
        assert_int_equal(diffable_snapshot_number_of_items(flat, NULL), count);
        diffable_snapshot_free(flat);
        diffable_snapshot_free(same);
    }
}

/* The memory is the caller's again as soon as the call has returned. */
static void are_copied(void **state)
{
    (void)state;
    char bytes[] = "bustrain";
    static const size_t ends[] = { 3, 8 };
    assert_ok(diffable_snapshot_append_strings(list, bytes, ends, NULL, 2, NULL, &error));
    memset(bytes, 'x', sizeof bytes);
    assert_outline(list, "A: a | B: bus train");
}

static void errors_say_where(void **state)
{
    (void)state;
    int64_t numbers[MOST];
    for (int index = 0; index < MOST; index += 1) {
        numbers[index] = index;
    }
    numbers[250] = 3;
    assert_int_equal(diffable_snapshot_append_integers(list, numbers, NULL, MOST, (diffable_id[]){ name("A") }, &error),
        DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_int_equal(diffable_error_position(error), 250);
    assert_int_equal(diffable_error_identifier(error).integer, 3);
    diffable_error_free(error);
    static const size_t ends[] = { 1, 2 };
    assert_int_equal(diffable_snapshot_append_strings(list, "xa", ends, NULL, 2, (diffable_id[]){ name("B") }, &error),
        DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_int_equal(diffable_error_position(error), 1);
    diffable_error_free(error);
    assert_int_equal(
        diffable_snapshot_append_strings(list, "xy", ends, NULL, 2, (diffable_id[]){ name("nobody") }, NULL),
        DIFFABLE_ERROR_UNKNOWN_IDENTIFIER);
    assert_int_equal(diffable_snapshot_append_integers(list, numbers, NULL, 1, (diffable_id[]){ name("nobody") }, NULL),
        DIFFABLE_ERROR_UNKNOWN_IDENTIFIER);
    assert_outline(list, "A: a | B:");
    diffable_snapshot *empty = diffable_snapshot_new();
    assert_int_equal(
        diffable_snapshot_append_integers(empty, numbers, NULL, 1, NULL, NULL), DIFFABLE_ERROR_NO_SECTIONS);
    assert_int_equal(
        diffable_snapshot_append_strings(empty, "xy", ends, NULL, 2, NULL, NULL), DIFFABLE_ERROR_NO_SECTIONS);
    diffable_snapshot_free(empty);
}

static void wrong_arguments(void **state)
{
    (void)state;
    static const int64_t numbers[] = { 1 };
    static const size_t ends[] = { 1 };
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: append_integers: ids is NULL",
        diffable_snapshot_append_integers(list, NULL, NULL, 1, NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: append_integers: count is 18446744073709551615, and may be at most 2147483647",
        diffable_snapshot_append_integers(list, numbers, NULL, SIZE_MAX, NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: append_integers: snapshot is NULL",
        diffable_snapshot_append_integers(NULL, numbers, NULL, 1, NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: append_strings: ends is NULL",
        diffable_snapshot_append_strings(list, "x", NULL, NULL, 1, NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: append_strings: snapshot is NULL",
        diffable_snapshot_append_strings(NULL, "x", ends, NULL, 1, NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: append_strings: bytes is NULL",
        diffable_snapshot_append_strings(list, NULL, ends, NULL, 1, NULL, &error));
    assert_outline(list, "A: a | B:");
}

/* An end that is less than the one before it, wherever it is: nothing is read there, and nothing changes. */
static void ends_that_descend(void **state)
{
    (void)state;
    static char bytes[MOST * 3];
    static size_t ends[MOST];
    static const size_t wrong[] = { 0, 41, 42, 43, 250, MOST - 1 };
    for (size_t index = 0; index < MOST; index += 1) {
        bytes[index * 3] = (char)('a' + index / 20);
        bytes[index * 3 + 1] = (char)('a' + index % 20);
        bytes[index * 3 + 2] = '/';
        ends[index] = (index + 1) * 3;
    }
    for (size_t each = 0; each < sizeof wrong / sizeof *wrong; each += 1) {
        size_t right = ends[wrong[each]];
        ends[wrong[each]] = wrong[each] == 0 ? SIZE_MAX : ends[wrong[each] - 1] - 1;
        for (int round = 0; round < 2; round += 1) {
            char message[100];
            snprintf(message, sizeof message,
                "INVALID_ARGUMENT: append_strings: ends: the string at %zu ends before it begins", wrong[each]);
            assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, message,
                diffable_snapshot_append_strings(list, bytes, ends, NULL, MOST, (diffable_id[]){ name("A") }, &error));
            assert_outline(list, "A: a | B:");
        }
        ends[wrong[each]] = right;
    }
    assert_ok(diffable_snapshot_append_strings(list, bytes, ends, NULL, MOST, (diffable_id[]){ name("B") }, &error));
    assert_int_equal(diffable_snapshot_number_of_items(list, NULL), MOST + 1);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(integers),
        TEST(strings),
        TEST(a_string_of_no_bytes_needs_no_memory),
        TEST(as_arrays_of_identifiers),
        TEST(are_copied),
        TEST(errors_say_where),
        TEST(wrong_arguments),
        TEST(ends_that_descend),
    };
    return cmocka_run_group_tests_name("flat_items", tests, NULL, NULL);
}
