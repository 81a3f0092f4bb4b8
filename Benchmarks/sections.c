/* Many sections: 1 % of the items show something else, a few items and sections move. */
#include "edits.h"
#include "sectioned_lists.h"

static void fill_sections(diffable_snapshot *snapshot, const sectioned_list *list)
{
    must(diffable_snapshot_append_sections(snapshot, list->sections.ids, NULL, SECTIONS, NULL));
    const diffable_id *items = list->items.ids;
    const diffable_content *contents = list->contents;
    for (size_t section = 0; section < SECTIONS; section += 1) {
        size_t count = list->counts[section];
        must(diffable_snapshot_append_items(snapshot, items, contents, count, &list->sections.ids[section], NULL));
        items += count;
        contents += count;
    }
}

static diffable_data_source *make_sectioned_source(const model *model)
{
    sectioned_list list = make_sectioned_list(model);
    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_data_source *source = diffable_data_source_new();
    fill_sections(snapshot, &list);
    apply(source, snapshot);
    free_sectioned_list(list);
    return source;
}

static double build_sections(
    diffable_snapshot *snapshot, const model *model, const diffable_snapshot *current, bool is_checked)
{
    sectioned_list list = make_sectioned_list(model);
    double start = now();
    fill_sections(snapshot, &list);
    diffable_difference *difference = diffable_difference_new(current, snapshot);
    double time = now() - start;
    if (is_checked) {
        check_minimal(difference, current, snapshot);
    }
    diffable_difference_free(difference);
    diffable_snapshot_free(snapshot);
    free_sectioned_list(list);
    return time;
}

/* The same kinds of change, made to the current snapshot and applied. Items get a new content, or are only marked. */
static double edit_sections(diffable_data_source *source, bool has_contents, bool is_checked)
{
    static uint64_t next_revision = COUNT;
    numbers numbers = { malloc((CHANGED + 2 * ITEM_MOVES) * sizeof *numbers.values), CHANGED + 2 * ITEM_MOVES };
    for (size_t item = 0; item < numbers.count; item += 1) {
        numbers.values[item] = (uint32_t)(item * COUNT / numbers.count + below(COUNT / numbers.count));
    }
    list items = make_list(numbers, STRINGS);
    for (size_t place = 0; place < 2 * SECTION_MOVES; place += 1) {
        numbers.values[place] = section_number(
            place * SECTIONS / (2 * SECTION_MOVES) + below(SECTIONS / (2 * SECTION_MOVES)));
    }
    list sections = make_list((struct numbers){ numbers.values, 2 * SECTION_MOVES }, STRINGS);
    uint64_t *revisions = malloc(CHANGED * sizeof *revisions);
    diffable_content *contents = malloc(CHANGED * sizeof *contents);
    for (size_t item = 0; item < CHANGED; item += 1) {
        revisions[item] = next_revision++;
    }
    contents_of(revisions, CHANGED, contents);

    double start = now();
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    must(diffable_snapshot_reconfigure_items(snapshot, items.ids, has_contents ? contents : NULL, CHANGED, NULL));
    for (const diffable_id *item = items.ids + CHANGED; item < items.ids + items.count; item += 2) {
        must(diffable_snapshot_move_item_before(snapshot, item[0], item[1], NULL));
    }
    for (const diffable_id *section = sections.ids; section < sections.ids + sections.count; section += 2) {
        must(diffable_snapshot_move_section_before(snapshot, section[0], section[1], NULL));
    }
    apply_edited(source, snapshot, is_checked);
    double time = now() - start;

    free_list(items);
    free_list(sections);
    free(numbers.values);
    free(contents);
    free(revisions);
    return time;
}

int main(void)
{
    numbers flat = ascending(0, COUNT), flat_changed = edited(flat, COUNT / 100, COUNT / 100, COUNT);
    diffable_data_source *flat_source = make_source(flat, STRINGS);
    diffable_snapshot *flat_current = diffable_data_source_snapshot(flat_source);

    model *model = make_model();
    diffable_data_source *source = make_sectioned_source(model), *changing = make_sectioned_source(model);
    diffable_snapshot *current = diffable_data_source_snapshot(source);
    change(model);
    series from_nothing, built, sharing, edits, marks;
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        record(&from_nothing, round,
            build(diffable_snapshot_new(), flat_changed, STRINGS, flat_current, round == WARM_UP));
        record(&built, round, build_sections(diffable_snapshot_new(), model, current, round == WARM_UP));
        record(&sharing, round,
            build_sections(diffable_data_source_new_snapshot(source), model, current, round == WARM_UP));
        record(&edits, round, edit_sections(changing, true, round == WARM_UP));
        record(&marks, round, edit_sections(changing, false, false));
    }
    print_head("10,000 sections of 100, 1 % changed, 10 items, 5 sections moved");
    compare("a free snapshot, to one section with as many items", &built, &from_nothing, 1.5);
    compare("from new_snapshot, to the same", &sharing, &from_nothing, 1);
    compare("from the current snapshot, to the same", &edits, &from_nothing, 1. / 8);
    compare("the same with items that are marked, and not changed", &marks, &from_nothing, 1. / 15);
    print_minimal();

    diffable_snapshot_free(current);
    diffable_data_source_free(source);
    diffable_data_source_free(changing);
    free_model(model);
    diffable_snapshot_free(flat_current);
    diffable_data_source_free(flat_source);
    free(flat.values);
    free(flat_changed.values);
    return failures != 0;
}
