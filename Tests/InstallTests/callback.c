/*
 * From each callback, backtrace(3) must reach this program's own `main`, through an installed library that has no debug
 * information. A debugger that stops at `reached` must as well.
 */
#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef TERMINAL
#include <diffable_terminal.h>
#else
#include <diffable.h>
#endif

static int failures;

void reached(const char *callback);
void reached(const char *callback)
{
    void *addresses[64];
    int count = backtrace(addresses, 64), frame = 0;
    char **names = backtrace_symbols(addresses, count);
    while (frame < count && strstr(names[frame], "(main+") == NULL) {
        frame += 1;
    }
    printf("%s: %s\n", callback, frame < count ? "main" : "lost");
    failures += frame == count;
    free(names);
}

static diffable_status write_text(const char *bytes, size_t size, void *user_data)
{
    (void)bytes, (void)size, (void)user_data;
    reached("writer");
    return DIFFABLE_OK;
}

static diffable_status show(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *index_path, diffable_cell *cell, void *user_data)
{
    (void)content, (void)index_path, (void)user_data;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, item->bytes.data, item->bytes.size);
    reached("cell provider");
    return DIFFABLE_OK;
}

static diffable_status observe(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    reached(user_data);
    return DIFFABLE_OK;
}

static void finalize(void *user_data)
{
    reached(user_data);
}

int main(void)
{
    char observer[] = "observer", completion[] = "completion", finalizer[] = "finalizer";
    diffable_data_source *source = diffable_data_source_new();
    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_view *view = NULL;
    diffable_id section = diffable_id_string("fruit"), apple = diffable_id_string("apple");
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    options.completion = observe;
    options.user_data = completion;
    diffable_data_source_set_cell_provider(source, show, finalizer, finalize);
    diffable_data_source_add_observer(source, observe, observer, NULL);
    int failed = diffable_text_view_new(NULL, write_text, NULL, NULL, &view, NULL) != DIFFABLE_OK
        || diffable_data_source_set_view(source, view, NULL) != DIFFABLE_OK
        || diffable_snapshot_append_sections(snapshot, &section, NULL, 1, NULL) != DIFFABLE_OK
        || diffable_snapshot_append_items(snapshot, &apple, NULL, 1, &section, NULL) != DIFFABLE_OK
        || diffable_data_source_apply(source, snapshot, &options, NULL, NULL) != DIFFABLE_OK;
    diffable_view_free(view);
    diffable_snapshot_free(snapshot);
    diffable_data_source_free(source);
    return failed || failures > 0;
}
