/*
 * Derived lists: source:derive{ ... }, the methods that change a derivation later, and diffable.concat{ ... }.
 *
 * A derived list and its origins refer to each other, so none of them is collected while another one is in use. The
 * derived list follows its origins until it is closed.
 */
#include <string.h>

#include "sources.h"

/* Connects the new source at `source` with the origin at `origin`, as the last of its origins. */
static void connect_origin(lua_State *L, int origin, int source)
{
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_ORIGINS);
    lua_pushvalue(L, origin);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    if (lua_getiuservalue(L, origin, DIFFABLE_LUA_SOURCE_DERIVED) == LUA_TNIL) {
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, origin, DIFFABLE_LUA_SOURCE_DERIVED);
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

/* Appends the data sources in a user value of the source at `source`, which is a table or nil, to the list at `list`.
 */
static void append_sources(lua_State *L, int source, int value, int list)
{
    int top = lua_gettop(L);
    if (lua_getiuservalue(L, source, value) == LUA_TTABLE) {
        lua_pushnil(L);
        while (lua_next(L, top + 1) != 0) {
            lua_rawseti(L, list, (lua_Integer)lua_rawlen(L, list) + 1);
        }
    }
    lua_settop(L, top);
}

/*
 * The concatenation at `source` and all lists that are connected with it share the table of its first origin. So the
 * lists that were derived from another origin, and the origins of that one, get that table as well.
 */
static void share_kept_of_all(lua_State *L, int first_origin, int source)
{
    int kept = lua_gettop(L) + 1, waiting = kept + 1, current = kept + 2;
    share_kept(L, first_origin, source);
    lua_getiuservalue(L, source, DIFFABLE_LUA_KEPT);
    lua_newtable(L);
    append_sources(L, source, DIFFABLE_LUA_SOURCE_ORIGINS, waiting);
    for (lua_Integer next = 1; lua_rawgeti(L, waiting, next) == LUA_TUSERDATA; next += 1) {
        bool is_closed = ((const diffable_lua_object *)lua_touserdata(L, current))->engine == NULL;
        lua_getiuservalue(L, current, DIFFABLE_LUA_KEPT);
        if (!is_closed && !lua_rawequal(L, -1, kept)) {
            diffable_lua_add_kept(L, current, source);
            diffable_lua_share_kept(L, source, current);
            append_sources(L, current, DIFFABLE_LUA_SOURCE_ORIGINS, waiting);
            append_sources(L, current, DIFFABLE_LUA_SOURCE_DERIVED, waiting);
        }
        lua_settop(L, waiting);
    }
    lua_settop(L, kept - 1);
}

/* Pushes a source for a derived list. */
static diffable_lua_source *push_derived(lua_State *L)
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
    enum { ORIGIN = 1, OPTIONS, DERIVED, FUNCTIONS };
    diffable_lua_check_source(L, ORIGIN);
    lua_settop(L, OPTIONS);
    const char *names[NAME_CAPACITY];
    list_option_names(names, diffable_lua_derivation_names);
    if (!diffable_lua_check_options(L, OPTIONS, &names[0])) {
        lua_newtable(L);
        lua_replace(L, OPTIONS);
    }
    diffable_lua_source *source = push_derived(L);
    diffable_derivation derivation = DIFFABLE_DERIVATION_INIT;
    diffable_lua_read_derivation(L, OPTIONS, source, &derivation);
    if (derivation.section_sort != NULL && derivation.section == NULL) {
        return diffable_lua_refuse(L,
            "option \"section_sort\" needs \"section\": without it the sections are those of the origin, in its order");
    }
    diffable_lua_add_derivation_functions(L, DERIVED, FUNCTIONS);
    diffable_lua_share_key(L, ORIGIN, DERIVED);
    share_kept(L, ORIGIN, DERIVED);
    diffable_lua_note_subject(L, ORIGIN);
    diffable_lua_reserve_stack(L);

    diffable_lua_call call;
    diffable_data_source *origin = diffable_lua_check_source(L, ORIGIN), *engine;
    diffable_lua_begin_call(L, ORIGIN, &call);
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_derive(origin, &derivation, &engine, &error);
    diffable_lua_attach_engine(&source->object, engine);
    diffable_lua_end_call(&call, status, error);
    connect_origin(L, ORIGIN, DERIVED);
    return finish(L, OPTIONS, DERIVED);
}

/* source:set{ ... }: the transaction, or nil if it was queued */
static int set_derivation(lua_State *L)
{
    enum { DERIVED = 1, OPTIONS, FUNCTIONS, TRANSACTION };
    diffable_lua_check_source(L, DERIVED);
    lua_settop(L, OPTIONS);
    if (!diffable_lua_check_options(L, OPTIONS, diffable_lua_derivation_names)) {
        diffable_lua_check_type(L, OPTIONS, LUA_TTABLE);
    }
    if (lua_getiuservalue(L, DERIVED, DIFFABLE_LUA_SOURCE_FUNCTIONS) == LUA_TNIL) {
        return diffable_lua_refuse(L, "the list is not derived from another one");
    }
    lua_settop(L, OPTIONS);
    diffable_lua_source *source = lua_touserdata(L, DERIVED);
    diffable_derivation derivation = DIFFABLE_DERIVATION_INIT;
    diffable_derivation_parts present = diffable_lua_read_derivation(L, OPTIONS, source, &derivation);
    diffable_lua_object *result = diffable_lua_push_transaction(L, DERIVED);
    diffable_lua_reserve_stack(L);
    diffable_data_source *engine = diffable_lua_check_source(L, DERIVED);
    diffable_lua_remove_finalized_functions(L, DERIVED);
    diffable_lua_add_derivation_functions(L, DERIVED, FUNCTIONS);

    diffable_lua_call call;
    diffable_lua_begin_call(L, DERIVED, &call);
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_set_derivation(engine, present, &derivation, &transaction, &error);
    diffable_lua_attach_engine(result, transaction);
    diffable_lua_remove_finalized_functions(L, DERIVED);
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
    enum { LIST = 1, OPTIONS, ENGINES, DERIVED };
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
    diffable_lua_source *source = push_derived(L);
    for (size_t i = 0; i < count; i += 1) {
        lua_rawgeti(L, LIST, (lua_Integer)i + 1);
        const diffable_lua_object *object = luaL_testudata(L, -1, diffable_lua_source_name);
        if (object == NULL || object->engine == NULL) {
            return diffable_lua_refuse_argument(L, LIST,
                lua_pushfstring(L, "data source expected at %I, got %s", (lua_Integer)i + 1,
                    object == NULL ? luaL_typename(L, -1) : "a closed one"));
        }
        if (i == 0) {
            diffable_lua_share_key(L, DERIVED + 1, DERIVED);
        }
        diffable_lua_note_subject(L, -1);
        lua_settop(L, DERIVED);
    }
    /* Noting a subject allocates, and a finalizer that runs then may close a data source. */
    for (size_t i = 0; i < count; i += 1) {
        lua_rawgeti(L, LIST, (lua_Integer)i + 1);
        engines[i] = ((const diffable_lua_object *)lua_touserdata(L, -1))->engine;
        lua_pop(L, 1);
    }
    diffable_data_source *engine;
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_concat(engines, count, &engine, &error);
    diffable_lua_attach_engine(&source->object, engine);
    diffable_lua_check_status(L, status, error);
    for (size_t i = 0; i < count; i += 1) {
        lua_rawgeti(L, LIST, (lua_Integer)i + 1);
        lua_insert(L, DERIVED);
        connect_origin(L, DERIVED, DERIVED + 1);
        lua_remove(L, DERIVED);
    }
    lua_rawgeti(L, LIST, 1);
    share_kept_of_all(L, DERIVED + 1, DERIVED);
    lua_pushnil(L);
    lua_setiuservalue(L, DERIVED, DIFFABLE_LUA_SOURCE_FUNCTIONS);
    return finish(L, OPTIONS, DERIVED);
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
