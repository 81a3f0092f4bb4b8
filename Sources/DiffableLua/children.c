/* snapshot_for_expanding_parent: a script makes the children of an item that is being expanded. */
#include "calls.h"

enum { REQUEST = 1, SOURCE = 2 };

/* Makes the engine's tree what the one that only this function knows is. It can be edited, but not replaced. */
static void hand_over(lua_State *L, const diffable_section_snapshot *tree, diffable_lua_buffer *buffer, diffable_section_snapshot *target)
{
    size_t count = diffable_lua_read_tree(L, tree, diffable_section_snapshot_items, buffer);
    const diffable_id *ids = buffer->memory;
    diffable_error *error = NULL;
    diffable_status status = diffable_section_snapshot_delete_all(target, &error);
    for (size_t i = 0; i < count && status == DIFFABLE_OK; i += 1) {
        diffable_id parent = diffable_id_none();
        diffable_section_snapshot_parent(tree, ids[i], &parent, NULL);
        uint64_t revision = diffable_section_snapshot_revision_of_item(tree, ids[i]);
        status = diffable_section_snapshot_append(target, &ids[i], &revision, 1, parent, &error);
    }
    if (status == DIFFABLE_OK) {
        count = diffable_section_snapshot_expanded_items(tree, 0, buffer->memory, count);
        status = diffable_section_snapshot_expand(target, ids, count, &error);
    }
    size_t most = diffable_section_snapshot_number_of_items(tree);
    if (status == DIFFABLE_OK) {
        count = diffable_section_snapshot_reloaded_item_identifiers(tree, 0, buffer->memory, most);
        status = diffable_section_snapshot_reload_items(target, ids, NULL, count, &error);
    }
    if (status == DIFFABLE_OK) {
        count = diffable_section_snapshot_reconfigured_item_identifiers(tree, 0, buffer->memory, most);
        status = diffable_section_snapshot_reconfigure_items(target, ids, NULL, count, &error);
    }
    diffable_lua_resize_buffer(L, buffer, 0);
    if (status != DIFFABLE_OK) {
        diffable_lua_raise(L, error);
    }
}

/* Notes that the section of an item has a tree: expanding an item of a plain section makes one. */
static void note_tree(lua_State *L, diffable_id item)
{
    const diffable_lua_source *source = lua_touserdata(L, SOURCE);
    diffable_index_path path = diffable_data_source_index_path(source->engine, item);
    lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_TREES);
    diffable_lua_push_id(L, diffable_data_source_section_identifier(source->engine, (size_t)path.section));
    lua_pushboolean(L, true);
    lua_rawset(L, -3);
}

/* (request, source) */
int diffable_lua_call_children_handler(lua_State *L)
{
    enum { HANDLER_TABLE = 3, HANDLER, ITEM, CHILDREN, COPY = CHILDREN, BUFFER, OWN, BROUGHT };
    const diffable_lua_request *request = lua_touserdata(L, REQUEST);
    note_tree(L, request->id);
    lua_settop(L, SOURCE);
    if (!diffable_lua_push_handler(L, request)) {
        return 0;
    }
    diffable_lua_push_item(L, request->id);
    diffable_lua_section_snapshot *children = diffable_lua_push_section_snapshot(L, 0);
    children->engine = diffable_section_snapshot_copy(request->children);
    lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_CONTENTS);
    lua_setiuservalue(L, CHILDREN, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    lua_call(L, 2, 1);
    if (lua_isnil(L, HANDLER)) {
        return 0;
    }
    const diffable_lua_section_snapshot *result = luaL_testudata(L, HANDLER, DIFFABLE_LUA_SECTION_SNAPSHOT);
    if (result == NULL) {
        bool is_named = luaL_getmetafield(L, HANDLER, "__name") == LUA_TSTRING;
        const char *got = is_named ? diffable_lua_push_shown(L, -1) : luaL_typename(L, HANDLER);
        return luaL_error(L, "%s or nil expected, got %s", DIFFABLE_LUA_SECTION_SNAPSHOT, got);
    }
    if (result->engine == NULL) {
        return luaL_error(L, "%s or nil expected, got a closed one", DIFFABLE_LUA_SECTION_SNAPSHOT);
    }
    lua_settop(L, ITEM);
    diffable_lua_section_snapshot *copy = diffable_lua_push_private_tree(L, HANDLER);
    diffable_lua_buffer *buffer = diffable_lua_push_buffer(L);
    lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_CONTENTS);
    lua_getiuservalue(L, HANDLER, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    if (!lua_rawequal(L, OWN, BROUGHT) && !lua_isnil(L, BROUGHT)) {
        size_t count = diffable_lua_read_tree(L, copy->engine, diffable_section_snapshot_items, buffer);
        diffable_lua_carry_tree_contents(L, BROUGHT, 0, OWN, copy->engine, buffer->memory, count);
    }
    hand_over(L, copy->engine, buffer, request->children);
    return 0;
}
