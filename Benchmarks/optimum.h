/*
 * The fewest operations that turn one list into another, counted without the engine: with unique identifiers
 * deletions, insertions, updates and moves to another section are forced, and in a section those that stay move
 * unless they are in a longest increasing subsequence of the old places.
 */
#ifndef OPTIMUM_H
#define OPTIMUM_H

#include "reference.h"

/** A list as the engine tells it, all sections in a row. */
typedef struct outline {
    diffable_id *sections;
    size_t section_count;
    diffable_id *items;
    size_t item_count;
    uint32_t *section_of; /* of each item */
} outline;

static inline outline read_outline(const diffable_snapshot *snapshot)
{
    outline outline;
    outline.section_count = diffable_snapshot_number_of_sections(snapshot);
    outline.item_count = diffable_snapshot_number_of_items(snapshot, NULL);
    outline.sections = malloc(outline.section_count * sizeof *outline.sections);
    outline.items = malloc(outline.item_count * sizeof *outline.items);
    outline.section_of = malloc(outline.item_count * sizeof *outline.section_of);
    diffable_snapshot_section_identifiers(snapshot, 0, outline.sections, outline.section_count);
    diffable_snapshot_item_identifiers(snapshot, NULL, 0, outline.items, NULL, outline.item_count);
    size_t item = 0;
    for (uint32_t section = 0; section < outline.section_count; section += 1) {
        ptrdiff_t count = diffable_snapshot_number_of_items(snapshot, &outline.sections[section]);
        for (; count > 0; count -= 1) {
            outline.section_of[item++] = section;
        }
    }
    return outline;
}

static inline void free_outline(outline outline)
{
    free(outline.sections);
    free(outline.items);
    free(outline.section_of);
}

/** Finds an identifier, or enters it: its place from 1, or 0 where it was not there. */
static inline size_t enter(table *table, const diffable_id *id, size_t place, bool enters)
{
    return id->kind == DIFFABLE_ID_BYTES ? enter_string(table, id, place, enters)
                                         : enter_integer(table, id, place, enters);
}

static inline table index_ids(const diffable_id *ids, size_t count)
{
    table table = make_table(count);
    table.ids = ids;
    for (size_t place = 0; place < count; place += 1) {
        enter(&table, &ids[place], place, true);
    }
    return table;
}

/** The length of the longest increasing subsequence, by patience sorting. */
static inline size_t longest_increasing(const size_t *places, size_t count)
{
    size_t *tops = malloc((count + 1) * sizeof *tops), length = 0;
    for (size_t index = 0; index < count; index += 1) {
        size_t low = 0, high = length;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (tops[middle] < places[index]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        tops[low] = places[index];
        length += low == length;
    }
    free(tops);
    return length;
}

/** Counts deletions, insertions and moves of sections, and sets for each new section its old place, from 1, or 0. */
static inline size_t optimum_of_sections(const outline *old, const outline *new, size_t *old_places)
{
    table table = index_ids(old->sections, old->section_count);
    size_t *stayed = malloc(new->section_count * sizeof *stayed), count = 0;
    for (size_t section = 0; section < new->section_count; section += 1) {
        old_places[section] = enter(&table, &new->sections[section], 0, false);
        if (old_places[section] != 0) {
            stayed[count++] = old_places[section];
        }
    }
    size_t operations = old->section_count - count;
    operations += new->section_count - count;
    operations += count - longest_increasing(stayed, count);
    free(stayed);
    free_table(table);
    return operations;
}

static inline bool same_content(diffable_content one, diffable_content other)
{
    return one.size == other.size && (one.data == NULL) == (other.data == NULL)
        && (one.size == 0 || memcmp(one.data, other.data, one.size) == 0);
}

/** The fewest operations between two lists. */
static inline size_t optimum(const diffable_snapshot *old_list, const diffable_snapshot *new_list)
{
    outline old = read_outline(old_list), new = read_outline(new_list);
    size_t *old_sections = malloc(new.section_count * sizeof *old_sections);
    size_t operations = optimum_of_sections(&old, &new, old_sections);
    for (size_t section = 0; section < new.section_count; section += 1) {
        operations += old_sections[section] != 0
            && !same_content(diffable_snapshot_section_content(old_list, new.sections[section]),
                diffable_snapshot_section_content(new_list, new.sections[section]));
    }
    table table = index_ids(old.items, old.item_count);
    size_t *stayed = malloc(new.item_count * sizeof *stayed), survivors = 0;
    for (size_t item = 0, section = 0; section < new.section_count; section += 1) {
        size_t count = 0;
        for (; item < new.item_count &&new.section_of[item] == section; item += 1) {
            size_t place = enter(&table, &new.items[item], 0, false);
            if (place == 0) {
                continue;
            }
            survivors += 1;
            operations += !same_content(diffable_snapshot_item_content(old_list, new.items[item]),
                diffable_snapshot_item_content(new_list, new.items[item]));
            if (old.section_of[place - 1] + 1 == old_sections[section]) {
                stayed[count++] = place;
            } else {
                operations += 1;
            }
        }
        operations += count - longest_increasing(stayed, count);
    }
    operations += old.item_count - survivors + new.item_count - survivors;
    free(stayed);
    free(old_sections);
    free_table(table);
    free_outline(old);
    free_outline(new);
    return operations;
}

static size_t all_operations, all_optima, all_checked;

/** Fails where an operation is too many, or lacking. */
static inline void check_operations(size_t operations, size_t optimum)
{
    if (operations != optimum) {
        fprintf(stderr, "%zu operations where %zu are needed\n", operations, optimum);
        failures += 1;
    }
    all_operations += operations;
    all_optima += optimum;
    all_checked += 1;
}

static inline void check_minimal(
    const diffable_difference *difference, const diffable_snapshot *old_list, const diffable_snapshot *new_list)
{
    size_t operations = 0;
    for (int kind = DIFFABLE_DELETED_SECTIONS; kind <= DIFFABLE_RECONFIGURED_ITEMS; kind += 1) {
        operations += diffable_difference_count(difference, (diffable_change_kind)kind);
    }
    check_operations(operations, optimum(old_list, new_list));
}

/** The line that sums up what was checked. */
static inline void print_minimal(void)
{
    char name[64];
    snprintf(name, sizeof name, "operations in %zu differences: the fewest there are", all_checked);
    print_row(name, (double)all_operations, (double)all_optima, (double)all_operations / (double)all_optima, 1, "");
}

#endif
