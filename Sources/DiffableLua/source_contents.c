/*
 * The contents of a data source: one table that leads to everything that its list shows, and to what is hidden
 * beside it (see source_trees.c). An apply brings those
 * of its snapshot along; until the list has changed, both are looked at.
 */
#include "calls.h"

void diffable_lua_push_source_content(lua_State *L, int source, uint64_t revision, diffable_id id)
{
    /* A cell that a view asks for in the middle of an apply may be of the new list or of the old one. */
    static const int places[] = { DIFFABLE_LUA_SOURCE_COMING, DIFFABLE_LUA_SOURCE_CONTENTS };
    for (size_t i = 0; revision != 0 && i < sizeof places / sizeof *places; i += 1) {
        if (lua_getiuservalue(L, source, places[i]) == LUA_TTABLE && diffable_lua_push_content(L, lua_gettop(L), revision)) {
            lua_remove(L, -2);
            return;
        }
        lua_pop(L, 1);
    }
    diffable_lua_push_id(L, id);
}

/* Pushes the contents, and those that come with the running apply; returns whether both are needed. */
static bool push_both(lua_State *L, int source)
{
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
    /* Between the change of the list and the first observer, or before both. */
    return lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_COMING) != LUA_TNIL && !lua_rawequal(L, -1, -2);
}

void diffable_lua_push_source_contents(lua_State *L, int source, const diffable_snapshot *snapshot)
{
    int current = lua_gettop(L) + 1;
    if (push_both(L, source)) {
        diffable_lua_new_contents(L, 0);
        diffable_lua_fill_live_contents(L, current, current + 1, current + 2, snapshot);
        lua_replace(L, current);
    }
    lua_settop(L, current);
}

void diffable_lua_push_tree_contents(lua_State *L, int source, const diffable_section_snapshot *tree)
{
    int current = lua_gettop(L) + 1;
    if (push_both(L, source)) {
        diffable_lua_new_contents(L, 0);
        diffable_lua_buffer *items = diffable_lua_push_buffer(L);
        size_t count = diffable_lua_read_tree(L, tree, diffable_section_snapshot_items, items);
        diffable_lua_carry_tree_contents(L, current, current + 1, current + 2, tree, items->memory, count);
        diffable_lua_resize_buffer(L, items, 0);
        lua_pushvalue(L, current + 2);
        lua_replace(L, current);
    }
    lua_settop(L, current);
}

/*
 * The first observer of every source: its contents change before anyone else is told. Only reads and replaces
 * values that are there, so it needs no protected call.
 */
diffable_status diffable_lua_adopt_contents(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    const diffable_lua_call *call = ((const diffable_lua_source *)user_data)->call;
    if (call == NULL) {
        return DIFFABLE_OK;
    }
    lua_settop(call->L, call->top);
    if (lua_getiuservalue(call->L, call->source, DIFFABLE_LUA_SOURCE_COMING) == LUA_TTABLE) {
        lua_setiuservalue(call->L, call->source, DIFFABLE_LUA_SOURCE_CONTENTS);
    }
    lua_settop(call->L, call->top);
    return DIFFABLE_OK;
}
