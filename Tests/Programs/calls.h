/*
 * The calls on the data source.
 */
#ifndef CALLS_H
#define CALLS_H

#include "callbacks.h"
#include "handlers.h"
#include "lists.h"

static void print_list(void)
{
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    print_state(list);
    diffable_snapshot_free(list);
}

static void look_up(diffable_id id)
{
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    diffable_index_path path = diffable_snapshot_index_path_of_item(list, id);
    ptrdiff_t index = diffable_snapshot_index_of_section(list, id);
    bool has_item = diffable_snapshot_contains_item(list, id);
    require(has_item || path.section < 0, "an item that is not there has a row");
    if (has_item) {
        printf("item ");
        print_place(path, false);
        putchar(' ');
        print_id(id, diffable_content_revision(diffable_snapshot_item_content(list, id)));
        putchar('\n');
    }
    if (index >= 0) {
        printf("section %td ", index);
        print_id(id, diffable_content_revision(diffable_snapshot_section_content(list, id)));
        putchar('\n');
    }
    diffable_snapshot_free(list);
    puts("ok");
}

/** Replies with the text of a cell, "-" for none, and frees it. */
static void reply_with_cell(diffable_status status, diffable_cell *cell, diffable_error **error)
{
    if (status >= 0) {
        diffable_bytes text = diffable_cell_text(cell, DIFFABLE_CELL_TEXT);
        printf("ok %.*s", text.size == 0 ? 1 : (int)text.size, text.size == 0 ? "-" : text.data);
    }
    reply_after(status, error);
    diffable_cell_free(cell);
}

static diffable_status print_rendered(const char *bytes, size_t size, void *user_data)
{
    (void)user_data;
    print_text(bytes, size);
    return DIFFABLE_OK;
}

static void animate(const char *word)
{
    diffable_error *error = NULL;
    if (word == NULL) {
        printf("ok %s\n", diffable_row_animation_name(diffable_data_source_default_row_animation(source)));
    } else {
        reply(diffable_data_source_set_default_row_animation(source, animation_named(word), &error), &error);
    }
}

/** Carries out a tap or a drag. */
static void gesture(const char *const *words)
{
    bool is_queued = diffable_data_source_is_applying(source);
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    diffable_status status = is(words[0], "toggle_item")
        ? diffable_data_source_toggle_item(source, name(words[1]), &transaction, &error)
        : diffable_data_source_reorder_item(source, path_of(words[1]), path_of(words[2]), &transaction, &error);
    reply_of_change(status, is_queued, transaction, &error);
}

/** Carries out a call if it is one of these; tells whether it was. */
static bool perform_on_source(const spoken *call)
{
    const char *const *words = call->words;
    diffable_error *error = NULL;
    if (is(words[0], "source")) {
        print_list();
    } else if (is(words[0], "look_up")) {
        look_up(name(words[1]));
    } else if (is(words[0], "row")) {
        diffable_index_path path = path_of(words[1]);
        diffable_snapshot *list = diffable_data_source_snapshot(source);
        print_at(diffable_snapshot_section_at(list, (size_t)path.section), diffable_snapshot_item_at(list, path));
        diffable_snapshot_free(list);
    } else if (is(words[0], "cell")) {
        diffable_cell *cell = NULL;
        diffable_status status = diffable_data_source_cell_at(source, path_of(words[1]), &cell, &error);
        reply_with_cell(status, cell, &error);
    } else if (is(words[0], "supplementary")) {
        diffable_cell *cell = NULL;
        diffable_status status = diffable_data_source_supplementary_cell(
            source, words[1], (size_t)atoi(words[2]), &cell, &error);
        reply_with_cell(status, cell, &error);
    } else if (is(words[0], "render")) {
        diffable_status status = diffable_data_source_render(source, print_rendered, NULL, &error);
        fputs(status >= 0 ? "ok" : "", stdout);
        reply_after(status, &error);
    } else if (is(words[0], "transaction")) {
        print_transaction();
    } else if (is(words[0], "default_row_animation")) {
        animate(words[1]);
    } else if (is(words[0], "handler")) {
        set_handler(words[1], is(words[2], "on"));
        puts("ok");
    } else if (is(words[0], "when")) {
        add_reaction(call);
    } else if (is(words[0], "toggle_item") || is(words[0], "reorder_item")) {
        gesture(words);
    } else {
        return false;
    }
    return true;
}

#endif
