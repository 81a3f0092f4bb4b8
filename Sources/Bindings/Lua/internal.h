/*
 * The declarations that the files of the Lua module share. Those under "From x.c" are defined in x.c. The files are in
 * order, here and in sources.h: a file calls only files before it. Tests/APITests/lua_binding.lua checks that.
 *
 * Three rules hold everywhere, because Lua leaves a C function by longjmp, and because any call that creates a Lua
 * object may start a garbage collection, which may run finalizers, which are user code:
 *
 *   1. No engine frame is on the C stack below a call that may raise, except inside lua_pcall (see callbacks.c).
 *   2. Memory that is still needed after a call that may raise is owned by a userdata, not only by a C variable.
 *   3. Between reading identifiers out of Lua values and passing them to the engine, no Lua object is created. Memory
 *     borrowed from an engine object is read only while user code cannot reach that object: from a private copy, for
 *     instance.
 */
#ifndef DIFFABLE_LUA_INTERNAL_H
#define DIFFABLE_LUA_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "diffable_terminal.h"

#include "compat.h"

/*
 * Drops the status of a call that cannot fail, since its arguments were checked, or before another call that fails like
 * it.
 */
static inline void diffable_lua_ignore(diffable_status status)
{
    (void)status;
}
#include "errors.h"

/* ----------------------------------------------------------------------------------------- From types.c */

/*
 * The names of the metatables, which messages about arguments show. Their addresses are the keys of the metatables in
 * the registry.
 */
extern const char diffable_lua_snapshot_name[], diffable_lua_difference_name[], diffable_lua_transaction_name[];
extern const char diffable_lua_view_name[], diffable_lua_source_name[], diffable_lua_history_name[];
extern const char diffable_lua_publisher_name[], diffable_lua_follower_name[];
extern const char diffable_lua_hidden_name[]; /* for objects that no script sees */

typedef struct diffable_lua_type {
    const char *name; /* of its metatable */
    const char *noun; /* in messages */
    size_t size;      /* of the userdata, which begins with a diffable_lua_object */
    int user_values;
    size_t held; /* bytes of memory that the engine's object takes, about, without the entries of its list */
    void (*free)(lua_State *L, void *engine, size_t size); /* the size is that of a buffer */
    void *(*copy)(const void *engine);
} diffable_lua_type;

/* A userdata that owns something the garbage collector does not know. */
typedef struct diffable_lua_object {
    const diffable_lua_type *type;
    void *engine;                   /* the engine's object; NULL when closed. diffable_lua_attach_engine sets it */
    struct diffable_lua_link *link; /* its entry in the list of all objects of the state; NULL once finalized */
    bool is_read_only;              /* of a snapshot: it belongs to a transaction, and edits raise */
} diffable_lua_object;

extern const diffable_lua_type diffable_lua_snapshot_type, diffable_lua_difference_type, diffable_lua_transaction_type;
extern const diffable_lua_type diffable_lua_view_type, diffable_lua_source_type, diffable_lua_history_type;
extern const diffable_lua_type diffable_lua_publisher_type, diffable_lua_follower_type;

/* Must be called before any type is made. */
void diffable_lua_open_types(lua_State *L);

/* Lets a function be called when engine objects were freed. It must not raise, and must not create Lua objects. */
void diffable_lua_set_after_free(lua_State *L, void (*after_free)(lua_State *L));

/*
 * Pushes an object whose first user value is the value at `value` (0: nil). The caller makes the engine's object in a
 * later statement: made first, it would be lost if there is no memory for the userdata.
 */
diffable_lua_object *diffable_lua_push_object(lua_State *L, const diffable_lua_type *type, int value);

/*
 * Makes an object of a userdata whose bytes are all 0. If `own_size` is not 0, the object owns that many zeroed bytes
 * instead of an object of the engine. Runs no user code.
 */
void diffable_lua_make_object(lua_State *L, int index, const diffable_lua_type *type, size_t own_size);

/* Makes the object the owner of an engine object; it must own none yet. */
void diffable_lua_attach_engine(diffable_lua_object *object, void *engine);

/*
 * Tells the collector that an object holds the memory of `count` entries of a list. diffable_lua_attach_engine starts
 * again from 0.
 */
enum { DIFFABLE_LUA_BYTES_OF_ENTRY = 64 };
void diffable_lua_account_memory(const diffable_lua_object *object, size_t count);

/* The first object holds the same entries as the other one: from now on each counts for half of them. */
void diffable_lua_share_entries(const diffable_lua_object *object, const diffable_lua_object *other);

/* Returns the object at an argument, which may be closed; raises for another type. */
diffable_lua_object *diffable_lua_check_object(lua_State *L, int argument, const diffable_lua_type *type);

/* Returns the engine's object of an argument; raises for another type and for a closed object. */
void *diffable_lua_check(lua_State *L, int argument, const diffable_lua_type *type);

/*
 * Pushes a private copy, which user code cannot reach, so it can be read or applied while user code may run. Its user
 * values are nil.
 */
diffable_lua_object *diffable_lua_push_private_copy(lua_State *L, int argument, const diffable_lua_type *type);

/* The same with the user values of the original. */
diffable_lua_object *diffable_lua_push_copy(lua_State *L, int argument, const diffable_lua_type *type);

/* Exchanges what two objects of one type own. */
void diffable_lua_swap(diffable_lua_object *one, diffable_lua_object *other);

/* Frees the engine object that an object owns. The object may own another one later. */
void diffable_lua_release(lua_State *L, diffable_lua_object *object);

/* Does the same, and removes the object from the list of objects: it must not own anything later. Idempotent. */
void diffable_lua_finalize(lua_State *L, diffable_lua_object *object);

/* Finalizes argument 1 and clears its user values: close, __close and __gc of most types. Returns 0. */
int diffable_lua_close(lua_State *L, const diffable_lua_type *type);

static inline diffable_snapshot *diffable_lua_check_snapshot(lua_State *L, int argument)
{
    return diffable_lua_check(L, argument, &diffable_lua_snapshot_type);
}

static inline diffable_data_source *diffable_lua_check_source(lua_State *L, int argument)
{
    return diffable_lua_check(L, argument, &diffable_lua_source_type);
}

/*
 * Calls Lua's allocator: NULL if there is no memory. Does not raise and runs no finalizer. Frees the memory for the
 * size 0.
 */
void *diffable_lua_reallocate(lua_State *L, void *memory, size_t old_size, size_t size);

/*
 * Calls user code as lua_call does, and raises if such calls are nested too deep, also where Lua does not limit that.
 * The second counts them.
 */
enum { DIFFABLE_LUA_MOST_NESTED = 190 };
void diffable_lua_call_user(lua_State *L, int arguments, int results);
int *diffable_lua_nesting(lua_State *L);

/*
 * Returns where the innermost call into the engine is noted that may call back: its callbacks belong to that call. NULL
 * if there is none.
 */
struct diffable_lua_call **diffable_lua_innermost_call(lua_State *L);

/*
 * Memory from Lua's allocator: `engine` is the memory. A userdata on the stack owns it, so it is freed even if an error
 * is raised.
 */
typedef diffable_lua_object diffable_lua_buffer;

diffable_lua_buffer *diffable_lua_push_buffer(lua_State *L);

/* Returns false if there is no memory. Does not raise and runs no finalizer. */
bool diffable_lua_resize_buffer(lua_State *L, diffable_lua_buffer *buffer, size_t size);

/* ------------------------------------------------------------------------------------ From metatables.c */

/*
 * A function or method of the module, in an array that ends with NULL. More arguments than `most` are an error; the
 * object before a colon does not count. So is a nil for one of the last `optional` arguments. `hint` says what it means
 * to leave these out, as in "leave it out for no options". If none is optional, it is what a caller with too many
 * arguments is told, or NULL.
 */
typedef struct diffable_lua_function {
    const char *name;
    lua_CFunction function;
    int most, optional;
    const char *hint;
} diffable_lua_function;

/* Adds functions to the table on top of the stack. */
void diffable_lua_set_functions(lua_State *L, const diffable_lua_function *functions);

/*
 * Makes the metatable of a type, and leaves it on the stack. `index` becomes __index, with the table of methods as its
 * upvalue METHOD_TABLE; NULL: the table itself does. The table of methods raises for what it does not have, and
 * suggests methods and fields. `index` looks up there what it does not know.
 */
#define METHOD_TABLE lua_upvalueindex(3)
typedef struct diffable_lua_members {
    const char *noun; /* in messages */
    const diffable_lua_function *methods;
    const char *const *fields; /* NULL for none */
} diffable_lua_members;
void diffable_lua_new_type(lua_State *L, const char *type, const luaL_Reg *metamethods,
    const diffable_lua_members *members, lua_CFunction index);

/* Add methods to the table of a type. Edits change the snapshot at 1. */
void diffable_lua_add_methods(lua_State *L, const char *type, const diffable_lua_function *methods);
void diffable_lua_add_edits(lua_State *L, const char *type, const diffable_lua_function *edits);

/* ------------------------------------------------------------------------------------------- From ids.c */

/* Reads the identifier of an argument, which may also be a table with `id`. Raises if there is none. */
diffable_id diffable_lua_check_id(lua_State *L, int argument);

/* The same without raising, with the stack left as it was and no Lua object created. */
bool diffable_lua_to_id(lua_State *L, int index, diffable_id *id);
bool diffable_lua_to_bare_id(lua_State *L, int index, diffable_id *id);

void diffable_lua_open_ids(lua_State *L); /* before identifiers are pushed or refused */

/* Pushes why the value at `index` is no identifier. */
const char *diffable_lua_push_id_complaint(lua_State *L, int index);

/*
 * Raises UNKNOWN_IDENTIFIER for an element of the object at 1: "there is no item "x"". Says so if the object has the
 * integer 1 where the string "1" is unknown, or the other way round. The object is a snapshot or a data source. The
 * noun is "item" or "section". Returns 0.
 */
int diffable_lua_refuse_unknown(lua_State *L, const char *noun, diffable_id id);

/*
 * Raises the same if the snapshot or data source at 1, which lacks an element, has the integer 1 where the string "1"
 * was looked up, or the other way round. Otherwise returns.
 */
void diffable_lua_refuse_if_look_alike(lua_State *L, const char *noun, diffable_id id);

/* The same for the item at an argument, unless it is there: a hidden item has no index. */
void diffable_lua_refuse_if_absent_look_alike(lua_State *L, int argument);

/* Pushes text of the engine, which a finalizer may free. */
void diffable_lua_push_bytes(lua_State *L, const char *data, size_t size);

/* Pushes nil for an identifier that names nothing. */
void diffable_lua_push_id(lua_State *L, diffable_id id);

/* Pushes an identifier as messages show it: strings quoted. */
void diffable_lua_push_quoted_id(lua_State *L, diffable_id id);

/* The only two functions that convert between indexes from 0 and from 1. */
ptrdiff_t diffable_lua_index_from_lua(lua_Integer index);
lua_Integer diffable_lua_index_to_lua(ptrdiff_t index);

/* Push nil for -1. */
void diffable_lua_push_index(lua_State *L, ptrdiff_t index);
void diffable_lua_push_index_path(lua_State *L, diffable_index_path path);
diffable_index_path diffable_lua_check_index_path(lua_State *L, int argument);

/* Pushes a table with room for `count` elements. */
void diffable_lua_new_array(lua_State *L, size_t count);

/* Whether the value at `index` is this string. */
bool diffable_lua_is_string(lua_State *L, int index, const char *text);

/*
 * Raises if an argument is neither a table with no other keys than these names nor left out; returns whether it is a
 * table.
 */
bool diffable_lua_check_options(lua_State *L, int argument, const char *const names[]);

/* Whether a list has a section. */
static inline bool diffable_lua_contains_section(const diffable_snapshot *snapshot, diffable_id section)
{
    return diffable_snapshot_index_of_section(snapshot, section) >= 0;
}

/* Pushes one option; raises if it is of another type. Returns whether the table has it. */
bool diffable_lua_push_option(lua_State *L, int argument, const char *name, int type);

/* Reads the name of a row animation at `index`; false if there is no such name. */
bool diffable_lua_to_animation(lua_State *L, int index, diffable_row_animation *animation);

/* Pushes a message that lists the row animations. */
const char *diffable_lua_push_animation_message(lua_State *L, int index);

#include "contents.h"

/* ----------------------------------------------------------------------------------- From list_reader.c */

/* Lists of up to so many entries need no memory but the C stack. */
enum { DIFFABLE_LUA_FEW = 100 };

/* A list of identifiers read from an argument, with contents where entries carry them. */
typedef struct diffable_lua_list {
    diffable_id *ids;
    diffable_content *contents; /* NULL if no entry has one */
    size_t count;
    int index;       /* of the Lua value on the stack */
    int argument;    /* messages are about this argument */
    ptrdiff_t owner; /* what has the list: the section with this number, from 1; the parent at this index of the stack,
                        negated; 0 for nothing */
    int key;         /* the index of the key on the stack, or 0 */
    int kept;        /* the index of the table that keeps what the contents refer to */
    diffable_lua_role role;
    bool has_excluded; /* whether a table of the script has a field that is no content: set when the list was read with
                          content */
    bool has_near_names; /* whether it may have one that is named alike, which is content: set in the same way */
    bool single;         /* the value is itself the only entry */
    const diffable_snapshot *marked; /* the snapshot whose elements are marked, or NULL */
    diffable_id few_ids[DIFFABLE_LUA_FEW];
    diffable_content few_contents[DIFFABLE_LUA_FEW];
} diffable_lua_list;

/*
 * Sets the index of a list, whether the value there is itself the only entry, and the number of entries. Sets nothing
 * else.
 */
void diffable_lua_measure_list(lua_State *L, int index, diffable_lua_list *list);

/* The same for items, by the key of the object at 1. */
void diffable_lua_measure_items(lua_State *L, int index, diffable_lua_list *list);

/*
 * Raises for a list with holes, with keys beside its entries, with entries behind __index, or that is one element as
 * well. May run user code.
 */
void diffable_lua_check_list(lua_State *L, const diffable_lua_list *list);

/*
 * Prepares to read the list at `index`, and leaves on the stack what that needs. The object that the list is for is at
 * 1: items are named by its key. May run user code.
 */
void diffable_lua_begin_list(
    lua_State *L, int index, int argument, ptrdiff_t owner, diffable_lua_role role, diffable_lua_list *list);

/*
 * Reads the list, each entry once; with its contents unless `object` is 0. The object at that index keeps what they
 * refer to. Creates no Lua object. The list points into Lua's strings, into the store and into itself: pass it to the
 * engine before anything else happens.
 */
void diffable_lua_read_list(lua_State *L, diffable_lua_list *list, int object);

/*
 * Ends an edit of the snapshot at `snapshot` by a list that the engine was given: counts the memory, frees that of the
 * list, and raises the error, if there is one. Returns 0.
 */
int diffable_lua_finish_list(
    lua_State *L, diffable_lua_list *list, int snapshot, diffable_status status, diffable_error *error);

/* Pushes an entry, and returns its type. */
int diffable_lua_push_entry(lua_State *L, const diffable_lua_list *list, size_t position);

#include "snapshots.h"

/* --------------------------------------------------------------------------------------- From merging.c */

int diffable_lua_merge(lua_State *L);

/* Pushes an array of conflicts; an empty one for NULL. May run user code, so they must be out of its reach. */
void diffable_lua_push_conflicts(lua_State *L, const diffable_conflicts *conflicts);

void diffable_lua_open_merging(lua_State *L);

/* ---------------------------------------------------------------------- From difference.c, transaction.c */

int diffable_lua_difference_new(lua_State *L);

void diffable_lua_open_differences(lua_State *L);

/* Pushes a transaction of a source; the caller sets `engine`. */
diffable_lua_object *diffable_lua_push_transaction(lua_State *L, int source);
void diffable_lua_open_transactions(lua_State *L);

/* ------------------------------------------------------------------------------------- From documents.c */

int diffable_lua_decode_document(lua_State *L);

/* Owns a document until it is a string. No script sees it. */
extern const diffable_lua_type diffable_lua_document_type;

/* Returns the string of a document, which the object on top of the stack is to own. */
int diffable_lua_push_document(lua_State *L, diffable_lua_object *object, diffable_document *document);

/* Raises the error of a snapshot that cannot be written, with the field. */
int diffable_lua_refuse_to_encode(lua_State *L, const diffable_snapshot *snapshot, diffable_error *error);

/* Pushes the version of a list as 32 hexadecimal digits; reads one from an argument. */
int diffable_lua_push_version(lua_State *L, diffable_list_version version);
diffable_list_version diffable_lua_check_version(lua_State *L, int argument);

/* Must be called after the types of snapshots and differences were made. */
void diffable_lua_open_documents(lua_State *L);

#endif /* DIFFABLE_LUA_INTERNAL_H */
