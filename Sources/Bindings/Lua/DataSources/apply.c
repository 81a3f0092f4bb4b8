/*
 * Applies, taps and drags, which change the list of a data source; and the observers and completions that they call.
 *
 * A queued apply runs after the Lua function that queued it has returned. So the engine keeps a copy of its snapshot,
 * and the source's table of observers keeps its completion.
 */
#include "sources.h"

/* Running applies */

/*
 * Stores the transaction at `index`, or nil if that is 0, as the last transaction of the source. A script whose call
 * raises an error instead of returning the transaction can read it there.
 */
static void keep_last_transaction(lua_State *L, int source, int index)
{
    lua_pushnil(L);
    lua_pushvalue(L, index == 0 ? -1 : index);
    lua_setiuservalue(L, source, DIFFABLE_LUA_SOURCE_LAST_TRANSACTION);
    lua_pop(L, 1);
}

int diffable_lua_end_apply(diffable_lua_call *call, int index, diffable_status status, diffable_error *error)
{
    lua_State *L = call->L;
    const diffable_lua_object *transaction = lua_touserdata(L, index);
    bool is_applied = transaction != NULL && transaction->engine != NULL, is_outermost = call->outer_of_source == NULL;
    lua_settop(L, call->top);
    if (is_outermost) {
        keep_last_transaction(L, call->source, is_applied ? index : 0);
    }
    diffable_lua_end_call(call, status, error);
    if (is_outermost) {
        keep_last_transaction(L, call->source, 0); /* the call has not raised, so it returns the transaction */
    }
    if (!is_applied) {
        lua_pushnil(L);
        return 1;
    }
    diffable_lua_share_kept(L, call->source, index);
    diffable_lua_warn_of_functions(L, call->source, index);
    lua_pushvalue(L, index);
    return 1;
}

/* Observers and completions */

void diffable_lua_push_requested_transaction(lua_State *L, int source, const diffable_lua_request *request)
{
    diffable_lua_object *transaction = diffable_lua_push_transaction(L, source);
    diffable_lua_attach_engine(transaction, diffable_transaction_copy(request->transaction));
}

/*
 * An observer or a completion: a userdata whose user value is the function. Its address is its key in the source's
 * table of observers.
 */
typedef struct observer_object {
    diffable_lua_source *source;
    uint64_t token; /* the engine's token of an observer */
} observer_object;

/* Pushes an observer or a completion for the source at 1. Its function is at `function`. */
static observer_object *push_observer(lua_State *L, int function)
{
    observer_object *observer = lua_newuserdatauv(L, sizeof *observer, 1);
    observer->source = lua_touserdata(L, 1);
    observer->token = 0;
    lua_pushvalue(L, function);
    lua_setiuservalue(L, -2, 1);
    return observer;
}

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
    return diffable_lua_run_source(observer->source, call_observer, &request, 0, DIFFABLE_ERROR_CALLBACK_FAILED);
}

static diffable_status complete(const diffable_transaction *transaction, void *user_data)
{
    const observer_object *completion = user_data;
    diffable_lua_request request = {
        .kind = DIFFABLE_LUA_COMPLETION, .transaction = transaction, .observer = completion
    };
    return diffable_lua_run_source(completion->source, call_observer, &request, 0, DIFFABLE_ERROR_CALLBACK_FAILED);
}

/*
 * Removes a completion from the table of observers. The engine calls this when the apply is over, before the next apply
 * in the queue begins.
 */
static void end_completion(void *user_data)
{
    const observer_object *completion = user_data;
    const diffable_lua_call *call = *completion->source->innermost;
    lua_settop(call->L, call->top);
    diffable_lua_push_subject_of_call(call, completion->source);
    lua_getiuservalue(call->L, -1, DIFFABLE_LUA_SOURCE_OBSERVERS);
    lua_pushnil(call->L);
    lua_rawsetp(call->L, -2, completion);
    lua_settop(call->L, call->top);
}

/* Applies */

/*
 * The options that a function takes: all, all except `rebase`, or only `caption` and `completion`. The value is the
 * index of the first of them in `names` of `read_options`.
 */
typedef enum option_set { WITH_REBASE = 0, WITH_ANIMATION = 1, WITHOUT_ANIMATION = 3 } option_set;

/*
 * Reads the options at `argument`, and pushes the caption and the completion. Either of them may be nil.
 * `finish_options` adds these two to the options later, when no user code can run any more before the engine is called.
 */
static diffable_apply_options read_options(lua_State *L, int argument, option_set set)
{
    static const char *const names[] = { "rebase", "animating_differences", "animation", "caption", "completion",
        NULL };
    bool animates = set != WITHOUT_ANIMATION;
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    if (lua_type(L, argument) == LUA_TBOOLEAN || lua_type(L, argument) == LUA_TFUNCTION) {
        bool is_function = lua_isfunction(L, argument);
        const char *option = is_function ? "completion = function"
            : animates                   ? "animating_differences = false"
                                         : "caption = text";
        const char *got = luaL_typename(L, argument);
        diffable_lua_refuse_argument(
            L, argument, lua_pushfstring(L, "table of options expected, got %s; pass { %s }", got, option));
    }
    bool has_options = set == WITH_REBASE ? diffable_lua_check_options(L, argument, names)
                                          : diffable_lua_check_options(L, argument, names + set);
    if (!has_options) {
        lua_pushnil(L);
        lua_pushnil(L);
        return options;
    }
    if (diffable_lua_push_option(L, argument, "animation", LUA_TSTRING)
        && !diffable_lua_to_animation(L, -1, &options.animation)) {
        diffable_lua_refuse(L, "option \"animation\": %s", diffable_lua_push_animation_message(L, -1));
    }
    if (diffable_lua_push_option(L, argument, "animating_differences", LUA_TBOOLEAN) && !lua_toboolean(L, -1)) {
        options.animation = DIFFABLE_ANIMATION_NONE;
    }
    lua_pop(L, 2);
    diffable_lua_push_option(L, argument, "caption", LUA_TSTRING);
    if (diffable_lua_push_option(L, argument, "completion", LUA_TFUNCTION)) {
        push_observer(L, lua_gettop(L));
        lua_remove(L, -2);
    }
    return options;
}

/* Adds the caption and the completion, which `read_options` pushed, to the options. Runs no user code. */
static void finish_options(lua_State *L, int caption, diffable_apply_options *options)
{
    if (!lua_isnil(L, caption)) {
        options->caption.data = lua_tolstring(L, caption, &options->caption.size);
    }
    if (!lua_isnil(L, caption + 1)) {
        options->completion = complete;
        options->user_data = lua_touserdata(L, caption + 1);
        options->finalize = end_completion;
        lua_getiuservalue(L, 1, DIFFABLE_LUA_SOURCE_OBSERVERS);
        lua_pushvalue(L, caption + 1);
        lua_rawsetp(L, -2, options->user_data);
        lua_pop(L, 1);
    }
}

typedef diffable_status (*apply_function)(diffable_data_source *, const diffable_snapshot *,
    const diffable_apply_options *, diffable_transaction **, diffable_error **);

/* Raises if argument 2 is not a snapshot of a list or, if `is_tree`, not a section snapshot. */
static void check_kind(lua_State *L, bool is_tree)
{
    enum { SNAPSHOT = 2 };
    const char *noun = is_tree ? "section snapshot" : "snapshot";
    if (luaL_testudata(L, SNAPSHOT, diffable_lua_transaction_name) != NULL) {
        const char *message = lua_pushfstring(
            L, "%s expected, got a transaction; its initial_snapshot and final_snapshot are snapshots", noun);
        diffable_lua_refuse_argument(L, SNAPSHOT, message);
    }
    if (lua_type(L, SNAPSHOT) != LUA_TUSERDATA && luaL_testudata(L, SNAPSHOT + 1, diffable_lua_snapshot_name) != NULL) {
        const char *got = luaL_typename(L, SNAPSHOT);
        diffable_lua_refuse_argument(
            L, SNAPSHOT, lua_pushfstring(L, "%s expected, got %s; are the arguments swapped?", noun, got));
    }
    if (lua_isnone(L, SNAPSHOT) || lua_type(L, SNAPSHOT) == LUA_TNUMBER) {
        const char *got = luaL_typename(L, SNAPSHOT);
        const char *hint = "edits return no snapshot: keep it in a variable, edit it, and pass the variable";
        diffable_lua_refuse_argument(L, SNAPSHOT, lua_pushfstring(L, "%s expected, got %s; %s", noun, got, hint));
    }
    if (lua_type(L, SNAPSHOT) == LUA_TTABLE) {
        lua_rawgeti(L, SNAPSHOT, 1);
        if (luaL_testudata(L, -1, diffable_lua_snapshot_name) != NULL) {
            const char *message = lua_pushfstring(
                L, "%s expected, got table; the options are a table of their own, after the snapshot", noun);
            diffable_lua_refuse_argument(L, SNAPSHOT, message);
        }
        const char *function = is_tree ? "section_snapshot" : "snapshot";
        diffable_lua_refuse_argument(
            L, SNAPSHOT, lua_pushfstring(L, "%s expected, got table; diffable.%s{ ... } makes one", noun, function));
    }
    if (diffable_snapshot_is_section_snapshot(diffable_lua_check_snapshot(L, SNAPSHOT)) != is_tree) {
        diffable_lua_refuse(L,
            is_tree ? "this is a snapshot of a list; apply applies it"
                    : "this is a section snapshot; apply_section applies it");
    }
}

/* Merges the current list with the changes that were made to the snapshot since it was taken from a list. */
static diffable_status apply_rebased(diffable_data_source *source, const diffable_snapshot *snapshot,
    const diffable_apply_options *options, diffable_transaction **transaction, diffable_error **error)
{
    return diffable_data_source_apply_rebased(source, NULL, snapshot, options, transaction, error);
}

/* Whether `rebase` is true in the options at `argument`, which were checked before. */
static bool is_rebased(lua_State *L, int argument)
{
    if (lua_isnil(L, argument)) {
        return false;
    }
    bool is_set = diffable_lua_push_option(L, argument, "rebase", LUA_TBOOLEAN) && lua_toboolean(L, -1);
    lua_pop(L, 1);
    return is_set;
}

/*
 * Makes the list that was passed to the apply the base of the snapshot at `snapshot`. If the script edits the snapshot
 * further and applies it with `rebase`, only those edits are merged. Does nothing if a callback has closed the snapshot
 * or the source.
 */
static void set_base(lua_State *L, int source, int snapshot, const diffable_transaction *transaction)
{
    const diffable_lua_object *object = lua_touserdata(L, snapshot), *source_object = lua_touserdata(L, source);
    diffable_snapshot_set_base(object->engine, source_object->engine, transaction);
}

/* Applies the snapshot at 2, with the options at 3. */
static int apply_snapshot(lua_State *L, apply_function apply, option_set set)
{
    enum { SOURCE = 1, SNAPSHOT, OPTIONS, CAPTION, COMPLETION, TRANSACTION };
    diffable_lua_check_source(L, SOURCE);
    check_kind(L, false);
    lua_settop(L, OPTIONS);
    diffable_lua_add_kept(L, SNAPSHOT, SOURCE);
    diffable_apply_options options = read_options(L, OPTIONS, set);
    if (is_rebased(L, OPTIONS)) {
        apply = apply_rebased;
    }
    diffable_lua_object *result = diffable_lua_push_transaction(L, SOURCE);
    diffable_lua_reserve_stack(L);
    diffable_data_source *engine = diffable_lua_check_source(L, SOURCE);
    /* Callbacks may edit and close the snapshot: the engine copies it before it calls any. */
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, SNAPSHOT);
    finish_options(L, CAPTION, &options);

    diffable_lua_call call;
    diffable_lua_begin_call(L, SOURCE, &call);
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    diffable_status status = apply(engine, snapshot, &options, &transaction, &error);
    set_base(L, SOURCE, SNAPSHOT, transaction);
    diffable_lua_attach_engine(result, transaction);
    diffable_lua_share_entries(result, lua_touserdata(L, SNAPSHOT));
    return diffable_lua_end_apply(&call, TRANSACTION, status, error);
}

/* source:apply(snapshot [, options]): the transaction, or nil if the apply was queued */
int diffable_lua_source_apply(lua_State *L)
{
    return apply_snapshot(L, diffable_data_source_apply, WITH_REBASE);
}

/* source:apply_using_reload_data(snapshot [, { completion =, caption = }]) */
int diffable_lua_source_apply_using_reload_data(lua_State *L)
{
    return apply_snapshot(L, diffable_data_source_apply_using_reload_data, WITHOUT_ANIMATION);
}

/*
 * source:apply_section(section_snapshot, section [, options]); if `section` is a table with content, that becomes the
 * content of the section
 */
int diffable_lua_source_apply_section(lua_State *L)
{
    enum { SOURCE = 1, TREE, SECTION, OPTIONS, CAPTION, COMPLETION, TRANSACTION };
    diffable_lua_check_source(L, SOURCE);
    check_kind(L, true);
    diffable_lua_check_id(L, SECTION);
    if (lua_type(L, SECTION) == LUA_TTABLE) {
        lua_pushliteral(L, "items");
        if (lua_rawget(L, SECTION) != LUA_TNIL) {
            diffable_lua_refuse_argument(
                L, SECTION, "the items are those of the section snapshot; \"items\" would be ignored");
        }
    }
    lua_settop(L, OPTIONS);
    diffable_apply_options options = read_options(L, OPTIONS, WITH_ANIMATION);
    diffable_lua_object *result = diffable_lua_push_transaction(L, SOURCE);
    diffable_lua_object *copy = diffable_lua_push_private_copy(
        L, TREE, &diffable_lua_snapshot_type); /* callbacks can neither edit nor close it */
    diffable_lua_add_kept(L, TREE, SOURCE);
    diffable_lua_list section;
    diffable_lua_begin_list(L, SECTION, SECTION, 0, DIFFABLE_LUA_SECTIONS, &section);
    diffable_lua_reserve_stack(L);
    diffable_data_source *engine = diffable_lua_check_source(L, SOURCE);
    diffable_lua_read_list(L, &section, SOURCE);
    finish_options(L, CAPTION, &options);
    if (section.contents != NULL) {
        options.section_content = section.contents[0];
        diffable_lua_hand_over(L);
    }

    diffable_lua_call call;
    diffable_lua_begin_call(L, SOURCE, &call);
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_apply_section(
        engine, copy->engine, section.ids[0], &options, &transaction, &error);
    diffable_lua_attach_engine(result, transaction);
    diffable_lua_release(L, copy);
    return diffable_lua_end_apply(&call, TRANSACTION, status, error);
}

/* source:toggle_item(item): the transaction, or nil if the tap was refused or queued */
int diffable_lua_source_toggle_item(lua_State *L)
{
    enum { SOURCE = 1, ITEM, TRANSACTION };
    diffable_lua_check_source(L, SOURCE);
    diffable_lua_resolve_key(L, ITEM);
    diffable_lua_check_id(L, ITEM);
    if (((const diffable_lua_source *)lua_touserdata(L, SOURCE))->call
        == NULL) { /* a queued tap is not checked, because the item may exist when the tap runs */
        diffable_lua_refuse_if_absent_look_alike(L, ITEM);
    }
    lua_settop(L, ITEM);
    diffable_lua_object *result = diffable_lua_push_transaction(L, SOURCE);
    diffable_lua_reserve_stack(L);
    diffable_data_source *engine = diffable_lua_check_source(L, SOURCE);
    diffable_id item = diffable_lua_check_id(L, ITEM);

    diffable_lua_call call;
    diffable_lua_begin_call(L, SOURCE, &call);
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_toggle_item(engine, item, &transaction, &error);
    diffable_lua_attach_engine(result, transaction);
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
    lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_HANDLERS);
    if (lua_getfield(L, -1, "can_reorder_item") == LUA_TNIL) {
        return diffable_lua_refuse(L,
            "the data source has no \"can_reorder_item\"; set it to a function that returns true for items that may be "
            "dragged");
    }
    lua_settop(L, TO);
    diffable_lua_object *result = diffable_lua_push_transaction(L, SOURCE);
    diffable_lua_reserve_stack(L);
    diffable_index_path from = diffable_lua_check_index_path(L, FROM);
    diffable_index_path to = diffable_lua_check_index_path(L, TO);
    diffable_data_source *engine = diffable_lua_check_source(L, SOURCE);

    diffable_lua_call call;
    diffable_lua_begin_call(L, SOURCE, &call);
    diffable_transaction *transaction = NULL;
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_reorder_item(engine, from, to, &transaction, &error);
    diffable_lua_attach_engine(result, transaction);
    return diffable_lua_end_apply(&call, TRANSACTION, status, error);
}

/* The function that on_apply returns. Its upvalues are the source and the observer. */
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
    observer_object *observer = push_observer(L, FUNCTION);
    lua_pushvalue(L, SOURCE);
    lua_pushvalue(L, OBSERVER);
    lua_pushcclosure(L, remove_observer, 2);
    lua_pushvalue(L, OBSERVER);
    lua_rawsetp(L, OBSERVERS, observer);
    observer->token = diffable_data_source_add_observer(diffable_lua_check_source(L, SOURCE), observe, observer, NULL);
    return 1;
}
