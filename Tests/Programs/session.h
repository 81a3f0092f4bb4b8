/*
 * A program from its beginning to its end, call by call. Its state is in this file and those that it includes: use it
 * from one.
 */
#ifndef SESSION_H
#define SESSION_H

#include "calls.h"
#include "edits.h"
#include "lists.h"
#include "program.h"

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

static void apply(const char *word, const diffable_snapshot *snapshot, const char *how, bool reloads)
{
    bool is_queued = diffable_data_source_is_applying(source);
    diffable_apply_options options = options_named(how, word);
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    diffable_status status = reloads
        ? diffable_data_source_apply_using_reload_data(source, snapshot, &options, &transaction, &error)
        : diffable_data_source_apply(source, snapshot, &options, &transaction, &error);
    reply_of_change(status, is_queued, transaction, &error);
}

static void apply_section(const char *const *words)
{
    bool is_queued = diffable_data_source_is_applying(source);
    diffable_apply_options options = options_named(words[3], words[1]);
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    static elements section;
    read_elements(words[2], &section);
    if (section.has_contents) {
        options.section_content = section.contents[0];
    }
    diffable_status status = diffable_data_source_apply_section(
        source, register_named(words[1]), section.ids[0], &options, &transaction, &error);
    reply_of_change(status, is_queued, transaction, &error);
}

static void undo(void)
{
    if (kept == NULL) {
        puts("ok none");
        return;
    }
    diffable_snapshot *list = diffable_snapshot_copy(diffable_transaction_initial_snapshot(kept));
    apply("undo", list, NULL, false);
    diffable_snapshot_free(list);
}

/** What is below an item becomes the value of a register. */
static void take_tree(const diffable_snapshot *snapshot, const char *const *words)
{
    diffable_snapshot *part = NULL;
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_snapshot_of(snapshot, name(words[2]), words[4] != NULL, &part, &error);
    if (part != NULL) {
        become(words[3], part);
    } else {
        reply(status, &error);
    }
}

/** In programs the forest of a section that the list lacks is empty. */
static diffable_snapshot *or_empty(diffable_snapshot *tree)
{
    return tree != NULL ? tree : diffable_section_snapshot_new();
}

static void perform_on_snapshot(const char *const *words)
{
    diffable_snapshot *snapshot = register_named(words[1]);
    const struct edit *edit = edit_named(words[0]);
    if (edit != NULL) {
        perform_edit(edit, snapshot, words[2], words[3]);
    } else if (is(words[0], "new")) {
        become(words[1], new_snapshot(register_number(words[1])));
    } else if (is(words[0], "copy")) {
        become(words[1], diffable_snapshot_copy(register_named(words[2])));
    } else if (is(words[0], "fetch")) {
        become(words[1], diffable_data_source_snapshot(source));
    } else if (is(words[0], "fetch_section")) {
        diffable_snapshot *list = diffable_data_source_snapshot(source);
        become(words[1], or_empty(diffable_snapshot_section_snapshot(list, name(words[2]))));
        diffable_snapshot_free(list);
    } else if (is(words[0], "section_snapshot")) {
        become(words[3], or_empty(diffable_snapshot_section_snapshot(snapshot, name(words[2]))));
    } else if (is(words[0], "snapshot_of")) {
        take_tree(snapshot, words);
    } else if (is(words[0], "new_snapshot")) {
        become(words[1], diffable_data_source_new_snapshot(source));
    } else if (is(words[0], "state")) {
        print_state(snapshot);
    } else if (is(words[0], "find")) {
        find(snapshot, name(words[2]));
    } else if (is(words[0], "at")) {
        diffable_index_path path = path_of(words[2]);
        print_at(
            diffable_snapshot_section_at(snapshot, (size_t)path.section), diffable_snapshot_item_at(snapshot, path));
    } else if (is(words[0], "items")) {
        print_items(snapshot, name(words[2]));
    } else if (is(words[0], "equal")) {
        puts(diffable_snapshot_equal(snapshot, register_named(words[2])) ? "ok true" : "ok false");
    } else if (is(words[0], "difference")) {
        difference(snapshot, register_named(words[2]));
    } else if (is(words[0], "apply")) {
        apply(words[1], snapshot, words[2], false);
    } else if (is(words[0], "apply_section")) {
        apply_section(words);
    } else if (!perform_other_edit(words, snapshot)) {
        require(is(words[0], "apply_using_reload_data"), "an unknown call");
        apply(words[1], snapshot, NULL, true);
    }
}

static void perform(const spoken *call)
{
    if (is(call->words[0], "undo")) {
        undo();
    } else if (!perform_on_source(call)) {
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
    make_registers();
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
    free_registers();
    diffable_transaction_free(kept);
    diffable_data_source_free(source);
    forget_reactions();
}

#endif
