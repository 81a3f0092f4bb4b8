/*
 * Lists of a Swift program's own types, beside Heckel's algorithm on the same values. A cycle describes the next list
 * and applies it without a view. The values are there before the clock starts.
 */
#include "describe.h"
#include "differencekit.h"
#include "typed.h"

enum { LARGE = 100000, MOST_LISTS = 400 };

/* A round lasts until Heckel's algorithm has computed for so many milliseconds. */
static const double least_time = 5;

typedef enum way { HECKEL, STANDARD, FREE, ANEW, WAYS } way;

static const char *const way_names[WAYS] = { "Heckel", "standard", "free", "anew" };

/* What each way keeps: the list of the last cycle. */
typedef struct players {
    typed_kind kind;
    void *last[FREE]; /* Heckel's, and the standard library's */
    void *sources[WAYS];
} players;

/* The counts of changes that each cycle has. */
typedef struct expected {
    ptrdiff_t counts[TYPED_COUNTS];
} expected;

/* How long one of the ways takes over some lists, which are made anew for it. */
static double run_way(way way, players *players, const char *bytes, const uint64_t *revisions, size_t count,
    size_t batch, const expected *expected)
{
    void *lists[MOST_LISTS];
    ptrdiff_t counts[MOST_LISTS][TYPED_COUNTS];
    for (size_t index = 0; index < batch; index += 1) {
        lists[index] = typed_make_items(
            (int32_t)players->kind, bytes + index * count * ID_SIZE, revisions + index * count, (ptrdiff_t)count);
    }
    double start = computed();
    for (size_t index = 0; index < batch; index += 1) {
        if (way < FREE) {
            void *old = index == 0 ? players->last[way] : lists[index - 1];
            (way == HECKEL ? typed_heckel : typed_standard)(old, lists[index]);
        } else {
            typed_apply(players->sources[way], lists[index], way == ANEW, counts[index]);
        }
    }
    double time = computed_since(start);
    for (size_t index = 0; index < batch; index += 1) {
        if (way >= FREE && expected != NULL && memcmp(counts[index], expected->counts, sizeof expected->counts) != 0) {
            fprintf(stderr, "%s, %s: %td deleted, %td inserted, %td moved, %td reconfigured\n",
                typed_names[players->kind], way_names[way], counts[index][0], counts[index][1], counts[index][2],
                counts[index][3]);
            failures += 1;
        }
        if (way >= FREE || index + 1 < batch) {
            typed_free(lists[index]);
        }
    }
    if (way < FREE) {
        typed_free(players->last[way]);
        players->last[way] = lists[batch - 1];
    }
    return time;
}

static players make_players(typed_kind kind)
{
    players players = { .kind = kind };
    for (way way = HECKEL; way < FREE; way += 1) {
        players.last[way] = typed_make_items((int32_t)kind, "", NULL, 0);
    }
    for (way way = FREE; way < WAYS; way += 1) {
        players.sources[way] = typed_make_source((int32_t)kind);
    }
    return players;
}

static void free_players(players players)
{
    for (way way = HECKEL; way < FREE; way += 1) {
        typed_free(players.last[way]);
    }
    for (way way = FREE; way < WAYS; way += 1) {
        typed_free(players.sources[way]);
    }
}

/* The limits are for a snapshot of its own, and for one that describes the list anew. */
static void print_kind(
    typed_kind kind, size_t count, const char *change, series *times, double free_limit, double anew_limit)
{
    series peer = differencekit(times[HECKEL]);
    char name[96];
    snprintf(name, sizeof name, "N = %zu, %s%s: free, to DifferenceKit", count, typed_names[kind], change);
    compare_in("us", name, &times[FREE], &peer, free_limit);
    snprintf(name, sizeof name, "N = %zu, %s%s: newSnapshot(), to DifferenceKit", count, typed_names[kind], change);
    compare_in("us", name, &times[ANEW], &peer, anew_limit);
}

/* One item is deleted, one inserted, one moved and one updated, or the list is the same. */
static void measure_short(typed_kind kind, size_t count, change change, double free_limit, double anew_limit)
{
    static series times[WAYS];
    const expected expected = { { change == FEW, change == FEW, change == FEW,
        change == FEW && kind == TYPED_STRUCTS } };
    players players = make_players(kind);
    short_lists lists = make_short_lists(count, change);
    next_batch(&lists);
    for (way way = HECKEL; way < WAYS; way += 1) {
        run_way(way, &players, lists.bytes, lists.revisions, count, lists.batch, NULL);
    }
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        double sums[WAYS] = { 0 };
        size_t cycles = 0;
        for (; sums[HECKEL] < least_time; cycles += lists.batch) {
            next_batch(&lists);
            for (way way = HECKEL; way < WAYS; way += 1) {
                sums[way] += run_way(way, &players, lists.bytes, lists.revisions, count, lists.batch, &expected);
            }
        }
        for (way way = HECKEL; way < WAYS; way += 1) {
            record(&times[way], round, sums[way] / (double)cycles * 1e3);
        }
    }
    print_kind(kind, count, change == FEW ? "" : ", identical", times, free_limit, anew_limit);
    if (change == IDENTICAL) {
        char name[96];
        snprintf(
            name, sizeof name, "N = %zu, %s, identical: newSnapshot(), to difference(from:)", count, typed_names[kind]);
        compare_in("us", name, &times[ANEW], &times[STANDARD], count == 1000 ? 3 : 0);
    }
    free_short_lists(lists);
    free_players(players);
}

/* One item in a hundred is deleted, as many are inserted, and as many of the others have another content. */
static void measure_large(typed_kind kind)
{
    enum { CHANGED = LARGE / 100 };
    static series times[WAYS];
    static char bytes[LARGE * ID_SIZE];
    static uint64_t revisions[LARGE];
    static uint32_t versions[LARGE + (ROUNDS + 1) * CHANGED];
    const expected expected = { { CHANGED, CHANGED, 0, kind == TYPED_STRUCTS ? CHANGED : 0 } };
    players players = make_players(kind);
    numbers list = ascending(0, LARGE);
    memset(versions, 0, sizeof versions);
    for (int round = WARM_UP - 1; round < ROUNDS; round += 1) {
        if (round >= WARM_UP) {
            uint32_t first = LARGE + (uint32_t)(round - WARM_UP) * CHANGED;
            numbers old = list;
            list = edited(old, CHANGED, CHANGED, first);
            free(old.values);
            for (int updated = 0; updated < CHANGED;) {
                uint32_t number = list.values[below(LARGE)];
                bool is_new = number >= first, is_updated = versions[number] == (uint32_t)(round - WARM_UP) + 1;
                if (!is_new && !is_updated) {
                    versions[number] = (uint32_t)(round - WARM_UP) + 1;
                    updated += 1;
                }
            }
        }
        for (size_t place = 0; place < LARGE; place += 1) {
            spell_id(list.values[place], bytes + place * ID_SIZE);
            revisions[place] = versions[list.values[place]];
        }
        for (way way = HECKEL; way < WAYS; way += 1) {
            if (way == STANDARD) { /* It takes O(items * changes). */
                continue;
            }
            double time = run_way(way, &players, bytes, revisions, LARGE, 1, round < WARM_UP ? NULL : &expected);
            if (round >= WARM_UP) {
                record(&times[way], round, time * 1e3);
            }
        }
    }
    print_kind(kind, LARGE, "", times, 0.3, 0.24);
    free(list.values);
    free_players(players);
}

int main(void)
{
    print_head("typed: lists in Swift, few changes; 100,000 items, 1 % changed");
    for (typed_kind kind = TYPED_STRINGS; kind < TYPED_KINDS; kind += 1) {
        measure_short(kind, 10, FEW, 3.5, 3.5);
        measure_short(kind, 100, FEW, 1, 1);
        measure_short(kind, 1000, FEW, 0, 0);
        measure_short(kind, 10, IDENTICAL, 4, 3);
        measure_short(kind, 1000, IDENTICAL, 0, 0);
        measure_large(kind);
    }
    return failures != 0;
}
