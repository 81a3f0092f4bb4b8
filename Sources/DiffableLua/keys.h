/* The declarations about keys. They are a part of internal.h, which includes this file. */
#ifndef DIFFABLE_LUA_KEYS_H
#define DIFFABLE_LUA_KEYS_H

/* ------------------------------------------------------------------------------------------ From keys.c */

/* The user value that is the key of a snapshot, a section snapshot, a transaction or a data source: a string; a table, for a function; or nil. */
enum { DIFFABLE_LUA_KEY = 2 };

/* Pushes the key of the value at `object` and returns true; pushes nothing and returns false if it has none. */
bool diffable_lua_push_key(lua_State *L, int object);

/* Gives one object the key of another. */
void diffable_lua_share_key(lua_State *L, int from, int to);

/* Pushes the key that the option at `value` means, and returns NULL; or pushes and returns why it can be none. */
const char *diffable_lua_push_new_key(lua_State *L, int value);

/* Pushes the key that a table of options at `argument` has and returns true; pushes nothing and returns false if it has none. */
bool diffable_lua_push_key_option(lua_State *L, int argument);

/* Pushes the key of an object as it was given. */
void diffable_lua_push_key_value(lua_State *L, int object);

/* Whether the table at `index` is an item by itself, and not a list of items. */
bool diffable_lua_is_item(lua_State *L, int key, int index);

/* If the key is a function, calls it for the table at `index`: this must come before the two functions below. Runs user code. */
void diffable_lua_call_key(lua_State *L, int key, int index);

/* Reads the identifier of a table by a key, or a bare one. Does not raise, and makes no Lua value. */
bool diffable_lua_to_keyed_id(lua_State *L, int key, int index, diffable_id *id);

/* Reads the identifier of an item by the key of the object at 1, for which the key function was called before. Otherwise as diffable_lua_to_id. */
bool diffable_lua_to_item(lua_State *L, int index, diffable_id *id);

/* The same, but raises if there is none. */
diffable_id diffable_lua_check_item(lua_State *L, int index);

/* Pushes why the value at `index` is no identifier by the key. */
const char *diffable_lua_push_key_complaint(lua_State *L, int key, int index);

/* If the object at 1 has a key, replaces a table at an argument, which names an item, by its identifier. May run user code. */
void diffable_lua_take_item(lua_State *L, int argument);

#endif /* DIFFABLE_LUA_KEYS_H */
