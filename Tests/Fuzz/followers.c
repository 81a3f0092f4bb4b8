/*
 * Very many followers of one list, which changes all the time: each starts without a list, receives documents now and
 * then, and is freed. Memory stays flat, and after each document the follower has the list of the publisher. Those that
 * ask rarely get a snapshot, because the publisher has forgotten their version; the others get a patch.
 *
 *     followers [followers]
 */
#include <string.h>

#include "soak.h"

enum { ROWS = 40, ALIVE = 8, KEPT = 4 };

typedef struct follower {
    diffable_data_source *source;
    diffable_follower *engine;
    size_t pauses; /* it receives a document in one of so many rounds */
} follower;

static diffable_data_source *origin;
static diffable_publisher *publisher;
static int64_t first_row, next_row;
static size_t snapshots, patches;

/** Rows whose number is even are in the list itself, the others below the item "folder". */
static void append(diffable_snapshot *list, int64_t row)
{
    uint64_t revision = below(1000);
    diffable_id id = diffable_id_integer(row), target = diffable_id_string(row % 2 == 0 ? "main" : "folder");
    diffable_content content = diffable_content_from_revision(&revision);
    diffable_placement end = row % 2 == 0 ? DIFFABLE_AT_END_OF_SECTION : DIFFABLE_AT_END_OF_PARENT;
    require(diffable_snapshot_insert_items(list, &id, &content, 1, end, &target, NULL) == DIFFABLE_OK,
        "an edit is refused");
}

static void apply(diffable_snapshot *list)
{
    require(diffable_data_source_apply(origin, list, NULL, NULL, NULL) == DIFFABLE_OK, "an apply fails");
    diffable_snapshot_free(list);
}

static void begin_list(void)
{
    diffable_snapshot *list = diffable_snapshot_new();
    diffable_id section = diffable_id_string("main"), folder = diffable_id_string("folder");
    origin = diffable_data_source_new();
    require(diffable_snapshot_append_sections(list, &section, NULL, 1, NULL) == DIFFABLE_OK
            && diffable_snapshot_append_items(list, &folder, NULL, 1, &section, NULL) == DIFFABLE_OK,
        "an edit is refused");
    while (next_row < ROWS) {
        append(list, next_row++);
    }
    apply(list);
    publisher = diffable_publisher_new(origin, KEPT);
}

/** Deletes the oldest row, appends a new one, and gives one another content. */
static void change_list(void)
{
    diffable_snapshot *list = diffable_data_source_snapshot(origin);
    uint64_t revision = below(1000);
    diffable_id oldest = diffable_id_integer(first_row++),
                updated = diffable_id_integer(first_row + (int64_t)below(ROWS));
    diffable_content content = diffable_content_from_revision(&revision);
    append(list, next_row++);
    require(diffable_snapshot_delete_items(list, &oldest, 1, NULL, NULL) == DIFFABLE_OK
            && diffable_snapshot_update_items(list, &updated, &content, 1, NULL, NULL) == DIFFABLE_OK,
        "an edit is refused");
    apply(list);
}

/** Gives a follower the document for its version, unless it has the current list. */
static void receive(follower *to)
{
    diffable_list_version version = diffable_follower_version(to->engine),
                          current = diffable_publisher_version(publisher);
    diffable_document *document = NULL;
    require(diffable_publisher_message(publisher, &version, &document, NULL) == DIFFABLE_OK, "there is no document");
    if (document != NULL) {
        diffable_bytes bytes = diffable_document_bytes(document);
        diffable_snapshot *list = NULL;
        bool is_snapshot = diffable_snapshot_decode(bytes.data, bytes.size, NULL, &list, NULL) == DIFFABLE_OK;
        diffable_snapshot_free(list);
        *(is_snapshot ? &snapshots : &patches) += 1;
        require(diffable_follower_receive(to->engine, bytes.data, bytes.size, NULL, NULL) == DIFFABLE_OK,
            "a document is refused");
    }
    diffable_document_free(document);
    version = diffable_follower_version(to->engine);
    require(memcmp(&version, &current, sizeof version) == 0, "a follower has another version");
    diffable_snapshot *own = diffable_data_source_snapshot(to->source), *list = diffable_data_source_snapshot(origin);
    require(diffable_snapshot_equal(own, list), "a follower has another list");
    diffable_snapshot_free(own);
    diffable_snapshot_free(list);
}

static follower begin(void)
{
    diffable_data_source *source = diffable_data_source_new();
    return (follower){ source, diffable_follower_new(source), 1 + below(2 * KEPT) };
}

static void end(follower *ended)
{
    diffable_follower_free(ended->engine);
    diffable_data_source_free(ended->source);
}

int main(int count, char **arguments)
{
    size_t lives = count > 1 ? strtoull(arguments[1], NULL, 10) : 100000;
    follower alive[ALIVE];
    require(lives > WARM_UP, "too few followers to tell anything");
    begin_list();
    for (size_t place = 0; place < ALIVE; place += 1) {
        alive[place] = begin();
    }
    for (size_t done = 1; done <= lives; done += 1) {
        follower *replaced = &alive[below(ALIVE)];
        end(replaced);
        *replaced = begin();
        change_list();
        for (size_t place = 0; place < ALIVE; place += 1) {
            if (below(alive[place].pauses) == 0) {
                receive(&alive[place]);
            }
        }
        look_at_memory(done, lives);
    }
    for (size_t place = 0; place < ALIVE; place += 1) {
        end(&alive[place]);
    }
    diffable_publisher_free(publisher);
    diffable_data_source_free(origin);
    require(snapshots > 0 && patches > 0, "there were no patches, or no snapshots");
    printf("soak: %zu followers, %zu snapshots, %zu patches", lives, snapshots, patches);
    report_memory();
    return 0;
}
