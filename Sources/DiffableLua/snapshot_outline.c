/* tostring(snapshot): a line for each section, its items below it, long lists cut short. */
#include "snapshots.h"

enum { MOST_SECTIONS = 100, MOST_ITEMS = 10 };

static void add_line(lua_State *L, luaL_Buffer *buffer, const char *before, diffable_id id)
{
    luaL_addstring(buffer, before);
    diffable_lua_push_quoted_id(L, id);
    luaL_addvalue(buffer);
}

static void add_rest(lua_State *L, luaL_Buffer *buffer, const char *indentation, size_t shown, size_t number)
{
    if (number > shown) {
        lua_pushfstring(L, "\n%s... %I more", indentation, (lua_Integer)(number - shown));
        luaL_addvalue(buffer);
    }
}

static void add_section(lua_State *L, luaL_Buffer *buffer, const diffable_snapshot *snapshot, size_t index)
{
    diffable_id section = diffable_snapshot_section_at(snapshot, index);
    size_t number = 0;
    diffable_snapshot_number_of_items_in_section(snapshot, section, &number, NULL);
    add_line(L, buffer, index == 0 ? "" : "\n", section);
    lua_pushfstring(L, number == 1 ? " (%I item)" : " (%I items)", (lua_Integer)number);
    luaL_addvalue(buffer);
    size_t shown = number < MOST_ITEMS ? number : MOST_ITEMS;
    for (size_t i = 0; i < shown; i += 1) {
        add_line(L, buffer, "\n  ", diffable_snapshot_item_at(snapshot, diffable_index_path_make((ptrdiff_t)index, (ptrdiff_t)i)));
    }
    add_rest(L, buffer, "  ", shown, number);
}

int diffable_lua_snapshot_outline(lua_State *L)
{
    diffable_lua_snapshot *snapshot = luaL_checkudata(L, 1, DIFFABLE_LUA_SNAPSHOT);
    if (snapshot->engine == NULL) {
        lua_pushliteral(L, "(closed snapshot)");
        return 1;
    }
    diffable_lua_snapshot *copy = diffable_lua_push_private_copy(L, 1);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    size_t number = diffable_snapshot_number_of_sections(copy->engine);
    size_t shown = number < MOST_SECTIONS ? number : MOST_SECTIONS;
    for (size_t i = 0; i < shown; i += 1) {
        add_section(L, &buffer, copy->engine, i);
    }
    if (number == 0) {
        luaL_addstring(&buffer, "(empty)");
    }
    add_rest(L, &buffer, "", shown, number);
    diffable_lua_close_snapshot(copy);
    luaL_pushresult(&buffer);
    return 1;
}
