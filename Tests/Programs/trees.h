/*
 * The calls on section snapshots, and those with which a user expands, collapses and drags items.
 */
#ifndef TREES_H
#define TREES_H

#include "callbacks.h"

static diffable_section_snapshot *trees[2];

static diffable_section_snapshot **tree_named(const char *word)
{
    require(word != NULL && word[0] == 't' && (word[1] == '0' || word[1] == '1') && word[2] == '\0', "no such register");
    return &trees[word[1] - '0'];
}

static void tree_becomes(const char *word, diffable_section_snapshot *tree)
{
    diffable_section_snapshot **there = tree_named(word);
    diffable_section_snapshot_free(*there);
    *there = tree;
}

/* Dragging */

static diffable_status may_reorder(diffable_id item, bool *answer, void *user_data)
{
    (void)user_data;
    printf("can_reorder_item ");
    print_id(item, 0);
    say_items();
    *answer = true;
    return DIFFABLE_OK;
}

static diffable_status say_reorder(const char *when)
{
    fputs(when, stdout);
    say_items();
    return DIFFABLE_OK;
}

static diffable_status will_reorder(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    return say_reorder("will_reorder");
}

static diffable_status did_reorder(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    return say_reorder("did_reorder");
}

static void make_trees(void)
{
    diffable_reordering_handlers handlers = DIFFABLE_REORDERING_HANDLERS_INIT;
    handlers.can_reorder_item = may_reorder;
    handlers.will_reorder = will_reorder;
    handlers.did_reorder = did_reorder;
    require(diffable_data_source_set_reordering_handlers(source, &handlers, NULL, NULL, NULL) == DIFFABLE_OK, "no handlers");
    trees[0] = diffable_section_snapshot_new();
    trees[1] = diffable_section_snapshot_new();
}

static void free_trees(void)
{
    diffable_section_snapshot_free(trees[0]);
    diffable_section_snapshot_free(trees[1]);
}

/* Calls */

static void print_tree(const diffable_section_snapshot *tree)
{
    diffable_id ids[CAPACITY];
    size_t count = diffable_section_snapshot_items(tree, 0, ids, CAPACITY);
    for (size_t index = 0; index < count; index += 1) {
        size_t level;
        bool is_expanded, is_visible;
        require(diffable_section_snapshot_level(tree, ids[index], &level, NULL) == DIFFABLE_OK
                    && diffable_section_snapshot_is_expanded(tree, ids[index], &is_expanded, NULL) == DIFFABLE_OK
                    && diffable_section_snapshot_is_visible(tree, ids[index], &is_visible, NULL) == DIFFABLE_OK
                    && diffable_section_snapshot_index(tree, ids[index]) == (ptrdiff_t)index,
                "a tree does not know its item");
        printf("node %zu ", level);
        print_id(ids[index], diffable_section_snapshot_revision_of_item(tree, ids[index]));
        printf("%s%s\n", is_expanded ? " expanded" : "", is_visible ? "" : " hidden");
    }
    printf("ok %zu %zu\n", diffable_section_snapshot_number_of_items(tree), diffable_section_snapshot_visible_items(tree, 0, ids, CAPACITY));
}

static bool is_on_trees(const char *call, const char *first)
{
    bool is_gesture = strcmp(call, "toggle_item") == 0 || strcmp(call, "reorder_item") == 0;
    return is_gesture || (first != NULL && (strcmp(first, "t0") == 0 || strcmp(first, "t1") == 0));
}

static diffable_index_path path_of(const char *word)
{
    diffable_index_path path = diffable_index_path_make(0, 0);
    require(sscanf(word, "%td.%td", &path.section, &path.item) == 2, "no index path");
    return path;
}

static void perform_on_trees(const char *call, const char *first, const char *second, const char *third, const char *fourth)
{
    static elements list;
    diffable_error *error = NULL;
    diffable_transaction *transaction = NULL;
    if (strcmp(call, "toggle_item") == 0) {
        reply(diffable_data_source_toggle_item(source, name(first), &transaction, &error), &error);
        diffable_transaction_free(transaction);
        return;
    }
    if (strcmp(call, "reorder_item") == 0) {
        reply(diffable_data_source_reorder_item(source, path_of(first), path_of(second), &transaction, &error), &error);
        diffable_transaction_free(transaction);
        return;
    }
    diffable_section_snapshot *tree = *tree_named(first);
    if (strcmp(call, "tree") == 0) {
        print_tree(tree);
    } else if (strcmp(call, "copy_tree") == 0) {
        tree_becomes(first, diffable_section_snapshot_copy(*tree_named(second)));
        puts("ok");
    } else if (strcmp(call, "fetch_section") == 0) {
        tree_becomes(first, diffable_data_source_section_snapshot(source, name(second)));
        puts("ok");
    } else if (strcmp(call, "snapshot_of") == 0) {
        diffable_section_snapshot *part = NULL;
        reply(diffable_section_snapshot_snapshot_of(tree, name(second), fourth != NULL, &part, &error), &error);
        if (part != NULL) {
            tree_becomes(third, part);
        }
    } else if (strcmp(call, "replace_children") == 0) {
        reply(diffable_section_snapshot_replace_children(tree, name(second), *tree_named(third), &error), &error);
    } else if (strcmp(call, "apply_section") == 0) {
        reply(diffable_data_source_apply_section(source, tree, name(second), NULL, NULL, NULL, NULL, NULL, &error), &error);
    } else if (strcmp(call, "delete_all") == 0) {
        reply(diffable_section_snapshot_delete_all(tree, &error), &error);
    } else {
        read_elements(second, &list);
        if (strcmp(call, "append") == 0) {
            reply(diffable_section_snapshot_append(tree, list.ids, list.revisions, list.count, name(third), &error), &error);
        } else if (strcmp(call, "insert_before") == 0) {
            reply(diffable_section_snapshot_insert_before(tree, list.ids, list.revisions, list.count, name(third), &error), &error);
        } else if (strcmp(call, "insert_after") == 0) {
            reply(diffable_section_snapshot_insert_after(tree, list.ids, list.revisions, list.count, name(third), &error), &error);
        } else if (strcmp(call, "expand") == 0) {
            reply(diffable_section_snapshot_expand(tree, list.ids, list.count, &error), &error);
        } else if (strcmp(call, "collapse") == 0) {
            reply(diffable_section_snapshot_collapse(tree, list.ids, list.count, &error), &error);
        } else {
            size_t count = 0;
            require(strcmp(call, "delete") == 0, "an unknown call");
            require(diffable_section_snapshot_delete(tree, list.ids, list.count, &count, &error) == DIFFABLE_OK, "deleting fails");
            printf("ok %zu\n", count);
        }
    }
}

#endif
