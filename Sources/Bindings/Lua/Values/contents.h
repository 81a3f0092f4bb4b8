/* The declarations about keys and contents. They are a part of internal.h, which includes this file. */
#ifndef DIFFABLE_LUA_CONTENTS_H
#define DIFFABLE_LUA_CONTENTS_H

/* ------------------------------------------------------------------------------------------ From keys.c */

/*
 * The number of the user value that contains the key of a snapshot, a transaction or a data source: the name of a
 * field, a table that contains the key function, or nil.
 */
enum { DIFFABLE_LUA_KEY = 1 };

/* Pushes the key of the object at `object` and returns true. If it has no key, pushes nothing and returns false. */
bool diffable_lua_push_key(lua_State *L, int object);

/* Gives one object the key of another. */
void diffable_lua_share_key(lua_State *L, int from, int to);

/*
 * Pushes the key for the option at `value`, and returns NULL. If the value cannot be a key, pushes and returns an error
 * message instead.
 */
const char *diffable_lua_push_new_key(lua_State *L, int value);

/*
 * Pushes the key for the option `key` of the options at `argument`, and returns true. If there is no such option,
 * pushes nothing and returns false.
 */
bool diffable_lua_push_key_option(lua_State *L, int argument);

/* Pushes the key of an object as the script passed it: the name of a field, a function, or nil. */
void diffable_lua_push_key_value(lua_State *L, int object);

/* Whether the table at `index` is an item, and not a list of items. */
bool diffable_lua_is_item(lua_State *L, int key, int index);

/*
 * If the key is a function, calls it for the table at `index` and stores the identifier that it returns. Must be called
 * before the functions below read that identifier. May run user code.
 */
void diffable_lua_call_key(lua_State *L, int key, int index);

/*
 * Reads the identifier that a table has according to the key, or a bare identifier. Returns false if there is none.
 * Does not raise, and creates no Lua object.
 */
bool diffable_lua_to_keyed_id(lua_State *L, int key, int index, diffable_id *id);

/*
 * Reads the identifier of an item according to the key of the object at 1. If the key is a function,
 * diffable_lua_call_key must have been called for the item. If the object has no key, works like diffable_lua_to_id.
 */
bool diffable_lua_to_item(lua_State *L, int index, diffable_id *id);

/* Returns the same identifier, but raises if there is none. */
diffable_id diffable_lua_check_item(lua_State *L, int index);

/* Pushes and returns a message that says why the value at `index` has no identifier according to the key. */
const char *diffable_lua_push_key_message(lua_State *L, int key, int index);

/*
 * If the object at 1 has a key and the argument is a table, which names an item, replaces the table by the identifier
 * of the item. May run user code.
 */
void diffable_lua_resolve_key(lua_State *L, int argument);

/* ----------------------------------------------------------------------------------------- From store.c */

typedef enum diffable_lua_role { DIFFABLE_LUA_ITEMS, DIFFABLE_LUA_SECTIONS } diffable_lua_role;

/*
 * The special fields, which are not content: `children`, `expanded` and `expandable` of an item; `items` of a section.
 */
enum { DIFFABLE_LUA_CHILDREN, DIFFABLE_LUA_EXPANDED, DIFFABLE_LUA_EXPANDABLE, DIFFABLE_LUA_EXCLUDED_FIELDS };

/* A growable buffer from Lua's allocator, which is reused. */
typedef struct diffable_lua_bytes {
    char *start;
    size_t size, room;
} diffable_lua_bytes;

/* What all contents of a Lua state share. */
typedef struct diffable_lua_store {
    const void *id, *excluded[2][DIFFABLE_LUA_EXCLUDED_FIELDS]; /* the addresses of the names "id" and of the special
                                                                   fields, which the store keeps alive */
    diffable_lua_bytes list;                     /* the identifiers and contents of a long list that is being read */
    diffable_lua_bytes values, contents, fields; /* of the encoder */
    diffable_lua_bytes slots, entries;           /* see store.c */
    size_t next_slot, last_slot, slot_limit, free_in_sweep, used_entries;
    struct diffable_lua_references *references; /* see references.c; NULL once the state is being closed */
} diffable_lua_store;

/* The user values of a store. */
enum {
    DIFFABLE_LUA_ORIGINALS = 1, /* slot -> the table that was handed over; weak */
    DIFFABLE_LUA_COPIES,        /* address of the bytes -> the table that was decoded from them; weak */
    DIFFABLE_LUA_REFERENCES,    /* number -> value, and value -> number; weak */
    DIFFABLE_LUA_KEPT_FOR_LIST, /* an empty table for the next list, or nil */
    DIFFABLE_LUA_COUNTS,        /* the userdata of references.c */
    DIFFABLE_LUA_NAMES          /* keeps the names of fields alive */
};

/* Must be called before the first content is encoded. */
void diffable_lua_open_store(lua_State *L);

/* Pushes and returns the store. If the state is being closed and the store was finalized, returns NULL. */
diffable_lua_store *diffable_lua_push_store(lua_State *L);

/*
 * Pushes the names of the special fields: three for an item, in the order above, and one for a section. Creates no Lua
 * object.
 */
void diffable_lua_push_excluded(lua_State *L, diffable_lua_role role);

/*
 * If a name is probably meant to be that of a special field of items, returns the number of that field, and otherwise
 * -1. Creates no Lua object.
 */
int diffable_lua_field_near(const char *name, size_t size);

/* Makes room for more bytes. Raises if there is no memory. Runs no user code. */
void diffable_lua_make_room(lua_State *L, diffable_lua_bytes *bytes, size_t size);

/* Frees the buffers of lists and of the encoder that have become large. */
void diffable_lua_trim_store(lua_State *L);

/*
 * Stores the table at `table` in the weak table at `originals`. Returns a number that becomes the `object` of the
 * content in the engine, and from which diffable_lua_push_original finds the table again. The number is odd, so it
 * cannot be an address. The number also contains `metatable`: the number of the metatable if that is at most
 * DIFFABLE_LUA_SMALL_METATABLE_LIMIT, and otherwise 0. Creates no Lua object.
 */
void *diffable_lua_keep_original(
    lua_State *L, diffable_lua_store *store, int originals, int table, bool has_key, uint32_t metatable);

/* Pushes the table that such an object stands for, or nil if the table was collected. Creates no Lua object. */
void diffable_lua_push_original(lua_State *L, const diffable_lua_store *store, int originals, const void *object);

/*
 * Return the other parts of such an object: whether the table was read with a key, and the number of its metatable, or
 * 0.
 */
bool diffable_lua_original_has_key(const void *object);
uint32_t diffable_lua_metatable_of_original(const void *object);

/* ------------------------------------------------------------------------------------------ From kept.c */

/*
 * The number of the user value in which an object keeps the values that its contents refer to: a table from the numbers
 * of these values to the values, or nil if there are none.
 */
enum { DIFFABLE_LUA_KEPT = DIFFABLE_LUA_KEY + 1 };

/* Pops a value, and stores it under its number in the table at `kept`. */
void diffable_lua_keep(lua_State *L, int kept, uint32_t number);

/* Pushes an empty table for the values that a list refers to. May run user code. */
void diffable_lua_push_kept_for_list(lua_State *L);

/*
 * Lets the object at `object` keep the values in the table at `kept`, which a list refers to. `object` is 0 for a list
 * that was read without content. Creates no Lua object.
 */
void diffable_lua_keep_references(lua_State *L, int kept, int object);

/* Lets the object at `to` use the same table of kept values as the object at `from`. */
void diffable_lua_share_kept(lua_State *L, int from, int to);

/* Lets the object at `to` also keep the values that the object at `from` keeps. May run user code. */
void diffable_lua_add_kept(lua_State *L, int from, int to);

/* If an object keeps many values, drops those that no content refers to. */
void diffable_lua_prune_kept(lua_State *L, int object);

/* ------------------------------------------------------------------------------------ From references.c */

/* Numbers up to this one fit into the object of a content. They are used for metatables only. */
enum { DIFFABLE_LUA_SMALL_METATABLE_LIMIT = 31 };

/* Must be called after the store was opened. */
void diffable_lua_open_references(lua_State *L);

/*
 * Returns the number of the value at `index`, whose identity is a part of the content that is being encoded, and counts
 * it for that content. `references` is the stack index of the table of references. The table of the values that are
 * kept for the list is at the next stack index. Raises if there is no memory. Creates no Lua object.
 */
uint32_t diffable_lua_refer(lua_State *L, diffable_lua_store *store, int references, int index);

/* Does the same for a metatable. A number up to DIFFABLE_LUA_SMALL_METATABLE_LIMIT is not counted. */
uint32_t diffable_lua_refer_to_metatable(lua_State *L, diffable_lua_store *store, int references, int index);

/*
 * Sets `object` and `finalize` of a content, from the references that were counted for it and from `original`, which
 * diffable_lua_keep_original returned.
 */
void diffable_lua_complete_content(
    lua_State *L, diffable_lua_store *store, void *original, uint32_t metatable, diffable_content *content);

/*
 * Must be called before a list is read. Drops the references of an earlier list that was never passed to the engine
 * because of an error. Creates no Lua object.
 */
void diffable_lua_begin_references(lua_State *L, diffable_lua_store *store, int references);

/*
 * Must be called when the completed contents are passed to the engine, which finalizes them later, even if the call
 * fails.
 */
void diffable_lua_hand_over(lua_State *L);

/* Drops the references that were counted since the last completed content. Creates no Lua object. */
void diffable_lua_drop_references(lua_State *L, diffable_lua_store *store, int references);

/*
 * Returns the `original` that was passed to diffable_lua_complete_content for the object of a content. Stores the
 * number of the metatable, or 0.
 */
void *diffable_lua_original_of(const void *object, uint32_t *metatable);

/*
 * `object` belongs to the content that an element has, and `handed_over` to an equal content that a script passed
 * again. If both contents have references, lets `object` stand for the table that was passed again.
 */
void diffable_lua_renew_original(void *object, const void *handed_over);

/* Whether the engine has a content whose references are counted. Metatables that are not counted do not matter. */
bool diffable_lua_has_references(lua_State *L);

/* Frees the numbers that no content of the engine uses any more. Creates no Lua object. */
void diffable_lua_release_references(lua_State *L);

/* ---------------------------------------------------- From field_order.c, encoding_errors.c, encoder.c */

/*
 * How deeply tables may be nested in a content, and how many there may be. The table of the item or section is counted.
 */
enum { DIFFABLE_LUA_MAX_DEPTH = 100, DIFFABLE_LUA_MAX_TABLES = 4096 };

/*
 * The CBOR tags of values that only this process can decode: the number of a value in references.c, and an array of the
 * number of a metatable and the table that has it.
 */
enum { DIFFABLE_LUA_TAG_REFERENCE = 60000, DIFFABLE_LUA_TAG_METATABLE };

/* A short string that is a key of tables, and its encoding. */
enum { DIFFABLE_LUA_KEY_SIZE = 24, DIFFABLE_LUA_CACHED_KEYS = 64 };
typedef struct diffable_lua_key {
    uint64_t rank; /* the first 8 bytes, as a number */
    uint16_t size;
    bool is_id, is_excluded, is_near;
    char bytes[DIFFABLE_LUA_KEY_SIZE];
} diffable_lua_key;

/*
 * Encodes the tables of one list. Most entries of a list have the same keys, so encoded keys are cached by the
 * addresses of the strings. The addresses are valid until a Lua value is made, because no string is freed until then.
 */
typedef struct diffable_lua_encoder {
    diffable_lua_store *store;
    int tables;     /* the stack index of the store; the tables of originals, references and kept values follow it */
    const void *id; /* the address of the name of the field that is the identifier and not content; NULL if the
                       identifier is content */
    diffable_lua_role role;
    bool has_excluded;   /* whether one of the tables has a field that is not content */
    bool has_near_names; /* whether an item has a field that is probably a misspelt special field */
    const char *failure; /* why a table cannot be content, or NULL */
    char place[100];     /* the field that `failure` is about, or an empty string */
    size_t number_of_tables;
    uint32_t metatable; /* the number of the metatable of the table, or 0 */
    const void *path[DIFFABLE_LUA_MAX_DEPTH];
    const void *addresses[DIFFABLE_LUA_CACHED_KEYS];
    diffable_lua_key keys[DIFFABLE_LUA_CACHED_KEYS];
} diffable_lua_encoder;

/* The place of an encoded key and its value in the buffer of values. */
typedef struct diffable_lua_field {
    uint64_t rank; /* the first 8 bytes of the encoded key, as a number */
    size_t at, size;
} diffable_lua_field;

/* Sorts fields by their keys. Returns whether they were in order already. */
bool diffable_lua_sort_fields(const diffable_lua_encoder *encoder, diffable_lua_field *fields, size_t count);

/* Copies keys and values in the order of the fields. */
char *diffable_lua_copy_fields(char *to, const char *values, const diffable_lua_field *fields, size_t count);

/* The failure of a table that contains itself. */
extern const char diffable_lua_contains_itself[];

/*
 * Puts the key below the value on top of the stack before the place of a failure. Does nothing unless the failure is
 * that a table contains itself: for a table that is nested too deeply, for example, the place would not help.
 */
void diffable_lua_add_to_place(lua_State *L, diffable_lua_encoder *encoder);

/* Pushes a message that says why a table cannot be content. */
const char *diffable_lua_push_failure(lua_State *L, const diffable_lua_encoder *encoder);

/*
 * Prepares an encoder, and leaves four values on the stack. If items have a key, their identifier is a part of their
 * content. `kept` is the stack index of the table that keeps referenced values, or 0 if there is no such table.
 */
void diffable_lua_begin_encoding(
    lua_State *L, diffable_lua_encoder *encoder, diffable_lua_role role, bool has_key, int kept);

/*
 * Appends the content of the table at the index `table` to the contents of the store, and sets `id` to its identifier,
 * or to DIFFABLE_ID_NONE, in one pass over the fields. Returns false if the table cannot be content. Creates no Lua
 * object.
 */
bool diffable_lua_encode(lua_State *L, diffable_lua_encoder *encoder, int table, diffable_id *id);

/* --------------------------------------------------------------------------------------- From decoder.c */

/*
 * Whether bytes are a map that can be decoded. This must be checked for contents that another program wrote, for
 * instance in a document, which may be any bytes. Returns false for a map with references, which have a meaning only in
 * the process that encoded them.
 */
bool diffable_lua_is_map(const char *bytes, size_t size);

/*
 * Pushes a table with the fields of a content, which this module encoded or diffable_lua_is_map accepted. `id` is the
 * stack index of the identifier, which becomes the field `id`, or 0 to set no such field. `references` is the stack
 * index of the table of references. May run user code, which must not be able to free the bytes.
 */
void diffable_lua_decode(lua_State *L, const char *bytes, int id, int references);

/* Pops a metatable or nil, and gives the metatable to the copy at the index `table`, unless it has __gc or __mode. */
void diffable_lua_set_metatable_of_copy(lua_State *L, int table);

/* --------------------------------------------------------------------------------------- From content.c */

/*
 * Pushes the content of an element, which must exist: the very table that a script passed, as long as the table has not
 * changed, and otherwise a copy. If there is no content, pushes the bare identifier. May run user code, but copies the
 * content and the identifier first.
 */
void diffable_lua_push_content(lua_State *L, diffable_content content, diffable_id id, diffable_lua_role role);

/* Does the same, but always pushes a new table. */
void diffable_lua_push_content_copy(lua_State *L, diffable_content content, diffable_id id, diffable_lua_role role);

/* Whether the table at the index `table` is an element with this identifier and this content. Creates no Lua object. */
bool diffable_lua_has_content(
    lua_State *L, int table, diffable_content content, diffable_id id, diffable_lua_role role, bool has_key);

/* Whether two identifiers are equal. */
bool diffable_lua_are_same_ids(diffable_id one, diffable_id other);

/*
 * If the table that a script passed for a content has changed since then, pushes the table and returns true. Otherwise
 * pushes nothing and returns false.
 */
bool diffable_lua_push_changed(lua_State *L, diffable_lua_encoder *encoder, diffable_content content);

#endif /* DIFFABLE_LUA_CONTENTS_H */
