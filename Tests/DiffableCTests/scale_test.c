/* Lists that are long, and limits. */
#define _GNU_SOURCE
#include <sys/mman.h>

#include "support.h"

enum { COUNT = 1000000 };

/* Every second identifier is an integer, every other one bytes. */
static diffable_id *identifiers(char (**bytes)[16])
{
    diffable_id *ids = malloc(COUNT * sizeof *ids);
    *bytes = malloc(COUNT * sizeof **bytes);
    for (int index = 0; index < COUNT; index += 1) {
        int size = snprintf((*bytes)[index], sizeof **bytes, "item %d", index);
        ids[index] = index % 2 == 0 ? diffable_id_integer(index) : diffable_id_bytes((*bytes)[index], (size_t)size);
    }
    return ids;
}

static void a_million_items(void **state)
{
    (void)state;
    char (*bytes)[16];
    diffable_id *ids = identifiers(&bytes);
    diffable_data_source *source = diffable_data_source_new();
    diffable_snapshot *snapshot = snapshot_of("A:");
    assert_ok(diffable_snapshot_append_items(snapshot, ids, NULL, COUNT, (diffable_id[]){ name("A") }, &error));
    assert_int_equal(diffable_snapshot_number_of_items(snapshot, NULL), COUNT);
    assert_int_equal(diffable_snapshot_index_of_item(snapshot, ids[765432]), 765432);
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, NULL, &error));

    /* Built from nothing: the last item now comes first, one is new, one is gone, one has other content. */
    diffable_snapshot *rebuilt = snapshot_of("A:");
    uint64_t *revisions = calloc(COUNT, sizeof *revisions);
    diffable_id last = ids[COUNT - 1];
    memmove(ids + 1, ids, (COUNT - 1) * sizeof *ids);
    ids[0] = last;
    ids[500000] = name("new");
    revisions[250000] = 1;
    diffable_content *contents = calloc(COUNT, sizeof *contents);
    contents_of(revisions, COUNT, contents);
    assert_ok(diffable_snapshot_append_items(rebuilt, ids, contents, COUNT, (diffable_id[]){ name("A") }, &error));
    diffable_transaction *transaction;
    assert_ok(diffable_data_source_apply(source, rebuilt, NULL, &transaction, &error));
    assert_string_equal(diffable_difference_description(diffable_transaction_difference(transaction)),
        "1 item deleted, 1 inserted, 1 moved, 1 reconfigured");
    diffable_transaction_free(transaction);

    diffable_snapshot *edited = diffable_data_source_snapshot(source);
    assert_ok(diffable_snapshot_delete_items(edited, ids, COUNT, NULL, &error));
    assert_outline(edited, "A:");
    assert_ok(diffable_snapshot_append_items(edited, ids, NULL, COUNT, (diffable_id[]){ name("A") }, &error));
    assert_int_equal(diffable_snapshot_number_of_items(edited, NULL), COUNT);
    diffable_snapshot_free(edited);
    diffable_snapshot_free(rebuilt);
    diffable_snapshot_free(snapshot);
    diffable_data_source_free(source);
    free(contents);
    free(revisions);
    free(bytes);
    free(ids);
}

static void a_million_items_backwards(void **state)
{
    (void)state;
    char (*bytes)[16];
    diffable_id *ids = identifiers(&bytes);
    diffable_snapshot *old_list = snapshot_of("A:"), *new_list = diffable_snapshot_copy(old_list);
    assert_ok(diffable_snapshot_append_items(old_list, ids, NULL, COUNT, (diffable_id[]){ name("A") }, &error));
    for (int index = 0; index < COUNT / 2; index += 1) {
        diffable_id id = ids[index];
        ids[index] = ids[COUNT - 1 - index];
        ids[COUNT - 1 - index] = id;
    }
    assert_ok(diffable_snapshot_append_items(new_list, ids, NULL, COUNT, (diffable_id[]){ name("A") }, &error));
    diffable_difference *difference = diffable_difference_new(old_list, new_list);
    assert_string_equal(diffable_difference_description(difference), "999999 items moved");
    diffable_difference_free(difference);
    diffable_snapshot_free(old_list);
    diffable_snapshot_free(new_list);
    free(bytes);
    free(ids);
}

static void many_sections(void **state)
{
    (void)state;
    enum { SECTIONS = 20000 };
    diffable_snapshot *old_list = diffable_snapshot_new(), *new_list = diffable_snapshot_new();
    for (int index = 0; index < SECTIONS; index += 1) {
        diffable_id id = diffable_id_integer(index);
        assert_ok(diffable_snapshot_append_sections(old_list, &id, NULL, 1, &error));
        assert_ok(diffable_snapshot_append_items(old_list, &id, NULL, 1, &id, &error));
        id = diffable_id_integer((index + 1) % SECTIONS);
        assert_ok(diffable_snapshot_append_sections(new_list, &id, NULL, 1, &error));
        assert_ok(diffable_snapshot_append_items(new_list, &id, NULL, 1, NULL, &error));
    }
    diffable_difference *difference = diffable_difference_new(old_list, new_list);
    assert_string_equal(diffable_difference_description(difference), "1 section moved");
    diffable_difference_free(difference);
    diffable_snapshot_free(old_list);
    diffable_snapshot_free(new_list);
}

/* Pages that were never written to cost nothing, so that there can be more bytes than there is memory. */
static void more_bytes_than_a_list_can_hold(void **state)
{
    (void)state;
    const size_t size = (size_t)5 << 30;
    char *zeros = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (zeros == MAP_FAILED) {
        skip();
    }
    diffable_snapshot *snapshot = snapshot_of("A: a | B:");
    diffable_id ids[] = { name("b"), diffable_id_bytes(zeros, size) };
    assert_fails(DIFFABLE_ERROR_LIMIT_EXCEEDED,
        "LIMIT_EXCEEDED: append_items: the identifiers of this list take more than 4 GiB, or there are too many of "
        "them",
        diffable_snapshot_append_items(snapshot, ids, NULL, 2, (diffable_id[]){ name("A") }, &error));
    assert_int_equal(diffable_snapshot_append_sections(snapshot, ids, NULL, 2, NULL), DIFFABLE_ERROR_LIMIT_EXCEEDED);
    assert_false(diffable_snapshot_contains_item(snapshot, ids[1]));
    assert_outline(snapshot, "A: a | B:");
    assert_ok(diffable_snapshot_append_items(snapshot, ids, NULL, 1, (diffable_id[]){ name("A") }, &error));
    assert_outline(snapshot, "A: a b | B:");
    diffable_id others[9];
    diffable_content contents[9];
    for (int i = 0; i < 9; i += 1) {
        others[i] = diffable_id_integer(i);
        contents[i] = (diffable_content){ .data = zeros, .size = INT32_MAX };
    }
    assert_fails(DIFFABLE_ERROR_LIMIT_EXCEEDED,
        "LIMIT_EXCEEDED: append_items: the contents of this list take more than 16 GiB",
        diffable_snapshot_append_items(snapshot, others, contents, 9, (diffable_id[]){ name("A") }, &error));
    assert_outline(snapshot, "A: a b | B:");
    diffable_snapshot_free(snapshot);
    munmap(zeros, size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_million_items),
        cmocka_unit_test(a_million_items_backwards),
        cmocka_unit_test(many_sections),
        cmocka_unit_test(more_bytes_than_a_list_can_hold),
    };
    return cmocka_run_group_tests_name("scale", tests, NULL, NULL);
}
