/* A plugin that is linked to libdiffable: it makes a data source, and applies to it. */
#include "plugins.h"

static void report(const char *message, void *user_data)
{
    fprintf(user_data, "handler: %s\n", message);
    fflush(user_data);
}

const void *list_apply_address(void)
{
    return (const void *)(uintptr_t)diffable_data_source_apply;
}

diffable_data_source *list_make(void)
{
    diffable_set_fatal_handler(report, stdout);
    return diffable_data_source_new();
}

int list_apply(diffable_data_source *source, const char *item)
{
    diffable_id section = diffable_id_string("list"), id = diffable_id_string(item);
    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_error *error = NULL;
    bool is_applied = diffable_snapshot_append_sections(snapshot, &section, NULL, 1, &error) == DIFFABLE_OK
        && diffable_snapshot_append_items(snapshot, &id, NULL, 1, &section, &error) == DIFFABLE_OK
        && diffable_data_source_apply(source, snapshot, NULL, NULL, &error) == DIFFABLE_OK;
    diffable_snapshot_free(snapshot);
    if (error != NULL) {
        printf("error: %s\n", diffable_error_message(error));
        diffable_error_free(error);
    }
    return is_applied ? 0 : 1;
}
