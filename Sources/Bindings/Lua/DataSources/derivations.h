/* The declarations about derivations. They are a part of sources.h, which includes this file. */
#ifndef DIFFABLE_LUA_DERIVATIONS_H
#define DIFFABLE_LUA_DERIVATIONS_H

/* --------------------------------------------------------------------------- From derivation_functions.c */

/* The parts of a derivation that are functions, and their flags in the engine. */
typedef struct diffable_lua_function_part {
    const char *name;
    diffable_derivation_parts part;
} diffable_lua_function_part;
enum { DIFFABLE_LUA_FUNCTION_PARTS = 4 };
extern const diffable_lua_function_part diffable_lua_function_parts[DIFFABLE_LUA_FUNCTION_PARTS];

/*
 * The functions of one call of derive or set: a userdata whose user value is a table from the names of parts to
 * functions.
 */
typedef struct diffable_lua_derivation_functions {
    diffable_lua_source *source;
    bool is_finalized; /* whether the engine calls none of the functions any more */
} diffable_lua_derivation_functions;

/* Adds the userdata at `object` to the functions of the source at `source`. */
void diffable_lua_add_derivation_functions(lua_State *L, int source, int object);

/* The finalizer of the user data: the engine calls it when it needs none of the functions any more. */
void diffable_lua_end_derivation_functions(void *user_data);

/* Drops the functions of the source at `source` that the engine has finalized. Creates no Lua object. */
void diffable_lua_remove_finalized_functions(lua_State *L, int source);

/* --------------------------------------------------------------------------- From derivation_callbacks.c */

/* The callbacks of the engine. `user_data` is a diffable_lua_derivation_functions. */
diffable_status diffable_lua_derivation_filter(
    const diffable_id *item, const diffable_content *content, bool *passes, void *user_data);
diffable_status diffable_lua_derivation_section(const diffable_id *item, const diffable_content *content,
    diffable_id *id, diffable_content *section_content, void *user_data);
diffable_status diffable_lua_derivation_sort(
    const diffable_id *item, const diffable_content *content, diffable_sort_key *key, void *user_data);
diffable_status diffable_lua_derivation_section_sort(
    const diffable_id *id, const diffable_content *content, diffable_sort_key *key, void *user_data);

/* ----------------------------------------------------------------------------- From derivation_options.c */

/* The names of the options of a derivation. NULL ends the array. */
extern const char *const diffable_lua_derivation_names[];

/*
 * Reads a derivation from the table at `options`. Pushes the userdata with its functions, and returns the parts that
 * the table has. `source` is the derived list.
 */
diffable_derivation_parts diffable_lua_read_derivation(
    lua_State *L, int options, diffable_lua_source *source, diffable_derivation *derivation);

#endif /* DIFFABLE_LUA_DERIVATIONS_H */
