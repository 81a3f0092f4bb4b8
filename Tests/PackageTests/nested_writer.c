/*
 * A writer that applies to another data source with the same view, and so takes the lock of the view twice. It is
 * linked to the static library by another libc than the one that the library was compiled for.
 */
#include <diffable.h>
#include <stdio.h>

static diffable_data_source *second;

static void apply(diffable_data_source *source, const char *item)
{
    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_id section = diffable_id_string("list"), id = diffable_id_string(item);
    if (diffable_snapshot_append_sections(snapshot, &section, NULL, 1, NULL) != DIFFABLE_OK
        || diffable_snapshot_append_items(snapshot, &id, NULL, 1, NULL, NULL) != DIFFABLE_OK
        || diffable_data_source_apply(source, snapshot, NULL, NULL, NULL) != DIFFABLE_OK) {
        puts("failed");
    }
    diffable_snapshot_free(snapshot);
}

static diffable_status write_text(const char *bytes, size_t size, void *user_data)
{
    (void)user_data;
    diffable_data_source *source = second;
    second = NULL;
    if (source != NULL) {
        apply(source, "inner");
    }
    return fwrite(bytes, 1, size, stdout) == size ? DIFFABLE_OK : DIFFABLE_ERROR_OUTPUT_FAILED;
}

static diffable_status show(const diffable_id *item, const diffable_content *content, const diffable_index_path *path,
    diffable_cell *cell, void *user_data)
{
    (void)content, (void)path, (void)user_data;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, item->bytes.data, item->bytes.size);
    return DIFFABLE_OK;
}

int main(void)
{
    diffable_view *view = NULL;
    diffable_data_source *first = diffable_data_source_new(), *other = diffable_data_source_new();
    if (diffable_text_view_new(NULL, write_text, NULL, NULL, &view, NULL) != DIFFABLE_OK
        || diffable_data_source_set_view(first, view, NULL) != DIFFABLE_OK
        || diffable_data_source_set_view(other, view, NULL) != DIFFABLE_OK) {
        return 1;
    }
    diffable_data_source_set_cell_provider(first, show, NULL, NULL);
    diffable_data_source_set_cell_provider(other, show, NULL, NULL);
    second = other;
    apply(first, "outer");
    apply(other, "again");
    diffable_view_free(view);
    diffable_data_source_free(first);
    diffable_data_source_free(other);
    return 0;
}
