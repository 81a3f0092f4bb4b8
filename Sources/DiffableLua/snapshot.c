/* The type `diffable.snapshot`: how snapshots are made, compared, shown and closed. */
#include "snapshots.h"

diffable_lua_snapshot *diffable_lua_push_snapshot(lua_State *L, int contents)
{
    diffable_lua_snapshot *snapshot = lua_newuserdatauv(L, sizeof *snapshot, 1);
    snapshot->engine = NULL;
    diffable_lua_set_type(L, DIFFABLE_LUA_SNAPSHOT);
    if (contents != 0) {
        lua_pushvalue(L, contents);
        lua_setiuservalue(L, -2, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    }
    return snapshot;
}

diffable_snapshot *diffable_lua_check_snapshot(lua_State *L, int argument)
{
    diffable_lua_snapshot *snapshot = luaL_checkudata(L, argument, DIFFABLE_LUA_SNAPSHOT);
    luaL_argcheck(L, snapshot->engine != NULL, argument, "snapshot is closed");
    return snapshot->engine;
}

diffable_lua_snapshot *diffable_lua_push_private_copy(lua_State *L, int argument)
{
    diffable_lua_snapshot *copy = diffable_lua_push_snapshot(L, 0);
    copy->engine = diffable_snapshot_copy(diffable_lua_check_snapshot(L, argument));
    return copy;
}

void diffable_lua_close_snapshot(diffable_lua_snapshot *snapshot)
{
    diffable_snapshot *engine = snapshot->engine;
    snapshot->engine = NULL;
    diffable_snapshot_free(engine);
}

static int close_snapshot(lua_State *L)
{
    diffable_lua_close_snapshot(luaL_checkudata(L, 1, DIFFABLE_LUA_SNAPSHOT));
    lua_pushnil(L);
    lua_setiuservalue(L, 1, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    return 0;
}

/* Appends the items of the section table on top of the stack, the `position`-th of those handed over, to the snapshot at `result`. */
static void append_items_of_section(lua_State *L, int result, size_t position)
{
    const diffable_lua_snapshot *snapshot = lua_touserdata(L, result);
    int section = lua_gettop(L);
    lua_pushliteral(L, "items");
    if (lua_rawget(L, section) == LUA_TNIL) {
        lua_settop(L, section - 1);
        return;
    }
    diffable_lua_reserve_contents(L, result, section + 1);
    lua_getiuservalue(L, result, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    int contents = lua_gettop(L);
    const char *place = lua_pushfstring(L, "section %I, ", diffable_lua_index_to_lua((ptrdiff_t)position));
    diffable_lua_list list;
    diffable_lua_read_list(L, section + 1, 1, place, DIFFABLE_LUA_ITEMS, true, &list);
    lua_pushvalue(L, section);
    diffable_id id = diffable_lua_check_id(L, lua_gettop(L));
    diffable_lua_add_contents(L, contents, &list);
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_append_items(snapshot->engine, list.ids, list.revisions, list.count, id, &error);
    if (status == DIFFABLE_OK) {
        diffable_lua_renew_contents(L, contents, &list);
    }
    diffable_lua_free_list(L, &list);
    if (status != DIFFABLE_OK) {
        diffable_lua_raise(L, error);
    }
    lua_settop(L, section - 1);
}

/* diffable.snapshot([sections]): empty, or filled from tables { id = ..., items = { ... }, ... } */
int diffable_lua_snapshot_new(lua_State *L)
{
    lua_settop(L, 1);
    diffable_lua_new_contents(L, 0);
    int contents = 2;
    diffable_lua_snapshot *snapshot = diffable_lua_push_snapshot(L, contents);
    int result = 3;
    snapshot->engine = diffable_snapshot_new();
    if (lua_isnil(L, 1)) {
        return 1;
    }
    luaL_checktype(L, 1, LUA_TTABLE);
    diffable_lua_list list;
    diffable_lua_read_list(L, 1, 1, "", DIFFABLE_LUA_SECTIONS, true, &list);
    diffable_lua_add_contents(L, contents, &list);
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_append_sections(snapshot->engine, list.ids, list.revisions, list.count, &error);
    size_t count = list.count;
    diffable_lua_free_list(L, &list);
    if (status != DIFFABLE_OK) {
        return diffable_lua_raise(L, error);
    }
    for (size_t i = 0; i < count; i += 1) {
        if (list.single) {
            lua_pushvalue(L, 1);
        } else {
            lua_rawgeti(L, 1, (lua_Integer)i + 1);
        }
        if (lua_type(L, -1) == LUA_TTABLE) {
            append_items_of_section(L, result, i);
        } else {
            lua_pop(L, 1);
        }
    }
    lua_settop(L, result);
    return 1;
}

/* Another snapshot of the same, which shares its contents. */
static int copy(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    lua_settop(L, 1);
    diffable_lua_snapshot *snapshot = diffable_lua_push_snapshot(L, 0);
    snapshot->engine = diffable_snapshot_copy(diffable_lua_check_snapshot(L, 1));
    lua_getiuservalue(L, 1, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    lua_setiuservalue(L, 2, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    return 1;
}

static int equal(lua_State *L)
{
    diffable_lua_snapshot *one = luaL_testudata(L, 1, DIFFABLE_LUA_SNAPSHOT);
    diffable_lua_snapshot *other = luaL_testudata(L, 2, DIFFABLE_LUA_SNAPSHOT);
    bool open = one != NULL && other != NULL && one->engine != NULL && other->engine != NULL;
    lua_pushboolean(L, open && diffable_snapshot_equal(one->engine, other->engine));
    return 1;
}

static int length(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)diffable_snapshot_number_of_items(diffable_lua_check_snapshot(L, 1)));
    return 1;
}

static const luaL_Reg metamethods[] = {
    { "__gc", close_snapshot },
    { "__close", close_snapshot },
    { "__eq", equal },
    { "__len", length },
    { "__tostring", diffable_lua_snapshot_outline },
    { NULL, NULL },
};

static const luaL_Reg methods[] = {
    { "copy", copy },
    { "close", close_snapshot },
    { NULL, NULL },
};

void diffable_lua_open_snapshots(lua_State *L)
{
    diffable_lua_new_type(L, DIFFABLE_LUA_SNAPSHOT, metamethods, methods, NULL);
    lua_getfield(L, -1, "__index");
    diffable_lua_set_functions(L, diffable_lua_snapshot_section_edits);
    diffable_lua_set_functions(L, diffable_lua_snapshot_item_edits);
    diffable_lua_set_functions(L, diffable_lua_snapshot_lookups);
    lua_pop(L, 2);
}
