/*
 * Transactions that are kept beyond their callbacks.
 */
#ifndef TRANSACTIONS_H
#define TRANSACTIONS_H

#include "lists.h"

static diffable_transaction *kept;

static void keep(const diffable_transaction *transaction)
{
    diffable_transaction_free(kept);
    kept = diffable_transaction_copy(transaction);
}

/** Prints the tree of a section, which is a section snapshot. */
static void print_tree(const diffable_snapshot *tree)
{
    outline outline = { .all_count = 0 };
    require(diffable_snapshot_is_section_snapshot(tree), "a tree is none");
    print_outline(tree, (diffable_id){ 0 }, &outline);
}

static void print_section_transaction(const diffable_section_transactions *transactions, size_t index)
{
    diffable_section_transaction one = DIFFABLE_SECTION_TRANSACTION_INIT;
    require(diffable_section_transactions_at(transactions, index, &one, NULL) == DIFFABLE_OK,
        "a section transaction cannot be read");
    printf("changed ");
    print_id(one.section, 0);
    putchar(':');
    print_tree(one.initial_snapshot);
    printf(" >");
    print_tree(one.final_snapshot);
    putchar('\n');
    print_difference(one.difference, one.initial_snapshot, one.final_snapshot);
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
        diffable_snapshot_number_of_items(diffable_transaction_initial_snapshot(kept), NULL),
        diffable_snapshot_number_of_items(diffable_transaction_final_snapshot(kept), NULL),
        diffable_difference_description(diffable_transaction_difference(kept)));
}

#endif
