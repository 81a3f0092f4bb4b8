/* The type `diffable.transaction`: one apply. */
#include <limits.h>

#include "snapshots.h"

enum { INITIAL_CONTENTS = 1, FINAL_CONTENTS = 2 };

diffable_lua_transaction *diffable_lua_push_transaction(lua_State *L, int initial_contents, int final_contents)
{
    diffable_lua_transaction *transaction = lua_newuserdatauv(L, sizeof *transaction, 2);
    transaction->engine = NULL;
    diffable_lua_set_type(L, DIFFABLE_LUA_TRANSACTION);
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

static void free_section_transactions(void *transactions)
{
    diffable_section_transactions_free(transactions);
}

/* Sets a field of the table on top of the stack to a tree with the contents of one side. */
static void set_tree(lua_State *L, const char *name, int contents, const diffable_section_snapshot *tree)
{
    lua_getiuservalue(L, 1, contents);
    diffable_lua_section_snapshot *copy = diffable_lua_push_section_snapshot(L, lua_gettop(L));
    copy->engine = diffable_section_snapshot_copy(tree);
    lua_remove(L, -2);
    lua_setfield(L, -2, name);
}

static void push_section_transactions(lua_State *L)
{
    diffable_lua_holder *holder = diffable_lua_push_holder(L, free_section_transactions);
    diffable_section_transactions *engine = diffable_section_transactions_new(check_transaction(L));
    holder->engine = engine;
    size_t count = diffable_section_transactions_count(engine);
    lua_createtable(L, count < INT_MAX ? (int)count : INT_MAX, 0);
    for (size_t i = 0; i < count; i += 1) {
        lua_createtable(L, 0, 4);
        diffable_lua_push_id(L, diffable_section_transactions_section_at(engine, i));
        lua_setfield(L, -2, "section");
        set_tree(L, "initial_snapshot", INITIAL_CONTENTS, diffable_section_transactions_initial_snapshot_at(engine, i));
        set_tree(L, "final_snapshot", FINAL_CONTENTS, diffable_section_transactions_final_snapshot_at(engine, i));
        diffable_lua_difference *difference = diffable_lua_push_difference(L);
        difference->engine = diffable_difference_copy(diffable_section_transactions_difference_at(engine, i));
        lua_setfield(L, -2, "difference");
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    diffable_lua_empty_holder(holder);
}

/* Upvalue 2 is the table of methods. */
static int index(lua_State *L)
{
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(2)) != LUA_TNIL) {
        return 1;
    }
    diffable_transaction *transaction = check_transaction(L);
    if (diffable_lua_says(L, 2, "initial_snapshot")) {
        push_snapshot(L, INITIAL_CONTENTS, diffable_transaction_initial_snapshot);
    } else if (diffable_lua_says(L, 2, "final_snapshot")) {
        push_snapshot(L, FINAL_CONTENTS, diffable_transaction_final_snapshot);
    } else if (diffable_lua_says(L, 2, "difference")) {
        diffable_lua_difference *difference = diffable_lua_push_difference(L);
        difference->engine = diffable_difference_copy(diffable_transaction_difference(check_transaction(L)));
    } else if (diffable_lua_says(L, 2, "section_transactions")) {
        push_section_transactions(L);
    } else if (diffable_lua_says(L, 2, "animation")) {
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
