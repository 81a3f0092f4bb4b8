/*
 * The providers and handlers of a data source: the callbacks of the engine, which call Lua functions. A function named
 * call_... runs in a protected call, with the request and the data source as its arguments.
 */
#include <string.h>

#include "sources.h"

enum { REQUEST = 1, SOURCE = 2, SHOWN = 3 };

/* Cells */

int diffable_lua_refuse_in_callback(lua_State *L, const char *message)
{
    luaL_where(L, 2);
    const char *where = lua_tostring(L, -1);
    lua_pushfstring(L, "%s%s: %s", where, diffable_status_name(DIFFABLE_ERROR_INVALID_ARGUMENT), message);
    diffable_lua_make_error(L, strlen(where), 0);
    return lua_error(L);
}

/*
 * Raises if the provider on top of the stack is not a function: a script may have stored something else in the table
 * source.cells or source.supplementary.
 */
static void check_provider(lua_State *L, const char *field)
{
    if (!diffable_lua_has_type(L, -1, LUA_TFUNCTION)) {
        diffable_lua_refuse_in_callback(
            L, lua_pushfstring(L, "function expected in source.%s, got %s", field, luaL_typename(L, -1)));
    }
}

/* Pushes the provider for the item at SHOWN: that of its kind, or else the one for all items; nil if there is none. */
static void push_cell_provider(lua_State *L)
{
    if (lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_CELLS) == LUA_TTABLE && lua_type(L, SHOWN) == LUA_TTABLE) {
        int type = lua_getfield(L, SHOWN, "kind"); /* not raw: a class may define the kind of its objects in __index */
        if (type != LUA_TNIL && type != LUA_TSTRING && type != LUA_TNUMBER) {
            diffable_lua_refuse_in_callback(L,
                lua_pushfstring(L, "\"kind\", which selects one of source.cells: string or number expected, got %s",
                    lua_typename(L, type)));
        }
        if (type != LUA_TNIL && lua_rawget(L, -2) != LUA_TNIL) {
            check_provider(L, "cells");
            return;
        }
    }
    lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_CELL);
}

static int fail_without_provider(lua_State *L, diffable_lua_request *request)
{
    request->returned_message = true;
    diffable_lua_push_subject(L, request);
    const char *subject = lua_tostring(L, -1);
    luaL_where(L, 2);
    const char *where = lua_tostring(L, -1);
    const char *code = diffable_status_name(DIFFABLE_ERROR_NO_PROVIDER);
    bool is_table = lua_type(L, SHOWN) == LUA_TTABLE;
    if (is_table && lua_getfield(L, SHOWN, "kind") != LUA_TNIL) {
        size_t size;
        const char *kind = luaL_tolstring(L, -1, &size);
        diffable_lua_push_quoted(L, kind, size);
        lua_pushfstring(L, "%s%s: no cell provider for kind %s of %s", where, code, lua_tostring(L, -1), subject);
    } else {
        const char *reason = is_table ? "its content has no \"kind\"" : "it is a bare identifier, without a \"kind\"";
        lua_pushfstring(L, "%s%s: no cell provider for %s: %s", where, code, subject, reason);
    }
    diffable_lua_push_id(L, request->id);
    lua_insert(L, -2);
    diffable_lua_make_error(L, strlen(where), lua_gettop(L) - 1);
    return 1;
}

/*
 * Calls the provider, which is on the stack below its three arguments, and reads the cell that it returns. Returns 0,
 * or pushes an error message and returns 1.
 */
static int call_provider(lua_State *L, diffable_lua_request *request)
{
    int provider = lua_gettop(L) - 3;
    lua_call(L, 3, LUA_MULTRET);
    int results = lua_gettop(L) - provider + 1;
    if (results > 1 || (results == 0 && request->kind == DIFFABLE_LUA_CELL)) {
        return diffable_lua_refuse_results(L, SHOWN, request, results) ? 0 : 1;
    }
    lua_settop(L, provider);
    return diffable_lua_read_cell(L, provider, SHOWN, request) ? 0 : 1;
}

static int call_cell_provider(lua_State *L)
{
    diffable_lua_request *request = lua_touserdata(L, REQUEST);
    diffable_lua_push_content(L, request->content, request->id, DIFFABLE_LUA_ITEMS);
    push_cell_provider(L);
    if (lua_isnil(L, -1)) {
        return fail_without_provider(L, request);
    }
    lua_pushvalue(L, SHOWN);
    diffable_lua_push_index_path(L, request->path);
    lua_pushvalue(L, SOURCE);
    return call_provider(L, request);
}

static int call_supplementary_provider(lua_State *L)
{
    diffable_lua_request *request = lua_touserdata(L, REQUEST);
    diffable_lua_push_content(L, request->content, request->id, DIFFABLE_LUA_SECTIONS);
    lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_SUPPLEMENTARY);
    lua_pushstring(L, request->name);
    if (lua_rawget(L, -2) == LUA_TNIL) {
        return 0;
    }
    check_provider(L, "supplementary");
    lua_pushvalue(L, SHOWN);
    diffable_lua_push_index(L, request->path.section);
    lua_pushvalue(L, SOURCE);
    return call_provider(L, request);
}

static diffable_status provide_cell(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    const diffable_lua_source *source = user_data;
    diffable_lua_request request = {
        .kind = DIFFABLE_LUA_CELL, .id = *item, .content = *content, .path = *path, .cell = cell
    };
    return diffable_lua_run_source(source, call_cell_provider, &request, 1, DIFFABLE_ERROR_PROVIDER_FAILED);
}

static diffable_status provide_supplementary(const char *kind, const diffable_id *section,
    const diffable_content *content, size_t index, diffable_cell *cell, void *user_data)
{
    const diffable_lua_source *source = user_data;
    diffable_index_path path = (diffable_index_path){ (ptrdiff_t)index, -1 };
    diffable_lua_request request = { .kind = DIFFABLE_LUA_SUPPLEMENTARY,
        .id = *section,
        .content = *content,
        .path = path,
        .name = kind,
        .cell = cell };
    return diffable_lua_run_source(source, call_supplementary_provider, &request, 1, DIFFABLE_ERROR_PROVIDER_FAILED);
}

/* Handlers */

/* Pushes the handler of a request, or nil, and returns whether there is one. */
static bool push_handler(lua_State *L, const diffable_lua_request *request)
{
    lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_HANDLERS);
    lua_pushstring(L, request->name);
    return lua_rawget(L, -2) != LUA_TNIL;
}

void diffable_lua_push_item(lua_State *L, int source, diffable_id item)
{
    const diffable_lua_object *object = lua_touserdata(L, source);
    diffable_lua_object *list = diffable_lua_push_object(L, &diffable_lua_snapshot_type, 0);
    diffable_lua_attach_engine(list, diffable_data_source_snapshot(object->engine));
    diffable_lua_push_content(L, diffable_snapshot_item_content(list->engine, item), item, DIFFABLE_LUA_ITEMS);
    diffable_lua_release(L, list);
    lua_remove(L, -2);
}

/* Raises if a handler that cannot refuse returned false. The message names the handler that can. */
static void refuse_answer(lua_State *L, const diffable_lua_request *request)
{
    if (lua_type(L, -1) == LUA_TBOOLEAN && !lua_toboolean(L, -1)) {
        bool is_drag = strstr(request->name, "reorder") != NULL, expands = strstr(request->name, "expand") != NULL;
        const char *asks = is_drag ? "can_reorder_item" : expands ? "should_expand_item" : "should_collapse_item";
        diffable_lua_refuse_in_callback(
            L, lua_pushfstring(L, "it returned false, which would be ignored; %s refuses, and so does an error", asks));
    }
}

static int call_item_handler(lua_State *L)
{
    const diffable_lua_request *request = lua_touserdata(L, REQUEST);
    if (push_handler(L, request)) {
        diffable_lua_push_item(L, SOURCE, request->id);
        lua_call(L, 1, 1);
        if (request->answer == NULL) {
            refuse_answer(L, request);
        } else {
            *request->answer = lua_toboolean(L, -1);
        }
    }
    return 0;
}

static int call_transaction_handler(lua_State *L)
{
    const diffable_lua_request *request = lua_touserdata(L, REQUEST);
    if (push_handler(L, request)) {
        diffable_lua_push_requested_transaction(L, SOURCE, request);
        lua_call(L, 1, 1);
        refuse_answer(L, request);
    }
    return 0;
}

/* snapshot_for_expanding_parent: the script returns the children of an item that is being expanded. */
static int call_children_handler(lua_State *L)
{
    enum { HANDLER_TABLE = 3, HANDLER, ITEM, CHILDREN, RESULT = ITEM };
    const diffable_lua_request *request = lua_touserdata(L, REQUEST);
    if (!push_handler(L, request)) {
        return 0;
    }
    diffable_lua_push_item(L, SOURCE, request->id);
    diffable_lua_object *children = diffable_lua_push_object(L, &diffable_lua_snapshot_type, 0);
    diffable_lua_attach_engine(children, diffable_snapshot_copy(request->children));
    diffable_lua_share_key(L, SOURCE, CHILDREN);
    diffable_lua_share_kept(L, SOURCE, CHILDREN);
    lua_pushvalue(L, CHILDREN);
    lua_insert(L, HANDLER);
    lua_call(L, 2, 1);
    if (lua_isnil(L, RESULT)) {
        if (children->engine != NULL && !diffable_snapshot_equal(children->engine, request->children)) {
            return diffable_lua_refuse_in_callback(
                L, "it edited the children and returned nothing; return the children");
        }
        return 0;
    }
    lua_remove(L, HANDLER);
    const diffable_lua_object *result = luaL_testudata(L, HANDLER, diffable_lua_snapshot_name);
    if (result == NULL || (result->engine != NULL && !diffable_snapshot_is_section_snapshot(result->engine))) {
        bool is_named = luaL_getmetafield(L, HANDLER, "__name") == LUA_TSTRING;
        const char *got = is_named ? diffable_lua_push_escaped(L, -1) : luaL_typename(L, HANDLER);
        const char *hint = lua_istable(L, HANDLER) ? "; diffable.section_snapshot{ ... } makes one" : "";
        return diffable_lua_refuse_in_callback(
            L, lua_pushfstring(L, "section snapshot or nil expected, got %s%s", got, hint));
    }
    if (result->engine == NULL) {
        return diffable_lua_refuse_in_callback(L, "section snapshot or nil expected, got a closed one");
    }
    lua_settop(L, ITEM);
    diffable_lua_add_kept(L, HANDLER, SOURCE);
    diffable_lua_object *copy = diffable_lua_push_private_copy(L, HANDLER, &diffable_lua_snapshot_type);
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_assign(request->children, copy->engine, &error);
    diffable_lua_release(L, copy);
    return diffable_lua_check_status(L, status, error);
}

static diffable_status run(const void *user_data, lua_CFunction body, diffable_lua_request *request)
{
    const diffable_lua_source *source = user_data;
    return diffable_lua_run_source(source, body, request, 0, DIFFABLE_ERROR_CALLBACK_FAILED);
}

static diffable_status ask(const char *name, diffable_id item, bool default_answer, bool *answer, const void *user_data)
{
    diffable_lua_request request = { .kind = DIFFABLE_LUA_ITEM_HANDLER, .name = name, .id = item, .answer = answer };
    *answer = default_answer;
    return run(user_data, call_item_handler, &request);
}

static diffable_status notify(const char *name, diffable_id item, const void *user_data)
{
    diffable_lua_request request = { .kind = DIFFABLE_LUA_ITEM_HANDLER, .name = name, .id = item };
    return run(user_data, call_item_handler, &request);
}

static diffable_status notify_of_transaction(
    const char *name, const diffable_transaction *transaction, const void *user_data)
{
    diffable_lua_request request = {
        .kind = DIFFABLE_LUA_TRANSACTION_HANDLER, .name = name, .transaction = transaction
    };
    return run(user_data, call_transaction_handler, &request);
}

static diffable_status should_expand_item(const diffable_id *item, bool *answer, void *source)
{
    return ask("should_expand_item", *item, true, answer, source);
}

static diffable_status will_expand_item(const diffable_id *item, void *source)
{
    return notify("will_expand_item", *item, source);
}

static diffable_status should_collapse_item(const diffable_id *item, bool *answer, void *source)
{
    return ask("should_collapse_item", *item, true, answer, source);
}

static diffable_status will_collapse_item(const diffable_id *item, void *source)
{
    return notify("will_collapse_item", *item, source);
}

static diffable_status snapshot_for_expanding_parent(
    const diffable_id *parent, diffable_snapshot *children, void *source)
{
    diffable_lua_request request = {
        .kind = DIFFABLE_LUA_CHILDREN_HANDLER,
        .name = "snapshot_for_expanding_parent",
        .id = *parent,
        .children = children,
    };
    return run(source, call_children_handler, &request);
}

static diffable_status can_reorder_item(const diffable_id *item, bool *answer, void *source)
{
    return ask("can_reorder_item", *item, false, answer, source);
}

static diffable_status will_reorder(const diffable_transaction *transaction, void *source)
{
    return notify_of_transaction("will_reorder", transaction, source);
}

static diffable_status did_reorder(const diffable_transaction *transaction, void *source)
{
    return notify_of_transaction("did_reorder", transaction, source);
}

void diffable_lua_set_drag_handlers(diffable_lua_source *source, bool has_can_reorder_item)
{
    diffable_reordering_handlers handlers = DIFFABLE_REORDERING_HANDLERS_INIT;
    handlers.can_reorder_item = has_can_reorder_item ? can_reorder_item : NULL;
    handlers.will_reorder = will_reorder;
    handlers.did_reorder = did_reorder;
    diffable_lua_ignore(
        diffable_data_source_set_reordering_handlers(source->object.engine, &handlers, source, NULL, NULL));
}

void diffable_lua_set_tree_handlers(diffable_lua_source *source, bool makes_children)
{
    diffable_section_snapshot_handlers of_trees = DIFFABLE_SECTION_SNAPSHOT_HANDLERS_INIT;
    of_trees.should_expand_item = should_expand_item;
    of_trees.will_expand_item = will_expand_item;
    of_trees.should_collapse_item = should_collapse_item;
    of_trees.will_collapse_item = will_collapse_item;
    of_trees.snapshot_for_expanding_parent = makes_children ? snapshot_for_expanding_parent : NULL;
    diffable_lua_ignore(
        diffable_data_source_set_section_snapshot_handlers(source->object.engine, &of_trees, source, NULL, NULL));
}

void diffable_lua_set_providers(diffable_lua_source *source, bool has_cells, bool has_supplementary)
{
    diffable_data_source_set_cell_provider(source->object.engine, has_cells ? provide_cell : NULL, source, NULL);
    diffable_data_source_set_supplementary_provider(
        source->object.engine, has_supplementary ? provide_supplementary : NULL, source, NULL);
}
