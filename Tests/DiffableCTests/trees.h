/*
 * Trees are written and read as one line of text: "a+(b c(d)) e=2" is a, expanded, with b and c below it, c,
 * collapsed, with d below it, and e of revision 2. "e*" is expandable, "e?" keeps its expansion. Marks follow as in `outline`.
 */
#ifndef TREES_H
#define TREES_H

#include "support.h"

static inline const char *add_children(diffable_section_snapshot *tree, const char *line, diffable_id parent)
{
    diffable_id last = diffable_id_none();
    while (*line != '\0' && *line != ')') {
        if (*line == ' ') {
            line += 1;
        } else if (*line == '+') {
            assert_ok(diffable_section_snapshot_expand(tree, &last, 1, &error));
            line += 1;
        } else if (*line == '*') {
            assert_ok(diffable_section_snapshot_set_expandable(tree, &last, 1, true, &error));
            line += 1;
        } else if (*line == '?') {
            assert_ok(diffable_section_snapshot_keep_expansion(tree, &last, 1, &error));
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
            assert_ok(diffable_section_snapshot_append(tree, element.ids, element.revisions, 1, parent, &error));
            last = diffable_id_bytes(line, element.ids[0].value.bytes.size);
            line += size;
        }
    }
    return line;
}

static inline diffable_section_snapshot *tree_of(const char *line)
{
    diffable_section_snapshot *tree = diffable_section_snapshot_new();
    add_children(tree, line, diffable_id_none());
    return tree;
}

typedef size_t tree_reader(const diffable_section_snapshot *tree, size_t first, diffable_id *ids, size_t capacity);

static inline void add_items(text *line, const diffable_section_snapshot *tree, tree_reader *read, const char *noun)
{
    diffable_id ids[64];
    size_t count = read(tree, 0, ids, 64);
    for (size_t index = 0; index < count; index += 1) {
        add(line, index == 0 ? "%s" : " ", noun);
        add_id(line, ids[index], 0);
    }
}

/** What a reader reads, as "a b c". Four of them last. */
static inline const char *items(const diffable_section_snapshot *tree, tree_reader *read)
{
    static text lines[4];
    static int next;
    text *line = &lines[next++ % 4];
    line->size = 0;
    line->bytes[0] = '\0';
    add_items(line, tree, read, "");
    return line->bytes;
}

/** The line of text that says a tree. Four of them last. */
static inline const char *tree_outline(const diffable_section_snapshot *tree)
{
    static text lines[4];
    static int next;
    text *line = &lines[next++ % 4];
    line->size = 0;
    line->bytes[0] = '\0';
    diffable_id ids[64];
    size_t count = diffable_section_snapshot_item_identifiers(tree, 0, ids, 64);
    ptrdiff_t depth = 0;
    for (size_t index = 0; index < count; index += 1) {
        const ptrdiff_t level = diffable_section_snapshot_level_of_item(tree, ids[index]);
        const bool is_expanded = diffable_section_snapshot_is_expanded(tree, ids[index]);
        assert_true(level >= 0);
        const bool isFirst = level > depth;
        for (; depth < level; depth += 1) add(line, "(");
        for (; depth > level; depth -= 1) add(line, ")");
        add(line, isFirst || index == 0 ? "" : " ");
        add_id(line, ids[index], diffable_section_snapshot_revision_of_item(tree, ids[index]));
        add(line, is_expanded ? "+" : "");
        add(line, diffable_section_snapshot_is_expandable(tree, ids[index]) ? "*" : "");
        add(line, diffable_section_snapshot_keeps_expansion(tree, ids[index]) ? "?" : "");
    }
    for (; depth > 0; depth -= 1) add(line, ")");
    add_items(line, tree, diffable_section_snapshot_reloaded_item_identifiers, " / reload ");
    add_items(line, tree, diffable_section_snapshot_reconfigured_item_identifiers, " / reconfigure ");
    return line->bytes;
}

#define assert_tree(tree, expected) assert_string_equal(tree_outline(tree), expected)

#endif
