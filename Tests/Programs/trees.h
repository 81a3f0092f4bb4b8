/*
 * The registers that hold section snapshots, and the calls on them.
 */
#ifndef TREES_H
#define TREES_H

#include "callbacks.h"
#include "outlines.h"

static diffable_section_snapshot *trees[2];

static bool is_tree(const char *word)
{
    return is(word, "t0") || is(word, "t1");
}

static diffable_section_snapshot **tree_named(const char *word)
{
    require(is_tree(word), "no such register");
    return &trees[word[1] - '0'];
}

static void tree_becomes(const char *word, diffable_section_snapshot *tree)
{
    diffable_section_snapshot **there = tree_named(word);
    diffable_section_snapshot_free(*there);
    *there = tree;
}

/* Edits of a tree with a list */

static const struct tree_edit {
    const char *name;
    diffable_status (*add)(diffable_section_snapshot *, const diffable_id *, const uint64_t *, size_t, diffable_id, diffable_error **);
    diffable_status (*mark)(diffable_section_snapshot *, const diffable_id *, const uint64_t *, size_t, diffable_error **);
    diffable_status (*set)(diffable_section_snapshot *, const diffable_id *, size_t, diffable_error **);
} tree_edits[] = {
    { .name = "append", .add = diffable_section_snapshot_append },
    { .name = "insert_before", .add = diffable_section_snapshot_insert_before },
    { .name = "insert_after", .add = diffable_section_snapshot_insert_after },
    { .name = "reload_items", .mark = diffable_section_snapshot_reload_items },
    { .name = "reconfigure_items", .mark = diffable_section_snapshot_reconfigure_items },
    { .name = "expand", .set = diffable_section_snapshot_expand },
    { .name = "collapse", .set = diffable_section_snapshot_collapse },
    { .name = "keep_expansion", .set = diffable_section_snapshot_keep_expansion },
    /* Those of a form of their own. */
    { .name = "set_expandable" },
    { .name = "delete" },
    { .name = "update_items" },
};

static void edit_tree(diffable_section_snapshot *tree, const char *const *words)
{
    static elements list;
    diffable_error *error = NULL;
    size_t index = 0;
    while (!is(words[0], tree_edits[index].name)) {
        index += 1;
        require(index < sizeof tree_edits / sizeof *tree_edits, "an unknown call");
    }
    const struct tree_edit *edit = &tree_edits[index];
    read_elements(words[2], &list);
    if (edit->add != NULL) {
        reply(edit->add(tree, list.ids, list.revisions, list.count, name(words[3]), &error), &error);
    } else if (edit->mark != NULL) {
        for (size_t item = 0; item < list.count; item += 1) {
            if (list.revisions[item] == 0) {
                list.revisions[item] = diffable_section_snapshot_revision_of_item(tree, list.ids[item]);
            }
        }
        reply(edit->mark(tree, list.ids, list.has_revisions ? list.revisions : NULL, list.count, &error), &error);
    } else if (edit->set != NULL) {
        reply(edit->set(tree, list.ids, list.count, &error), &error);
    } else if (is(words[0], "set_expandable")) {
        reply(diffable_section_snapshot_set_expandable(tree, list.ids, list.count, is(words[3], "true"), &error), &error);
    } else if (is(words[0], "update_items")) {
        size_t count = 0;
        diffable_status status = diffable_section_snapshot_update_items(tree, list.ids, list.revisions, list.count, &count, &error);
        if (status == DIFFABLE_OK) {
            printf("ok %zu\n", count);
        } else {
            reply(status, &error);
        }
    } else {
        size_t count = 0;
        require(diffable_section_snapshot_delete(tree, list.ids, list.count, &count, &error) == DIFFABLE_OK, "deleting fails");
        printf("ok %zu\n", count);
    }
}

/* Calls */

static void apply_section(const char *const *words)
{
    bool is_queued = diffable_data_source_is_applying(source);
    diffable_apply_options options = options_named(words[3], words[1]);
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    static elements section;
    read_elements(words[2], &section);
    options.section_revision = section.has_revisions ? section.revisions[0] : 0;
    diffable_status status = diffable_data_source_apply_section(source, *tree_named(words[1]), section.ids[0], &options,
                                                                &transaction, &error);
    reply_of_change(status, is_queued, transaction, &error);
}

static void perform_on_tree(const char *const *words)
{
    diffable_error *error = NULL;
    diffable_section_snapshot *tree = *tree_named(words[1]);
    if (is(words[0], "state")) {
        print_tree(tree);
    } else if (is(words[0], "find")) {
        find_in_tree(tree, name(words[2]));
    } else if (is(words[0], "equal")) {
        puts(diffable_section_snapshot_equal(tree, *tree_named(words[2])) ? "ok true" : "ok false");
    } else if (is(words[0], "copy")) {
        tree_becomes(words[1], diffable_section_snapshot_copy(*tree_named(words[2])));
        puts("ok");
    } else if (is(words[0], "fetch_section")) {
        tree_becomes(words[1], diffable_data_source_section_snapshot(source, name(words[2])));
        puts("ok");
    } else if (is(words[0], "snapshot_of")) {
        diffable_section_snapshot *part = NULL;
        reply(diffable_section_snapshot_snapshot_of(tree, name(words[2]), words[4] != NULL, &part, &error), &error);
        if (part != NULL) {
            tree_becomes(words[3], part);
        }
    } else if (is(words[0], "replace_children")) {
        reply(diffable_section_snapshot_replace_children(tree, name(words[2]), *tree_named(words[3]), &error), &error);
    } else if (is(words[0], "apply_section")) {
        apply_section(words);
    } else if (is(words[0], "delete_all")) {
        reply(diffable_section_snapshot_clear(tree, &error), &error);
    } else {
        edit_tree(tree, words);
    }
}

#endif
