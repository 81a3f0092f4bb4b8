/*
 * A function that takes only pointers to const may run beside others; different objects never need a lock; and what one
 * thread makes, another may use. `make test-threads` runs this under ThreadSanitizer.
 */
#include <pthread.h>

#include "support.h"

enum { THREADS = 4, ROUNDS = 200, ITEMS = 2000 };

static diffable_snapshot *shared;

static diffable_id item(int64_t index)
{
    return diffable_id_integer(index);
}

/* cmocka is for one thread: the others tell what went wrong by what they return. */
#define expect(condition) \
    do { \
        if (!(condition)) { \
            return (void *)#condition; \
        } \
    } while (0)

static void *look_up(void *unused)
{
    (void)unused;
    for (int round = 0; round < ROUNDS; round += 1) {
        diffable_id ids[100];
        expect(diffable_snapshot_number_of_items(shared, NULL) == ITEMS);
        expect(diffable_snapshot_index_of_item(shared, item(round)) == round);
        expect(diffable_snapshot_item_at(shared, (diffable_index_path){ 0, round }).integer == round);
        expect(diffable_snapshot_item_identifiers(shared, NULL, 500, ids, NULL, 100) == 100);
        expect(ids[99].integer == 599);
        /* The first of them computes the version, and the list keeps it. */
        diffable_list_version version = diffable_snapshot_version(shared), again = diffable_snapshot_version(shared);
        expect(memcmp(version.bytes, again.bytes, sizeof version.bytes) == 0);
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
        diffable_document *patch;
        expect(diffable_difference_encode(difference, NULL, 0, false, &patch, NULL) == DIFFABLE_OK);
        diffable_bytes bytes = diffable_document_bytes(patch);
        diffable_snapshot *follower = diffable_snapshot_copy(shared);
        expect(diffable_snapshot_apply_patch(follower, bytes.data, bytes.size, NULL) == DIFFABLE_OK);
        expect(diffable_snapshot_equal(follower, copy));
        diffable_snapshot_free(follower);
        diffable_document_free(patch);
        diffable_difference_free(difference);
        diffable_snapshot_free(copy);
    }
    return NULL;
}

/* A merge reads the tables that copies share, while others add identifiers to them. */
static void *merge_copies(void *number)
{
    int64_t first = -1000000 * (int64_t)(intptr_t)number;
    for (int round = 0; round < ROUNDS / 4; round += 1) {
        diffable_snapshot *mine = diffable_snapshot_copy(shared), *theirs = diffable_snapshot_copy(shared),
                          *merged = NULL;
        diffable_id inserted = item(first - round), gone = item(round);
        expect(diffable_snapshot_insert_items_after(mine, &inserted, NULL, 1, item(10 + round), NULL) == DIFFABLE_OK);
        expect(diffable_snapshot_delete_items(theirs, &gone, 1, NULL, NULL) == DIFFABLE_OK);
        expect(diffable_snapshot_merge(shared, mine, theirs, &merged, NULL, NULL) == DIFFABLE_OK);
        expect(diffable_snapshot_number_of_items(merged, NULL) == ITEMS);
        expect(diffable_snapshot_index_of_item(merged, inserted) == 10 + round);
        diffable_snapshot_free(mine);
        diffable_snapshot_free(theirs);
        diffable_snapshot_free(merged);
    }
    return NULL;
}

static void *apply_to_its_own(void *unused)
{
    (void)unused;
    diffable_data_source *source = diffable_data_source_new();
    expect(diffable_data_source_apply(source, shared, NULL, NULL, NULL) == DIFFABLE_OK);
    for (int round = 0; round < ROUNDS; round += 1) {
        diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
        diffable_id id = item(-1 - round);
        expect(diffable_snapshot_append_items(snapshot, &id, NULL, 1, NULL, NULL) == DIFFABLE_OK);
        expect(diffable_data_source_apply(source, snapshot, NULL, NULL, NULL) == DIFFABLE_OK);
        diffable_snapshot_free(snapshot);
        expect(index_path_in(source, id).item == ITEMS + round);
    }
    diffable_data_source_free(source);
    return NULL;
}

/* Runs every body on THREADS threads at once, with a number from 1 on. */
static void run_side_by_side(void *(*const bodies[])(void *), int count)
{
    pthread_t threads[8 * THREADS];
    assert_true(count <= 8);
    for (int index = 0; index < count * THREADS; index += 1) {
        assert_int_equal(
            pthread_create(&threads[index], NULL, bodies[index % count], (void *)(intptr_t)(index + 1)), 0);
    }
    for (int index = 0; index < count * THREADS; index += 1) {
        void *failed = NULL;
        pthread_join(threads[index], &failed);
        if (failed != NULL) {
            fail_msg("%s", (const char *)failed);
        }
    }
}

static int set_up(void **state)
{
    (void)state;
    diffable_id ids[ITEMS];
    for (int index = 0; index < ITEMS; index += 1) {
        ids[index] = item(index);
    }
    shared = snapshot_of("A:");
    return diffable_snapshot_append_items(shared, ids, NULL, ITEMS, NULL, NULL) == DIFFABLE_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_snapshot_free(shared);
    return 0;
}

static void side_by_side(void **state)
{
    (void)state;
    run_side_by_side((void *(*const[])(void *)){ look_up, edit_a_copy, apply_to_its_own, merge_copies }, 4);
}

/* What an apply leaves, read by all at once. */
static diffable_transaction *transaction;
static diffable_data_source *source;
static diffable_snapshot *tree;

static void *look_into_it(void *unused)
{
    (void)unused;
    for (int round = 0; round < ROUNDS / 10; round += 1) {
        diffable_change change = DIFFABLE_CHANGE_INIT;
        diffable_step step = DIFFABLE_STEP_INIT;
        const diffable_difference *difference = diffable_transaction_difference(transaction);
        expect(diffable_difference_count(difference, DIFFABLE_DELETED_ITEMS) == 2);
        expect(
            diffable_difference_changes(difference, DIFFABLE_DELETED_ITEMS, 1, &change, 1, NULL, NULL) == DIFFABLE_OK);
        expect(change.id.integer == 20 && change.from.item == 20);
        expect(strcmp(diffable_difference_description(difference), "2 items deleted") == 0);
        diffable_steps *steps = diffable_steps_new(difference);
        expect(diffable_steps_read(steps, 0, &step, 1, NULL, NULL) == DIFFABLE_OK
            && step.kind == DIFFABLE_STEP_DELETE_ITEMS);
        diffable_steps_free(steps);
        diffable_section_transactions *sections = diffable_section_transactions_new(transaction);
        expect(diffable_section_transactions_count(sections) == 1);
        diffable_section_transactions_free(sections);
        diffable_transaction *copy = diffable_transaction_copy(transaction);
        expect(diffable_snapshot_number_of_items(diffable_transaction_initial_snapshot(copy), NULL) == ITEMS);
        diffable_transaction_free(copy);

        expect(index_path_in(source, item(30)).item == 28);
        diffable_snapshot *current = diffable_data_source_snapshot(source);
        expect(diffable_snapshot_number_of_items(current, NULL) == ITEMS - 2);
        diffable_snapshot_free(current);
        expect(!diffable_snapshot_is_visible(tree, item(2)));
        diffable_snapshot *expanded = diffable_snapshot_copy(tree);
        diffable_id parent = item(1);
        expect(diffable_snapshot_expand(expanded, &parent, 1, NULL) == DIFFABLE_OK);
        expect(diffable_snapshot_is_visible(expanded, item(2)));
        diffable_snapshot_free(expanded);
    }
    return NULL;
}

static void reading_what_an_apply_left(void **state)
{
    (void)state;
    source = diffable_data_source_new();
    assert_ok(diffable_data_source_apply(source, shared, NULL, NULL, &error));
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    diffable_id gone[] = { item(10), item(20) }, parent = item(1), child = item(2);
    assert_ok(diffable_snapshot_delete_items(snapshot, gone, 2, NULL, &error));
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, &transaction, &error));
    diffable_snapshot_free(snapshot);
    tree = diffable_section_snapshot_new();
    assert_ok(diffable_snapshot_append_items(tree, &parent, NULL, 1, NULL, &error));
    assert_ok(diffable_snapshot_insert_items(tree, &child, NULL, 1, DIFFABLE_AT_END_OF_PARENT, &parent, &error));
    run_side_by_side((void *(*const[])(void *)){ look_into_it }, 1);
    diffable_snapshot_free(tree);
    diffable_transaction_free(transaction);
    diffable_data_source_free(source);
}

/* One place for one snapshot, from those that build to the one that applies. */
static struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    diffable_snapshot *current; /* what the builders start from */
    diffable_snapshot *next;
} desk = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, NULL };

static void *build_and_hand_over(void *number)
{
    int64_t first = -1000000 * (int64_t)(intptr_t)number;
    for (int round = 0; round < ROUNDS / 10; round += 1) {
        /* The first copy is held while the second one is edited, so that neither edits memory that the owner has read.
           It may do that when it is the last one that has the memory, but ThreadSanitizer does not see the reference
           counts that tell it so. */
        pthread_mutex_lock(&desk.mutex);
        diffable_snapshot *held = diffable_snapshot_copy(desk.current), *snapshot = diffable_snapshot_copy(held);
        pthread_mutex_unlock(&desk.mutex);
        diffable_id id = item(first - round);
        expect(diffable_snapshot_append_items(snapshot, &id, NULL, 1, NULL, NULL) == DIFFABLE_OK);
        diffable_difference *difference = diffable_difference_new(shared, snapshot);
        expect(diffable_difference_count(difference, DIFFABLE_DELETED_ITEMS) == 0);
        diffable_difference_free(difference);
        diffable_snapshot_free(held);
        pthread_mutex_lock(&desk.mutex);
        while (desk.next != NULL) {
            pthread_cond_wait(&desk.changed, &desk.mutex);
        }
        desk.next = snapshot;
        pthread_cond_broadcast(&desk.changed);
        pthread_mutex_unlock(&desk.mutex);
    }
    return NULL;
}

static void handing_over_to_the_owner(void **state)
{
    (void)state;
    pthread_t builders[THREADS];
    source = diffable_data_source_new();
    assert_ok(diffable_data_source_apply(source, shared, NULL, NULL, &error));
    desk.current = diffable_data_source_snapshot(source);
    for (int index = 0; index < THREADS; index += 1) {
        assert_int_equal(pthread_create(&builders[index], NULL, build_and_hand_over, (void *)(intptr_t)(index + 1)), 0);
    }
    for (int applied = 0; applied < THREADS * (ROUNDS / 10); applied += 1) {
        pthread_mutex_lock(&desk.mutex);
        while (desk.next == NULL) {
            pthread_cond_wait(&desk.changed, &desk.mutex);
        }
        diffable_snapshot *snapshot = desk.next;
        desk.next = NULL;
        pthread_cond_broadcast(&desk.changed);
        pthread_mutex_unlock(&desk.mutex);

        size_t count = diffable_snapshot_number_of_items(snapshot, NULL);
        assert_ok(diffable_data_source_apply(source, snapshot, NULL, NULL, &error));
        diffable_snapshot_free(snapshot);
        diffable_snapshot *current = diffable_data_source_snapshot(source);
        assert_int_equal(diffable_snapshot_number_of_items(current, NULL), count);
        pthread_mutex_lock(&desk.mutex);
        diffable_snapshot_free(desk.current);
        desk.current = current;
        pthread_mutex_unlock(&desk.mutex);
    }
    for (int index = 0; index < THREADS; index += 1) {
        void *failed = NULL;
        pthread_join(builders[index], &failed);
        assert_null(failed);
    }
    diffable_snapshot_free(desk.current);
    diffable_data_source_free(source);
}

/* One stream that data sources on several threads write to: each call of the writer is one apply, whole. */
static diffable_view *stream;
static size_t stream_headers, stream_applies;

static diffable_status count_events(const char *bytes, size_t size, void *user_data)
{
    (void)user_data;
    static const char header[] = "{\"event\":\"stream\"";
    stream_headers += size >= sizeof header && memcmp(bytes, header, sizeof header - 1) == 0;
    stream_applies += 1;
    return DIFFABLE_OK;
}

static diffable_status no_text(const diffable_id *id, const diffable_content *content, const diffable_index_path *path,
    diffable_cell *cell, void *user_data)
{
    (void)id, (void)content, (void)path, (void)user_data;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, NULL, 0);
    return DIFFABLE_OK;
}

static void *apply_to_the_stream(void *number)
{
    for (int round = 0; round < ROUNDS / 10; round += 1) {
        diffable_data_source *own = diffable_data_source_new();
        diffable_data_source_set_cell_provider(own, no_text, NULL, NULL);
        expect(diffable_data_source_set_view(own, stream, NULL) == DIFFABLE_OK);
        diffable_snapshot *snapshot = diffable_data_source_snapshot(own);
        diffable_id id = item((intptr_t)number);
        expect(diffable_snapshot_append_sections(snapshot, &id, NULL, 1, NULL) == DIFFABLE_OK);
        expect(diffable_snapshot_append_items(snapshot, &id, NULL, 1, NULL, NULL) == DIFFABLE_OK);
        expect(diffable_data_source_apply(own, snapshot, NULL, NULL, NULL) == DIFFABLE_OK);
        diffable_snapshot_free(snapshot);
        diffable_data_source_free(own);
    }
    return NULL;
}

static void sharing_a_stream_of_events(void **state)
{
    (void)state;
    assert_ok(diffable_ndjson_view_new(NULL, count_events, NULL, NULL, &stream, &error));
    run_side_by_side((void *(*const[])(void *)){ apply_to_the_stream }, 1);
    diffable_view_free(stream);
    assert_int_equal(stream_headers, 1);
    assert_int_equal(stream_applies, THREADS * (ROUNDS / 10));
}

/* Where the callbacks of one source ran: true while all of them ran on its thread. */
typedef struct whereabouts {
    pthread_t owner;
    int calls;
    bool is_owner;
} whereabouts;

static void note(void *user_data)
{
    whereabouts *where = user_data;
    where->calls += 1;
    where->is_owner = where->is_owner && pthread_equal(where->owner, pthread_self());
}

static diffable_status note_cell(const diffable_id *id, const diffable_content *content,
    const diffable_index_path *index_path, diffable_cell *cell, void *user_data)
{
    (void)id, (void)content, (void)index_path;
    note(user_data);
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, "text", strlen("text"));
    return DIFFABLE_OK;
}

static diffable_status note_apply(const diffable_transaction *unused, void *user_data)
{
    (void)unused;
    note(user_data);
    return DIFFABLE_OK;
}

static diffable_status note_text(const char *bytes, size_t size, void *user_data)
{
    (void)bytes, (void)size;
    note(user_data);
    return DIFFABLE_OK;
}

static void *apply_with_callbacks(void *unused)
{
    (void)unused;
    whereabouts where = { pthread_self(), 0, true };
    diffable_data_source *own = diffable_data_source_new();
    diffable_view *view = NULL;
    diffable_snapshot *snapshot = snapshot_of("A: a b");
    expect(diffable_text_view_new(NULL, note_text, &where, NULL, &view, NULL) == DIFFABLE_OK);
    expect(diffable_data_source_set_view(own, view, NULL) == DIFFABLE_OK);
    diffable_data_source_set_cell_provider(own, note_cell, &where, NULL);
    expect(diffable_data_source_add_observer(own, note_apply, &where, NULL) != 0);
    expect(diffable_data_source_apply(own, snapshot, COMPLETING(note_apply, &where, note), NULL, NULL) == DIFFABLE_OK);
    /* two cells, the text, the observer, the completion and its finalizer, before the call returned */
    expect(where.calls == 6 && where.is_owner);
    diffable_view_free(view);
    diffable_snapshot_free(snapshot);
    diffable_data_source_free(own);
    return NULL;
}

static void callbacks_run_on_the_thread_that_called(void **state)
{
    (void)state;
    run_side_by_side((void *(*const[])(void *)){ apply_with_callbacks }, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(side_by_side),
        cmocka_unit_test(reading_what_an_apply_left),
        cmocka_unit_test(handing_over_to_the_owner),
        cmocka_unit_test(sharing_a_stream_of_events),
        cmocka_unit_test(callbacks_run_on_the_thread_that_called),
    };
    return cmocka_run_group_tests_name("threads", tests, set_up, tear_down);
}
