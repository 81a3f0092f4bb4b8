/* A plugin that is linked to libdiffable-terminal: it shows the data source of another plugin on standard output. */
#include "plugins.h"
#include <diffable_terminal.h>
#include <string.h>
#include <sys/resource.h>

const void *terminal_apply_address(void)
{
    return (const void *)(uintptr_t)diffable_data_source_apply;
}

static diffable_status show(const diffable_id *item, const diffable_content *content, const diffable_index_path *path,
    diffable_cell *cell, void *user_data)
{
    (void)content, (void)path, (void)user_data;
    diffable_bytes name = item->bytes;
    if (name.size == 3 && memcmp(name.data, "bad", 3) == 0) {
        return diffable_callback_failed("it is bad", 9, NULL, NULL);
    }
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, name.data, name.size);
    return DIFFABLE_OK;
}

int terminal_show(diffable_data_source *source)
{
    diffable_view *view = NULL;
    diffable_data_source_set_cell_provider(source, show, NULL, NULL);
    if (diffable_stdout_text_view_new(NULL, &view, NULL) != DIFFABLE_OK
        || diffable_data_source_set_view(source, view, NULL) != DIFFABLE_OK) {
        return 1;
    }
    diffable_view_free(view);
    return 0;
}

void terminal_exhaust(void)
{
    const struct rlimit none = { 0, 0 };
    diffable_view *view = NULL;
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_AS, &none);
    while (diffable_stdout_ndjson_view_new(NULL, &view, NULL) == DIFFABLE_OK) {}
}
