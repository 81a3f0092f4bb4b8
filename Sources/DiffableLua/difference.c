/* The type `diffable.difference`: what changed between two snapshots, as fresh arrays of plain tables. */
#include <limits.h>

#include "snapshots.h"

static const char *const names[] = {
    [DIFFABLE_DELETED_SECTIONS] = "deleted_sections",
    [DIFFABLE_INSERTED_SECTIONS] = "inserted_sections",
    [DIFFABLE_MOVED_SECTIONS] = "moved_sections",
    [DIFFABLE_UPDATED_SECTIONS] = "updated_sections",
    [DIFFABLE_DELETED_ITEMS] = "deleted_items",
    [DIFFABLE_INSERTED_ITEMS] = "inserted_items",
    [DIFFABLE_MOVED_ITEMS] = "moved_items",
    [DIFFABLE_RELOADED_ITEMS] = "reloaded_items",
    [DIFFABLE_RECONFIGURED_ITEMS] = "reconfigured_items",
};

enum { KINDS = sizeof names / sizeof *names };

diffable_lua_difference *diffable_lua_push_difference(lua_State *L)
{
    diffable_lua_difference *difference = lua_newuserdatauv(L, sizeof *difference, 0);
    difference->engine = NULL;
    diffable_lua_set_type(L, DIFFABLE_LUA_DIFFERENCE);
    return difference;
}

diffable_difference *diffable_lua_check_difference(lua_State *L, int argument)
{
    diffable_lua_difference *difference = luaL_checkudata(L, argument, DIFFABLE_LUA_DIFFERENCE);
    luaL_argcheck(L, difference->engine != NULL, argument, "difference is closed");
    return difference->engine;
}

/* diffable.difference(old, new) */
int diffable_lua_difference_new(lua_State *L)
{
    lua_settop(L, 2);
    diffable_lua_difference *difference = diffable_lua_push_difference(L);
    difference->engine = diffable_difference_new(diffable_lua_check_snapshot(L, 1), diffable_lua_check_snapshot(L, 2));
    return 1;
}

void diffable_lua_close_difference(diffable_lua_difference *difference)
{
    diffable_difference *engine = difference->engine;
    difference->engine = NULL;
    diffable_difference_free(engine);
}

static int close_difference(lua_State *L)
{
    diffable_lua_close_difference(luaL_checkudata(L, 1, DIFFABLE_LUA_DIFFERENCE));
    return 0;
}

/* Sections are told by an index, items by an index path. */
void diffable_lua_set_place(lua_State *L, bool is_of_sections, const char *name, diffable_index_path place)
{
    if (is_of_sections) {
        diffable_lua_push_index(L, place.section);
    } else {
        diffable_lua_push_index_path(L, place);
    }
    lua_setfield(L, -2, name);
}

/* Making tables may run finalizers, so changes are read from a copy that only this function knows. */
static void push_changes(lua_State *L, diffable_change_kind kind)
{
    diffable_lua_difference *copy = diffable_lua_push_difference(L);
    copy->engine = diffable_difference_copy(diffable_lua_check_difference(L, 1));
    bool is_of_sections = kind <= DIFFABLE_UPDATED_SECTIONS;
    size_t count = diffable_difference_count(copy->engine, kind);
    lua_createtable(L, count < INT_MAX ? (int)count : INT_MAX, 0);
    for (size_t i = 0; i < count; i += 1) {
        diffable_change change = DIFFABLE_CHANGE_INIT;
        diffable_difference_at(copy->engine, kind, i, &change, NULL);
        lua_createtable(L, 0, 3);
        diffable_lua_push_id(L, change.id);
        lua_setfield(L, -2, "id");
        diffable_lua_set_place(L, is_of_sections, "from", change.from);
        diffable_lua_set_place(L, is_of_sections, "to", change.to);
        if (change.with_section) {
            lua_pushboolean(L, true);
            lua_setfield(L, -2, "with_section");
        }
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    diffable_lua_close_difference(copy);
}

static int counts(lua_State *L)
{
    const diffable_difference *difference = diffable_lua_check_difference(L, 1);
    size_t numbers[KINDS];
    for (int kind = 0; kind < KINDS; kind += 1) {
        numbers[kind] = diffable_difference_count(difference, (diffable_change_kind)kind);
    }
    lua_createtable(L, 0, KINDS);
    for (int kind = 0; kind < KINDS; kind += 1) {
        lua_pushinteger(L, (lua_Integer)numbers[kind]);
        lua_setfield(L, -2, names[kind]);
    }
    return 1;
}

/* Upvalue 2 is the table of methods. */
static int index(lua_State *L)
{
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(2)) != LUA_TNIL) {
        return 1;
    }
    const diffable_difference *difference = diffable_lua_check_difference(L, 1);
    if (diffable_lua_says(L, 2, "is_empty")) {
        lua_pushboolean(L, diffable_difference_is_empty(difference));
        return 1;
    }
    for (int kind = 0; kind < KINDS; kind += 1) {
        if (diffable_lua_says(L, 2, names[kind])) {
            push_changes(L, (diffable_change_kind)kind);
            return 1;
        }
    }
    lua_pushnil(L);
    return 1;
}

static int to_string(lua_State *L)
{
    const diffable_lua_difference *difference = luaL_checkudata(L, 1, DIFFABLE_LUA_DIFFERENCE);
    lua_pushstring(L, difference->engine == NULL ? "(closed difference)" : diffable_difference_description(difference->engine));
    return 1;
}

static const luaL_Reg metamethods[] = {
    { "__gc", close_difference },
    { "__close", close_difference },
    { "__tostring", to_string },
    { NULL, NULL },
};

static const luaL_Reg methods[] = {
    { "counts", counts },
    { "steps", diffable_lua_difference_steps },
    { "close", close_difference },
    { NULL, NULL },
};

void diffable_lua_open_differences(lua_State *L)
{
    diffable_lua_new_type(L, DIFFABLE_LUA_DIFFERENCE, metamethods, methods, index);
    lua_pop(L, 1);
}
