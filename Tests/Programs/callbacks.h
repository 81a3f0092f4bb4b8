/*
 * The data source of a program: its callbacks, which say that they were called and do what they are to do, and its applies.
 */
#ifndef CALLBACKS_H
#define CALLBACKS_H

#include "lists.h"
#include "program.h"

static diffable_snapshot *snapshots[REGISTERS];
static diffable_data_source *source;

/** What a callback is to do at its `calls`-th call from now. */
static struct reaction {
    char event[16];
    int calls;
    /** -1 fails. */
    int applies;
} waiting[CAPACITY];
static size_t waiting_count;

static void apply(int number, const char *how, bool reloads);

/* Callbacks */

static void say_items(void)
{
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    printf(" of %zu\n", diffable_snapshot_number_of_items(snapshot));
    diffable_snapshot_free(snapshot);
}

/** Does what is due at a call of this callback. */
static diffable_status react(const char *event, diffable_status failure)
{
    struct reaction due[CAPACITY];
    size_t due_count = 0, kept = 0;
    bool fails = false;
    for (size_t index = 0; index < waiting_count; index += 1) {
        struct reaction reaction = waiting[index];
        reaction.calls -= strcmp(reaction.event, event) == 0;
        if (reaction.calls == 0) {
            due[due_count++] = reaction;
        } else {
            waiting[kept++] = reaction;
        }
    }
    waiting_count = kept;
    for (size_t index = 0; index < due_count; index += 1) {
        if (due[index].applies < 0) {
            fails = true;
        } else {
            apply(due[index].applies, NULL, false);
        }
    }
    return fails ? failure : DIFFABLE_OK;
}

/** The texts of cells lie in static storage until they are copied. */
static diffable_bytes text_of(diffable_id id, uint64_t revision)
{
    static word text;
    return diffable_bytes_string(spell(text, id, revision));
}

static diffable_status make_cell(diffable_id item, uint64_t revision, diffable_index_path path, diffable_cell *cell, void *user_data)
{
    (void)user_data;
    printf("cell ");
    print_id(item, revision);
    putchar(' ');
    print_path(path);
    say_items();
    diffable_status status = react("cell", DIFFABLE_ERROR_PROVIDER_FAILED);
    cell->text = text_of(item, revision);
    return status;
}

static diffable_status make_supplementary(const char *kind, diffable_id section, uint64_t revision, size_t index, diffable_cell *cell, void *user_data)
{
    (void)user_data;
    printf("%s ", kind);
    print_id(section, revision);
    printf(" %zu", index);
    say_items();
    diffable_status status = react(kind, DIFFABLE_ERROR_PROVIDER_FAILED);
    if (strcmp(kind, "header") == 0) {
        cell->text = text_of(section, revision);
    }
    return status;
}

static diffable_status write_lines(const char *bytes, size_t size, void *user_data)
{
    (void)bytes, (void)size, (void)user_data;
    printf("write");
    say_items();
    return react("write", DIFFABLE_ERROR_OUTPUT_FAILED);
}

static diffable_status observe(const diffable_transaction *transaction, void *user_data)
{
    (void)user_data;
    printf("observer %s", diffable_row_animation_name(diffable_transaction_animation(transaction)));
    say_items();
    print_difference(diffable_transaction_difference(transaction), diffable_transaction_initial_snapshot(transaction),
                     diffable_transaction_final_snapshot(transaction));
    return react("observer", DIFFABLE_ERROR_CALLBACK_FAILED);
}

static diffable_status observe_second(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    printf("second");
    say_items();
    return react("second", DIFFABLE_ERROR_CALLBACK_FAILED);
}

static diffable_status complete(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    printf("completion s%d", *(int *)user_data);
    say_items();
    return react("completion", DIFFABLE_ERROR_CALLBACK_FAILED);
}

/* Applies */

static diffable_row_animation animation_named(const char *word)
{
    int animation = DIFFABLE_ANIMATION_AUTOMATIC;
    while (strcmp(diffable_row_animation_name((diffable_row_animation)animation), word) != 0) {
        animation += 1;
    }
    return (diffable_row_animation)animation;
}

static void apply(int number, const char *how, bool reloads)
{
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    options.animating_differences = how == NULL || strcmp(how, "still") != 0;
    options.has_animation = how != NULL && options.animating_differences;
    if (options.has_animation) {
        options.animation = animation_named(how);
    }
    bool is_queued = diffable_data_source_is_applying(source);
    int *completed = malloc(sizeof *completed);
    require(completed != NULL, "no memory");
    *completed = number;
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    diffable_status status = reloads
        ? diffable_data_source_apply_using_reload_data(source, snapshots[number], complete, completed, free, &transaction, &error)
        : diffable_data_source_apply(source, snapshots[number], &options, complete, completed, free, &transaction, &error);
    if (is_queued) {
        require(transaction == NULL && status == DIFFABLE_OK, "a queued apply has a transaction");
        puts("queued");
    } else {
        require(transaction != NULL || status != DIFFABLE_OK, "an apply has no transaction");
        reply(status, &error);
    }
    diffable_transaction_free(transaction);
}

#endif
