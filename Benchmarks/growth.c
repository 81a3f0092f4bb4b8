/*
 * How times grow with the list and with the number of edits, for growth.lua to draw: lines of chart, series, x and
 * milliseconds, with tabs between them.
 */
#define ROUNDS 5
#include "edits.h"
#include "peers.h"

enum { COUNT = 1000000, EDITS = 100, MOST_FOR_HECKEL = 1000000, MOST_FOR_MYERS = 1000 };

static void print_point(const char *chart, const char *name, size_t x, const series *times)
{
    printf("%s\t%s\t%zu\t%.6f\n", chart, name, x, median(*times));
    fflush(stdout);
}

/* A third of the edits each are deletions, insertions and moves. */
static numbers with_edits(numbers old, size_t edits)
{
    numbers new = edited(old, (edits + 2) / 3, (edits + 1) / 3, (uint32_t)old.count);
    for (size_t moves = edits / 3; moves > 0; moves -= 1) {
        size_t from = below(new.count), to = below(new.count), left = from < to ? from : to,
               right = from < to ? to : from;
        uint32_t item = new.values[from];
        memmove(new.values + left + (from > to), new.values + left + (from < to), (right - left) * sizeof item);
        new.values[to] = item;
    }
    return new;
}

static void measure_peer(const char *chart, const char *name, size_t x, numbers old, numbers new,
    ptrdiff_t (*peer)(void *old_strings, void *new_strings))
{
    void *strings[2];
    series times;
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        for (int side = 0; side < 2; side += 1) {
            list list = make_list(side == 0 ? old : new, STRINGS);
            strings[side] = peers_make_strings(list.bytes, (ptrdiff_t)list.count, ID_SIZE);
            free_list(list);
        }
        double start = now();
        peer(strings[0], strings[1]);
        record(&times, round, now() - start);
        peers_free_strings(strings[0]);
        peers_free_strings(strings[1]);
    }
    print_point(chart, name, x, &times);
}

static void grow_list(size_t count)
{
    numbers old = ascending(0, count), new = edited(old, count / 100, count / 100, (uint32_t)count),
            shuffle = shuffled(old, 0, count);
    edited_source edited = make_edited_source(count);
    table table = make_table(count);
    series yardstick, unrelated, shuffles, sharing, edits;
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        diffable_data_source *source = make_source(old, STRINGS);
        diffable_snapshot *current = diffable_data_source_snapshot(source);
        record(&yardstick, round, loop(&table, new, STRINGS));
        record(&unrelated, round, build(diffable_snapshot_new(), new, STRINGS, current, false));
        record(&shuffles, round, build(diffable_snapshot_new(), shuffle, STRINGS, current, false));
        record(&sharing, round, build(diffable_data_source_new_snapshot(source), new, STRINGS, current, false));
        record(&edits, round, edit_and_apply(&edited, EDITS, false));
        diffable_snapshot_free(current);
        diffable_data_source_free(source);
    }
    print_point("items", "full shuffle, free snapshot", count, &shuffles);
    print_point("items", "1 %, free snapshot", count, &unrelated);
    print_point("items", "1 %, new_snapshot", count, &sharing);
    print_point("items", "100 edits, current snapshot", count, &edits);
    print_point("items", "hash and insert in C", count, &yardstick);
    if (count <= MOST_FOR_HECKEL) {
        measure_peer("items", "1 %, Heckel in Swift", count, old, new, peers_heckel);
    }
    free_edited_source(edited);
    free_table(table);
    free(old.values);
    free(new.values);
    free(shuffle.values);
}

static void grow_edits(edited_source *edited, size_t count)
{
    numbers old = ascending(0, COUNT), new = with_edits(old, count);
    series unrelated, sharing, edits;
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        diffable_data_source *source = make_source(old, STRINGS);
        diffable_snapshot *current = diffable_data_source_snapshot(source);
        record(&unrelated, round, build(diffable_snapshot_new(), new, STRINGS, current, false));
        record(&sharing, round, build(diffable_data_source_new_snapshot(source), new, STRINGS, current, false));
        record(&edits, round, edit_and_apply(edited, count, false));
        diffable_snapshot_free(current);
        diffable_data_source_free(source);
    }
    print_point("edits", "free snapshot", count, &unrelated);
    print_point("edits", "new_snapshot", count, &sharing);
    print_point("edits", "current snapshot", count, &edits);
    measure_peer("edits", "Heckel in Swift", count, old, new, peers_heckel);
    if (count <= MOST_FOR_MYERS) {
        measure_peer("edits", "Myers in Swift", count, old, new, peers_myers);
    }
    free(old.values);
    free(new.values);
}

int main(void)
{
    for (size_t count = 1000; count <= 4000000; count *= count < 1000000 ? 10 : 4) {
        grow_list(count);
    }
    edited_source edited = make_edited_source(COUNT);
    for (size_t count = 1; count <= 100000; count *= 10) {
        grow_edits(&edited, count);
    }
    free_edited_source(edited);
    return 0;
}
