/*
 * The functions that all types of the module share: objects that own memory outside of Lua, and buffers.
 *
 * Lua calls the finalizer of every object, with one exception: while a state is being closed, an object that a
 * finalizer makes is freed without its own finalizer, at the end or by an emergency collection. So a doubly linked list
 * has a link for each object, from its creation to its finalization. A link is not a Lua object, and points to what the
 * object owns. The head of the list is a userdata that is older than all objects. Finalizers run in the reverse order
 * of creation, so the finalizer of the head is the last. It frees everything that is still in the list, and unregisters
 * the types. After that, existing objects are not accepted as objects of the module, and no new object can be made.
 */
#include <stdlib.h>
#include <string.h>

#include "internal.h"

typedef struct diffable_lua_link {
    struct diffable_lua_link *previous, *next;
    struct object_list *list;
    const diffable_lua_type *type;
    void *engine;
    size_t size; /* only of a buffer */
    size_t held; /* the approximate number of bytes that the collector does not know about */
} diffable_lua_link;

/* The head of the list; see "The collector" below. */
typedef struct object_list {
    diffable_lua_link head;
    size_t held;                              /* by all objects */
    size_t told;                              /* how many of these bytes the collector was told about */
    int nesting;                              /* how many calls of user code are running inside one another */
    struct diffable_lua_call *innermost_call; /* see diffable_lua_innermost_call */
    void (*after_free)(lua_State *L);         /* NULL for nothing */
} object_list;

static const char head_key; /* its address is the registry key of the head of the list */

/* The collector */

/*
 * Lua does not allocate the memory of the engine, so that memory would not make the collector run: a script that closes
 * nothing would keep the lists of thousands of old snapshots. So the bytes that objects hold are counted,
 * approximately. Each time they have grown by PORTION or more, the collector does as much work as if Lua had allocated
 * them. The parameters of the collector determine how much that is, in its incremental and its generational mode. The
 * bytes of closed objects are subtracted, so a script that closes its objects pays nothing. While the collector is not
 * running, nothing is done: in a finalizer, where the manual forbids lua_gc, and after a script has stopped it.
 */
enum { PORTION = 1 << 14 };

/* Called before an object is made. It may run finalizers, as making an object may. */
static void tell_collector(lua_State *L, object_list *list)
{
    size_t grown = list->held - list->told;
    if (grown >= PORTION) {
        list->told = list->held;
        diffable_lua_advance_collector(L, grown);
    }
}

/* Sets how many bytes are counted as held by the object of a link. */
static void set_held(diffable_lua_link *link, size_t bytes)
{
    object_list *list = link->list;
    list->held = list->held - link->held + bytes;
    list->told = list->told < list->held ? list->told : list->held;
    link->held = bytes;
}

void diffable_lua_account_memory(const diffable_lua_object *object, size_t count)
{
    if (object->link != NULL && object->engine != NULL) {
        set_held(object->link, object->link->held + count * DIFFABLE_LUA_BYTES_OF_ENTRY);
    }
}

void diffable_lua_share_entries(const diffable_lua_object *object, const diffable_lua_object *other)
{
    if (object->link != NULL && object->engine != NULL && other->link != NULL) {
        size_t half = other->link->held / 2;
        set_held(other->link, other->link->held - half);
        set_held(object->link, object->link->held + half);
    }
}

/* Objects */

/* Removes a link from the list, and frees it and what its object owns. */
static void free_link(lua_State *L, diffable_lua_link *link)
{
    link->previous->next = link->next;
    link->next->previous = link->previous;
    set_held(link, 0);
    void (*after_free)(lua_State *L) = link->list->after_free;
    if (link->engine != NULL) {
        link->type->free(L, link->engine, link->size);
    }
    free(link);
    if (after_free != NULL) {
        after_free(L);
    }
}

static object_list *list_of(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &head_key);
    object_list *list = lua_touserdata(L, -1);
    lua_pop(L, 1); /* the registry keeps it alive */
    return list;
}

void diffable_lua_make_object(lua_State *L, int index, const diffable_lua_type *type, size_t own_size)
{
    object_list *list = list_of(L);
    diffable_lua_object *object = lua_touserdata(L, index);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, type->name) != LUA_TTABLE) {
        luaL_error(L, "the Lua state is closed");
    }
    diffable_lua_link *head = &list->head, *link = calloc(1, sizeof *link + own_size);
    if (link == NULL) {
        luaL_error(L, "not enough memory");
    }
    *link = (diffable_lua_link){
        .previous = head, .next = head->next, .list = list, .type = type, .engine = own_size == 0 ? NULL : link + 1
    };
    link->next->previous = link;
    head->next = link;
    object->type = type;
    object->engine = link->engine;
    object->link = link;
    lua_setmetatable(L, index);
}

diffable_lua_object *diffable_lua_push_object(lua_State *L, const diffable_lua_type *type, int value)
{
    tell_collector(L, list_of(L));
    diffable_lua_object *object = lua_newuserdatauv(L, type->size, type->user_values);
    memset(object, 0, type->size);
    diffable_lua_make_object(L, lua_gettop(L), type, 0);
    if (value != 0) {
        lua_pushvalue(L, value);
        lua_setiuservalue(L, -2, 1);
    }
    return object;
}

void diffable_lua_attach_engine(diffable_lua_object *object, void *engine)
{
    object->engine = engine;
    object->link->engine = engine;
    set_held(object->link, engine == NULL ? 0 : object->type->held);
}

void diffable_lua_swap(diffable_lua_object *one, diffable_lua_object *other)
{
    void *engine = one->engine;
    size_t held = one->link->held;
    one->engine = one->link->engine = other->engine;
    set_held(one->link, other->link->held);
    other->engine = other->link->engine = engine;
    set_held(other->link, held);
}

diffable_lua_object *diffable_lua_check_object(lua_State *L, int argument, const diffable_lua_type *type)
{
    diffable_lua_object *object = lua_touserdata(L, argument);
    bool is_of_type = object != NULL && lua_getmetatable(L, argument);
    if (is_of_type) {
        lua_rawgetp(L, LUA_REGISTRYINDEX, type->name);
        is_of_type = lua_rawequal(L, -1, -2);
        lua_pop(L, 2);
    }
    if (!is_of_type) {
        diffable_lua_refuse_type(L, argument, type->noun);
    }
    return object;
}

void *diffable_lua_check(lua_State *L, int argument, const diffable_lua_type *type)
{
    const diffable_lua_object *object = diffable_lua_check_object(L, argument, type);
    if (object->engine == NULL) {
        diffable_lua_refuse(L, "the %s is closed", type->noun);
    }
    return object->engine;
}

diffable_lua_object *diffable_lua_push_private_copy(lua_State *L, int argument, const diffable_lua_type *type)
{
    /* The copy is pushed after the check, because it would be at the index of an argument that is missing. */
    diffable_lua_check(L, argument, type);
    diffable_lua_object *copy = diffable_lua_push_object(L, type, 0);
    diffable_lua_attach_engine(copy, type->copy(diffable_lua_check(L, argument, type)));
    return copy;
}

diffable_lua_object *diffable_lua_push_copy(lua_State *L, int argument, const diffable_lua_type *type)
{
    diffable_lua_object *copy = diffable_lua_push_private_copy(L, argument, type);
    for (int value = 1; value <= type->user_values; value += 1) {
        lua_getiuservalue(L, argument, value);
        lua_setiuservalue(L, -2, value);
    }
    return copy;
}

void diffable_lua_release(lua_State *L, diffable_lua_object *object)
{
    if (object->engine != NULL) {
        void (*after_free)(lua_State *L) = object->link->list->after_free;
        object->type->free(L, object->engine, object->link->size);
        diffable_lua_attach_engine(object, NULL);
        if (after_free != NULL) {
            after_free(L);
        }
    }
}

void diffable_lua_finalize(lua_State *L, diffable_lua_object *object)
{
    diffable_lua_link *link = object->link;
    if (link != NULL) {
        object->link = NULL;
        object->engine = NULL;
        free_link(L, link);
    }
}

int diffable_lua_close(lua_State *L, const diffable_lua_type *type)
{
    diffable_lua_finalize(L, diffable_lua_check_object(L, 1, type));
    for (int value = 1; value <= type->user_values; value += 1) {
        lua_pushnil(L);
        lua_setiuservalue(L, 1, value);
    }
    return 0;
}

void diffable_lua_set_after_free(lua_State *L, void (*after_free)(lua_State *L))
{
    list_of(L)->after_free = after_free;
}

/* Calls of user code */

int *diffable_lua_nesting(lua_State *L)
{
    return &list_of(L)->nesting;
}

struct diffable_lua_call **diffable_lua_innermost_call(lua_State *L)
{
    return &list_of(L)->innermost_call;
}

void diffable_lua_call_user(lua_State *L, int arguments, int results)
{
    if (DIFFABLE_LUA_LIMITS_CALLS) {
        lua_call(L, arguments, results);
        return;
    }
    int *nesting = diffable_lua_nesting(L);
    if (*nesting >= DIFFABLE_LUA_NESTING_LIMIT) {
        luaL_error(L, "C stack overflow");
    }
    *nesting += 1;
    int result = lua_pcall(L, arguments, results, 0);
    *nesting -= 1;
    if (result != LUA_OK) {
        lua_error(L);
    }
}

/* Buffers, and other objects that no script sees */

/*
 * Calls the allocator directly, as the buffers of lauxlib do. So no finalizer runs, and short-lived memory does not
 * make garbage collections more frequent.
 */
void *diffable_lua_reallocate(lua_State *L, void *memory, size_t old_size, size_t size)
{
    void *user_data;
    lua_Alloc allocate = lua_getallocf(L, &user_data);
    return allocate(user_data, memory, memory == NULL ? 0 : old_size, size);
}

static void free_buffer(lua_State *L, void *memory, size_t size)
{
    diffable_lua_reallocate(L, memory, size, 0);
}

diffable_lua_buffer *diffable_lua_push_buffer(lua_State *L)
{
    static const diffable_lua_type type = { diffable_lua_hidden_name, "buffer", sizeof(diffable_lua_buffer), 0, 0,
        free_buffer, NULL };
    return diffable_lua_push_object(L, &type, 0);
}

bool diffable_lua_resize_buffer(lua_State *L, diffable_lua_buffer *buffer, size_t size)
{
    if (buffer->engine == NULL && size == 0) {
        return true;
    }
    void *memory = diffable_lua_reallocate(L, buffer->engine, buffer->link->size, size);
    if (memory == NULL && size != 0) {
        return false;
    }
    diffable_lua_attach_engine(buffer, memory);
    buffer->link->size = size;
    return true;
}

static int finalize_hidden(lua_State *L)
{
    /*
     * While a state is being closed, LuaJIT also finalizes objects that finalizers made. That may be after the list was
     * freed.
     */
    if (list_of(L)->head.next != NULL) {
        diffable_lua_finalize(L, lua_touserdata(L, 1)); /* not checked, because no script has such an object */
    }
    return 0;
}

/* The list */

/* (head): the last finalizer of the module. */
static int finalize_list(lua_State *L)
{
    static const char *const types[] = {
        diffable_lua_snapshot_name,
        diffable_lua_difference_name,
        diffable_lua_transaction_name,
        diffable_lua_view_name,
        diffable_lua_source_name,
        diffable_lua_history_name,
        diffable_lua_publisher_name,
        diffable_lua_follower_name,
        diffable_lua_hidden_name,
    };
    diffable_lua_link *head = &((object_list *)lua_touserdata(L, 1))->head;
    ((object_list *)lua_touserdata(L, 1))->after_free = NULL;
    while (head->next != head) {
        free_link(L, head->next);
    }
    head->next = NULL;
    for (size_t i = 0; i < sizeof types / sizeof *types; i += 1) {
        lua_pushnil(L);
        lua_setfield(L, LUA_REGISTRYINDEX, types[i]);
        lua_pushnil(L);
        lua_rawsetp(L, LUA_REGISTRYINDEX, types[i]);
    }
    return 0;
}

void diffable_lua_open_types(lua_State *L)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &head_key) == LUA_TNIL) {
        object_list *list = lua_newuserdatauv(L, sizeof *list, 0);
        *list = (object_list){ .head = { .previous = &list->head, .next = &list->head, .list = list } };
        lua_createtable(L, 0, 1);
        lua_pushcfunction(L, finalize_list);
        lua_setfield(L, -2, "__gc");
        lua_setmetatable(L, -2);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &head_key);
    } else if (((const object_list *)lua_touserdata(L, -1))->head.next == NULL) {
        luaL_error(L, "the Lua state is closed");
    }
    lua_pop(L, 1);
    luaL_newmetatable(L, diffable_lua_hidden_name);
    lua_pushcfunction(L, finalize_hidden);
    lua_setfield(L, -2, "__gc");
    lua_rawsetp(L, LUA_REGISTRYINDEX, diffable_lua_hidden_name);
}
