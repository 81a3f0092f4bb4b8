/* The edits of sections. Argument 1 is the snapshot, 2 the sections, 3 an anchor if the edit has one. */
#include "../internal.h"

typedef diffable_status (*add_at_function)(
    diffable_snapshot *, const diffable_id *, const diffable_content *, size_t, diffable_id, diffable_error **);

/*
 * Raises if a section has `items` or list entries: an edit that marks or updates sections does not change their items.
 */
static void refuse_items(lua_State *L)
{
    diffable_lua_list sections; /* initializing it would clear 6 KiB; only fields that are set below are used */
    lua_settop(L, DIFFABLE_LUA_SUBJECTS);
    diffable_lua_measure_list(L, DIFFABLE_LUA_SUBJECTS, &sections);
    for (size_t i = 0; i < sections.count; i += 1) {
        if (diffable_lua_push_entry(L, &sections, i) == LUA_TTABLE) {
            lua_pushliteral(L, "items");
            if (lua_rawget(L, -2) != LUA_TNIL) {
                diffable_lua_refuse(L,
                    "section %I: a section without \"items\" expected; replace_items replaces its items",
                    diffable_lua_index_to_lua((ptrdiff_t)i));
            }
            if (!sections.single && lua_rawlen(L, -2) > 0) {
                diffable_lua_refuse(L, "section %I has list entries; replace_items replaces its items",
                    diffable_lua_index_to_lua((ptrdiff_t)i));
            }
        }
        lua_settop(L, DIFFABLE_LUA_SUBJECTS);
    }
}

static int edit_sections_mark(lua_State *L, diffable_lua_mark_function function)
{
    diffable_lua_check_snapshot(L, 1);
    refuse_items(L);
    return diffable_lua_edit_mark(L, DIFFABLE_LUA_SECTIONS, function);
}

static diffable_status append_sections_at_end(diffable_snapshot *snapshot, const diffable_id *ids,
    const diffable_content *contents, size_t count, diffable_id anchor, diffable_error **error)
{
    (void)anchor;
    return diffable_snapshot_append_sections(snapshot, ids, contents, count, error);
}

/* Adds sections, with their items. */
static int edit_sections_at(lua_State *L, add_at_function function, bool has_anchor)
{
    lua_settop(L, DIFFABLE_LUA_ANCHOR);
    diffable_lua_check_snapshot(L, 1);
    diffable_lua_refuse_section_content(L, DIFFABLE_LUA_ANCHOR, false);
    bool have_items = diffable_lua_sections_have_items(L, DIFFABLE_LUA_SUBJECTS);
    if (have_items) {
        diffable_lua_begin_edits_of_copy(L);
    }
    diffable_lua_edit edit;
    diffable_lua_begin_edit(L, DIFFABLE_LUA_SECTIONS, &edit);
    if (has_anchor) {
        diffable_lua_refuse_swapped(L, &edit.list, -1, diffable_lua_contains_section);
    }
    diffable_id anchor = has_anchor ? diffable_lua_check_anchor(L) : (diffable_id){ 0 };
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_lua_end_edit(
        L, &edit, function(snapshot, edit.list.ids, edit.list.contents, edit.list.count, anchor, &edit.error));
    if (have_items) {
        diffable_lua_append_items_of_sections(L, 1, &edit.list);
        diffable_lua_end_edits_of_copy(L);
    }
    return 0;
}

static int append_sections(lua_State *L)
{
    return edit_sections_at(L, append_sections_at_end, false);
}

static int insert_sections_before(lua_State *L)
{
    return edit_sections_at(L, diffable_snapshot_insert_sections_before, true);
}

static int insert_sections_after(lua_State *L)
{
    return edit_sections_at(L, diffable_snapshot_insert_sections_after, true);
}

static int delete_sections(lua_State *L)
{
    return diffable_lua_edit_delete(
        L, DIFFABLE_LUA_SECTIONS, diffable_snapshot_delete_sections, diffable_lua_contains_section);
}

static int edit_move_of_section(lua_State *L, diffable_lua_move_function function)
{
    diffable_lua_check_snapshot(L, 1);
    diffable_lua_refuse_section_content(L, DIFFABLE_LUA_ANCHOR, false);
    return diffable_lua_edit_move(L, function);
}

static int move_section_before(lua_State *L)
{
    return edit_move_of_section(L, diffable_snapshot_move_section_before);
}

static int move_section_after(lua_State *L)
{
    return edit_move_of_section(L, diffable_snapshot_move_section_after);
}

static int reload_sections(lua_State *L)
{
    return edit_sections_mark(L, diffable_snapshot_reload_sections);
}

static int reconfigure_sections(lua_State *L)
{
    return edit_sections_mark(L, diffable_snapshot_reconfigure_sections);
}

static int update_sections(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    refuse_items(L);
    return diffable_lua_edit_contents(L, DIFFABLE_LUA_SECTIONS, diffable_snapshot_update_sections);
}

static const diffable_lua_function section_edits[] = {
    { "append_sections", append_sections, 1, 0,
        "several are one list, as in { \"a\", { id = \"b\", items = { 1, 2 } } }" },
    { "insert_sections_before", insert_sections_before, 2, 0, diffable_lua_several },
    { "insert_sections_after", insert_sections_after, 2, 0, diffable_lua_several },
    { "delete_sections", delete_sections, 2, 1, "no options" },
    { "move_section_before", move_section_before, 2, 0, NULL },
    { "move_section_after", move_section_after, 2, 0, NULL },
    { "reload_sections", reload_sections, 1, 0, diffable_lua_several },
    { "reconfigure_sections", reconfigure_sections, 1, 0,
        "several are one list, as in { \"a\", { id = \"b\", title = \"B\" } }" },
    { "update_sections", update_sections, 1, 0,
        "a table has its identifier and the fields that change, as in { id = \"a\", title = \"A\" }" },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_section_edits(lua_State *L)
{
    diffable_lua_add_edits(L, diffable_lua_snapshot_name, section_edits);
}
