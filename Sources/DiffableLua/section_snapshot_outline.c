/* tostring(section_snapshot): a line for each item, as the core draws it, long trees cut short. */
#include "snapshots.h"

enum { MOST = 1000 };

static size_t level_of(const diffable_section_snapshot *tree, diffable_id item)
{
    size_t level = 0;
    diffable_section_snapshot_level(tree, item, &level, NULL);
    return level;
}

/* `next` is the item behind it in depth-first order, which tells whether it has children; none for the last one. */
static void add_item(lua_State *L, luaL_Buffer *buffer, const diffable_section_snapshot *tree, diffable_id item, diffable_id next)
{
    size_t level = level_of(tree, item);
    bool is_parent = level_of(tree, next) > level, is_expanded = false, is_visible = false;
    diffable_section_snapshot_is_expanded(tree, item, &is_expanded, NULL);
    diffable_section_snapshot_is_visible(tree, item, &is_visible, NULL);
    luaL_addchar(buffer, !is_parent ? ' ' : is_expanded ? '+' : '-');
    luaL_addchar(buffer, is_visible ? '*' : ' ');
    for (size_t i = 0; i < level; i += 1) {
        luaL_addstring(buffer, "  ");
    }
    luaL_addchar(buffer, ' ');
    diffable_lua_push_quoted_id(L, item);
    luaL_addvalue(buffer);
}

int diffable_lua_section_snapshot_outline(lua_State *L)
{
    diffable_lua_section_snapshot *snapshot = luaL_checkudata(L, 1, DIFFABLE_LUA_SECTION_SNAPSHOT);
    if (snapshot->engine == NULL) {
        lua_pushliteral(L, "(closed section snapshot)");
        return 1;
    }
    diffable_lua_buffer *items = diffable_lua_push_buffer(L);
    diffable_lua_section_snapshot *copy = diffable_lua_push_private_tree(L, 1);
    size_t number = diffable_lua_read_tree(L, copy->engine, diffable_section_snapshot_items, items);
    size_t shown = number < MOST ? number : MOST;
    const diffable_id *ids = items->memory;
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (size_t i = 0; i < shown; i += 1) {
        luaL_addstring(&buffer, i == 0 ? "" : "\n");
        add_item(L, &buffer, copy->engine, ids[i], i + 1 < number ? ids[i + 1] : diffable_id_none());
    }
    if (number == 0) {
        luaL_addstring(&buffer, "(empty)");
    }
    if (number > shown) {
        lua_pushfstring(L, "\n... %I more", (lua_Integer)(number - shown));
        luaL_addvalue(&buffer);
    }
    diffable_lua_close_section_snapshot(copy);
    diffable_lua_resize_buffer(L, items, 0);
    luaL_pushresult(&buffer);
    return 1;
}
