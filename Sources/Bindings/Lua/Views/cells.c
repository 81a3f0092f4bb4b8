/* Reads cells from the values that providers return, and returns the cells and the text of a data source to scripts. */
#include <string.h>

#include "../DataSources/sources.h"

/* The first fields are the texts, in the order of `diffable_cell_field`. */
enum { TEXTS = DIFFABLE_CELL_ACCESSORY + 1, HEIGHT = TEXTS, INDENTATION, FIELDS };

static const char *const names[] = { "text", "detail", "secondary_text", "image", "accessory", "height", "indentation",
    NULL };

/* Pushes `cell of kind "k" of item "x" at section 1, item 2` or `header of section "x" at 1`. */
static void push_cell_name(lua_State *L, int shown, const diffable_lua_request *request)
{
    diffable_lua_push_subject(L, request);
    lua_pushliteral(L, "");
    if (request->kind == DIFFABLE_LUA_CELL && lua_type(L, shown) == LUA_TTABLE) {
        if (lua_getfield(L, shown, "kind") == LUA_TSTRING) {
            size_t size;
            const char *kind = lua_tolstring(L, -1, &size);
            diffable_lua_push_quoted(L, kind, size);
            lua_pushfstring(L, " of kind %s", lua_tostring(L, -1));
            lua_replace(L, -4);
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    const char *name = request->kind == DIFFABLE_LUA_CELL ? "cell" : request->name;
    lua_pushfstring(L, "%s%s of %s", name, lua_tostring(L, -1), lua_tostring(L, -2));
}

/* Pushes the message of an invalid cell, and returns false. */
static bool fail(lua_State *L, int shown, diffable_lua_request *request, const char *message)
{
    request->returned_message = true;
    push_cell_name(L, shown, request);
    luaL_where(L, 2);
    lua_pushfstring(L, "%s%s: %s: %s", lua_tostring(L, -1), diffable_status_name(DIFFABLE_ERROR_INVALID_CELL),
        lua_tostring(L, -2), message);
    diffable_lua_push_id(L, request->id);
    lua_insert(L, -2);
    diffable_lua_make_error(L, lua_rawlen(L, -3), lua_gettop(L) - 1);
    return false;
}

/*
 * Pushes a hint for a provider that was called with a bare identifier: `; the item is the string "bus", not a table`.
 * In Lua a field of a string is nil, so a provider that expects a table does not raise, but returns a wrong value.
 */
static const char *push_hint(lua_State *L, int shown, const diffable_lua_request *request)
{
    if (lua_type(L, shown) == LUA_TTABLE) {
        return "";
    }
    diffable_lua_push_quoted_id(L, request->id);
    return lua_pushfstring(L, "; the %s is the %s %s, not a table",
        request->kind == DIFFABLE_LUA_CELL ? "item" : "section",
        lua_type(L, shown) == LUA_TSTRING ? "string" : "integer", lua_tostring(L, -1));
}

bool diffable_lua_refuse_results(lua_State *L, int shown, diffable_lua_request *request, int results)
{
    if (results == 0) {
        return fail(L, shown, request, "table or string expected, got no value; does the provider lack a return?");
    }
    return fail(L, shown, request,
        lua_pushfstring(L,
            "one cell expected, got %d values; a table has several fields, and parentheses keep the first value, as in "
            "(text:gsub(...))",
            results));
}

/* Returns the field that other libraries call by the name at `index`, or NULL. */
static const char *meant_field(lua_State *L, int index)
{
    static const struct {
        const char *name;
        int field;
    } known[] = {
        { "title", DIFFABLE_CELL_TEXT },
        { "label", DIFFABLE_CELL_TEXT },
        { "subtitle", DIFFABLE_CELL_SECONDARY_TEXT },
        { "value", DIFFABLE_CELL_DETAIL },
        { "icon", DIFFABLE_CELL_IMAGE },
        { "indent", INDENTATION },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i += 1) {
        if (diffable_lua_is_string(L, index, known[i].name)) {
            return names[known[i].field];
        }
    }
    return NULL;
}

/* Sets a text of a cell to the string or number at `value`. */
static void set_text(lua_State *L, diffable_cell *cell, int field, int value)
{
    size_t size;
    const char *bytes = lua_tolstring(L, value, &size); /* converts a number on the stack into a string */
    diffable_cell_set_text(cell, field, bytes, size);
}

/* Reads the field whose name and value are on top of the stack, and pops the value. */
static bool read_field(lua_State *L, int shown, diffable_lua_request *request)
{
    int value = lua_gettop(L);
    int field = 0;
    while (field < FIELDS && !diffable_lua_is_string(L, value - 1, names[field])) {
        field += 1;
    }
    if (field == FIELDS) {
        diffable_lua_push_names(L, names);
        return fail(L, shown, request,
            diffable_lua_push_unknown(L, "unknown cell field", value - 1, lua_gettop(L), meant_field(L, value - 1)));
    }
    if (field < TEXTS) {
        if (!lua_isstring(L, value)) {
            return fail(L, shown, request,
                lua_pushfstring(
                    L, "cell field \"%s\": string or number expected, got %s", names[field], luaL_typename(L, value)));
        }
        set_text(L, request->cell, field, value);
        lua_settop(L, value - 1);
        return true;
    }
    int exact;
    lua_Integer number = lua_tointegerx(L, value, &exact);
    if (lua_type(L, value) != LUA_TNUMBER || !exact || number < INT32_MIN || number > INT32_MAX) {
        const char *got = lua_type(L, value) == LUA_TNUMBER ? luaL_tolstring(L, value, NULL) : luaL_typename(L, value);
        return fail(L, shown, request,
            lua_pushfstring(L, "cell field \"%s\": integer from 0 to %s expected, got %s", names[field],
                field == HEIGHT ? "1,000" : "100", got));
    }
    diffable_cell_set_number(
        request->cell, field == HEIGHT ? DIFFABLE_CELL_HEIGHT : DIFFABLE_CELL_INDENTATION, (int32_t)number);
    lua_settop(L, value - 1);
    return true;
}

/* Returns the name of a field that the table at `value` has only in its __index table, or NULL. Calls no function. */
static const char *inherited_field(lua_State *L, int value)
{
    const char *found = NULL;
    int top = lua_gettop(L);
    bool may_inherit = luaL_getmetafield(L, value, "__index") == LUA_TTABLE;
    for (int field = 0; may_inherit && found == NULL && field < FIELDS; field += 1) {
        lua_pushstring(L, names[field]);
        lua_pushvalue(L, -1);
        bool has_field = lua_rawget(L, value) != LUA_TNIL;
        lua_pop(L, 1);
        found = !has_field && lua_rawget(L, top + 1) != LUA_TNIL ? names[field] : NULL;
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
    return found;
}

/*
 * Whether the cell that was read from the table at `value` shows nothing by mistake. With text = "", a table asks for
 * an empty row.
 */
static bool is_blank(lua_State *L, int value, const diffable_cell *cell)
{
    static const int shown[] = { DIFFABLE_CELL_TEXT, DIFFABLE_CELL_DETAIL, DIFFABLE_CELL_SECONDARY_TEXT,
        DIFFABLE_CELL_IMAGE };
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i += 1) {
        if (diffable_cell_text(cell, shown[i]).size > 0) {
            return false;
        }
    }
    lua_pushstring(L, names[DIFFABLE_CELL_TEXT]);
    bool answer = lua_rawget(L, value) == LUA_TNIL;
    lua_pop(L, 1);
    return answer;
}

bool diffable_lua_read_cell(lua_State *L, int value, int shown, diffable_lua_request *request)
{
    luaL_checkstack(L, LUA_MINSTACK, "a cell");
    bool may_be_none = request->kind == DIFFABLE_LUA_SUPPLEMENTARY;
    if (may_be_none && lua_isnil(L, value)) {
        return true;
    }
    if (lua_isstring(L, value)) {
        set_text(L, request->cell, DIFFABLE_CELL_TEXT, value);
        return true;
    }
    if (lua_type(L, value) != LUA_TTABLE) {
        const char *expected = may_be_none ? "table, string or nil" : "table or string";
        const char *hint = push_hint(L, shown, request);
        return fail(
            L, shown, request, lua_pushfstring(L, "%s expected, got %s%s", expected, luaL_typename(L, value), hint));
    }
    lua_pushnil(L);
    while (lua_next(L, value) != 0) {
        if (!read_field(L, shown, request)) {
            return false;
        }
    }
    const char *inherited = inherited_field(L, value);
    if (inherited != NULL) {
        return fail(L, shown, request,
            lua_pushfstring(L, "cell field \"%s\" behind __index is not read; set it in the cell itself", inherited));
    }
    if (is_blank(L, value, request->cell)) {
        const char *hint = push_hint(L, shown, request);
        const char *right = may_be_none ? "if the section has none, return nil" : "an empty row says text = \"\"";
        return fail(L, shown, request,
            lua_pushfstring(L, "it has no text, detail, secondary text or image%s; %s", hint, right));
    }
    return true;
}

/* Pushes a cell as a table of the fields that are set. */
static void push_cell(lua_State *L, const diffable_cell *cell)
{
    lua_createtable(L, 0, FIELDS);
    for (int field = 0; field < TEXTS; field += 1) {
        diffable_bytes bytes = diffable_cell_text(cell, field);
        if (bytes.size > 0) {
            lua_pushlstring(L, bytes.data, bytes.size);
            lua_setfield(L, -2, names[field]);
        }
    }
    int32_t numbers[] = { diffable_cell_number(cell, DIFFABLE_CELL_HEIGHT),
        diffable_cell_number(cell, DIFFABLE_CELL_INDENTATION) };
    for (int field = HEIGHT; field < FIELDS; field += 1) {
        if (numbers[field - HEIGHT] != 0) {
            lua_pushinteger(L, numbers[field - HEIGHT]);
            lua_setfield(L, -2, names[field]);
        }
    }
}

static void free_cell(lua_State *L, void *cell, size_t size)
{
    (void)L, (void)size;
    diffable_cell_free(cell);
}

/* Pushes the error at `index` as a second result, unless the index is 0. Returns the number of results. */
static int add_failure(lua_State *L, int index)
{
    if (index == 0) {
        return 1;
    }
    lua_pushvalue(L, index);
    return 2;
}

/*
 * Pushes the cell of the item at a path or, if `kind` is not NULL, the supplementary cell of that kind for the section
 * of the path. Also pushes the error of an apply that the provider called, if there is one. Returns the number of
 * results. The caller keeps `kind` alive.
 */
static int push_shown_cell(lua_State *L, const char *kind, diffable_index_path path)
{
    static const diffable_lua_type cell_type = { diffable_lua_hidden_name, "cell", sizeof(diffable_lua_object), 0, 0,
        free_cell, NULL };
    diffable_lua_object *object = diffable_lua_push_object(L, &cell_type, 0);
    diffable_data_source *engine = diffable_lua_check_source(L, 1);
    diffable_cell *cell = NULL;
    diffable_error *error = NULL;
    diffable_lua_call call;
    diffable_lua_reserve_stack(L);
    diffable_lua_begin_call(L, 1, &call);
    diffable_status status = kind == NULL
        ? diffable_data_source_cell_at(engine, path, &cell, &error)
        : diffable_data_source_supplementary_cell(engine, kind, (size_t)path.section, &cell, &error);
    diffable_lua_attach_engine(object, cell);
    int failure = diffable_lua_end_look_up(&call, status, error);
    if (cell == NULL) {
        lua_pushnil(L);
    } else {
        push_cell(L, cell);
    }
    diffable_lua_release(L, object);
    return add_failure(L, failure);
}

/* source:cell_at(index_path): the cell [, the error of an apply that the provider called] */
int diffable_lua_source_cell_at(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    diffable_index_path path = diffable_lua_check_index_path(L, 2);
    lua_settop(L, 2);
    return push_shown_cell(L, NULL, path);
}

/* source:supplementary_cell(kind, section_index) */
int diffable_lua_source_supplementary_cell(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    size_t size;
    diffable_lua_check_type(L, 2, LUA_TSTRING);
    const char *kind = lua_tolstring(L, 2, &size);
    if (strlen(kind) != size) {
        diffable_lua_refuse_argument(L, 2, "a kind has no zeros");
    }
    ptrdiff_t index = diffable_lua_index_from_lua(diffable_lua_check_integer(L, 3));
    lua_settop(L, 3);
    return push_shown_cell(L, kind, (diffable_index_path){ index, -1 });
}

typedef struct collected_text {
    lua_State *L;
    diffable_lua_buffer *buffer;
    size_t size, capacity;
    bool lacks_memory;
} collected_text;

/* Appends the bytes that the engine writes to a buffer. Does not raise if there is no memory. */
static diffable_status collect(const char *bytes, size_t size, void *user_data)
{
    collected_text *output = user_data;
    if (size > output->capacity - output->size) {
        size_t wanted = size > SIZE_MAX / 2 - output->size ? 0 : 2 * (output->size + size);
        if (wanted == 0 || !diffable_lua_resize_buffer(output->L, output->buffer, wanted)) {
            output->lacks_memory = true;
            return DIFFABLE_ERROR_OUTPUT_FAILED;
        }
        output->capacity = wanted;
    }
    if (size > 0) {
        memcpy((char *)output->buffer->engine + output->size, bytes, size);
        output->size += size;
    }
    return DIFFABLE_OK;
}

/* source:render(): the whole list as text [, the error of an apply that a provider called] */
int diffable_lua_source_render(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    lua_settop(L, 1);
    lua_pushliteral(
        L, "not enough memory"); /* created in advance, because it cannot be created when there is no memory */
    collected_text output = { .L = L };
    output.buffer = diffable_lua_push_buffer(L);
    diffable_data_source *engine = diffable_lua_check_source(L, 1);
    diffable_error *error = NULL;
    diffable_lua_call call;
    diffable_lua_reserve_stack(L);
    diffable_lua_begin_call(L, 1, &call);
    diffable_status status = diffable_data_source_render(engine, collect, &output, &error);
    if (output.lacks_memory) {
        lua_settop(L, call.top);
        lua_pushvalue(L, 2);
        lua_replace(L, call.failure_index);
        call.failure_status = DIFFABLE_ERROR_OUTPUT_FAILED;
    }
    int failure = diffable_lua_end_look_up(&call, status, error);
    lua_pushlstring(L, output.buffer->engine, output.size);
    diffable_lua_resize_buffer(L, output.buffer, 0);
    return add_failure(L, failure);
}
