/*
 * The callbacks of a data source, which say that they were called and do what they are to do, and its applies.
 */
#ifndef CALLBACKS_H
#define CALLBACKS_H

#include "reactions.h"
#include "texts.h"
#include "transactions.h"

/** Fills in a cell whose text has something around it. */
static diffable_status fill_in(
    diffable_cell *cell, const char *before, diffable_id id, uint64_t revision, const char *behind, answer answer)
{
    char text[sizeof(word) + 2];
    word token;
    snprintf(text, sizeof text, "%s%s%s", before, spell(token, id, revision), behind);
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, text, strlen(text));
    diffable_cell_set_number(cell, DIFFABLE_CELL_HEIGHT, answer.spoils ? -1 : 0);
    return status_of(answer, DIFFABLE_ERROR_PROVIDER_FAILED);
}

static answer called_for_cell(const char *event, diffable_id item, uint64_t revision, diffable_index_path path)
{
    printf("%s ", event);
    print_id(item, revision);
    putchar(' ');
    print_path(path);
    say_items();
    return react(event);
}

static diffable_status make_cell(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)user_data;
    const uint64_t revision = diffable_content_revision(*content);
    return fill_in(cell, "", *item, revision, "", called_for_cell("cell", *item, revision, *path));
}

static diffable_status make_framed_cell(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)user_data;
    const uint64_t revision = diffable_content_revision(*content);
    return fill_in(cell, "[", *item, revision, "]", called_for_cell("framed", *item, revision, *path));
}

/** What is odd has a kind, and no provider of its own. */
static const char *kind_of(const diffable_id *item, const diffable_content *content, void *user_data)
{
    (void)item, (void)user_data;
    const uint64_t revision = diffable_content_revision(*content);
    return revision == 4 ? "framed" : revision == 3 ? "odd" : NULL;
}

static diffable_status make_supplementary(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)user_data;
    if (!is(kind, "header") && !is(kind, "footer") && !is(kind, "badge")) {
        return DIFFABLE_OK;
    }
    const uint64_t revision = diffable_content_revision(*content);
    printf("%s ", kind);
    print_id(*section, revision);
    printf(" %zu", index);
    say_items();
    answer answer = react(kind);
    if (is(kind, "header")) {
        return fill_in(cell, "", *section, revision, "", answer);
    }
    if (is(kind, "badge")) {
        return fill_in(cell, "#", *section, revision, "", answer);
    }
    return revision != 0 ? fill_in(cell, "(", *section, revision, ")", answer)
                         : status_of(answer, DIFFABLE_ERROR_PROVIDER_FAILED);
}

static diffable_status write_lines(const char *bytes, size_t size, void *user_data)
{
    (void)user_data;
    printf("write");
    say_items();
    print_text(bytes, size);
    return status_of(react("write"), DIFFABLE_ERROR_OUTPUT_FAILED);
}

static diffable_status observe(const diffable_transaction *transaction, void *user_data)
{
    (void)user_data;
    printf("observer %s", diffable_row_animation_name(diffable_transaction_animation(transaction)));
    say_items();
    print_difference(diffable_transaction_difference(transaction), diffable_transaction_initial_snapshot(transaction),
        diffable_transaction_final_snapshot(transaction));
    return status_of(react("observer"), DIFFABLE_ERROR_CALLBACK_FAILED);
}

static diffable_status say_and_keep(const char *event, const diffable_transaction *transaction)
{
    keep(transaction);
    fputs(event, stdout);
    say_items();
    return status_of(react(event), DIFFABLE_ERROR_CALLBACK_FAILED);
}

static diffable_status observe_second(const diffable_transaction *transaction, void *user_data)
{
    (void)user_data;
    return say_and_keep("second", transaction);
}

/** What is completed is the register that `user_data` spells. */
static diffable_status complete(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    printf("completion %s", (const char *)user_data);
    say_items();
    return status_of(react("completion"), DIFFABLE_ERROR_CALLBACK_FAILED);
}

static void set_callbacks(diffable_view *view)
{
    require(diffable_data_source_set_view(source, view, NULL) == DIFFABLE_OK
            && diffable_data_source_add_observer(source, observe, NULL, NULL) != 0
            && diffable_data_source_add_observer(source, observe_second, NULL, NULL) != 0,
        "no data source");
    diffable_data_source_set_cell_provider(source, make_cell, NULL, NULL);
    diffable_data_source_set_kind_provider(source, kind_of, NULL, NULL);
    diffable_data_source_register_cell_provider(source, "framed", make_framed_cell, NULL, NULL);
    diffable_data_source_set_supplementary_provider(source, make_supplementary, NULL, NULL);
}

/* Applies */

static diffable_row_animation animation_named(const char *word)
{
    int animation = DIFFABLE_ANIMATION_AUTOMATIC;
    while (!is(diffable_row_animation_name((diffable_row_animation)animation), word)) {
        animation += 1;
    }
    return (diffable_row_animation)animation;
}

/** Options whose completion says what was applied: the register of this name. */
static diffable_apply_options options_named(const char *how, const char *register_name)
{
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    if (how != NULL) {
        options.animation = is(how, "still") ? DIFFABLE_ANIMATION_NONE : animation_named(how);
    }
    char *text = malloc(strlen(register_name) + 1);
    require(text != NULL, "no memory");
    options.user_data = strcpy(text, register_name);
    options.completion = complete;
    options.finalize = free;
    return options;
}

/** Says how a call that may change the list ended. */
static void reply_of_change(
    diffable_status status, bool was_queued, diffable_transaction *transaction, diffable_error **error)
{
    require(was_queued == (status == DIFFABLE_QUEUED), "what waits is not queued");
    if (status == DIFFABLE_QUEUED || status == DIFFABLE_REFUSED) {
        require(transaction == NULL, "what did not happen has a transaction");
        puts(was_queued ? "queued" : "refused");
    } else {
        require(status == DIFFABLE_APPLIED_WITH_ERROR || (status == DIFFABLE_OK) == (transaction != NULL),
            "a transaction does not fit the status");
        if (status == DIFFABLE_APPLIED_WITH_ERROR && transaction != NULL) {
            fputs("applied with ", stdout); /* without one, a handler refused, and something queued failed */
        }
        reply(status, error);
    }
    diffable_transaction_free(transaction);
}

#endif
