/* Questions to a tree. Argument 1 is the tree. */
#include <limits.h>

#include "snapshots.h"

/* Making strings may run finalizers, so lists are read from a private copy. */
static int push_list(lua_State *L, diffable_lua_tree_list list)
{
    diffable_lua_check_section_snapshot(L, 1);
    diffable_lua_buffer *buffer = diffable_lua_push_buffer(L);
    diffable_lua_section_snapshot *copy = diffable_lua_push_private_tree(L, 1);
    size_t count = diffable_lua_read_tree(L, copy->engine, list, buffer);
    lua_createtable(L, count < INT_MAX ? (int)count : INT_MAX, 0);
    for (size_t i = 0; i < count; i += 1) {
        diffable_lua_push_id(L, ((const diffable_id *)buffer->memory)[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    diffable_lua_close_section_snapshot(copy);
    diffable_lua_resize_buffer(L, buffer, 0);
    return 1;
}

static int items(lua_State *L)
{
    return push_list(L, diffable_section_snapshot_items);
}

static int root_items(lua_State *L)
{
    return push_list(L, diffable_section_snapshot_root_items);
}

static int visible_items(lua_State *L)
{
    return push_list(L, diffable_section_snapshot_visible_items);
}

static int expanded_items(lua_State *L)
{
    return push_list(L, diffable_section_snapshot_expanded_items);
}

static int reloaded_item_identifiers(lua_State *L)
{
    return push_list(L, diffable_section_snapshot_reloaded_item_identifiers);
}

static int reconfigured_item_identifiers(lua_State *L)
{
    return push_list(L, diffable_section_snapshot_reconfigured_item_identifiers);
}

typedef diffable_status (*question)(const diffable_section_snapshot *, diffable_id, bool *, diffable_error **);

static int answer(lua_State *L, question function)
{
    const diffable_section_snapshot *tree = diffable_lua_check_section_snapshot(L, 1);
    bool is_so = false;
    diffable_error *error = NULL;
    if (function(tree, diffable_lua_check_id(L, 2), &is_so, &error) != DIFFABLE_OK) {
        return diffable_lua_raise(L, error);
    }
    lua_pushboolean(L, is_so);
    return 1;
}

static int is_expanded(lua_State *L)
{
    return answer(L, diffable_section_snapshot_is_expanded);
}

static int is_visible(lua_State *L)
{
    return answer(L, diffable_section_snapshot_is_visible);
}

/* 0 at the root level: how deep an item is, not the place of anything. */
static int level(lua_State *L)
{
    const diffable_section_snapshot *tree = diffable_lua_check_section_snapshot(L, 1);
    size_t number = 0;
    diffable_error *error = NULL;
    if (diffable_section_snapshot_level(tree, diffable_lua_check_id(L, 2), &number, &error) != DIFFABLE_OK) {
        return diffable_lua_raise(L, error);
    }
    lua_pushinteger(L, (lua_Integer)number);
    return 1;
}

static int parent(lua_State *L)
{
    const diffable_section_snapshot *tree = diffable_lua_check_section_snapshot(L, 1);
    diffable_id id = diffable_id_none();
    diffable_error *error = NULL;
    if (diffable_section_snapshot_parent(tree, diffable_lua_check_id(L, 2), &id, &error) != DIFFABLE_OK) {
        return diffable_lua_raise(L, error);
    }
    diffable_lua_push_id(L, id);
    return 1;
}

static int index(lua_State *L)
{
    const diffable_section_snapshot *tree = diffable_lua_check_section_snapshot(L, 1);
    diffable_lua_push_index(L, diffable_section_snapshot_index(tree, diffable_lua_check_id(L, 2)));
    return 1;
}

static int contains(lua_State *L)
{
    const diffable_section_snapshot *tree = diffable_lua_check_section_snapshot(L, 1);
    lua_pushboolean(L, diffable_section_snapshot_contains(tree, diffable_lua_check_id(L, 2)));
    return 1;
}

/* The content of an item, else its identifier, else nil. */
static int item(lua_State *L)
{
    const diffable_section_snapshot *tree = diffable_lua_check_section_snapshot(L, 1);
    diffable_id id = diffable_lua_check_id(L, 2);
    uint64_t revision = diffable_section_snapshot_revision_of_item(tree, id);
    lua_getiuservalue(L, 1, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    if (!diffable_section_snapshot_contains(tree, id)) {
        lua_pushnil(L);
    } else if (revision == 0 || !diffable_lua_push_content(L, lua_gettop(L), revision)) {
        diffable_lua_push_id(L, id);
    }
    return 1;
}

/* section_snapshot:snapshot_of(parent [, including_parent]): what is below an item as a tree of its own */
static int snapshot_of(lua_State *L)
{
    enum { TREE = 1, PARENT, INCLUDING_PARENT, CONTENTS };
    diffable_lua_check_section_snapshot(L, TREE);
    diffable_lua_check_id(L, PARENT);
    lua_settop(L, INCLUDING_PARENT);
    if (!lua_isnil(L, INCLUDING_PARENT)) {
        luaL_checktype(L, INCLUDING_PARENT, LUA_TBOOLEAN);
    }
    lua_getiuservalue(L, TREE, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    diffable_lua_section_snapshot *result = diffable_lua_push_section_snapshot(L, CONTENTS);
    const diffable_section_snapshot *tree = diffable_lua_check_section_snapshot(L, TREE);
    diffable_id id = diffable_lua_check_id(L, PARENT);
    diffable_error *error = NULL;
    diffable_status status = diffable_section_snapshot_snapshot_of(tree, id, lua_toboolean(L, INCLUDING_PARENT), &result->engine, &error);
    return status == DIFFABLE_OK ? 1 : diffable_lua_raise(L, error);
}

const luaL_Reg diffable_lua_section_snapshot_lookups[] = {
    { "items", items },
    { "root_items", root_items },
    { "visible_items", visible_items },
    { "expanded_items", expanded_items },
    { "reloaded_item_identifiers", reloaded_item_identifiers },
    { "reconfigured_item_identifiers", reconfigured_item_identifiers },
    { "is_expanded", is_expanded },
    { "is_visible", is_visible },
    { "level", level },
    { "parent", parent },
    { "index", index },
    { "contains", contains },
    { "item", item },
    { "snapshot_of", snapshot_of },
    { NULL, NULL },
};
