/* A function that takes only pointers to const may run beside others; different objects never need a lock. */
#include <pthread.h>

#include "support.h"

enum { THREADS = 4, ROUNDS = 200, ITEMS = 2000 };

static diffable_snapshot *shared;

static diffable_id item(int64_t index)
{
    return diffable_id_integer(index);
}

/* cmocka is for one thread: the others tell what went wrong by what they return. */
#define expect(condition)           \
    do {                            \
        if (!(condition)) {         \
            return (void *)#condition; \
        }                           \
    } while (0)

static void *look_up(void *unused)
{
    (void)unused;
    for (int round = 0; round < ROUNDS; round += 1) {
        diffable_id ids[100];
        expect(diffable_snapshot_number_of_items(shared) == ITEMS);
        expect(diffable_snapshot_index_of_item(shared, item(round)) == round);
        expect(diffable_snapshot_item_at(shared, diffable_index_path_make(0, round)).value.integer == round);
        expect(diffable_snapshot_item_identifiers(shared, 500, ids, 100) == 100);
        expect(ids[99].value.integer == 599);
    }
    return NULL;
}

/* Copies share what they know with the original, and add to it. */
static void *edit_a_copy(void *number)
{
    int64_t first = 1000000 * (int64_t)(intptr_t)number;
    for (int round = 0; round < ROUNDS; round += 1) {
        diffable_snapshot *copy = diffable_snapshot_copy(shared);
        diffable_id ids[] = { item(first + 2 * round), item(first + 2 * round + 1) }, gone = item(round);
        expect(diffable_snapshot_insert_items_after(copy, ids, NULL, 2, item(10 + round), NULL) == DIFFABLE_OK);
        expect(diffable_snapshot_delete_items(copy, &gone, 1, NULL, NULL) == DIFFABLE_OK);
        expect(diffable_snapshot_move_item_before(copy, item(1500), item(1000), NULL) == DIFFABLE_OK);
        diffable_difference *difference = diffable_difference_new(shared, copy);
        expect(strcmp(diffable_difference_description(difference), "1 item deleted, 2 inserted, 1 moved") == 0);
        diffable_difference_free(difference);
        diffable_snapshot_free(copy);
    }
    return NULL;
}

static void *apply_to_its_own(void *unused)
{
    (void)unused;
    diffable_data_source *source = diffable_data_source_new();
    expect(diffable_data_source_apply(source, shared, NULL, NULL, NULL, NULL, NULL, NULL) == DIFFABLE_OK);
    for (int round = 0; round < ROUNDS; round += 1) {
        diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
        diffable_id id = item(-1 - round);
        expect(diffable_snapshot_append_items(snapshot, &id, NULL, 1, diffable_id_none(), NULL) == DIFFABLE_OK);
        expect(diffable_data_source_apply(source, snapshot, NULL, NULL, NULL, NULL, NULL, NULL) == DIFFABLE_OK);
        diffable_snapshot_free(snapshot);
        expect(diffable_data_source_index_path(source, id).item == ITEMS + round);
    }
    diffable_data_source_free(source);
    return NULL;
}

static void side_by_side(void **state)
{
    (void)state;
    diffable_id ids[ITEMS];
    for (int index = 0; index < ITEMS; index += 1) {
        ids[index] = item(index);
    }
    shared = snapshot_of("A:");
    assert_ok(diffable_snapshot_append_items(shared, ids, NULL, ITEMS, diffable_id_none(), &error));
    void *(*const bodies[])(void *) = { look_up, edit_a_copy, apply_to_its_own };
    pthread_t threads[3 * THREADS];
    for (int index = 0; index < 3 * THREADS; index += 1) {
        assert_int_equal(pthread_create(&threads[index], NULL, bodies[index % 3], (void *)(intptr_t)(index + 1)), 0);
    }
    for (int index = 0; index < 3 * THREADS; index += 1) {
        void *failed = NULL;
        pthread_join(threads[index], &failed);
        if (failed != NULL) {
            fail_msg("%s", (const char *)failed);
        }
    }
    diffable_snapshot_free(shared);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(side_by_side) };
    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
