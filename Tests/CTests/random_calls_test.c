/* Calls in any order with arguments of every sort, also from inside callbacks that fail now and then: whatever
 * happens, the process lives and every list agrees with itself. */
#include "random_callbacks.h"

static diffable_snapshot *snapshots[3];
static diffable_section_snapshot *trees[3];
static diffable_data_source *sources[2];

static void assert_agrees(const diffable_snapshot *snapshot)
{
    ptrdiff_t place = 0;
    for (size_t section = 0; section < diffable_snapshot_number_of_sections(snapshot); section += 1) {
        size_t count;
        assert_ok(diffable_snapshot_number_of_items_in_section(snapshot, diffable_snapshot_section_at(snapshot, section), &count, NULL));
        for (size_t item = 0; item < count; item += 1, place += 1) {
            diffable_id id = diffable_snapshot_item_at(snapshot, diffable_index_path_make((ptrdiff_t)section, (ptrdiff_t)item));
            assert_int_equal(diffable_snapshot_index_of_item(snapshot, id), place);
        }
    }
    assert_int_equal(diffable_snapshot_number_of_items(snapshot), place);
}

static void edit_anything(diffable_snapshot *list, diffable_section_snapshot *tree, const diffable_id *ids, const uint64_t *revisions, size_t count, diffable_error **failure)
{
    diffable_id id = any_id();
    switch (below(28)) {
    case 0: case 1: diffable_snapshot_append_sections(list, ids, revisions, count, failure); break;
    case 2: diffable_snapshot_insert_sections_before(list, ids, revisions, count, id, failure); break;
    case 3: diffable_snapshot_insert_sections_after(list, ids, revisions, count, id, failure); break;
    case 4: diffable_snapshot_delete_sections(list, ids, 1, NULL, failure); break;
    case 5: diffable_snapshot_move_section_before(list, ids[0], id, failure); break;
    case 6: diffable_snapshot_move_section_after(list, ids[0], id, failure); break;
    case 7: diffable_snapshot_reload_sections(list, ids, revisions, 1, failure); break;
    case 8: case 9: case 10: diffable_snapshot_append_items(list, ids, revisions, count, id, failure); break;
    case 11: case 12: diffable_snapshot_insert_items_before(list, ids, revisions, count, id, failure); break;
    case 13: diffable_snapshot_insert_items_after(list, ids, revisions, count, id, failure); break;
    case 14: diffable_snapshot_delete_items(list, ids, count, NULL, failure); break;
    case 15: diffable_snapshot_move_item_before(list, ids[0], id, failure); break;
    case 16: diffable_snapshot_move_item_after(list, ids[0], id, failure); break;
    case 17: diffable_snapshot_move_items_to_section(list, ids, count, id, failure); break;
    case 18: diffable_snapshot_reload_items(list, ids, revisions, 1, failure); break;
    case 19: diffable_snapshot_reconfigure_items(list, ids, revisions, 1, failure); break;
    case 20: case 21: diffable_section_snapshot_append(tree, ids, revisions, count, id, failure); break;
    case 22: diffable_section_snapshot_insert_before(tree, ids, revisions, count, id, failure); break;
    case 23: diffable_section_snapshot_delete(tree, ids, 1, NULL, failure); break;
    case 24: diffable_section_snapshot_replace_children(tree, id, trees[below(3)], failure); break;
    case 25: diffable_section_snapshot_expand(tree, ids, count, failure); break;
    case 26: diffable_section_snapshot_reload_items(tree, ids, revisions, 1, failure); break;
    case 27: if (below(10) == 0) diffable_snapshot_delete_all_items(list, failure); break;
    }
}

static void replace_anything(diffable_data_source **source, diffable_snapshot **list, diffable_section_snapshot **tree, diffable_error **failure)
{
    void *old = NULL;
    diffable_view *view = NULL;
    diffable_section_snapshot_handlers expansion = { sizeof expansion, ask, notice, ask, notice, make_children };
    diffable_reordering_handlers reordering = { sizeof reordering, ask, handle, handle };
    switch (below(10)) {
    case 0: old = *list; *list = diffable_snapshot_copy(snapshots[below(3)]); diffable_snapshot_free(old); break;
    case 1: case 2: old = *list; *list = diffable_data_source_snapshot(*source); diffable_snapshot_free(old); break;
    case 3: old = *list; *list = diffable_data_source_new_snapshot(*source); diffable_snapshot_free(old); break;
    case 4: old = *tree; *tree = diffable_data_source_section_snapshot(*source, any_id()); diffable_section_snapshot_free(old); break;
    case 5: diffable_data_source_set_cell_provider(*source, below(6) > 0 ? provide : NULL, NULL, finalize, failure); break;
    case 6: diffable_data_source_set_supplementary_provider(*source, below(3) > 0 ? provide_header : NULL, NULL, finalize, failure); break;
    case 7:
        if (below(2) > 0) {
            assert_ok(diffable_text_view_new(NULL, write_any, NULL, finalize, &view, NULL));
        } else {
            assert_ok(diffable_ndjson_view_new(write_any, NULL, finalize, &view, NULL));
        }
        diffable_data_source_set_view(*source, below(4) > 0 ? view : NULL, failure);
        diffable_view_free(view);
        break;
    case 8:
        diffable_data_source_set_section_snapshot_handlers(*source, &expansion, NULL, finalize, NULL);
        diffable_data_source_set_reordering_handlers(*source, &reordering, NULL, finalize, NULL);
        break;
    case 9:
        old = *source;
        *source = diffable_data_source_new();
        diffable_data_source_on_apply(*source, handle, NULL, finalize, NULL);
        diffable_data_source_free(old);
        break;
    }
}

static void call_anything(void)
{
    diffable_id ids[5];
    uint64_t revisions[5];
    for (int index = 0; index < 5; index += 1) {
        ids[index] = any_id();
        revisions[index] = (uint64_t)below(3);
    }
    diffable_data_source **source = &sources[below(2)];
    diffable_snapshot **list = &snapshots[below(3)];
    diffable_section_snapshot **tree = &trees[below(3)];
    diffable_error *failure = NULL;
    diffable_transaction *transaction = NULL;
    diffable_apply_options options = { sizeof options, below(2) == 0, below(2) == 0, (diffable_row_animation)below(9) };
    diffable_index_path path = diffable_index_path_make(any_index(), any_index()), other = diffable_index_path_make(any_index(), any_index());
    diffable_cell cell = DIFFABLE_CELL_INIT;
    switch (below(20)) {
    case 0: case 1: case 2: diffable_data_source_apply(*source, *list, &options, handle, NULL, finalize, &transaction, &failure); break;
    case 3: diffable_data_source_apply_using_reload_data(*source, *list, NULL, NULL, finalize, &transaction, &failure); break;
    case 4: diffable_data_source_apply_section(*source, *tree, ids[0], NULL, handle, NULL, finalize, NULL, &failure); break;
    case 5: diffable_data_source_toggle_item(*source, ids[0], &transaction, &failure); break;
    case 6: diffable_data_source_reorder_item(*source, path, other, &transaction, &failure); break;
    case 7: diffable_data_source_cell(*source, path, &cell, &failure); break;
    case 8: diffable_data_source_render(*source, write_any, NULL, &failure); break;
    case 9: case 10: replace_anything(source, list, tree, &failure); break;
    case 11: diffable_difference_free(diffable_difference_new(*list, snapshots[0])); break;
    default: edit_anything(*list, *tree, ids, below(2) == 0 ? revisions : NULL, (size_t)below(6), &failure); break;
    }
    diffable_error_free(failure);
    diffable_transaction_free(transaction);
    diffable_snapshot *current = diffable_data_source_snapshot(*source);
    assert_agrees(*list);
    assert_agrees(current);
    diffable_snapshot_free(current);
}

static void in_any_order(void **state)
{
    (void)state;
    for (uint64_t round = 1; round <= 300; round += 1) {
        seed = round * 0x9e3779b97f4a7c15u;
        for (int index = 0; index < 3; index += 1) {
            snapshots[index] = diffable_snapshot_new();
            trees[index] = diffable_section_snapshot_new();
        }
        sources[0] = diffable_data_source_new();
        sources[1] = diffable_data_source_new();
        for (int call = 0; call < 300; call += 1) {
            call_anything();
        }
        /* From here on finalizers call nothing. */
        depth = 3;
        for (int index = 0; index < 3; index += 1) {
            diffable_snapshot_free(snapshots[index]);
            diffable_section_snapshot_free(trees[index]);
        }
        diffable_data_source_free(sources[0]);
        diffable_data_source_free(sources[1]);
        depth = 0;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(in_any_order) };
    return cmocka_run_group_tests_name("random_calls", tests, NULL, NULL);
}
