/* Cells: from what a provider returned, and to a table. */
#include "calls.h"

enum { TEXT, DETAIL, SECONDARY_TEXT, IMAGE, ACCESSORY, TEXTS, HEIGHT = TEXTS, INDENTATION, FIELDS };

static const char *const names[FIELDS] = { "text", "detail", "secondary_text", "image", "accessory", "height", "indentation" };

static diffable_bytes *text_of(diffable_cell *cell, int field)
{
    diffable_bytes *texts[TEXTS] = { &cell->text, &cell->detail, &cell->secondary_text, &cell->image, &cell->accessory };
    return texts[field];
}

/* Pushes `the cell of item "x" (kind "k") at ...` or `the header of section "x" at 1`. */
static void push_subject(lua_State *L, int shown, const diffable_lua_request *request)
{
    diffable_lua_push_place(L, request);
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
    const char *element = request->kind == DIFFABLE_LUA_CELL ? "cell" : request->element;
    lua_pushfstring(L, "the %s%s of %s", element, lua_tostring(L, -1), lua_tostring(L, -2));
}

/* Pushes the message that says what is wrong with the cell. */
static bool fail(lua_State *L, int shown, diffable_lua_request *request, const char *complaint)
{
    request->failed = true;
    push_subject(L, shown, request);
    luaL_where(L, 2);
    lua_pushfstring(L, "%s%s: %s, in %s", lua_tostring(L, -1), diffable_status_name(DIFFABLE_ERROR_INVALID_CELL), complaint, lua_tostring(L, -2));
    return false;
}

/* Takes the text on top of the stack, and moves it to the place `anchor`, where it stays alive. */
static void take_text(lua_State *L, diffable_bytes *bytes, int anchor)
{
    bytes->data = lua_tolstring(L, -1, &bytes->size); /* turns a number into a string, on the stack only */
    lua_replace(L, anchor);
}

/* Reads the field whose name and value are on top of the stack, and pops the value. */
static bool read_field(lua_State *L, int texts, int shown, diffable_lua_request *request)
{
    int value = lua_gettop(L);
    int field = 0;
    while (field < FIELDS && !diffable_lua_says(L, value - 1, names[field])) {
        field += 1;
    }
    if (field == FIELDS) {
        size_t size;
        const char *name = luaL_tolstring(L, value - 1, &size);
        diffable_lua_push_quoted(L, name, size);
        return fail(L, shown, request, lua_pushfstring(L, "unknown field %s", lua_tostring(L, -1)));
    }
    if (field < TEXTS) {
        if (!lua_isstring(L, value)) {
            return fail(L, shown, request, lua_pushfstring(L, "'%s': string expected, got %s", names[field], luaL_typename(L, value)));
        }
        take_text(L, text_of(request->cell, field), texts + field);
        return true;
    }
    int exact;
    lua_Integer number = lua_tointegerx(L, value, &exact);
    if (lua_type(L, value) != LUA_TNUMBER || !exact || number < INT32_MIN || number > INT32_MAX) {
        const char *got = lua_type(L, value) == LUA_TNUMBER ? luaL_tolstring(L, value, NULL) : luaL_typename(L, value);
        return fail(L, shown, request, lua_pushfstring(L, "'%s': small integer expected, got %s", names[field], got));
    }
    *(field == HEIGHT ? &request->cell->height : &request->cell->indentation) = (int32_t)number;
    lua_settop(L, value - 1);
    return true;
}

bool diffable_lua_read_cell(lua_State *L, int value, int shown, diffable_lua_request *request)
{
    diffable_cell empty = DIFFABLE_CELL_INIT;
    *request->cell = empty;
    luaL_checkstack(L, 2 * LUA_MINSTACK, "a cell");
    int texts = lua_gettop(L) + 1;
    lua_settop(L, texts + DIFFABLE_LUA_CELL_TEXTS - 1);
    bool may_be_none = request->kind == DIFFABLE_LUA_SUPPLEMENTARY;
    if (may_be_none && lua_isnil(L, value)) {
        return true;
    }
    if (lua_isstring(L, value)) {
        lua_pushvalue(L, value);
        take_text(L, &request->cell->text, texts + TEXT);
        return true;
    }
    if (lua_type(L, value) != LUA_TTABLE) {
        const char *expected = may_be_none ? "table, string or nil" : "table or string";
        return fail(L, shown, request, lua_pushfstring(L, "%s expected, got %s", expected, luaL_typename(L, value)));
    }
    lua_pushnil(L);
    while (lua_next(L, value) != 0) {
        if (!read_field(L, texts, shown, request)) {
            return false;
        }
    }
    return true;
}

/* The texts must stay alive while they are pushed. */
void diffable_lua_push_cell(lua_State *L, const diffable_cell *cell)
{
    diffable_cell copy = *cell;
    lua_createtable(L, 0, FIELDS);
    for (int field = 0; field < TEXTS; field += 1) {
        const diffable_bytes *bytes = text_of(&copy, field);
        if (bytes->size > 0) {
            lua_pushlstring(L, bytes->data, bytes->size);
            lua_setfield(L, -2, names[field]);
        }
    }
    if (cell->height != 0) {
        lua_pushinteger(L, cell->height);
        lua_setfield(L, -2, names[HEIGHT]);
    }
    if (cell->indentation != 0) {
        lua_pushinteger(L, cell->indentation);
        lua_setfield(L, -2, names[INDENTATION]);
    }
}
