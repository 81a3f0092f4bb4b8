/*
 * Documents that may be anything. The first byte of an input chooses what reads the rest: as a snapshot, as a patch of
 * one of three lists, or as what a follower of one of the flat ones receives. Whatever is read as a list is written as
 * the same bytes again, and what fails changes nothing.
 *
 * `FUZZ_SEEDS=folder build/fuzz/wire -runs=1` writes inputs to begin with into a folder.
 */
#include "../../DiffableCTests/random_edits.h"

enum { BASES = 3, RECEIVING = 0xF0 };
static diffable_snapshot *bases[BASES];

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void require(bool holds)
{
    if (!holds) {
        abort();
    }
}

static void write_seed(const char *folder, int number, int kind, const diffable_document *document)
{
    char name[300];
    snprintf(name, sizeof name, "%s/%d-%d", folder, kind, number);
    FILE *file = fopen(name, "wb");
    require(file != NULL);
    diffable_bytes bytes = diffable_document_bytes(document);
    fputc(kind, file);
    fwrite(bytes.data, 1, bytes.size, file);
    fclose(file);
}

/* Snapshots of random lists, and patches from each base to one. */
static void write_seeds(const char *folder)
{
    for (int number = 0; number < 60; number += 1) {
        diffable_snapshot *list = diffable_snapshot_copy(bases[number % BASES]);
        for (int edit = 0; edit <= number % 7; edit += 1) {
            edit_at_random(list);
        }
        diffable_document *document;
        require(diffable_snapshot_encode(list, "n", (size_t)(number % 2), &document, NULL) == DIFFABLE_OK);
        write_seed(folder, number, BASES, document);
        write_seed(folder, number, RECEIVING, document);
        diffable_document_free(document);
        diffable_difference *difference = diffable_difference_new(bases[number % BASES], list);
        require(diffable_difference_encode(difference, NULL, 0, number % 2 == 0, &document, NULL) == DIFFABLE_OK);
        write_seed(folder, number, number % BASES, document);
        write_seed(folder, number, RECEIVING + number % BASES, document);
        diffable_document_free(document);
        diffable_difference_free(difference);
        diffable_snapshot_free(list);
    }
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    seed = 1;
    bases[0] = diffable_snapshot_new();
    bases[1] = diffable_snapshot_new();
    bases[2] = diffable_section_snapshot_new();
    diffable_id section = diffable_id_string("A");
    require(diffable_snapshot_append_sections(bases[0], &section, NULL, 1, NULL) == DIFFABLE_OK);
    for (int64_t item = 0; item < 8; item += 1) {
        diffable_content content = any_content();
        require(diffable_snapshot_append_integers(bases[0], &item, &content, 1, NULL, NULL) == DIFFABLE_OK);
    }
    for (int edit = 0; edit < 80; edit += 1) {
        edit_at_random(bases[1]);
        edit_at_random(bases[2]);
    }
    if (getenv("FUZZ_SEEDS") != NULL) {
        write_seeds(getenv("FUZZ_SEEDS"));
    }
    return 0;
}

static void assert_same(const diffable_snapshot *list, diffable_bytes name, const char *bytes, size_t size)
{
    diffable_document *document;
    require(diffable_snapshot_encode(list, name.data, name.size, &document, NULL) == DIFFABLE_OK);
    diffable_bytes again = diffable_document_bytes(document);
    require(bytes == NULL || (again.size == size && memcmp(again.data, bytes, size) == 0));
    diffable_snapshot *read;
    require(diffable_snapshot_decode(again.data, again.size, NULL, &read, NULL) == DIFFABLE_OK);
    require(diffable_snapshot_equal(read, list));
    diffable_list_version version = diffable_snapshot_version(read), expected = diffable_snapshot_version(list);
    require(memcmp(version.bytes, expected.bytes, sizeof version.bytes) == 0);
    diffable_snapshot_free(read);
    diffable_document_free(document);
}

/* A follower of a list receives the bytes twice: what it has already changes nothing. */
static void receive(const diffable_snapshot *base, const char *bytes, size_t size)
{
    diffable_data_source *source = diffable_data_source_new();
    diffable_snapshot *list = diffable_snapshot_copy(base);
    require(diffable_data_source_apply(source, list, NULL, NULL, NULL) == DIFFABLE_OK);
    diffable_snapshot_free(list);
    diffable_follower *follower = diffable_follower_new(source);
    diffable_status status = diffable_follower_receive(follower, bytes, size, NULL, &error);
    if (status == DIFFABLE_OK) {
        require(diffable_follower_receive(follower, bytes, size, NULL, NULL) == DIFFABLE_REFUSED);
    }
    list = diffable_data_source_snapshot(source);
    diffable_list_version has = diffable_follower_version(follower), is = diffable_snapshot_version(list);
    require(memcmp(has.bytes, is.bytes, sizeof is.bytes) == 0);
    require(status == DIFFABLE_OK || diffable_snapshot_equal(list, base));
    diffable_snapshot_free(list);
    diffable_follower_free(follower);
    diffable_data_source_free(source);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    if (size == 0) {
        return 0;
    }
    const char *bytes = (const char *)input + 1;
    error = NULL;
    diffable_bytes name = { NULL, 0 };
    if (input[0] >= RECEIVING) {
        receive(bases[input[0] % 2], bytes, size - 1);
    } else if (input[0] >= BASES) {
        diffable_snapshot *list;
        if (diffable_snapshot_decode(bytes, size - 1, &name, &list, &error) == DIFFABLE_OK) {
            assert_same(list, name, bytes, size - 1);
        }
        diffable_snapshot_free(list);
    } else {
        diffable_snapshot *list = diffable_snapshot_copy(bases[input[0]]);
        if (diffable_snapshot_apply_patch(list, bytes, size - 1, &error) == DIFFABLE_OK) {
            assert_same(list, name, NULL, 0);
        } else {
            require(diffable_snapshot_equal(list, bases[input[0]]));
        }
        diffable_snapshot_free(list);
    }
    require(error == NULL || diffable_error_message(error)[0] != '\0');
    diffable_error_free(error);
    return 0;
}
