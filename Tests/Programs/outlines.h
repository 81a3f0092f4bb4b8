/*
 * Prints what there is to know of section snapshots.
 */
#ifndef OUTLINES_H
#define OUTLINES_H

#include "program.h"

/** " 6+ .7 ..8": a dot for each level, and a plus sign behind what is expanded, an asterisk behind what is expandable, a question mark behind what keeps its expansion. */
static inline void print_outline(const diffable_section_snapshot *tree)
{
    diffable_id ids[CAPACITY], above[CAPACITY];
    size_t count = diffable_section_snapshot_item_identifiers(tree, 0, ids, CAPACITY);
    for (size_t index = 0; index < count; index += 1) {
        ptrdiff_t level = diffable_section_snapshot_level_of_item(tree, ids[index]);
        bool is_expanded = diffable_section_snapshot_is_expanded(tree, ids[index]);
        diffable_id parent = diffable_section_snapshot_parent_of_item(tree, ids[index]);
        require(diffable_section_snapshot_index_of_item(tree, ids[index]) == (ptrdiff_t)index && level >= 0 && level < CAPACITY,
                "a tree does not know its item");
        above[level] = ids[index];
        require(same_id(parent, level == 0 ? diffable_id_none() : above[level - 1]), "an item is below another one than its parent");
        putchar(' ');
        for (ptrdiff_t depth = 0; depth < level; depth += 1) {
            putchar('.');
        }
        print_id(ids[index], diffable_section_snapshot_revision_of_item(tree, ids[index]));
        fputs(is_expanded ? "+" : "", stdout);
        fputs(diffable_section_snapshot_is_expandable(tree, ids[index]) ? "*" : "", stdout);
        fputs(diffable_section_snapshot_keeps_expansion(tree, ids[index]) ? "?" : "", stdout);
    }
}

static inline void print_tree_marks(const diffable_section_snapshot *tree, const char *mark,
                                    size_t (*read)(const diffable_section_snapshot *, size_t, diffable_id *, size_t))
{
    diffable_id ids[CAPACITY];
    size_t count = read(tree, 0, ids, CAPACITY);
    if (count > 0) {
        fputs(mark, stdout);
        print_ids(ids, count);
        putchar('\n');
    }
}

static inline void print_tree(const diffable_section_snapshot *tree)
{
    diffable_id ids[CAPACITY];
    size_t count = diffable_section_snapshot_number_of_items(tree);
    if (count > 0) {
        printf("tree");
        print_outline(tree);
        putchar('\n');
    }
    print_tree_marks(tree, "reload", diffable_section_snapshot_reloaded_item_identifiers);
    print_tree_marks(tree, "reconfigure", diffable_section_snapshot_reconfigured_item_identifiers);
    printf("ok %zu %zu %zu %zu\n", count, diffable_section_snapshot_visible_item_identifiers(tree, 0, ids, CAPACITY),
           diffable_section_snapshot_root_item_identifiers(tree, 0, ids, CAPACITY), diffable_section_snapshot_expanded_item_identifiers(tree, 0, ids, CAPACITY));
}

static inline void find_in_tree(const diffable_section_snapshot *tree, diffable_id item)
{
    ptrdiff_t level = diffable_section_snapshot_level_of_item(tree, item);
    bool is_expanded = diffable_section_snapshot_is_expanded(tree, item), is_visible = diffable_section_snapshot_is_visible(tree, item);
    diffable_id parent = diffable_section_snapshot_parent_of_item(tree, item);
    if (level < 0) {
        require(!diffable_section_snapshot_contains_item(tree, item) && diffable_section_snapshot_index_of_item(tree, item) == -1
                    && !is_expanded && !is_visible && parent.kind == DIFFABLE_ID_NONE,
                "an item that is not there has a place");
        reply_unknown(item);
        return;
    }
    require(diffable_section_snapshot_contains_item(tree, item), "an item with a level is not there");
    printf("ok %td %td ", diffable_section_snapshot_index_of_item(tree, item), level);
    print_id(parent, 0);
    printf("%s%s\n", is_expanded ? " expanded" : "", is_visible ? "" : " hidden");
}

#endif
