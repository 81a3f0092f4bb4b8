/*
 * The type `diffable.history`: undo and redo of a data source.
 *
 * A history keeps its data source alive. The data source has a table of the values that its contents refer to, which
 * includes the contents of old lists that the engine still has. So these values still exist when a history brings old
 * contents back. That table belongs to the source and not to the Lua state, so Lua can collect a history and a source
 * even if a content of the source refers to them.
 */
#include "sources.h"

static const diffable_lua_type *const type = &diffable_lua_history_type;

/* Pushes the data source of the history at 1, and returns the history. Raises if one of them is closed. */
static diffable_history *push_source(lua_State *L)
{
    diffable_history *history = diffable_lua_check(L, 1, type);
    lua_settop(L, 1);
    lua_getiuservalue(L, 1, DIFFABLE_LUA_HISTORY_SOURCE);
    diffable_lua_check_source(L, 2);
    return history;
}

/* diffable.history(source [, { limit = }]) */
int diffable_lua_history_new(lua_State *L)
{
    enum { SOURCE = 1, OPTIONS };
    static const char *const names[] = { "limit", NULL };
    diffable_lua_check_source(L, SOURCE);
    lua_settop(L, OPTIONS);
    lua_Integer limit = 0;
    if (diffable_lua_check_options(L, OPTIONS, names) && diffable_lua_push_option(L, OPTIONS, names[0], LUA_TNUMBER)) {
        int is_integer;
        limit = lua_tointegerx(L, -1, &is_integer);
        if (!is_integer || limit < 1) {
            diffable_lua_refuse(L, "option \"limit\": a positive integer expected, got %s", lua_tostring(L, -1));
        }
    }
    if (lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_ORIGINS) != LUA_TNIL) {
        diffable_lua_refuse(
            L, "the list is derived from another one, and cannot be changed; make a history of that one");
    }
    lua_pop(L, 1);
    diffable_lua_object *history = diffable_lua_push_object(L, type, 0);
    lua_pushvalue(L, SOURCE);
    lua_setiuservalue(L, -2, DIFFABLE_LUA_HISTORY_SOURCE);
    diffable_lua_attach_engine(history, diffable_history_new(diffable_lua_check_source(L, SOURCE), (size_t)limit));
    return 1;
}

static int close_history(lua_State *L)
{
    return diffable_lua_close(L, type);
}

typedef diffable_status (*travel_function)(diffable_history *, diffable_transaction **, diffable_error **);

static int travel(lua_State *L, travel_function function)
{
    enum { HISTORY = 1, SOURCE, TRANSACTION };
    push_source(L);
    diffable_lua_object *result = diffable_lua_push_transaction(L, SOURCE);
    diffable_lua_reserve_stack(L);
    diffable_lua_check_source(L, SOURCE);
    diffable_history *history = diffable_lua_check(L, HISTORY, type); /* callbacks may close it */

    diffable_lua_call call;
    diffable_lua_begin_call(L, SOURCE, &call);
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    diffable_status status = function(history, &transaction, &error);
    diffable_lua_attach_engine(result, transaction);
    return diffable_lua_end_apply(&call, TRANSACTION, status, error);
}

/* history:undo(): the transaction, or nil if there is nothing to undo or the call was queued */
static int undo(lua_State *L)
{
    return travel(L, diffable_history_undo);
}

static int redo(lua_State *L)
{
    return travel(L, diffable_history_redo);
}

/* history:group([caption,] function): what the function returns */
static int group(lua_State *L)
{
    enum { HISTORY = 1, SOURCE, FIRST };
    bool has_caption = lua_type(L, 2) == LUA_TSTRING;
    int function = has_caption ? 3 : 2;
    const diffable_lua_object *object = diffable_lua_check_object(L, HISTORY, type);
    diffable_lua_check(L, HISTORY, type);
    if (!has_caption && lua_gettop(L) > 2) {
        diffable_lua_check_type(L, 2, LUA_TSTRING);
    }
    diffable_lua_check_type(L, function, LUA_TFUNCTION);
    lua_settop(L, function);
    int *nesting = diffable_lua_nesting(L);
    if (*nesting >= DIFFABLE_LUA_NESTING_LIMIT) {
        luaL_error(L, "C stack overflow");
    }
    size_t size = 0;
    const char *caption = has_caption ? lua_tolstring(L, 2, &size) : NULL;
    diffable_error *error = NULL;
    diffable_status status = diffable_history_begin_group(diffable_lua_check(L, HISTORY, type), caption, size, &error);
    diffable_lua_check_status(L, status, error);
    *nesting += 1;
    int result = lua_pcall(L, 0, LUA_MULTRET, 0);
    *nesting -= 1;
    if (object->engine != NULL) { /* the function may have closed it */
        diffable_lua_ignore(diffable_history_end_group(object->engine, NULL));
    }
    if (result != LUA_OK) {
        return lua_error(L);
    }
    return lua_gettop(L) - function + 1;
}

static int clear(lua_State *L)
{
    diffable_history_clear(diffable_lua_check(L, 1, type));
    return 0;
}

static void push_caption(
    lua_State *L, bool (*question)(const diffable_history *, diffable_bytes *), const diffable_history *history)
{
    diffable_bytes caption;
    question(history, &caption);
    if (caption.size == 0) {
        lua_pushnil(L);
    } else {
        diffable_lua_push_bytes(L, caption.data, caption.size);
    }
}

static int index(lua_State *L)
{
    lua_pushvalue(L, 2);
    if (lua_rawget(L, METHOD_TABLE) != LUA_TNIL) {
        return 1;
    }
    const diffable_history *history = diffable_lua_check(L, 1, type);
    if (diffable_lua_is_string(L, 2, "can_undo")) {
        lua_pushboolean(L, diffable_history_can_undo(history, NULL));
    } else if (diffable_lua_is_string(L, 2, "can_redo")) {
        lua_pushboolean(L, diffable_history_can_redo(history, NULL));
    } else if (diffable_lua_is_string(L, 2, "undo_caption")) {
        push_caption(L, diffable_history_can_undo, history);
    } else if (diffable_lua_is_string(L, 2, "redo_caption")) {
        push_caption(L, diffable_history_can_redo, history);
    } else {
        lua_pushvalue(L, 2);
        lua_gettable(L, METHOD_TABLE); /* raises */
    }
    return 1;
}

static int to_string(lua_State *L)
{
    const diffable_lua_object *history = diffable_lua_check_object(L, 1, type);
    if (history->engine == NULL) {
        lua_pushliteral(L, "(closed history)");
    } else {
        const char *undo = diffable_history_can_undo(history->engine, NULL) ? "can" : "cannot",
                   *redo = diffable_history_can_redo(history->engine, NULL) ? "can" : "cannot";
        lua_pushfstring(L, "history (%s undo, %s redo)", undo, redo);
    }
    return 1;
}

static const luaL_Reg metamethods[] = {
    { "__gc", close_history },
    { "__close", close_history },
    { "__tostring", to_string },
    { NULL, NULL },
};

static const diffable_lua_function methods[] = {
    { "undo", undo, 0, 0, NULL },
    { "redo", redo, 0, 0, NULL },
    { "group", group, 2, 0, "a caption, which may be left out, and a function" },
    { "clear", clear, 0, 0, NULL },
    { "close", close_history, 0, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_histories(lua_State *L)
{
    static const char *const fields[] = { "can_undo", "can_redo", "undo_caption", "redo_caption", NULL };
    static const diffable_lua_members members = { "history", methods, fields };
    diffable_lua_new_type(L, diffable_lua_history_name, metamethods, &members, index);
}
