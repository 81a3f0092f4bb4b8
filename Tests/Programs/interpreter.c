/*
 * Runs a program (see README.md) on the C library and prints what came of it.
 *
 *     interpreter <program
 */
#include "callbacks.h"
#include "edits.h"
#include "lists.h"
#include "program.h"
#include "trees.h"

static int snapshot_number(const char *word)
{
    require(word != NULL && word[0] == 's' && word[1] >= '0' && word[1] < '0' + REGISTERS && word[2] == '\0', "no such register");
    return word[1] - '0';
}

static void become(int number, diffable_snapshot *snapshot)
{
    diffable_snapshot_free(snapshots[number]);
    snapshots[number] = snapshot;
    puts("ok");
}

static void cell_at(const char *word)
{
    diffable_index_path path = path_of(word);
    diffable_cell cell = DIFFABLE_CELL_INIT;
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_cell(source, path, &cell, &error);
    if (status == DIFFABLE_OK) {
        printf("ok %.*s\n", (int)cell.text.size, cell.text.data);
    } else {
        reply(status, &error);
    }
}

static void when(const char *event, const char *calls, const char *what, const char *number)
{
    require(waiting_count < CAPACITY && strlen(event) < sizeof waiting->event, "too much to react to");
    struct reaction *reaction = &waiting[waiting_count++];
    strcpy(reaction->event, event);
    reaction->calls = atoi(calls);
    reaction->applies = strcmp(what, "apply") == 0 ? snapshot_number(number) : -1;
    puts("ok");
}

static void difference(int old_number, int new_number)
{
    diffable_difference *difference = diffable_difference_new(snapshots[old_number], snapshots[new_number]);
    print_difference(difference, snapshots[old_number], snapshots[new_number]);
    diffable_difference_free(difference);
    puts("ok");
}

static void perform(const char *call, const char *first, const char *second, const char *third, const char *fourth)
{
    const struct edit *edit = edit_named(call);
    if (is_on_trees(call, first)) {
        perform_on_trees(call, first, second, third, fourth);
    } else if (edit != NULL) {
        perform_edit(edit, snapshots[snapshot_number(first)], second, third);
    } else if (strcmp(call, "new") == 0) {
        become(snapshot_number(first), diffable_snapshot_new());
    } else if (strcmp(call, "copy") == 0) {
        become(snapshot_number(first), diffable_snapshot_copy(snapshots[snapshot_number(second)]));
    } else if (strcmp(call, "fetch") == 0) {
        become(snapshot_number(first), diffable_data_source_snapshot(source));
    } else if (strcmp(call, "new_snapshot") == 0) {
        become(snapshot_number(first), diffable_data_source_new_snapshot(source));
    } else if (strcmp(call, "state") == 0) {
        print_state(snapshots[snapshot_number(first)]);
    } else if (strcmp(call, "find") == 0) {
        find(snapshots[snapshot_number(first)], name(second));
    } else if (strcmp(call, "equal") == 0) {
        bool are_equal = diffable_snapshot_equal(snapshots[snapshot_number(first)], snapshots[snapshot_number(second)]);
        puts(are_equal ? "ok true" : "ok false");
    } else if (strcmp(call, "difference") == 0) {
        difference(snapshot_number(first), snapshot_number(second));
    } else if (strcmp(call, "source") == 0) {
        diffable_snapshot *list = diffable_data_source_snapshot(source);
        print_state(list);
        diffable_snapshot_free(list);
    } else if (strcmp(call, "cell") == 0) {
        cell_at(first);
    } else if (strcmp(call, "when") == 0) {
        when(first, second, third, fourth);
    } else if (strcmp(call, "default_row_animation") == 0) {
        diffable_error *error = NULL;
        reply(diffable_data_source_set_default_row_animation(source, animation_named(first), &error), &error);
    } else if (strcmp(call, "apply") == 0) {
        apply(snapshot_number(first), second, false);
    } else {
        require(strcmp(call, "apply_using_reload_data") == 0, "an unknown call");
        apply(snapshot_number(first), NULL, true);
    }
}

int main(void)
{
    diffable_text_view_options options = DIFFABLE_TEXT_VIEW_OPTIONS_INIT;
    options.context = 100000;
    diffable_text_view *view = NULL;
    source = diffable_data_source_new();
    require(diffable_text_view_new(&options, write_lines, NULL, NULL, &view, NULL) == DIFFABLE_OK
                && diffable_data_source_set_view(source, view, NULL) == DIFFABLE_OK
                && diffable_data_source_set_cell_provider(source, make_cell, NULL, NULL, NULL) == DIFFABLE_OK
                && diffable_data_source_set_supplementary_provider(source, make_supplementary, NULL, NULL, NULL) == DIFFABLE_OK
                && diffable_data_source_on_apply(source, observe, NULL, NULL, NULL) == DIFFABLE_OK
                && diffable_data_source_on_apply(source, observe_second, NULL, NULL, NULL) == DIFFABLE_OK,
            "no data source");
    make_trees();
    for (int number = 0; number < REGISTERS; number += 1) {
        snapshots[number] = diffable_snapshot_new();
    }
    char line[4096];
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strncmp(line, "> ", 2) == 0) {
            fputs(line, stdout);
            char *words[5] = { NULL };
            size_t count = 0;
            for (char *word = strtok(line + 2, " \n"); word != NULL && count < 5; word = strtok(NULL, " \n")) {
                words[count++] = word;
            }
            perform(words[0], words[1], words[2], words[3], words[4]);
        }
    }
    for (int number = 0; number < REGISTERS; number += 1) {
        diffable_snapshot_free(snapshots[number]);
    }
    free_trees();
    diffable_text_view_free(view);
    diffable_data_source_free(source);
    return 0;
}
