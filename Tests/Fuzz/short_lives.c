/*
 * Very many data sources of ten rows, each of which lives for two applies: memory stays flat, every row is what the
 * edits made of it, and every finalizer is called once. Some are alive at the same time, and they are freed in any
 * order.
 *
 *     short_lives [data sources]
 */
#include <string.h>

#include "soak.h"

enum { ROWS = 10, ALIVE = 8 };

static size_t finalized, observed, written;
static int64_t next_item;

/** Integers and strings by turns; `text` has room for a string. */
static diffable_id identifier(int64_t item, char text[32])
{
    if (item % 2 == 0) {
        return diffable_id_integer(item);
    }
    snprintf(text, 32, "row %lld", (long long)item);
    return diffable_id_string(text);
}

static diffable_status show(const diffable_id *item, const diffable_content *content, const diffable_index_path *path,
    diffable_cell *cell, void *user_data)
{
    (void)item, (void)content, (void)path, (void)user_data;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, "a row", strlen("a row"));
    return DIFFABLE_OK;
}

static diffable_status observe(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    observed += 1;
    return DIFFABLE_OK;
}

static diffable_status count_bytes(const char *bytes, size_t size, void *user_data)
{
    (void)bytes, (void)user_data;
    written += size;
    return DIFFABLE_OK;
}

static void finalize(void *user_data)
{
    finalized += 1;
    free(user_data);
}

static void apply(diffable_data_source *source, diffable_snapshot *snapshot, diffable_transaction **transaction)
{
    require(diffable_data_source_apply(source, snapshot, NULL, transaction, NULL) == DIFFABLE_OK, "an apply fails");
    diffable_snapshot_free(snapshot);
}

/** A data source that shows ten new rows in a text view. */
static diffable_data_source *begin(int64_t *first_item)
{
    char texts[ROWS][32];
    diffable_id ids[ROWS], section = diffable_id_string("main");
    diffable_data_source *source = diffable_data_source_new();
    diffable_view *view = NULL;
    require(diffable_text_view_new(NULL, count_bytes, malloc(16), finalize, &view, NULL) == DIFFABLE_OK
            && diffable_data_source_set_view(source, view, NULL) == DIFFABLE_OK
            && diffable_data_source_add_observer(source, observe, malloc(16), finalize) != 0,
        "no data source");
    diffable_view_free(view);
    diffable_data_source_set_cell_provider(source, show, malloc(16), finalize);

    *first_item = next_item;
    for (size_t row = 0; row < ROWS; row += 1) {
        ids[row] = identifier(next_item++, texts[row]);
    }
    diffable_snapshot *snapshot = diffable_snapshot_new();
    require(diffable_snapshot_append_sections(snapshot, &section, NULL, 1, NULL) == DIFFABLE_OK
            && diffable_snapshot_append_items(snapshot, ids, NULL, ROWS, &section, NULL) == DIFFABLE_OK,
        "an edit is refused");
    apply(source, snapshot, NULL);
    return source;
}

/** Deletes a row, moves one to the end and reloads one; then the list must be what an array of the same edits is. */
static void end(diffable_data_source *source, int64_t first_item)
{
    char texts[3][32];
    int64_t rows[ROWS];
    size_t count = ROWS;
    diffable_transaction *transaction = NULL;
    for (size_t row = 0; row < count; row += 1) {
        rows[row] = first_item + (int64_t)row;
    }
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);

    size_t deleted = below(count);
    diffable_id id = identifier(rows[deleted], texts[0]);
    require(diffable_snapshot_delete_items(snapshot, &id, 1, NULL, NULL) == DIFFABLE_OK, "an edit is refused");
    count -= 1;
    memmove(rows + deleted, rows + deleted + 1, (count - deleted) * sizeof *rows);

    size_t moved = below(count - 1);
    int64_t item = rows[moved];
    require(diffable_snapshot_move_item_after(
                snapshot, identifier(item, texts[1]), identifier(rows[count - 1], texts[2]), NULL)
            == DIFFABLE_OK,
        "an edit is refused");
    memmove(rows + moved, rows + moved + 1, (count - 1 - moved) * sizeof *rows);
    rows[count - 1] = item;

    id = identifier(rows[below(count)], texts[0]);
    require(diffable_snapshot_reload_items(snapshot, &id, NULL, 1, NULL) == DIFFABLE_OK, "an edit is refused");

    apply(source, snapshot, &transaction);
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    require(diffable_snapshot_item_at(list, (diffable_index_path){ 0, (ptrdiff_t)count }).kind == DIFFABLE_ID_NONE,
        "a row too many");
    for (size_t row = 0; row < count; row += 1) {
        diffable_index_path path = diffable_snapshot_index_path_of_item(list, identifier(rows[row], texts[0]));
        require(path.section == 0 && path.item == (ptrdiff_t)row, "the list is not the model");
    }
    diffable_snapshot_free(list);
    // Half of the transactions are freed before their data source, half after it.
    if (below(2) == 0) {
        diffable_transaction_free(transaction);
        transaction = NULL;
    }
    diffable_data_source_free(source);
    diffable_transaction_free(transaction);
}

int main(int argument_count, char **arguments)
{
    size_t lives = argument_count > 1 ? strtoull(arguments[1], NULL, 10) : 1000000;
    diffable_data_source *alive[ALIVE] = { NULL };
    int64_t first_items[ALIVE] = { 0 };
    require(lives > WARM_UP, "too few data sources to tell anything");
    for (size_t done = 1; done <= lives; done += 1) {
        size_t place = below(ALIVE);
        if (alive[place] != NULL) {
            end(alive[place], first_items[place]);
        }
        alive[place] = begin(&first_items[place]);
        look_at_memory(done, lives);
    }
    for (size_t place = 0; place < ALIVE; place += 1) {
        if (alive[place] != NULL) {
            end(alive[place], first_items[place]);
        }
    }
    require(finalized == 3 * lives, "a finalizer was not called, or called twice");
    require(observed == 2 * lives && written > 0, "an apply was not observed");
    printf("soak: %zu data sources of ten rows", lives);
    report_memory();
    return 0;
}
