/*
 * A list that is derived from one of 1,000,000 items: half of them are filtered out, the others are sorted by a number.
 * Beside it: the same apply without a derived list, and what a program does without the engine, which sorts the same
 * keys with `qsort` and fills a new snapshot.
 */
#include "engine.h"

enum { ITEMS = 1000000, FEW = 100000, MANY = 1000, EDITS = 200 };

static uint64_t revisions[ITEMS];

static diffable_status is_even(const diffable_id *item, const diffable_content *content, bool *passes, void *user_data)
{
    (void)item;
    (void)user_data;
    *passes = diffable_content_revision(*content) % 2 == 0;
    return DIFFABLE_OK;
}

static diffable_status is_divisible(
    const diffable_id *item, const diffable_content *content, bool *passes, void *user_data)
{
    (void)item;
    *passes = diffable_content_revision(*content) % *(uint64_t *)user_data == 0;
    return DIFFABLE_OK;
}

static diffable_status by_number(
    const diffable_id *item, const diffable_content *content, diffable_sort_key *key, void *user_data)
{
    (void)item;
    (void)user_data;
    diffable_sort_key_add_integer(key, (int64_t)(diffable_content_revision(*content) >> 8), false);
    return DIFFABLE_OK;
}

static uint64_t any_revision(void)
{
    chance += 1;
    return scatter(chance) >> 20 | 256;
}

static diffable_data_source *make_origin(list list)
{
    static diffable_content contents[ITEMS];
    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_id section = diffable_id_string("list");
    must(diffable_snapshot_append_sections(snapshot, &section, NULL, 1, NULL));
    must(diffable_snapshot_append_items(
        snapshot, list.ids, contents_of(revisions, list.count, contents), list.count, NULL, NULL));
    diffable_data_source *source = diffable_data_source_new();
    apply(source, snapshot);
    return source;
}

static diffable_data_source *derive(diffable_data_source *origin)
{
    diffable_derivation derivation = DIFFABLE_DERIVATION_INIT;
    derivation.filter = is_even;
    derivation.sort = by_number;
    diffable_data_source *source;
    must(diffable_data_source_derive(origin, &derivation, &source, NULL));
    return source;
}

/* Gives `count` items new contents, in one apply. */
static void change(diffable_data_source *source, list list, size_t count)
{
    static diffable_id ids[MANY];
    static uint64_t numbers[MANY];
    static diffable_content contents[MANY];
    size_t part = list.count / count;
    for (size_t i = 0; i < count; i += 1) {
        size_t item = i * part + below(part);
        ids[i] = list.ids[item];
        numbers[i] = revisions[item] = any_revision();
    }
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    must(diffable_snapshot_update_items(snapshot, ids, contents_of(numbers, count, contents), count, NULL, NULL));
    apply(source, snapshot);
}

static double time_changes(diffable_data_source *source, list list)
{
    double start = computed();
    for (int i = 0; i < EDITS; i += 1) {
        change(source, list, 1);
    }
    return computed_since(start) / EDITS;
}

typedef struct row {
    uint64_t key;
    uint32_t item;
} row;

static int compare_rows(const void *left, const void *right)
{
    const row *a = left, *b = right;
    return a->key != b->key ? (a->key < b->key ? -1 : 1) : (a->item > b->item) - (a->item < b->item);
}

/* Sorts the keys of the items that pass, and fills a snapshot with them. Applies it, if there is a data source. */
static double time_computing_anew(diffable_data_source *source, list list)
{
    static row rows[ITEMS];
    static diffable_id ids[ITEMS];
    static diffable_content contents[ITEMS];
    double start = computed();
    size_t count = 0;
    for (size_t i = 0; i < list.count; i += 1) {
        if (revisions[i] % 2 == 0) {
            rows[count] = (row){ revisions[i] >> 8, (uint32_t)i };
            count += 1;
        }
    }
    qsort(rows, count, sizeof *rows, compare_rows);
    for (size_t i = 0; i < count; i += 1) {
        ids[i] = list.ids[rows[i].item];
        contents[i] = diffable_content_from_revision(&revisions[rows[i].item]);
    }
    diffable_snapshot *snapshot = diffable_data_source_new_snapshot(source);
    diffable_id section = diffable_id_string("list");
    must(diffable_snapshot_append_sections(snapshot, &section, NULL, 1, NULL));
    must(diffable_snapshot_append_items(snapshot, ids, contents, count, NULL, NULL));
    apply(source, snapshot);
    return computed_since(start);
}

static double time_new_filter(diffable_data_source *derived, uint64_t *divisor)
{
    diffable_derivation derivation = DIFFABLE_DERIVATION_INIT;
    derivation.filter = is_divisible;
    derivation.user_data = divisor;
    *divisor = *divisor == 2 ? 3 : 2;
    double start = computed();
    must(diffable_data_source_set_derivation(derived, DIFFABLE_DERIVATION_FILTER, &derivation, NULL, NULL));
    return computed_since(start);
}

int main(void)
{
    list list = make_list(ascending(0, ITEMS), STRINGS), few = make_list(ascending(0, FEW), STRINGS);
    for (size_t i = 0; i < ITEMS; i += 1) {
        revisions[i] = any_revision();
    }
    diffable_data_source *alone = make_origin(list), *origin = make_origin(list), *of_few = make_origin(few),
                         *anew = diffable_data_source_new();
    diffable_data_source *derived = derive(origin), *derived_of_few = derive(of_few);
    series one, one_alone, many, making, computing, filtering, computing_few;
    uint64_t divisor = 2;
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        record(&one_alone, round, 1e3 * time_changes(alone, list));
        record(&one, round, 1e3 * time_changes(origin, list));
        record(&computing, round, time_computing_anew(anew, list));
        double start = computed();
        change(origin, list, MANY);
        record(&many, round, computed_since(start));
        start = computed();
        diffable_data_source *other = derive(alone);
        record(&making, round, computed_since(start));
        diffable_data_source_free(other);
        record(&computing_few, round, time_computing_anew(anew, few));
        record(&filtering, round, time_new_filter(derived_of_few, &divisor));
    }
    print_head("1,000,000 items, half of them filtered out and the others sorted");
    compare_in("us", "one content changes, and its row moves; to the apply alone", &one, &one_alone, 4);
    compare("1,000 contents change in one apply; to computing the list anew", &many, &computing, 0.1);
    compare("making the list; to sorting with qsort and filling a snapshot", &making, &computing, 2);
    compare("100,000 items, a new filter; to computing the list anew", &filtering, &computing_few, 0);
    diffable_data_source_free(derived);
    diffable_data_source_free(derived_of_few);
    diffable_data_source *sources[] = { alone, origin, of_few, anew };
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i += 1) {
        diffable_data_source_free(sources[i]);
    }
    free_list(list);
    free_list(few);
    return failures != 0;
}
