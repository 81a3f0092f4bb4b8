/*
 * Lists as they really change: many contents, few rows. A ranking of 3,600 rows in 30 sections. Each step inserts 4
 * rows, deletes 4, moves 64 by a few places, and gives a part of the others another content, a revision of eight bytes.
 */
#include "differencekit.h"
#include "engine.h"
#include "peers.h"
#include "textbook.h"

enum { SECTIONS = 30, ROWS = 120, COUNT = SECTIONS * ROWS, STEPS = 8, CAME = 4, MOVED = 64, SHARES = 5, MOST_MOVE = 5 };

static const double shares[SHARES] = { 0.001, 0.01, 0.1, 0.6, 1 };

typedef struct row {
    uint32_t number;
    uint64_t revision;
} row;

/* A row that came or moved, and the row that it stands behind. The first row of a section does neither. */
typedef struct placed {
    size_t place;
    bool is_new;
} placed;

/* One step: the list that it leads to, and the edits that do the same. */
typedef struct step {
    char bytes[(COUNT + CAME) * ID_SIZE];
    diffable_id ids[COUNT];
    uint64_t revisions[COUNT];
    diffable_content contents[COUNT];
    diffable_id deleted[CAME];
    placed placed[CAME + MOVED]; /* in the order of the list */
    diffable_id updated[COUNT];
    diffable_content new_contents[COUNT];
    size_t updated_count;
} step;

static row rows[COUNT];
static uint32_t next_number = COUNT;
static step steps[STEPS];
static diffable_id sections[SECTIONS];

/* Writes down the list of a step, with identifiers of its own. */
static void spell(step *step)
{
    for (size_t place = 0; place < COUNT; place += 1) {
        char *bytes = step->bytes + place * ID_SIZE;
        spell_id(rows[place].number, bytes);
        step->ids[place] = diffable_id_bytes(bytes, ID_SIZE);
        step->revisions[place] = rows[place].revision;
    }
    contents_of(step->revisions, COUNT, step->contents);
}

/* Where the row with a number is. */
static size_t place_of(uint32_t number)
{
    size_t place = 0;
    while (rows[place].number != number) {
        place += 1;
    }
    return place;
}

static int compare_places(const void *left, const void *right)
{
    const placed *a = left, *b = right;
    return (a->place > b->place) - (a->place < b->place);
}

/*
 * Changes the rows, and writes down what changed. A row of a section takes the place of one that left it, so sections
 * keep their length.
 */
static void plan(step *step, double share)
{
    uint32_t displaced[CAME + MOVED];
    for (int index = 0; index < CAME; index += 1) {
        size_t place = below(SECTIONS) * ROWS + 1 + below(ROWS - 1);
        char *bytes = step->bytes + (COUNT + (size_t)index) * ID_SIZE;
        spell_id(rows[place].number, bytes);
        step->deleted[index] = diffable_id_bytes(bytes, ID_SIZE);
        displaced[index] = next_number++;
        rows[place] = (row){ displaced[index], 1 };
    }
    for (int index = 0; index < MOVED; index += 1) {
        size_t section = below(SECTIONS) * ROWS, from = 1 + below(ROWS - 1 - MOST_MOVE),
               to = from + 1 + below(MOST_MOVE);
        row taken = rows[section + from];
        memmove(rows + section + from, rows + section + from + 1, (to - from) * sizeof *rows);
        rows[section + to] = taken;
        displaced[CAME + index] = taken.number;
    }
    size_t wanted = (size_t)(share * COUNT);
    step->updated_count = 0;
    uint8_t *chosen = calloc(COUNT, 1);
    for (size_t left = wanted; left > 0; left -= 1) {
        size_t place = below(COUNT);
        while (chosen[place]) {
            place = (place + 1) % COUNT;
        }
        chosen[place] = 1;
        rows[place].revision += 1;
    }
    spell(step);
    for (size_t place = 0; place < COUNT; place += 1) {
        if (chosen[place]) {
            step->updated[step->updated_count] = step->ids[place];
            step->new_contents[step->updated_count++] = step->contents[place];
        }
    }
    free(chosen);
    for (int index = 0; index < CAME + MOVED; index += 1) {
        step->placed[index] = (placed){ place_of(displaced[index]), index < CAME };
    }
    qsort(step->placed, CAME + MOVED, sizeof *step->placed, compare_places);
}

static diffable_snapshot *describe(diffable_snapshot *snapshot, const step *step)
{
    must(diffable_snapshot_append_sections(snapshot, sections, NULL, SECTIONS, NULL));
    for (size_t index = 0; index < SECTIONS; index += 1) {
        must(diffable_snapshot_append_items(
            snapshot, step->ids + index * ROWS, step->contents + index * ROWS, ROWS, &sections[index], NULL));
    }
    return snapshot;
}

static diffable_snapshot *edit_rows(diffable_snapshot *snapshot, const step *step)
{
    must(diffable_snapshot_delete_items(snapshot, step->deleted, CAME, NULL, NULL));
    for (int index = 0; index < CAME + MOVED; index += 1) {
        size_t place = step->placed[index].place;
        if (step->placed[index].is_new) {
            must(diffable_snapshot_insert_items_after(
                snapshot, &step->ids[place], &step->contents[place], 1, step->ids[place - 1], NULL));
        } else {
            must(diffable_snapshot_move_item_after(snapshot, step->ids[place], step->ids[place - 1], NULL));
        }
    }
    must(diffable_snapshot_update_items(snapshot, step->updated, step->new_contents, step->updated_count, NULL, NULL));
    return snapshot;
}

typedef enum way { TEXTBOOK, HECKEL, FREE, SHARING, EDITS, WAYS } way;

static diffable_data_source *sources[WAYS];
static textbook shown;
static void *heckel_rows;

static diffable_snapshot *next_snapshot(way way, const step *step)
{
    switch (way) {
    case SHARING: return describe(diffable_data_source_new_snapshot(sources[way]), step);
    case EDITS: return edit_rows(diffable_data_source_snapshot(sources[way]), step);
    default: return describe(diffable_snapshot_new(), step);
    }
}

static double run(way way, const step *step)
{
    void *next_rows = way == HECKEL ? peers_make_rows(step->bytes, step->revisions, COUNT, ID_SIZE) : NULL;
    double start = computed(), time;
    if (way == TEXTBOOK) {
        textbook_free_changes(textbook_apply(&shown, step->ids, step->revisions, COUNT));
        time = computed_since(start);
    } else if (way == HECKEL) {
        peers_heckel_rows(heckel_rows, next_rows);
        time = computed_since(start);
        peers_free_rows(heckel_rows);
        heckel_rows = next_rows;
    } else {
        apply(sources[way], next_snapshot(way, step));
        time = computed_since(start);
    }
    return time;
}

/* All ways of the engine lead to the same list, with the fewest changes. */
static void check(const step *step)
{
    diffable_snapshot *expected = describe(diffable_snapshot_new(), step);
    for (way way = FREE; way < WAYS; way += 1) {
        diffable_snapshot *current = diffable_data_source_snapshot(sources[way]), *next = next_snapshot(way, step);
        diffable_difference *difference = diffable_difference_new(current, next);
        check_minimal(difference, current, next);
        diffable_difference_free(difference);
        apply(sources[way], next);
        diffable_snapshot_free(current);
        current = diffable_data_source_snapshot(sources[way]);
        if (!diffable_snapshot_equal(current, expected)) {
            fprintf(stderr, "way %d leads to another list\n", way);
            failures += 1;
        }
        diffable_snapshot_free(current);
    }
    diffable_snapshot_free(expected);
}

static void measure(double share)
{
    series times[WAYS];
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        double sums[WAYS] = { 0 };
        for (size_t index = 0; index < STEPS; index += 1) {
            plan(&steps[index], share);
        }
        for (way way = TEXTBOOK; way < WAYS; way += 1) {
            for (size_t index = 0; index < STEPS; index += 1) {
                sums[way] += run(way, &steps[index]);
            }
            record(&times[way], round, sums[way] / STEPS * 1e3);
        }
    }
    char name[64];
    series peer = differencekit(times[HECKEL]);
    const char *const what[WAYS] = { [FREE] = "free", [SHARING] = "new_snapshot", [EDITS] = "edits" };
    for (way way = FREE; way < WAYS; way += 1) {
        snprintf(name, sizeof name, "%g %% of the contents: %s, to the textbook", share * 100, what[way]);
        compare_in("us", name, &times[way], &times[TEXTBOOK], 0);
        if (way != FREE) {
            snprintf(name, sizeof name, "%g %% of the contents: %s, to free", share * 100, what[way]);
            compare_in("us", name, &times[way], &times[FREE], share <= 0.1 ? 1 : 1.7);
        }
    }
    snprintf(name, sizeof name, "%g %% of the contents: free, to DifferenceKit", share * 100);
    compare_in("us", name, &times[FREE], &peer, 1);
}

int main(void)
{
    for (uint32_t place = 0; place < COUNT; place += 1) {
        rows[place] = (row){ place, 1 };
    }
    for (size_t index = 0; index < SECTIONS; index += 1) {
        sections[index] = diffable_id_integer((int64_t)index);
    }
    spell(&steps[0]);
    for (way way = FREE; way < WAYS; way += 1) {
        sources[way] = diffable_data_source_new();
        apply(sources[way], describe(diffable_snapshot_new(), &steps[0]));
    }
    shown = textbook_copy(steps[0].ids, steps[0].revisions, COUNT);
    heckel_rows = peers_make_rows(steps[0].bytes, steps[0].revisions, COUNT, ID_SIZE);
    print_head("many contents, few moves: 3,600 rows in 30 sections");
    for (int share = 0; share < SHARES; share += 1) {
        measure(shares[share]);
    }
    plan(&steps[0], 0.6);
    check(&steps[0]);
    print_minimal();
    for (way way = FREE; way < WAYS; way += 1) {
        diffable_data_source_free(sources[way]);
    }
    free(shown.ids);
    peers_free_rows(heckel_rows);
    return failures != 0;
}
