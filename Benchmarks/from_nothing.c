/* A million fresh identifiers become a snapshot, and that is compared with the current list. */
#include "optimum.h"

enum { COUNT = 1000000 };

/* Fills a snapshot, takes the difference from the current one, and says how long that took. */
static double build(diffable_snapshot *snapshot, list list, const diffable_snapshot *current, bool is_checked)
{
    double start = now();
    fill(snapshot, list);
    diffable_difference *difference = diffable_difference_new(current, snapshot);
    double time = now() - start;
    if (is_checked) {
        check_minimal(difference, current, snapshot);
    }
    diffable_difference_free(difference);
    return time;
}

static void measure(const char *noun, kind kind)
{
    numbers old = ascending(0, COUNT), new = edited(old, COUNT / 100, COUNT / 100, COUNT);
    table table = make_table(COUNT);
    series loop, unrelated, sharing;
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        diffable_data_source *source = make_source(old, kind);
        diffable_snapshot *current = diffable_data_source_snapshot(source);

        clear_table(&table, kind);
        list list = make_list(new, kind);
        double start = now();
        run_reference(&table, list, kind);
        record(&loop, round, now() - start);

        diffable_snapshot *snapshot = diffable_snapshot_new();
        record(&unrelated, round, build(snapshot, list, current, round == WARM_UP));
        diffable_snapshot_free(snapshot);
        free_list(list);

        list = make_list(new, kind);
        snapshot = diffable_data_source_new_snapshot(source);
        record(&sharing, round, build(snapshot, list, current, round == WARM_UP));
        diffable_snapshot_free(snapshot);
        free_list(list);

        diffable_snapshot_free(current);
        diffable_data_source_free(source);
    }
    char name[64];
    snprintf(name, sizeof name, "%s: a free snapshot, to the loop in C", noun);
    compare(name, &unrelated, &loop, 2);
    snprintf(name, sizeof name, "%s: from new_snapshot, to the loop in C", noun);
    compare(name, &sharing, &loop, 0.5);
    free_table(table);
    free(old.values);
    free(new.values);
}

int main(void)
{
    print_head("from nothing: 1,000,000 items, 1 % deleted, 1 % inserted");
    measure("strings", STRINGS);
    measure("integers", INTEGERS);
    print_minimal();
    return failures != 0;
}
