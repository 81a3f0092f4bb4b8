/* Applies of snapshots, of the whole list or of one section. */
#include "calls.h"

/* Reads the options at `argument`, and leaves the completion or nil on the stack. */
static diffable_apply_options read_options(lua_State *L, int argument)
{
    static const char *const there_are[] = { "animating_differences", "animation", "completion", NULL };
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    if (!diffable_lua_check_options(L, argument, there_are)) {
        lua_pushnil(L);
        return options;
    }
    if (diffable_lua_push_option(L, argument, "animating_differences", LUA_TBOOLEAN)) {
        options.animating_differences = lua_toboolean(L, -1);
    }
    if (diffable_lua_push_option(L, argument, "animation", LUA_TSTRING)) {
        options.has_animation = true;
        if (!diffable_lua_to_animation(L, -1, &options.animation)) {
            luaL_argerror(L, argument, diffable_lua_push_animation_message(L, -1));
        }
    }
    lua_pop(L, 2);
    diffable_lua_push_option(L, argument, "completion", LUA_TFUNCTION);
    return options;
}

/* The same where there is no animation. */
static void read_completion(lua_State *L, int argument)
{
    static const char *const there_are[] = { "completion", NULL };
    if (diffable_lua_check_options(L, argument, there_are)) {
        diffable_lua_push_option(L, argument, "completion", LUA_TFUNCTION);
    } else {
        lua_pushnil(L);
    }
}

/* Pushes a snapshot that callbacks can neither edit nor close. */
static diffable_lua_snapshot *push_snapshot_to_apply(lua_State *L, int argument)
{
    if (diffable_lua_is_from_queue(L)) {
        lua_pushvalue(L, argument);
        return lua_touserdata(L, argument);
    }
    return diffable_lua_push_private_copy(L, argument);
}

/* What the engine is to call at the end. */
static diffable_transaction_handler completion_of(lua_State *L, int completion)
{
    return lua_isnil(L, completion) ? NULL : diffable_lua_complete;
}

/* Applies the snapshot at 2, with the options at 3; by reloading where `options` is NULL. `self` is the method, for the queue. */
static int apply_snapshot(lua_State *L, lua_CFunction self, const diffable_apply_options *options)
{
    enum { SOURCE = 1, SNAPSHOT, OPTIONS, COMPLETION, TRANSACTION, COPY, COMING };
    if (diffable_lua_wait(L, self, OPTIONS)) {
        return 1;
    }
    diffable_transaction **transaction = diffable_lua_push_result(L);
    diffable_lua_snapshot *copy = push_snapshot_to_apply(L, SNAPSHOT);
    lua_getiuservalue(L, SNAPSHOT, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    diffable_lua_reserve_stack(L);
    diffable_lua_bring_hidden_contents(L, SOURCE, COMING);
    diffable_data_source *engine = diffable_lua_check_source(L, SOURCE)->engine;

    diffable_lua_call call;
    diffable_lua_begin_apply(L, SOURCE, COMING, COMPLETION, &call);
    diffable_error *error = NULL;
    diffable_transaction_handler completion = completion_of(L, COMPLETION);
    void *user_data = lua_touserdata(L, SOURCE);
    diffable_status status = options != NULL
        ? diffable_data_source_apply(engine, copy->engine, options, completion, user_data, NULL, transaction, &error)
        : diffable_data_source_apply_using_reload_data(engine, copy->engine, completion, user_data, NULL, transaction, &error);
    diffable_lua_close_snapshot(copy); /* at once, so that the next edit has the storage to itself */
    return diffable_lua_end_apply(&call, TRANSACTION, status, error);
}

/* source:apply(snapshot [, options]): the transaction, or nil where the apply was put into the queue */
int diffable_lua_source_apply(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    diffable_lua_check_snapshot(L, 2);
    lua_settop(L, 3);
    diffable_apply_options options = read_options(L, 3);
    return apply_snapshot(L, diffable_lua_source_apply, &options);
}

/* source:apply_using_reload_data(snapshot [, { completion = }]) */
int diffable_lua_source_apply_using_reload_data(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    diffable_lua_check_snapshot(L, 2);
    lua_settop(L, 3);
    read_completion(L, 3);
    return apply_snapshot(L, diffable_lua_source_apply_using_reload_data, NULL);
}

/* Pushes a tree that callbacks can neither edit nor close. */
static diffable_lua_section_snapshot *push_tree_to_apply(lua_State *L, int argument)
{
    if (diffable_lua_is_from_queue(L)) {
        lua_pushvalue(L, argument);
        return lua_touserdata(L, argument);
    }
    return diffable_lua_push_private_tree(L, argument);
}

/* source:apply_section(section_snapshot, section [, options]) */
int diffable_lua_source_apply_section(lua_State *L)
{
    enum { SOURCE = 1, TREE, SECTION, OPTIONS, COMPLETION, TRANSACTION, COPY, CONTENTS, NAME };
    diffable_lua_check_source(L, SOURCE);
    diffable_lua_check_section_snapshot(L, TREE);
    diffable_lua_check_id(L, SECTION);
    lua_settop(L, OPTIONS);
    diffable_apply_options options = read_options(L, OPTIONS);
    if (diffable_lua_wait(L, diffable_lua_source_apply_section, OPTIONS)) {
        return 1;
    }
    diffable_transaction **transaction = diffable_lua_push_result(L);
    diffable_lua_section_snapshot *copy = push_tree_to_apply(L, TREE);
    lua_getiuservalue(L, TREE, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    diffable_lua_push_id(L, diffable_lua_check_id(L, SECTION));
    diffable_lua_reserve_stack(L);
    diffable_lua_bring_tree(L, SOURCE, NAME, copy->engine, CONTENTS);
    diffable_data_source *engine = diffable_lua_check_source(L, SOURCE)->engine;
    diffable_id section = diffable_lua_check_id(L, NAME);

    diffable_lua_call call;
    diffable_lua_begin_apply(L, SOURCE, 0, COMPLETION, &call);
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_apply_section(engine, copy->engine, section, &options, completion_of(L, COMPLETION), lua_touserdata(L, SOURCE), NULL, transaction, &error);
    diffable_lua_close_section_snapshot(copy);
    return diffable_lua_end_apply(&call, TRANSACTION, status, error);
}
