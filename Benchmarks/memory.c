/* What lists keep of the memory. */
#include "engine.h"
#include "heap.h"

enum { COUNT = 1000000, DERIVED = 100, SOAKED = 10000, REPLACEMENTS = 1000 };

static void resident(const char *noun, kind kind, size_t id_size)
{
    numbers numbers = ascending(0, COUNT);
    list list = make_list(numbers, kind);
    size_t before = heap();
    diffable_snapshot *snapshot = fill(diffable_snapshot_new(), list);
    diffable_data_source *source = diffable_data_source_new();
    must(diffable_data_source_apply(source, snapshot, NULL, NULL, NULL));
    char name[64];
    snprintf(name, sizeof name, "%s: each beyond its identifier, snapshot and data source", noun);
    print_most(name, (double)(heap() - before - COUNT * id_size) / COUNT, 24, "B");

    diffable_snapshot *derived[DERIVED];
    before = heap();
    for (int index = 0; index < DERIVED; index += 1) {
        derived[index] = diffable_data_source_snapshot(source);
    }
    snprintf(name, sizeof name, "%s: a derived snapshot", noun);
    print_most(name, (double)(heap() - before) / DERIVED, 100000, "B");
    for (int index = 0; index < DERIVED; index += 1) {
        diffable_snapshot_free(derived[index]);
    }
    diffable_snapshot_free(snapshot);
    diffable_data_source_free(source);
    free_list(list);
    free(numbers.values);
}

/* What a replacement begins with: a snapshot without items. */
static diffable_snapshot *unrelated(diffable_data_source *source)
{
    (void)source;
    return diffable_snapshot_new();
}

static diffable_snapshot *sharing(diffable_data_source *source)
{
    return diffable_data_source_new_snapshot(source);
}

static diffable_snapshot *emptied(diffable_data_source *source)
{
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    must(diffable_snapshot_clear(snapshot, NULL));
    return snapshot;
}

/* Replaces all identifiers again and again: the second half of that needs no more than the first. */
static void soak(const char *name, diffable_snapshot *(*begin)(diffable_data_source *))
{
    size_t before = heap();
    diffable_data_source *source = diffable_data_source_new();
    size_t most[2] = { 0, 0 };
    for (uint32_t replacement = 0; replacement < REPLACEMENTS; replacement += 1) {
        numbers numbers = ascending(replacement * SOAKED, SOAKED);
        list list = make_list(numbers, STRINGS);
        apply(source, fill(begin(source), list));
        free_list(list);
        free(numbers.values);
        size_t *half = &most[replacement / (REPLACEMENTS / 2)];
        if (heap() - before > *half) {
            *half = heap() - before;
        }
    }
    diffable_data_source_free(source);
    print_row(name, (double)most[1] / 1024, (double)most[0] / 1024, (double)most[1] / (double)most[0], 1.02, "KiB");
}

int main(void)
{
    print_head("memory: 1,000,000 items; 10,000 items replaced 1,000 times");
    resident("strings", STRINGS, ID_SIZE);
    resident("integers", INTEGERS, sizeof(int64_t));
    soak("replaced by free snapshots: second half, to the first", unrelated);
    soak("replaced by new_snapshot: second half, to the first", sharing);
    soak("replaced in the current snapshot: second half, to the first", emptied);
    return failures != 0;
}
