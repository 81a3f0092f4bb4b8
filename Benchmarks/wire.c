/*
 * Lists and patches as bytes. A million items with contents of 60 bytes are written and read. A ranked list of 3,600
 * rows, in each step of which 4 rows come, 4 go and 64 move by a few rows, is followed by another data source.
 */
#include "bench.h"

#include <unistd.h>

enum { ITEMS = 1000000, CONTENT = 60, ROWS = 3600, CHANGED = 4, MOVED = 64, STEPS = 50 };

static uint64_t state = 1;

static size_t below(size_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)(state >> 33) % limit;
}

static diffable_id *ids;
static diffable_content *contents;
static char *texts;

/* Contents that the Lua module would write, {"a": integer, "b": text, "c": text}, or 60 bytes of a program in C. */
static void make_items(bool are_maps)
{
    for (size_t index = 0; index < ITEMS; index += 1) {
        char *text = texts + index * CONTENT;
        ids[index] = diffable_id_integer(100000000 + 7 * (int64_t)index);
        if (are_maps) {
            memcpy(text,
                "\xA3\x61"
                "a\x1A\x7F....\x61"
                "b\x78\x28"
                "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\x61"
                "c\x65"
                "abcde",
                CONTENT);
            for (size_t rest = index, digit = 20; rest > 0; rest /= 10, digit -= 1) {
                text[digit] = (char)('0' + rest % 10);
            }
        } else {
            memset(text, 'x', CONTENT);
            snprintf(text, CONTENT, "content number %zu of a list", index);
        }
        contents[index] = diffable_content_bytes(text, CONTENT);
    }
}

static diffable_snapshot *describe(void)
{
    diffable_snapshot *list = diffable_snapshot_new();
    diffable_id section = diffable_id_string("s");
    must(diffable_snapshot_append_sections(list, &section, NULL, 1, NULL));
    must(diffable_snapshot_append_items(list, ids, contents, ITEMS, NULL, NULL));
    return list;
}

/*
 * Copies identifiers and contents of a list item by item, as a program would write them into memory of its own. Returns
 * how many bytes they have.
 */
static size_t copy_items(const diffable_snapshot *list)
{
    enum { PART = 1024 };
    static diffable_id part[PART];
    static diffable_content bytes[PART];
    char *copy = malloc((size_t)ITEMS * (sizeof(int64_t) + CONTENT));
    size_t end = 0;
    for (size_t first = 0; first < ITEMS; first += PART) {
        ptrdiff_t count = diffable_snapshot_item_identifiers(list, NULL, first, part, bytes, PART);
        for (ptrdiff_t index = 0; index < count; index += 1) {
            memcpy(copy + end, &part[index].integer, sizeof(int64_t));
            memcpy(copy + end + sizeof(int64_t), bytes[index].data, bytes[index].size);
            end += sizeof(int64_t) + bytes[index].size;
        }
    }
    free(copy);
    return end;
}

static void measure_whole(const char *encoded, const char *decoded, const char *sized, bool are_maps)
{
    make_items(are_maps);
    series encodes, copies, decodes, builds, sizes, plain;
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        double start = computed();
        diffable_snapshot *list = describe(), *read;
        record(&builds, round, computed_since(start));
        start = computed();
        size_t size = copy_items(list);
        record(&copies, round, computed_since(start));
        diffable_document *document;
        start = computed();
        must(diffable_snapshot_encode(list, NULL, 0, &document, NULL));
        record(&encodes, round, computed_since(start));
        diffable_bytes bytes = diffable_document_bytes(document);
        record(&sizes, round, (double)bytes.size);
        record(&plain, round, (double)size);
        start = computed();
        must(diffable_snapshot_decode(bytes.data, bytes.size, NULL, &read, NULL));
        record(&decodes, round, computed_since(start));
        diffable_snapshot_free(read);
        diffable_snapshot_free(list);
        diffable_document_free(document);
    }
    compare(encoded, &encodes, &copies, are_maps ? 1.75 : 1.5);
    compare(decoded, &decodes, &builds, are_maps ? 3.5 : 2);
    compare_in("bytes", sized, &sizes, &plain, 1.1);
}

static int64_t next_number = 1;

/* Edits the list as a ranking changes. Rows are chosen apart from one another, so that each of them is there. */
static void edit(diffable_snapshot *list)
{
    static diffable_id rows[ROWS];
    diffable_snapshot_item_identifiers(list, NULL, 0, rows, NULL, ROWS);
    for (size_t index = 0; index < CHANGED; index += 1) {
        diffable_id fresh = diffable_id_integer(next_number++);
        must(diffable_snapshot_insert_items_before(list, &fresh, NULL, 1, rows[index * 896 + 50], NULL));
        must(diffable_snapshot_delete_items(list, &rows[index * 896 + 46], 1, NULL, NULL));
    }
    for (size_t index = 0; index < MOVED; index += 1) {
        size_t row = index * 56 + 8 + below(30);
        must(diffable_snapshot_move_item_after(list, rows[row], rows[row + 1 + below(5)], NULL));
    }
}

static void apply_to(diffable_data_source *source, diffable_snapshot *list)
{
    must(diffable_data_source_apply(source, list, NULL, NULL, NULL));
    diffable_snapshot_free(list);
}

/* The identifiers of a list as one line of JSON. */
static void write_json(FILE *file, const diffable_snapshot *list)
{
    static diffable_id rows[ROWS];
    size_t count = diffable_snapshot_item_identifiers(list, NULL, 0, rows, NULL, ROWS);
    for (size_t row = 0; row < count; row += 1) {
        fputc(row == 0 ? '[' : ',', file);
        if (rows[row].kind == DIFFABLE_ID_INTEGER) {
            fprintf(file, "%lld", (long long)rows[row].integer);
        } else {
            fprintf(file, "\"%.*s\"", (int)rows[row].bytes.size, rows[row].bytes.data);
        }
    }
    fputs("]\n", file);
}

/* The size of the JSON Patch that python3-jsonpatch makes of a step. */
static double json_patch(const diffable_snapshot *old, const diffable_snapshot *new)
{
    char name[] = "/tmp/diffable-step-XXXXXX", command[128];
    FILE *file = fdopen(mkstemp(name), "w");
    if (file == NULL) {
        perror(name);
        exit(1);
    }
    write_json(file, old);
    write_json(file, new);
    fclose(file);
    snprintf(command, sizeof command, "python3 Benchmarks/json_patch.py %s", name);
    FILE *answer = popen(command, "r");
    double size = 0;
    if (answer == NULL || fscanf(answer, "%lf", &size) != 1 || pclose(answer) != 0) {
        fprintf(stderr, "Benchmarks/json_patch.py failed\n");
        exit(1);
    }
    unlink(name);
    return size;
}

static void measure_steps(void)
{
    diffable_data_source *publisher = diffable_data_source_new(), *follower = diffable_data_source_new();
    diffable_snapshot *list = diffable_snapshot_new();
    diffable_id section = diffable_id_string("ranking");
    must(diffable_snapshot_append_sections(list, &section, NULL, 1, NULL));
    must(diffable_snapshot_append_items(list, ids, NULL, ROWS, NULL, NULL));
    apply_to(follower, diffable_snapshot_copy(list));
    apply_to(publisher, list);
    series edits, follows, writes, differences, sizes, limits, last_sizes, json_sizes;
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        double edited = 0, followed = 0, written = 0, compared = 0, size = 0;
        for (int step = 0; step < STEPS; step += 1) {
            diffable_snapshot *old = diffable_data_source_snapshot(publisher);
            double start = computed();
            list = diffable_data_source_snapshot(publisher);
            edit(list);
            apply_to(publisher, list);
            edited += computed_since(start);
            list = diffable_data_source_snapshot(publisher);
            start = computed();
            diffable_difference *difference = diffable_difference_new(old, list);
            compared += computed_since(start);
            diffable_document *patch;
            start = computed();
            must(diffable_difference_encode(difference, NULL, 0, false, &patch, NULL));
            written += computed_since(start);
            diffable_bytes bytes = diffable_document_bytes(patch);
            size += (double)bytes.size;
            start = computed();
            diffable_snapshot *next = diffable_data_source_snapshot(follower);
            must(diffable_snapshot_apply_patch(next, bytes.data, bytes.size, NULL));
            apply_to(follower, next);
            followed += computed_since(start);
            if (step == STEPS - 1) {
                record(&last_sizes, round, (double)bytes.size);
                record(&json_sizes, round, json_patch(old, list));
            }
            diffable_document_free(patch);
            diffable_difference_free(difference);
            diffable_snapshot_free(old);
            diffable_snapshot_free(list);
        }
        record(&edits, round, edited / STEPS);
        record(&follows, round, followed / STEPS);
        record(&writes, round, written / STEPS);
        record(&differences, round, compared / STEPS);
        record(&sizes, round, size / STEPS);
        record(&limits, round, 500);
    }
    diffable_snapshot *one = diffable_data_source_snapshot(publisher), *other = diffable_data_source_snapshot(follower);
    if (!diffable_snapshot_equal(one, other)) {
        fprintf(stderr, "the follower has another list\n");
        failures += 1;
    }
    diffable_snapshot_free(one);
    diffable_snapshot_free(other);
    diffable_data_source_free(publisher);
    diffable_data_source_free(follower);
    compare("follow a step of a ranking / the same edits, applied", &follows, &edits, 1.2);
    compare("write the patch of a step / find the difference", &writes, &differences, 0);
    compare_in("bytes", "the patch of a step / what it may have", &sizes, &limits, 1);
    compare_in("bytes", "the patch of a step / JSON Patch for the same", &last_sizes, &json_sizes, 0.5);
}

int main(void)
{
    ids = malloc(ITEMS * sizeof *ids);
    contents = malloc(ITEMS * sizeof *contents);
    texts = malloc((size_t)ITEMS * CONTENT);
    print_head("lists as bytes");
    measure_whole("write 1,000,000 items of a C program / copy them one by one", "read them / build the snapshot",
        "the document / identifiers and contents", false);
    measure_whole("write 1,000,000 items with maps / copy them one by one", "read them / build the snapshot",
        "the document / identifiers and contents", true);
    measure_steps();
    return failures > 0;
}
