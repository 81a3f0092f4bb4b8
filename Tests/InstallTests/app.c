/*
 * What a user writes first, as C99 and as C++11: a list, shown, changed and shown again. Compiled with -DTERMINAL it
 * has the view of the terminal library.
 */
#include <stdio.h>

#ifdef TERMINAL
#include <diffable_terminal.h>
static diffable_status make_view(diffable_view **view, diffable_error **error)
{
    return diffable_stdout_text_view_new(NULL, view, error);
}
#else
#include <diffable.h>
static diffable_status print(const char *bytes, size_t size, void *user_data)
{
    (void)user_data;
    return fwrite(bytes, 1, size, stdout) == size ? DIFFABLE_OK : DIFFABLE_ERROR_OUTPUT_FAILED;
}
static diffable_status make_view(diffable_view **view, diffable_error **error)
{
    return diffable_text_view_new(NULL, print, NULL, NULL, view, error);
}
#endif

static diffable_status show(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *index_path, diffable_cell *cell, void *user_data)
{
    (void)content;
    (void)index_path;
    (void)user_data;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, item->bytes.data, item->bytes.size);
    return DIFFABLE_OK;
}

int main(void)
{
    diffable_data_source *source = diffable_data_source_new();
    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_view *view = NULL;
    diffable_error *error = NULL;
    diffable_id section = diffable_id_string("fruit"), apple = diffable_id_string("apple");
    diffable_id fruit[] = { apple, diffable_id_string("pear") }, fig = diffable_id_string("fig");
    diffable_data_source_set_cell_provider(source, show, NULL, NULL);
    bool failed = make_view(&view, &error) != DIFFABLE_OK
        || diffable_data_source_set_view(source, view, &error) != DIFFABLE_OK
        || diffable_snapshot_append_sections(snapshot, &section, NULL, 1, &error) != DIFFABLE_OK
        || diffable_snapshot_append_items(snapshot, fruit, NULL, 2, NULL, &error) != DIFFABLE_OK
        || diffable_data_source_apply(source, snapshot, NULL, NULL, &error) != DIFFABLE_OK
        || diffable_snapshot_delete_items(snapshot, &apple, 1, NULL, &error) != DIFFABLE_OK
        || diffable_snapshot_append_items(snapshot, &fig, NULL, 1, NULL, &error) != DIFFABLE_OK
        || diffable_data_source_apply(source, snapshot, NULL, NULL, &error) != DIFFABLE_OK;
    if (failed) {
        fprintf(stderr, "%s\n", diffable_error_message(error));
    }
    diffable_error_free(error);
    diffable_view_free(view);
    diffable_snapshot_free(snapshot);
    diffable_data_source_free(source);
    return failed;
}
