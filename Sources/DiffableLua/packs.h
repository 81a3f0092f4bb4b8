/* The declarations about keys, fingerprints and packed contents. They are a part of internal.h, which includes this file. */
#ifndef DIFFABLE_LUA_PACKS_H
#define DIFFABLE_LUA_PACKS_H

/* ------------------------------------------------------------------------------------------ From keys.c */

/* The user value that is the key of a snapshot, a transaction or a data source: a string; a table, for a function; or nil. */
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

/* ------------------------------------------------------------------------------------------ From pack.c */

/* How many keys have numbers, and how long such a key is at most, packed. */
enum { DIFFABLE_LUA_NUMBERED_KEYS = 8, DIFFABLE_LUA_KEY_SIZE = 32 };

/*
 * Packed contents, one after the other. The arrays have an element for each entry of the contents that they belong to; see content.c.
 * Entries and bytes that are not in use may be written before they are counted. Memory is from Lua's allocator.
 */
typedef struct diffable_lua_packs {
    size_t count, capacity;  /* entries in use, and how many there is room for */
    uint64_t *revisions;     /* 0 for an entry without content */
    size_t *starts;          /* where the bytes of an entry begin */
    char *bytes;             /* in the same memory as the revisions and the starts, behind them */
    size_t size, room;       /* bytes in use, and how many there is room for */
    lua_Integer references;  /* values that are kept by reference */
    int number_of_keys;
    char keys[DIFFABLE_LUA_NUMBERED_KEYS][DIFFABLE_LUA_KEY_SIZE]; /* those that have numbers, packed as strings */
} diffable_lua_packs;

/* Where the content that is being packed is written. */
typedef struct diffable_lua_packer {
    diffable_lua_packs *packs;
    char *at, *end;          /* where the next byte is written, and where the room ends */
    int tables;              /* the index of the Lua table of the contents, which has the references */
} diffable_lua_packer;

/*
 * The first byte of a value. That of a string of at most 127 bytes is its size and SHORT_STRING; that of a key with a number is the number
 * and NUMBERED_KEY. A table is its METATABLE, if it has one, its keys and values, and END.
 */
enum {
    DIFFABLE_LUA_END, DIFFABLE_LUA_FALSE, DIFFABLE_LUA_TRUE, DIFFABLE_LUA_INTEGER, DIFFABLE_LUA_FLOAT, DIFFABLE_LUA_LONG_STRING,
    DIFFABLE_LUA_ID, DIFFABLE_LUA_TABLE, DIFFABLE_LUA_CYCLE, DIFFABLE_LUA_REFERENCE, DIFFABLE_LUA_METATABLE, DIFFABLE_LUA_SMALL_INTEGER,
    DIFFABLE_LUA_NUMBERED_KEY = 0x40, DIFFABLE_LUA_SHORT_STRING = 0x80
};

/* How deep tables may be nested in content, and how many there may be; the table of the item or section is the first. */
enum { DIFFABLE_LUA_MAX_DEPTH = 100, DIFFABLE_LUA_MAX_TABLES = 4096 };

/* These run no user code, and raise if there is no memory. The first prepares to pack `count` entries of about `size` bytes; the second makes room for more bytes. */
void diffable_lua_begin_packing(lua_State *L, diffable_lua_packer *packer, size_t count, size_t size);
void diffable_lua_reserve_bytes(lua_State *L, diffable_lua_packer *packer, size_t size);

/*
 * Gives a key, which is packed as a string, a number if it has none and there is one, and replaces the string by the number. Returns the
 * size of what `key` is then.
 */
size_t diffable_lua_number_key(diffable_lua_packs *packs, char *key, size_t size);

/* Returns the number of the value on top of the stack among the references, and pops it. */
uint32_t diffable_lua_reference(lua_State *L, diffable_lua_packs *packs, int tables);

/* Returns how many bytes of memory packs take. */
size_t diffable_lua_size_of_packs(const diffable_lua_packs *packs);

/* Appends a copy of an entry, whose table is on top of the stack, and pops the table. The indexes are those of the Lua tables of both contents. */
void diffable_lua_copy_pack(lua_State *L, const diffable_lua_packs *from, size_t position, int from_tables, diffable_lua_packs *to, int to_tables);

/* Pushes a new table with the content of an entry, whose identifier is at the index `id`. May run user code; the packs must not be freed meanwhile. */
void diffable_lua_unpack(lua_State *L, const diffable_lua_packs *packs, size_t position, int tables, int id);

/* Pops a metatable, and gives it to the table at the index `table`, a copy, unless it has __gc or __mode. */
void diffable_lua_set_metatable_of_copy(lua_State *L, int table);

/* Gives back memory that is not needed, if it is much; frees all of it. */
void diffable_lua_trim_packs(lua_State *L, diffable_lua_packs *packs);
void diffable_lua_free_packs(lua_State *L, diffable_lua_packs *packs);

/* ----------------------------------------------------------------------------------- From fingerprint.c */

/* Must be called before the first fingerprint. Later calls change nothing. */
void diffable_lua_seed_fingerprints(void);

/* What a field of the table of an item or section is. A field that is left out is no content. */
typedef enum diffable_lua_field { DIFFABLE_LUA_CONTENT, DIFFABLE_LUA_IDENTIFIER, DIFFABLE_LUA_LEFT_OUT } diffable_lua_field;

/* A string that is a key. */
typedef struct diffable_lua_key {
    uint64_t hash;
    size_t size; /* packed */
    diffable_lua_field field;
    char packed[DIFFABLE_LUA_KEY_SIZE];
} diffable_lua_key;

typedef enum diffable_lua_role { DIFFABLE_LUA_ITEMS, DIFFABLE_LUA_SECTIONS } diffable_lua_role;

/* The fields that are not content: `items` of a section; `children`, `expanded` and `expandable` of an item. */
enum { DIFFABLE_LUA_FIELDS_LEFT_OUT = 3 };
enum { DIFFABLE_LUA_CHILDREN, DIFFABLE_LUA_EXPANDED, DIFFABLE_LUA_EXPANDABLE };
typedef struct diffable_lua_left_out {
    diffable_lua_role role;
    const void *fields[DIFFABLE_LUA_FIELDS_LEFT_OUT]; /* the addresses of their names; NULL where there are fewer */
} diffable_lua_left_out;

/* Pushes the names of the fields that are left out, those of items in the order above, which must stay on the stack while `left_out` is used. */
void diffable_lua_push_left_out(lua_State *L, diffable_lua_role role, diffable_lua_left_out *left_out);

/*
 * What the tables of a list share. Most entries of a list have the same keys. These are cached by address, which is valid until
 * a Lua value is made: until then no string is freed.
 */
enum { DIFFABLE_LUA_KEYS = 64 };
typedef struct diffable_lua_fingerprints {
    const void *id;              /* the address of the string "id" */
    diffable_lua_left_out left_out;
    bool has_left_out;           /* whether one of the tables had a field that is left out */
    diffable_lua_packer *packer; /* NULL: the tables are not packed */
    const char *failure;         /* why a table is no content, or NULL */
    const void *cached[DIFFABLE_LUA_KEYS]; /* the addresses of the strings, or NULL */
    diffable_lua_key keys[DIFFABLE_LUA_KEYS];
} diffable_lua_fingerprints;

/* Every fingerprint has this bit, so it is not 0. */
#define DIFFABLE_LUA_REVISION_BIT ((uint64_t)1 << 63)

void diffable_lua_prepare_fingerprints(lua_State *L, diffable_lua_fingerprints *all, const diffable_lua_left_out *left_out);

/*
 * Returns the fingerprint of the table at the index `table`, packs it, and sets its identifier, or none, in one walk through its fields. Makes
 * no Lua value.
 */
uint64_t diffable_lua_fingerprint(lua_State *L, diffable_lua_fingerprints *all, int table, diffable_id *id);

#endif /* DIFFABLE_LUA_PACKS_H */
