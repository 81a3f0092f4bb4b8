/*
 * The declarations that the files about data sources share, in addition to internal.h. Those under "From x.c" are
 * defined in x.c.
 */
#ifndef DIFFABLE_LUA_SOURCES_H
#define DIFFABLE_LUA_SOURCES_H

#include "../internal.h"

/* ------------------------------------------------------------------------------- From callback_errors.c */

/* The arguments of a callback of the engine, passed through lua_pcall. Only the fields that the kind needs are set. */
typedef struct diffable_lua_request {
    enum {
        DIFFABLE_LUA_CELL,
        DIFFABLE_LUA_SUPPLEMENTARY,
        DIFFABLE_LUA_OBSERVER,
        DIFFABLE_LUA_COMPLETION,
        DIFFABLE_LUA_WRITER,
        DIFFABLE_LUA_ITEM_HANDLER,
        DIFFABLE_LUA_CHILDREN_HANDLER,
        DIFFABLE_LUA_TRANSACTION_HANDLER,
        DIFFABLE_LUA_DERIVATION
    } kind;
    diffable_id id;
    diffable_content content;
    diffable_index_path path;
    const char *name; /* the kind of a supplementary cell, or the name of a handler or of a part of a derivation */
    bool *answer;
    diffable_snapshot *children;
    diffable_cell *cell;
    const diffable_transaction *transaction;
    lua_CFunction body;
    const void *observer;  /* its key in the source's table of observers */
    const void *functions; /* the key of the functions of a derivation */
    diffable_sort_key *key;
    const char *bytes;
    size_t size;
    bool returned_message; /* set by a body that returns an error message instead of its results */
} diffable_lua_request;

/* Pushes a description of the item or section of a callback: `item "x" at section 1, item 2`, `section "x" at 1`. */
void diffable_lua_push_subject(lua_State *L, const diffable_lua_request *request);

/*
 * Pushes the name of a callback for messages: "the cell provider for item "x" at section 1, item 2", "an observer of
 * applies".
 */
void diffable_lua_push_callback_name(lua_State *L, const diffable_lua_request *request);

/*
 * (request, subject): calls the body of the request. The frames of a callback are those above the frame of this
 * function.
 */
int diffable_lua_run_body(lua_State *L);

/*
 * The message handler of callbacks. If the error is a string or an error object of the module, appends the frames of
 * the callback to its message. If this handler has an upvalue, the upvalue is a function, and the handler adds only the
 * frames above the frame of that function.
 */
int diffable_lua_add_frames(lua_State *L);

/*
 * (request, value): if the value is a string or an error object of the module, inserts the name of the callback between
 * its message and its frames.
 */
int diffable_lua_add_callback_name(lua_State *L);

/* --------------------------------------------------------------------------- Data sources, views and calls */

/* The user values of a data source. */
enum {
    DIFFABLE_LUA_SOURCE_KEY = DIFFABLE_LUA_KEY,   /* the key of the source and of the snapshots that it creates */
    DIFFABLE_LUA_SOURCE_KEPT = DIFFABLE_LUA_KEPT, /* the values that contents of the current list refer to; those of the
                                                     previous list stay at least until the next apply */
    DIFFABLE_LUA_SOURCE_CELLS,                    /* kind -> provider */
    DIFFABLE_LUA_SOURCE_CELL,                     /* the provider for all other items */
    DIFFABLE_LUA_SOURCE_SUPPLEMENTARY,            /* kind -> provider; the kinds include "header" and "footer" */
    DIFFABLE_LUA_SOURCE_OBSERVERS, /* address -> userdata with the function as its user value; completions as well */
    DIFFABLE_LUA_SOURCE_HANDLERS,  /* name -> function */
    DIFFABLE_LUA_SOURCE_LOOP, /* the first APPLY_LOOP error that was raised inside a callback of the running call, so
                                 that the outermost call raises the same one; otherwise nil */
    DIFFABLE_LUA_SOURCE_LAST_TRANSACTION, /* the transaction of the last call, if it changed the list and then raised an
                                             error; otherwise nil */
    DIFFABLE_LUA_SOURCE_VIEW,
    DIFFABLE_LUA_SOURCE_ORIGINS,   /* of a derived list: the list of the sources that it follows */
    DIFFABLE_LUA_SOURCE_DERIVED,   /* address -> data source, for those that are derived from this one; nil for none */
    DIFFABLE_LUA_SOURCE_FUNCTIONS, /* of a derived list: address -> userdata with functions that the engine may call;
                                      nil for a concatenation */
    DIFFABLE_LUA_SOURCE_VALUES = DIFFABLE_LUA_SOURCE_FUNCTIONS
};

typedef struct diffable_lua_source {
    diffable_lua_object object;
    struct diffable_lua_call *call;       /* the innermost call into the engine that may call back */
    bool has_warned;                      /* whether the warning about functions in contents was written */
    bool is_shown_by_run;                 /* whether diffable.run shows it */
    bool is_strict;                       /* whether it refuses snapshots that are stale */
    struct diffable_lua_call **innermost; /* see diffable_lua_innermost_call */
} diffable_lua_source;

typedef struct diffable_lua_view {
    diffable_lua_object object; /* data sources that show the view keep showing it when it is closed */
    struct diffable_lua_call *call;
    struct diffable_lua_call **innermost; /* see diffable_lua_innermost_call */
} diffable_lua_view;

/*
 * One call into the engine that may call back: a local variable of the Lua function that makes it. `source`, `view`,
 * `failure_index` and `top` are indexes in the stack of that function.
 */
typedef struct diffable_lua_call {
    lua_State *L;
    int source;        /* the data source */
    int view;          /* its view, or nil */
    int failure_index; /* the value that the first failing callback raised, or that the call raises */
    int *nesting;      /* see diffable_lua_nesting */
    int top;           /* callbacks use the stack above this, and may leave values there until the next callback */
    diffable_status failure_status;                                    /* the code of the failure, or DIFFABLE_OK */
    const diffable_lua_request *request;                               /* of the running callback, or NULL */
    struct diffable_lua_call *outer_of_source, *outer_of_view, *outer; /* the calls around this one, or NULL */
} diffable_lua_call;

/* ------------------------------------------------------------------------------- From function_warning.c */

/*
 * Warns, once for each source, if an element counted as changed in the transaction only because its content has another
 * function than before. May run user code.
 */
void diffable_lua_warn_of_functions(lua_State *L, int source, int transaction);

/* ------------------------------------------------------------------------------------- From callbacks.c */

/* Must be called before a source is made. */
void diffable_lua_open_callbacks(lua_State *L);

/*
 * Reserves the stack that callbacks use outside of protected calls. Raises if there is no memory, or if callbacks are
 * nested too deeply.
 */
void diffable_lua_reserve_stack(lua_State *L);

/*
 * Between diffable_lua_begin_call and diffable_lua_end_call nothing may raise. diffable_lua_begin_call pushes values
 * that the callbacks need, and leaves them on the stack.
 */
void diffable_lua_begin_call(lua_State *L, int source, diffable_lua_call *call);

/*
 * Ends a call. If the call or an apply that it queued failed, raises the first failure: the value that a callback
 * raised, or else the engine's message.
 */
void diffable_lua_end_call(diffable_lua_call *call, diffable_status status, diffable_error *error);

/*
 * Ends a call that does not change the list. If the call failed, raises its failure. If the call succeeded, but one of
 * its callbacks queued an apply that failed, returns the stack index of the error of that apply instead of raising it.
 * If nothing failed, returns 0.
 */
int diffable_lua_end_look_up(diffable_lua_call *call, diffable_status status, diffable_error *error);

/*
 * Registers the data source or view at `index` by its address. An apply also runs callbacks of lists that are derived
 * from its list, and those callbacks find their data source or view in this registry.
 */
void diffable_lua_note_subject(lua_State *L, int index);

/* Pushes the data source or view with an address during a call, or nil if it is being collected. Does not raise. */
void diffable_lua_push_subject_of_call(const diffable_lua_call *call, const void *subject);

/*
 * Runs `body(request, subject)` in a protected call, on the Lua stack of the innermost call into the engine. The
 * subject is the data source, or for a writer the view. The results stay on the stack until the next callback. If the
 * body fails, or there is no call, returns `failure`; the value raised is kept. If the subject is being collected, does
 * nothing and returns DIFFABLE_OK.
 */
diffable_status diffable_lua_run_source(const diffable_lua_source *source, lua_CFunction body,
    diffable_lua_request *request, int results, diffable_status failure);
diffable_status diffable_lua_run_view(const diffable_lua_view *view, lua_CFunction body, diffable_lua_request *request);

/* ----------------------------------------------------------- From cells.c, views.c, apply.c, providers.c */

/*
 * Fills the cell of a request from the value that a provider returned. If the value is not a cell, pushes a message and
 * returns false. `shown` is the stack index of the item or section.
 */
bool diffable_lua_read_cell(lua_State *L, int value, int shown, diffable_lua_request *request);
/* Pushes a message that a provider returned no value or several values, and returns false. */
bool diffable_lua_refuse_results(lua_State *L, int shown, diffable_lua_request *request, int results);
int diffable_lua_source_cell_at(lua_State *L);
int diffable_lua_source_supplementary_cell(lua_State *L);
int diffable_lua_source_render(lua_State *L);

int diffable_lua_text_view_new(lua_State *L);
int diffable_lua_ndjson_view_new(lua_State *L);
int diffable_lua_set_default_view(lua_State *L);

/* Pushes the default view of data sources, or false. */
void diffable_lua_push_default_view(lua_State *L);

/*
 * If the value at `index` is neither an open view nor false, pushes and returns an error message. Otherwise returns
 * NULL.
 */
const char *diffable_lua_push_view_error(lua_State *L, int index);
void diffable_lua_open_views(lua_State *L);

/* Ends the call, and pushes the transaction at `index`, or nil if there is none. Returns 1. */
int diffable_lua_end_apply(diffable_lua_call *call, int index, diffable_status status, diffable_error *error);

/* Pushes a new Lua transaction with a copy of the transaction of the request. */
void diffable_lua_push_requested_transaction(lua_State *L, int source, const diffable_lua_request *request);
int diffable_lua_source_apply(lua_State *L);
int diffable_lua_source_apply_using_reload_data(lua_State *L);
int diffable_lua_source_apply_section(lua_State *L);
int diffable_lua_source_toggle_item(lua_State *L);
int diffable_lua_source_reorder_item(lua_State *L);
int diffable_lua_source_on_apply(lua_State *L);

/*
 * Pushes an item of the source at `source` as handlers receive it: its content, or its identifier if it has no content.
 */
void diffable_lua_push_item(lua_State *L, int source, diffable_id item);

/*
 * Sets the callbacks of the engine for trees. Each callback looks up its Lua function when it runs. The engine gets the
 * callback that makes children only if `makes_children` is true. Without that callback, a tap on an item that has no
 * children and is not expandable is refused.
 */
void diffable_lua_set_tree_handlers(diffable_lua_source *source, bool makes_children);

/*
 * Sets the callbacks of the engine for drags. The engine gets can_reorder_item only if `has_can_reorder_item` is true.
 * Without it, a list on the terminal does not offer the keys that drag a row.
 */
void diffable_lua_set_drag_handlers(diffable_lua_source *source, bool has_can_reorder_item);

/*
 * Raises an error of the module in a callback. The error is at the line of the script that called into the engine, such
 * as the line of an apply. The name of the callback is added to the message later.
 */
int diffable_lua_refuse_in_callback(lua_State *L, const char *message);
void diffable_lua_set_providers(diffable_lua_source *source, bool has_cells, bool has_supplementary);

/* ------------------------------------------------------------------------------- From source_fields.c */

/* The names of the fields of a data source, which are also the options of diffable.data_source. NULL ends the array. */
extern const char *const diffable_lua_source_fields[];
bool diffable_lua_is_source_field(lua_State *L, int name);

/* Sets the fields of the source at 2 that the table of options at 1 has. Raises for a wrong value. */
void diffable_lua_set_source_options(lua_State *L);

/* Sets a field, from the arguments of __newindex. Returns 0, or raises. */
int diffable_lua_set_source_field(lua_State *L);

/* Pushes a field, from the arguments of __index. Returns 1. */
int diffable_lua_push_source_field(lua_State *L);

/* --------------------------------------------------------------------------------- From data_source.c */

int diffable_lua_source_new(lua_State *L);
void diffable_lua_open_sources(lua_State *L);

/* Sets whether data sources that are made later are strict. */
int diffable_lua_set_strict(lua_State *L);

/* Pushes a data source with empty tables. The caller attaches the engine object. */
diffable_lua_source *diffable_lua_push_source(lua_State *L);

/*
 * Completes the data source at 2, whose engine object exists now. Shows the list in the default view unless `has_view`,
 * and sets the fields from the table of options at 1, if there is one.
 */
void diffable_lua_finish_source(lua_State *L, bool has_view);

#include "derivations.h"

/* ------------------------------------------------------------------------------------- From derived.c */

int diffable_lua_concat(lua_State *L);

/* Adds the methods of derived lists to the type of data sources. */
void diffable_lua_open_derived_lists(lua_State *L);

/* ------------------------------------------------------------------------------------- From history.c */

/* The number of the user value that holds the data source of a history. */
enum { DIFFABLE_LUA_HISTORY_SOURCE = 1 };

int diffable_lua_history_new(lua_State *L);
void diffable_lua_open_histories(lua_State *L);

/* ---------------------------------------------------------------------------------- From publishing.c */

/* The number of the user value that holds the data source of a publisher or a follower. */
enum { DIFFABLE_LUA_PUBLISHING_SOURCE = 1 };

int diffable_lua_publisher_new(lua_State *L);
int diffable_lua_follower_new(lua_State *L);
void diffable_lua_open_publishers(lua_State *L);
void diffable_lua_open_followers(lua_State *L);

/* ------------------------------------------------------------------------------------ From run_loop.c */

/*
 * The arguments of diffable_lua_run_loop are the shown list, its data source, the options in the order of the
 * enumeration in run_loop.c, and nil.
 */
enum { DIFFABLE_LUA_RUN_TERMINAL = 1, DIFFABLE_LUA_RUN_LAST = 11 };

/* A list on the terminal, whose object is a diffable_terminal. */
typedef struct diffable_lua_shown_list {
    diffable_lua_object object;
    int failed_waits;     /* how many calls of wait have failed, one after the other */
    int watched;          /* the file descriptor whose input is waited for, or -1 */
    bool has_input_ended; /* whether the watched file is at its end */
    bool is_interrupted;  /* whether ^C ends the run */
    bool is_multiple;     /* whether on_select gets an array */
} diffable_lua_shown_list;

int diffable_lua_run_loop(lua_State *L);

/*
 * Returns the descriptor of the value at `index`, which is an open file, a file descriptor, or nil, for which it
 * returns -1. Raises for any other value.
 */
int diffable_lua_to_descriptor(lua_State *L, int index);

/* ----------------------------------------------------------------------------------------- From run.c */

int diffable_lua_run_list(lua_State *L);
int diffable_lua_set_status(lua_State *L);
int diffable_lua_set_title(lua_State *L);
int diffable_lua_terminal_is_available(lua_State *L);

#endif /* DIFFABLE_LUA_SOURCES_H */
