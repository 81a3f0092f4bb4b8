/* The engine asks what a user may do to an item, and tells what a user does. */
#include "calls.h"

enum { REQUEST = 1, SOURCE = 2 };

const char *const diffable_lua_handler_names[] = {
    "should_expand_item",
    "will_expand_item",
    "should_collapse_item",
    "will_collapse_item",
    "snapshot_for_expanding_parent",
    "can_reorder_item",
    "will_reorder",
    "did_reorder",
    NULL,
};

bool diffable_lua_is_handler(lua_State *L, int name)
{
    const char *const *known = diffable_lua_handler_names;
    while (*known != NULL && !diffable_lua_says(L, name, *known)) {
        known += 1;
    }
    return *known != NULL;
}

bool diffable_lua_push_handler(lua_State *L, const diffable_lua_request *request)
{
    lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_HANDLERS);
    lua_pushstring(L, request->element);
    return lua_rawget(L, -2) == LUA_TFUNCTION;
}

void diffable_lua_push_item(lua_State *L, diffable_id item)
{
    const diffable_lua_source *source = lua_touserdata(L, SOURCE);
    diffable_lua_push_source_content(L, SOURCE, diffable_data_source_revision_of_item(source->engine, item), item);
}

/* (request, source) */
static int call_item_handler(lua_State *L)
{
    const diffable_lua_request *request = lua_touserdata(L, REQUEST);
    if (diffable_lua_push_handler(L, request)) {
        diffable_lua_push_item(L, request->id);
        lua_call(L, 1, 1);
        if (request->answer != NULL) {
            *request->answer = lua_toboolean(L, -1);
        }
    }
    return 0;
}

/* (request, source) */
static int call_transaction_handler(lua_State *L)
{
    const diffable_lua_request *request = lua_touserdata(L, REQUEST);
    if (diffable_lua_push_handler(L, request)) {
        diffable_lua_push_requested_transaction(L, SOURCE, request);
        lua_call(L, 1, 0);
    }
    return 0;
}

static diffable_status run(const void *user_data, lua_CFunction body, diffable_lua_request *request)
{
    diffable_lua_call *call = ((const diffable_lua_source *)user_data)->call;
    if (call == NULL) {
        return DIFFABLE_ERROR_CALLBACK_FAILED;
    }
    return diffable_lua_run(call, body, call->source, request, 0, DIFFABLE_ERROR_CALLBACK_FAILED);
}

static diffable_status ask(const char *name, diffable_id item, bool unless_asked, bool *answer, const void *user_data)
{
    diffable_lua_request request = { .kind = DIFFABLE_LUA_ITEM_HANDLER, .element = name, .id = item, .answer = answer };
    *answer = unless_asked;
    return run(user_data, call_item_handler, &request);
}

static diffable_status tell(const char *name, diffable_id item, const void *user_data)
{
    diffable_lua_request request = { .kind = DIFFABLE_LUA_ITEM_HANDLER, .element = name, .id = item };
    return run(user_data, call_item_handler, &request);
}

static diffable_status tell_of(const char *name, const diffable_transaction *transaction, const void *user_data)
{
    diffable_lua_request request = { .kind = DIFFABLE_LUA_TRANSACTION_HANDLER, .element = name, .transaction = transaction };
    return run(user_data, call_transaction_handler, &request);
}

static diffable_status should_expand_item(diffable_id item, bool *answer, void *source)
{
    return ask("should_expand_item", item, true, answer, source);
}

static diffable_status will_expand_item(diffable_id item, void *source)
{
    return tell("will_expand_item", item, source);
}

static diffable_status should_collapse_item(diffable_id item, bool *answer, void *source)
{
    return ask("should_collapse_item", item, true, answer, source);
}

static diffable_status will_collapse_item(diffable_id item, void *source)
{
    return tell("will_collapse_item", item, source);
}

static diffable_status snapshot_for_expanding_parent(diffable_id parent, diffable_section_snapshot *children, void *source)
{
    diffable_lua_request request = {
        .kind = DIFFABLE_LUA_CHILDREN_HANDLER, .element = "snapshot_for_expanding_parent", .id = parent, .children = children,
    };
    return run(source, diffable_lua_call_children_handler, &request);
}

static diffable_status can_reorder_item(diffable_id item, bool *answer, void *source)
{
    return ask("can_reorder_item", item, false, answer, source);
}

static diffable_status will_reorder(const diffable_transaction *transaction, void *source)
{
    return tell_of("will_reorder", transaction, source);
}

static diffable_status did_reorder(const diffable_transaction *transaction, void *source)
{
    return tell_of("did_reorder", transaction, source);
}

diffable_status diffable_lua_set_handlers(diffable_lua_source *source, diffable_error **error)
{
    diffable_section_snapshot_handlers of_trees = DIFFABLE_SECTION_SNAPSHOT_HANDLERS_INIT;
    of_trees.should_expand_item = should_expand_item;
    of_trees.will_expand_item = will_expand_item;
    of_trees.should_collapse_item = should_collapse_item;
    of_trees.will_collapse_item = will_collapse_item;
    of_trees.snapshot_for_expanding_parent = snapshot_for_expanding_parent;
    diffable_reordering_handlers of_drags = DIFFABLE_REORDERING_HANDLERS_INIT;
    of_drags.can_reorder_item = can_reorder_item;
    of_drags.will_reorder = will_reorder;
    of_drags.did_reorder = did_reorder;
    diffable_status status = diffable_data_source_set_section_snapshot_handlers(source->engine, &of_trees, source, NULL, error);
    return status == DIFFABLE_OK ? diffable_data_source_set_reordering_handlers(source->engine, &of_drags, source, NULL, error) : status;
}
