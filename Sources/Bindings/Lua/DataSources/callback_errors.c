/*
 * Adds the name and the stack frames of a callback to the message of its error. When an error of a callback is raised
 * again after the engine has returned, the frames of the callback are gone, so a traceback made then cannot show them.
 * Therefore a line for each frame, worded as in Lua's tracebacks, is appended to the message of an error, whether it is
 * a string or an error object of the module. The frames around the callback are left to the traceback of the host
 * program, so that no frame is listed twice.
 */
#include <string.h>

#include "sources.h"

/* Names */

void diffable_lua_push_subject(lua_State *L, const diffable_lua_request *request)
{
    if (request->kind == DIFFABLE_LUA_CELL) {
        diffable_lua_push_quoted_id(L, request->id);
        lua_pushfstring(L, "item %s at section %I, item %I", lua_tostring(L, -1),
            diffable_lua_index_to_lua(request->path.section), diffable_lua_index_to_lua(request->path.item));
        lua_remove(L, -2);
    } else {
        diffable_lua_push_quoted_id(L, request->id);
        lua_pushfstring(L, "section %s at %I", lua_tostring(L, -1), diffable_lua_index_to_lua(request->path.section));
        lua_remove(L, -2);
    }
}

void diffable_lua_push_callback_name(lua_State *L, const diffable_lua_request *request)
{
    switch (request->kind) {
    case DIFFABLE_LUA_CELL:
    case DIFFABLE_LUA_SUPPLEMENTARY:
        diffable_lua_push_subject(L, request);
        lua_pushfstring(L, "the %s provider for %s", request->kind == DIFFABLE_LUA_CELL ? "cell" : request->name,
            lua_tostring(L, -1));
        lua_remove(L, -2);
        break;
    case DIFFABLE_LUA_OBSERVER: lua_pushliteral(L, "an observer of applies"); break;
    case DIFFABLE_LUA_COMPLETION: lua_pushliteral(L, "the completion of an apply"); break;
    case DIFFABLE_LUA_WRITER: lua_pushliteral(L, "the writer of a view"); break;
    case DIFFABLE_LUA_ITEM_HANDLER:
    case DIFFABLE_LUA_CHILDREN_HANDLER:
        diffable_lua_push_quoted_id(L, request->id);
        lua_pushfstring(L, "%s for item %s", request->name, lua_tostring(L, -1));
        lua_remove(L, -2);
        break;
    case DIFFABLE_LUA_TRANSACTION_HANDLER: lua_pushstring(L, request->name); break;
    case DIFFABLE_LUA_DERIVATION:
        diffable_lua_push_quoted_id(L, request->id);
        lua_pushfstring(L, "\"%s\" for %s %s", request->name,
            strcmp(request->name, "section_sort") == 0 ? "section" : "item", lua_tostring(L, -1));
        lua_remove(L, -2);
        break;
    }
}

/* Frames */

static const char frame_mark[] = "\n\t";

/*
 * Returns where the frames begin in a message, or the end of the message if it has none. The message may contain zeros.
 */
static const char *find_frames(const char *message, size_t size)
{
    const char *end = message + size, *found = NULL;
    for (; found == NULL && message < end; message += strlen(message) + 1) {
        found = strstr(message, frame_mark);
    }
    return found == NULL ? end : found;
}

int diffable_lua_run_body(lua_State *L)
{
    return ((const diffable_lua_request *)lua_touserdata(L, 1))->body(L);
}

/*
 * Whether a frame is the outermost frame of a callback: the frame of diffable_lua_run_body, or of the function in the
 * first upvalue.
 */
static bool is_outermost_frame(lua_State *L, lua_Debug *frame)
{
    lua_getinfo(L, "f", frame);
    bool answer = lua_tocfunction(L, -1) == diffable_lua_run_body
        || (!lua_isnone(L, lua_upvalueindex(1)) && lua_rawequal(L, -1, lua_upvalueindex(1)));
    lua_pop(L, 1);
    return answer;
}

static int count_frames(const char *message)
{
    int count = 0;
    for (const char *at = strstr(message, frame_mark); at != NULL; at = strstr(at + 1, frame_mark)) {
        count += 1;
    }
    return count;
}

int diffable_lua_add_frames(lua_State *L)
{
    enum { FRAME_LIMIT = 20 };
    lua_settop(L, 1);
    bool is_error = diffable_lua_is_error(L, 1);
    if (is_error) {
        lua_rawgeti(L, 1, 1);
    }
    int text = lua_gettop(L);
    if (lua_type(L, text) != LUA_TSTRING) {
        lua_settop(L, 1);
        return 1;
    }
    lua_Debug frame;
    /* The message already has the frames of callbacks that ran inside this one. */
    int frames = count_frames(lua_tostring(L, text));
    for (int level = 1; frames <= FRAME_LIMIT && lua_getstack(L, level, &frame) && !is_outermost_frame(L, &frame);
        level += 1, frames += 1) {
        if (frames == FRAME_LIMIT) {
            lua_pushfstring(L, "%s...", frame_mark);
            lua_concat(L, 2);
            break;
        }
        diffable_lua_push_traceback(L, level);
        const char *first = strstr(lua_tostring(L, -1), frame_mark);
        const char *next = first == NULL ? NULL : strstr(first + 1, frame_mark);
        if (first != NULL) {
            lua_pushlstring(L, first, next == NULL ? strlen(first) : (size_t)(next - first));
            lua_remove(L, -2);
            lua_concat(L, 2);
        }
        lua_settop(L, text);
    }
    if (is_error) {
        diffable_lua_make_error_like(L, 1);
    }
    return 1;
}

static bool ends_with_two(const char *text, size_t size, const char *end, size_t end_size)
{
    return 2 * end_size <= size && memcmp(text + size - end_size, end, end_size) == 0
        && memcmp(text + size - 2 * end_size, end, end_size) == 0;
}

int diffable_lua_add_callback_name(lua_State *L)
{
    const diffable_lua_request *request = lua_touserdata(L, 1);
    bool is_error = diffable_lua_is_error(L, 2);
    if (is_error) {
        lua_rawgeti(L, 2, 1);
    }
    if (lua_type(L, -1) != LUA_TSTRING) {
        lua_settop(L, 2);
        return 1;
    }
    size_t size;
    const char *message = lua_tolstring(L, -1, &size);
    size_t length = (size_t)(find_frames(message, size) - message);
    lua_pushlstring(L, message, length);
    diffable_lua_push_callback_name(L, request);
    lua_pushfstring(L, " (in %s)", lua_tostring(L, -1));
    lua_replace(L, -2);
    /* A recursive callback would add its name at every level, so its name is added at most twice. */
    if (ends_with_two(message, length, lua_tostring(L, -1), lua_rawlen(L, -1))) {
        lua_settop(L, 2);
        return 1;
    }
    lua_pushlstring(L, message + length, size - length);
    lua_concat(L, 3);
    if (is_error) {
        diffable_lua_make_error_like(L, 2);
    }
    return 1;
}
