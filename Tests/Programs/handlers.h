/*
 * The handlers of what a user does to an item.
 */
#ifndef HANDLERS_H
#define HANDLERS_H

#include "callbacks.h"
#include "lists.h"
#include "registers.h"

static diffable_status ask(const char *event, diffable_id item, bool *yes)
{
    printf("%s ", event);
    print_id(item, 0);
    say_items();
    answer answer = react(event);
    *yes = !answer.refuses;
    return status_of(answer, DIFFABLE_ERROR_CALLBACK_FAILED);
}

static diffable_status should_expand_item(const diffable_id *item, bool *yes, void *user_data)
{
    (void)user_data;
    return ask("should_expand_item", *item, yes);
}

static diffable_status should_collapse_item(const diffable_id *item, bool *yes, void *user_data)
{
    (void)user_data;
    return ask("should_collapse_item", *item, yes);
}

static diffable_status can_reorder_item(const diffable_id *item, bool *yes, void *user_data)
{
    (void)user_data;
    return ask("can_reorder_item", *item, yes);
}

static diffable_status will_expand_item(const diffable_id *item, void *user_data)
{
    bool ignored;
    (void)user_data;
    return ask("will_expand_item", *item, &ignored);
}

static diffable_status will_collapse_item(const diffable_id *item, void *user_data)
{
    bool ignored;
    (void)user_data;
    return ask("will_collapse_item", *item, &ignored);
}

static diffable_status will_reorder(const diffable_transaction *transaction, void *user_data)
{
    (void)user_data;
    return say_and_keep("will_reorder", transaction);
}

static diffable_status did_reorder(const diffable_transaction *transaction, void *user_data)
{
    (void)user_data;
    return say_and_keep("did_reorder", transaction);
}

static diffable_status make_children(const diffable_id *parent, diffable_snapshot *children, void *user_data)
{
    (void)user_data;
    printf("snapshot_for_expanding_parent ");
    print_id(*parent, 0);
    say_items();
    print_state(children);
    answer answer = react("snapshot_for_expanding_parent");
    if (answer.children != NULL) {
        require(diffable_snapshot_assign(children, *answer.children, NULL) == DIFFABLE_OK, "a tree cannot be made");
    }
    return status_of(answer, DIFFABLE_ERROR_CALLBACK_FAILED);
}

/* Which of them are set */

static diffable_section_snapshot_handlers of_trees = DIFFABLE_SECTION_SNAPSHOT_HANDLERS_INIT;
static diffable_reordering_handlers of_drags = DIFFABLE_REORDERING_HANDLERS_INIT;

static void set_handler(const char *handler, bool is_on)
{
    if (is(handler, "should_expand_item")) {
        of_trees.should_expand_item = is_on ? should_expand_item : NULL;
    } else if (is(handler, "will_expand_item")) {
        of_trees.will_expand_item = is_on ? will_expand_item : NULL;
    } else if (is(handler, "should_collapse_item")) {
        of_trees.should_collapse_item = is_on ? should_collapse_item : NULL;
    } else if (is(handler, "will_collapse_item")) {
        of_trees.will_collapse_item = is_on ? will_collapse_item : NULL;
    } else if (is(handler, "snapshot_for_expanding_parent")) {
        of_trees.snapshot_for_expanding_parent = is_on ? make_children : NULL;
    } else if (is(handler, "can_reorder_item")) {
        of_drags.can_reorder_item = is_on ? can_reorder_item : NULL;
    } else if (is(handler, "will_reorder")) {
        of_drags.will_reorder = is_on ? will_reorder : NULL;
    } else {
        require(is(handler, "did_reorder"), "no such handler");
        of_drags.did_reorder = is_on ? did_reorder : NULL;
    }
    require(diffable_data_source_set_section_snapshot_handlers(source, &of_trees, NULL, NULL, NULL) == DIFFABLE_OK
            && diffable_data_source_set_reordering_handlers(source, &of_drags, NULL, NULL, NULL) == DIFFABLE_OK,
        "handlers cannot be set");
}

static void set_all_handlers(void)
{
    static const char *const all[] = {
        "should_expand_item",
        "will_expand_item",
        "should_collapse_item",
        "will_collapse_item",
        "snapshot_for_expanding_parent",
        "can_reorder_item",
        "will_reorder",
        "did_reorder",
    };
    for (size_t index = 0; index < sizeof all / sizeof *all; index += 1) {
        set_handler(all[index], true);
    }
}

#endif
