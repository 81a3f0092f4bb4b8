/* The declarations about keys and contents. They are a part of internal.h, which includes this file. */
#ifndef DIFFABLE_LUA_CONTENTS_H
#define DIFFABLE_LUA_CONTENTS_H

/* ------------------------------------------------------------------------------------------ From keys.c */

/*
 * The user value that is the key of a snapshot, a transaction or a data source: a string; a table, for a function; or
 * nil.
 */
enum { DIFFABLE_LUA_KEY = 1 };

/* Pushes the key of the value at `object` and returns true; pushes nothing and returns false if it has none. */
bool diffable_lua_push_key(lua_State *L, int object);

/* Gives one object the key of another. */
void diffable_lua_share_key(lua_State *L, int from, int to);

/* Pushes the key that the option at `value` means, and returns NULL; or pushes and returns why it can be none. */
const char *diffable_lua_push_new_key(lua_State *L, int value);

/*
 * Pushes the key that a table of options at `argument` has and returns true; pushes nothing and returns false if it has
 * none.
 */
bool diffable_lua_push_key_option(lua_State *L, int argument);

/* Pushes the key of an object as it was given. */
void diffable_lua_push_key_value(lua_State *L, int object);

/* Whether the table at `index` is an item by itself, and not a list of items. */
bool diffable_lua_is_item(lua_State *L, int key, int index);

/*
 * If the key is a function, calls it for the table at `index`: this must come before the two functions below. Runs user
 * code.
 */
void diffable_lua_call_key(lua_State *L, int key, int index);

/* Reads the identifier of a table by a key, or a bare one. Does not raise, and creates no Lua object. */
bool diffable_lua_to_keyed_id(lua_State *L, int key, int index, diffable_id *id);

/*
 * Reads the identifier of an item by the key of the object at 1, for which the key function was called before.
 * Otherwise as diffable_lua_to_id.
 */
bool diffable_lua_to_item(lua_State *L, int index, diffable_id *id);

/* The same, but raises if there is none. */
diffable_id diffable_lua_check_item(lua_State *L, int index);

/* Pushes why the value at `index` is no identifier by the key. */
const char *diffable_lua_push_key_complaint(lua_State *L, int key, int index);

/*
 * If the object at 1 has a key, replaces a table at an argument, which names an item, by its identifier. May run user
 * code.
 */
void diffable_lua_resolve_key(lua_State *L, int argument);

/* ----------------------------------------------------------------------------------------- From store.c */

typedef enum diffable_lua_role { DIFFABLE_LUA_ITEMS, DIFFABLE_LUA_SECTIONS } diffable_lua_role;

/* The fields that are not content: `children`, `expanded` and `expandable` of an item; `items` of a section. */
enum { DIFFABLE_LUA_CHILDREN, DIFFABLE_LUA_EXPANDED, DIFFABLE_LUA_EXPANDABLE, DIFFABLE_LUA_EXCLUDED_FIELDS };

/* Memory that grows and is used again. It is from Lua's allocator. */
typedef struct diffable_lua_bytes {
    char *start;
    size_t size, room;
} diffable_lua_bytes;

/* What all contents of a Lua state share. */
typedef struct diffable_lua_store {
    const void *id,
        *excluded[2]
                 [DIFFABLE_LUA_EXCLUDED_FIELDS]; /* the addresses of the names of fields, which the store keeps alive */
    diffable_lua_bytes list;                     /* the identifiers and contents of a long list that is being read */
    diffable_lua_bytes values, contents, fields; /* of the encoder */
    diffable_lua_bytes slots, entries;           /* see store.c */
    size_t next_slot, last_slot, most_slots, free_in_sweep, used_entries;
    struct diffable_lua_references *references; /* see references.c; NULL once the state is being closed */
} diffable_lua_store;

/* The user values of a store. */
enum {
    DIFFABLE_LUA_ORIGINALS = 1, /* slot -> the table that was handed over; weak */
    DIFFABLE_LUA_COPIES,        /* address of the bytes -> a table that was made of them; weak */
    DIFFABLE_LUA_REFERENCES,    /* number -> value, and value -> number; weak */
    DIFFABLE_LUA_KEPT_FOR_LIST, /* an empty table for the next list, or nil */
    DIFFABLE_LUA_COUNTS,        /* the object of references.c */
    DIFFABLE_LUA_NAMES          /* keeps the names of fields alive */
};

/* Must be called before anything is handed over. */
void diffable_lua_open_store(lua_State *L);

/*
 * Pushes the store, and returns it; pushes nil and returns NULL once the state is being closed and the store is gone.
 */
diffable_lua_store *diffable_lua_push_store(lua_State *L);

/* Pushes the names of the fields that are not content: those of an item, in the order above. Creates no Lua object. */
void diffable_lua_push_excluded(lua_State *L, diffable_lua_role role);

/*
 * Returns the special field of an item for which a name is probably a typo, or -1 if there is none. Creates no Lua
 * object.
 */
int diffable_lua_field_near(const char *name, size_t size);

/* Makes room for more bytes. Raises if there is no memory. Runs no user code. */
void diffable_lua_make_room(lua_State *L, diffable_lua_bytes *bytes, size_t size);

/* Frees the memory of lists and the encoder, if it is much. */
void diffable_lua_trim_store(lua_State *L);

/*
 * Stores the table at `table` in the weak table at `originals`. Returns what the engine keeps with the content as its
 * object, so that the table is found again: a number that is odd, and no address. `metatable` is a number that fits, or
 * 0. Creates no Lua object.
 */
void *diffable_lua_keep_original(
    lua_State *L, diffable_lua_store *store, int originals, int table, bool has_key, uint32_t metatable);

/* Pushes the table of such an object, or nil if there is none any more. Creates no Lua object. */
void diffable_lua_push_original(lua_State *L, const diffable_lua_store *store, int originals, const void *object);

/* What the object says besides: whether the table was read with a key, and the number of its metatable, or 0. */
bool diffable_lua_original_has_key(const void *object);
uint32_t diffable_lua_metatable_of_original(const void *object);

/* ------------------------------------------------------------------------------------------ From kept.c */

/* The user value of these objects that has the values that their contents refer to, by their numbers; nil for none. */
enum { DIFFABLE_LUA_KEPT = DIFFABLE_LUA_KEY + 1 };

/* Pops a value, and keeps it by its number in the table at `kept`. */
void diffable_lua_keep(lua_State *L, int kept, uint32_t number);

/* Pushes an empty table for what a list refers to. May run user code. */
void diffable_lua_push_kept_for_list(lua_State *L);

/*
 * Lets the object at `object` keep what a list refers to. If `object` is 0, the list refers to nothing. Creates no Lua
 * object.
 */
void diffable_lua_keep_references(lua_State *L, int kept, int object);

/* Lets an object share the table of another one. */
void diffable_lua_share_kept(lua_State *L, int from, int to);

/* Lets an object keep what another one keeps, besides its own values. May run user code. */
void diffable_lua_add_kept(lua_State *L, int from, int to);

/* Lets an object that keeps many values drop those that no content refers to. */
void diffable_lua_prune_kept(lua_State *L, int object);

/* ------------------------------------------------------------------------------------ From references.c */

/* Numbers up to this one fit into the object of a content. They are those of metatables. */
enum { DIFFABLE_LUA_MOST_METATABLES = 31 };

/* Must be called after the store was opened. */
void diffable_lua_open_references(lua_State *L);

/*
 * Returns the number of the value at `index`, whose identity is a part of the content that is being encoded, and counts
 * it for that content. `references` is the index of the table of references. The table of values that are kept for a
 * list is the next one. Raises if there is no memory. Creates no Lua object.
 */
uint32_t diffable_lua_refer(lua_State *L, diffable_lua_store *store, int references, int index);

/* The same for a metatable. The number of one that fits is not counted. */
uint32_t diffable_lua_refer_to_metatable(lua_State *L, diffable_lua_store *store, int references, int index);

/* Completes a content with what it refers to, and with the object for its table; see diffable_lua_keep_original. */
void diffable_lua_complete_content(
    lua_State *L, diffable_lua_store *store, void *original, uint32_t metatable, diffable_content *content);

/*
 * Drops what is left of a list that the engine was never given. `references` is the index of the table. Creates no Lua
 * object.
 */
void diffable_lua_begin_references(lua_State *L, diffable_lua_store *store, int references);

/*
 * Must be called when the engine is given the contents that were completed: it finalizes them, whatever becomes of the
 * call.
 */
void diffable_lua_hand_over(lua_State *L);

/*
 * Says that what was counted since the last content is not needed. `references` is the index of the table. Creates no
 * Lua object.
 */
void diffable_lua_drop_references(lua_State *L, diffable_lua_store *store, int references);

/* Returns the object for the table of a content, and the number of its metatable, or 0. */
void *diffable_lua_original_of(const void *object, uint32_t *metatable);

/*
 * If both contents refer to something, lets the one that an element has stand for the table that was handed over last.
 */
void diffable_lua_renew_original(void *object, const void *handed_over);

/* Whether a content refers to a function or another such value. Metatables that are not counted do not matter. */
bool diffable_lua_has_references(lua_State *L);

/* Drops what no content of the engine refers to any more. Creates no Lua object. */
void diffable_lua_release_references(lua_State *L);

/* --------------------------------------------------------------------------------------- From encoder.c */

/*
 * How deep tables may be nested in content, and how many there may be; the table of the item or section is the first.
 */
enum { DIFFABLE_LUA_MAX_DEPTH = 100, DIFFABLE_LUA_MAX_TABLES = 4096 };

/* The tags of values that mean something in this process alone: [number, table] is a table with a metatable. */
enum { DIFFABLE_LUA_TAG_REFERENCE = 60000, DIFFABLE_LUA_TAG_METATABLE };

/* A string that is a key, encoded. */
enum { DIFFABLE_LUA_KEY_SIZE = 24, DIFFABLE_LUA_CACHED_KEYS = 64 };
typedef struct diffable_lua_key {
    uint64_t rank; /* the first bytes, as a number */
    uint16_t size;
    bool is_id, is_excluded, is_near;
    char bytes[DIFFABLE_LUA_KEY_SIZE];
} diffable_lua_key;

/*
 * Encodes the tables of one list. Most entries of a list have the same keys, so these are cached by address, which is
 * valid until a Lua value is made: until then no string is freed.
 */
typedef struct diffable_lua_encoder {
    diffable_lua_store *store;
    int tables; /* the index of the store; the tables of the originals, the references and the kept values are pushed
                   after it */
    const void *id; /* the address of the field that is the identifier and no content; NULL for none */
    diffable_lua_role role;
    bool has_excluded;   /* whether one of the tables has a field that is not content */
    bool has_near_names; /* whether an item has a field whose name is probably a typo of such a field's */
    const char *failure; /* why a table is no content, or NULL */
    char place[100];     /* the field that it is about, or an empty string */
    size_t number_of_tables;
    uint32_t metatable; /* that of the table, a number, or 0 */
    const void *path[DIFFABLE_LUA_MAX_DEPTH];
    const void *addresses[DIFFABLE_LUA_CACHED_KEYS];
    diffable_lua_key keys[DIFFABLE_LUA_CACHED_KEYS];
} diffable_lua_encoder;

/*
 * Begins to encode. Leaves four values on the stack. If items have a key, their identifier is a part of their content.
 * `kept` is the index of the table that keeps referenced values, or 0 if there is no such table.
 */
void diffable_lua_begin_encoding(
    lua_State *L, diffable_lua_encoder *encoder, diffable_lua_role role, bool has_key, int kept);

/*
 * Appends the content of the table at the index `table` to the contents of the store, and sets its identifier, or none,
 * in one walk through its fields. Returns false if the table is no content. Creates no Lua object.
 */
bool diffable_lua_encode(lua_State *L, diffable_lua_encoder *encoder, int table, diffable_id *id);

/* --------------------------------------------------------------------------------------- From decoder.c */

/*
 * Whether bytes are a map that can be decoded. The contents that the module encoded are. Those that it was given, in a
 * document for instance, may be anything. Returns false for a map that refers to a value of another process.
 */
bool diffable_lua_is_map(const char *bytes, size_t size);

/*
 * Pushes a table with the fields of a content, which must be such a map. `id` is the index of the identifier on the
 * stack. It becomes the field `id`, unless the index is 0. `references` is the index of the table of references. May
 * run user code, so the bytes must be out of its reach.
 */
void diffable_lua_decode(lua_State *L, const char *bytes, int id, int references);

/* Pops a metatable, and gives it to the table at the index `table`, a copy, unless it has __gc or __mode. */
void diffable_lua_set_metatable_of_copy(lua_State *L, int table);

/* --------------------------------------------------------------------------------------- From content.c */

/*
 * Pushes the content of an element, which must exist: the very table that was handed over, as long as that still says
 * the same, or else a copy; the bare identifier if it has no content. May run user code, but only when it has read the
 * content and the identifier.
 */
void diffable_lua_push_content(lua_State *L, diffable_content content, diffable_id id, diffable_lua_role role);

/* The same, but pushes a table that nobody else has. */
void diffable_lua_push_content_copy(lua_State *L, diffable_content content, diffable_id id, diffable_lua_role role);

/* Whether the table at the index `table` is an element with this identifier and this content. Creates no Lua object. */
bool diffable_lua_has_content(
    lua_State *L, int table, diffable_content content, diffable_id id, diffable_lua_role role, bool has_key);

/* Whether two identifiers are equal. */
bool diffable_lua_are_same_ids(diffable_id one, diffable_id other);

/*
 * Pushes the table that was handed over for a content and returns true, if the table says something else now. Otherwise
 * pushes nothing.
 */
bool diffable_lua_push_changed(lua_State *L, diffable_lua_encoder *encoder, diffable_content content);

#endif /* DIFFABLE_LUA_CONTENTS_H */
