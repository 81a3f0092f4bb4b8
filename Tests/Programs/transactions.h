/*
 * Transactions that are kept beyond their callbacks.
 */
#ifndef TRANSACTIONS_H
#define TRANSACTIONS_H

#include "lists.h"
#include "outlines.h"

static diffable_transaction *kept;

static void keep(const diffable_transaction *transaction)
{
    diffable_transaction_free(kept);
    kept = diffable_transaction_copy(transaction);
}

/** A list of one section that shows a tree. */
static diffable_snapshot *list_of(const diffable_section_snapshot *tree, diffable_id section, uint64_t revision)
{
    diffable_snapshot *list = diffable_snapshot_new();
    diffable_id ids[CAPACITY];
    uint64_t revisions[CAPACITY];
    size_t count = diffable_section_snapshot_visible_item_identifiers(tree, 0, ids, CAPACITY);
    for (size_t index = 0; index < count; index += 1) {
        revisions[index] = diffable_section_snapshot_revision_of_item(tree, ids[index]);
    }
    require(diffable_snapshot_append_sections(list, &section, &revision, 1, NULL) == DIFFABLE_OK
                && diffable_snapshot_append_items(list, ids, revisions, count, section, NULL) == DIFFABLE_OK,
            "no list of a tree");
    return list;
}

static void print_section_transaction(const diffable_section_transactions *transactions, size_t index)
{
    diffable_id section = diffable_section_transactions_section_at(transactions, index);
    const diffable_section_snapshot *initial = diffable_section_transactions_initial_snapshot_at(transactions, index);
    const diffable_section_snapshot *final_tree = diffable_section_transactions_final_snapshot_at(transactions, index);
    printf("changed ");
    print_id(section, 0);
    putchar(':');
    print_outline(initial);
    printf(" >");
    print_outline(final_tree);
    putchar('\n');
    uint64_t before = diffable_snapshot_revision_of_section(diffable_transaction_initial_snapshot(kept), section);
    uint64_t after = diffable_snapshot_revision_of_section(diffable_transaction_final_snapshot(kept), section);
    diffable_snapshot *old_list = list_of(initial, section, before), *new_list = list_of(final_tree, section, after);
    print_difference(diffable_section_transactions_difference_at(transactions, index), old_list, new_list);
    diffable_snapshot_free(old_list);
    diffable_snapshot_free(new_list);
}

static void print_transaction(void)
{
    if (kept == NULL) {
        puts("ok none");
        return;
    }
    diffable_section_transactions *transactions = diffable_section_transactions_new(kept);
    for (size_t index = 0; index < diffable_section_transactions_count(transactions); index += 1) {
        print_section_transaction(transactions, index);
    }
    diffable_section_transactions_free(transactions);
    printf("ok %s %zu>%zu %s\n", diffable_row_animation_name(diffable_transaction_animation(kept)),
           diffable_snapshot_number_of_items(diffable_transaction_initial_snapshot(kept)),
           diffable_snapshot_number_of_items(diffable_transaction_final_snapshot(kept)),
           diffable_difference_description(diffable_transaction_difference(kept)));
}

#endif
