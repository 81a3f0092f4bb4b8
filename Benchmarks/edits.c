/* The current snapshot is edited and applied. */
#include "edits.h"

enum { COUNT = 1000000, SMALL_COUNT = 10000, EDITS = 100, REPEATS = 10 };

/* How long one of some repeated runs of 100 edits takes. */
static double hundred_edits(edited_source *edited, int round)
{
    double time = 0;
    for (int repeat = 0; repeat < (round == WARM_UP ? 1 : REPEATS); repeat += 1) {
        time += edit_and_apply(edited, EDITS, round == WARM_UP);
    }
    return time / REPEATS;
}

typedef enum single { APPEND, RECONFIGURE, NOTHING } single;

/* How long a single edit and its apply take. */
static double single_edit(edited_source *edited, single single, int round)
{
    static uint64_t revision;
    double time = 0;
    for (int repeat = 0; repeat < (round == WARM_UP ? 1 : REPEATS); repeat += 1) {
        uint32_t number = single == APPEND ? edited->next++ : any_member(edited);
        if (single == APPEND) {
            edited->members.values[edited->members.count++] = number;
        }
        list item = make_list((numbers){ &number, 1 }, STRINGS);
        revision += 1;
        const diffable_content content = diffable_content_from_revision(&revision);
        double start = now();
        diffable_snapshot *snapshot = diffable_data_source_snapshot(edited->source);
        if (single == APPEND) {
            must(diffable_snapshot_append_items(snapshot, item.ids, NULL, 1, NULL, NULL));
        } else if (single == RECONFIGURE) {
            must(diffable_snapshot_reconfigure_items(snapshot, item.ids, &content, 1, NULL));
        }
        apply_edited(edited->source, snapshot, round == WARM_UP);
        time += now() - start;
        free_list(item);
    }
    return time / REPEATS;
}

int main(void)
{
    numbers old = ascending(0, COUNT), new = edited(old, COUNT / 100, COUNT / 100, COUNT);
    diffable_data_source *source = make_source(old, STRINGS);
    diffable_snapshot *current = diffable_data_source_snapshot(source);
    edited_source large = make_edited_source(COUNT), small = make_edited_source(SMALL_COUNT);
    series from_nothing, edits, small_edits, singles[NOTHING + 1];
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        record(&from_nothing, round, build(diffable_snapshot_new(), new, STRINGS, current, round == WARM_UP));
        record(&edits, round, hundred_edits(&large, round));
        record(&small_edits, round, hundred_edits(&small, round));
        for (single single = APPEND; single <= NOTHING; single += 1) {
            record(&singles[single], round, single_edit(&large, single, round));
        }
    }
    print_head("from the current snapshot: 1,000,000 items");
    compare("100 scattered edits and apply, to a free snapshot from nothing", &edits, &from_nothing, 1. / 100);
    compare("the same, to the same among 10,000 items", &edits, &small_edits, 5);
    compare("one item appended, to a free snapshot from nothing", &singles[APPEND], &from_nothing, 1. / 1000);
    compare("one item reconfigured, to a free snapshot from nothing", &singles[RECONFIGURE], &from_nothing, 1. / 1000);
    compare("nothing changed, to a free snapshot from nothing", &singles[NOTHING], &from_nothing, 1. / 1000);
    print_minimal();
    free_edited_source(large);
    free_edited_source(small);
    diffable_snapshot_free(current);
    diffable_data_source_free(source);
    free(old.values);
    free(new.values);
    return failures != 0;
}
