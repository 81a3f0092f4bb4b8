/*
 * The callbacks of a derivation: each calls a function that a script passed, and gives the engine what it returned. The
 * list of names of fields in place of a sort function is read here as well.
 */
#include <string.h>

#include "sources.h"

enum { REQUEST = 1, SOURCE = 2, ELEMENT = 3 };

/* Pushes the function of a request, or the list of names that is given in place of it. */
static void push_function(lua_State *L, const diffable_lua_request *request)
{
    lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_FUNCTIONS);
    lua_rawgetp(L, -1, request->functions);
    lua_getiuservalue(L, -1, 1);
    lua_getfield(L, -1, request->name);
}

static int call_filter(lua_State *L)
{
    const diffable_lua_request *request = lua_touserdata(L, REQUEST);
    diffable_lua_push_content(L, request->content, request->id, DIFFABLE_LUA_ITEMS);
    push_function(L, request);
    lua_pushvalue(L, ELEMENT);
    lua_call(L, 1, 1);
    *request->answer = lua_toboolean(L, -1);
    return 0;
}

/* Raises an error if a field of the section is a function, a userdata or a thread, or is called "items". */
static void check_data(lua_State *L, int table)
{
    lua_pushnil(L);
    while (lua_next(L, table) != 0) {
        int type = lua_type(L, -1);
        if (type == LUA_TFUNCTION || type == LUA_TUSERDATA || type == LUA_TTHREAD) {
            lua_pushvalue(L, -2);
            const char *name = diffable_lua_push_escaped(L, -1);
            diffable_lua_refuse_in_callback(L,
                lua_pushfstring(L, "the section has a %s in its field %s; a section of a derived list is made of data",
                    lua_typename(L, type), name));
        }
        lua_pop(L, 1);
    }
    if (lua_getfield(L, table, "items") != LUA_TNIL) {
        diffable_lua_refuse_in_callback(
            L, "the section has a field \"items\"; a section of a derived list gets its items from the origin");
    }
    lua_pop(L, 1);
}

/*
 * Calls the function on top of the stack with the element. Raises an error if the function returns no value, because it
 * probably lacks a `return`. Returning nil is allowed.
 */
static void call_expecting_results(lua_State *L, const diffable_lua_request *request)
{
    int function = lua_gettop(L);
    lua_pushvalue(L, ELEMENT);
    lua_call(L, 1, LUA_MULTRET);
    if (lua_gettop(L) < function) {
        diffable_lua_refuse_in_callback(
            L, lua_pushfstring(L, "%s returned nothing; does it lack a return?", request->name));
    }
}

/*
 * Returns the section, which stays on the stack as long as its identifier is used. The content of the section is stored
 * in `encoder.store->contents`, and is valid until that store is used again.
 */
static int call_section(lua_State *L)
{
    enum { SECTION = 4 };
    diffable_lua_request *request = lua_touserdata(L, REQUEST);
    diffable_lua_push_content(L, request->content, request->id, DIFFABLE_LUA_ITEMS);
    push_function(L, request);
    int first = lua_gettop(L);
    call_expecting_results(L, request);
    lua_pushvalue(L, first);
    lua_replace(L, SECTION);
    lua_settop(L, SECTION);
    request->content = (diffable_content){ NULL, 0, NULL, NULL };
    if (lua_type(L, SECTION) != LUA_TTABLE) {
        if (!diffable_lua_to_bare_id(L, SECTION, &request->id)) {
            return diffable_lua_refuse_in_callback(L,
                lua_pushfstring(L, "a section expected, as an identifier or a table with \"id\", got %s",
                    luaL_typename(L, SECTION)));
        }
        lua_pushvalue(L, SECTION);
        return 1;
    }
    check_data(L, SECTION);
    diffable_lua_encoder encoder;
    diffable_lua_begin_encoding(L, &encoder, DIFFABLE_LUA_SECTIONS, false, 0);
    encoder.store->contents.size = 0;
    bool is_content = diffable_lua_encode(L, &encoder, SECTION, &request->id);
    diffable_lua_drop_references(L, encoder.store, encoder.tables + 2);
    size_t size = encoder.store->contents.size;
    encoder.store->contents.size = 0;
    if (encoder.failure != NULL) {
        return diffable_lua_refuse_in_callback(L, lua_pushfstring(L, "the section: %s", encoder.failure));
    }
    if (request->id.kind == DIFFABLE_ID_NONE) {
        return diffable_lua_refuse_in_callback(
            L, "a section expected, as an identifier or a table with \"id\", got a table without \"id\"");
    }
    if (is_content && size > 0) {
        request->content = diffable_content_bytes(encoder.store->contents.start, size);
    }
    lua_pushvalue(L, SECTION);
    return 1;
}

/* Adds the value at `index` to a sort key. `field` is the name of the field that it comes from, or NULL. */
static void add_part(lua_State *L, diffable_sort_key *key, int index, const char *field, bool reversed)
{
    size_t size;
    switch (lua_type(L, index)) {
    case LUA_TNIL: diffable_sort_key_add_none(key, reversed); break;
    case LUA_TBOOLEAN: diffable_sort_key_add_boolean(key, lua_toboolean(L, index), reversed); break;
    case LUA_TNUMBER:
        if (lua_isinteger(L, index)) {
            diffable_sort_key_add_integer(key, lua_tointeger(L, index), reversed);
        } else {
            diffable_sort_key_add_double(key, (double)lua_tonumber(L, index), reversed);
        }
        break;
    case LUA_TSTRING: {
        const char *string = lua_tolstring(L, index, &size);
        diffable_sort_key_add_string(key, string, size, reversed);
        break;
    }
    default:
        diffable_lua_refuse_in_callback(L,
            lua_pushfstring(L, "a number, string, boolean or nil expected as a sort key%s%s, got %s",
                field == NULL ? "" : " in the field ", field == NULL ? "" : field, luaL_typename(L, index)));
    }
}

/*
 * Called if the element has no field `name`. Raises an error if it has a field whose name differs by one letter,
 * because then `name` is probably misspelt. To allow absent fields, only the first element without the field is
 * checked. Names of up to three letters are not checked, because they are often that similar.
 */
static void check_spelling(lua_State *L, int names, const char *name)
{
    bool is_checked = lua_getfield(L, names, name) != LUA_TNIL;
    lua_pop(L, 1);
    if (is_checked || strlen(name) < 4) {
        return;
    }
    for (lua_pushnil(L); lua_next(L, ELEMENT) != 0; lua_pop(L, 1)) {
        const char *other = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
        if (diffable_lua_edit_distance(name, other) == 1) {
            diffable_lua_refuse_in_callback(
                L, lua_pushfstring(L, "there is no field \"%s\" to sort by: did you mean \"%s\"?", name, other));
        }
    }
    lua_pushboolean(L, true);
    lua_setfield(L, names, name);
}

/*
 * Adds fields of the element to a sort key. The list on top of the stack has their names; a name that begins with "-"
 * stands for descending order.
 */
static void add_fields(lua_State *L, diffable_sort_key *key)
{
    int names = lua_gettop(L);
    for (lua_Integer i = 1; lua_rawgeti(L, names, i) != LUA_TNIL; i += 1) {
        const char *name = lua_tostring(L, -1);
        bool reversed = name[0] == '-';
        if (lua_type(L, ELEMENT) == LUA_TTABLE) {
            if (lua_getfield(L, ELEMENT, name + reversed) == LUA_TNIL) {
                check_spelling(L, names, name + reversed);
            }
        } else if (strcmp(name + reversed, "id") == 0) {
            lua_pushvalue(L, ELEMENT);
        } else {
            lua_pushnil(L);
        }
        add_part(L, key, lua_gettop(L), name + reversed, reversed);
        lua_settop(L, names);
    }
}

static int call_sort(lua_State *L)
{
    const diffable_lua_request *request = lua_touserdata(L, REQUEST);
    bool is_section = strcmp(request->name, "section_sort") == 0;
    diffable_lua_push_content(
        L, request->content, request->id, is_section ? DIFFABLE_LUA_SECTIONS : DIFFABLE_LUA_ITEMS);
    push_function(L, request);
    if (lua_istable(L, -1)) {
        add_fields(L, request->key);
        return 0;
    }
    int first = lua_gettop(L);
    call_expecting_results(L, request);
    for (int index = first; index <= lua_gettop(L); index += 1) {
        add_part(L, request->key, index, NULL, false);
    }
    return 0;
}

static diffable_lua_request request_of(
    const char *name, const diffable_id *id, const diffable_content *content, const void *functions)
{
    return (diffable_lua_request){
        .kind = DIFFABLE_LUA_DERIVATION, .name = name, .id = *id, .content = *content, .functions = functions
    };
}

static diffable_status run(
    const diffable_lua_derivation_functions *functions, lua_CFunction body, diffable_lua_request *request, int results)
{
    return diffable_lua_run_source(functions->source, body, request, results, DIFFABLE_ERROR_CALLBACK_FAILED);
}

diffable_status diffable_lua_derivation_filter(
    const diffable_id *item, const diffable_content *content, bool *passes, void *user_data)
{
    diffable_lua_request request = request_of("filter", item, content, user_data);
    request.answer = passes;
    return run(user_data, call_filter, &request, 0);
}

diffable_status diffable_lua_derivation_section(const diffable_id *item, const diffable_content *content,
    diffable_id *id, diffable_content *section_content, void *user_data)
{
    diffable_lua_request request = request_of("section", item, content, user_data);
    diffable_status status = run(user_data, call_section, &request, 1);
    *id = request.id;
    *section_content = request.content;
    return status;
}

diffable_status diffable_lua_derivation_sort(
    const diffable_id *item, const diffable_content *content, diffable_sort_key *key, void *user_data)
{
    diffable_lua_request request = request_of("sort", item, content, user_data);
    request.key = key;
    return run(user_data, call_sort, &request, 0);
}

diffable_status diffable_lua_derivation_section_sort(
    const diffable_id *id, const diffable_content *content, diffable_sort_key *key, void *user_data)
{
    diffable_lua_request request = request_of("section_sort", id, content, user_data);
    request.key = key;
    return run(user_data, call_sort, &request, 0);
}
