/*
 * What the files of the Lua module share. Nobody else includes this.
 *
 * Three rules hold everywhere, because Lua leaves a C function by longjmp and because a collection may
 * run a finalizer, which is the user's code, in every call that makes a Lua value:
 *
 *   1. No Swift frame lies below a call that may raise, except inside lua_pcall (see calls.c).
 *   2. No memory is held by a C variable alone across a call that may raise.
 *   3. Between reading identifiers out of Lua values and handing them to the engine no Lua value is
 *      made; and what the engine lends is read out of an object that no user code can reach.
 */
#ifndef DIFFABLE_LUA_INTERNAL_H
#define DIFFABLE_LUA_INTERNAL_H

#include <lauxlib.h>
#include <lua.h>
#include <stdbool.h>
#include <stdint.h>

#include "diffable.h"

/* Every function of the module has the string "id" as its upvalue, so that reading a field makes no string. */
#define ID_FIELD lua_upvalueindex(1)

void diffable_lua_set_functions(lua_State *L, const luaL_Reg *functions);

/* Makes the metatable of a type. `index` is __index as a function; NULL makes it the table of methods. */
void diffable_lua_new_type(lua_State *L, const char *type, const luaL_Reg *metamethods, const luaL_Reg *methods, lua_CFunction index);

/* ------------------------------------------------------------------------------------- identifiers */

/* Reads an identifier (also out of a table with `id`) that an argument holds; raises if it holds none. */
diffable_id diffable_lua_check_id(lua_State *L, int argument);

/* The same without raising, with the stack left as it was and no Lua value made. */
bool diffable_lua_to_id(lua_State *L, int index, diffable_id *id);

/* Pushes why the value at `index` names nothing. */
const char *diffable_lua_push_id_complaint(lua_State *L, int index);

void diffable_lua_push_id(lua_State *L, diffable_id id);

/* Pushes an identifier as messages show it: strings in quotes, control characters visible. */
void diffable_lua_push_quoted_id(lua_State *L, diffable_id id);
void diffable_lua_push_quoted(lua_State *L, const char *data, size_t size);

/* ------------------------------------------------------------------------------------------- lists */

typedef enum diffable_lua_role { DIFFABLE_LUA_ITEMS, DIFFABLE_LUA_SECTIONS } diffable_lua_role;

enum { DIFFABLE_LUA_FEW = 8 };

/* A list of identifiers read from an argument, with fingerprints where entries carry content. */
typedef struct diffable_lua_list {
    diffable_id *ids;
    uint64_t *revisions; /* NULL where no entry carries content */
    size_t count;
    int index;           /* where the Lua value is on the stack */
    bool single;         /* the value is the one entry itself */
    diffable_lua_role role;
    struct diffable_lua_buffer *buffer; /* NULL where the few below suffice */
    diffable_id few_ids[DIFFABLE_LUA_FEW];
    uint64_t few_revisions[DIFFABLE_LUA_FEW];
} diffable_lua_list;

/*
 * Reads the list at `index`. `place` stands in front of messages ("" or "section 2, "), which are about
 * `argument`. The list points into Lua's strings and into itself: hand it on before anything else happens.
 */
void diffable_lua_read_list(lua_State *L, int index, int argument, const char *place, diffable_lua_role role, bool with_content, diffable_lua_list *list);

/* Gives the memory of a list back at once; where an error gets in the way, the collector does. */
void diffable_lua_free_list(lua_State *L, diffable_lua_list *list);

/* Pushes the content table of an entry, or nil where the entry is a bare identifier. Does not raise. */
void diffable_lua_push_entry_content(lua_State *L, const diffable_lua_list *list, size_t position);

/* ----------------------------------------------------------------------------------------- buffers */

/* Memory that goes back even if an error is raised: the userdata that holds it stays on the stack. */
typedef struct diffable_lua_buffer {
    void *memory;
    size_t size;
} diffable_lua_buffer;

diffable_lua_buffer *diffable_lua_push_buffer(lua_State *L);
bool diffable_lua_resize_buffer(lua_State *L, diffable_lua_buffer *buffer, size_t size);
void diffable_lua_open_buffers(lua_State *L);

/* ----------------------------------------------------------------------------------------- indexes */

/* The only two places where counting from 0 and counting from 1 meet. */
ptrdiff_t diffable_lua_index_from_lua(lua_Integer index);
lua_Integer diffable_lua_index_to_lua(ptrdiff_t index);

/* Pushes nil for -1. */
void diffable_lua_push_index(lua_State *L, ptrdiff_t index);
void diffable_lua_push_index_path(lua_State *L, diffable_index_path path);
diffable_index_path diffable_lua_check_index_path(lua_State *L, int argument);

/* ----------------------------------------------------------------------------------------- options */

/* Checks that an argument is a table with no other names than those listed, or that it is left out. */
bool diffable_lua_check_options(lua_State *L, int argument, const char *const names[]);

/* Pushes one option; raises if it is there and of another type. Returns whether it is there. */
bool diffable_lua_push_option(lua_State *L, int argument, const char *name, int type);

/* Reads the name of a row animation at `index`; false if there is no such name. */
bool diffable_lua_to_animation(lua_State *L, int index, diffable_row_animation *animation);

/* Pushes a message that lists the animations there are. */
const char *diffable_lua_push_animation_message(lua_State *L, int index);

/* ------------------------------------------------------------------------------------------ errors */

/* Frees the error and raises its message, with the place in the script that called. */
int diffable_lua_raise(lua_State *L, diffable_error *error);

/* --------------------------------------------------------------------------- fingerprints, contents */

/* The fingerprint of the table at `index`, never 0. A first-level field called `without` does not count. */
uint64_t diffable_lua_fingerprint(lua_State *L, int index, const char *without);

/* A contents table leads from revisions to content tables; see contents.c. */
void diffable_lua_new_contents(lua_State *L);
void diffable_lua_add_contents(lua_State *L, int contents, const diffable_lua_list *list);
void diffable_lua_renew_contents(lua_State *L, int contents, const diffable_lua_list *list);
bool diffable_lua_push_content(lua_State *L, int contents, uint64_t revision);

/* Fills the new table at `live` with just what `snapshot` uses, from two tables (0: only one). Runs no user code. */
void diffable_lua_fill_live_contents(lua_State *L, int contents, int other, int live, const diffable_snapshot *snapshot);
bool diffable_lua_contents_have_grown(lua_State *L, int contents, const diffable_snapshot *snapshot);

/* --------------------------------------------------------------------------------------- snapshots */

#define DIFFABLE_LUA_SNAPSHOT "diffable.snapshot"

enum { DIFFABLE_LUA_SNAPSHOT_CONTENTS = 1 };

typedef struct diffable_lua_snapshot {
    diffable_snapshot *engine; /* NULL when closed */
} diffable_lua_snapshot;

/* Pushes a snapshot that shares the contents table at `contents` (0: it gets none); the caller sets `engine`. */
diffable_lua_snapshot *diffable_lua_push_snapshot(lua_State *L, int contents);

/* Pushes a copy that only the caller knows, to read from or to apply while user code may run. */
diffable_lua_snapshot *diffable_lua_push_private_copy(lua_State *L, int argument);
void diffable_lua_close_snapshot(diffable_lua_snapshot *snapshot);
diffable_snapshot *diffable_lua_check_snapshot(lua_State *L, int argument);

int diffable_lua_snapshot_new(lua_State *L);
void diffable_lua_open_snapshots(lua_State *L);
extern const luaL_Reg diffable_lua_snapshot_section_edits[];
extern const luaL_Reg diffable_lua_snapshot_item_edits[];
extern const luaL_Reg diffable_lua_snapshot_lookups[];
int diffable_lua_snapshot_outline(lua_State *L);

typedef diffable_status (*diffable_lua_add)(diffable_snapshot *, const diffable_id *, const uint64_t *, size_t, diffable_error **);
typedef diffable_status (*diffable_lua_add_at)(diffable_snapshot *, const diffable_id *, const uint64_t *, size_t, diffable_id, diffable_error **);
typedef uint64_t (*diffable_lua_revision)(const diffable_snapshot *, diffable_id);
typedef diffable_status (*diffable_lua_delete)(diffable_snapshot *, const diffable_id *, size_t, size_t *, diffable_error **);
typedef diffable_status (*diffable_lua_move)(diffable_snapshot *, diffable_id, diffable_id, diffable_error **);

/* The shapes that edits have: one Lua function is one call of these. */
int diffable_lua_edit_add(lua_State *L, diffable_lua_role role, diffable_lua_add function);
int diffable_lua_edit_add_at(lua_State *L, diffable_lua_role role, diffable_lua_add_at function, bool anchor_is_optional);
int diffable_lua_edit_mark(lua_State *L, diffable_lua_role role, diffable_lua_add function, diffable_lua_revision revision);
int diffable_lua_edit_delete(lua_State *L, diffable_lua_role role, diffable_lua_delete function);
int diffable_lua_edit_move(lua_State *L, diffable_lua_move function);

/* ----------------------------------------------------------------------- differences, transactions */

#define DIFFABLE_LUA_DIFFERENCE "diffable.difference"
#define DIFFABLE_LUA_TRANSACTION "diffable.transaction"

/* Pushes the difference of a transaction, which is copied. */
void diffable_lua_push_difference(lua_State *L, const diffable_transaction *transaction);
int diffable_lua_difference_new(lua_State *L);
void diffable_lua_open_differences(lua_State *L);

typedef struct diffable_lua_transaction {
    diffable_transaction *engine; /* NULL when closed */
} diffable_lua_transaction;

/* Pushes a transaction with two contents tables, 0 for none; the caller sets `engine`. */
diffable_lua_transaction *diffable_lua_push_transaction(lua_State *L, int initial_contents, int final_contents);
void diffable_lua_set_transaction_contents(lua_State *L, int transaction, int initial_contents, int final_contents);
void diffable_lua_open_transactions(lua_State *L);

/* ------------------------------------------------------------------------------------- text views */

#define DIFFABLE_LUA_TEXT_VIEW "diffable.text_view"

struct diffable_lua_call;

typedef struct diffable_lua_text_view {
    diffable_text_view *engine; /* NULL when closed; sources that show it go on */
    struct diffable_lua_call *call;
} diffable_lua_text_view;

/* Pushes a text view that writes to stdout. */
diffable_lua_text_view *diffable_lua_push_text_view(lua_State *L);
diffable_lua_text_view *diffable_lua_check_text_view(lua_State *L, int argument);
int diffable_lua_text_view_new(lua_State *L);
void diffable_lua_open_text_views(lua_State *L);

/* ------------------------------------------------------------------------------------ data sources */

#define DIFFABLE_LUA_DATA_SOURCE "diffable.data_source"

/* The user values of a data source. */
enum {
    DIFFABLE_LUA_SOURCE_CONTENTS = 1, /* of the current list */
    DIFFABLE_LUA_SOURCE_CELLS,        /* kind -> provider */
    DIFFABLE_LUA_SOURCE_CELL,
    DIFFABLE_LUA_SOURCE_HEADER,
    DIFFABLE_LUA_SOURCE_FOOTER,
    DIFFABLE_LUA_SOURCE_OBSERVERS,
    DIFFABLE_LUA_SOURCE_PENDING, /* ticket -> pending apply */
    DIFFABLE_LUA_SOURCE_VIEW,
    DIFFABLE_LUA_SOURCE_VALUES = DIFFABLE_LUA_SOURCE_VIEW
};

struct diffable_lua_pending;

typedef struct diffable_lua_source {
    diffable_data_source *engine;   /* NULL when closed */
    struct diffable_lua_call *call; /* the innermost call into the engine that may call back */
    struct diffable_lua_pending *head; /* applies that are not finished, in order; see pending.c */
    struct diffable_lua_pending *tail;
    lua_Integer oldest_ticket, next_ticket;
} diffable_lua_source;

diffable_lua_source *diffable_lua_check_source(lua_State *L, int argument);
int diffable_lua_source_new(lua_State *L);
int diffable_lua_source_apply(lua_State *L);
int diffable_lua_source_on_apply(lua_State *L);
int diffable_lua_source_cell(lua_State *L);
int diffable_lua_source_render(lua_State *L);
void diffable_lua_open_sources(lua_State *L);
extern const luaL_Reg diffable_lua_source_lookups[];

/* Pushes the content table that a revision stands for, else the bare identifier. `source` is on the stack. */
void diffable_lua_push_source_content(lua_State *L, int source, uint64_t revision, diffable_id id);

/* Pushes the contents table that covers the current list, also in the middle of an apply. */
void diffable_lua_push_source_contents(lua_State *L, int source, const diffable_snapshot *snapshot);

/* Called by the engine first after each apply; see pending.c. */
diffable_status diffable_lua_adopt_contents(const diffable_transaction *transaction, void *source);

/* An apply that is not finished; its user values. */
enum {
    DIFFABLE_LUA_PENDING_CONTENTS = 1,
    DIFFABLE_LUA_PENDING_INITIAL_CONTENTS, /* there once the apply has taken place */
    DIFFABLE_LUA_PENDING_COMPLETION,
    DIFFABLE_LUA_PENDING_VALUES = DIFFABLE_LUA_PENDING_COMPLETION
};

typedef struct diffable_lua_pending {
    diffable_lua_source *source;
    struct diffable_lua_pending *next;
    lua_Integer ticket; /* where it is in the table of pending applies */
    bool completes;     /* it has a completion */
    bool finished;
} diffable_lua_pending;

/* Puts the pending apply on top of the stack at the end of the queue, and pops it. If it raises, nothing happened. */
void diffable_lua_enqueue(lua_State *L, int source, diffable_lua_pending *pending);

/* Pushes the pending apply at the head of the queue, or nil. Does not raise. */
void diffable_lua_push_head(lua_State *L, int source);

/* The engine's finalizer of an apply; `pending` is the diffable_lua_pending. */
void diffable_lua_finish_apply(void *pending);
void diffable_lua_throw_out_finished(lua_State *L, int source);

/* The engine's callbacks for cells, headers and footers; `user_data` is the diffable_lua_source. */
diffable_status diffable_lua_provide_cell(diffable_id item, uint64_t revision, diffable_index_path path, diffable_cell *cell, void *source);
diffable_status diffable_lua_provide_supplementary(const char *kind, diffable_id section, uint64_t revision, size_t index, diffable_cell *cell, void *source);

/* ------------------------------------------------------------------------------- calls, callbacks */

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
    struct diffable_lua_call *outer_of_source, *outer_of_view;
} diffable_lua_call;

/* Makes room for what callbacks do outside of protected calls; raises if there is none. */
void diffable_lua_reserve_stack(lua_State *L);

/* Nothing between these two may raise. The first leaves values on the stack, for the callbacks. */
void diffable_lua_begin_call(lua_State *L, int source, diffable_lua_call *call);
void diffable_lua_end_call(diffable_lua_call *call);

/* Raises what a failed call has to raise: the very value of a callback, or else the engine's message. */
int diffable_lua_raise_from_call(diffable_lua_call *call, diffable_status status, diffable_error *error);

/* What the engine asks a callback, on its way through lua_pcall. Only what the kind needs is set. */
typedef struct diffable_lua_request {
    enum {
        DIFFABLE_LUA_CELL,
        DIFFABLE_LUA_SUPPLEMENTARY,
        DIFFABLE_LUA_OBSERVER,
        DIFFABLE_LUA_COMPLETION,
        DIFFABLE_LUA_WRITER
    } kind;
    diffable_id id;
    uint64_t revision;
    diffable_index_path path;
    const char *element; /* "header", "footer" */
    diffable_cell *cell;
    const diffable_transaction *transaction;
    struct diffable_lua_pending *pending;
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

#endif /* DIFFABLE_LUA_INTERNAL_H */
