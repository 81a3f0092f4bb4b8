/*
 * The types `diffable.publisher` and `diffable.follower`. A publisher makes the messages by which others follow the
 * list of a data source. A follower applies such messages to another data source.
 */
#include "sources.h"

static const diffable_lua_type *const publisher_type = &diffable_lua_publisher_type,
                                      *const follower_type = &diffable_lua_follower_type;

/* Pushes an object whose user value is the data source at 1, and returns it. */
static diffable_lua_object *push_for_source(lua_State *L, const diffable_lua_type *type)
{
    diffable_lua_object *object = diffable_lua_push_object(L, type, 0);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, DIFFABLE_LUA_PUBLISHING_SOURCE);
    return object;
}

/*
 * Sets the stack to `top` values, and pushes the data source of the publisher or follower at 1. Returns the engine's
 * publisher or follower. Raises if it or the data source is closed.
 */
static void *push_source(lua_State *L, const diffable_lua_type *type, int top)
{
    void *engine = diffable_lua_check(L, 1, type);
    lua_settop(L, top);
    lua_getiuservalue(L, 1, DIFFABLE_LUA_PUBLISHING_SOURCE);
    diffable_lua_check_source(L, top + 1);
    return engine;
}

/* Publishers */

/* diffable.publisher(source [, { keep = }]) */
int diffable_lua_publisher_new(lua_State *L)
{
    enum { SOURCE = 1, OPTIONS };
    static const char *const names[] = { "keep", NULL };
    diffable_lua_check_source(L, SOURCE);
    lua_settop(L, OPTIONS);
    lua_Integer keep = 0;
    if (diffable_lua_check_options(L, OPTIONS, names) && diffable_lua_push_option(L, OPTIONS, names[0], LUA_TNUMBER)) {
        int is_integer;
        keep = lua_tointegerx(L, -1, &is_integer);
        if (!is_integer || keep < 1) {
            diffable_lua_refuse(L, "option \"keep\": a positive integer expected, got %s", lua_tostring(L, -1));
        }
    }
    diffable_lua_object *publisher = push_for_source(L, publisher_type);
    diffable_lua_attach_engine(publisher, diffable_publisher_new(diffable_lua_check_source(L, SOURCE), (size_t)keep));
    return 1;
}

/* publisher:message([version]): a string, or nil if the version is the current one */
static int message(lua_State *L)
{
    enum { PUBLISHER = 1, VERSION, SOURCE, SNAPSHOT, DOCUMENT };
    diffable_list_version version = { { 0 } };
    diffable_lua_check(L, PUBLISHER, publisher_type);
    bool has_version = !lua_isnoneornil(L, VERSION);
    if (has_version) {
        version = diffable_lua_check_version(L, VERSION);
    }
    push_source(L, publisher_type, VERSION);
    diffable_lua_object *snapshot = diffable_lua_push_object(L, &diffable_lua_snapshot_type, 0);
    diffable_lua_object *object = diffable_lua_push_object(L, &diffable_lua_document_type, 0);
    const diffable_data_source *source = diffable_lua_check_source(L, SOURCE);
    diffable_publisher *publisher = diffable_lua_check(L, PUBLISHER, publisher_type);
    diffable_document *document;
    diffable_error *error = NULL;
    if (diffable_publisher_message(publisher, has_version ? &version : NULL, &document, &error) != DIFFABLE_OK) {
        diffable_lua_attach_engine(snapshot, diffable_data_source_snapshot(source));
        return diffable_lua_refuse_to_encode(L, snapshot->engine, error);
    }
    if (document == NULL) {
        lua_pushnil(L);
        return 1;
    }
    return diffable_lua_push_document(L, object, document);
}

/* publisher:version(): 32 hexadecimal digits */
static int publisher_version(lua_State *L)
{
    return diffable_lua_push_version(L, diffable_publisher_version(push_source(L, publisher_type, 1)));
}

static int close_publisher(lua_State *L)
{
    return diffable_lua_close(L, publisher_type);
}

/* Followers */

/* diffable.follower(source) */
int diffable_lua_follower_new(lua_State *L)
{
    enum { SOURCE = 1 };
    diffable_lua_check_source(L, SOURCE);
    lua_settop(L, SOURCE);
    if (lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_ORIGINS) != LUA_TNIL) {
        diffable_lua_refuse(
            L, "the list is derived from another one, and cannot be changed; make a follower of that one");
    }
    lua_pop(L, 1);
    diffable_lua_object *follower = push_for_source(L, follower_type);
    diffable_lua_attach_engine(follower, diffable_follower_new(diffable_lua_check_source(L, SOURCE)));
    return 1;
}

/* follower:receive(bytes): the transaction, or nil if the follower has that version, or the call was queued */
static int receive(lua_State *L)
{
    enum { FOLLOWER = 1, BYTES, SOURCE, TRANSACTION };
    diffable_lua_check(L, FOLLOWER, follower_type);
    diffable_lua_check_type(L, BYTES, LUA_TSTRING);
    push_source(L, follower_type, BYTES);
    diffable_lua_object *result = diffable_lua_push_transaction(L, SOURCE);
    diffable_lua_reserve_stack(L);
    size_t size;
    const char *bytes = lua_tolstring(L, BYTES, &size);
    diffable_lua_check_source(L, SOURCE);
    diffable_follower *follower = diffable_lua_check(L, FOLLOWER, follower_type); /* a finalizer may have closed it */

    diffable_lua_call call;
    diffable_lua_begin_call(L, SOURCE, &call);
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    diffable_status status = diffable_follower_receive(follower, bytes, size, &transaction, &error);
    diffable_lua_attach_engine(result, transaction);
    diffable_lua_account_memory(
        result, diffable_snapshot_number_of_all_items(diffable_transaction_final_snapshot(transaction)));
    return diffable_lua_end_apply(&call, TRANSACTION, status, error);
}

/* follower:version(): 32 hexadecimal digits */
static int follower_version(lua_State *L)
{
    return diffable_lua_push_version(L, diffable_follower_version(push_source(L, follower_type, 1)));
}

static int close_follower(lua_State *L)
{
    return diffable_lua_close(L, follower_type);
}

/* Both */

static int to_string(lua_State *L, const diffable_lua_type *type)
{
    bool is_closed = diffable_lua_check_object(L, 1, type)->engine == NULL;
    lua_pushfstring(L, is_closed ? "(closed %s)" : "%s", type->noun);
    return 1;
}

static int publisher_to_string(lua_State *L)
{
    return to_string(L, publisher_type);
}

static int follower_to_string(lua_State *L)
{
    return to_string(L, follower_type);
}

static const luaL_Reg of_publishers[] = {
    { "__gc", close_publisher },
    { "__close", close_publisher },
    { "__tostring", publisher_to_string },
    { NULL, NULL },
};

static const diffable_lua_function publisher_methods[] = {
    /* `optional` is 0, so that nil is allowed as the version: a receiver without a list has none. */
    { "message", message, 1, 0, NULL },
    { "version", publisher_version, 0, 0, NULL },
    { "close", close_publisher, 0, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

static const luaL_Reg of_followers[] = {
    { "__gc", close_follower },
    { "__close", close_follower },
    { "__tostring", follower_to_string },
    { NULL, NULL },
};

static const diffable_lua_function follower_methods[] = {
    { "receive", receive, 1, 0, NULL },
    { "version", follower_version, 0, 0, NULL },
    { "close", close_follower, 0, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_publishers(lua_State *L)
{
    static const diffable_lua_members members = { "publisher", publisher_methods, NULL };
    diffable_lua_new_type(L, diffable_lua_publisher_name, of_publishers, &members, NULL);
}

void diffable_lua_open_followers(lua_State *L)
{
    static const diffable_lua_members members = { "follower", follower_methods, NULL };
    diffable_lua_new_type(L, diffable_lua_follower_name, of_followers, &members, NULL);
}
