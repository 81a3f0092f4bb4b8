/* Edits of items. */
#include "snapshots.h"

static int append_items(lua_State *L)
{
    return diffable_lua_edit_add_at(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_append_items, true);
}

static int insert_items_before(lua_State *L)
{
    return diffable_lua_edit_add_at(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_insert_items_before, false);
}

static int insert_items_after(lua_State *L)
{
    return diffable_lua_edit_add_at(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_insert_items_after, false);
}

static int delete_items(lua_State *L)
{
    return diffable_lua_edit_delete(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_delete_items);
}

/* Returns, as delete_items does, how many items went; their sections go as well. */
static int delete_all_items(lua_State *L)
{
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    size_t deleted = diffable_snapshot_number_of_items(snapshot);
    diffable_error *error = NULL;
    if (diffable_snapshot_delete_all_items(snapshot, &error) != DIFFABLE_OK) {
        return diffable_lua_raise(L, error);
    }
    lua_pushinteger(L, (lua_Integer)deleted);
    return 1;
}

static int move_item_before(lua_State *L)
{
    return diffable_lua_edit_move(L, diffable_snapshot_move_item_before);
}

static int move_item_after(lua_State *L)
{
    return diffable_lua_edit_move(L, diffable_snapshot_move_item_after);
}

static int move_items_to_section(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    diffable_lua_list list;
    lua_settop(L, 3);
    diffable_lua_read_list(L, 2, 2, "", DIFFABLE_LUA_ITEMS, false, &list);
    diffable_id section = diffable_lua_check_id(L, 3);
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_move_items_to_section(diffable_lua_check_snapshot(L, 1), list.ids, list.count, section, &error);
    diffable_lua_free_list(L, &list);
    return status == DIFFABLE_OK ? 0 : diffable_lua_raise(L, error);
}

static int reload_items(lua_State *L)
{
    return diffable_lua_edit_mark(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_reload_items, diffable_snapshot_revision_of_item);
}

static int reconfigure_items(lua_State *L)
{
    return diffable_lua_edit_mark(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_reconfigure_items, diffable_snapshot_revision_of_item);
}

const luaL_Reg diffable_lua_snapshot_item_edits[] = {
    { "append_items", append_items },
    { "insert_items_before", insert_items_before },
    { "insert_items_after", insert_items_after },
    { "delete_items", delete_items },
    { "delete_all_items", delete_all_items },
    { "move_item_before", move_item_before },
    { "move_item_after", move_item_after },
    { "move_items_to_section", move_items_to_section },
    { "reload_items", reload_items },
    { "reconfigure_items", reconfigure_items },
    { NULL, NULL },
};
