/*
 * Values that are not data: functions, userdata, threads, and metatables. Content refers to them by numbers, so two
 * contents are equal only if they refer to the same values. The table of references maps numbers to values and back. It
 * is weak; kept.c keeps the values.
 *
 * A number stands for its value as long as the engine has a content that refers to it. The engine finalizes such a
 * content when it drops it, which may happen while Lua is collecting garbage. So the finalizer only adds the holder of
 * the content to a list. diffable_lua_release_references frees the numbers of these holders later.
 *
 * The first metatables have small numbers, which fit into the object of a content. Uses of a small number are not
 * counted: it stands for its metatable until that is collected.
 */
#include <stdlib.h>
#include <string.h>

#include "../internal.h"

/* The numbers of the values that one content refers to. A holder is the object of its content. */
typedef struct holder {
    struct diffable_lua_references *references;
    struct holder *next;         /* in the list of holders that the engine has finalized */
    struct holder *next_pending; /* in the list of holders that the engine has not received yet */
    void *original;              /* see diffable_lua_keep_original */
    uint32_t metatable;          /* the number of the metatable, or 0 */
    uint32_t count;
    uint32_t numbers[]; /* a number that occurs twice is counted twice */
} holder;

/* How often contents refer to the value of a number, or, if the number is free, the next free number. */
typedef struct reference {
    uint32_t count, next_free;
} reference;

/* Outlives the Lua state if a content of the engine does. */
typedef struct diffable_lua_references {
    reference *all; /* the first one has the number 1 */
    uint32_t number, room, first_free;
    uint32_t last_metatable; /* the small number whose metatable was kept last for the list that is being read, or 0 */
    uint32_t *counted;       /* the numbers in the content that is being encoded */
    uint32_t number_counted, room_counted;
    holder *pending, *released; /* holders that the engine has not received yet, and holders that it has finalized */
    size_t held;                /* the number of holders that the engine has */
    bool is_closed;
} diffable_lua_references;

/*
 * Returns zeroed memory that begins with a copy of the old memory, and frees the old memory. Raises if there is no
 * memory.
 */
static void *allocate(lua_State *L, void *memory, size_t old_size, size_t size)
{
    void *result = calloc(1, size);
    if (result == NULL) {
        luaL_error(L, "not enough memory");
    }
    if (memory != NULL) {
        memcpy(result, memory, old_size);
        free(memory);
    }
    return result;
}

static void free_holders(holder *first)
{
    while (first != NULL) {
        holder *next = first->next;
        free(first);
        first = next;
    }
}

static void free_if_unused(diffable_lua_references *references)
{
    if (references->is_closed && references->held == 0) {
        free(references->all);
        free(references->counted);
        free(references);
    }
}

static void close_references(lua_State *L, void *engine, size_t size)
{
    (void)size;
    diffable_lua_references *references = *(diffable_lua_references **)engine;
    if (references == NULL) { /* there was no memory for them when the module was opened */
        return;
    }
    diffable_lua_store *store = diffable_lua_push_store(L);
    if (store != NULL) {
        store->references = NULL;
    }
    lua_pop(L, 1);
    for (holder *first = references->pending; first != NULL; first = references->pending) {
        references->pending = first->next_pending;
        free(first);
    }
    free_holders(references->released);
    references->released = NULL;
    references->is_closed = true;
    free_if_unused(references);
}

void diffable_lua_open_references(lua_State *L)
{
    static const diffable_lua_type type = { diffable_lua_hidden_name, "references", sizeof(diffable_lua_object), 0, 0,
        close_references, NULL };
    int store_index = lua_gettop(L) + 1;
    diffable_lua_store *store = diffable_lua_push_store(L);
    if (store->references == NULL) {
        memset(lua_newuserdatauv(L, type.size, 0), 0, type.size);
        diffable_lua_make_object(L, store_index + 1, &type, sizeof store->references);
        diffable_lua_references **own = ((diffable_lua_object *)lua_touserdata(L, store_index + 1))->engine;
        *own = allocate(L, NULL, 0, sizeof **own);
        **own = (diffable_lua_references){ .number = DIFFABLE_LUA_SMALL_METATABLE_LIMIT };
        store->references = *own;
        lua_setiuservalue(L, store_index, DIFFABLE_LUA_COUNTS);
    }
    diffable_lua_set_after_free(L, diffable_lua_release_references);
    lua_settop(L, store_index - 1);
}

/* Numbers */

/* Returns the number of the value at `index`, or 0. */
static uint32_t find_number(lua_State *L, int table, int index)
{
    lua_pushvalue(L, index);
    uint32_t number = lua_rawget(L, table) == LUA_TNUMBER ? (uint32_t)lua_tointeger(L, -1) : 0;
    lua_pop(L, 1);
    return number;
}

static void set_number(lua_State *L, int table, int index, uint32_t number)
{
    lua_pushvalue(L, index);
    lua_rawseti(L, table, number);
    lua_pushvalue(L, index);
    lua_pushinteger(L, number);
    lua_rawset(L, table);
}

static reference *reference_at(diffable_lua_references *references, uint32_t number)
{
    return &references->all[number - 1];
}

/* Returns a free number, and makes room for it. take_number then marks it as used. */
static uint32_t free_number(lua_State *L, diffable_lua_references *references)
{
    uint32_t number = references->first_free;
    if (number != 0) {
        return number;
    }
    if (references->number >= references->room) {
        uint32_t room = 2 * references->number + 64;
        references->all = allocate(
            L, references->all, references->room * sizeof *references->all, room * sizeof *references->all);
        references->room = room;
    }
    return references->number + 1;
}

static void take_number(diffable_lua_references *references, uint32_t number)
{
    if (number == references->first_free) {
        references->first_free = reference_at(references, number)->next_free;
    } else {
        references->number = number;
    }
    *reference_at(references, number) = (reference){ 0, 0 };
}

/* Keeps the value at `index` for the list that is being read, if there is one. */
static void keep_for_list(lua_State *L, int table, int index, uint32_t number)
{
    if (lua_type(L, table + 1) == LUA_TTABLE) {
        lua_pushvalue(L, index);
        diffable_lua_keep(L, table + 1, number);
    }
}

/* `table` is the stack index of the table of references. The table of values that are kept for a list follows it. */
uint32_t diffable_lua_refer(lua_State *L, diffable_lua_store *store, int table, int index)
{
    diffable_lua_references *references = store->references;
    luaL_checkstack(L, 4, "content");
    index = lua_absindex(L, index);
    uint32_t number = find_number(L, table, index);
    if (references->number_counted == references->room_counted) {
        uint32_t room = 2 * references->room_counted + 16;
        references->counted = allocate(L, references->counted, references->room_counted * sizeof *references->counted,
            room * sizeof *references->counted);
        references->room_counted = room;
    }
    if (number <= DIFFABLE_LUA_SMALL_METATABLE_LIMIT) {
        number = free_number(L, references);
        set_number(L, table, index, number);
        take_number(references, number);
    }
    reference_at(references, number)->count += 1;
    references->counted[references->number_counted] = number;
    references->number_counted += 1;
    keep_for_list(L, table, index, number);
    return number;
}

/* Returns a small number that is free now, or 0. */
static uint32_t free_small_number(lua_State *L, int table)
{
    for (uint32_t number = 1; number <= DIFFABLE_LUA_SMALL_METATABLE_LIMIT; number += 1) {
        bool is_free = lua_rawgeti(L, table, number) == LUA_TNIL;
        lua_pop(L, 1);
        if (is_free) {
            return number;
        }
    }
    return 0;
}

uint32_t diffable_lua_refer_to_metatable(lua_State *L, diffable_lua_store *store, int table, int index)
{
    diffable_lua_references *references = store->references;
    luaL_checkstack(L, 4, "content");
    index = lua_absindex(L, index);
    uint32_t number = find_number(L, table, index);
    if (number == 0) {
        number = free_small_number(L, table);
        if (number != 0) {
            set_number(L, table, index, number);
        }
    }
    if (number == 0 || number > DIFFABLE_LUA_SMALL_METATABLE_LIMIT) {
        return diffable_lua_refer(L, store, table, index);
    }
    if (number != references->last_metatable) {
        keep_for_list(L, table, index, number);
        references->last_metatable = number;
    }
    return number;
}

/* Contents */

/* The finalizer of contents that have a holder. The engine calls it. */
static void release_holder(void *object)
{
    holder *dropped = object;
    diffable_lua_references *references = dropped->references;
    references->held -= 1;
    if (references->is_closed) {
        free(dropped);
        free_if_unused(references);
        return;
    }
    dropped->next = references->released;
    references->released = dropped;
}

void diffable_lua_complete_content(
    lua_State *L, diffable_lua_store *store, void *original, uint32_t metatable, diffable_content *content)
{
    diffable_lua_references *references = store->references;
    uint32_t count = references->number_counted;
    content->finalize = NULL;
    content->object = original;
    if (count == 0) {
        return;
    }
    holder *fresh = allocate(L, NULL, 0, sizeof *fresh + count * sizeof *fresh->numbers);
    *fresh = (holder){ .references = references,
        .next_pending = references->pending,
        .original = original,
        .metatable = metatable,
        .count = count };
    memcpy(fresh->numbers, references->counted, count * sizeof *fresh->numbers);
    references->number_counted = 0;
    references->pending = fresh;
    content->object = fresh;
    content->finalize = release_holder;
}

void *diffable_lua_original_of(const void *object, uint32_t *metatable)
{
    if (object == NULL || ((uintptr_t)object & 1) != 0) {
        *metatable = diffable_lua_metatable_of_original(object);
        return (void *)(uintptr_t)object;
    }
    *metatable = ((const holder *)object)->metatable;
    return ((const holder *)object)->original;
}

void diffable_lua_renew_original(void *object, const void *handed_over)
{
    if (object != NULL && ((uintptr_t)object & 1) == 0 && handed_over != NULL && ((uintptr_t)handed_over & 1) == 0) {
        ((holder *)object)->original = ((const holder *)handed_over)->original;
    }
}

/* Releasing */

static void release_numbers(
    lua_State *L, diffable_lua_references *references, int table, const uint32_t *numbers, uint32_t count)
{
    for (uint32_t i = 0; i < count; i += 1) {
        reference *counted = reference_at(references, numbers[i]);
        counted->count -= 1;
        if (counted->count == 0) {
            if (lua_rawgeti(L, table, numbers[i]) != LUA_TNIL) {
                lua_pushnil(L);
                lua_rawset(L, table);
            } else {
                lua_pop(L, 1);
            }
            lua_pushnil(L);
            lua_rawseti(L, table, numbers[i]);
            counted->next_free = references->first_free;
            references->first_free = numbers[i];
        }
    }
}

void diffable_lua_release_references(lua_State *L)
{
    int top = lua_gettop(L);
    diffable_lua_store *store = diffable_lua_push_store(L);
    if (store != NULL && store->references != NULL && store->references->released != NULL) {
        diffable_lua_references *references = store->references;
        lua_getiuservalue(L, top + 1, DIFFABLE_LUA_REFERENCES);
        for (holder *first = references->released; first != NULL; first = references->released) {
            references->released = first->next;
            release_numbers(L, references, top + 2, first->numbers, first->count);
            free(first);
        }
    }
    lua_settop(L, top);
}

void diffable_lua_drop_references(lua_State *L, diffable_lua_store *store, int table)
{
    diffable_lua_references *references = store->references;
    release_numbers(L, references, table, references->counted, references->number_counted);
    references->number_counted = 0;
}

void diffable_lua_begin_references(lua_State *L, diffable_lua_store *store, int table)
{
    diffable_lua_references *references = store->references;
    diffable_lua_drop_references(L, store, table);
    for (holder *first = references->pending; first != NULL; first = references->pending) {
        references->pending = first->next_pending;
        release_numbers(L, references, table, first->numbers, first->count);
        free(first);
    }
    references->last_metatable = 0;
}

void diffable_lua_hand_over(lua_State *L)
{
    diffable_lua_references *references = diffable_lua_push_store(L)->references;
    for (const holder *next = references->pending; next != NULL; next = next->next_pending) {
        references->held += 1;
    }
    references->pending = NULL;
    lua_pop(L, 1);
}

bool diffable_lua_has_references(lua_State *L)
{
    const diffable_lua_store *store = diffable_lua_push_store(L);
    lua_pop(L, 1);
    return store != NULL && store->references != NULL && store->references->held > 0;
}
