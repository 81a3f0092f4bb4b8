/*
 * A file tree. Each folder is read when it is expanded for the first time.
 *
 *     cc -std=c11 tree.c $(pkg-config --cflags --libs diffable)
 *
 * The identifier of an item is the number of its file, and its content is the name. So a file that is renamed or moved
 * stays the same item: its row is updated. A folder that is renamed or moved keeps its children, and stays expanded or
 * collapsed.
 */
#include <diffable.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The disk. The files of the top folder have the parent 0. */
typedef struct file {
    int64_t number, parent;
    const char *name;
    bool is_folder;
} file;

static const file disk[] = {
    { 1, 0, "docs", true },
    { 2, 0, "src", true },
    { 3, 0, "README", false },
    { 4, 1, "guide.txt", false },
    { 5, 2, "engine", true },
    { 6, 2, "main.c", false },
    { 7, 2, "old.c", false },
    { 8, 5, "list.c", false },
    { 9, 5, "engine.h", false },
    { 10, 5, "drivers", true },
};
enum { FILES = sizeof disk / sizeof *disk };

static diffable_error *error;

static void check(diffable_status status)
{
    if (status != DIFFABLE_OK) {
        fprintf(stderr, "tree: %s\n", diffable_error_message(error));
        exit(EXIT_FAILURE);
    }
}

static diffable_content content_of_name(const char *name)
{
    return diffable_content_bytes(name, strlen(name));
}

/* Appends the files of a folder. A folder is expandable: its row has a disclosure sign even before it is read. */
static diffable_status append_files(diffable_snapshot *list, int64_t folder)
{
    diffable_status status = DIFFABLE_OK;
    for (size_t i = 0; i < FILES && status == DIFFABLE_OK; i += 1) {
        if (disk[i].parent != folder)
            continue;
        const diffable_id id = diffable_id_integer(disk[i].number);
        const diffable_content content = content_of_name(disk[i].name);
        status = diffable_snapshot_append_items(list, &id, &content, 1, NULL, &error);
        if (status == DIFFABLE_OK)
            status = diffable_snapshot_set_expandable(list, &id, 1, disk[i].is_folder, &error);
    }
    return status;
}

/* The library calls this before it expands a folder. The folder has children already if it was read before. */
static diffable_status read_folder(const diffable_id *folder, diffable_snapshot *children, void *user_data)
{
    (void)user_data;
    if (diffable_snapshot_number_of_items(children, NULL) > 0)
        return DIFFABLE_OK;
    printf("(reading folder %lld)\n", (long long)folder->integer);
    return append_files(children, folder->integer);
}

static diffable_status show_file(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)item, (void)path, (void)user_data;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, content->data, content->size);
    return DIFFABLE_OK;
}

static diffable_status print(const char *bytes, size_t size, void *user_data)
{
    (void)user_data;
    return fwrite(bytes, 1, size, stdout) == size ? DIFFABLE_OK : DIFFABLE_ERROR_OUTPUT_FAILED;
}

/* Does the same as a click on the disclosure sign of a row. */
static void toggle(diffable_data_source *source, int64_t file, const char *title)
{
    printf("\n%s\n", title);
    check(diffable_data_source_toggle_item(source, diffable_id_integer(file), NULL, &error));
}

/* Returns a snapshot of the current list to edit, which the program then passes to `apply`. */
static diffable_snapshot *edit(diffable_data_source *source, const char *title)
{
    printf("\n%s\n", title);
    return diffable_data_source_snapshot(source);
}

static void apply(diffable_data_source *source, diffable_snapshot *list)
{
    check(diffable_data_source_apply(source, list, NULL, NULL, &error));
    diffable_snapshot_free(list);
}

int main(void)
{
    diffable_data_source *source = diffable_data_source_new();
    diffable_view *view = NULL;
    check(diffable_text_view_new(NULL, print, NULL, NULL, &view, &error));
    check(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);
    diffable_data_source_set_cell_provider(source, show_file, NULL, NULL);
    diffable_section_snapshot_handlers handlers = DIFFABLE_SECTION_SNAPSHOT_HANDLERS_INIT;
    handlers.snapshot_for_expanding_parent = read_folder;
    check(diffable_data_source_set_section_snapshot_handlers(source, &handlers, NULL, NULL, &error));

    const diffable_id files = diffable_id_string("files"), docs = diffable_id_integer(1),
                      engine = diffable_id_integer(5);
    const diffable_id main_c = diffable_id_integer(6), old_c = diffable_id_integer(7);
    diffable_snapshot *list = edit(source, "The top of the tree:");
    check(diffable_snapshot_append_sections(list, &files, NULL, 1, &error));
    check(append_files(list, 0));
    apply(source, list);

    toggle(source, 2, "src is expanded:");
    toggle(source, 5, "src/engine is expanded:");

    list = edit(source, "main.c moves into engine, and gets another name:");
    const diffable_content name = content_of_name("engine.c");
    check(diffable_snapshot_move_items(list, &main_c, 1, DIFFABLE_AT_START_OF_PARENT, &engine, &error));
    check(diffable_snapshot_update_items(list, &main_c, &name, 1, NULL, &error));
    apply(source, list);

    toggle(source, 2, "src is collapsed:");
    toggle(source, 1, "docs is expanded:");

    list = edit(source, "In the collapsed folder old.c is deleted, and engine moves from there into docs, as it was:");
    check(diffable_snapshot_delete_items(list, &old_c, 1, NULL, &error));
    check(diffable_snapshot_move_items(list, &engine, 1, DIFFABLE_AT_END_OF_PARENT, &docs, &error));
    apply(source, list);
    diffable_data_source_free(source);
}
