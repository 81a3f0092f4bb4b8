/*
 * A program from its beginning to its end, call by call. Its state is in this file and those that it includes: use it from one.
 */
#ifndef SESSION_H
#define SESSION_H

#include "calls.h"
#include "edits.h"
#include "lists.h"
#include "program.h"
#include "trees.h"

static diffable_snapshot *snapshots[REGISTERS];

static diffable_snapshot **snapshot_named(const char *word)
{
    require(word != NULL && word[0] == 's' && word[1] >= '0' && word[1] < '0' + REGISTERS && word[2] == '\0', "no such register");
    return &snapshots[word[1] - '0'];
}

static void become(const char *word, diffable_snapshot *snapshot)
{
    diffable_snapshot **there = snapshot_named(word);
    diffable_snapshot_free(*there);
    *there = snapshot;
    puts("ok");
}

static void difference(const diffable_snapshot *old_snapshot, const diffable_snapshot *new_snapshot)
{
    diffable_difference *difference = diffable_difference_new(old_snapshot, new_snapshot);
    diffable_difference *copy = diffable_difference_copy(difference);
    diffable_difference_free(difference);
    print_difference(copy, old_snapshot, new_snapshot);
    const char *description = diffable_difference_description(copy);
    require(diffable_difference_is_empty(copy) == is(description, "no changes"), "a difference is empty, or not");
    printf("ok %s\n", description);
    diffable_difference_free(copy);
}

static void apply(const char *word, const char *how, bool reloads)
{
    bool is_queued = diffable_data_source_is_applying(source);
    diffable_apply_options options = options_named(how, word);
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    const diffable_snapshot *snapshot = *snapshot_named(word);
    diffable_status status = reloads
        ? diffable_data_source_apply_using_reload_data(source, snapshot, &options, &transaction, &error)
        : diffable_data_source_apply(source, snapshot, &options, &transaction, &error);
    reply_of_change(status, is_queued, transaction, &error);
}

static void perform_on_snapshot(const char *const *words)
{
    diffable_snapshot *snapshot = *snapshot_named(words[1]);
    const struct edit *edit = edit_named(words[0]);
    if (edit != NULL) {
        perform_edit(edit, snapshot, words[2], words[3]);
    } else if (is(words[0], "new")) {
        become(words[1], diffable_snapshot_new());
    } else if (is(words[0], "copy")) {
        become(words[1], diffable_snapshot_copy(*snapshot_named(words[2])));
    } else if (is(words[0], "fetch")) {
        become(words[1], diffable_data_source_snapshot(source));
    } else if (is(words[0], "new_snapshot")) {
        become(words[1], diffable_data_source_new_snapshot(source));
    } else if (is(words[0], "state")) {
        print_state(snapshot);
    } else if (is(words[0], "find")) {
        find(snapshot, name(words[2]));
    } else if (is(words[0], "at")) {
        diffable_index_path path = path_of(words[2]);
        print_at(diffable_snapshot_section_at(snapshot, (size_t)path.section), diffable_snapshot_item_at(snapshot, path));
    } else if (is(words[0], "items")) {
        print_items(snapshot, name(words[2]));
    } else if (is(words[0], "equal")) {
        puts(diffable_snapshot_equal(snapshot, *snapshot_named(words[2])) ? "ok true" : "ok false");
    } else if (is(words[0], "difference")) {
        difference(snapshot, *snapshot_named(words[2]));
    } else if (is(words[0], "apply")) {
        apply(words[1], words[2], false);
    } else {
        require(is(words[0], "apply_using_reload_data"), "an unknown call");
        apply(words[1], NULL, true);
    }
}

static void perform(const spoken *call)
{
    if (perform_on_source(call)) {
        return;
    }
    if (is_tree(call->words[1])) {
        perform_on_tree(call->words);
    } else {
        perform_on_snapshot(call->words);
    }
}

static void begin(void)
{
    diffable_text_view_options options = DIFFABLE_TEXT_VIEW_OPTIONS_INIT;
    options.context = 100000;
    diffable_view *view = NULL;
    require(diffable_text_view_new(&options, write_lines, NULL, NULL, &view, NULL) == DIFFABLE_OK, "no text view");
    source = diffable_data_source_new();
    set_callbacks(view);
    diffable_view_free(view);
    set_all_handlers();
    for (size_t index = 0; index < REGISTERS; index += 1) {
        snapshots[index] = diffable_snapshot_new();
    }
    trees[0] = diffable_section_snapshot_new();
    trees[1] = diffable_section_snapshot_new();
    kept = NULL;
}

/** Carries out a line of a program if it is a call, and prints what comes of it. */
static void perform_line(const char *line)
{
    if (strncmp(line, "> ", 2) == 0) {
        spoken call;
        speak(line + 2, &call);
        printf("> %s\n", call.text);
        perform(&call);
    }
}

static void end(void)
{
    for (size_t index = 0; index < REGISTERS; index += 1) {
        diffable_snapshot_free(snapshots[index]);
    }
    diffable_section_snapshot_free(trees[0]);
    diffable_section_snapshot_free(trees[1]);
    diffable_transaction_free(kept);
    diffable_data_source_free(source);
    forget_reactions();
}

#endif
