/*
 * The edits of items that a snapshot has: delete, move, mark, update and rename them. Argument 1 is the snapshot, 2 the
 * items, 3 an anchor if the edit has one.
 */
#include "../internal.h"

static int delete_items(lua_State *L)
{
    return diffable_lua_edit_delete(
        L, DIFFABLE_LUA_ITEMS, diffable_snapshot_delete_items, diffable_snapshot_contains_item);
}

/*
 * Deletes all items, and also all sections unless the snapshot is a section snapshot. Returns how many items were
 * deleted, as delete_items does.
 */
static int clear(lua_State *L)
{
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    size_t deleted = diffable_snapshot_number_of_all_items(snapshot);
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_clear(snapshot, &error);
    diffable_lua_check_status(L, status, error);
    lua_pushinteger(L, (lua_Integer)deleted);
    return 1;
}

static int edit_move_of_item(lua_State *L, diffable_lua_move_function function)
{
    diffable_lua_resolve_key(L, DIFFABLE_LUA_SUBJECTS);
    diffable_lua_resolve_key(L, DIFFABLE_LUA_ANCHOR);
    return diffable_lua_edit_move(L, function);
}

static int move_item_before(lua_State *L)
{
    return edit_move_of_item(L, diffable_snapshot_move_item_before);
}

static int move_item_after(lua_State *L)
{
    return edit_move_of_item(L, diffable_snapshot_move_item_after);
}

static int move_items_to_section(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    diffable_lua_refuse_section_content(L, DIFFABLE_LUA_ANCHOR, false);
    diffable_lua_edit edit;
    diffable_lua_begin_bare_edit(L, DIFFABLE_LUA_ITEMS, &edit);
    diffable_id section = diffable_lua_check_anchor(L);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    return diffable_lua_end_edit(L, &edit,
        diffable_snapshot_move_items(
            snapshot, edit.list.ids, edit.list.count, DIFFABLE_AT_END_OF_SECTION, &section, &edit.error));
}

static int reload_items(lua_State *L)
{
    return diffable_lua_edit_mark(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_reload_items);
}

static int reconfigure_items(lua_State *L)
{
    return diffable_lua_edit_mark(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_reconfigure_items);
}

static int update_items(lua_State *L)
{
    return diffable_lua_edit_contents(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_update_items);
}

/* Renaming */

/*
 * Returns false if there is no key, if the item at SUBJECTS has no content, or if its identifier stays the same. If the
 * key is the name of a field, pushes a copy of the content with the identifier at ANCHOR, and returns true. Raises if
 * the key is a function, because the module does not know which content would have the new identifier.
 */
static bool push_renamed_content(lua_State *L)
{
    int top = lua_gettop(L);
    diffable_id id = diffable_lua_check_id(L, DIFFABLE_LUA_SUBJECTS);
    diffable_content content = diffable_snapshot_item_content(diffable_lua_check_snapshot(L, 1), id);
    bool is_same = diffable_lua_are_same_ids(id, diffable_lua_check_id(L, DIFFABLE_LUA_ANCHOR));
    if (is_same || content.data == NULL || !diffable_lua_push_key(L, 1)) {
        return false;
    }
    if (lua_type(L, top + 1) != LUA_TSTRING) {
        diffable_lua_refuse(L,
            "the key is a function, and the content would keep the old identifier; delete the item and insert another "
            "one");
    }
    id = diffable_lua_check_id(L, DIFFABLE_LUA_SUBJECTS);
    diffable_lua_push_content_copy(
        L, diffable_snapshot_item_content(diffable_lua_check_snapshot(L, 1), id), id, DIFFABLE_LUA_ITEMS);
    lua_insert(L, top + 1);
    lua_pushvalue(L, DIFFABLE_LUA_ANCHOR);
    lua_rawset(L, top + 1);
    return true;
}

/* Renames an item whose content contains the identifier. The new content is on top of the stack. */
static int rename_with_content(lua_State *L)
{
    int content = lua_gettop(L);
    diffable_lua_push_copy(L, 1, &diffable_lua_snapshot_type);
    lua_pushvalue(L, 1);
    lua_replace(L, DIFFABLE_LUA_ORIGINAL);
    lua_replace(L, 1);
    diffable_lua_edit_move(L, diffable_snapshot_rename_item);
    lua_pushvalue(L, content);
    lua_replace(L, DIFFABLE_LUA_SUBJECTS);
    diffable_lua_edit edit;
    diffable_lua_begin_edit(L, DIFFABLE_LUA_ITEMS, &edit);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_lua_end_edit(L, &edit,
        diffable_snapshot_reconfigure_items(snapshot, edit.list.ids, edit.list.contents, edit.list.count, &edit.error));
    diffable_lua_end_edits_of_copy(L);
    return 0;
}

/* snapshot:rename_item(id, new_id) */
static int rename_item(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    diffable_lua_resolve_key(L, DIFFABLE_LUA_SUBJECTS);
    diffable_lua_check_id(L, DIFFABLE_LUA_SUBJECTS);
    if (lua_type(L, DIFFABLE_LUA_ANCHOR) == LUA_TTABLE) {
        diffable_lua_refuse_argument(
            L, DIFFABLE_LUA_ANCHOR, "the new identifier alone expected, got table; update_items changes the content");
    }
    diffable_lua_check_id(L, DIFFABLE_LUA_ANCHOR);
    lua_settop(L, DIFFABLE_LUA_ORIGINAL);
    return push_renamed_content(L) ? rename_with_content(L) : diffable_lua_edit_move(L, diffable_snapshot_rename_item);
}

static const diffable_lua_function item_edits[] = {
    { "delete_items", delete_items, 2, 1, "no options" },
    { "clear", clear, 0, 0, "it deletes everything; delete_sections and delete_items delete some" },
    { "delete_all_items", clear, 0, 0, "it deletes everything; delete_sections and delete_items delete some" },
    { "move_item_before", move_item_before, 2, 0, NULL },
    { "move_item_after", move_item_after, 2, 0, NULL },
    { "move_items_to_section", move_items_to_section, 2, 0, diffable_lua_several },
    { "reload_items", reload_items, 1, 0, diffable_lua_several },
    { "reconfigure_items", reconfigure_items, 1, 0, "several are one list, as in { 1, { id = 2, title = \"Two\" } }" },
    { "update_items", update_items, 1, 0,
        "a table has its identifier and the fields that change, as in { id = 1, title = \"One\" }" },
    { "rename_item", rename_item, 2, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_item_edits(lua_State *L)
{
    diffable_lua_add_edits(L, diffable_lua_snapshot_name, item_edits);
}
