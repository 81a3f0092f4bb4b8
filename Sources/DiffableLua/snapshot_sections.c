/* Edits of sections. */
#include "snapshots.h"

static int append_sections(lua_State *L)
{
    return diffable_lua_edit_add(L, DIFFABLE_LUA_SECTIONS, diffable_snapshot_append_sections);
}

static int insert_sections_before(lua_State *L)
{
    return diffable_lua_edit_add_at(L, DIFFABLE_LUA_SECTIONS, diffable_snapshot_insert_sections_before, false);
}

static int insert_sections_after(lua_State *L)
{
    return diffable_lua_edit_add_at(L, DIFFABLE_LUA_SECTIONS, diffable_snapshot_insert_sections_after, false);
}

static int delete_sections(lua_State *L)
{
    return diffable_lua_edit_delete(L, DIFFABLE_LUA_SECTIONS, diffable_snapshot_delete_sections);
}

static int move_section_before(lua_State *L)
{
    return diffable_lua_edit_move(L, diffable_snapshot_move_section_before);
}

static int move_section_after(lua_State *L)
{
    return diffable_lua_edit_move(L, diffable_snapshot_move_section_after);
}

static int reload_sections(lua_State *L)
{
    return diffable_lua_edit_mark(L, DIFFABLE_LUA_SECTIONS, diffable_snapshot_reload_sections, diffable_snapshot_revision_of_section);
}

const luaL_Reg diffable_lua_snapshot_section_edits[] = {
    { "append_sections", append_sections },
    { "insert_sections_before", insert_sections_before },
    { "insert_sections_after", insert_sections_after },
    { "delete_sections", delete_sections },
    { "move_section_before", move_section_before },
    { "move_section_after", move_section_after },
    { "reload_sections", reload_sections },
    { NULL, NULL },
};
