/* Calls into the engine that may call back, and the callbacks. */
#ifndef DIFFABLE_LUA_CALLS_H
#define DIFFABLE_LUA_CALLS_H

#include "sources.h"

/*
 * One call into the engine that may call back. It lives on the C stack of the Lua function that makes
 * it, which keeps these values at fixed places in its frame.
 */
typedef struct diffable_lua_call {
    lua_State *L;
    int source;  /* where the data source is */
    int view;    /* where its view is; nil where it has none */
    int failure; /* where the value that the first failing callback raised is kept */
    int top;     /* callbacks work above this, and may leave values there until the next one */
    bool failed;
    bool is_outermost; /* of those into this source */
    struct diffable_lua_call *outer_of_source, *outer_of_view;
} diffable_lua_call;

/* Makes room for what callbacks do outside of protected calls; raises if there is none. */
void diffable_lua_reserve_stack(lua_State *L);

/* Nothing between these two may raise. The first leaves values on the stack, for the callbacks. */
void diffable_lua_begin_call(lua_State *L, int source, diffable_lua_call *call);

/*
 * Runs what waited for the end of an outermost call. Then, if that or the call itself failed, raises the
 * first failure: the very value of a callback, or else the engine's message.
 */
void diffable_lua_end_call(diffable_lua_call *call, diffable_status status, diffable_error *error);

/*
 * If `function` was called from inside another call into its source, which is at 1, puts it into the queue
 * with its `count` arguments, all of them checked, pushes nil, and returns true.
 */
bool diffable_lua_wait(lua_State *L, lua_CFunction function, int count);

/*
 * Whether the function was called from the queue: then its arguments are private copies already, and nobody waits
 * for its result. It should make no Lua value, so that finalizers that apply cannot keep a queue from ending.
 */
bool diffable_lua_is_from_queue(lua_State *L);

/* Makes place for the transaction of an apply, and returns where the engine is to put it. */
diffable_transaction **diffable_lua_push_result(lua_State *L);

/* From here on nothing may raise until the apply ends. `coming` and `completion` are 0 where there are none. */
void diffable_lua_begin_apply(lua_State *L, int source, int coming, int completion, diffable_lua_call *call);

/* Ends the call, and returns the transaction at `index` to Lua; nil where there is none because it was refused. */
int diffable_lua_end_apply(diffable_lua_call *call, int index, diffable_status status, diffable_error *error);

/* Runs what waits, in order, and keeps the first failure. */
void diffable_lua_work_off_queue(diffable_lua_call *call);

/* What the engine asks a callback, on its way through lua_pcall. Only what the kind needs is set. */
typedef struct diffable_lua_request {
    enum {
        DIFFABLE_LUA_CELL,
        DIFFABLE_LUA_SUPPLEMENTARY,
        DIFFABLE_LUA_OBSERVER,
        DIFFABLE_LUA_COMPLETION,
        DIFFABLE_LUA_WRITER,
        DIFFABLE_LUA_ITEM_HANDLER,
        DIFFABLE_LUA_CHILDREN_HANDLER,
        DIFFABLE_LUA_TRANSACTION_HANDLER
    } kind;
    diffable_id id;
    uint64_t revision;
    diffable_index_path path;
    const char *element; /* the kind of a supplementary cell; the name of a handler */
    bool *answer;
    diffable_section_snapshot *children;
    diffable_cell *cell;
    const diffable_transaction *transaction;
    lua_Integer observer;
    const char *bytes;
    size_t size;
    bool failed; /* set by a body that returns a message in place of its results */
} diffable_lua_request;

/*
 * Runs `body(request, subject)` in a protected call. Its results stay on the stack until the next
 * callback. If it fails, the value raised is kept and `failure` is returned.
 */
diffable_status diffable_lua_run(diffable_lua_call *call, lua_CFunction body, int subject, diffable_lua_request *request, int results, diffable_status failure);

/* The message handler: strings get a traceback, unless an inner callback gave them one; other values stay. */
int diffable_lua_add_traceback(lua_State *L);

/* Pushes the transaction of a request as an object of its own. */
void diffable_lua_push_requested_transaction(lua_State *L, int source, const diffable_lua_request *request);

/* Pushes the handler of a request, or nil, and returns whether there is one. `source` is at 2, as in the next two. */
bool diffable_lua_push_handler(lua_State *L, const diffable_lua_request *request);

/* Pushes an item as handlers get it: its content, else the bare identifier. */
void diffable_lua_push_item(lua_State *L, diffable_id item);

/* (request, source) */
int diffable_lua_call_children_handler(lua_State *L);

/* Pushes where a callback was: `item "x" at { section = 1, item = 2 }`, `section "x" at 1`. */
void diffable_lua_push_place(lua_State *L, const diffable_lua_request *request);

/* The number of values that keep the texts of a cell alive. */
enum { DIFFABLE_LUA_CELL_TEXTS = 5 };

/*
 * Fills the cell of a request from the value that a provider returned, and pushes the texts. False, with
 * a message pushed, if the value is no cell. `shown` is the item or section, to name its kind.
 */
bool diffable_lua_read_cell(lua_State *L, int value, int shown, diffable_lua_request *request);
void diffable_lua_push_cell(lua_State *L, const diffable_cell *cell);

#endif /* DIFFABLE_LUA_CALLS_H */
