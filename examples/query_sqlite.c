/*
 * A live query: a list that follows a table of SQLite.
 *
 *     cc query_sqlite.c $(pkg-config --cflags --libs diffable sqlite3)
 *
 * After each transaction that wrote, the program runs its query again and describes the list with the rows. The identifier
 * of an item is the key of its row, and the content is what the row shows. The list keeps the contents and finds out which
 * rows changed, so the program keeps no rows.
 */
#include <diffable.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 100 };

static const char *const schema =
    "CREATE TABLE songs (id INTEGER PRIMARY KEY, title TEXT, plays INTEGER);"
    "INSERT INTO songs (title, plays) VALUES ('Blue in Green', 31), ('So What', 30), ('Naima', 12), ('Giant Steps', 9), ('Footprints', 7);";

static const char *const query = "SELECT id, printf('%s, %d times', title, plays) FROM songs ORDER BY plays DESC, id LIMIT 4";

static const char *const transactions[] = {
    "UPDATE songs SET plays = plays + 3 WHERE title = 'So What'",
    "UPDATE songs SET plays = plays + 20 WHERE title = 'Footprints'",
    "BEGIN; DELETE FROM songs WHERE title = 'Naima'; INSERT INTO songs (title, plays) VALUES ('Solar', 40); COMMIT",
    "SELECT max(plays) FROM songs",
};

static sqlite3 *database;
static bool has_written;

static void check(bool is_done, const char *message)
{
    if (!is_done) {
        fprintf(stderr, "query_sqlite: %s\n", message);
        exit(EXIT_FAILURE);
    }
}

static void run_sql(const char *sql)
{
    check(sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK, sqlite3_errmsg(database));
}

static void note_write(void *user_data, int operation, const char *name, const char *table, sqlite3_int64 row)
{
    (void)user_data, (void)operation, (void)name, (void)table, (void)row;
    has_written = true;
}

static diffable_status show_row(const diffable_id *item, const diffable_content *content, const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)item, (void)path, (void)user_data;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, content->data, content->size);
    return DIFFABLE_OK;
}

static diffable_status print(const char *bytes, size_t size, void *user_data)
{
    (void)user_data;
    return fwrite(bytes, 1, size, stdout) == size ? DIFFABLE_OK : -1;
}

static void show_rows(sqlite3_stmt *statement, diffable_data_source *source)
{
    int64_t ids[MOST_ROWS];
    char *texts[MOST_ROWS];
    diffable_content contents[MOST_ROWS];
    size_t count = 0;
    for (sqlite3_reset(statement); count < MOST_ROWS && sqlite3_step(statement) == SQLITE_ROW; count += 1) {
        ids[count] = sqlite3_column_int64(statement, 0);
        texts[count] = sqlite3_mprintf("%s", sqlite3_column_text(statement, 1));
        contents[count] = diffable_content_bytes(texts[count], strlen(texts[count]));
    }
    diffable_error *error = NULL;
    diffable_id songs = diffable_id_string("songs");
    diffable_snapshot *list = diffable_data_source_new_snapshot(source);
    diffable_status status = diffable_snapshot_append_sections(list, &songs, NULL, 1, &error);
    if (status == DIFFABLE_OK) {
        status = diffable_snapshot_append_integers(list, ids, contents, count, &songs, &error);
    }
    if (status == DIFFABLE_OK) {
        status = diffable_data_source_apply(source, list, NULL, NULL, &error);
    }
    check(status == DIFFABLE_OK, diffable_error_message(error));
    diffable_snapshot_free(list);
    while (count > 0) {
        sqlite3_free(texts[count -= 1]);
    }
}

int main(void)
{
    sqlite3_stmt *statement;
    check(sqlite3_open(":memory:", &database) == SQLITE_OK, "no memory for a database");
    run_sql(schema);
    check(sqlite3_prepare_v2(database, query, -1, &statement, NULL) == SQLITE_OK, sqlite3_errmsg(database));
    sqlite3_update_hook(database, note_write, NULL);

    diffable_data_source *source = diffable_data_source_new();
    diffable_view *view;
    check(diffable_text_view_new(NULL, print, NULL, NULL, &view, NULL) == DIFFABLE_OK, "no view");
    diffable_data_source_set_cell_provider(source, show_row, NULL, NULL);
    check(diffable_data_source_set_view(source, view, NULL) == DIFFABLE_OK, "no view for the list");
    diffable_view_free(view);

    show_rows(statement, source);
    for (size_t i = 0; i < sizeof transactions / sizeof *transactions; i += 1) {
        has_written = false;
        run_sql(transactions[i]);
        if (has_written) {
            printf("\n%s\n", transactions[i]);
            show_rows(statement, source);
        }
    }
    diffable_data_source_free(source);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return EXIT_SUCCESS;
}
