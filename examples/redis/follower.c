/*
 * Follows a list through Redis, and shows it.
 *
 *     cc -std=c11 -o follower follower.c $(pkg-config --cflags --libs diffable hiredis)
 *     ./follower 127.0.0.1:6379 list
 *
 * The follower reads the whole list from the hash `list:snapshot`, and then the patches after it from the stream
 * `list`. A patch applies only to the list that it starts from. So a follower that missed a patch notices when the next
 * patch arrives, and reads the whole list again. If it is given a file, it keeps its list there, and resumes from it.
 */
#define _POSIX_C_SOURCE 200809L
#include "connection.h"
#include <signal.h>

enum { PATH_SIZE = 4096, PAUSE_MILLISECONDS = 50, RETRY_MILLISECONDS = 100, SPARE_BYTES = 100000 };

static const char *name; /* of the list and of the stream */
static diffable_data_source *source;
static diffable_follower *follower;
static char last_entry[ENTRY_SIZE] = "0-0"; /* the entry of the stream that led to the list; 0-0 if there is none */
static bool prints_versions;

/*
 * The file contains the whole list, and then the documents that came after it. Before each document, there is a line
 * with its entry and its size.
 */
static const char *path; /* NULL for no file */
static FILE *file;
static long list_size;

/*
 * Applies a document, unless it leads to the list that the follower already has. Returns false if the document does not
 * apply to the list of the follower.
 */
static bool receive(const char *entry, const char *bytes, size_t size)
{
    const diffable_status status = diffable_follower_receive(follower, bytes, size, NULL, &error);
    if (status < DIFFABLE_OK) {
        fprintf(stderr, "%s\n", diffable_error_message(error));
        diffable_error_free(error);
        return false;
    }
    snprintf(last_entry, ENTRY_SIZE, "%s", entry);
    if (prints_versions && status != DIFFABLE_REFUSED) {
        print_version(diffable_follower_version(follower));
        printf("\n");
    }
    return true;
}

static void write_document(const char *entry, const char *bytes, size_t size)
{
    if (file == NULL)
        return;
    fprintf(file, "%s %zu\n", entry, size);
    fwrite(bytes, 1, size, file);
}

static void flush_file(void)
{
    require(file == NULL || (fflush(file) == 0 && ferror(file) == 0), "The file cannot be written.");
}

/* Writes the list to a new file, which replaces the old one when it is complete. */
static void save_list(void)
{
    char new_path[PATH_SIZE];
    diffable_document *document;
    if (path == NULL)
        return;
    snprintf(new_path, PATH_SIZE, "%s.new", path);
    if (file != NULL)
        fclose(file);
    file = fopen(new_path, "wb");
    require(file != NULL, "The file cannot be made.");
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    check(diffable_snapshot_encode(list, name, strlen(name), &document, &error));
    write_document(last_entry, diffable_document_bytes(document).data, diffable_document_bytes(document).size);
    flush_file();
    require(rename(new_path, path) == 0, "The file cannot be replaced.");
    list_size = ftell(file);
    diffable_document_free(document);
    diffable_snapshot_free(list);
}

/*
 * Reads the file. If the process was killed while it wrote a document, that document is incomplete and is ignored. It
 * will be read from Redis again.
 */
static void load_list(void)
{
    FILE *old = path != NULL ? fopen(path, "rb") : NULL;
    if (old == NULL)
        return;
    char entry[ENTRY_SIZE];
    size_t size;
    bool applies = true;
    while (applies && fscanf(old, "%47s %zu", entry, &size) == 2 && getc(old) == '\n') {
        char *bytes = malloc(size);
        applies = bytes != NULL && fread(bytes, 1, size, old) == size && receive(entry, bytes, size);
        free(bytes);
    }
    fclose(old);
}

static bool is_later(const char *entry, const char *other)
{
    unsigned long long time = 0, number = 0, other_time = 0, other_number = 0;
    sscanf(entry, "%llu-%llu", &time, &number);
    sscanf(other, "%llu-%llu", &other_time, &other_number);
    return time > other_time || (time == other_time && number > other_number);
}

/*
 * Reads the whole list from the hash. Returns false if it is not later than the list that the follower has. Then the
 * follower waits until the publisher writes a later one. Returns true if there is no hash yet and the follower has no
 * list, because the stream then begins with a whole list.
 */
static bool read_snapshot(void)
{
    redisReply *reply = expect(REDIS_REPLY_ARRAY, redisCommand(redis, "HMGET %s:snapshot entry document", name));
    if (reply == NULL)
        return false;
    const redisReply *entry = reply->element[0], *document = reply->element[1];
    bool is_read = entry->str == NULL && !is_later(last_entry, "0-0");
    if (entry->str != NULL && document->str != NULL && is_later(entry->str, last_entry)) {
        is_read = receive(entry->str, document->str, document->len);
        if (is_read)
            save_list();
    }
    freeReplyObject(reply);
    return is_read;
}

/*
 * Waits for entries of the stream, and applies their documents. Returns false if one of them does not apply. The
 * documents are written to the file before they are shown. So a follower that is killed and resumes shows no change
 * twice.
 */
static bool read_stream(void)
{
    redisReply *reply = redisCommand(redis, "XREAD COUNT 1000 BLOCK 1000 STREAMS %s %s", name, last_entry);
    reply = expect(REDIS_REPLY_ARRAY, reply);
    if (reply == NULL)
        return true;
    const redisReply *entries = reply->element[0]->element[1];
    bool applies = true;
    for (size_t i = 0; i < entries->elements; i += 1) {
        require(entries->element[i]->element[1]->elements == 4, "The stream is not that of a list.");
        const redisReply *entry = entries->element[i]->element[0],
                         *document = entries->element[i]->element[1]->element[3];
        write_document(entry->str, document->str, document->len);
    }
    flush_file();
    for (size_t i = 0; i < entries->elements && applies; i += 1) {
        const redisReply *entry = entries->element[i]->element[0],
                         *document = entries->element[i]->element[1]->element[3];
        applies = receive(entry->str, document->str, document->len);
    }
    freeReplyObject(reply);
    /*
     * If the documents after the list take more room than the list, write the file again, with only the current list.
     */
    if (file != NULL && ftell(file) > 2 * list_size + SPARE_BYTES)
        save_list();
    return applies;
}

static diffable_status show_row(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *index_path, diffable_cell *cell, void *user_data)
{
    (void)item, (void)index_path, (void)user_data;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, content->data, content->size);
    return DIFFABLE_OK;
}

static diffable_status print(const char *bytes, size_t size, void *user_data)
{
    (void)user_data;
    return fwrite(bytes, 1, size, stdout) == size ? DIFFABLE_OK : DIFFABLE_ERROR_OUTPUT_FAILED;
}

/* Shows the list that was read from the file, and from then on its changes. */
static void show_list(void)
{
    diffable_view *view;
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    check(diffable_text_view_new(NULL, print, NULL, NULL, &view, &error));
    check(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);
    diffable_data_source_set_cell_provider(source, show_row, NULL, NULL);
    if (is_later(last_entry, "0-0"))
        check(diffable_data_source_apply_using_reload_data(source, list, NULL, NULL, &error));
    diffable_snapshot_free(list);
}

int main(int argc, char **argv)
{
    const bool versions = argc > 1 && strcmp(argv[1], "--versions") == 0;
    const int first = versions ? 2 : 1;
    require(argc == first + 2 || argc == first + 3, "usage: follower [--versions] HOST:PORT NAME [FILE]");
    const char *address = argv[first];
    name = argv[first + 1];
    path = argv[first + 2]; /* NULL if there is none, because argv ends with NULL */
    signal(SIGPIPE, SIG_IGN);
    source = diffable_data_source_new();
    follower = diffable_follower_new(source);
    load_list();
    save_list();
    prints_versions = versions;
    if (!versions)
        show_list();
    bool has_list = is_later(last_entry, "0-0");
    for (;;) {
        if (!connect_to_server(address))
            continue;
        has_list = has_list ? read_stream() : read_snapshot();
        flush_output();
        wait_milliseconds(has_list ? PAUSE_MILLISECONDS : RETRY_MILLISECONDS);
    }
}
