/*
 * Applies, taps and drags, which change the list of a data source; and the observers and completions that they call. While
 * an apply runs, its contents and its completion are user values of the source.
 */
#include "sources.h"

/* Running applies */

void diffable_lua_begin_apply(lua_State *L, int source, int next_contents, int completion, diffable_lua_call *call)
{
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
    lua_setiuservalue(L, source, DIFFABLE_LUA_SOURCE_PREVIOUS_CONTENTS);
    if (next_contents != 0) {
        lua_pushvalue(L, next_contents);
        lua_setiuservalue(L, source, DIFFABLE_LUA_SOURCE_NEXT_CONTENTS);
    }
    if (completion != 0) {
        lua_pushvalue(L, completion);
        lua_setiuservalue(L, source, DIFFABLE_LUA_SOURCE_COMPLETION);
    }
    diffable_lua_begin_call(L, source, call);
}

/* Keeps the transaction at `index`, none for 0, for a caller that gets an error in place of it. */
static void keep_last_transaction(lua_State *L, int source, int index)
{
    if (index == 0) {
        lua_pushnil(L);
    } else {
        lua_pushvalue(L, index);
    }
    lua_setiuservalue(L, source, DIFFABLE_LUA_SOURCE_LAST_TRANSACTION);
}

int diffable_lua_end_apply(diffable_lua_call *call, int index, diffable_status status, diffable_error *error)
{
    static const int of_running[] = { DIFFABLE_LUA_SOURCE_PREVIOUS_CONTENTS, DIFFABLE_LUA_SOURCE_NEXT_CONTENTS, DIFFABLE_LUA_SOURCE_COMPLETION };
    lua_State *L = call->L;
    const diffable_lua_object *transaction = lua_touserdata(L, index);
    lua_settop(L, call->top);
    if (transaction != NULL) {
        lua_getiuservalue(L, call->source, DIFFABLE_LUA_SOURCE_PREVIOUS_CONTENTS);
        lua_getiuservalue(L, call->source, DIFFABLE_LUA_SOURCE_CONTENTS);
        diffable_lua_set_transaction_contents(L, index, call->top + 1, call->top + 2);
    }
    for (size_t i = 0; i < sizeof of_running / sizeof *of_running; i += 1) {
        lua_pushnil(L);
        lua_setiuservalue(L, call->source, of_running[i]);
    }
    bool is_applied = transaction != NULL && transaction->engine != NULL;
    if (call->is_outermost) {
        keep_last_transaction(L, call->source, is_applied ? index : 0);
    }
    diffable_lua_end_call(call, status, error);
    if (call->is_outermost) {
        keep_last_transaction(L, call->source, 0); /* the call does not raise, and returns it */
    }
    if (!is_applied) {
        lua_pushnil(L);
        return 1;
    }
    diffable_lua_warn_of_functions(L, call->source, index);
    lua_pushvalue(L, index);
    return 1;
}

/*
 * Pushes an object for the transaction of an apply. For an apply from the queue, whose result is not used, pushes nil and returns NULL:
 * making an object could run finalizers that call applies, so the queue might never end.
 */
static diffable_lua_object *push_result(lua_State *L)
{
    if (diffable_lua_is_from_queue(L)) {
        lua_pushnil(L);
        return NULL;
    }
    return diffable_lua_push_transaction(L, 1, 0, 0);
}

/* Pushes a copy of the tree that is applied, which callbacks can neither edit nor close. */
static diffable_lua_object *push_applied_tree(lua_State *L, int argument)
{
    if (diffable_lua_is_from_queue(L)) {
        lua_pushvalue(L, argument);
        return lua_touserdata(L, argument);
    }
    return diffable_lua_push_private_copy(L, argument, &diffable_lua_section_snapshot_type);
}

/* Observers and completions */

/* Only reads and replaces existing values, so it needs no protected call. */
static diffable_status adopt_contents(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    const diffable_lua_call *call = ((const diffable_lua_source *)user_data)->call;
    if (call == NULL) {
        return DIFFABLE_OK;
    }
    lua_settop(call->L, call->top);
    if (lua_getiuservalue(call->L, call->source, DIFFABLE_LUA_SOURCE_NEXT_CONTENTS) == LUA_TUSERDATA) {
        lua_setiuservalue(call->L, call->source, DIFFABLE_LUA_SOURCE_CONTENTS);
    }
    lua_settop(call->L, call->top);
    return DIFFABLE_OK;
}

void diffable_lua_observe_contents(diffable_lua_source *source)
{
    diffable_data_source_add_observer(source->object.engine, adopt_contents, source, NULL);
}

void diffable_lua_push_requested_transaction(lua_State *L, int source, const diffable_lua_request *request)
{
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_PREVIOUS_CONTENTS);
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
    int before = lua_gettop(L) - 1;
    diffable_lua_object *transaction = diffable_lua_push_transaction(L, source, before, before + 1);
    diffable_lua_own(transaction, diffable_transaction_copy(request->transaction));
    lua_replace(L, before);
    lua_settop(L, before);
}

/* (request, source) */
static int call_completion(lua_State *L)
{
    lua_getiuservalue(L, 2, DIFFABLE_LUA_SOURCE_COMPLETION);
    diffable_lua_push_requested_transaction(L, 2, lua_touserdata(L, 1));
    lua_call(L, 1, 0);
    return 0;
}

/* `user_data` is the diffable_lua_source. */
static diffable_status complete(const diffable_transaction *transaction, void *user_data)
{
    const diffable_lua_source *source = user_data;
    diffable_lua_request request = { .kind = DIFFABLE_LUA_COMPLETION, .transaction = transaction };
    return diffable_lua_run(source->call, call_completion, &request, 0, DIFFABLE_ERROR_CALLBACK_FAILED);
}

/* A userdata whose user value is the function. Its address is its key in the source's table of observers. */
typedef struct observer_object {
    diffable_lua_source *source;
    uint64_t token;
} observer_object;

/* (request, source) */
static int call_observer(lua_State *L)
{
    const diffable_lua_request *request = lua_touserdata(L, 1);
    lua_getiuservalue(L, 2, DIFFABLE_LUA_SOURCE_OBSERVERS);
    lua_rawgetp(L, -1, request->observer);
    lua_getiuservalue(L, -1, 1);
    diffable_lua_push_requested_transaction(L, 2, request);
    lua_call(L, 1, 0);
    return 0;
}

static diffable_status observe(const diffable_transaction *transaction, void *user_data)
{
    const observer_object *observer = user_data;
    diffable_lua_request request = { .kind = DIFFABLE_LUA_OBSERVER, .transaction = transaction, .observer = observer };
    return diffable_lua_run(observer->source->call, call_observer, &request, 0, DIFFABLE_ERROR_CALLBACK_FAILED);
}

/* Applies */

/*
 * Reads the options at `argument`, and leaves the caption and the completion, or nil, on the stack. They become part of the options only
 * when nothing can run user code any more, which could change the table.
 */
static diffable_apply_options read_options(lua_State *L, int argument, bool animates)
{
    static const char *const names[] = { "animating_differences", "animation", "caption", "completion", NULL };
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    bool has_options = animates ? diffable_lua_check_options(L, argument, names) : diffable_lua_check_options(L, argument, names + 2);
    if (!has_options) {
        lua_pushnil(L);
        lua_pushnil(L);
        return options;
    }
    if (diffable_lua_push_option(L, argument, "animating_differences", LUA_TBOOLEAN)) {
        options.animating_differences = lua_toboolean(L, -1);
    }
    if (diffable_lua_push_option(L, argument, "animation", LUA_TSTRING) && !diffable_lua_to_animation(L, -1, &options.animation)) {
        diffable_lua_refuse(L, "option \"animation\": %s", diffable_lua_push_animation_message(L, -1));
    }
    lua_pop(L, 2);
    diffable_lua_push_option(L, argument, "caption", LUA_TSTRING);
    diffable_lua_push_option(L, argument, "completion", LUA_TFUNCTION);
    return options;
}

/* Completes the options with the caption and the completion that `read_options` left. */
static void finish_options(lua_State *L, int caption, diffable_apply_options *options)
{
    if (!lua_isnil(L, caption)) {
        options->caption.data = lua_tolstring(L, caption, &options->caption.size);
    }
    options->completion = lua_isnil(L, caption + 1) ? NULL : complete;
    options->user_data = lua_touserdata(L, 1);
}

typedef diffable_status (*apply_function)(diffable_data_source *, const diffable_snapshot *, const diffable_apply_options *, diffable_transaction **, diffable_error **);

/* Applies the snapshot at 2, with the options at 3. `method` is the running function. */
static int apply_snapshot(lua_State *L, lua_CFunction method, apply_function apply, bool animates)
{
    enum { SOURCE = 1, SNAPSHOT, OPTIONS, CAPTION, COMPLETION, TRANSACTION, NEXT_CONTENTS, CONTENTS };
    diffable_lua_check_source(L, SOURCE);
    if (lua_type(L, SNAPSHOT) == LUA_TTABLE) {
        diffable_lua_refuse_argument(L, SNAPSHOT, "snapshot expected, got table; diffable.snapshot{ ... } makes one");
    }
    if (luaL_testudata(L, SNAPSHOT, diffable_lua_section_snapshot_name) != NULL) {
        diffable_lua_refuse_argument(L, SNAPSHOT, "snapshot expected, got section snapshot; apply_section applies it");
    }
    diffable_lua_check_snapshot(L, SNAPSHOT);
    lua_settop(L, OPTIONS);
    diffable_apply_options options = read_options(L, OPTIONS, animates);
    if (diffable_lua_queue(L, method, OPTIONS)) {
        return 1;
    }
    diffable_lua_object *result = push_result(L);
    diffable_lua_reserve_stack(L);
    do {
        lua_settop(L, TRANSACTION);
        lua_getiuservalue(L, SNAPSHOT, DIFFABLE_LUA_CONTENTS);
        diffable_lua_add_hidden_contents(L, SOURCE, NEXT_CONTENTS);
        lua_getiuservalue(L, SNAPSHOT, DIFFABLE_LUA_CONTENTS);
    } while (!lua_rawequal(L, NEXT_CONTENTS, CONTENTS)); /* a finalizer may have edited the snapshot */
    diffable_data_source *engine = diffable_lua_check_source(L, SOURCE);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, SNAPSHOT); /* callbacks may edit and close it */

    diffable_lua_call call;
    diffable_lua_begin_apply(L, SOURCE, NEXT_CONTENTS, COMPLETION, &call);
    finish_options(L, CAPTION, &options);
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    diffable_status status = apply(engine, snapshot, &options, result == NULL ? NULL : &transaction, &error);
    if (result != NULL) {
        diffable_lua_own(result, transaction);
        diffable_lua_share_entries(result, lua_touserdata(L, SNAPSHOT));
    }
    return diffable_lua_end_apply(&call, TRANSACTION, status, error);
}

/* source:apply(snapshot [, options]): the transaction, or nil if the apply was queued */
int diffable_lua_source_apply(lua_State *L)
{
    return apply_snapshot(L, diffable_lua_source_apply, diffable_data_source_apply, true);
}

/* source:apply_using_reload_data(snapshot [, { completion =, caption = }]) */
int diffable_lua_source_apply_using_reload_data(lua_State *L)
{
    return apply_snapshot(L, diffable_lua_source_apply_using_reload_data, diffable_data_source_apply_using_reload_data, false);
}

/* source:apply_section(section_snapshot, section [, options]): a section that is a table with content gets that */
int diffable_lua_source_apply_section(lua_State *L)
{
    enum { SOURCE = 1, TREE, SECTION, OPTIONS, CAPTION, COMPLETION, TRANSACTION, COPY, CONTENTS, NAME };
    diffable_lua_check_source(L, SOURCE);
    diffable_lua_check_tree(L, TREE);
    bool is_packed = diffable_lua_is_from_queue(L);
    if (!is_packed) {
        diffable_lua_check_id(L, SECTION);
    }
    lua_settop(L, OPTIONS);
    diffable_apply_options options = read_options(L, OPTIONS, true);
    if (!is_packed) {
        diffable_lua_pack_section(L, SECTION);
    }
    if (diffable_lua_queue(L, diffable_lua_source_apply_section, OPTIONS)) {
        return 1;
    }
    diffable_lua_object *result = push_result(L);
    diffable_lua_object *copy = push_applied_tree(L, TREE);
    lua_getiuservalue(L, TREE, DIFFABLE_LUA_CONTENTS);
    diffable_lua_push_id(L, diffable_snapshot_section_at(diffable_lua_check_snapshot(L, SECTION), 0));
    diffable_lua_reserve_stack(L);
    diffable_lua_add_tree_contents(L, SOURCE, NAME, copy->engine, CONTENTS);
    options.section_revision = diffable_lua_add_section_content(L, SOURCE, SECTION);
    diffable_data_source *engine = diffable_lua_check_source(L, SOURCE);
    diffable_id section = diffable_lua_check_id(L, NAME);

    diffable_lua_call call;
    diffable_lua_begin_apply(L, SOURCE, 0, COMPLETION, &call);
    finish_options(L, CAPTION, &options);
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_apply_section(engine, copy->engine, section, &options, result == NULL ? NULL : &transaction, &error);
    if (result != NULL) {
        diffable_lua_own(result, transaction);
    }
    diffable_lua_release(L, copy);
    return diffable_lua_end_apply(&call, TRANSACTION, status, error);
}

/* source:toggle_item(item): the transaction, or nil if a handler refused or the tap was queued */
int diffable_lua_source_toggle_item(lua_State *L)
{
    enum { SOURCE = 1, ITEM, TRANSACTION };
    diffable_lua_check_source(L, SOURCE);
    diffable_lua_take_item(L, ITEM);
    diffable_lua_check_id(L, ITEM);
    lua_settop(L, ITEM);
    if (diffable_lua_queue(L, diffable_lua_source_toggle_item, ITEM)) {
        return 1;
    }
    diffable_lua_object *result = push_result(L);
    diffable_lua_reserve_stack(L);
    diffable_lua_tidy_source_contents(L, SOURCE); /* children that are loaded on demand add to them */
    diffable_data_source *engine = diffable_lua_check_source(L, SOURCE);
    diffable_id item = diffable_lua_check_id(L, ITEM);

    diffable_lua_call call;
    diffable_lua_begin_apply(L, SOURCE, 0, 0, &call);
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_toggle_item(engine, item, result == NULL ? NULL : &transaction, &error);
    if (result != NULL) {
        diffable_lua_own(result, transaction);
    }
    return diffable_lua_end_apply(&call, TRANSACTION, status, error);
}

/* source:reorder_item(from, to): the transaction, or nil if the item may not be dragged or the drag was queued */
int diffable_lua_source_reorder_item(lua_State *L)
{
    enum { SOURCE = 1, FROM, TO, TRANSACTION };
    diffable_lua_check_source(L, SOURCE);
    diffable_lua_check_index_path(L, FROM);
    diffable_lua_check_index_path(L, TO);
    lua_settop(L, TO);
    if (diffable_lua_queue(L, diffable_lua_source_reorder_item, TO)) {
        return 1;
    }
    diffable_lua_object *result = push_result(L);
    diffable_lua_reserve_stack(L);
    diffable_index_path from = diffable_lua_check_index_path(L, FROM);
    diffable_index_path to = diffable_lua_check_index_path(L, TO);
    diffable_data_source *engine = diffable_lua_check_source(L, SOURCE);

    diffable_lua_call call;
    diffable_lua_begin_apply(L, SOURCE, 0, 0, &call);
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_reorder_item(engine, from, to, result == NULL ? NULL : &transaction, &error);
    if (result != NULL) {
        diffable_lua_own(result, transaction);
    }
    return diffable_lua_end_apply(&call, TRANSACTION, status, error);
}

/* What on_apply returns. Its upvalues are the source and the observer. */
static int remove_observer(lua_State *L)
{
    const diffable_lua_source *source = lua_touserdata(L, lua_upvalueindex(1));
    observer_object *observer = lua_touserdata(L, lua_upvalueindex(2));
    bool is_removed = diffable_data_source_remove_observer(source->object.engine, observer->token);
    if (is_removed) {
        lua_getiuservalue(L, lua_upvalueindex(1), DIFFABLE_LUA_SOURCE_OBSERVERS);
        lua_pushnil(L);
        lua_rawsetp(L, -2, observer);
    }
    lua_pushboolean(L, is_removed);
    return 1;
}

/* source:on_apply(function(transaction) end): a function that removes the observer */
int diffable_lua_source_on_apply(lua_State *L)
{
    enum { SOURCE = 1, FUNCTION, OBSERVERS, OBSERVER };
    diffable_lua_check_source(L, SOURCE);
    diffable_lua_check_type(L, FUNCTION, LUA_TFUNCTION);
    lua_settop(L, FUNCTION);
    lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_OBSERVERS);
    observer_object *observer = lua_newuserdatauv(L, sizeof *observer, 1);
    observer->source = lua_touserdata(L, SOURCE);
    observer->token = 0;
    lua_pushvalue(L, FUNCTION);
    lua_setiuservalue(L, OBSERVER, 1);
    lua_pushvalue(L, SOURCE);
    lua_pushvalue(L, OBSERVER);
    lua_pushcclosure(L, remove_observer, 2);
    lua_pushvalue(L, OBSERVER);
    lua_rawsetp(L, OBSERVERS, observer);
    observer->token = diffable_data_source_add_observer(diffable_lua_check_source(L, SOURCE), observe, observer, NULL);
    return 1;
}
