/*
 * The declarations that the files of the Lua module share. Those under "From x.c" are defined in x.c. The files are in
 * order, here and in sources.h: a file calls only files before it. Tests/APITests/lua_binding.lua checks that.
 *
 * Three rules hold everywhere, because Lua leaves a C function by longjmp, and because any call that creates a Lua
 * object may start a garbage collection, which may run finalizers, which are user code:
 *
 *   1. An error must not jump over frames of the engine. So callbacks of the engine call functions that may raise only
 *      inside lua_pcall (see callbacks.c).
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
 * Ignores the status of a call that cannot fail because its arguments were checked, or that is followed by another call
 * which fails in the same way.
 */
static inline void diffable_lua_ignore(diffable_status status)
{
    (void)status;
}
#include "errors.h"

/* ------------------------------------------------------------------------------ From types.c, objects.c */

/*
 * The names of the metatables. Messages about arguments show them, and their addresses are the keys of the metatables
 * in the registry.
 */
extern const char diffable_lua_snapshot_name[], diffable_lua_difference_name[], diffable_lua_transaction_name[];
extern const char diffable_lua_view_name[], diffable_lua_source_name[], diffable_lua_history_name[];
extern const char diffable_lua_publisher_name[], diffable_lua_follower_name[];
extern const char diffable_lua_hidden_name[]; /* for objects that no script sees */

typedef struct diffable_lua_type {
    const char *name; /* the name of its metatable */
    const char *noun; /* in messages */
    size_t size;      /* of the userdata, which begins with a diffable_lua_object */
    int user_values;
    size_t held; /* the approximate size of the engine's object, without the entries of its list */
    void (*free)(lua_State *L, void *engine, size_t size); /* `size` is the size of a buffer, and 0 for other types */
    void *(*copy)(const void *engine);
} diffable_lua_type;

/* A userdata that owns memory outside of Lua, usually an object of the engine. */
typedef struct diffable_lua_object {
    const diffable_lua_type *type;
    void *engine;                   /* the engine's object, or NULL if there is none yet or the object is closed */
    struct diffable_lua_link *link; /* its entry in the list of all objects of the state; NULL once finalized */
    bool is_read_only;              /* whether this is a snapshot of a transaction, so that edits raise */
} diffable_lua_object;

extern const diffable_lua_type diffable_lua_snapshot_type, diffable_lua_difference_type, diffable_lua_transaction_type;
extern const diffable_lua_type diffable_lua_view_type, diffable_lua_source_type, diffable_lua_history_type;
extern const diffable_lua_type diffable_lua_publisher_type, diffable_lua_follower_type;

/* Must be called before any type is created. */
void diffable_lua_open_types(lua_State *L);

/* Sets a function that is called after an object of the engine was freed. It must not raise or create Lua objects. */
void diffable_lua_set_after_free(lua_State *L, void (*after_free)(lua_State *L));

/*
 * Pushes an object. Its first user value is the value at the stack index `value`, or nil if `value` is 0. The caller
 * creates the engine's object afterwards, because an engine object that exists already would leak if there is no memory
 * for the userdata.
 */
diffable_lua_object *diffable_lua_push_object(lua_State *L, const diffable_lua_type *type, int value);

/*
 * Turns the userdata at `index`, whose bytes must all be 0, into an object. If `own_size` is not 0, the object owns
 * that many zeroed bytes instead of an object of the engine. Runs no user code.
 */
void diffable_lua_make_object(lua_State *L, int index, const diffable_lua_type *type, size_t own_size);

/*
 * Makes `object` the owner of an engine object, or of none if `engine` is NULL. An engine object that it owned before
 * must have been freed.
 */
void diffable_lua_attach_engine(diffable_lua_object *object, void *engine);

/*
 * Adds the memory of `count` entries of a list to the memory that is counted for an object. The garbage collector takes
 * this memory into account. diffable_lua_attach_engine resets it to the size in the type of the object.
 */
enum { DIFFABLE_LUA_BYTES_OF_ENTRY = 64 };
void diffable_lua_account_memory(const diffable_lua_object *object, size_t count);

/* Moves half of the memory that is counted for `other` to `object`, because both contain the same entries. */
void diffable_lua_share_entries(const diffable_lua_object *object, const diffable_lua_object *other);

/* Returns the object at an argument. It may be closed. Raises if the argument is of another type. */
diffable_lua_object *diffable_lua_check_object(lua_State *L, int argument, const diffable_lua_type *type);

/* Returns the engine's object of an argument. Raises if the argument is of another type, or closed. */
void *diffable_lua_check(lua_State *L, int argument, const diffable_lua_type *type);

/*
 * Pushes a copy of an object. User code cannot reach the copy, so it can be read or applied while user code may run.
 * Its user values are nil.
 */
diffable_lua_object *diffable_lua_push_private_copy(lua_State *L, int argument, const diffable_lua_type *type);

/* Does the same, but the copy gets the user values of the original. */
diffable_lua_object *diffable_lua_push_copy(lua_State *L, int argument, const diffable_lua_type *type);

/* Exchanges the engine objects of two objects of the same type. */
void diffable_lua_swap(diffable_lua_object *one, diffable_lua_object *other);

/* Frees the engine object of an object. The object may get another engine object later. */
void diffable_lua_release(lua_State *L, diffable_lua_object *object);

/*
 * Frees the engine object, and removes the object from the list of all objects, so it must not get another engine
 * object. A second call does nothing.
 */
void diffable_lua_finalize(lua_State *L, diffable_lua_object *object);

/* Finalizes argument 1 and clears its user values. Most types use this for `close`, __close and __gc. Returns 0. */
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
 * Reallocates memory with Lua's allocator. Returns NULL if there is no memory. If `size` is 0, frees the memory. Does
 * not raise, and runs no finalizer.
 */
void *diffable_lua_reallocate(lua_State *L, void *memory, size_t old_size, size_t size);

/* How deeply calls of user code may be nested, in versions of Lua that do not limit it themselves and in callbacks. */
enum { DIFFABLE_LUA_NESTING_LIMIT = 190 };

/* Calls user code as lua_call does. Raises if such calls are nested too deeply, even if Lua does not limit that. */
void diffable_lua_call_user(lua_State *L, int arguments, int results);

/* Returns the counter of calls of user code that are running inside one another. */
int *diffable_lua_nesting(lua_State *L);

/*
 * Returns the address of a pointer to the innermost running call into the engine that may call back. Callbacks belong
 * to that call. The pointer is NULL if no such call is running.
 */
struct diffable_lua_call **diffable_lua_innermost_call(lua_State *L);

/*
 * A block of memory from Lua's allocator; `engine` is its address. A userdata on the stack owns the block, so it is
 * freed even if an error is raised.
 */
typedef diffable_lua_object diffable_lua_buffer;

diffable_lua_buffer *diffable_lua_push_buffer(lua_State *L);

/* Returns false if there is no memory. Does not raise and runs no finalizer. */
bool diffable_lua_resize_buffer(lua_State *L, diffable_lua_buffer *buffer, size_t size);

/* ------------------------------------------------------------------------------------ From metatables.c */

/*
 * A function or method of the module. In an array of them, the name of the last entry is NULL.
 *
 * It is an error to pass more arguments than `most`, not counting the object before a colon, or nil for one of the last
 * `optional` arguments. If arguments are optional, `hint` says what it means to leave them out: "no options" in the
 * message "leave it out for no options". Otherwise `hint` is added to the message about too many arguments, unless it
 * is NULL.
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
 * Creates the metatable of a type, and stores it in the registry. `index` becomes its __index, with the method table as
 * the upvalue METHOD_TABLE. If `index` is NULL, the method table itself becomes __index. Looking up an unknown name in
 * the method table raises an error that suggests methods and fields, so `index` looks up unknown names there.
 */
#define METHOD_TABLE lua_upvalueindex(3)
typedef struct diffable_lua_members {
    const char *noun; /* in messages */
    const diffable_lua_function *methods;
    const char *const *fields; /* NULL for none */
} diffable_lua_members;
void diffable_lua_new_type(lua_State *L, const char *type, const luaL_Reg *metamethods,
    const diffable_lua_members *members, lua_CFunction index);

/* Add methods to the method table of a type. Edits change the snapshot at 1, and raise if it is read-only. */
void diffable_lua_add_methods(lua_State *L, const char *type, const diffable_lua_function *methods);
void diffable_lua_add_edits(lua_State *L, const char *type, const diffable_lua_function *edits);

/* ------------------------------------------------------------------------------------------- From ids.c */

/* Returns the identifier at an argument: a string, an integer, or the `id` of a table. Raises if there is none. */
diffable_id diffable_lua_check_id(lua_State *L, int argument);

/*
 * Read the identifier at `index`, and return whether there is one. diffable_lua_to_bare_id does not accept tables.
 * Neither function raises or creates a Lua object, and both leave the stack as it was.
 */
bool diffable_lua_to_id(lua_State *L, int index, diffable_id *id);
bool diffable_lua_to_bare_id(lua_State *L, int index, diffable_id *id);

void diffable_lua_open_ids(lua_State *L); /* must be called before identifiers are pushed */

/* Pushes and returns a message that says why the value at `index` is not an identifier. */
const char *diffable_lua_push_id_message(lua_State *L, int index);

/*
 * Raises UNKNOWN_IDENTIFIER for an element that the object at 1, a snapshot or a data source, does not have: "there is
 * no item "x"". The noun is "item" or "section". The message adds a hint if the string "1" is unknown and the object
 * has the integer 1, or the other way round. It also adds a hint if the item "x" is unknown and the object has a
 * section "x", or the other way round.
 */
int diffable_lua_refuse_unknown(lua_State *L, const char *noun, diffable_id id);

/*
 * Raises the same error, but only if there is such a look-alike: the string "1" was looked up and not found, and the
 * snapshot or data source at 1 has the integer 1, or the other way round. Otherwise returns.
 */
void diffable_lua_refuse_if_look_alike(lua_State *L, const char *noun, diffable_id id);

/*
 * Does the same for the item at an argument, but returns if the object has that item. Look-ups that found no index call
 * this, because an item that the object has may be hidden, and then has no index.
 */
void diffable_lua_refuse_if_absent_look_alike(lua_State *L, int argument);

/* Pushes bytes of the engine as a string, even if a finalizer that runs meanwhile may free the bytes. */
void diffable_lua_push_bytes(lua_State *L, const char *data, size_t size);

/* Pushes an identifier, or nil for DIFFABLE_ID_NONE. */
void diffable_lua_push_id(lua_State *L, diffable_id id);

/* Pushes an identifier as messages show it: a string is quoted. */
void diffable_lua_push_quoted_id(lua_State *L, diffable_id id);

/*
 * Convert between indexes of the engine, which begin at 0, and indexes of Lua, which begin at 1. An index below 1
 * becomes -1.
 */
ptrdiff_t diffable_lua_index_from_lua(lua_Integer index);
lua_Integer diffable_lua_index_to_lua(ptrdiff_t index);

/* Push an index or index path of the engine as scripts see it, or nil if it is -1. */
void diffable_lua_push_index(lua_State *L, ptrdiff_t index);
void diffable_lua_push_index_path(lua_State *L, diffable_index_path path);

/* Returns the index path at an argument. Raises if there is none. */
diffable_index_path diffable_lua_check_index_path(lua_State *L, int argument);

/* Pushes a table with room for `count` elements. */
void diffable_lua_new_array(lua_State *L, size_t count);

/* Whether the value at `index` is this string. */
bool diffable_lua_is_string(lua_State *L, int index, const char *text);

/*
 * Returns whether options were passed at an argument, which may be absent or nil. Raises if the argument is something
 * else than a table, or a table with a key that is not one of `names`, or with options behind __index.
 */
bool diffable_lua_check_options(lua_State *L, int argument, const char *const names[]);

/* Whether a list has a section. */
static inline bool diffable_lua_contains_section(const diffable_snapshot *snapshot, diffable_id section)
{
    return diffable_snapshot_index_of_section(snapshot, section) >= 0;
}

/* Pushes one option, or nil, and returns whether the table has it. Raises if the option is of another type. */
bool diffable_lua_push_option(lua_State *L, int argument, const char *name, int type);

/* Reads the name of a row animation at `index`. Returns false if there is no row animation with that name. */
bool diffable_lua_to_animation(lua_State *L, int index, diffable_row_animation *animation);

/* Pushes and returns the error message for an unknown row animation at `index`. It lists the row animations. */
const char *diffable_lua_push_animation_message(lua_State *L, int index);

#include "Values/contents.h"

/* ------------------------------------------------------------------- From list_checks.c, list_reader.c */

/* Lists of up to this many entries are read into memory on the C stack. */
enum { DIFFABLE_LUA_FEW = 100 };

/* A list of identifiers read from an argument, with contents where entries carry them. */
typedef struct diffable_lua_list {
    diffable_id *ids;
    diffable_content *contents; /* NULL if no entry has one */
    size_t count;
    int index;       /* the stack index of the Lua value */
    int argument;    /* the number of the argument, for messages */
    ptrdiff_t owner; /* what contains the list. If positive, the number of a section, counted from 1. If negative, the
                        stack index of a parent item, negated. If 0, the list is an argument. */
    int key;         /* the stack index of the key, or 0 */
    int kept;        /* the stack index of the table that keeps the values that the contents refer to */
    diffable_lua_role role;
    bool has_excluded;   /* whether a table has a special field, such as `children`, which is not content; set when the
                            list was read with content */
    bool has_near_names; /* whether an item has a field that is probably a misspelt special field; set when the list was
                            read with content */
    bool single;         /* the value is itself the only entry */
    const diffable_snapshot *marked; /* in an edit that marks elements, the snapshot; otherwise NULL */
    diffable_id few_ids[DIFFABLE_LUA_FEW];
    diffable_content few_contents[DIFFABLE_LUA_FEW];
} diffable_lua_list;

static inline bool diffable_lua_has_sections(const diffable_lua_list *list)
{
    return list->role == DIFFABLE_LUA_SECTIONS;
}

/*
 * Raises an error about a list. If the list is only a part of the argument, its section or parent is named before the
 * message.
 */
void diffable_lua_refuse_list(lua_State *L, const diffable_lua_list *list, const char *message);

/*
 * Raises an error about a list as a whole. The message names the argument, or the section or parent if the list is only
 * a part of the argument.
 */
void diffable_lua_refuse_whole_list(lua_State *L, const diffable_lua_list *list, const char *message);

/* Pushes a message that says why the key at stack index `table_key` does not belong to a list. */
const char *diffable_lua_push_list_message(lua_State *L, const diffable_lua_list *list, int table_key);

/*
 * Pushes the key of the items, if there is one. Then measures the list again, because the key decides whether a table
 * is one item or a list.
 */
void diffable_lua_push_key_of_items(lua_State *L, diffable_lua_list *list);

/* Sets only the fields `index`, `key`, `single` and `count` of a list. `key` becomes 0. */
void diffable_lua_measure_list(lua_State *L, int index, diffable_lua_list *list);

/*
 * Does the same for a list of items: the key of the object at 1 decides whether a table is an item or a list. The key
 * does not stay on the stack, so `key` becomes 0 as well.
 */
void diffable_lua_measure_items(lua_State *L, int index, diffable_lua_list *list);

/*
 * Raises if a list has keys besides its entries, if a table without entries has entries or an identifier behind
 * __index, or if a table is both a list and an element. A hole among the entries that were counted raises later, when
 * the list is read. May run user code.
 */
void diffable_lua_check_list(lua_State *L, const diffable_lua_list *list);

/*
 * Prepares to read the list at `index`, and leaves the values that reading needs on the stack. The list is for the
 * object at 1, whose key determines the identifiers of items. May run user code.
 */
void diffable_lua_begin_list(
    lua_State *L, int index, int argument, ptrdiff_t owner, diffable_lua_role role, diffable_lua_list *list);

/*
 * Reads each entry of a list once. If `object` is not 0, also reads the contents, and the object at that index keeps
 * the values that they refer to. Creates no Lua object. The list points into Lua's strings, into the store and into
 * itself, so pass it to the engine before anything else happens.
 */
void diffable_lua_read_list(lua_State *L, diffable_lua_list *list, int object);

/*
 * Ends an edit of the snapshot at `snapshot`, after the list was passed to the engine. Counts the memory of the entries
 * for the snapshot, frees large buffers, and raises the error if there is one. Returns 0.
 */
int diffable_lua_finish_list(
    lua_State *L, diffable_lua_list *list, int snapshot, diffable_status status, diffable_error *error);

/* Pushes the entry at a position, and returns its type. */
int diffable_lua_push_entry(lua_State *L, const diffable_lua_list *list, size_t position);

#include "Lists/snapshots.h"

/* --------------------------------------------------------------------------------------- From merging.c */

int diffable_lua_merge(lua_State *L);

/*
 * Pushes an array of conflicts, which is empty if `conflicts` is NULL. May run user code, which must not be able to
 * free `conflicts`.
 */
void diffable_lua_push_conflicts(lua_State *L, const diffable_conflicts *conflicts);

void diffable_lua_open_merging(lua_State *L);

/* ---------------------------------------------------------------------- From difference.c, transaction.c */

int diffable_lua_difference_new(lua_State *L);

void diffable_lua_open_differences(lua_State *L);

/* Pushes a transaction of the data source at `source`. The caller attaches the engine's transaction to it. */
diffable_lua_object *diffable_lua_push_transaction(lua_State *L, int source);
void diffable_lua_open_transactions(lua_State *L);

/* ------------------------------------------------------------------------------------- From documents.c */

int diffable_lua_decode_document(lua_State *L);

/* The type of an object that owns a document until the document was copied to a string. No script sees the object. */
extern const diffable_lua_type diffable_lua_document_type;

/* Pushes a document as a string, and frees it. Until then, `object` owns it. Returns 1. */
int diffable_lua_push_document(lua_State *L, diffable_lua_object *object, diffable_document *document);

/*
 * Raises the error of a snapshot that cannot be encoded. If a field of a content is the cause, the message names the
 * field.
 */
int diffable_lua_refuse_to_encode(lua_State *L, const diffable_snapshot *snapshot, diffable_error *error);

/* Pushes the version of a list as 32 hexadecimal digits. Returns 1. */
int diffable_lua_push_version(lua_State *L, diffable_list_version version);

/* Returns the version at an argument, which must be such a string. */
diffable_list_version diffable_lua_check_version(lua_State *L, int argument);

/* Must be called after the types of snapshots and differences were created. */
void diffable_lua_open_documents(lua_State *L);

#endif /* DIFFABLE_LUA_INTERNAL_H */
