/*
 * Prints the forests of a snapshot, and checks that its look-ups agree.
 */
#ifndef OUTLINES_H
#define OUTLINES_H

#include "program.h"

/** The items of a forest, as they are printed. */
typedef struct outline {
    diffable_id all[CAPACITY], visible[CAPACITY], expanded[CAPACITY];
    size_t all_count, visible_count, expanded_count;
} outline;

static inline void append_id(diffable_id *ids, size_t *count, diffable_id id)
{
    require(*count < CAPACITY, "a tree is too large");
    ids[(*count)++] = id;
}

/**
 * A dot for each level, and a plus sign behind what is expanded, an asterisk behind what is expandable, a question mark
 * behind what keeps its expansion.
 */
static inline void print_node(const diffable_snapshot *snapshot, diffable_id item, diffable_id parent, ptrdiff_t level,
    bool is_visible, outline *out)
{
    bool is_expanded = diffable_snapshot_is_expanded(snapshot, item);
    require(diffable_snapshot_contains_item(snapshot, item) && diffable_snapshot_level_of_item(snapshot, item) == level
            && same_id(diffable_snapshot_parent_of_item(snapshot, item), parent)
            && diffable_snapshot_is_visible(snapshot, item) == is_visible
            && (diffable_snapshot_index_of_item(snapshot, item) >= 0) == is_visible,
        "an item is elsewhere in its tree");
    putchar(' ');
    for (ptrdiff_t depth = 0; depth < level; depth += 1) {
        putchar('.');
    }
    print_id(item, revision_of_item(snapshot, item));
    fputs(is_expanded ? "+" : "", stdout);
    fputs(diffable_snapshot_is_expandable(snapshot, item) ? "*" : "", stdout);
    fputs(diffable_snapshot_keeps_expansion(snapshot, item) ? "?" : "", stdout);
    append_id(out->all, &out->all_count, item);
    if (is_visible) {
        append_id(out->visible, &out->visible_count, item);
    }
    if (is_expanded) {
        append_id(out->expanded, &out->expanded_count, item);
    }
    diffable_id children[CAPACITY];
    ptrdiff_t count = diffable_snapshot_children_of_item(snapshot, item, 0, children, CAPACITY);
    require(count == diffable_snapshot_number_of_children(snapshot, item), "an item has other children");
    for (ptrdiff_t index = 0; index < count; index += 1) {
        print_node(snapshot, children[index], item, level + 1, is_visible && is_expanded, out);
    }
}

/** Prints the forest of a section; that of a section snapshot without one. Returns the number of its roots. */
static inline size_t print_outline(const diffable_snapshot *snapshot, diffable_id section, outline *out)
{
    diffable_id roots[CAPACITY];
    ptrdiff_t count = diffable_snapshot_root_item_identifiers(snapshot, optional(&section), 0, roots, CAPACITY);
    require(count >= 0, "a section has no roots");
    for (ptrdiff_t index = 0; index < count; index += 1) {
        print_node(snapshot, roots[index], (diffable_id){ 0 }, 0, true, out);
    }
    return (size_t)count;
}

static inline bool same_ids(const diffable_id *left, size_t left_count, const diffable_id *right, size_t right_count)
{
    bool are_same = left_count == right_count;
    for (size_t index = 0; are_same && index < left_count; index += 1) {
        are_same = same_id(left[index], right[index]);
    }
    return are_same;
}

/** Prints the forests of all sections, and returns the number of their roots. */
static inline size_t print_outlines(const diffable_snapshot *snapshot, outline *out)
{
    diffable_id ids[CAPACITY];
    size_t roots = 0, count = diffable_snapshot_section_identifiers(snapshot, 0, ids, CAPACITY);
    out->all_count = out->visible_count = out->expanded_count = 0;
    if (diffable_snapshot_is_section_snapshot(snapshot)) {
        printf("tree:");
        roots = print_outline(snapshot, (diffable_id){ 0 }, out);
        putchar('\n');
        count = 0;
    }
    for (size_t index = 0; index < count; index += 1) {
        printf("section ");
        print_id(ids[index], revision_of_section(snapshot, ids[index]));
        putchar(':');
        size_t first = out->visible_count;
        roots += print_outline(snapshot, ids[index], out);
        putchar('\n');
        diffable_id items[CAPACITY];
        ptrdiff_t item_count = diffable_snapshot_item_identifiers(snapshot, &ids[index], 0, items, NULL, CAPACITY);
        require(same_ids(out->visible + first, out->visible_count - first, items, (size_t)item_count),
            "a section has other items");
    }
    count = diffable_snapshot_all_item_identifiers(snapshot, 0, ids, CAPACITY);
    require(same_ids(out->all, out->all_count, ids, count), "a list has other items");
    count = diffable_snapshot_item_identifiers(snapshot, NULL, 0, ids, NULL, CAPACITY);
    require(same_ids(out->visible, out->visible_count, ids, count), "a list has other visible items");
    count = diffable_snapshot_expanded_item_identifiers(snapshot, 0, ids, CAPACITY);
    require(same_ids(out->expanded, out->expanded_count, ids, count), "a list has other expanded items");
    return roots;
}

#endif
