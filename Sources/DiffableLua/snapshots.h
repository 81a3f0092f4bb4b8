/*
 * Snapshots, trees, differences and transactions as Lua objects. Each is pushed in a statement before the one that sets its
 * `engine`: an assignment of both at once may make that of the engine first, and lose it where there is no memory for the object.
 */
#ifndef DIFFABLE_LUA_SNAPSHOTS_H
#define DIFFABLE_LUA_SNAPSHOTS_H

#include "internal.h"

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

/* Where a snapshot or tree has no contents yet, makes room for those of the list at `list`. May run user code. */
void diffable_lua_reserve_contents(lua_State *L, int snapshot, int list);

/* The shapes that edits have: one Lua function is one call of these. */
int diffable_lua_edit_add(lua_State *L, diffable_lua_role role, diffable_lua_add function);
int diffable_lua_edit_add_at(lua_State *L, diffable_lua_role role, diffable_lua_add_at function, bool anchor_is_optional);
int diffable_lua_edit_mark(lua_State *L, diffable_lua_role role, diffable_lua_add function, diffable_lua_revision revision);
int diffable_lua_edit_delete(lua_State *L, diffable_lua_role role, diffable_lua_delete function);
int diffable_lua_edit_move(lua_State *L, diffable_lua_move function);

/* ------------------------------------------------------------------------------- section snapshots */

#define DIFFABLE_LUA_SECTION_SNAPSHOT "diffable.section_snapshot"

/* Contents are kept as those of snapshots are. */
typedef struct diffable_lua_section_snapshot {
    diffable_section_snapshot *engine; /* NULL when closed */
} diffable_lua_section_snapshot;

/* What was said of snapshots holds for these. */
diffable_lua_section_snapshot *diffable_lua_push_section_snapshot(lua_State *L, int contents);
diffable_lua_section_snapshot *diffable_lua_push_private_tree(lua_State *L, int argument);
void diffable_lua_close_section_snapshot(diffable_lua_section_snapshot *snapshot);
diffable_section_snapshot *diffable_lua_check_section_snapshot(lua_State *L, int argument);

typedef size_t (*diffable_lua_tree_list)(const diffable_section_snapshot *, size_t, diffable_id *, size_t);

/* Reads a list of a tree into a buffer in one piece, and returns how long it is. Runs no user code; raises if there is no memory. */
size_t diffable_lua_read_tree(lua_State *L, const diffable_section_snapshot *tree, diffable_lua_tree_list list, diffable_lua_buffer *buffer);

int diffable_lua_section_snapshot_new(lua_State *L);
int diffable_lua_section_snapshot_outline(lua_State *L);
void diffable_lua_open_section_snapshots(lua_State *L);
extern const luaL_Reg diffable_lua_section_snapshot_edits[];
extern const luaL_Reg diffable_lua_section_snapshot_lookups[];

/* ----------------------------------------------------------------------- differences, transactions */

#define DIFFABLE_LUA_DIFFERENCE "diffable.difference"
#define DIFFABLE_LUA_TRANSACTION "diffable.transaction"

typedef struct diffable_lua_difference {
    diffable_difference *engine; /* NULL when closed */
} diffable_lua_difference;

/* Pushes a difference; the caller sets `engine`. */
diffable_lua_difference *diffable_lua_push_difference(lua_State *L);
void diffable_lua_close_difference(diffable_lua_difference *difference);
diffable_difference *diffable_lua_check_difference(lua_State *L, int argument);
void diffable_lua_set_place(lua_State *L, bool is_of_sections, const char *name, diffable_index_path place);
int diffable_lua_difference_new(lua_State *L);
int diffable_lua_difference_steps(lua_State *L);
void diffable_lua_open_differences(lua_State *L);

typedef struct diffable_lua_transaction {
    diffable_transaction *engine; /* NULL when closed */
} diffable_lua_transaction;

/* Pushes a transaction with two contents tables, 0 for none; the caller sets `engine`. */
diffable_lua_transaction *diffable_lua_push_transaction(lua_State *L, int initial_contents, int final_contents);
void diffable_lua_set_transaction_contents(lua_State *L, int transaction, int initial_contents, int final_contents);
void diffable_lua_open_transactions(lua_State *L);

#endif /* DIFFABLE_LUA_SNAPSHOTS_H */
