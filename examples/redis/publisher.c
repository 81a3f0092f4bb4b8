/*
 * Publishes a list through Redis.
 *
 *     cc -std=c11 -o publisher publisher.c $(pkg-config --cflags --libs diffable hiredis)
 *     ./publisher 127.0.0.1:6379 list
 *
 * Each change of the list becomes a patch, which is added to the stream `list`. Every thousand entries, the program
 * also writes the whole list to the hash `list:snapshot`, for followers that have no list or a list that is too old.
 * README.md describes what happens after a failure.
 */
#define _POSIX_C_SOURCE 200809L
#include "connection.h"
#include <limits.h>
#include <signal.h>

enum { STREAM_LENGTH = 10000, ENTRIES_PER_SNAPSHOT = 1000, TEXT_SIZE = 64, PAUSE_MILLISECONDS = 10 };

static const char *name; /* of the list and of the stream */
static diffable_data_source *source;
static diffable_publisher *publisher;
static int64_t next_row = 1;

/* The end of the stream: its last entry, and the version of the list that the entry leads to. */
static char last_entry[ENTRY_SIZE];
static diffable_list_version version;
static bool has_version;
static long entries_since_snapshot;

/*
 * Reads the last entry of the stream. After a connection was lost, only the server knows it: the server may have stored
 * an entry although its reply did not arrive, or it may have lost entries when it was killed.
 */
static void read_end_of_stream(void)
{
    redisReply *reply = expect(REDIS_REPLY_ARRAY, redisCommand(redis, "XREVRANGE %s + - COUNT 1", name));
    if (reply == NULL)
        return;
    has_version = false;
    if (reply->elements > 0) {
        const redisReply *entry = reply->element[0], *field = entry->element[1]->element[1];
        snprintf(last_entry, ENTRY_SIZE, "%s", entry->element[0]->str);
        has_version = field->len == sizeof version.bytes;
        if (has_version)
            memcpy(version.bytes, field->str, field->len);
    }
    freeReplyObject(reply);
    entries_since_snapshot = ENTRIES_PER_SNAPSHOT; /* so that a snapshot is written next */
}

/*
 * Prepares the command that adds a document to the stream; `read_replies` sends it. The document leads from the list at
 * the end of the stream to the current list. If the publisher does not know the version at the end, for example because
 * another process wrote it, the document is the whole list. Returns the number of replies that will come: 0 if the two
 * lists are equal or there is no connection, or else 1.
 */
static long send_entry(void)
{
    diffable_document *document;
    if (redis == NULL)
        return 0;
    check(diffable_publisher_message(publisher, has_version ? &version : NULL, &document, &error));
    if (document == NULL)
        return 0;
    const diffable_bytes bytes = diffable_document_bytes(document);
    version = diffable_publisher_version(publisher);
    has_version = true;
    redisAppendCommand(redis, "XADD %s MAXLEN ~ %d * version %b document %b", name, STREAM_LENGTH, version.bytes,
        sizeof version.bytes, bytes.data, bytes.size);
    print_version(version);
    printf(" in %zu bytes\n", bytes.size);
    diffable_document_free(document);
    return 1;
}

static void read_replies(long count)
{
    for (; count > 0 && redis != NULL; count -= 1) {
        void *reply = NULL;
        redisGetReply(redis, &reply);
        const redisReply *entry = expect(REDIS_REPLY_STRING, reply);
        if (entry == NULL)
            return;
        snprintf(last_entry, ENTRY_SIZE, "%s", entry->str);
        entries_since_snapshot += 1;
        freeReplyObject(reply);
    }
}

/*
 * Writes the whole list and the entry that leads to it. One command writes both, so a follower never reads a list with
 * the entry of another one.
 */
static void write_snapshot(void)
{
    diffable_document *document;
    check(diffable_publisher_message(publisher, NULL, &document, &error));
    const diffable_bytes bytes = diffable_document_bytes(document);
    freeReplyObject(expect(REDIS_REPLY_INTEGER,
        redisCommand(redis, "HSET %s:snapshot entry %s document %b", name, last_entry, bytes.data, bytes.size)));
    diffable_document_free(document);
    entries_since_snapshot = 0;
}

static void make_list(long rows)
{
    const diffable_id section = diffable_id_string("rows");
    diffable_snapshot *list = diffable_data_source_new_snapshot(source);
    check(diffable_snapshot_append_sections(list, &section, NULL, 1, &error));
    for (; next_row <= rows; next_row += 1) {
        char text[TEXT_SIZE];
        const int size = snprintf(text, TEXT_SIZE, "Row %lld", (long long)next_row);
        const diffable_content content = diffable_content_bytes(text, (size_t)size);
        check(diffable_snapshot_append_integers(list, &next_row, &content, 1, NULL, &error));
    }
    check(diffable_data_source_apply(source, list, NULL, NULL, &error));
    diffable_snapshot_free(list);
}

/* Deletes a row and inserts another one, or updates a row. Every other update also moves the row before another one. */
static void change_list(long change)
{
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    const ptrdiff_t count = diffable_snapshot_number_of_items(list, NULL);
    const diffable_id row = diffable_snapshot_item_at(list, (diffable_index_path){ 0, rand() % count });
    const diffable_id other = diffable_snapshot_item_at(list, (diffable_index_path){ 0, rand() % count });
    const bool replaces = change % 3 == 0, moves = change % 3 == 1 && row.integer != other.integer;
    const diffable_id shown = replaces ? diffable_id_integer(next_row++) : row;
    char text[TEXT_SIZE];
    const int size = snprintf(text, TEXT_SIZE, "Row %lld, change %ld", (long long)shown.integer, change);
    const diffable_content content = diffable_content_bytes(text, (size_t)size);
    if (replaces) {
        check(diffable_snapshot_insert_items_before(list, &shown, &content, 1, other, &error));
        check(diffable_snapshot_delete_items(list, &row, 1, NULL, &error));
    } else {
        check(diffable_snapshot_update_items(list, &row, &content, 1, NULL, &error));
        if (moves)
            check(diffable_snapshot_move_item_before(list, row, other, &error));
    }
    check(diffable_data_source_apply(source, list, NULL, NULL, &error));
    diffable_snapshot_free(list);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
    require(argc >= 3 && argc <= 6, "usage: publisher HOST:PORT NAME [ROWS [CHANGES_PER_SECOND [CHANGES]]]");
    name = argv[2];
    const long rows = argc > 3 ? atol(argv[3]) : 10, changes = argc > 5 ? atol(argv[5]) : LONG_MAX;
    const double changes_per_second = argc > 4 ? atof(argv[4]) : 1;
    require(rows > 0, "The list needs a row.");
    signal(SIGPIPE, SIG_IGN);
    source = diffable_data_source_new();
    check(diffable_data_source_set_name(source, name, strlen(name), &error));
    make_list(rows);
    /*
     * The publisher keeps old lists, so that it can make a patch even if the server lost the last entries of the
     * stream. The lists share their storage.
     */
    publisher = diffable_publisher_new(source, 2 * ENTRIES_PER_SNAPSHOT);

    const double start = now();
    for (long change = 0; change < changes || redis == NULL;) {
        if (redis == NULL && connect_to_server(argv[1]))
            read_end_of_stream();
        /* Make the changes that are due, but stop when the next snapshot must be written. */
        const double due = (now() - start) * changes_per_second;
        long replies = send_entry();
        while (change < due && change < changes && entries_since_snapshot + replies < ENTRIES_PER_SNAPSHOT) {
            change_list(change += 1);
            replies += send_entry();
        }
        read_replies(replies);
        if (redis != NULL && (entries_since_snapshot >= ENTRIES_PER_SNAPSHOT || change == changes))
            write_snapshot();
        flush_output();
        wait_milliseconds(PAUSE_MILLISECONDS);
    }
    redisFree(redis);
    diffable_publisher_free(publisher);
    diffable_data_source_free(source);
}
