/* A million fresh identifiers become a snapshot, which is compared with the current list. */
#include "engine.h"

enum { COUNT = 1000000 };

static void measure(const char *noun, kind kind)
{
    numbers old = ascending(0, COUNT), new = edited(old, COUNT / 100, COUNT / 100, COUNT);
    table table = make_table(COUNT);
    series yardstick, unrelated, sharing;
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        diffable_data_source *source = make_source(old, kind);
        diffable_snapshot *current = diffable_data_source_snapshot(source);
        record(&yardstick, round, loop(&table, new, kind));
        record(&unrelated, round, build(diffable_snapshot_new(), new, kind, current, round == WARM_UP));
        record(&sharing, round, build(diffable_data_source_new_snapshot(source), new, kind, current, round == WARM_UP));
        diffable_snapshot_free(current);
        diffable_data_source_free(source);
    }
    char name[64];
    snprintf(name, sizeof name, "%s: a free snapshot, to the loop in C", noun);
    compare(name, &unrelated, &yardstick, 2.5);
    snprintf(name, sizeof name, "%s: from new_snapshot, to the loop in C", noun);
    compare(name, &sharing, &yardstick, 0.7);
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
