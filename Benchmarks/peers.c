/*
 * The same lists given to Heckel's algorithm and to Myers', in Swift. Making their strings does not count, as making
 * the identifiers does not.
 */
#include "engine.h"
#include "peers.h"

enum { COUNT = 1000000, README_COUNT = 100000 };

static void *make_strings(numbers numbers)
{
    list list = make_list(numbers, STRINGS);
    void *strings = peers_make_strings(list.bytes, (ptrdiff_t)list.count, ID_SIZE);
    free_list(list);
    return strings;
}

typedef ptrdiff_t peer(void *old_strings, void *new_strings);

static double run(peer *peer, void *old_strings, numbers new)
{
    void *new_strings = make_strings(new);
    double start = now();
    peer(old_strings, new_strings);
    double time = now() - start;
    peers_free_strings(new_strings);
    return time;
}

/* `most` is the part of Heckel's time that the engine may take. Myers is measured where nothing changes. */
static void measure(const char *what, numbers old, numbers new, double most)
{
    bool is_same = old.values == new.values;
    void *old_strings = make_strings(old);
    series free_snapshot, sharing, heckel, myers;
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        diffable_data_source *source = make_source(old, STRINGS);
        diffable_snapshot *current = diffable_data_source_snapshot(source);
        record(&heckel, round, run(peers_heckel, old_strings, new));
        record(&free_snapshot, round, build(diffable_snapshot_new(), new, STRINGS, current, round == WARM_UP));
        record(
            &sharing, round, build(diffable_data_source_new_snapshot(source), new, STRINGS, current, round == WARM_UP));
        if (is_same) {
            record(&myers, round, run(peers_myers, old_strings, new));
        }
        diffable_snapshot_free(current);
        diffable_data_source_free(source);
    }
    char name[64];
    snprintf(name, sizeof name, "%s: new_snapshot, to Heckel", what);
    compare(name, &sharing, &heckel, most);
    snprintf(name, sizeof name, "%s: a free snapshot, to Heckel", what);
    compare(name, &free_snapshot, &heckel, 0);
    if (is_same) {
        snprintf(name, sizeof name, "%s: new_snapshot, to Myers", what);
        compare(name, &sharing, &myers, 1);
        snprintf(name, sizeof name, "%s: a free snapshot, to Myers", what);
        compare(name, &free_snapshot, &myers, 0);
    }
    peers_free_strings(old_strings);
}

/* The case of DifferenceKit's README: a range goes, one comes, and one is shuffled. */
static numbers readme_case(numbers old)
{
    enum { GONE = 10000, GONE_FROM = 20000, SHUFFLED = 2000, SHUFFLED_FROM = 60000 };
    numbers new = shuffled(old, SHUFFLED_FROM, SHUFFLED);
    memmove(new.values + GONE_FROM, new.values + GONE_FROM + GONE, (old.count - GONE_FROM - GONE) * sizeof *new.values);
    for (size_t place = old.count - GONE; place < old.count; place += 1) {
        new.values[place] = (uint32_t)(place + GONE);
    }
    return new;
}

int main(void)
{
    print_head("1,000,000 strings, against algorithms in Swift");
    numbers old = ascending(0, COUNT), few = edited(old, COUNT / 100, COUNT / 100, COUNT),
            other_order = shuffled(old, 0, COUNT);
    numbers others = ascending(COUNT, COUNT), small = ascending(0, README_COUNT), readme = readme_case(small);
    measure("nothing changed", old, old, 1. / 20);
    measure("1 % changed", old, few, 1. / 20);
    measure("DifferenceKit's README (100,000)", small, readme, 1. / 10);
    measure("shuffled", old, other_order, 1. / 5);
    measure("all replaced", old, others, 1. / 5);
    print_minimal();
    numbers all[] = { old, few, other_order, others, small, readme };
    for (size_t index = 0; index < sizeof all / sizeof *all; index += 1) {
        free(all[index].values);
    }
    return failures != 0;
}
