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

#include "diffable_terminal.h"

/* Every function of the module has the string "id" as its upvalue, so that reading a field makes no string. */
#define ID_FIELD lua_upvalueindex(1)

void diffable_lua_set_functions(lua_State *L, const luaL_Reg *functions);

/* Makes the metatable of a type. `index` is __index as a function; NULL makes it the table of methods. */
void diffable_lua_new_type(lua_State *L, const char *type, const luaL_Reg *metamethods, const luaL_Reg *methods, lua_CFunction index);

/* Makes the userdata on top of the stack one of a type. Sets its finalizer, so it must be ready for that. */
void diffable_lua_set_type(lua_State *L, const char *type);
void diffable_lua_open_late_objects(lua_State *L);

/* ------------------------------------------------------------------------------------- identifiers */

/* Reads an identifier (also out of a table with `id`) that an argument holds; raises if it holds none. */
diffable_id diffable_lua_check_id(lua_State *L, int argument);

/* The same without raising, with the stack left as it was and no Lua value made. */
bool diffable_lua_to_id(lua_State *L, int index, diffable_id *id);
bool diffable_lua_to_bare_id(lua_State *L, int index, diffable_id *id);

/* Pushes why the value at `index` names nothing. */
const char *diffable_lua_push_id_complaint(lua_State *L, int index);

void diffable_lua_push_id(lua_State *L, diffable_id id);

/* Pushes an identifier as messages show it: strings in quotes, control characters visible. */
void diffable_lua_push_quoted_id(lua_State *L, diffable_id id);
void diffable_lua_push_quoted(lua_State *L, const char *data, size_t size);

/* The same for any value, as tostring has it, and without the quotes. */
const char *diffable_lua_push_shown(lua_State *L, int index);

/* Whether the value at `index` is this string, to its last byte. */
bool diffable_lua_says(lua_State *L, int index, const char *word);

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
    bool renews;         /* the contents have another table for what an entry says */
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

/* Ends an edit by a list: what it carried becomes the newest content where the edit took place; an error is raised. `contents` is 0 where there are none. */
int diffable_lua_finish_edit(lua_State *L, diffable_lua_list *list, int contents, diffable_status status, diffable_error *error);

/* Pushes the content table of an entry and returns true; false where the entry is a bare identifier. Does not raise. */
bool diffable_lua_push_entry_content(lua_State *L, const diffable_lua_list *list, size_t position);

/* ----------------------------------------------------------------------------------------- buffers */

/* Memory that goes back even if an error is raised: the userdata that holds it stays on the stack. */
typedef struct diffable_lua_buffer {
    void *memory;
    size_t size;
} diffable_lua_buffer;

diffable_lua_buffer *diffable_lua_push_buffer(lua_State *L);
bool diffable_lua_resize_buffer(lua_State *L, diffable_lua_buffer *buffer, size_t size);

/* The same for an object of the engine that no Lua type stands for; the caller sets `engine`. */
typedef struct diffable_lua_holder {
    void *engine;
    void (*let_go)(void *engine);
} diffable_lua_holder;

diffable_lua_holder *diffable_lua_push_holder(lua_State *L, void (*let_go)(void *engine));
void diffable_lua_empty_holder(diffable_lua_holder *holder);
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

/* Frees the error and pushes its message, with the place in the script that called. Does not raise. */
void diffable_lua_push_error(lua_State *L, diffable_error *error);

/* The same, and raises it. */
int diffable_lua_raise(lua_State *L, diffable_error *error);

/* --------------------------------------------------------------------------- fingerprints, contents */

/* To be called before the first fingerprint; later calls change nothing. */
void diffable_lua_seed_fingerprints(void);

/* Where the string that is a key lies, and its hash. */
typedef struct diffable_lua_key {
    const void *memory;
    uint64_t hash;
} diffable_lua_key;

/* A string that is not read yet: the hash of its key, what it counts for, and the identifier that it is, or NULL. */
typedef struct diffable_lua_string {
    uint64_t key, *revision;
    diffable_id *id;
} diffable_lua_string;

/*
 * The fingerprints of the tables of a list, a batch at a time. Strings lie anywhere in memory, so those of a batch are all
 * asked for before the first is read: as many as DIFFABLE_LUA_STRINGS for each table wait on the stack. Rows mostly have the
 * same keys, whose hashes are kept by where they lie. Good for as long as no Lua value is made: until then no string goes.
 */
enum { DIFFABLE_LUA_BATCH = 32, DIFFABLE_LUA_STRINGS = 3, DIFFABLE_LUA_KEYS = 32 };
typedef struct diffable_lua_fingerprints {
    const void *id;      /* where the string "id" lies */
    const char *without; /* the name of a field that does not count, or NULL */
    int tables, strings, most_strings;
    diffable_lua_key keys[DIFFABLE_LUA_KEYS];
    uint64_t *revisions[DIFFABLE_LUA_BATCH];
    diffable_lua_string waiting[DIFFABLE_LUA_BATCH * DIFFABLE_LUA_STRINGS];
} diffable_lua_fingerprints;

/* For batches of so many tables, each of which needs room for 2 * DIFFABLE_LUA_STRINGS values on the stack. */
void diffable_lua_prepare_fingerprints(lua_State *L, diffable_lua_fingerprints *all, const char *without, int tables);

/*
 * Begins with the table at the index `table`, which lies at `memory`. Once the batch is finished, its fingerprint, never 0,
 * is at `revision`, and its identifier at `id`: none where it has none.
 */
void diffable_lua_begin_fingerprint(lua_State *L, diffable_lua_fingerprints *all, int table, const void *memory, uint64_t *revision, diffable_id *id);

/* `below` is where the top of the stack was before the batch was begun. What waits there is left for the caller to pop. */
void diffable_lua_finish_fingerprints(lua_State *L, diffable_lua_fingerprints *all, int below);

/*
 * The content tables of one long list; see content_rows.c. Rows count from 1; 0 says that a revision has none, or that
 * there is no room for one. NULL has neither.
 */
enum { DIFFABLE_LUA_ROWS_ARRAY = 1 };
typedef struct diffable_lua_rows diffable_lua_rows;
void diffable_lua_push_rows(lua_State *L, uint32_t capacity);
void diffable_lua_prefetch_row(const diffable_lua_rows *rows, uint64_t revision);
lua_Integer diffable_lua_find_row(const diffable_lua_rows *rows, uint64_t revision);
lua_Integer diffable_lua_count_rows(const diffable_lua_rows *rows);
lua_Integer diffable_lua_add_row(diffable_lua_rows *rows, uint64_t revision);

/* A contents table leads from revisions to content tables; see contents.c. `capacity` is how many it has rows for. */
void diffable_lua_new_contents(lua_State *L, size_t capacity);
bool diffable_lua_contents_are_empty(lua_State *L, int contents);
void diffable_lua_add_contents(lua_State *L, int contents, diffable_lua_list *list);
void diffable_lua_renew_contents(lua_State *L, int contents, const diffable_lua_list *list);
bool diffable_lua_push_content(lua_State *L, int contents, uint64_t revision);

/* Fills the new table at `live` with just what `snapshot` uses, from two tables (0: only one). Runs no user code. */
void diffable_lua_fill_live_contents(lua_State *L, int contents, int other, int live, const diffable_snapshot *snapshot);

/* Adds to the table at `live` what these items of a tree use. Runs no user code. */
void diffable_lua_carry_tree_contents(lua_State *L, int contents, int other, int live, const diffable_section_snapshot *tree, const diffable_id *ids, size_t count);

/* Whether most of a table is left behind by a list of `live` elements and by what is hidden beside it. */
bool diffable_lua_contents_have_grown(lua_State *L, int contents, size_t live);
void diffable_lua_set_hidden_contents(lua_State *L, int contents, size_t hidden);

#endif /* DIFFABLE_LUA_INTERNAL_H */
