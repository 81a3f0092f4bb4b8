/*
 * Trees are written and read as one line of text: "a+(b c(d)) e=2" is a, expanded, with b and c below it, c, collapsed,
 * with d below it, and e of revision 2. "e*" is expandable, "e?" keeps its expansion. Marks follow as in `outline`.
 * Lists of trees are written as in support.h: "A: a+(b c(d)) | B=2: e".
 */
#ifndef TREES_H
#define TREES_H

#include "support.h"

/**
 * Adds items to the end of the last section, or below a parent, up to the end of a line or the parenthesis that closes.
 */
static inline const char *add_children(diffable_snapshot *tree, const char *line, diffable_id parent)
{
    diffable_id last = (diffable_id){ 0 };
    while (*line != '\0' && *line != ')') {
        if (*line == ' ') {
            line += 1;
        } else if (*line == '+') {
            assert_ok(diffable_snapshot_expand(tree, &last, 1, &error));
            line += 1;
        } else if (*line == '*') {
            assert_ok(diffable_snapshot_set_expandable(tree, &last, 1, true, &error));
            line += 1;
        } else if (*line == '?') {
            assert_ok(diffable_snapshot_keep_expansion(tree, &last, 1, &error));
            line += 1;
        } else if (*line == '(') {
            line = add_children(tree, line + 1, last);
            assert_int_equal(*line, ')');
            line += 1;
        } else {
            char one[64];
            size_t size = strcspn(line, " +*?()");
            assert_true(size < sizeof one);
            memcpy(one, line, size);
            one[size] = '\0';
            elements element = parse(one);
            if (parent.kind == DIFFABLE_ID_NONE) {
                assert_ok(diffable_snapshot_append_items(
                    tree, element.ids, ONE_CONTENT(element.revisions[0]), 1, NULL, &error));
            } else {
                assert_ok(diffable_snapshot_insert_items(tree, element.ids, ONE_CONTENT(element.revisions[0]), 1,
                    DIFFABLE_AT_END_OF_PARENT, &parent, &error));
            }
            last = element.ids[0].kind == DIFFABLE_ID_BYTES ? diffable_id_bytes(line, element.ids[0].bytes.size)
                                                            : element.ids[0];
            line += size;
        }
    }
    return line;
}

static inline void add_trees(diffable_snapshot *snapshot, const char *trees)
{
    add_children(snapshot, trees, (diffable_id){ 0 });
}

/** The section snapshot that a line of text says. */
static inline diffable_snapshot *tree_of(const char *line)
{
    diffable_snapshot *tree = diffable_section_snapshot_new();
    add_trees(tree, line);
    return tree;
}

/** The snapshot with trees that a line of text says. */
static inline diffable_snapshot *forest_of(const char *line)
{
    return snapshot_of_sections(line, add_trees);
}

typedef size_t tree_reader(const diffable_snapshot *tree, size_t first, diffable_id *ids, size_t capacity);

/** What a reader reads, as "a b c". Four of them last. */
static inline const char *items(const diffable_snapshot *tree, tree_reader *read)
{
    static text lines[4];
    static int next;
    text *line = &lines[next++ % 4];
    line->size = 0;
    line->bytes[0] = '\0';
    diffable_id ids[64];
    size_t count = read(tree, 0, ids, 64);
    for (size_t index = 0; index < count; index += 1) {
        add(line, index == 0 ? "" : " ");
        add_id(line, ids[index], 0);
    }
    return line->bytes;
}

static inline size_t read_roots(const diffable_snapshot *tree, size_t first, diffable_id *ids, size_t capacity)
{
    const ptrdiff_t count = diffable_snapshot_root_item_identifiers(tree, NULL, first, ids, capacity);
    assert_true(count >= 0);
    return (size_t)count;
}

/** Writes the items of one section, each parent before its children, as a line of text says them. */
static inline void add_forest(text *line, const diffable_snapshot *tree, const diffable_id *ids, size_t count)
{
    ptrdiff_t depth = 0;
    for (size_t index = 0; index < count; index += 1) {
        const ptrdiff_t level = diffable_snapshot_level_of_item(tree, ids[index]);
        assert_true(level >= 0 && level <= depth + 1);
        const bool is_first = index == 0 || level > depth;
        for (; depth < level; depth += 1)
            add(line, "(");
        for (; depth > level; depth -= 1)
            add(line, ")");
        add(line, is_first ? "" : " ");
        add_id(line, ids[index], revision_of_item(tree, ids[index]));
        add(line, diffable_snapshot_is_expanded(tree, ids[index]) ? "+" : "");
        add(line, diffable_snapshot_is_expandable(tree, ids[index]) ? "*" : "");
        add(line, diffable_snapshot_keeps_expansion(tree, ids[index]) ? "?" : "");
    }
    for (; depth > 0; depth -= 1)
        add(line, ")");
}

/** The line of text that says a section snapshot. Four of them last. */
static inline const char *tree_outline(const diffable_snapshot *tree)
{
    static text lines[4];
    static int next;
    text *line = &lines[next++ % 4];
    line->size = 0;
    line->bytes[0] = '\0';
    assert_true(diffable_snapshot_is_section_snapshot(tree));
    diffable_id ids[64];
    size_t count = diffable_snapshot_all_item_identifiers(tree, 0, ids, 64);
    assert_int_equal(count, diffable_snapshot_number_of_all_items(tree));
    add_forest(line, tree, ids, count);
    add_marks(line, tree, "reload", DIFFABLE_ITEMS_TO_RELOAD);
    add_marks(line, tree, "reconfigure", DIFFABLE_ITEMS_TO_RECONFIGURE);
    return line->bytes;
}

/** The line of text that says a snapshot with its trees. Four of them last. */
static inline const char *forest_outline(const diffable_snapshot *list)
{
    static text lines[4];
    static int next;
    text *line = &lines[next++ % 4];
    line->size = 0;
    line->bytes[0] = '\0';
    diffable_id sections[64], ids[64];
    const size_t section_count = diffable_snapshot_section_identifiers(list, 0, sections, 64);
    const size_t count = diffable_snapshot_all_item_identifiers(list, 0, ids, 64);
    size_t first = 0;
    for (size_t section = 0; section < section_count; section += 1) {
        size_t end = first;
        while (end < count
            && diffable_id_equal(diffable_snapshot_section_containing_item(list, ids[end]), sections[section]))
            end += 1;
        add(line, section == 0 ? "" : " | ");
        add_id(line, sections[section], revision_of_section(list, sections[section]));
        add(line, first == end ? ":" : ": ");
        add_forest(line, list, ids + first, end - first);
        first = end;
    }
    assert_int_equal(first, count);
    assert_int_equal(count, diffable_snapshot_number_of_all_items(list));
    add_marks(line, list, "reload", DIFFABLE_ITEMS_TO_RELOAD);
    add_marks(line, list, "reconfigure", DIFFABLE_ITEMS_TO_RECONFIGURE);
    add_marks(line, list, "reload sections", DIFFABLE_SECTIONS_TO_RELOAD);
    add_marks(line, list, "reconfigure sections", DIFFABLE_SECTIONS_TO_RECONFIGURE);
    return line->bytes;
}

#define assert_tree(tree, expected) assert_string_equal(tree_outline(tree), expected)
#define assert_forest(list, expected) assert_string_equal(forest_outline(list), expected)

#endif
