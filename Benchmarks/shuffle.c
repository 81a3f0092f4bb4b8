/* The worst case: every item somewhere else. */
#include <math.h>

#include "engine.h"

static const size_t sizes[] = { 1000, 10000, 100000, 1000000, 4000000 };
enum { SIZES = sizeof sizes / sizeof *sizes, COUNT = 1000000, FEWEST = 100000 };

/* A full shuffle beside the loop over the same identifiers. Small lists are repeated. */
static void measure(size_t count, series *shuffle, series *yardstick)
{
    numbers old = ascending(0, count), new = shuffled(old, 0, count);
    diffable_data_source *source = make_source(old, STRINGS);
    diffable_snapshot *current = diffable_data_source_snapshot(source);
    table table = make_table(count);
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        size_t repeats = round == WARM_UP || count >= FEWEST ? 1 : FEWEST / count;
        double shuffle_time = 0, loop_time = 0;
        for (size_t repeat = 0; repeat < repeats; repeat += 1) {
            loop_time += loop(&table, new, STRINGS);
            shuffle_time += build(diffable_snapshot_new(), new, STRINGS, current, round == WARM_UP);
        }
        record(shuffle, round, shuffle_time / (double)repeats);
        record(yardstick, round, loop_time / (double)repeats);
    }
    free_table(table);
    diffable_snapshot_free(current);
    diffable_data_source_free(source);
    free(old.values);
    free(new.values);
}

static void worst_case(void)
{
    numbers old = ascending(0, COUNT), changed = edited(old, COUNT / 100, COUNT / 100, COUNT),
            new = shuffled(old, 0, COUNT);
    diffable_data_source *source = make_source(old, STRINGS);
    diffable_snapshot *current = diffable_data_source_snapshot(source);
    series from_nothing, shuffle;
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        record(&from_nothing, round, build(diffable_snapshot_new(), changed, STRINGS, current, round == WARM_UP));
        record(&shuffle, round, build(diffable_snapshot_new(), new, STRINGS, current, round == WARM_UP));
    }
    compare("1,000,000 items, to 1 % changed", &shuffle, &from_nothing, 3);
    diffable_snapshot_free(current);
    diffable_data_source_free(source);
    free(old.values);
    free(changed.values);
    free(new.values);
}

int main(void)
{
    print_head("full shuffle, a free snapshot from nothing");
    worst_case();
    double ratios[SIZES];
    for (int size = 0; size < SIZES; size += 1) {
        series shuffle, yardstick;
        measure(sizes[size], &shuffle, &yardstick);
        char name[64];
        snprintf(name, sizeof name, "%zu items, to the loop in C", sizes[size]);
        compare(name, &shuffle, &yardstick, 0);
        ratios[size] = median_of_ratios(&shuffle, &yardstick);
    }
    /* The loop is linear, and meets the same caches: what is left of the growth may be that of log n. */
    print_row("growth of that ratio from the first size to the last, to log n", ratios[SIZES - 1], ratios[0],
        ratios[SIZES - 1] / ratios[0], log((double)sizes[SIZES - 1]) / log((double)sizes[0]), "x");
    print_minimal();
    return failures != 0;
}
