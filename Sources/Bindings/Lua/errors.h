/* The declarations about messages. They are a part of internal.h, which includes this file. */
#ifndef DIFFABLE_LUA_ERRORS_H
#define DIFFABLE_LUA_ERRORS_H

/*
 * The upvalues of every function of the module. The first is the string "id", so that reading that field makes no
 * string. The second is the name of the function for messages: that of a method begins with a colon.
 */
#define ID_FIELD lua_upvalueindex(1)
#define CALL_NAME lua_upvalueindex(2)
enum { DIFFABLE_LUA_UPVALUES = 2 };

/* ---------------------------------------------------------------------------------------- From errors.c */

/* Pushes text for messages: in double quotes, control characters escaped. The caller keeps `data` alive. */
void diffable_lua_push_quoted(lua_State *L, const char *data, size_t size);

/* Pushes a value as tostring returns it, escaped and without quotes, and returns that text. */
const char *diffable_lua_push_escaped(lua_State *L, int index);

/*
 * Errors of the library are tables { text, code =, message =, identifier = } with a metatable. The text is "file.lua:3:
 * CODE: call: message", which tostring returns, followed by what is added to it later. Where the host does not show
 * objects, they are the text itself.
 */

/*
 * Replaces the text on top of the stack by an error. The position takes the first `position_size` bytes of the text.
 * The identifier is at `identifier`, or there is none for 0.
 */
void diffable_lua_make_error(lua_State *L, size_t position_size, int identifier);

/* Whether a value is such a table. Creates no Lua object. */
bool diffable_lua_is_error(lua_State *L, int index);

/* Replaces the text on top of the stack by an error that is like the one at `index` but for its text. */
void diffable_lua_make_error_like(lua_State *L, int index);

/*
 * Raises "file.lua:3: CODE: call: what is wrong; what would be right", at the line of the script that called the
 * running function. The format is that of lua_pushfstring, and is what follows the name of the call. Returns int to be
 * used after `return`.
 */
int diffable_lua_refuse_code(lua_State *L, diffable_status code, const char *format, ...);
int diffable_lua_refuse(lua_State *L, const char *format, ...); /* INVALID_ARGUMENT */

/* The same with an identifier, which is at an index. */
int diffable_lua_refuse_identifier(lua_State *L, diffable_status code, int identifier, const char *format, ...);

/* Raises the complaint on top of the stack, at the line that this level of the stack is at. 0: no identifier. */
int diffable_lua_raise_at(lua_State *L, int level, diffable_status status, int identifier);

/* Raises INVALID_ARGUMENT for an argument: "argument 2: complaint". The object before a colon does not count. */
int diffable_lua_refuse_argument(lua_State *L, int argument, const char *complaint);

/* Raises "argument 2: `expected` expected, got table", or what is wrong before the colon of a method. */
int diffable_lua_refuse_type(lua_State *L, int argument, const char *expected);

/* Whether a value has a type. What can be called, by a metamethod, counts as a function. */
bool diffable_lua_has_type(lua_State *L, int index, int type);

/* Raise if an argument is of another type. */
void diffable_lua_check_type(lua_State *L, int argument, int type);
lua_Integer diffable_lua_check_integer(lua_State *L, int argument);

/* Must be called before an error of the engine is pushed. */
void diffable_lua_open_errors(lua_State *L);

/*
 * Pushes the message of an error. The name of the module's function replaces that of a function of the engine which has
 * another name. The running function must have been called by one of the module.
 */
void diffable_lua_push_error_text(lua_State *L, const diffable_error *error);

/*
 * Makes an error of the position and the other texts on top of the stack, `count` together, about the identifier of an
 * error of the engine.
 */
void diffable_lua_finish_error(lua_State *L, const diffable_error *error, int count);

/* Frees the error and pushes its message, preceded by the script's file and line. Does not raise. */
void diffable_lua_push_error(lua_State *L, diffable_error *error);

/* The same, and raises it. */
int diffable_lua_raise(lua_State *L, diffable_error *error);

/* Returns 0, or raises the error if there is one. */
int diffable_lua_check_status(lua_State *L, diffable_status status, diffable_error *error);

/* ----------------------------------------------------------------------------------------- From names.c */

/* How many characters are inserted, deleted, replaced or swapped with the next one between two texts. */
int diffable_lua_edit_distance(const char *one, const char *other);

/* Whether the table at `names` has this name as a key. */
bool diffable_lua_has_name(lua_State *L, int names, const char *name);

/* Whether the name of a method says that it edits. */
bool diffable_lua_names_edit(const char *name);

/*
 * Pushes a complaint such as "unknown option" with the value at `given` and the names that there are, nearest first:
 * "unknown option "animaton": did you mean "animation"? (there are: animation, ...)". The names are the keys of the
 * table at `names`. `meant` is a name that is known to be meant, or NULL.
 */
const char *diffable_lua_push_unknown(lua_State *L, const char *complaint, int given, int names, const char *meant);

/* Pushes a name in the spelling and the words of this library, and returns it. */
const char *diffable_lua_push_translation(lua_State *L, const char *name);

/* Pushes a table whose keys are these names. */
void diffable_lua_push_names(lua_State *L, const char *const names[]);

/* --------------------------------------------------------------------------------------- From members.c */

/*
 * If the value at `name` is no option of data sources but exists elsewhere, such as `on_key`, pushes the quoted name
 * with where it belongs, for an error message, and returns this text. Otherwise returns NULL.
 */
const char *diffable_lua_push_option_hint(lua_State *L, int name);

/* Pushes the table of methods of a type, or nil after the module was closed: then there are no types. */
void diffable_lua_push_methods(lua_State *L, const char *type);

/* Pushes a function for __newindex of objects without fields that can be set. */
void diffable_lua_push_refuse_assignment(lua_State *L, const char *noun);

/* Makes `pairs` raise for objects with the metatable on top of the stack. */
void diffable_lua_install_pairs_error(lua_State *L, const char *noun);

/*
 * Makes the table of methods on top of the stack raise for members that it does not have. The message suggests methods
 * and fields. `fields` is NULL if there are none.
 */
void diffable_lua_install_member_check(lua_State *L, const char *noun, const char *const *fields);

#endif /* DIFFABLE_LUA_ERRORS_H */
