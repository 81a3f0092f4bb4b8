/* Valid as C and as C++: the header twice, its macros, and calls into the library. */
#include <diffable.h>
#include <diffable.h>

int main(void)
{
    diffable_change change = DIFFABLE_CHANGE_INIT;
    diffable_step step = DIFFABLE_STEP_INIT;
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    diffable_text_view_options view_options = DIFFABLE_TEXT_VIEW_OPTIONS_INIT;
    diffable_id ids[] = { { DIFFABLE_ID_NONE, 0, { NULL, 0 } }, diffable_id_integer(1), diffable_id_bytes("a", 1),
        diffable_id_string("b") };
    diffable_index_path path = { 0, 0 };

    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_status status = diffable_snapshot_append_sections(snapshot, ids + 1, NULL, 3, NULL);
    diffable_snapshot_free(snapshot);
    return status == DIFFABLE_OK && change.struct_size == sizeof change && step.struct_size == sizeof step
            && options.struct_size == sizeof options && view_options.struct_size == sizeof view_options
            && path.item == 0 && diffable_version_number() == DIFFABLE_VERSION_NUMBER
        ? 0
        : 1;
}
