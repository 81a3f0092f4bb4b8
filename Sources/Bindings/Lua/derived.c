/*
 * Derived lists: source:derive{ ... }, the methods that change a derivation later, and diffable.concat{ ... }.
 *
 * A derived list and its origins refer to each other, so none of them is collected while another one is in use. The
 * derived list follows its origins until it is closed. The functions of a derivation are in a table, the user value of
 * a userdata. The engine gets the address of that userdata as `user_data`. The source keeps each userdata as long as
 * the engine may call its functions.
 */
#include <string.h>

#include "sources.h"

enum { REQUEST = 1, SOURCE = 2, ELEMENT = 3 };

/* The parts of a derivation that are functions, and their flags in the engine. */
static const struct part {
    const char *name;
    diffable_derivation_parts part;
} parts[] = {
    { "filter", DIFFABLE_DERIVATION_FILTER },
    { "section", DIFFABLE_DERIVATION_SECTION },
    { "sort", DIFFABLE_DERIVATION_SORT },
    { "section_sort", DIFFABLE_DERIVATION_SECTION_SORT },
};
enum { FUNCTION_PARTS = sizeof parts / sizeof *parts };

static const char *const derivation_names[] = {
    "filter",
    "section",
    "sort",
    "section_sort",
    "limit",
    "section_limit",
    "keep_empty_sections",
    NULL,
};

/*
 * The functions of one call of derive or set: a userdata whose user value is a table from the names of parts to
 * functions.
 */
typedef struct functions_object {
    diffable_lua_source *source;
    int uses; /* the number of parts that use these functions */
} functions_object;

/* Calling functions */

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
    const functions_object *functions, lua_CFunction body, diffable_lua_request *request, int results)
{
    return diffable_lua_run_source(functions->source, body, request, results, DIFFABLE_ERROR_CALLBACK_FAILED);
}

static diffable_status filter(const diffable_id *item, const diffable_content *content, bool *passes, void *user_data)
{
    diffable_lua_request request = request_of("filter", item, content, user_data);
    request.answer = passes;
    return run(user_data, call_filter, &request, 0);
}

static diffable_status section(const diffable_id *item, const diffable_content *content, diffable_id *id,
    diffable_content *section_content, void *user_data)
{
    diffable_lua_request request = request_of("section", item, content, user_data);
    diffable_status status = run(user_data, call_section, &request, 1);
    *id = request.id;
    *section_content = request.content;
    return status;
}

static diffable_status sort(
    const diffable_id *item, const diffable_content *content, diffable_sort_key *key, void *user_data)
{
    diffable_lua_request request = request_of("sort", item, content, user_data);
    request.key = key;
    return run(user_data, call_sort, &request, 0);
}

static diffable_status sort_section(
    const diffable_id *id, const diffable_content *content, diffable_sort_key *key, void *user_data)
{
    diffable_lua_request request = request_of("section_sort", id, content, user_data);
    request.key = key;
    return run(user_data, call_sort, &request, 0);
}

/* Reading options */

/* Raises unless the value on top of the stack is a list of names of fields. */
static void check_sort_fields(lua_State *L)
{
    int names = lua_gettop(L);
    size_t count = lua_rawlen(L, names);
    for (size_t i = 1; i <= count; i += 1) {
        size_t size = 0;
        bool is_name = lua_rawgeti(L, names, (lua_Integer)i) == LUA_TSTRING;
        const char *name = is_name ? lua_tolstring(L, -1, &size) : "";
        if (!is_name || size == 0 || strcmp(name, "-") == 0) {
            diffable_lua_refuse(L,
                "option \"sort\": names of fields expected, such as { \"priority\", \"-due\" }, got %s",
                is_name ? "an empty name" : luaL_typename(L, -1));
        }
        lua_pop(L, 1);
    }
    size_t entries = 0;
    lua_pushnil(L);
    for (; lua_next(L, names) != 0; lua_pop(L, 1)) {
        entries += 1;
    }
    if (count == 0 || entries != count) {
        diffable_lua_refuse(L, "option \"sort\": a function or a list of names of fields expected, got %s",
            count == 0 ? "a table without a name" : "a list with other keys");
    }
}

/*
 * Pushes an option, and returns whether the table has it. If the option is `false`, sets `is_removed`; the caller then
 * removes the current value.
 */
static bool push_removable_option(lua_State *L, int options, const char *name, bool *is_removed)
{
    lua_pushstring(L, name);
    lua_rawget(L, options);
    *is_removed = lua_isboolean(L, -1) && !lua_toboolean(L, -1);
    return !lua_isnil(L, -1);
}

/* Reads a limit, which stays 0 if it is removed. Returns whether the table has it. */
static bool read_limit(lua_State *L, int options, const char *name, size_t *limit)
{
    bool is_removed, has_limit = push_removable_option(L, options, name, &is_removed);
    if (has_limit && !is_removed) {
        int is_integer = 0;
        lua_Integer number = lua_type(L, -1) == LUA_TNUMBER ? lua_tointegerx(L, -1, &is_integer) : 0;
        if (!is_integer || number < 1) {
            const char *got = lua_type(L, -1) == LUA_TNUMBER ? lua_tostring(L, -1) : luaL_typename(L, -1);
            diffable_lua_refuse(L, "option \"%s\": a positive integer expected, got %s", name, got);
        }
        *limit = (size_t)number;
    }
    lua_pop(L, 1);
    return has_limit;
}

/*
 * Reads a derivation from the table at `options`. Pushes the userdata with its functions, and returns the parts that
 * the table has. `source` is the derived list.
 */
static diffable_derivation_parts read_derivation(
    lua_State *L, int options, diffable_lua_source *source, diffable_derivation *derivation)
{
    diffable_derivation_parts present = 0;
    functions_object *functions = lua_newuserdatauv(L, sizeof *functions, 1);
    int object = lua_gettop(L);
    *functions = (functions_object){ source, 0 };
    lua_newtable(L);
    for (size_t i = 0; i < FUNCTION_PARTS; i += 1) {
        bool is_removed, is_sort = strcmp(parts[i].name, "sort") == 0;
        if (!push_removable_option(L, options, parts[i].name, &is_removed)) {
            lua_pop(L, 1);
            continue;
        }
        present |= parts[i].part;
        functions->uses += 1;
        if (is_removed) {
            lua_pop(L, 1);
            continue;
        }
        if (is_sort && lua_istable(L, -1)) {
            check_sort_fields(L);
            lua_newtable(L); /* a copy, which the script cannot change */
            for (lua_Integer field = 1; lua_rawgeti(L, -2, field) != LUA_TNIL; field += 1) {
                lua_rawseti(L, -2, field);
            }
            lua_pop(L, 1);
            lua_replace(L, -2);
        } else if (!diffable_lua_has_type(L, -1, LUA_TFUNCTION)) {
            diffable_lua_refuse(L, "option \"%s\": function%s expected, got %s", parts[i].name,
                is_sort ? " or list of names of fields" : "", luaL_typename(L, -1));
        }
        lua_setfield(L, -2, parts[i].name);
        switch (parts[i].part) {
        case DIFFABLE_DERIVATION_FILTER: derivation->filter = filter; break;
        case DIFFABLE_DERIVATION_SECTION: derivation->section = section; break;
        case DIFFABLE_DERIVATION_SORT: derivation->sort = sort; break;
        default: derivation->section_sort = sort_section; break;
        }
    }
    lua_setiuservalue(L, object, 1);
    if (read_limit(L, options, "limit", &derivation->limit)) {
        present |= DIFFABLE_DERIVATION_LIMIT;
    }
    if (read_limit(L, options, "section_limit", &derivation->section_limit)) {
        present |= DIFFABLE_DERIVATION_SECTION_LIMIT;
    }
    if (diffable_lua_push_option(L, options, "keep_empty_sections", LUA_TBOOLEAN)) {
        present |= DIFFABLE_DERIVATION_EMPTY_SECTIONS;
        derivation->keep_empty_sections = lua_toboolean(L, -1);
    }
    lua_settop(L, object);
    derivation->user_data = functions;
    return present;
}

/* The functions that the engine may call */

/* Adds the userdata at `object` to the functions of the source at `source`. */
static void add_functions(lua_State *L, int source, int object, diffable_derivation_parts present)
{
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_FUNCTIONS);
    int table = lua_gettop(L);
    lua_pushvalue(L, object);
    lua_rawsetp(L, table, lua_touserdata(L, object));
    for (size_t i = 0; i < FUNCTION_PARTS; i += 1) {
        if ((present & parts[i].part) == 0) {
            continue;
        }
        if (lua_getfield(L, table, parts[i].name) == LUA_TNIL) {
            lua_pop(L, 1);
            lua_newtable(L);
            lua_pushvalue(L, -1);
            lua_setfield(L, table, parts[i].name);
        }
        lua_pushvalue(L, object);
        lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
        lua_pop(L, 1);
    }
    lua_settop(L, table - 1);
}

/* Removes the userdata at `index` of the list on top of the stack. Creates no Lua object. */
static void remove_functions(lua_State *L, int table, lua_Integer index)
{
    lua_rawgeti(L, -1, index);
    functions_object *functions = lua_touserdata(L, -1);
    lua_pop(L, 1);
    lua_pushnil(L);
    lua_rawseti(L, -2, index);
    functions->uses -= 1;
    if (functions->uses == 0) {
        lua_pushnil(L);
        lua_rawsetp(L, table, functions);
    }
}

/*
 * Called after the engine call, unless that was queued. If it succeeded, keeps only the newest functions of each part.
 * If it failed, removes the newest ones. Allocates nothing except the names of the parts.
 */
static void keep_or_remove_new_functions(
    lua_State *L, int source, diffable_derivation_parts present, bool has_succeeded)
{
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_FUNCTIONS);
    int table = lua_gettop(L);
    for (size_t i = 0; i < FUNCTION_PARTS; i += 1) {
        if ((present & parts[i].part) == 0) {
            continue;
        }
        lua_getfield(L, table, parts[i].name);
        lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
        if (!has_succeeded) {
            remove_functions(L, table, count);
        } else if (count > 1) {
            for (lua_Integer index = 1; index < count; index += 1) {
                remove_functions(L, table, index);
            }
            lua_rawgeti(L, -1, count);
            lua_rawseti(L, -2, 1);
            lua_pushnil(L);
            lua_rawseti(L, -2, count);
        }
        lua_pop(L, 1);
    }
    lua_settop(L, table - 1);
}

/* Deriving */

/* Connects the new source at `source` with the origin at `origin`, as the last of its origins. */
static void connect_origin(lua_State *L, int origin, int source)
{
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_ORIGINS);
    lua_pushvalue(L, origin);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    if (lua_getiuservalue(L, origin, DIFFABLE_LUA_SOURCE_FOLLOWERS) == LUA_TNIL) {
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, origin, DIFFABLE_LUA_SOURCE_FOLLOWERS);
    }
    lua_pushvalue(L, source);
    lua_rawsetp(L, -2, lua_touserdata(L, source));
    lua_settop(L, source);
}

/* The origin and the derived list share one table, which keeps the values that their contents refer to. */
static void share_kept(lua_State *L, int origin, int source)
{
    if (lua_getiuservalue(L, origin, DIFFABLE_LUA_KEPT) == LUA_TNIL) {
        diffable_lua_push_kept_for_list(L);
        lua_setiuservalue(L, origin, DIFFABLE_LUA_KEPT);
    }
    lua_pop(L, 1);
    diffable_lua_share_kept(L, origin, source);
}

/* Pushes a source for a list that follows others. */
static diffable_lua_source *push_follower(lua_State *L)
{
    diffable_lua_source *source = diffable_lua_push_source(L);
    lua_newtable(L);
    lua_setiuservalue(L, -2, DIFFABLE_LUA_SOURCE_ORIGINS);
    lua_newtable(L);
    lua_setiuservalue(L, -2, DIFFABLE_LUA_SOURCE_FUNCTIONS);
    diffable_lua_note_subject(L, -1);
    return source;
}

/*
 * Moves the options to index 1 and the source to index 2, as diffable_lua_finish_source expects them, and sets the
 * fields of the source. Returns 1.
 */
static int finish(lua_State *L, int options, int source)
{
    lua_pushvalue(L, options);
    lua_pushvalue(L, source);
    lua_replace(L, 2);
    lua_replace(L, 1);
    lua_settop(L, 2);
    lua_pushliteral(L, "view");
    bool has_view = lua_rawget(L, 1) != LUA_TNIL;
    diffable_lua_finish_source(L, has_view);
    return 1;
}

/*
 * Writes `own_names`, and then all fields of a data source except "key", which is taken from the origin. These are the
 * options of derive and concat.
 */
enum { NAME_CAPACITY = 40 };
static void list_option_names(const char *names[NAME_CAPACITY], const char *const own_names[])
{
    size_t count = 0;
    for (; *own_names != NULL; own_names += 1) {
        names[count] = *own_names;
        count += 1;
    }
    for (const char *const *field = diffable_lua_source_fields; *field != NULL && count < NAME_CAPACITY - 1;
        field += 1) {
        if (strcmp(*field, "key") != 0) {
            names[count] = *field;
            count += 1;
        }
    }
    names[count] = NULL;
}

/* source:derive{ ... }; the options include the fields of a data source */
static int derive(lua_State *L)
{
    enum { ORIGIN = 1, OPTIONS, FOLLOWER, FUNCTIONS };
    diffable_lua_check_source(L, ORIGIN);
    lua_settop(L, OPTIONS);
    const char *names[NAME_CAPACITY];
    list_option_names(names, derivation_names);
    if (!diffable_lua_check_options(L, OPTIONS, &names[0])) {
        lua_newtable(L);
        lua_replace(L, OPTIONS);
    }
    diffable_lua_source *source = push_follower(L);
    diffable_derivation derivation = DIFFABLE_DERIVATION_INIT;
    diffable_derivation_parts present = read_derivation(L, OPTIONS, source, &derivation);
    if (derivation.section_sort != NULL && derivation.section == NULL) {
        return diffable_lua_refuse(L,
            "option \"section_sort\" needs \"section\": without it the sections are those of the origin, in its order");
    }
    add_functions(L, FOLLOWER, FUNCTIONS, present);
    diffable_lua_share_key(L, ORIGIN, FOLLOWER);
    share_kept(L, ORIGIN, FOLLOWER);
    diffable_lua_note_subject(L, ORIGIN);
    diffable_lua_reserve_stack(L);

    diffable_lua_call call;
    diffable_data_source *origin = diffable_lua_check_source(L, ORIGIN), *engine;
    diffable_lua_begin_call(L, ORIGIN, &call);
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_derive(origin, &derivation, &engine, &error);
    diffable_lua_attach_engine(&source->object, engine);
    diffable_lua_end_call(&call, status, error);
    connect_origin(L, ORIGIN, FOLLOWER);
    return finish(L, OPTIONS, FOLLOWER);
}

/* source:set{ ... }: the transaction, or nil if it was queued */
static int set_derivation(lua_State *L)
{
    enum { DERIVED = 1, OPTIONS, FUNCTIONS, TRANSACTION };
    diffable_lua_check_source(L, DERIVED);
    lua_settop(L, OPTIONS);
    if (!diffable_lua_check_options(L, OPTIONS, derivation_names)) {
        diffable_lua_check_type(L, OPTIONS, LUA_TTABLE);
    }
    if (lua_getiuservalue(L, DERIVED, DIFFABLE_LUA_SOURCE_FUNCTIONS) == LUA_TNIL) {
        return diffable_lua_refuse(L, "the list is not derived from another one");
    }
    lua_settop(L, OPTIONS);
    diffable_lua_source *source = lua_touserdata(L, DERIVED);
    diffable_derivation derivation = DIFFABLE_DERIVATION_INIT;
    diffable_derivation_parts present = read_derivation(L, OPTIONS, source, &derivation);
    diffable_lua_object *result = diffable_lua_push_transaction(L, DERIVED);
    diffable_lua_reserve_stack(L);
    diffable_data_source *engine = diffable_lua_check_source(L, DERIVED);
    add_functions(L, DERIVED, FUNCTIONS, present);

    diffable_lua_call call;
    diffable_lua_begin_call(L, DERIVED, &call);
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_set_derivation(engine, present, &derivation, &transaction, &error);
    diffable_lua_attach_engine(result, transaction);
    if (status != DIFFABLE_QUEUED) {
        keep_or_remove_new_functions(L, DERIVED, present, status >= 0);
    }
    return diffable_lua_end_apply(&call, TRANSACTION, status, error);
}

/* source:hold() */
static int hold(lua_State *L)
{
    enum { DERIVED = 1 };
    diffable_lua_check_source(L, DERIVED);
    lua_settop(L, DERIVED);
    diffable_lua_reserve_stack(L);
    diffable_lua_call call;
    diffable_data_source *engine = diffable_lua_check_source(L, DERIVED);
    diffable_lua_begin_call(L, DERIVED, &call);
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_hold(engine, &error);
    diffable_lua_end_call(&call, status, error);
    return 0;
}

/* source:release(): the transaction, or nil if it was queued */
static int release(lua_State *L)
{
    enum { DERIVED = 1, TRANSACTION };
    diffable_lua_check_source(L, DERIVED);
    lua_settop(L, DERIVED);
    diffable_lua_object *result = diffable_lua_push_transaction(L, DERIVED);
    diffable_lua_reserve_stack(L);
    diffable_data_source *engine = diffable_lua_check_source(L, DERIVED);

    diffable_lua_call call;
    diffable_lua_begin_call(L, DERIVED, &call);
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_release(engine, &transaction, &error);
    diffable_lua_attach_engine(result, transaction);
    return diffable_lua_end_apply(&call, TRANSACTION, status, error);
}

/* source:pending(): { inserted =, deleted =, moved = } */
static int pending(lua_State *L)
{
    diffable_pending_changes changes = DIFFABLE_PENDING_CHANGES_INIT;
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_pending(diffable_lua_check_source(L, 1), &changes, &error);
    diffable_lua_check_status(L, status, error);
    lua_createtable(L, 0, 3);
    const struct {
        const char *name;
        size_t count;
    } fields[] = { { "inserted", changes.inserted }, { "deleted", changes.deleted }, { "moved", changes.moved } };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i += 1) {
        lua_pushinteger(L, (lua_Integer)fields[i].count);
        lua_setfield(L, -2, fields[i].name);
    }
    return 1;
}

/* diffable.concat{ source, source, ... }; the table may also have the fields of a data source */
int diffable_lua_concat(lua_State *L)
{
    enum { LIST = 1, OPTIONS, ENGINES, FOLLOWER };
    static const char *const none[] = { NULL };
    if (lua_type(L, LIST) != LUA_TTABLE) {
        return diffable_lua_refuse_argument(
            L, LIST, lua_pushfstring(L, "list of data sources expected, got %s", luaL_typename(L, LIST)));
    }
    lua_settop(L, LIST);
    size_t count = lua_rawlen(L, LIST);
    lua_newtable(L);
    lua_pushnil(L);
    while (lua_next(L, LIST) != 0) {
        bool is_entry = lua_isinteger(L, -2) && lua_tointeger(L, -2) >= 1 && (size_t)lua_tointeger(L, -2) <= count;
        if (!is_entry) {
            lua_pushvalue(L, -2);
            lua_insert(L, -2);
            lua_rawset(L, OPTIONS);
        } else {
            lua_pop(L, 1);
        }
    }
    const char *names[NAME_CAPACITY];
    list_option_names(names, none);
    diffable_lua_check_options(L, OPTIONS, &names[0]);
    diffable_data_source **engines = lua_newuserdatauv(L, (count + 1) * sizeof *engines, 0);
    diffable_lua_source *source = push_follower(L);
    for (size_t i = 0; i < count; i += 1) {
        lua_rawgeti(L, LIST, (lua_Integer)i + 1);
        const diffable_lua_object *object = luaL_testudata(L, -1, diffable_lua_source_name);
        if (object == NULL || object->engine == NULL) {
            return diffable_lua_refuse_argument(L, LIST,
                lua_pushfstring(L, "data source expected at %I, got %s", (lua_Integer)i + 1,
                    object == NULL ? luaL_typename(L, -1) : "a closed one"));
        }
        engines[i] = object->engine;
        if (i == 0) {
            diffable_lua_share_key(L, FOLLOWER + 1, FOLLOWER);
        }
        diffable_lua_note_subject(L, -1);
        lua_settop(L, FOLLOWER);
    }
    diffable_data_source *engine;
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_concat(engines, count, &engine, &error);
    diffable_lua_attach_engine(&source->object, engine);
    diffable_lua_check_status(L, status, error);
    for (size_t i = 0; i < count; i += 1) {
        lua_rawgeti(L, LIST, (lua_Integer)i + 1);
        lua_insert(L, FOLLOWER);
        connect_origin(L, FOLLOWER, FOLLOWER + 1);
        lua_remove(L, FOLLOWER);
    }
    lua_pushnil(L);
    lua_setiuservalue(L, FOLLOWER, DIFFABLE_LUA_SOURCE_FUNCTIONS);
    return finish(L, OPTIONS, FOLLOWER);
}

static const diffable_lua_function methods[] = {
    { "derive", derive, 1, 1, "the whole list" },
    { "set", set_derivation, 1, 0, NULL },
    { "hold", hold, 0, 0, NULL },
    { "release", release, 0, 0, NULL },
    { "pending", pending, 0, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_derived_lists(lua_State *L)
{
    diffable_lua_add_methods(L, diffable_lua_source_name, methods);
}
