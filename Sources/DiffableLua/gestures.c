/* What a user does to a list: taps on an item, and drags of one. */
#include "calls.h"

/* source:toggle_item(item): the transaction, or nil where a handler refused or the tap was put into the queue */
int diffable_lua_source_toggle_item(lua_State *L)
{
    enum { SOURCE = 1, ITEM, TRANSACTION };
    diffable_lua_check_source(L, SOURCE);
    diffable_lua_check_id(L, ITEM);
    lua_settop(L, ITEM);
    if (diffable_lua_wait(L, diffable_lua_source_toggle_item, ITEM)) {
        return 1;
    }
    diffable_transaction **transaction = diffable_lua_push_result(L);
    diffable_lua_reserve_stack(L);
    diffable_lua_tidy_source_contents(L, SOURCE); /* children that are loaded late add to them */
    diffable_data_source *engine = diffable_lua_check_source(L, SOURCE)->engine;
    diffable_id item = diffable_lua_check_id(L, ITEM);

    diffable_lua_call call;
    diffable_lua_begin_apply(L, SOURCE, 0, 0, &call);
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_toggle_item(engine, item, transaction, &error);
    return diffable_lua_end_apply(&call, TRANSACTION, status, error);
}

/* source:reorder_item(from, to): the transaction, or nil where the item may not be dragged or the drag was put into the queue */
int diffable_lua_source_reorder_item(lua_State *L)
{
    enum { SOURCE = 1, FROM, TO, TRANSACTION };
    diffable_lua_check_source(L, SOURCE);
    diffable_lua_check_index_path(L, FROM);
    diffable_lua_check_index_path(L, TO);
    lua_settop(L, TO);
    if (diffable_lua_wait(L, diffable_lua_source_reorder_item, TO)) {
        return 1;
    }
    diffable_transaction **transaction = diffable_lua_push_result(L);
    diffable_lua_reserve_stack(L);
    diffable_index_path from = diffable_lua_check_index_path(L, FROM);
    diffable_index_path to = diffable_lua_check_index_path(L, TO);
    diffable_data_source *engine = diffable_lua_check_source(L, SOURCE)->engine;

    diffable_lua_call call;
    diffable_lua_begin_apply(L, SOURCE, 0, 0, &call);
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_reorder_item(engine, from, to, transaction, &error);
    return diffable_lua_end_apply(&call, TRANSACTION, status, error);
}
