/*
 * Prints what there is to know of snapshots and differences.
 */
#ifndef LISTS_H
#define LISTS_H

#include "outlines.h"
#include "replay.h"

static inline void print_marks(const diffable_snapshot *snapshot, const char *noun, diffable_mark mark)
{
    diffable_id ids[CAPACITY];
    size_t count = diffable_snapshot_marked_identifiers(snapshot, mark, 0, ids, CAPACITY);
    if (count > 0) {
        fputs(noun, stdout);
        print_ids(ids, count);
        putchar('\n');
    }
}

/** The last line has the numbers of sections, visible items, all items, roots and expanded items. */
static inline void print_state(const diffable_snapshot *snapshot)
{
    outline outline;
    size_t roots = print_outlines(snapshot, &outline);
    print_marks(snapshot, "reload", DIFFABLE_ITEMS_TO_RELOAD);
    print_marks(snapshot, "reconfigure", DIFFABLE_ITEMS_TO_RECONFIGURE);
    print_marks(snapshot, "reload_sections", DIFFABLE_SECTIONS_TO_RELOAD);
    print_marks(snapshot, "reconfigure_sections", DIFFABLE_SECTIONS_TO_RECONFIGURE);
    printf("ok %zu %zu %zu %zu %zu\n", diffable_snapshot_number_of_sections(snapshot),
        diffable_snapshot_number_of_items(snapshot, NULL), diffable_snapshot_number_of_all_items(snapshot), roots,
        outline.expanded_count);
}

static inline void print_path(diffable_index_path path)
{
    printf("%td.%td", path.section, path.item);
}

static inline void find_item(const diffable_snapshot *snapshot, diffable_id id)
{
    diffable_index_path path = diffable_snapshot_index_path_of_item(snapshot, id);
    bool is_visible = diffable_snapshot_is_visible(snapshot, id);
    if (is_visible) {
        printf("item ");
        print_path(path);
        printf(" %td ", diffable_snapshot_index_of_item(snapshot, id));
    } else {
        require(path.section < 0 && diffable_snapshot_index_of_item(snapshot, id) < 0, "a hidden item has a row");
        printf("item - - ");
    }
    bool is_tree = diffable_snapshot_is_section_snapshot(snapshot);
    print_id(is_tree ? (diffable_id){ 0 } : diffable_snapshot_section_containing_item(snapshot, id), 0);
    putchar(' ');
    print_id(is_visible ? diffable_snapshot_item_at(snapshot, path) : id, revision_of_item(snapshot, id));
    printf(" %td ", diffable_snapshot_level_of_item(snapshot, id));
    print_id(diffable_snapshot_parent_of_item(snapshot, id), 0);
    printf(" %td%s%s\n", diffable_snapshot_number_of_children(snapshot, id),
        diffable_snapshot_is_expanded(snapshot, id) ? " expanded" : "", is_visible ? "" : " hidden");
}

static inline void find(const diffable_snapshot *snapshot, diffable_id id)
{
    if (diffable_snapshot_contains_item(snapshot, id)) {
        find_item(snapshot, id);
    }
    if (diffable_snapshot_is_section_snapshot(snapshot)) {
        puts("ok");
        return;
    }
    if ((diffable_snapshot_index_of_section(snapshot, id) >= 0)) {
        ptrdiff_t index = diffable_snapshot_index_of_section(snapshot, id);
        printf("section %td ", index);
        print_id(diffable_snapshot_section_at(snapshot, (size_t)index), revision_of_section(snapshot, id));
        putchar('\n');
    }
    ptrdiff_t number = diffable_snapshot_number_of_items(snapshot, &id);
    if (number >= 0) {
        printf("ok %td\n", number);
    } else {
        reply_unknown("number_of_items", snapshot, id);
    }
}

static inline void print_at(diffable_id section, diffable_id item)
{
    printf("ok ");
    print_id(section, 0);
    putchar(' ');
    print_id(item, 0);
    putchar('\n');
}

/** Reads the items of one section, or of all, in pieces. */
static inline void print_items(const diffable_snapshot *snapshot, diffable_id section)
{
    enum { PIECE = 3 };
    diffable_id items[CAPACITY];
    const diffable_id *wanted = section.kind == DIFFABLE_ID_NONE ? NULL : &section;
    size_t count = 0;
    ptrdiff_t read = PIECE;
    while (read == PIECE) {
        read = diffable_snapshot_item_identifiers(snapshot, wanted, count, items + count, NULL, PIECE);
        if (read < 0) {
            reply_unknown("item_identifiers", snapshot, section);
            return;
        }
        count += (size_t)read;
        require(count + PIECE <= CAPACITY, "too many items");
    }
    printf("ok");
    print_ids(items, count);
    putchar('\n');
}

static inline void print_place(diffable_index_path path, bool is_of_sections)
{
    if (path.section < 0) {
        putchar('-');
    } else if (is_of_sections) {
        printf("%td", path.section);
    } else {
        print_path(path);
    }
}

static inline void print_changes(
    const diffable_difference *difference, diffable_change_kind kind, const char *kind_name)
{
    bool is_of_sections = kind <= DIFFABLE_UPDATED_SECTIONS;
    size_t count = diffable_difference_count(difference, kind);
    for (size_t index = 0; index < count; index += 1) {
        diffable_change change = DIFFABLE_CHANGE_INIT;
        require(diffable_difference_changes(difference, kind, index, &change, 1, NULL, NULL) == DIFFABLE_OK,
            "a change cannot be read");
        printf("%s ", index == 0 ? kind_name : ",");
        print_id(change.id, 0);
        putchar(' ');
        print_place(change.from, is_of_sections);
        putchar('>');
        print_place(change.to, is_of_sections);
        fputs(change.with_section ? "*" : "", stdout);
    }
    fputs(count == 0 ? "" : "\n", stdout);
}

static inline void print_difference(
    const diffable_difference *difference, const diffable_snapshot *old_snapshot, const diffable_snapshot *new_snapshot)
{
    print_changes(difference, DIFFABLE_DELETED_SECTIONS, "deleted_sections");
    print_changes(difference, DIFFABLE_INSERTED_SECTIONS, "inserted_sections");
    print_changes(difference, DIFFABLE_UPDATED_SECTIONS, "updated_sections");
    print_changes(difference, DIFFABLE_DELETED_ITEMS, "deleted_items");
    print_changes(difference, DIFFABLE_INSERTED_ITEMS, "inserted_items");
    print_changes(difference, DIFFABLE_RELOADED_ITEMS, "reloaded_items");
    print_changes(difference, DIFFABLE_RECONFIGURED_ITEMS, "reconfigured_items");
    printf("moved %zu %zu\n", diffable_difference_count(difference, DIFFABLE_MOVED_SECTIONS),
        diffable_difference_count(difference, DIFFABLE_MOVED_ITEMS));
    if (!steps_lead(difference, old_snapshot, new_snapshot)) {
        puts("the steps lead elsewhere");
    }
}

#endif
