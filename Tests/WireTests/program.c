/*
 * Random programs for readers in other languages. Writes a CBOR sequence: the snapshot of a list and its version, and
 * then for each step a patch, the snapshot that it leads to, and the version of that.
 *
 *     program SEED STEPS
 */
#include <stdarg.h>

#include "../DiffableCTests/random_edits.h"

static void write_document(diffable_document *document)
{
    diffable_bytes bytes = diffable_document_bytes(document);
    fwrite(bytes.data, 1, bytes.size, stdout);
    diffable_document_free(document);
}

static void write_list(const diffable_snapshot *list)
{
    diffable_document *document;
    if (diffable_snapshot_encode(list, "random", 6, &document, NULL) != DIFFABLE_OK) {
        abort();
    }
    write_document(document);
    diffable_list_version version = diffable_snapshot_version(list);
    putchar(0x50);
    fwrite(version.bytes, 1, sizeof version.bytes, stdout);
}

int main(int count, char **arguments)
{
    if (count != 3) {
        return 2;
    }
    int number = atoi(arguments[1]), steps = atoi(arguments[2]);
    seed = (uint64_t)(number + 1) * 0x9e3779b97f4a7c15u;
    diffable_snapshot *list = number % 4 == 0 ? diffable_section_snapshot_new() : diffable_snapshot_new();
    for (int edit = 0; edit < 20; edit += 1) {
        edit_at_random(list);
    }
    write_list(list);
    for (int step = 0; step < steps; step += 1) {
        diffable_snapshot *old = diffable_snapshot_copy(list);
        for (int edit = below(6); edit >= 0; edit -= 1) {
            edit_at_random(list);
        }
        diffable_difference *difference = diffable_difference_new(old, list);
        diffable_document *patch;
        if (diffable_difference_encode(difference, NULL, 0, step % 2 == 0, &patch, NULL) != DIFFABLE_OK) {
            abort();
        }
        write_document(patch);
        write_list(list);
        diffable_difference_free(difference);
        diffable_snapshot_free(old);
    }
    diffable_snapshot_free(list);
    return 0;
}
