/* The type `diffable.section_snapshot`, a tree: how trees are made, compared and closed. */
#include "snapshots.h"

diffable_lua_section_snapshot *diffable_lua_push_section_snapshot(lua_State *L, int contents)
{
    diffable_lua_section_snapshot *snapshot = lua_newuserdatauv(L, sizeof *snapshot, 1);
    snapshot->engine = NULL;
    diffable_lua_set_type(L, DIFFABLE_LUA_SECTION_SNAPSHOT);
    if (contents != 0) {
        lua_pushvalue(L, contents);
        lua_setiuservalue(L, -2, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    }
    return snapshot;
}

diffable_section_snapshot *diffable_lua_check_section_snapshot(lua_State *L, int argument)
{
    diffable_lua_section_snapshot *snapshot = luaL_checkudata(L, argument, DIFFABLE_LUA_SECTION_SNAPSHOT);
    luaL_argcheck(L, snapshot->engine != NULL, argument, "section snapshot is closed");
    return snapshot->engine;
}

diffable_lua_section_snapshot *diffable_lua_push_private_tree(lua_State *L, int argument)
{
    diffable_lua_section_snapshot *copy = diffable_lua_push_section_snapshot(L, 0);
    copy->engine = diffable_section_snapshot_copy(diffable_lua_check_section_snapshot(L, argument));
    return copy;
}

size_t diffable_lua_read_tree(lua_State *L, const diffable_section_snapshot *tree, diffable_lua_tree_list list, diffable_lua_buffer *buffer)
{
    size_t most = diffable_section_snapshot_number_of_items(tree);
    if (most > SIZE_MAX / sizeof(diffable_id) || !diffable_lua_resize_buffer(L, buffer, most * sizeof(diffable_id))) {
        luaL_error(L, "not enough memory");
    }
    return list(tree, 0, buffer->memory, most);
}

void diffable_lua_close_section_snapshot(diffable_lua_section_snapshot *snapshot)
{
    diffable_section_snapshot *engine = snapshot->engine;
    snapshot->engine = NULL;
    diffable_section_snapshot_free(engine);
}

static int close_section_snapshot(lua_State *L)
{
    diffable_lua_close_section_snapshot(luaL_checkudata(L, 1, DIFFABLE_LUA_SECTION_SNAPSHOT));
    lua_pushnil(L);
    lua_setiuservalue(L, 1, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    return 0;
}

/* diffable.section_snapshot(): an empty tree */
int diffable_lua_section_snapshot_new(lua_State *L)
{
    lua_settop(L, 0);
    diffable_lua_new_contents(L, 0);
    diffable_lua_section_snapshot *tree = diffable_lua_push_section_snapshot(L, 1);
    tree->engine = diffable_section_snapshot_new();
    return 1;
}

/* Another tree of the same, which shares its contents. */
static int copy(lua_State *L)
{
    diffable_lua_check_section_snapshot(L, 1);
    diffable_lua_push_private_tree(L, 1);
    lua_getiuservalue(L, 1, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    lua_setiuservalue(L, -2, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    return 1;
}

static int equal(lua_State *L)
{
    diffable_lua_section_snapshot *one = luaL_testudata(L, 1, DIFFABLE_LUA_SECTION_SNAPSHOT);
    diffable_lua_section_snapshot *other = luaL_testudata(L, 2, DIFFABLE_LUA_SECTION_SNAPSHOT);
    bool open = one != NULL && other != NULL && one->engine != NULL && other->engine != NULL;
    lua_pushboolean(L, open && diffable_section_snapshot_equal(one->engine, other->engine));
    return 1;
}

static int length(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)diffable_section_snapshot_number_of_items(diffable_lua_check_section_snapshot(L, 1)));
    return 1;
}

static const luaL_Reg metamethods[] = {
    { "__gc", close_section_snapshot },
    { "__close", close_section_snapshot },
    { "__eq", equal },
    { "__len", length },
    { "__tostring", diffable_lua_section_snapshot_outline },
    { NULL, NULL },
};

static const luaL_Reg methods[] = {
    { "copy", copy },
    { "close", close_section_snapshot },
    { NULL, NULL },
};

void diffable_lua_open_section_snapshots(lua_State *L)
{
    diffable_lua_new_type(L, DIFFABLE_LUA_SECTION_SNAPSHOT, metamethods, methods, NULL);
    lua_getfield(L, -1, "__index");
    diffable_lua_set_functions(L, diffable_lua_section_snapshot_edits);
    diffable_lua_set_functions(L, diffable_lua_section_snapshot_lookups);
    lua_pop(L, 2);
}
