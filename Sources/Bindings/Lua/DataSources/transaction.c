/* The type `diffable.transaction`: the record of an apply. */
#include <string.h>

#include "../internal.h"

static const diffable_lua_type *const type = &diffable_lua_transaction_type;

diffable_lua_object *diffable_lua_push_transaction(lua_State *L, int source)
{
    diffable_lua_object *transaction = diffable_lua_push_object(L, type, 0);
    diffable_lua_share_key(L, source, -1);
    diffable_lua_share_kept(L, source, -1);
    return transaction;
}

static int close_transaction(lua_State *L)
{
    return diffable_lua_close(L, type);
}

static void push_snapshot(lua_State *L, const diffable_snapshot *(*side)(const diffable_transaction *))
{
    diffable_lua_object *snapshot = diffable_lua_push_object(L, &diffable_lua_snapshot_type, 0);
    diffable_lua_share_key(L, 1, -1);
    diffable_lua_share_kept(L, 1, -1);
    diffable_lua_attach_engine(snapshot, diffable_snapshot_copy(side(diffable_lua_check(L, 1, type))));
    snapshot->is_read_only = true;
}

/* Pushes a difference. The caller attaches the engine's object. */
static diffable_lua_object *push_difference(lua_State *L)
{
    diffable_lua_object *difference = diffable_lua_push_object(L, &diffable_lua_difference_type, 0);
    diffable_lua_share_kept(L, 1, -1);
    return difference;
}

static void free_section_transactions(lua_State *L, void *engine, size_t size)
{
    (void)L, (void)size;
    diffable_section_transactions_free(engine);
}

/* Sets a field of the table on top of the stack to a section snapshot. */
static void set_tree(lua_State *L, const char *name, const diffable_snapshot *tree)
{
    diffable_lua_object *copy = diffable_lua_push_object(L, &diffable_lua_snapshot_type, 0);
    diffable_lua_share_key(L, 1, -1);
    diffable_lua_share_kept(L, 1, -1);
    diffable_lua_attach_engine(copy, diffable_snapshot_copy(tree));
    copy->is_read_only = true;
    lua_setfield(L, -2, name);
}

static void push_section_transactions(lua_State *L)
{
    static const diffable_lua_type all_type = { diffable_lua_hidden_name, "section transactions",
        sizeof(diffable_lua_object), 0, 0, free_section_transactions, NULL };
    diffable_lua_object *all = diffable_lua_push_object(L, &all_type, 0);
    diffable_lua_attach_engine(all, diffable_section_transactions_new(diffable_lua_check(L, 1, type)));
    const diffable_section_transactions *engine = all->engine;
    size_t count = diffable_section_transactions_count(engine);
    diffable_lua_new_array(L, count);
    for (size_t i = 0; i < count; i += 1) {
        diffable_section_transaction transaction = DIFFABLE_SECTION_TRANSACTION_INIT;
        diffable_lua_ignore(diffable_section_transactions_at(engine, i, &transaction, NULL));
        lua_createtable(L, 0, 4);
        diffable_lua_push_id(L, transaction.section);
        lua_setfield(L, -2, "section");
        set_tree(L, "initial_snapshot", transaction.initial_snapshot);
        set_tree(L, "final_snapshot", transaction.final_snapshot);
        diffable_lua_object *difference = push_difference(L);
        diffable_lua_attach_engine(difference, diffable_difference_copy(transaction.difference));
        lua_setfield(L, -2, "difference");
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    diffable_lua_release(L, all);
}

/* Making tables may run finalizers, so conflicts are read from a private copy. */
static void push_conflicts(lua_State *L)
{
    diffable_lua_object *copy = diffable_lua_push_object(L, type, 0);
    diffable_lua_attach_engine(copy, diffable_transaction_copy(diffable_lua_check(L, 1, type)));
    diffable_lua_push_conflicts(L, diffable_transaction_conflicts(copy->engine));
    diffable_lua_release(L, copy);
}

static int index(lua_State *L)
{
    lua_pushvalue(L, 2);
    if (lua_rawget(L, METHOD_TABLE) != LUA_TNIL) {
        return 1;
    }
    const diffable_transaction *transaction = diffable_lua_check(L, 1, type);
    if (diffable_lua_is_string(L, 2, "initial_snapshot")) {
        push_snapshot(L, diffable_transaction_initial_snapshot);
    } else if (diffable_lua_is_string(L, 2, "final_snapshot")) {
        push_snapshot(L, diffable_transaction_final_snapshot);
    } else if (diffable_lua_is_string(L, 2, "difference")) {
        diffable_lua_object *difference = push_difference(L);
        diffable_lua_attach_engine(
            difference, diffable_difference_copy(diffable_transaction_difference(diffable_lua_check(L, 1, type))));
    } else if (diffable_lua_is_string(L, 2, "section_transactions")) {
        push_section_transactions(L);
    } else if (diffable_lua_is_string(L, 2, "conflicts")) {
        push_conflicts(L);
    } else if (diffable_lua_is_string(L, 2, "animation")) {
        lua_pushstring(L, diffable_row_animation_name(diffable_transaction_animation(transaction)));
    } else if (diffable_lua_is_string(L, 2, "caption")) {
        diffable_bytes caption = diffable_transaction_caption(transaction);
        if (caption.size == 0) {
            lua_pushnil(L);
        } else {
            diffable_lua_push_bytes(L, caption.data, caption.size);
        }
    } else {
        lua_pushvalue(L, 2);
        lua_gettable(L, METHOD_TABLE); /* raises */
    }
    return 1;
}

static int to_string(lua_State *L)
{
    const diffable_lua_object *transaction = diffable_lua_check_object(L, 1, type);
    if (transaction->engine == NULL) {
        lua_pushliteral(L, "(closed transaction)");
    } else {
        const char *text = diffable_difference_description(diffable_transaction_difference(transaction->engine));
        diffable_lua_push_bytes(L, text, strlen(text));
    }
    return 1;
}

static const luaL_Reg metamethods[] = {
    { "__gc", close_transaction },
    { "__close", close_transaction },
    { "__tostring", to_string },
    { NULL, NULL },
};

static const diffable_lua_function methods[] = {
    { "close", close_transaction, 0, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_transactions(lua_State *L)
{
    static const char *const fields[] = { "initial_snapshot", "final_snapshot", "difference", "section_transactions",
        "conflicts", "animation", "caption", NULL };
    static const diffable_lua_members members = { "transaction", methods, fields };
    diffable_lua_new_type(L, diffable_lua_transaction_name, metamethods, &members, index);
}
