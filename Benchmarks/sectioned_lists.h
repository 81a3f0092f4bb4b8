/* A list of many sections, and a change of it. */
#ifndef SECTIONED_LISTS_H
#define SECTIONED_LISTS_H

#include "lists.h"

enum {
    SECTIONS = 10000,
    ITEMS = 100,
    COUNT = SECTIONS * ITEMS,
    CHANGED = COUNT / 100,
    ITEM_MOVES = 10,
    SECTION_MOVES = 5
};

/* Sections and items by number: in `sections` their order, in `items` the items of section n at n * ROOM. */
enum { ROOM = ITEMS + ITEM_MOVES };
typedef struct model {
    numbers sections;
    uint32_t *items;
    size_t counts[SECTIONS];
    uint64_t *revisions; /* by the number of the item */
} model;

/* Numbers above those of items. */
static inline uint32_t section_number(size_t section)
{
    return (uint32_t)(2 * COUNT + section);
}

static inline model *make_model(void)
{
    model *model = malloc(sizeof *model);
    model->sections = ascending(0, SECTIONS);
    model->items = malloc(SECTIONS * ROOM * sizeof *model->items);
    model->revisions = calloc(COUNT, sizeof *model->revisions);
    for (uint32_t number = 0; number < COUNT; number += 1) {
        model->items[number / ITEMS * ROOM + number % ITEMS] = number;
    }
    for (size_t section = 0; section < SECTIONS; section += 1) {
        model->counts[section] = ITEMS;
    }
    return model;
}

static inline void free_model(model *model)
{
    free(model->sections.values);
    free(model->items);
    free(model->revisions);
    free(model);
}

/* A change of everything that this group is about. */
static inline void change(model *model)
{
    for (size_t edit = 0; edit < CHANGED; edit += 1) {
        model->revisions[below(COUNT)] = edit + 1;
    }
    for (size_t move = 0; move < ITEM_MOVES; move += 1) {
        size_t from = below(SECTIONS / 2), to = SECTIONS / 2 + below(SECTIONS / 2), place = below(ITEMS - ITEM_MOVES);
        uint32_t *old = &model->items[from * ROOM + place], *new = &model->items[to * ROOM + place], item = *old;
        model->counts[from] -= 1;
        memmove(old, old + 1, (model->counts[from] - place) * sizeof *old);
        memmove(new + 1, new, (model->counts[to] - place) * sizeof *new);
        model->counts[to] += 1;
        *new = item;
    }
    for (size_t move = 0; move < SECTION_MOVES; move += 1) {
        size_t from = below(SECTIONS - 1);
        uint32_t *sections = model->sections.values, section = sections[from];
        memmove(sections + from, sections + from + 1, (SECTIONS - 1 - from) * sizeof *sections);
        sections[SECTIONS - 1] = section;
    }
}

/* A model in fresh memory, in the order of its sections. */
typedef struct sectioned_list {
    list sections;
    list items;
    size_t *counts;
    uint64_t *revisions;
    diffable_content *contents;
} sectioned_list;

static inline sectioned_list make_sectioned_list(const model *model)
{
    numbers sections = { malloc(SECTIONS * sizeof *sections.values), SECTIONS },
            items = { malloc(COUNT * sizeof *items.values), 0 };
    sectioned_list list;
    list.counts = malloc(SECTIONS * sizeof *list.counts);
    list.revisions = malloc(COUNT * sizeof *list.revisions);
    for (size_t place = 0; place < SECTIONS; place += 1) {
        size_t section = model->sections.values[place];
        sections.values[place] = section_number(section);
        list.counts[place] = model->counts[section];
        for (size_t item = 0; item < list.counts[place]; item += 1, items.count += 1) {
            items.values[items.count] = model->items[section * ROOM + item];
            list.revisions[items.count] = model->revisions[items.values[items.count]];
        }
    }
    list.contents = malloc(COUNT * sizeof *list.contents);
    contents_of(list.revisions, COUNT, list.contents);
    list.sections = make_list(sections, STRINGS);
    list.items = make_list(items, STRINGS);
    free(sections.values);
    free(items.values);
    return list;
}

static inline void free_sectioned_list(sectioned_list list)
{
    free_list(list.sections);
    free_list(list.items);
    free(list.counts);
    free(list.revisions);
    free(list.contents);
}

#endif
