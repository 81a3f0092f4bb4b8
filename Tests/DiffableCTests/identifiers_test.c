#include "support.h"

static void assert_same(diffable_id left, diffable_id right)
{
    assert_int_equal(left.kind, right.kind);
    if (left.kind == DIFFABLE_ID_INTEGER) {
        assert_int_equal(left.integer, right.integer);
    } else {
        assert_int_equal(left.bytes.size, right.bytes.size);
        if (left.bytes.size > 0) {
            assert_memory_equal(left.bytes.data, right.bytes.data, left.bytes.size);
        }
    }
}

static void helpers_build_what_they_say(void **state)
{
    (void)state;
    static const diffable_id zero;
    assert_int_equal(zero.kind, DIFFABLE_ID_NONE);
    assert_int_equal((diffable_id){ 0 }.kind, DIFFABLE_ID_NONE);
    assert_int_equal(diffable_id_integer(-5).integer, -5);
    assert_int_equal(diffable_id_bytes("a\0b", 3).bytes.size, 3);
    assert_int_equal(diffable_id_string("fare").bytes.size, 4);
    assert_int_equal(diffable_id_string("").kind, DIFFABLE_ID_BYTES);
    assert_int_equal(diffable_bytes_string("fare").size, 4);
    assert_int_equal(diffable_bytes_string(NULL).size, 0);
    assert_null(diffable_bytes_string(NULL).data);
}

/* Identifiers that are easily taken for one another, all different. */
static diffable_id look_alikes[] = {
    { DIFFABLE_ID_INTEGER, 0, { NULL, 0 } },
    { DIFFABLE_ID_INTEGER, 1, { NULL, 0 } },
    { DIFFABLE_ID_INTEGER, -1, { NULL, 0 } },
    { DIFFABLE_ID_INTEGER, INT64_MIN, { NULL, 0 } },
    { DIFFABLE_ID_INTEGER, INT64_MAX, { NULL, 0 } },
    { DIFFABLE_ID_INTEGER, 0x31, { NULL, 0 } },
    { DIFFABLE_ID_BYTES, 0, { NULL, 0 } },
    { DIFFABLE_ID_BYTES, 0, { "1", 1 } },
    { DIFFABLE_ID_BYTES, 0, { "\0", 1 } },
    { DIFFABLE_ID_BYTES, 0, { "\0\0", 2 } },
    { DIFFABLE_ID_BYTES, 0, { "1\0", 2 } },
    { DIFFABLE_ID_BYTES, 0, { "1\0\0\0\0\0\0\0", 8 } },
    { DIFFABLE_ID_BYTES, 0, { "\1\0\0\0\0\0\0\0", 8 } },
    { DIFFABLE_ID_BYTES, 0, { "-1", 2 } },
    { DIFFABLE_ID_BYTES, 0, { "\xff\xfe", 2 } },
};
enum { LOOK_ALIKES = sizeof look_alikes / sizeof *look_alikes };

static void look_alikes_are_told_apart(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = diffable_snapshot_new();
    assert_ok(diffable_snapshot_append_sections(snapshot, look_alikes, NULL, LOOK_ALIKES, &error));
    assert_ok(diffable_snapshot_append_items(snapshot, look_alikes, NULL, LOOK_ALIKES, &look_alikes[3], &error));
    assert_int_equal(diffable_snapshot_number_of_sections(snapshot), LOOK_ALIKES);
    for (int index = 0; index < LOOK_ALIKES; index += 1) {
        assert_int_equal(diffable_snapshot_index_of_section(snapshot, look_alikes[index]), index);
        assert_int_equal(diffable_snapshot_index_of_item(snapshot, look_alikes[index]), index);
        assert_same(diffable_snapshot_section_at(snapshot, (size_t)index), look_alikes[index]);
        assert_same(diffable_snapshot_item_at(snapshot, (diffable_index_path){ 3, index }), look_alikes[index]);
        assert_same(diffable_snapshot_section_containing_item(snapshot, look_alikes[index]), look_alikes[3]);
    }
    diffable_snapshot_free(snapshot);
}

/* Each is equal to itself alone, also where the bytes of the other are elsewhere. What is no identifier is as none. */
static void equality(void **state)
{
    (void)state;
    for (size_t left = 0; left < LOOK_ALIKES; left += 1) {
        for (size_t right = 0; right < LOOK_ALIKES; right += 1) {
            char elsewhere[8];
            diffable_id other = look_alikes[right];
            if (other.kind == DIFFABLE_ID_BYTES && other.bytes.size > 0) {
                memcpy(elsewhere, other.bytes.data, other.bytes.size);
                other.bytes.data = elsewhere;
            }
            assert_true(diffable_id_equal(look_alikes[left], other) == (left == right));
        }
        assert_false(diffable_id_equal(look_alikes[left], (diffable_id){ 0 }));
        assert_false(diffable_id_equal((diffable_id){ 0 }, look_alikes[left]));
    }
    assert_true(diffable_id_equal((diffable_id){ 0 }, (diffable_id){ 0 }));
    assert_true(diffable_id_equal((diffable_id){ 0 }, diffable_id_bytes(NULL, 4)));
    assert_int_equal(diffable_id_string(NULL).kind, DIFFABLE_ID_NONE);
}

static void fields_of_other_kinds_are_ignored(void **state)
{
    (void)state;
    diffable_id number = { DIFFABLE_ID_INTEGER, 7, { "seven", 5 } }, text = { DIFFABLE_ID_BYTES, 7, { "seven", 5 } };
    diffable_id none = { DIFFABLE_ID_NONE, 7, { "seven", 5 } };
    assert_true(diffable_id_equal(number, diffable_id_integer(7)));
    assert_true(diffable_id_equal(text, diffable_id_string("seven")));
    assert_true(diffable_id_equal(none, (diffable_id){ 0 }));
    diffable_snapshot *snapshot = snapshot_of("A:");
    diffable_id ids[] = { number, text };
    assert_ok(diffable_snapshot_append_items(snapshot, ids, NULL, 2, NULL, &error));
    assert_outline(snapshot, "A: #7 seven");
    assert_true(diffable_snapshot_contains_item(snapshot, diffable_id_integer(7)));
    assert_true(diffable_snapshot_contains_item(snapshot, text));
    diffable_snapshot_free(snapshot);
}

static void empty_bytes_may_have_a_place_or_not(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_id placeless = diffable_id_bytes(NULL, 0), placed = diffable_id_bytes("x", 0);
    assert_ok(diffable_snapshot_append_sections(snapshot, &placeless, NULL, 1, &error));
    assert_true((diffable_snapshot_index_of_section(snapshot, placed) >= 0));
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: append_sections: section \"\" is already at index 0 of the sections",
        diffable_snapshot_append_sections(snapshot, &placed, NULL, 1, &error));
    diffable_snapshot_free(snapshot);
}

/* Sizes around those at which storage changes: short records, long ones, ones that span chunks. */
static void bytes_of_every_length_come_back(void **state)
{
    (void)state;
    static const size_t sizes[] = { 1, 7, 8, 9, 15, 16, 17, 31, 32, 249, 250, 251, 252, 253, 255, 256, 4096, 16379,
        16384, 16385, 50000, 1000000 };
    enum { COUNT = sizeof sizes / sizeof *sizes };
    char *bytes = malloc(1000001);
    for (size_t index = 0; index <= 1000000; index += 1) {
        bytes[index] = (char)(index * 31 % 256);
    }
    diffable_snapshot *snapshot = snapshot_of("A:");
    for (size_t index = 0; index < COUNT; index += 1) {
        diffable_id id = diffable_id_bytes(bytes, sizes[index]);
        assert_ok(diffable_snapshot_append_items(snapshot, &id, NULL, 1, NULL, &error));
    }
    diffable_id ids[COUNT];
    assert_int_equal(diffable_snapshot_item_identifiers(snapshot, NULL, 0, ids, NULL, COUNT), COUNT);
    for (size_t index = 0; index < COUNT; index += 1) {
        assert_same(ids[index], diffable_id_bytes(bytes, sizes[index]));
        assert_true(ids[index].bytes.data != bytes);
        assert_int_equal(diffable_snapshot_index_of_item(snapshot, diffable_id_bytes(bytes, sizes[index])), index);
        assert_false(diffable_snapshot_contains_item(snapshot, diffable_id_bytes(bytes + 1, sizes[index])));
    }
    free(bytes);
    diffable_snapshot_free(snapshot);
}

static void inputs_are_copied(void **state)
{
    (void)state;
    char bytes[] = "fare";
    diffable_id id = diffable_id_string(bytes);
    diffable_snapshot *snapshot = snapshot_of("A:");
    assert_ok(diffable_snapshot_append_items(snapshot, &id, NULL, 1, NULL, &error));
    bytes[0] = 'c';
    id = (diffable_id){ 0 };
    assert_outline(snapshot, "A: fare");
    diffable_snapshot_free(snapshot);
}

static void sections_and_items_have_separate_names(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("A: A B | B: C");
    assert_int_equal(diffable_snapshot_index_of_section(snapshot, name("B")), 1);
    assert_int_equal(diffable_snapshot_index_of_item(snapshot, name("B")), 1);
    assert_false((diffable_snapshot_index_of_section(snapshot, name("C")) >= 0));
    diffable_snapshot_free(snapshot);
}

static void assert_escaped(const char *bytes, size_t size, bool quoted, const char *expected)
{
    char buffer[64];
    memset(buffer, '#', sizeof buffer);
    assert_int_equal(diffable_escape(bytes, size, quoted, buffer, sizeof buffer), strlen(expected));
    assert_memory_equal(buffer, expected, strlen(expected));
    assert_int_equal(buffer[strlen(expected)], '#');
}

static void any_bytes_can_be_escaped(void **state)
{
    (void)state;
    assert_escaped(NULL, 0, false, "");
    assert_escaped(NULL, 0, true, "\"\"");
    assert_escaped("fare", 4, true, "\"fare\"");
    assert_escaped("a\0b\n\r\t", 6, false, "a\\u{0}b\\n\\r\\t");
    assert_escaped("\x1b[31m\x7f", 6, false, "\\u{1b}[31m\\u{7f}");
    assert_escaped("\"\\", 2, false, "\"\\");
    assert_escaped("\"\\", 2, true, "\"\\\"\\\\\"");
    assert_escaped("\xc3\xa9\xc3", 3, false, "\xc3\xa9\\xc3");
    assert_escaped("\xe2\x80\xae\xe0\x80\x80", 6, false, "\\u{202e}\\xe0\\x80\\x80");

    /* Of more than 80 characters 80 are quoted, whatever their size. */
    char long_text[162] = "", quoted[320];
    memset(long_text, 'a', 81);
    assert_int_equal(diffable_escape(long_text, 80, true, quoted, sizeof quoted), 82);
    size_t size = diffable_escape(long_text, 81, true, quoted, sizeof quoted);
    quoted[size] = 0;
    assert_int_equal(size, 82 + strlen("... (81 bytes)"));
    assert_string_equal(quoted + 80, "a\"... (81 bytes)");
    for (int index = 0; index < 81; index += 1) {
        memcpy(long_text + 2 * index, "\xc3\xa9", 2);
    }
    size = diffable_escape(long_text, 162, true, quoted, sizeof quoted);
    quoted[size] = 0;
    assert_string_equal(quoted + 159, "\xc3\xa9\"... (162 bytes)");
    assert_int_equal(diffable_escape(long_text, 162, false, quoted, sizeof quoted), 162);

    char cut[] = "########";
    assert_int_equal(diffable_escape("a\nb", 3, true, NULL, 0), 6);
    assert_int_equal(diffable_escape("a\nb", 3, true, cut, 4), 6);
    assert_string_equal(cut, "\"a\\n####");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(helpers_build_what_they_say),
        cmocka_unit_test(look_alikes_are_told_apart),
        cmocka_unit_test(equality),
        cmocka_unit_test(fields_of_other_kinds_are_ignored),
        cmocka_unit_test(empty_bytes_may_have_a_place_or_not),
        cmocka_unit_test(bytes_of_every_length_come_back),
        cmocka_unit_test(inputs_are_copied),
        cmocka_unit_test(sections_and_items_have_separate_names),
        cmocka_unit_test(any_bytes_can_be_escaped),
    };
    return cmocka_run_group_tests_name("identifiers", tests, NULL, NULL);
}
