/* Lists and patches as bytes: written, read, followed, and damaged. */
#include "random_edits.h"
#include "trees.h"

static diffable_document *encode(const diffable_snapshot *snapshot)
{
    diffable_document *document;
    assert_ok(diffable_snapshot_encode(snapshot, "list", 4, &document, &error));
    return document;
}

static diffable_document *encode_patch(const diffable_snapshot *old, const diffable_snapshot *new)
{
    diffable_difference *difference = diffable_difference_new(old, new);
    diffable_document *document;
    assert_ok(diffable_difference_encode(difference, NULL, 0, below(2) == 0, &document, &error));
    diffable_difference_free(difference);
    return document;
}

static diffable_snapshot *decode(diffable_bytes bytes)
{
    diffable_snapshot *snapshot;
    diffable_bytes name;
    assert_ok(diffable_snapshot_decode(bytes.data, bytes.size, &name, &snapshot, &error));
    assert_int_equal(name.size, 4);
    assert_memory_equal(name.data, "list", 4);
    return snapshot;
}

static void assert_same_bytes(const diffable_document *document, const diffable_document *other)
{
    diffable_bytes bytes = diffable_document_bytes(document), expected = diffable_document_bytes(other);
    assert_int_equal(bytes.size, expected.size);
    assert_memory_equal(bytes.data, expected.data, bytes.size);
}

static void assert_same_version(const diffable_snapshot *snapshot, const diffable_snapshot *other)
{
    diffable_list_version version = diffable_snapshot_version(snapshot), expected = diffable_snapshot_version(other);
    assert_memory_equal(version.bytes, expected.bytes, sizeof version.bytes);
}

static void the_bytes_are_those_of_the_page(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("fruit: #1 #2");
    diffable_document *document;
    assert_ok(diffable_snapshot_encode(snapshot, NULL, 0, &document, &error));
    static const char expected[] = "\x89\x68"
                                   "diffable\x01\x68"
                                   "snapshot\xf6\x83\x00\x01\x20\x80\x80\x83\x65"
                                   "fruit\x01\x02\x80";
    diffable_bytes bytes = diffable_document_bytes(document);
    assert_int_equal(bytes.size, sizeof expected - 1);
    assert_memory_equal(bytes.data, expected, bytes.size);
    diffable_snapshot *read;
    diffable_bytes name = { "", 1 };
    assert_ok(diffable_snapshot_decode(bytes.data, bytes.size, &name, &read, &error));
    assert_true(name.data == NULL && name.size == 0);
    assert_true(diffable_snapshot_equal(read, snapshot));
    diffable_document_free(document);
    diffable_snapshot_free(read);
    diffable_snapshot_free(snapshot);
}

static void lists_are_written_read_and_followed(void **state)
{
    (void)state;
    for (uint64_t round = 1; round <= 100; round += 1) {
        seed = round * 0x9e3779b97f4a7c15u;
        bool is_tree = round % 4 == 0;
        diffable_snapshot *list = is_tree ? diffable_section_snapshot_new() : diffable_snapshot_new();
        diffable_document *document = encode(list);
        diffable_snapshot *follower = decode(diffable_document_bytes(document));
        diffable_document_free(document);
        for (int step = 0; step < 60; step += 1) {
            diffable_snapshot *old = diffable_snapshot_copy(list);
            for (int edit = below(5); edit >= 0; edit -= 1) {
                edit_at_random(list);
            }
            diffable_document *patch = encode_patch(old, list);
            diffable_bytes bytes = diffable_document_bytes(patch);
            assert_ok(diffable_snapshot_apply_patch(follower, bytes.data, bytes.size, &error));
            assert_true(diffable_snapshot_equal(follower, list));
            assert_same_version(follower, list);
            diffable_document *one = encode(list), *other = encode(follower);
            assert_same_bytes(one, other);
            diffable_snapshot *read = decode(diffable_document_bytes(one));
            assert_true(diffable_snapshot_equal(read, list));
            assert_same_version(read, list);
            diffable_document_free(one);
            diffable_document_free(other);
            diffable_document_free(patch);
            diffable_snapshot_free(read);
            diffable_snapshot_free(old);
        }
        diffable_snapshot_free(follower);
        diffable_snapshot_free(list);
    }
}

/* What a damaged document is: refused, or another document in its only form. */
static void read_damaged(char *bytes, size_t size)
{
    diffable_snapshot *snapshot;
    diffable_bytes name;
    diffable_status status = diffable_snapshot_decode(bytes, size, &name, &snapshot, &error);
    if (status != DIFFABLE_OK) {
        assert_int_equal(status, DIFFABLE_ERROR_MALFORMED);
        assert_null(snapshot);
        assert_true(diffable_error_position(error) >= 0 && (size_t)diffable_error_position(error) <= size);
        diffable_error_free(error);
        return;
    }
    diffable_document *document;
    assert_ok(diffable_snapshot_encode(snapshot, name.data, name.size, &document, &error));
    diffable_bytes again = diffable_document_bytes(document);
    assert_int_equal(again.size, size);
    assert_memory_equal(again.data, bytes, size);
    diffable_document_free(document);
    diffable_snapshot_free(snapshot);
}

static void damage(diffable_bytes bytes, void (*read)(char *bytes, size_t size))
{
    char *copy = malloc(bytes.size);
    assert_non_null(copy);
    memcpy(copy, bytes.data, bytes.size);
    for (size_t size = 0; size < bytes.size; size += 1) {
        read(copy, size);
    }
    for (size_t index = 0; index < bytes.size; index += 1) {
        for (int bit = 0; bit < 8; bit += 1) {
            copy[index] = (char)(bytes.data[index] ^ 1 << bit);
            read(copy, bytes.size);
        }
        copy[index] = bytes.data[index];
    }
    free(copy);
}

static const char *const lists[] = { "A: a b=7 | B=2: #3", "A: a+(b c(d)) e*=2 | B: f+", "", "A: " };

static void damaged_documents_are_refused(void **state)
{
    (void)state;
    for (int index = 0; index < 4; index += 1) {
        diffable_snapshot *snapshot = forest_of(lists[index]);
        diffable_document *document = encode(snapshot);
        damage(diffable_document_bytes(document), read_damaged);
        diffable_document_free(document);
        diffable_snapshot_free(snapshot);
    }
}

static diffable_snapshot *base, *goal;

/* A damaged patch changes nothing, or leads to the same list in another way. */
static void apply_damaged(char *bytes, size_t size)
{
    diffable_snapshot *snapshot = diffable_snapshot_copy(base);
    diffable_status status = diffable_snapshot_apply_patch(snapshot, bytes, size, &error);
    if (status == DIFFABLE_OK) {
        assert_true(diffable_snapshot_equal(snapshot, goal));
    } else {
        assert_true(status == DIFFABLE_ERROR_MALFORMED || status == DIFFABLE_ERROR_WRONG_VERSION);
        assert_true(diffable_snapshot_equal(snapshot, base));
        diffable_error_free(error);
    }
    diffable_snapshot_free(snapshot);
}

static void damaged_patches_change_nothing(void **state)
{
    (void)state;
    for (int index = 0; index < 16; index += 1) {
        base = forest_of(lists[index / 4]);
        goal = forest_of(lists[index % 4]);
        diffable_document *patch = encode_patch(base, goal);
        damage(diffable_document_bytes(patch), apply_damaged);
        diffable_document_free(patch);
        diffable_snapshot_free(base);
        diffable_snapshot_free(goal);
    }
}

static void errors_say_what_is_wrong(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("A: a"), *other = snapshot_of("A: b"), *read;
    diffable_document *document = encode(snapshot), *patch = encode_patch(snapshot, other), *none;
    diffable_bytes bytes = diffable_document_bytes(document), change = diffable_document_bytes(patch);
    assert_fails(DIFFABLE_ERROR_MALFORMED, "MALFORMED: decode: the document ends at byte 3",
        diffable_snapshot_decode(bytes.data, 3, NULL, &read, &error));
    assert_fails(DIFFABLE_ERROR_MALFORMED, "MALFORMED: decode: there is a patch instead of a snapshot at byte 11",
        diffable_snapshot_decode(change.data, change.size, NULL, &read, &error));
    assert_fails(DIFFABLE_ERROR_MALFORMED, "MALFORMED: apply_patch: there is a snapshot instead of a patch at byte 11",
        diffable_snapshot_apply_patch(snapshot, bytes.data, bytes.size, &error));
    assert_int_equal(
        diffable_snapshot_apply_patch(other, change.data, change.size, &error), DIFFABLE_ERROR_WRONG_VERSION);
    assert_non_null(
        strstr(diffable_error_message(error), "WRONG_VERSION: apply_patch: the patch starts from version "));
    diffable_error_free(error);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: encode: name is not UTF-8",
        diffable_snapshot_encode(snapshot, "\xff", 1, &none, &error));
    assert_null(none);
    static const unsigned char reference[] = { 0xA1, 1, 0xD9, 0xEA, 0x60, 3 };
    diffable_content content = diffable_content_bytes(reference, sizeof reference);
    diffable_id id = name("a");
    assert_ok(diffable_snapshot_update_items(snapshot, &id, &content, 1, NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: encode: item \"a\" has a content with a value that only this process has, such as a "
        "function",
        diffable_snapshot_encode(snapshot, NULL, 0, &none, &error));
    diffable_document_free(document);
    diffable_document_free(patch);
    diffable_snapshot_free(snapshot);
    diffable_snapshot_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bytes_are_those_of_the_page),
        cmocka_unit_test(lists_are_written_read_and_followed),
        cmocka_unit_test(damaged_documents_are_refused),
        cmocka_unit_test(damaged_patches_change_nothing),
        cmocka_unit_test(errors_say_what_is_wrong),
    };
    return cmocka_run_group_tests_name("documents", tests, NULL, NULL);
}
