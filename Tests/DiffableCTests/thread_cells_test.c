/*
 * The table of docs/threads.md under ThreadSanitizer: a test for each cell that lets two threads run, but for views,
 * which thread_views_test.c has.
 */
#include "thread_cells.h"

enum { ITEMS = 700 };

/* A section with the items from 0 on, in a new snapshot. */
static diffable_snapshot *many_items(void)
{
    diffable_id ids[ITEMS];
    for (int index = 0; index < ITEMS; index += 1) {
        ids[index] = integer(index);
    }
    diffable_snapshot *snapshot = snapshot_of("A:");
    assert_ok(diffable_snapshot_append_items(snapshot, ids, NULL, ITEMS, NULL, NULL));
    return snapshot;
}

/* What the threads of a test share. */
static diffable_snapshot *snapshot;
static diffable_snapshot *tree;
static diffable_difference *differences[ROUNDS];
static diffable_transaction *transaction;
static diffable_data_source *source;
static diffable_error *failure;

static int set_up(void **state)
{
    (void)state;
    diffable_id parent = integer(1), children[] = { integer(2), integer(3) }, gone = integer(7);
    snapshot = many_items();
    assert_ok(diffable_snapshot_reload_items(snapshot, &parent, NULL, 1, NULL));
    tree = diffable_section_snapshot_new();
    assert_ok(diffable_snapshot_append_items(tree, &parent, NULL, 1, NULL, NULL));
    assert_ok(diffable_snapshot_insert_items(tree, children, NULL, 2, DIFFABLE_AT_END_OF_PARENT, &parent, NULL));
    source = diffable_data_source_new();
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, NULL, NULL));
    diffable_snapshot *next = diffable_data_source_snapshot(source);
    assert_ok(diffable_snapshot_delete_items(next, &gone, 1, NULL, NULL));
    assert_ok(diffable_data_source_apply(source, next, NULL, &transaction, NULL));
    for (int round = 0; round < ROUNDS; round += 1) {
        differences[round] = diffable_difference_new(snapshot, next);
    }
    diffable_snapshot_free(next);
    assert_int_not_equal(diffable_snapshot_append_items(snapshot, &parent, NULL, 1, NULL, &failure), DIFFABLE_OK);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round += 1) {
        diffable_difference_free(differences[round]);
    }
    diffable_error_free(failure);
    diffable_transaction_free(transaction);
    diffable_data_source_free(source);
    diffable_snapshot_free(tree);
    diffable_snapshot_free(snapshot);
    return 0;
}

/* Snapshots */

static void *read_snapshot(void *number)
{
    (void)number;
    for (int round = 0; round < ROUNDS; round += 1) {
        diffable_id ids[50];
        expect(diffable_snapshot_number_of_items(snapshot, NULL) == ITEMS);
        expect(diffable_snapshot_index_path_of_item(snapshot, integer(round)).item == round);
        expect(diffable_snapshot_item_at(snapshot, (diffable_index_path){ 0, round }).integer == round);
        expect(diffable_snapshot_item_identifiers(snapshot, NULL, 500, ids, NULL, 50) == 50 && ids[49].integer == 549);
        expect(diffable_snapshot_marked_identifiers(snapshot, DIFFABLE_ITEMS_TO_RELOAD, 0, ids, 50) == 1);
        expect(diffable_snapshot_equal(snapshot, snapshot));
    }
    return NULL;
}

static void *edit_copies(void *number)
{
    for (int round = 0; round < ROUNDS; round += 1) {
        diffable_snapshot *copy = diffable_snapshot_copy(snapshot);
        diffable_id added = integer(100000 * (int64_t)(intptr_t)number + round), gone = integer(round);
        expect(diffable_snapshot_insert_items_after(copy, &added, NULL, 1, integer(100 + round), NULL) == DIFFABLE_OK);
        expect(diffable_snapshot_delete_items(copy, &gone, 1, NULL, NULL) == DIFFABLE_OK);
        expect(diffable_snapshot_reconfigure_items(copy, &added, NULL, 1, NULL) == DIFFABLE_OK);
        expect(!diffable_snapshot_equal(copy, snapshot));
        diffable_snapshot_free(copy);
    }
    return NULL;
}

static void snapshots_read(void **state)
{
    (void)state, run_beside(read_snapshot, read_snapshot);
}
static void snapshots_read_and_edited(void **state)
{
    (void)state, run_beside(read_snapshot, edit_copies);
}
static void snapshots_edited(void **state)
{
    (void)state, run_beside(edit_copies, edit_copies);
}

/* Snapshots that share their identifier tables: all threads add the same identifiers. */

static void *look_identifiers_up(void *number)
{
    (void)number;
    for (int round = 0; round < ROUNDS; round += 1) {
        /* The text of one may be added to the table meanwhile. */
        char text[32];
        snprintf(text, sizeof text, "a new identifier, number %d", round);
        expect(!diffable_snapshot_contains_item(snapshot, diffable_id_string(text)));
        expect(diffable_snapshot_contains_item(snapshot, integer(round)));
        expect(index_path_in(source, diffable_id_string(text)).item == -1);
    }
    return NULL;
}

static void *add_identifiers(void *number)
{
    (void)number;
    diffable_snapshot *own = diffable_data_source_new_snapshot(source);
    diffable_id section = diffable_id_string("A");
    expect(diffable_snapshot_append_sections(own, &section, NULL, 1, NULL) == DIFFABLE_OK);
    for (int round = 0; round < ROUNDS; round += 1) {
        char text[32];
        snprintf(text, sizeof text, "a new identifier, number %d", round);
        diffable_id added = diffable_id_string(text);
        expect(diffable_snapshot_append_items(own, &added, NULL, 1, NULL, NULL) == DIFFABLE_OK);
        expect(diffable_snapshot_index_path_of_item(own, added).item == round);
        diffable_id found = diffable_snapshot_item_at(own, (diffable_index_path){ 0, round });
        expect(found.bytes.size == strlen(text) && memcmp(found.bytes.data, text, strlen(text)) == 0);
    }
    diffable_snapshot_free(own);
    return NULL;
}

static void identifiers_read(void **state)
{
    (void)state, run_beside(look_identifiers_up, look_identifiers_up);
}
static void identifiers_read_and_added(void **state)
{
    (void)state, run_beside(look_identifiers_up, add_identifiers);
}
static void identifiers_added(void **state)
{
    (void)state, run_beside(add_identifiers, add_identifiers);
}

/* Section snapshots */

static void *read_tree(void *number)
{
    (void)number;
    for (int round = 0; round < ROUNDS; round += 1) {
        expect(diffable_snapshot_number_of_all_items(tree) == 3);
        expect(!diffable_snapshot_is_visible(tree, integer(2)));
        expect(diffable_snapshot_equal(tree, tree));
    }
    return NULL;
}

static void *edit_copies_of_tree(void *number)
{
    for (int round = 0; round < ROUNDS; round += 1) {
        diffable_snapshot *copy = diffable_snapshot_copy(tree);
        diffable_id parent = integer(1), added = integer(100 * (int64_t)(intptr_t)number + round);
        expect(diffable_snapshot_insert_items(
                   copy, &added, NULL, 1, DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ integer(2) }, NULL)
            == DIFFABLE_OK);
        expect(diffable_snapshot_expand(copy, &parent, 1, NULL) == DIFFABLE_OK);
        expect(diffable_snapshot_number_of_all_items(copy) == 4);
        diffable_snapshot_free(copy);
    }
    return NULL;
}

static void trees_read(void **state)
{
    (void)state, run_beside(read_tree, read_tree);
}
static void trees_read_and_edited(void **state)
{
    (void)state, run_beside(read_tree, edit_copies_of_tree);
}
static void trees_edited(void **state)
{
    (void)state, run_beside(edit_copies_of_tree, edit_copies_of_tree);
}

/* Differences, each of which is described by whoever comes first. */

static void *read_differences(void *number)
{
    (void)number;
    for (int round = 0; round < ROUNDS; round += 1) {
        diffable_change change = DIFFABLE_CHANGE_INIT;
        expect(strcmp(diffable_difference_description(differences[round]), "1 item deleted") == 0);
        expect(diffable_difference_changes(differences[round], DIFFABLE_DELETED_ITEMS, 0, &change, 1, NULL, NULL)
            == DIFFABLE_OK);
        expect(change.id.integer == 7);
        diffable_steps *steps = diffable_steps_new(differences[round]);
        expect(diffable_steps_count(steps) == 1);
        diffable_steps_free(steps);
    }
    return NULL;
}

static void *copy_differences(void *number)
{
    (void)number;
    for (int round = 0; round < ROUNDS; round += 1) {
        diffable_difference *copy = diffable_difference_copy(differences[round]);
        expect(diffable_difference_count(copy, DIFFABLE_DELETED_ITEMS) == 1);
        expect(strcmp(diffable_difference_description(copy), "1 item deleted") == 0);
        diffable_difference_free(copy);
    }
    return NULL;
}

static void differences_read(void **state)
{
    (void)state, run_beside(read_differences, read_differences);
}
static void differences_read_and_copied(void **state)
{
    (void)state, run_beside(read_differences, copy_differences);
}
static void differences_copied(void **state)
{
    (void)state, run_beside(copy_differences, copy_differences);
}

/* Transactions */

static void *look_at(const diffable_transaction *seen)
{
    expect(diffable_snapshot_number_of_items(diffable_transaction_initial_snapshot(seen), NULL) == ITEMS);
    expect(diffable_snapshot_number_of_items(diffable_transaction_final_snapshot(seen), NULL) == ITEMS - 1);
    expect(strcmp(diffable_difference_description(diffable_transaction_difference(seen)), "1 item deleted") == 0);
    diffable_section_transactions *sections = diffable_section_transactions_new(seen);
    expect(diffable_section_transactions_count(sections) == 1);
    diffable_section_transactions_free(sections);
    return NULL;
}

static void *read_transaction(void *number)
{
    (void)number;
    for (int round = 0; round < ROUNDS; round += 1) {
        void *failed = look_at(transaction);
        if (failed != NULL) {
            return failed;
        }
    }
    return NULL;
}

static void *copy_transactions(void *number)
{
    (void)number;
    for (int round = 0; round < ROUNDS; round += 1) {
        diffable_transaction *copy = diffable_transaction_copy(transaction);
        void *failed = look_at(copy);
        diffable_transaction_free(copy);
        if (failed != NULL) {
            return failed;
        }
    }
    return NULL;
}

static void transactions_read(void **state)
{
    (void)state, run_beside(read_transaction, read_transaction);
}
static void transactions_read_and_copied(void **state)
{
    (void)state, run_beside(read_transaction, copy_transactions);
}
static void transactions_copied(void **state)
{
    (void)state, run_beside(copy_transactions, copy_transactions);
}

/* Data sources. A copy is a snapshot of one, or another one that was given such a snapshot. */

static void *read_source(void *number)
{
    (void)number;
    for (int round = 0; round < ROUNDS; round += 1) {
        expect(index_path_in(source, integer(30)).item == 29);
        expect(has_item_at(source, (diffable_index_path){ 0, 29 }, integer(30)));
        expect(!diffable_data_source_is_applying(source));
        diffable_snapshot *current = diffable_data_source_snapshot(source);
        expect(diffable_snapshot_number_of_items(current, NULL) == ITEMS - 1);
        diffable_snapshot_free(current);
        diffable_snapshot *items = section_in(source, diffable_id_string("A"));
        expect(diffable_snapshot_number_of_all_items(items) == ITEMS - 1);
        diffable_snapshot_free(items);
    }
    return NULL;
}

static void *apply_to_another(void *number)
{
    diffable_data_source *own = diffable_data_source_new();
    diffable_snapshot *next = diffable_data_source_snapshot(source);
    for (int round = 0; round < ROUNDS; round += 1) {
        diffable_id added = integer(-1 - 1000 * (int64_t)(intptr_t)number - round);
        expect(diffable_snapshot_append_items(next, &added, NULL, 1, NULL, NULL) == DIFFABLE_OK);
        expect(diffable_data_source_apply(own, next, NULL, NULL, NULL) == DIFFABLE_OK);
        expect(index_path_in(own, added).item == ITEMS - 1 + round);
    }
    diffable_snapshot_free(next);
    diffable_data_source_free(own);
    return NULL;
}

static void sources_read(void **state)
{
    (void)state, run_beside(read_source, read_source);
}
static void sources_read_and_applied(void **state)
{
    (void)state, run_beside(read_source, apply_to_another);
}
static void sources_applied(void **state)
{
    (void)state, run_beside(apply_to_another, apply_to_another);
}

/* Errors */

static void *read_error(void *number)
{
    (void)number;
    for (int round = 0; round < ROUNDS; round += 1) {
        expect(diffable_error_status(failure) == DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
        expect(strstr(diffable_error_message(failure), "item 1 is already at section") != NULL);
        expect(diffable_error_message_from_one(failure)[0] != '\0');
        expect(diffable_error_identifier(failure).integer == 1 && diffable_error_position(failure) == 0);
    }
    return NULL;
}

static void errors_read(void **state)
{
    (void)state, run_beside(read_error, read_error);
}

/* Functions that take no object, or make a new one. */

static void *make_and_name(void *number)
{
    for (int round = 0; round < ROUNDS; round += 1) {
        char escaped[16];
        diffable_id id = integer((intptr_t)number), section = diffable_id_string("A");
        expect(strcmp(diffable_version(), DIFFABLE_VERSION) == 0);
        expect(strcmp(diffable_status_name(DIFFABLE_ERROR_NO_SECTIONS), "NO_SECTIONS") == 0);
        expect(strcmp(diffable_row_animation_name(DIFFABLE_ANIMATION_LEFT), "left") == 0);
        expect(diffable_escape("\n", 1, false, escaped, sizeof escaped) == 2);
        diffable_snapshot *own = diffable_snapshot_new();
        expect(diffable_snapshot_append_sections(own, &section, NULL, 1, NULL) == DIFFABLE_OK);
        expect(diffable_snapshot_append_items(own, &id, NULL, 1, NULL, NULL) == DIFFABLE_OK);
        diffable_snapshot_free(own);
        diffable_data_source_free(diffable_data_source_new());
    }
    return NULL;
}

static void functions_called(void **state)
{
    (void)state, run_beside(make_and_name, make_and_name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CELL("snapshot", "both read it", snapshots_read),
        CELL("snapshot", "one reads it, one changes a copy", snapshots_read_and_edited),
        CELL("snapshot", "each changes a copy", snapshots_edited),
        CELL("identifier table", "both read it", identifiers_read),
        CELL("identifier table", "one reads it, one changes a copy", identifiers_read_and_added),
        CELL("identifier table", "each changes a copy", identifiers_added),
        CELL("section snapshot", "both read it", trees_read),
        CELL("section snapshot", "one reads it, one changes a copy", trees_read_and_edited),
        CELL("section snapshot", "each changes a copy", trees_edited),
        CELL("difference", "both read it", differences_read),
        CELL("difference", "one reads it, one changes a copy", differences_read_and_copied),
        CELL("difference", "each changes a copy", differences_copied),
        CELL("transaction", "both read it", transactions_read),
        CELL("transaction", "one reads it, one changes a copy", transactions_read_and_copied),
        CELL("transaction", "each changes a copy", transactions_copied),
        CELL("data source", "both read it", sources_read),
        CELL("data source", "one reads it, one changes a copy", sources_read_and_applied),
        CELL("data source", "each changes a copy", sources_applied),
        CELL("error", "both read it", errors_read),
        CELL("function without an object", "both read it", functions_called),
    };
    return cmocka_run_group_tests_name("thread_cells", tests, NULL, NULL);
}
