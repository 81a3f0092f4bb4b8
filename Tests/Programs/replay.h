/*
 * Carries differences out over plain C arrays, by the rules of the header and by nothing else.
 */
#ifndef REPLAY_H
#define REPLAY_H

#include "program.h"

typedef struct row {
    diffable_id id;
    uint64_t revision;
} row;

typedef struct plain_section {
    row row;
    row items[CAPACITY];
    size_t count;
} plain_section;

typedef struct plain {
    plain_section sections[CAPACITY / 8];
    size_t count;
} plain;

static inline void read_plain(const diffable_snapshot *snapshot, plain *out)
{
    out->count = diffable_snapshot_number_of_sections(snapshot);
    require(out->count <= CAPACITY / 8, "too many sections");
    for (size_t index = 0; index < out->count; index += 1) {
        plain_section *section = &out->sections[index];
        diffable_id ids[CAPACITY];
        /* The section of a section snapshot has no name. */
        bool is_tree = diffable_snapshot_is_section_snapshot(snapshot);
        section->row.id = is_tree ? (diffable_id){ 0 } : diffable_snapshot_section_at(snapshot, index);
        section->row.revision = is_tree ? 0 : revision_of_section(snapshot, section->row.id);
        section->count = (size_t)diffable_snapshot_item_identifiers(
            snapshot, is_tree ? NULL : &section->row.id, 0, ids, NULL, CAPACITY);
        for (size_t item = 0; item < section->count; item += 1) {
            section->items[item].id = ids[item];
            section->items[item].revision = revision_of_item(snapshot, ids[item]);
        }
    }
}

static inline bool same_row(row left, row right)
{
    return same_id(left.id, right.id) && left.revision == right.revision;
}

static inline bool same_plain(const plain *left, const plain *right)
{
    if (left->count != right->count) {
        return false;
    }
    for (size_t index = 0; index < left->count; index += 1) {
        const plain_section *one = &left->sections[index], *other = &right->sections[index];
        if (!same_row(one->row, other->row) || one->count != other->count) {
            return false;
        }
        for (size_t item = 0; item < one->count; item += 1) {
            if (!same_row(one->items[item], other->items[item])) {
                return false;
            }
        }
    }
    return true;
}

/* An array loses or gains `count` elements at `at`; what it gains is for the caller to fill in. */
#define CLOSE(array, size, at, width) \
    do { \
        require((size_t)(at) + (width) <= (size), "a step takes what is not there"); \
        memmove(&(array)[at], &(array)[(at) + (width)], ((size) - (size_t)(at) - (width)) * sizeof *(array)); \
        (size) -= (width); \
    } while (0)
#define OPEN(array, size, at, width) \
    do { \
        require((size_t)(at) <= (size), "a step puts behind the end"); \
        memmove(&(array)[(at) + (width)], &(array)[at], ((size) - (size_t)(at)) * sizeof *(array)); \
        (size) += (width); \
    } while (0)

typedef struct replay {
    const diffable_difference *difference;
    plain list;
    plain new_list;
} replay;

/* What an item is called in the old list. */
static inline diffable_id old_id_of(const diffable_difference *difference, diffable_id id)
{
    for (diffable_change_kind kind = DIFFABLE_RELOADED_ITEMS; kind <= DIFFABLE_RECONFIGURED_ITEMS; kind += 1) {
        for (size_t index = 0; index < diffable_difference_count(difference, kind); index += 1) {
            diffable_change change = DIFFABLE_CHANGE_INIT;
            require(diffable_difference_changes(difference, kind, index, &change, 1, NULL, NULL) == DIFFABLE_OK,
                "a change is missing");
            if (same_id(change.id, id)) {
                return change.old_id;
            }
        }
    }
    return id;
}

/* The row that a step deletes, moves or updates must be the one that the step names, or that is renamed to it. */
static inline void check_row(
    const replay *replay, const diffable_steps *steps, size_t index, size_t element, const row *row)
{
    diffable_id id = diffable_step_identifier(steps, index, element);
    require(same_id(row->id, id) || same_id(row->id, old_id_of(replay->difference, id)), "a step names something else");
}

static inline void perform_on_sections(const diffable_step *step, plain *list, const plain *new_list)
{
    static plain_section moved[CAPACITY / 8];
    size_t from = (size_t)step->from.section, to = (size_t)step->to.section,
           final_place = (size_t)step->final_path.section;
    if (step->kind == DIFFABLE_STEP_UPDATE_SECTIONS) {
        for (size_t index = 0; index < step->count; index += 1) {
            list->sections[from + index].row.revision = new_list->sections[final_place + index].row.revision;
        }
        return;
    }
    if (step->kind != DIFFABLE_STEP_INSERT_SECTIONS) {
        memcpy(moved, &list->sections[from], step->count * sizeof *moved);
        CLOSE(list->sections, list->count, from, step->count);
    } else {
        for (size_t index = 0; index < step->count; index += 1) {
            moved[index].row = new_list->sections[final_place + index].row;
            moved[index].count = 0;
        }
    }
    if (step->kind != DIFFABLE_STEP_DELETE_SECTIONS) {
        OPEN(list->sections, list->count, to, step->count);
        memcpy(&list->sections[to], moved, step->count * sizeof *moved);
    }
}

static inline void perform_on_items(const diffable_step *step, plain *list, const plain *new_list)
{
    row moved[CAPACITY];
    /* A step leaves out what it does not need. */
    plain_section *from = step->from.section < 0 ? NULL : &list->sections[step->from.section];
    plain_section *to = step->to.section < 0 ? NULL : &list->sections[step->to.section];
    const row *there = step->final_path.section < 0
        ? NULL
        : &new_list->sections[step->final_path.section].items[step->final_path.item];
    size_t size = step->count * sizeof *moved;
    switch (step->kind) {
    case DIFFABLE_STEP_DELETE_ITEMS: CLOSE(from->items, from->count, step->from.item, step->count); break;
    case DIFFABLE_STEP_INSERT_ITEMS:
        OPEN(to->items, to->count, step->to.item, step->count);
        memcpy(&to->items[step->to.item], there, size);
        break;
    case DIFFABLE_STEP_MOVE_ITEMS:
        memcpy(moved, &from->items[step->from.item], size);
        CLOSE(from->items, from->count, step->from.item, step->count);
        OPEN(to->items, to->count, step->to.item, step->count);
        memcpy(&to->items[step->to.item], moved, size);
        break;
    default: memcpy(&from->items[step->from.item], there, size);
    }
}

static inline diffable_status perform_step(
    const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data)
{
    replay *replay = user_data;
    bool is_of_sections = step->kind <= DIFFABLE_STEP_UPDATE_SECTIONS;
    for (size_t element = 0; step->from.section >= 0 && element < step->count; element += 1) {
        const plain_section *section =
            &replay->list.sections[(size_t)step->from.section + (is_of_sections ? element : 0)];
        check_row(replay, steps, index, element,
            is_of_sections ? &section->row : &section->items[(size_t)step->from.item + element]);
    }
    if (is_of_sections) {
        perform_on_sections(step, &replay->list, &replay->new_list);
    } else {
        perform_on_items(step, &replay->list, &replay->new_list);
    }
    return DIFFABLE_OK;
}

/** Tells whether the steps of a difference lead from one list to the other. */
static inline bool steps_lead(
    const diffable_difference *difference, const diffable_snapshot *old_snapshot, const diffable_snapshot *new_snapshot)
{
    static replay replay;
    replay.difference = difference;
    read_plain(old_snapshot, &replay.list);
    read_plain(new_snapshot, &replay.new_list);
    diffable_steps *steps = diffable_steps_new(difference);
    const diffable_step_handlers handlers = { sizeof handlers, perform_step, perform_step, perform_step, perform_step };
    require(diffable_steps_replay(steps, &handlers, &replay, NULL) == DIFFABLE_OK, "a step cannot be carried out");
    diffable_steps_free(steps);
    return same_plain(&replay.list, &replay.new_list);
}

#endif
