/*
 * Trees of 100,000 items: the same edits as of a flat list, each applied. An edit costs what it changes, wherever it is
 * made.
 */
#include "engine.h"

enum { ITEMS = 100000, FOLDERS = 1000, IN_FOLDER = ITEMS / FOLDERS, EDITS = 200 };

/* What has the items: nothing, one parent, or folders that are all open or all closed. */
typedef enum shape { FLAT, ONE_PARENT, OPEN_FOLDERS, CLOSED_FOLDERS, SHAPES } shape;
typedef enum edit { INSERT, MOVE, DELETE, APPEND, EDITS_OF_ALL_SHAPES, TOGGLE = EDITS_OF_ALL_SHAPES } edit;

static diffable_id item(size_t number)
{
    return diffable_id_integer((int64_t)number);
}
static diffable_id folder(size_t number)
{
    return diffable_id_integer(-1 - (int64_t)number);
}

static void append_folder(
    diffable_snapshot *snapshot, size_t number, const diffable_id *items, size_t count, bool is_open)
{
    diffable_id id = folder(number);
    must(diffable_snapshot_append_items(snapshot, &id, NULL, 1, NULL, NULL));
    must(diffable_snapshot_insert_items(snapshot, items, NULL, count, DIFFABLE_AT_END_OF_PARENT, &id, NULL));
    if (is_open) {
        must(diffable_snapshot_expand(snapshot, &id, 1, NULL));
    }
}

static diffable_data_source *make_tree(shape shape)
{
    static diffable_id items[ITEMS];
    for (size_t i = 0; i < ITEMS; i += 1) {
        items[i] = item(i);
    }
    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_id section = diffable_id_string("list");
    must(diffable_snapshot_append_sections(snapshot, &section, NULL, 1, NULL));
    if (shape == FLAT) {
        must(diffable_snapshot_append_items(snapshot, items, NULL, ITEMS, &section, NULL));
    } else if (shape == ONE_PARENT) {
        append_folder(snapshot, 0, items, ITEMS, true);
    }
    for (size_t i = 0; (shape == OPEN_FOLDERS || shape == CLOSED_FOLDERS) && i < FOLDERS; i += 1) {
        append_folder(snapshot, i, items + i * IN_FOLDER, IN_FOLDER, shape == OPEN_FOLDERS);
    }
    diffable_data_source *source = diffable_data_source_new();
    apply(source, snapshot);
    return source;
}

static void make_edit(diffable_data_source *source, shape shape, edit edit, size_t *next)
{
    size_t any = below(ITEMS), other = (any + ITEMS / 2) % ITEMS;
    diffable_id new_item = item(ITEMS + *next), anchor = item(any);
    *next += 1;
    if (edit == TOGGLE) {
        must(diffable_data_source_toggle_item(source, folder(any / IN_FOLDER), NULL, NULL));
        return;
    }
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    switch (edit) {
    case INSERT: must(diffable_snapshot_insert_items_after(snapshot, &new_item, NULL, 1, anchor, NULL)); break;
    case MOVE: must(diffable_snapshot_move_item_before(snapshot, anchor, item(other), NULL)); break;
    case DELETE: {
        /* The item comes back in its place, so that the list keeps its length. */
        must(diffable_snapshot_insert_items_before(snapshot, &new_item, NULL, 1, anchor, NULL));
        must(diffable_snapshot_delete_items(snapshot, &new_item, 1, NULL, NULL));
        break;
    }
    default:
        if (shape == FLAT) {
            must(diffable_snapshot_append_items(snapshot, &new_item, NULL, 1, NULL, NULL));
        } else {
            must(diffable_snapshot_insert_items(snapshot, &new_item, NULL, 1, DIFFABLE_AT_END_OF_PARENT,
                (diffable_id[]){ folder(shape == ONE_PARENT ? 0 : any / IN_FOLDER) }, NULL));
        }
    }
    apply(source, snapshot);
}

static double time_edits(diffable_data_source *source, shape shape, edit edit, size_t *next)
{
    double start = computed();
    for (int i = 0; i < EDITS; i += 1) {
        make_edit(source, shape, edit, next);
    }
    return computed_since(start) * 1e3 / EDITS;
}

int main(void)
{
    static const char *const names[] = { "", "below one parent", "in 1,000 open folders", "in 1,000 closed folders" };
    static const char *const edits[] = { "insert", "move", "insert and delete", "append" };
    diffable_data_source *sources[SHAPES];
    size_t next = 0;
    for (int shape = 0; shape < SHAPES; shape += 1) {
        sources[shape] = make_tree(shape);
    }
    series times[SHAPES][EDITS_OF_ALL_SHAPES], toggles;
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        for (int edit = 0; edit < EDITS_OF_ALL_SHAPES; edit += 1) {
            for (int shape = 0; shape < SHAPES; shape += 1) {
                record(&times[shape][edit], round, time_edits(sources[shape], shape, edit, &next));
            }
        }
        record(&toggles, round, time_edits(sources[OPEN_FOLDERS], OPEN_FOLDERS, TOGGLE, &next));
    }
    print_head("100,000 items, one edit and an apply: a tree, to a flat list (us)");
    for (int shape = FLAT + 1; shape < SHAPES; shape += 1) {
        for (int edit = 0; edit < EDITS_OF_ALL_SHAPES; edit += 1) {
            char name[64];
            snprintf(name, sizeof name, "%s, %s", edits[edit], names[shape]);
            compare_in("us", name, &times[shape][edit], &times[FLAT][edit], 3);
        }
    }
    compare_in("us", "a tap on a folder of 100, to one insertion", &toggles, &times[FLAT][INSERT], 0);
    for (int shape = 0; shape < SHAPES; shape += 1) {
        diffable_data_source_free(sources[shape]);
    }
    return failures != 0;
}
