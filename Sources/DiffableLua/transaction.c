/* The type `diffable.transaction`: one apply. */
#include <string.h>

#include "internal.h"

enum { INITIAL_CONTENTS = 1, FINAL_CONTENTS = 2 };

diffable_lua_transaction *diffable_lua_push_transaction(lua_State *L, int initial_contents, int final_contents)
{
    diffable_lua_transaction *transaction = lua_newuserdatauv(L, sizeof *transaction, 2);
    transaction->engine = NULL;
    luaL_setmetatable(L, DIFFABLE_LUA_TRANSACTION);
    diffable_lua_set_transaction_contents(L, lua_gettop(L), initial_contents, final_contents);
    return transaction;
}

void diffable_lua_set_transaction_contents(lua_State *L, int transaction, int initial_contents, int final_contents)
{
    if (initial_contents != 0) {
        lua_pushvalue(L, initial_contents);
        lua_setiuservalue(L, transaction, INITIAL_CONTENTS);
    }
    if (final_contents != 0) {
        lua_pushvalue(L, final_contents);
        lua_setiuservalue(L, transaction, FINAL_CONTENTS);
    }
}

static diffable_transaction *check_transaction(lua_State *L)
{
    diffable_lua_transaction *transaction = luaL_checkudata(L, 1, DIFFABLE_LUA_TRANSACTION);
    luaL_argcheck(L, transaction->engine != NULL, 1, "transaction is closed");
    return transaction->engine;
}

static int close_transaction(lua_State *L)
{
    diffable_lua_transaction *transaction = luaL_checkudata(L, 1, DIFFABLE_LUA_TRANSACTION);
    diffable_transaction *engine = transaction->engine;
    transaction->engine = NULL;
    diffable_transaction_free(engine);
    lua_pushnil(L);
    lua_setiuservalue(L, 1, INITIAL_CONTENTS);
    lua_pushnil(L);
    lua_setiuservalue(L, 1, FINAL_CONTENTS);
    return 0;
}

static void push_snapshot(lua_State *L, int contents, const diffable_snapshot *(*side)(const diffable_transaction *))
{
    lua_getiuservalue(L, 1, contents);
    diffable_lua_snapshot *snapshot = diffable_lua_push_snapshot(L, lua_gettop(L));
    snapshot->engine = diffable_snapshot_copy(side(check_transaction(L)));
}

/* Upvalue 2 is the table of methods. */
static int index(lua_State *L)
{
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(2)) != LUA_TNIL) {
        return 1;
    }
    diffable_transaction *transaction = check_transaction(L);
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    if (strcmp(name, "initial_snapshot") == 0) {
        push_snapshot(L, INITIAL_CONTENTS, diffable_transaction_initial_snapshot);
    } else if (strcmp(name, "final_snapshot") == 0) {
        push_snapshot(L, FINAL_CONTENTS, diffable_transaction_final_snapshot);
    } else if (strcmp(name, "difference") == 0) {
        diffable_lua_transaction *copy = diffable_lua_push_transaction(L, 0, 0);
        copy->engine = diffable_transaction_copy(check_transaction(L));
        diffable_lua_push_difference(L, copy->engine);
    } else if (strcmp(name, "animation") == 0) {
        lua_pushstring(L, diffable_row_animation_name(diffable_transaction_animation(transaction)));
    } else {
        lua_pushnil(L);
    }
    return 1;
}

static int to_string(lua_State *L)
{
    const diffable_lua_transaction *transaction = luaL_checkudata(L, 1, DIFFABLE_LUA_TRANSACTION);
    if (transaction->engine == NULL) {
        lua_pushliteral(L, "(closed transaction)");
    } else {
        lua_pushstring(L, diffable_difference_description(diffable_transaction_difference(transaction->engine)));
    }
    return 1;
}

static const luaL_Reg metamethods[] = {
    { "__gc", close_transaction },
    { "__close", close_transaction },
    { "__tostring", to_string },
    { NULL, NULL },
};

static const luaL_Reg methods[] = {
    { "close", close_transaction },
    { NULL, NULL },
};

void diffable_lua_open_transactions(lua_State *L)
{
    diffable_lua_new_type(L, DIFFABLE_LUA_TRANSACTION, metamethods, methods, index);
    lua_pop(L, 1);
}
