/* The type `diffable.difference`: what changed between two snapshots, as fresh arrays of plain tables. */
#include <limits.h>
#include <string.h>

#include "internal.h"

typedef struct difference_object {
    const diffable_difference *engine; /* NULL when closed */
    diffable_difference *own;          /* one of these two keeps it alive */
    diffable_transaction *transaction;
    int readers; /* a finalizer that closes it while it is read must wait */
    bool closed;
} difference_object;

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

static difference_object *push_difference(lua_State *L)
{
    difference_object *difference = lua_newuserdatauv(L, sizeof *difference, 0);
    memset(difference, 0, sizeof *difference);
    luaL_setmetatable(L, DIFFABLE_LUA_DIFFERENCE);
    return difference;
}

static difference_object *check_difference(lua_State *L, int argument)
{
    difference_object *difference = luaL_checkudata(L, argument, DIFFABLE_LUA_DIFFERENCE);
    luaL_argcheck(L, !difference->closed, argument, "difference is closed");
    return difference;
}

void diffable_lua_push_difference(lua_State *L, const diffable_transaction *transaction)
{
    difference_object *difference = push_difference(L);
    difference->transaction = diffable_transaction_copy(transaction);
    difference->engine = diffable_transaction_difference(difference->transaction);
}

/* diffable.difference(old, new) */
int diffable_lua_difference_new(lua_State *L)
{
    lua_settop(L, 2);
    difference_object *difference = push_difference(L);
    difference->own = diffable_difference_new(diffable_lua_check_snapshot(L, 1), diffable_lua_check_snapshot(L, 2));
    difference->engine = difference->own;
    return 1;
}

static void let_go(difference_object *difference)
{
    diffable_difference_free(difference->own);
    diffable_transaction_free(difference->transaction);
    difference->own = NULL;
    difference->transaction = NULL;
    difference->engine = NULL;
}

static int close_difference(lua_State *L)
{
    difference_object *difference = luaL_checkudata(L, 1, DIFFABLE_LUA_DIFFERENCE);
    difference->closed = true;
    if (difference->readers == 0) {
        let_go(difference);
    }
    return 0;
}

static int collect_difference(lua_State *L)
{
    difference_object *difference = luaL_checkudata(L, 1, DIFFABLE_LUA_DIFFERENCE);
    difference->closed = true;
    let_go(difference);
    return 0;
}

static bool is_of_sections(diffable_change_kind kind)
{
    return kind <= DIFFABLE_UPDATED_SECTIONS;
}

static void set_place(lua_State *L, diffable_change_kind kind, const char *name, diffable_index_path place)
{
    if (is_of_sections(kind)) {
        diffable_lua_push_index(L, place.section);
    } else {
        diffable_lua_push_index_path(L, place);
    }
    lua_setfield(L, -2, name);
}

static void push_changes(lua_State *L, difference_object *difference, diffable_change_kind kind)
{
    difference->readers += 1;
    size_t count = diffable_difference_count(difference->engine, kind);
    lua_createtable(L, count < INT_MAX ? (int)count : INT_MAX, 0);
    for (size_t i = 0; i < count; i += 1) {
        diffable_change change = DIFFABLE_CHANGE_INIT;
        diffable_difference_at(difference->engine, kind, i, &change, NULL);
        lua_createtable(L, 0, 3);
        diffable_lua_push_id(L, change.id);
        lua_setfield(L, -2, "id");
        set_place(L, kind, "from", change.from);
        set_place(L, kind, "to", change.to);
        if (change.with_section) {
            lua_pushboolean(L, true);
            lua_setfield(L, -2, "with_section");
        }
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    difference->readers -= 1;
    if (difference->closed && difference->readers == 0) {
        let_go(difference);
    }
}

static int counts(lua_State *L)
{
    const difference_object *difference = check_difference(L, 1);
    size_t numbers[KINDS];
    for (int kind = 0; kind < KINDS; kind += 1) {
        numbers[kind] = diffable_difference_count(difference->engine, (diffable_change_kind)kind);
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
    difference_object *difference = check_difference(L, 1);
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    if (strcmp(name, "is_empty") == 0) {
        lua_pushboolean(L, diffable_difference_is_empty(difference->engine));
        return 1;
    }
    for (int kind = 0; kind < KINDS; kind += 1) {
        if (strcmp(name, names[kind]) == 0) {
            push_changes(L, difference, (diffable_change_kind)kind);
            return 1;
        }
    }
    lua_pushnil(L);
    return 1;
}

static int to_string(lua_State *L)
{
    const difference_object *difference = luaL_checkudata(L, 1, DIFFABLE_LUA_DIFFERENCE);
    lua_pushstring(L, difference->closed ? "(closed difference)" : diffable_difference_description(difference->engine));
    return 1;
}

static const luaL_Reg metamethods[] = {
    { "__gc", collect_difference },
    { "__close", close_difference },
    { "__tostring", to_string },
    { NULL, NULL },
};

static const luaL_Reg methods[] = {
    { "counts", counts },
    { "close", close_difference },
    { NULL, NULL },
};

void diffable_lua_open_differences(lua_State *L)
{
    diffable_lua_new_type(L, DIFFABLE_LUA_DIFFERENCE, metamethods, methods, index);
    lua_pop(L, 1);
}
