/* The declarations about messages. They are a part of internal.h, which includes this file. */
#ifndef DIFFABLE_LUA_ERRORS_H
#define DIFFABLE_LUA_ERRORS_H

/*
 * The first two upvalues of the functions of the module, and of the methods and metamethods of its types. The first is
 * the string "id", so that reading the field `id` creates no string. The second is the name of the function, for
 * messages. The name of a method begins with a colon.
 */
#define ID_FIELD lua_upvalueindex(1)
#define CALL_NAME lua_upvalueindex(2)
enum { DIFFABLE_LUA_UPVALUES = 2 };

/* ---------------------------------------------------------------------------------------- From errors.c */

/*
 * Pushes a text as messages show it: in double quotes, with control characters escaped. The caller keeps `data` alive.
 */
void diffable_lua_push_quoted(lua_State *L, const char *data, size_t size);

/* Pushes a value as tostring returns it, escaped and without quotes, and returns that text. */
const char *diffable_lua_push_escaped(lua_State *L, int index);

/*
 * Errors of the library are tables { text, code =, message =, identifier = } with a metatable. tostring returns the
 * text: "file.lua:3: CODE: call: message". If a callback raised the error, the name and the stack frames of the
 * callback are appended to the text. If the host program cannot show error objects, the text itself is raised instead.
 */

/*
 * Replaces the text on top of the stack by an error. `position_size` is the size of the position ("file.lua:3: ") at
 * the start of the text. `identifier` is the stack index of the identifier, or 0 for none.
 */
void diffable_lua_make_error(lua_State *L, size_t position_size, int identifier);

/* Whether a value is such an error table. Creates no Lua object. */
bool diffable_lua_is_error(lua_State *L, int index);

/* Replaces the text on top of the stack by an error with that text and the other fields of the error at `index`. */
void diffable_lua_make_error_like(lua_State *L, int index);

/*
 * Raises "file.lua:3: CODE: call: what is wrong; what would be right", at the line of the script that called the
 * running function. `format` is for the text after the name of the call, and works as in lua_pushfstring. The functions
 * return int only so that they can be used after `return`.
 */
int diffable_lua_refuse_code(lua_State *L, diffable_status code, const char *format, ...);
int diffable_lua_refuse(lua_State *L, const char *format, ...); /* INVALID_ARGUMENT */

/* Does the same for an error with an identifier, which is at the stack index `identifier`. */
int diffable_lua_refuse_identifier(lua_State *L, diffable_status code, int identifier, const char *format, ...);

/*
 * Raises the message on top of the stack, at the line that the function at a level of the call stack is running.
 * `identifier` is the stack index of the identifier, or 0 for none.
 */
int diffable_lua_raise_at(lua_State *L, int level, diffable_status status, int identifier);

/* Raises INVALID_ARGUMENT for an argument: "argument 2: message". The object before a colon is not counted. */
int diffable_lua_refuse_argument(lua_State *L, int argument, const char *message);

/*
 * Raises "argument 2: `expected` expected, got table", or, if the argument is the object before the colon of a method,
 * "`expected` expected before the colon, got table".
 */
int diffable_lua_refuse_type(lua_State *L, int argument, const char *expected);

/* Whether a value has a type. A value with the metamethod __call counts as a function. */
bool diffable_lua_has_type(lua_State *L, int index, int type);

/* Raise if an argument is of another type. The second function also raises for a number that is not an integer. */
void diffable_lua_check_type(lua_State *L, int argument, int type);
lua_Integer diffable_lua_check_integer(lua_State *L, int argument);

/* Must be called before an error of the engine is pushed. */
void diffable_lua_open_errors(lua_State *L);

/*
 * Pushes the message of an error of the engine. If the message names a function that is called differently in Lua, the
 * name in the module replaces it. The running function must have been called by a function of the module.
 */
void diffable_lua_push_error_text(lua_State *L, const diffable_error *error);

/*
 * Joins the `count` strings on top of the stack to a text, and replaces them with an error that has this text and the
 * identifier of `error`. The first string is a position.
 */
void diffable_lua_finish_error(lua_State *L, const diffable_error *error, int count);

/*
 * Pushes an error of the engine as an error of the module, with the file and line of the script, and frees it. Does not
 * raise.
 */
void diffable_lua_push_error(lua_State *L, diffable_error *error);

/* Does the same, and raises the error. */
int diffable_lua_raise(lua_State *L, diffable_error *error);

/* Returns 0, or raises the error if there is one. */
int diffable_lua_check_status(lua_State *L, diffable_status status, diffable_error *error);

/* ----------------------------------------------------------------------------------------- From names.c */

/*
 * Returns the edit distance of two texts: how many characters must be inserted, deleted, replaced, or swapped with
 * their neighbor to change one text into the other. If one of the texts is long, the two are not compared, and the
 * result is too large for a suggestion.
 */
int diffable_lua_edit_distance(const char *one, const char *other);

/* Whether the table at `names` has this name as a key. */
bool diffable_lua_has_name(lua_State *L, int names, const char *name);

/* Whether the name of a method contains a word for an edit, such as "append". */
bool diffable_lua_names_edit(const char *name);

/*
 * Pushes and returns a message that consists of a text such as "unknown option", the value at `given`, and the existing
 * names, nearest first: "unknown option "animaton": did you mean "animation"? (there are: animation, ...)". The names
 * are the keys of the table at `names`. `meant` is the name that the script certainly meant, or NULL.
 */
const char *diffable_lua_push_unknown(lua_State *L, const char *message, int given, int names, const char *meant);

/* Pushes and returns a name in the spelling and vocabulary of this library. */
const char *diffable_lua_push_translation(lua_State *L, const char *name);

/* Pushes a table whose keys are these names. */
void diffable_lua_push_names(lua_State *L, const char *const names[]);

/* --------------------------------------------------------------------------------------- From members.c */

/*
 * A script used the name at `name` for an option or a member of a data source. If the name belongs elsewhere, such as
 * `on_key`, pushes and returns a text for the error message: the quoted name, and where it belongs. Otherwise returns
 * NULL.
 */
const char *diffable_lua_push_option_hint(lua_State *L, int name);

/* Pushes the method table of a type, or nil if the module was closed: then the types no longer exist. */
void diffable_lua_push_methods(lua_State *L, const char *type);

/* Pushes a __newindex function that always raises, for objects without fields that can be set. */
void diffable_lua_push_refuse_assignment(lua_State *L, const char *noun);

/* Makes `pairs` raise for objects with the metatable on top of the stack. */
void diffable_lua_install_pairs_error(lua_State *L, const char *noun);

/*
 * Makes the method table on top of the stack raise for members that it does not have. The message suggests methods and
 * fields. `fields` is NULL if there are none.
 */
void diffable_lua_install_member_check(lua_State *L, const char *noun, const char *const *fields);

#endif /* DIFFABLE_LUA_ERRORS_H */
