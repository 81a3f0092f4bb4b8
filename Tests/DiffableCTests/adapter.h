/*
 * How a plain array of arrays is kept in step with a data source: take the steps of each difference, one
 * after the other, and read what comes in off the new list.
 */
#ifndef ADAPTER_H
#define ADAPTER_H

#include "lists.h"

/* The new list, for the identifiers of what comes in. */
static const diffable_snapshot *target;

static inline int64_t section_name(ptrdiff_t index)
{
    diffable_id id = diffable_snapshot_section_at(target, (size_t)index);
    assert_int_equal(id.kind, DIFFABLE_ID_INTEGER);
    return id.value.integer;
}

static inline int64_t item_name(diffable_index_path path, size_t offset)
{
    diffable_id id = diffable_snapshot_item_at(target, diffable_index_path_make(path.section, path.item + (ptrdiff_t)offset));
    assert_int_equal(id.kind, DIFFABLE_ID_INTEGER);
    return id.value.integer;
}

static inline void take_sections(list *list, int from, int count, section *taken)
{
    assert_true(from >= 0 && count > 0 && from + count <= list->count);
    memcpy(taken, &list->sections[from], (size_t)count * sizeof *taken);
    memmove(&list->sections[from], &list->sections[from + count], (size_t)(list->count - from - count) * sizeof *taken);
    list->count -= count;
}

static inline void take_items(list *list, diffable_index_path from, int count, int64_t *taken)
{
    assert_true(from.section >= 0 && from.section < list->count);
    section *section = &list->sections[from.section];
    assert_true(from.item >= 0 && count > 0 && from.item + count <= section->count);
    memcpy(taken, &section->items[from.item], (size_t)count * sizeof *taken);
    memmove(&section->items[from.item], &section->items[from.item + count], (size_t)(section->count - (int)from.item - count) * sizeof *taken);
    section->count -= count;
}

/* Every index is checked against the list as it is at that moment. */
static inline void take_step(list *list, const diffable_step *step)
{
    static section sections[MOST_SECTIONS];
    int64_t items[MOST_ITEMS];
    int count = (int)step->count;
    const diffable_index_path to = step->to, final_path = step->final_path;
    switch (step->kind) {
    case DIFFABLE_STEP_DELETE_SECTIONS:
        take_sections(list, (int)step->from.section, count, sections);
        break;
    case DIFFABLE_STEP_INSERT_SECTIONS:
    case DIFFABLE_STEP_MOVE_SECTIONS:
        if (step->kind == DIFFABLE_STEP_MOVE_SECTIONS) {
            take_sections(list, (int)step->from.section, count, sections);
        }
        assert_true(to.section >= 0 && to.section <= list->count);
        make_room_for_sections(list, (int)to.section, count);
        for (int index = 0; index < count; index += 1) {
            if (step->kind == DIFFABLE_STEP_MOVE_SECTIONS) {
                list->sections[to.section + index] = sections[index];
                assert_int_equal(sections[index].name, section_name(final_path.section + index));
            } else {
                list->sections[to.section + index].count = 0;
                list->sections[to.section + index].name = section_name(final_path.section + index);
            }
        }
        break;
    case DIFFABLE_STEP_DELETE_ITEMS:
        take_items(list, step->from, count, items);
        break;
    case DIFFABLE_STEP_INSERT_ITEMS:
    case DIFFABLE_STEP_MOVE_ITEMS:
        if (step->kind == DIFFABLE_STEP_MOVE_ITEMS) {
            take_items(list, step->from, count, items);
        }
        assert_true(to.section >= 0 && to.section < list->count && to.item >= 0 && to.item <= list->sections[to.section].count);
        make_room(&list->sections[to.section], (int)to.item, count);
        for (int index = 0; index < count; index += 1) {
            int64_t name = item_name(final_path, (size_t)index);
            assert_true(step->kind == DIFFABLE_STEP_INSERT_ITEMS || items[index] == name);
            list->sections[to.section].items[to.item + index] = name;
        }
        break;
    case DIFFABLE_STEP_UPDATE_SECTIONS:
        for (int index = 0; index < count; index += 1) {
            assert_int_equal(list->sections[step->from.section + index].name, section_name(final_path.section + index));
        }
        break;
    case DIFFABLE_STEP_RELOAD_ITEMS:
    case DIFFABLE_STEP_RECONFIGURE_ITEMS:
        for (int index = 0; index < count; index += 1) {
            assert_int_equal(list->sections[step->from.section].items[step->from.item + index], item_name(final_path, (size_t)index));
        }
        break;
    }
}

/* Makes a list what the new one is, by the steps of a difference. */
static inline void take_steps(list *list, const diffable_difference *difference, const diffable_snapshot *new_list)
{
    diffable_steps *steps = diffable_steps_new(difference);
    target = new_list;
    for (size_t index = 0; index < diffable_steps_count(steps); index += 1) {
        diffable_step step = DIFFABLE_STEP_INIT;
        assert_ok(diffable_steps_at(steps, index, &step, &error));
        take_step(list, &step);
    }
    diffable_steps_free(steps);
}

#endif
