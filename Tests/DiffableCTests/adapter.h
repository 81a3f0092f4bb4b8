/*
 * Makes a list what the new one is by the steps of a difference, and checks every index and identifier against the list
 * as it is at that moment.
 */
#ifndef ADAPTER_H
#define ADAPTER_H

#include "lists.h"

static inline int64_t name_in_step(const diffable_steps *steps, size_t index, int element)
{
    diffable_id id = diffable_step_identifier(steps, index, (size_t)element);
    assert_int_equal(id.kind, DIFFABLE_ID_INTEGER);
    return id.integer;
}

/* The sections that a step deletes, moves or updates. */
static inline section *old_sections(const diffable_steps *steps, size_t index, const diffable_step *step, list *list)
{
    int from = (int)step->from.section, count = (int)step->count;
    assert_true(from >= 0 && count > 0 && from + count <= list->count);
    for (int element = 0; element < count; element += 1) {
        assert_int_equal(list->sections[from + element].name, name_in_step(steps, index, element));
    }
    return &list->sections[from];
}

/* The same for items. */
static inline int64_t *old_items(const diffable_steps *steps, size_t index, const diffable_step *step, list *list)
{
    assert_true(step->from.section >= 0 && step->from.section < list->count);
    section *section = &list->sections[step->from.section];
    int from = (int)step->from.item, count = (int)step->count;
    assert_true(from >= 0 && count > 0 && from + count <= section->count);
    for (int element = 0; element < count; element += 1) {
        assert_int_equal(section->items[from + element], name_in_step(steps, index, element));
    }
    return &section->items[from];
}

static inline void put_sections(list *list, const diffable_step *step, const section *sections)
{
    int to = (int)step->to.section, count = (int)step->count;
    assert_true(to >= 0 && to <= list->count);
    make_room_for_sections(list, to, count);
    memcpy(&list->sections[to], sections, (size_t)count * sizeof *sections);
}

static inline void put_items(list *list, const diffable_step *step, const int64_t *items)
{
    diffable_index_path to = step->to;
    assert_true(
        to.section >= 0 && to.section < list->count && to.item >= 0 && to.item <= list->sections[to.section].count);
    make_room(&list->sections[to.section], (int)to.item, (int)step->count);
    memcpy(&list->sections[to.section].items[to.item], items, step->count * sizeof *items);
}

static inline diffable_status delete_from_list(
    const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data)
{
    list *list = user_data;
    int count = (int)step->count;
    if (step->kind == DIFFABLE_STEP_DELETE_SECTIONS) {
        section *first = old_sections(steps, index, step, list);
        list->count -= count;
        memmove(first, first + count, (size_t)(&list->sections[list->count] - first) * sizeof *first);
    } else {
        int64_t *first = old_items(steps, index, step, list);
        section *section = &list->sections[step->from.section];
        section->count -= count;
        memmove(first, first + count, (size_t)(&section->items[section->count] - first) * sizeof *first);
    }
    return DIFFABLE_OK;
}

static inline diffable_status insert_into_list(
    const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data)
{
    static section sections[MOST_SECTIONS];
    int64_t items[MOST_ITEMS];
    bool is_of_sections = step->kind == DIFFABLE_STEP_INSERT_SECTIONS;
    for (int element = 0; element < (int)step->count; element += 1) {
        int64_t name = name_in_step(steps, index, element);
        if (is_of_sections) {
            sections[element].name = name;
            sections[element].count = 0;
        } else {
            items[element] = name;
        }
    }
    if (is_of_sections) {
        put_sections(user_data, step, sections);
    } else {
        put_items(user_data, step, items);
    }
    return DIFFABLE_OK;
}

static inline diffable_status move_in_list(
    const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data)
{
    static section sections[MOST_SECTIONS];
    int64_t items[MOST_ITEMS];
    if (step->kind == DIFFABLE_STEP_MOVE_SECTIONS) {
        memcpy(sections, old_sections(steps, index, step, user_data), step->count * sizeof *sections);
    } else {
        memcpy(items, old_items(steps, index, step, user_data), step->count * sizeof *items);
    }
    /* A deletion of sections or items is what a move begins with. */
    diffable_step deletion = *step;
    deletion.kind = step->kind == DIFFABLE_STEP_MOVE_SECTIONS ? DIFFABLE_STEP_DELETE_SECTIONS
                                                              : DIFFABLE_STEP_DELETE_ITEMS;
    assert_ok(delete_from_list(steps, index, &deletion, user_data));
    if (step->kind == DIFFABLE_STEP_MOVE_SECTIONS) {
        put_sections(user_data, step, sections);
    } else {
        put_items(user_data, step, items);
    }
    return DIFFABLE_OK;
}

static inline diffable_status update_in_list(
    const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data)
{
    if (step->kind == DIFFABLE_STEP_UPDATE_SECTIONS) {
        old_sections(steps, index, step, user_data);
    } else {
        old_items(steps, index, step, user_data);
    }
    assert_true(step->from.section == step->final_path.section && step->from.item == step->final_path.item);
    return DIFFABLE_OK;
}

static inline diffable_step_handlers list_handlers(void)
{
    diffable_step_handlers handlers = DIFFABLE_STEP_HANDLERS_INIT;
    handlers.on_delete = delete_from_list;
    handlers.on_insert = insert_into_list;
    handlers.on_move = move_in_list;
    handlers.on_update = update_in_list;
    return handlers;
}

#endif
