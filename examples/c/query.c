/*
 * A live query: a list that follows a table of SQLite.
 *
 *     cc -std=c11 query.c $(pkg-config --cflags --libs diffable sqlite3)
 *
 * SQL selects, sorts and limits the rows. After each change, the program runs its query again, and describes the list
 * with the result. Each row becomes an item, whose identifier is the key of the row and whose content is its text.
 * Diffable keeps the contents, and determines which rows were inserted, deleted, moved and changed. So the program does
 * not have to keep or compare rows.
 */
#include <diffable.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_LIMIT = 4 };

static const char *const schema = "CREATE TABLE songs (id INTEGER PRIMARY KEY, title TEXT, plays INTEGER);"
                                  "INSERT INTO songs (title, plays) VALUES ('Blue in Green', 31), ('So What', 30), "
                                  "('Naima', 12), ('Giant Steps', 9), "
                                  "('Footprints', 7);";

/* The first parameter is the pattern that the user searches for, the second the greatest number of rows. */
static const char *const query =
    "SELECT id, printf('%s, %d times', title, plays) FROM songs WHERE title LIKE ?1 ORDER BY plays DESC, id LIMIT ?2";

static const char *const transactions[] = {
    "UPDATE songs SET plays = plays + 3 WHERE title = 'So What'",
    "UPDATE songs SET plays = plays + 20 WHERE title = 'Footprints'",
    "BEGIN; DELETE FROM songs WHERE title = 'Naima'; INSERT INTO songs (title, plays) VALUES ('Solar', 40); COMMIT",
    "SELECT max(plays) FROM songs",
};

static sqlite3 *database;
static sqlite3_stmt *statement;
static bool has_written;

static void check(bool is_done, const char *message)
{
    if (!is_done) {
        fprintf(stderr, "query: %s\n", message);
        exit(EXIT_FAILURE);
    }
}

static void check_sql(int status)
{
    check(status == SQLITE_OK, sqlite3_errmsg(database));
}

static void note_write(void *user_data, int operation, const char *name, const char *table, sqlite3_int64 row)
{
    (void)user_data, (void)operation, (void)name, (void)table, (void)row;
    has_written = true;
}

static diffable_status show_row(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)item, (void)path, (void)user_data;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, content->data, content->size);
    return DIFFABLE_OK;
}

static diffable_status print(const char *bytes, size_t size, void *user_data)
{
    (void)user_data;
    return fwrite(bytes, 1, size, stdout) == size ? DIFFABLE_OK : DIFFABLE_ERROR_OUTPUT_FAILED;
}

/* Runs the query and makes its rows the list. */
static void refresh(diffable_data_source *source)
{
    int64_t ids[ROW_LIMIT];
    char *texts[ROW_LIMIT];
    diffable_content contents[ROW_LIMIT];
    size_t count = 0;
    int step;
    check_sql(sqlite3_reset(statement));
    while ((step = sqlite3_step(statement)) == SQLITE_ROW) {
        ids[count] = sqlite3_column_int64(statement, 0);
        texts[count] = sqlite3_mprintf("%s", sqlite3_column_text(statement, 1));
        check(texts[count] != NULL, "there is no memory for a row");
        contents[count] = diffable_content_bytes(texts[count], strlen(texts[count]));
        count += 1;
    }
    check(step == SQLITE_DONE, sqlite3_errmsg(database));

    diffable_error *error = NULL;
    diffable_id songs = diffable_id_string("songs");
    diffable_snapshot *list = diffable_data_source_new_snapshot(source);
    diffable_status status = diffable_snapshot_append_sections(list, &songs, NULL, 1, &error);
    if (status == DIFFABLE_OK)
        status = diffable_snapshot_append_integers(list, ids, contents, count, &songs, &error);
    if (status == DIFFABLE_OK)
        status = diffable_data_source_apply(source, list, NULL, NULL, &error);
    check(status == DIFFABLE_OK, diffable_error_message(error));
    diffable_snapshot_free(list);
    while (count > 0) {
        sqlite3_free(texts[count -= 1]);
    }
}

static void search(diffable_data_source *source, const char *pattern)
{
    printf("\nSongs like %s\n", pattern);
    check_sql(sqlite3_reset(statement));
    check_sql(sqlite3_bind_text(statement, 1, pattern, -1, SQLITE_STATIC));
    refresh(source);
}

int main(void)
{
    check(sqlite3_open(":memory:", &database) == SQLITE_OK, "there is no memory for a database");
    check_sql(sqlite3_exec(database, schema, NULL, NULL, NULL));
    check_sql(sqlite3_prepare_v2(database, query, -1, &statement, NULL));
    check_sql(sqlite3_bind_int(statement, 2, ROW_LIMIT));
    sqlite3_update_hook(database, note_write, NULL);

    diffable_data_source *source = diffable_data_source_new();
    diffable_view *view = NULL;
    check(diffable_text_view_new(NULL, print, NULL, NULL, &view, NULL) == DIFFABLE_OK, "there is no view");
    check(diffable_data_source_set_view(source, view, NULL) == DIFFABLE_OK, "the list has no view");
    diffable_data_source_set_cell_provider(source, show_row, NULL, NULL);
    diffable_view_free(view);

    search(source, "%");
    for (size_t i = 0; i < sizeof transactions / sizeof *transactions; i += 1) {
        has_written = false;
        check_sql(sqlite3_exec(database, transactions[i], NULL, NULL, NULL));
        if (has_written) {
            printf("\n%s\n", transactions[i]);
            refresh(source);
        }
    }
    search(source, "so%");

    diffable_data_source_free(source);
    sqlite3_finalize(statement);
    sqlite3_close(database);
}
