/* The engine asks for cells and supplementary cells. */
#include "calls.h"

enum { REQUEST = 1, SOURCE = 2, SHOWN = 3 };

/* Pushes the provider for the item at SHOWN: that of its kind, else the one for all; nil where there is none. */
static void push_cell_provider(lua_State *L)
{
    if (lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_CELLS) == LUA_TTABLE && lua_type(L, SHOWN) == LUA_TTABLE) {
        lua_getfield(L, SHOWN, "kind"); /* not raw: a class may say of what kind its objects are */
        if (!lua_isnil(L, -1) && lua_rawget(L, -2) != LUA_TNIL) {
            return;
        }
    }
    lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_CELL);
}

static int fail_without_provider(lua_State *L, diffable_lua_request *request)
{
    request->failed = true;
    diffable_lua_push_place(L, request);
    const char *place = lua_tostring(L, -1);
    luaL_where(L, 2);
    const char *where = lua_tostring(L, -1);
    const char *code = diffable_status_name(DIFFABLE_ERROR_NO_PROVIDER);
    bool is_table = lua_type(L, SHOWN) == LUA_TTABLE;
    if (is_table && lua_getfield(L, SHOWN, "kind") != LUA_TNIL) {
        size_t size;
        const char *kind = luaL_tolstring(L, -1, &size);
        diffable_lua_push_quoted(L, kind, size);
        lua_pushfstring(L, "%s%s: no cell provider for kind %s of %s", where, code, lua_tostring(L, -1), place);
    } else {
        const char *reason = is_table ? "its content has no 'kind'" : "it is a bare identifier, without a 'kind'";
        lua_pushfstring(L, "%s%s: no cell provider for %s: %s", where, code, place, reason);
    }
    return 1;
}

/* (request, source) */
static int call_cell_provider(lua_State *L)
{
    diffable_lua_request *request = lua_touserdata(L, REQUEST);
    diffable_lua_push_source_content(L, SOURCE, request->revision, request->id);
    push_cell_provider(L);
    if (lua_isnil(L, -1)) {
        return fail_without_provider(L, request);
    }
    lua_pushvalue(L, SHOWN);
    diffable_lua_push_index_path(L, request->path);
    lua_pushvalue(L, SOURCE);
    lua_call(L, 3, 1);
    bool is_cell = diffable_lua_read_cell(L, lua_gettop(L), SHOWN, request);
    return is_cell ? DIFFABLE_LUA_CELL_TEXTS : 1;
}

/* (request, source) */
static int call_supplementary_provider(lua_State *L)
{
    diffable_lua_request *request = lua_touserdata(L, REQUEST);
    diffable_lua_push_source_content(L, SOURCE, request->revision, request->id);
    lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_SUPPLEMENTARY);
    lua_pushstring(L, request->element);
    if (lua_rawget(L, -2) == LUA_TNIL) {
        return 0;
    }
    lua_pushvalue(L, SHOWN);
    diffable_lua_push_index(L, request->path.section);
    lua_pushvalue(L, SOURCE);
    lua_call(L, 3, 1);
    bool is_cell = diffable_lua_read_cell(L, lua_gettop(L), SHOWN, request);
    return is_cell ? DIFFABLE_LUA_CELL_TEXTS : 1;
}

diffable_status diffable_lua_provide_cell(diffable_id item, uint64_t revision, diffable_index_path path, diffable_cell *cell, void *user_data)
{
    const diffable_lua_source *source = user_data;
    if (source->call == NULL) {
        return DIFFABLE_ERROR_PROVIDER_FAILED;
    }
    diffable_lua_request request = { .kind = DIFFABLE_LUA_CELL, .id = item, .revision = revision, .path = path, .cell = cell };
    return diffable_lua_run(source->call, call_cell_provider, source->call->source, &request, DIFFABLE_LUA_CELL_TEXTS, DIFFABLE_ERROR_PROVIDER_FAILED);
}

diffable_status diffable_lua_provide_supplementary(const char *kind, diffable_id section, uint64_t revision, size_t index, diffable_cell *cell, void *user_data)
{
    const diffable_lua_source *source = user_data;
    if (source->call == NULL) {
        return DIFFABLE_ERROR_PROVIDER_FAILED;
    }
    diffable_index_path path = diffable_index_path_make((ptrdiff_t)index, -1);
    diffable_lua_request request = { .kind = DIFFABLE_LUA_SUPPLEMENTARY, .id = section, .revision = revision, .path = path, .element = kind, .cell = cell };
    return diffable_lua_run(source->call, call_supplementary_provider, source->call->source, &request, DIFFABLE_LUA_CELL_TEXTS, DIFFABLE_ERROR_PROVIDER_FAILED);
}
