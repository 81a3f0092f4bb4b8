/*
 * Short lists, as people have them: 10, 100 and 1,000 items with identifiers of 36 bytes and revisions. A cycle
 * describes the list anew, applies it without a view, and frees the snapshot.
 */
#include "describe.h"
#include "differencekit.h"
#include "optimum.h"
#include "peers.h"
#include "small_edits.h"
#include "textbook.h"

enum { SIZES = 3, MOST_LISTS = 400 };

static const size_t sizes[SIZES] = { 10, 100, 1000 };

/* A round lasts until the textbook has computed for so many milliseconds. */
static const double least_time = 2;

/* Reads all changes of a kind, and returns how many there are. */
static size_t read_changes(const diffable_difference *difference, diffable_change_kind kind)
{
    enum { CAPACITY = 256 };
    static diffable_change changes[CAPACITY] = { DIFFABLE_CHANGE_INIT };
    size_t read = 0, count;
    do {
        count = 0;
        if (diffable_difference_changes(difference, kind, read, changes, CAPACITY, &count, NULL) != DIFFABLE_OK) {
            abort();
        }
        read += count;
    } while (count == CAPACITY);
    return read;
}

/* Reads all changes of items. */
static size_t read_item_changes(const diffable_difference *difference)
{
    size_t read = 0;
    for (int kind = DIFFABLE_DELETED_ITEMS; kind <= DIFFABLE_RECONFIGURED_ITEMS; kind += 1) {
        read += read_changes(difference, (diffable_change_kind)kind);
    }
    return read;
}

typedef enum way { TEXTBOOK, HECKEL, FREE, SHARING, EDITS, READ, WAYS } way;

/* What each way keeps: the list of the last cycle. */
typedef struct players {
    diffable_data_source *sources[WAYS];
    textbook textbook;
    void *rows;
} players;

/* The next list, in one of the ways of the engine. */
static diffable_snapshot *next_snapshot(way way, diffable_data_source *source, const short_lists *lists, size_t index)
{
    switch (way) {
    case SHARING: return describe(diffable_data_source_new_snapshot(source), lists, index);
    case EDITS: return edit_few(diffable_data_source_snapshot(source), lists, index);
    default: return describe(diffable_snapshot_new(), lists, index);
    }
}

/* Applies one list, and reads its changes or not. */
static void cycle(way way, diffable_data_source *source, const short_lists *lists, size_t index)
{
    diffable_snapshot *snapshot = next_snapshot(way, source, lists, index);
    if (way == READ) {
        diffable_transaction *transaction;
        must(diffable_data_source_apply(source, snapshot, NULL, &transaction, NULL));
        read_item_changes(diffable_transaction_difference(transaction));
        diffable_transaction_free(transaction);
        diffable_snapshot_free(snapshot);
    } else {
        apply(source, snapshot);
    }
}

/* Gives Heckel's algorithm the lists of a batch. Its strings are there before the clock starts. */
static double run_heckel(players *players, const short_lists *lists)
{
    void *rows[MOST_LISTS];
    for (size_t index = 0; index < lists->batch; index += 1) {
        rows[index] = peers_make_rows(lists->bytes + index * lists->count * ID_SIZE, revisions_of(lists, index),
            (ptrdiff_t)lists->count, ID_SIZE);
    }
    double start = computed();
    for (size_t index = 0; index < lists->batch; index += 1) {
        peers_heckel_rows(index == 0 ? players->rows : rows[index - 1], rows[index]);
    }
    double time = computed_since(start);
    peers_free_rows(players->rows);
    for (size_t index = 0; index + 1 < lists->batch; index += 1) {
        peers_free_rows(rows[index]);
    }
    players->rows = rows[lists->batch - 1];
    return time;
}

/* How long one of the ways takes over a batch. */
static double run_way(way way, players *players, const short_lists *lists)
{
    if (way == HECKEL) {
        return run_heckel(players, lists);
    }
    double start = computed();
    for (size_t index = 0; index < lists->batch; index += 1) {
        if (way == TEXTBOOK) {
            textbook_free_changes(
                textbook_apply(&players->textbook, ids_of(lists, index), revisions_of(lists, index), lists->count));
        } else {
            cycle(way, players->sources[way], lists, index);
        }
    }
    return computed_since(start);
}

/* Applies a batch, and compares what the engine says has changed with the textbook and with the optimum. */
static void check_batch(const bool *takes_part, players *players, const short_lists *lists)
{
    static const diffable_change_kind kinds[TEXTBOOK_KINDS] = { DIFFABLE_DELETED_ITEMS, DIFFABLE_INSERTED_ITEMS,
        DIFFABLE_MOVED_ITEMS, DIFFABLE_RECONFIGURED_ITEMS };
    for (size_t index = 0; index < lists->batch; index += 1) {
        textbook_changes changes = textbook_apply(
            &players->textbook, ids_of(lists, index), revisions_of(lists, index), lists->count);
        textbook_free_changes(changes);
        for (way way = FREE; way < WAYS; way += 1) {
            diffable_transaction *transaction;
            if (!takes_part[way]) {
                continue;
            }
            diffable_snapshot *snapshot = next_snapshot(way, players->sources[way], lists, index);
            must(diffable_data_source_apply(players->sources[way], snapshot, NULL, &transaction, NULL));
            const diffable_difference *difference = diffable_transaction_difference(transaction);
            for (textbook_kind kind = 0; kind < TEXTBOOK_KINDS; kind += 1) {
                size_t count = diffable_difference_count(difference, kinds[kind]);
                if (count != changes.counts[kind] || (lists->change == FEW && count != 1)) {
                    fprintf(stderr, "%s: the engine finds %zu changes of kind %d, the textbook %zu\n",
                        change_names[lists->change], count, kind, changes.counts[kind]);
                    failures += 1;
                }
            }
            check_minimal(difference, diffable_transaction_initial_snapshot(transaction),
                diffable_transaction_final_snapshot(transaction));
            diffable_transaction_free(transaction);
            diffable_snapshot_free(snapshot);
        }
    }
    peers_free_rows(players->rows);
    players->rows = peers_make_rows(lists->bytes + (lists->batch - 1) * lists->count * ID_SIZE,
        revisions_of(lists, lists->batch - 1), (ptrdiff_t)lists->count, ID_SIZE);
}

/* Microseconds of a cycle, for each of the ways that take part. All of them apply the same lists, batch after batch. */
static void measure(const bool *takes_part, size_t count, change change, series *times)
{
    short_lists lists = make_short_lists(count, change);
    players players = { .rows = peers_make_rows(NULL, NULL, 0, ID_SIZE) };
    for (way way = FREE; way < WAYS; way += 1) {
        players.sources[way] = diffable_data_source_new();
    }
    /* The first batch brings everybody from nothing to a list of this length. */
    next_batch(&lists);
    for (way way = TEXTBOOK; way < WAYS; way += 1) {
        if (way == EDITS) {
            apply(players.sources[way], describe(diffable_snapshot_new(), &lists, lists.batch - 1));
        } else if (takes_part[way]) {
            run_way(way, &players, &lists);
        }
    }
    next_batch(&lists);
    check_batch(takes_part, &players, &lists);
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        double sums[WAYS] = { 0 };
        size_t cycles = 0;
        while (sums[TEXTBOOK] < least_time) {
            next_batch(&lists);
            for (way way = TEXTBOOK; way < WAYS; way += 1) {
                sums[way] += takes_part[way] ? run_way(way, &players, &lists) : 0;
            }
            cycles += lists.batch;
        }
        for (way way = TEXTBOOK; way < WAYS; way += 1) {
            record(&times[way], round, sums[way] / (double)cycles * 1e3);
        }
    }
    for (way way = FREE; way < WAYS; way += 1) {
        diffable_data_source_free(players.sources[way]);
    }
    free(players.textbook.ids);
    peers_free_rows(players.rows);
    free_short_lists(lists);
}

static void line(
    size_t count, change change, const char *what, const series *measured, const series *yardstick, double limit)
{
    char name[96];
    snprintf(name, sizeof name, "N = %zu, %s: %s", count, change_names[change], what);
    compare_in("us", name, measured, yardstick, limit);
}

static void measure_short(int size, change change)
{
    static const double identical_limits[2][SIZES] = { { 0, 10, 7 }, { 12, 4, 1.8 } },
                        other_limits[2][SIZES] = { { 0, 4, 2.5 }, { 8, 3.5, 2.2 } };
    const double (*limits)[SIZES] = change == IDENTICAL ? identical_limits : other_limits;
    size_t count = sizes[size];
    bool takes_part[WAYS] = { true, true, true, true, change == IDENTICAL || change == FEW,
        count == 1000 && (change == SHUFFLED || change == REPLACED) };
    series times[WAYS];
    measure(takes_part, count, change, times);
    series peer = differencekit(times[HECKEL]);
    if (count == 10) {
        line(count, change, "free, to DifferenceKit", &times[FREE], &peer, 1.4);
    }
    line(count, change, "free, to the textbook", &times[FREE], &times[TEXTBOOK], limits[0][size]);
    line(count, change, "new_snapshot, to the textbook", &times[SHARING], &times[TEXTBOOK], limits[1][size]);
    if (takes_part[EDITS]) {
        line(count, change, "edits, to the textbook", &times[EDITS], &times[TEXTBOOK], 0);
    }
    if (takes_part[READ]) {
        line(count, change, "free, changes read, to DifferenceKit", &times[READ], &peer, 0.8);
    }
    line(count, change, "Heckel in Swift, to the textbook", &times[HECKEL], &times[TEXTBOOK], 0);
}

/*
 * A list that does not change any more, described from `new_snapshot`: by a source that saw 160 changes of it, so that
 * its items are no longer in the order in which they came, and by one that has only this list.
 */
static void measure_changed_often(void)
{
    enum { CHANGED = 160, COUNT = 1000, REPEATS = 100 };
    static series often, never;
    short_lists lists = make_short_lists(COUNT, FEW);
    diffable_data_source *changed = diffable_data_source_new(), *unchanged = diffable_data_source_new();
    for (size_t cycles = 0; cycles < CHANGED; cycles += lists.batch) {
        next_batch(&lists);
        for (size_t index = 0; index < lists.batch; index += 1) {
            cycle(SHARING, changed, &lists, index);
        }
    }
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        diffable_data_source *sources[] = { changed, unchanged };
        series *times[] = { &often, &never };
        for (int which = 0; which < 2; which += 1) {
            double start = computed();
            for (int repeat = 0; repeat < REPEATS; repeat += 1) {
                cycle(SHARING, sources[which], &lists, lists.batch - 1);
            }
            record(times[which], round, computed_since(start) / REPEATS * 1e3);
        }
    }
    compare_in("us", "N = 1,000, identical after 160 changes: new_snapshot, to a list that never changed", &often,
        &never, 2.5);
    diffable_data_source_free(changed);
    diffable_data_source_free(unchanged);
    free_short_lists(lists);
}

/*
 * Nanoseconds of an edit with its apply. What took ten times as long as the quickest was interrupted, and does not
 * count.
 */
static double time_small_edit(ordered_source *ordered, small_edit edit, int round)
{
    enum { REPEATS = 1000 };
    static double times[REPEATS];
    for (size_t repeat = 0; repeat < REPEATS; repeat += 1) {
        planned_edit planned = plan_small_edit(ordered, edit);
        double start = now();
        diffable_snapshot *snapshot = do_small_edit(ordered, &planned);
        apply_edited(ordered->source, snapshot, round == WARM_UP && repeat == 0);
        times[repeat] = now() - start;
        end_small_edit(ordered, planned);
    }
    qsort(times, REPEATS, sizeof *times, compare_doubles);
    double sum = 0;
    size_t count = 0;
    for (; count < REPEATS && times[count] <= 10 * times[0]; count += 1) {
        sum += times[count];
    }
    return sum / (double)count * 1e6;
}

/* Nanoseconds to read one of the 2,000 changes of 1,000 replaced items. */
static double time_reading(const diffable_difference *difference)
{
    enum { TIMES = 50 };
    size_t read = 0;
    double start = computed();
    for (int time = 0; time < TIMES; time += 1) {
        read += read_item_changes(difference);
    }
    return computed_since(start) / (double)read * 1e6;
}

/*
 * Hashing one identifier is what the loop in C does for each of a million: it hashes it, and enters it in a table
 * that is too large for the caches.
 */
static void measure_small_edits(const size_t *sizes, size_t size_count)
{
    enum { MOST_SIZES = 4, COUNT = 1000000 };
    static series hashing, reading, edits[MOST_SIZES][SMALL_EDITS], among_million;
    ordered_source sources[MOST_SIZES], large = make_ordered_source(COUNT);
    for (size_t size = 0; size < size_count; size += 1) {
        sources[size] = make_ordered_source(sizes[size]);
    }
    numbers million = ascending(0, COUNT);
    table table = make_table(COUNT);
    diffable_data_source *old = make_source((numbers){ million.values, 1000 }, STRINGS),
                         *new = make_source((numbers){ million.values + 1000, 1000 }, STRINGS);
    diffable_snapshot *old_snapshot = diffable_data_source_snapshot(old),
                      *new_snapshot = diffable_data_source_snapshot(new);
    diffable_difference *difference = diffable_difference_new(old_snapshot, new_snapshot);
    check_operations(read_item_changes(difference), 2000);
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        record(&hashing, round, hash_one(&table, million));
        record(&reading, round, time_reading(difference));
        for (size_t size = 0; size < size_count; size += 1) {
            for (small_edit edit = NOTHING; edit < SMALL_EDITS; edit += 1) {
                record(&edits[size][edit], round, time_small_edit(&sources[size], edit, round));
            }
        }
        record(&among_million, round, time_small_edit(&large, APPEND, round));
    }
    for (size_t size = 0; size < size_count; size += 1) {
        for (small_edit edit = NOTHING; edit < SMALL_EDITS; edit += 1) {
            char name[96];
            snprintf(name, sizeof name, "N = %zu: %s, with its apply, to hashing one id", sizes[size],
                small_edit_names[edit]);
            compare_in("ns", name, &edits[size][edit], &hashing, edit == NOTHING ? 12 : 95);
        }
    }
    compare_in(
        "ns", "one append among 1,000,000, to the same among 1,000", &among_million, &edits[size_count - 1][APPEND], 4);
    compare_in("ns", "reading a change, in bulk, to hashing one id", &reading, &hashing, 1);
    diffable_difference_free(difference);
    diffable_snapshot_free(old_snapshot);
    diffable_snapshot_free(new_snapshot);
    diffable_data_source_free(old);
    diffable_data_source_free(new);
    free_table(table);
    free(million.values);
    free_ordered_source(large);
    for (size_t size = 0; size < size_count; size += 1) {
        free_ordered_source(sources[size]);
    }
}

int main(void)
{
    print_head("short lists");
    for (int size = 0; size < SIZES; size += 1) {
        for (change change = IDENTICAL; change < CHANGES; change += 1) {
            measure_short(size, change);
        }
    }
    for (size_t count = 10000; count <= 1000000; count *= 10) {
        static const bool takes_part[WAYS] = { [TEXTBOOK] = true, [FREE] = true };
        series times[WAYS];
        measure(takes_part, count, IDENTICAL, times);
        line(count, IDENTICAL, "free, to the textbook", &times[FREE], &times[TEXTBOOK], 7);
    }
    measure_changed_often();
    measure_small_edits(sizes, SIZES);
    print_minimal();
    return failures != 0;
}
