/*
 * Error messages for members that an object does not have. A message names the object that has the member, or suggests
 * a similar name.
 */
#include <string.h>

#include "internal.h"

/*
 * Raises the message on top of the stack, with the line of the script that caused it. C functions in between, such as
 * `ipairs` and `__index` of the module, are skipped.
 */
static int raise_member(lua_State *L)
{
    enum { LEVEL_LIMIT = 4 };
    int level = 0;
    bool is_script = false;
    while (!is_script && level < LEVEL_LIMIT) {
        level += 1;
        luaL_where(L, level);
        is_script = lua_rawlen(L, -1) > 0;
        lua_pop(L, 1);
    }
    return diffable_lua_raise_at(L, level, DIFFABLE_ERROR_INVALID_ARGUMENT, 0);
}

/*
 * Returns a hint: what to write instead of `object[1]` if `is_index` is true, and otherwise instead of `pairs(object)`.
 * Returns NULL if there is no hint.
 */
static const char *access_hint(const char *noun, bool is_index)
{
    static const char *const hints[][3] = {
        { "snapshot", "its method item_identifiers returns one", "its method each visits its items" },
        { "data source", "source:snapshot():item_identifiers() returns one",
            "source:snapshot():each() visits its items" },
        { "transaction", "the fields of its difference are arrays",
            "pairs(transaction.difference) visits the changes" },
        { "difference", "its fields are arrays, such as inserted_items, and steps() returns one", NULL },
    };
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i += 1) {
        if (strcmp(noun, hints[i][0]) == 0) {
            return hints[i][is_index ? 1 : 2];
        }
    }
    return NULL;
}

void diffable_lua_push_methods(lua_State *L, const char *type)
{
    int top = lua_gettop(L);
    if (luaL_getmetatable(L, type) == LUA_TTABLE && lua_getfield(L, -1, "__index") == LUA_TFUNCTION) {
        lua_getupvalue(L, -1, DIFFABLE_LUA_UPVALUES + 1);
    }
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
}

/*
 * refuse_member has three upvalues after the DIFFABLE_LUA_UPVALUES of every function: the noun of the type, the table
 * of methods, and the table of field names.
 */
enum { NOUN = DIFFABLE_LUA_UPVALUES + 1, METHODS, FIELDS };

/* Returns whether a type has a method of this name. Of a difference, fields count as well. */
static bool type_has_member(lua_State *L, const char *type, const char *name)
{
    int top = lua_gettop(L);
    diffable_lua_push_methods(L, type);
    bool answer = false;
    if (lua_istable(L, top + 1)) {
        answer = diffable_lua_has_name(L, top + 1, name);
        if (!answer && strcmp(type, "diffable.difference") == 0
            && luaL_getmetafield(L, top + 1, "__index") == LUA_TFUNCTION && lua_getupvalue(L, -1, FIELDS) != NULL) {
            answer = diffable_lua_has_name(L, lua_gettop(L), name);
        }
    }
    lua_settop(L, top);
    return answer;
}

static const char of_history[] = "a history has";

static const char *article_of(const char *noun)
{
    return strcmp(noun, "module") == 0 ? "the" : "a";
}

/*
 * Raises if a type that is easily confused with this one has a member called `name`. The name that the script used is
 * at 2.
 */
static void refuse_member_of_other(lua_State *L, const char *noun, const char *name)
{
    static const char *const others[][3] = {
        { "data source", "diffable.snapshot", NULL },
        { "snapshot", "diffable.data_source", "a data source has" },
        { "data source", "diffable.history", of_history },
        { "snapshot", "diffable.history", of_history },
        { "transaction", "diffable.history", of_history },
        { "transaction", "diffable.difference", "its difference has" },
        { "module", "diffable.data_source", "a data source has" },
        { "module", "diffable.snapshot", "a snapshot has" },
        { "module", "diffable.history", of_history },
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i += 1) {
        if (strcmp(noun, others[i][0]) != 0 || !type_has_member(L, others[i][1], name)) {
            continue;
        }
        const char *owner = others[i][2] == NULL ? "a snapshot has" : others[i][2], *given = lua_tostring(L, 2);
        const char *member = strcmp(name, given) == 0 ? "it" : lua_pushfstring(L, "\"%s\"", name), *hint = "";
        if (owner == of_history) {
            hint = ", which diffable.history(source) returns";
        } else if (others[i][2] == NULL && diffable_lua_names_edit(name)) {
            hint = ": edit source:snapshot(), and apply that";
        } else if (others[i][2] == NULL) {
            hint = lua_pushfstring(L, ", as in source:snapshot():%s(...)", name);
        } else if (strcmp(noun, "module") == 0) {
            hint = lua_pushfstring(
                L, ", as in %s:%s(...)", strcmp(owner, "a snapshot has") == 0 ? "snapshot" : "source", name);
        }
        lua_pushfstring(L, "%s %s has no member \"%s\"; %s %s%s", article_of(noun), noun, given, owner, member, hint);
        raise_member(L);
    }
}

/*
 * Raises if a type that is easily confused with this one has a member with the name at 2, or with the translation of
 * that name into the words of this library. If the translation names an edit, its plural is tried as well, because
 * edits have plural names.
 */
static void refuse_members_of_others(lua_State *L, const char *noun)
{
    if (lua_type(L, 2) != LUA_TSTRING || strlen(lua_tostring(L, 2)) != lua_rawlen(L, 2)) {
        return;
    }
    refuse_member_of_other(L, noun, lua_tostring(L, 2));
    const char *plain = diffable_lua_push_translation(L, lua_tostring(L, 2));
    for (int is_plural = 0; is_plural <= diffable_lua_names_edit(plain); is_plural += 1) {
        const char *name = is_plural ? lua_pushfstring(L, "%ss", plain) : plain;
        if (!diffable_lua_has_name(L, lua_upvalueindex(METHODS), name)
            && !diffable_lua_has_name(L, lua_upvalueindex(FIELDS), name)) {
            refuse_member_of_other(L, noun, name);
        }
    }
    lua_settop(L, 2);
}

const char *diffable_lua_push_option_hint(lua_State *L, int name)
{
    static const char of_derive[] = "it is an option of source:derive{ ... }, and of set{ ... } later";
    static const char of_run[] = "it is an option of diffable.run",
                      of_observers[] = "on_apply returns the function that removes its observer";
    static const char *const others[][2] = {
        { "on_key", of_run },
        { "on_select", of_run },
        { "on_accessory", of_run },
        { "on_search", of_run },
        { "on_tick", of_run },
        { "on_input", of_run },
        { "filter", of_derive },
        { "sort", of_derive },
        { "section_sort", of_derive },
        { "limit", of_derive },
        { "section_limit", of_derive },
        { "on_apply", "it is a method, as in source:on_apply(...)" },
        { "history", "diffable.history(source) returns one" },
        { "remove_observer", of_observers },
        { "off_apply", of_observers },
        { "unsubscribe", of_observers },
        { "unobserve", of_observers },
    };
    for (size_t i = 0; lua_type(L, name) == LUA_TSTRING && i < sizeof others / sizeof *others; i += 1) {
        if (strcmp(lua_tostring(L, name), others[i][0]) == 0) {
            return lua_pushfstring(L, "\"%s\"; %s", others[i][0], others[i][1]);
        }
    }
    return NULL;
}

/* Whether a name is written as constants are. */
static bool is_constant(const char *name)
{
    return *name != '\0' && name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_")] == '\0';
}

/*
 * Raises for a member that a type does not have. Returns nil for a field that exists but is not set, which happens only
 * in objects that are plain tables, such as conflicts.
 */
static int refuse_member(lua_State *L)
{
    const char *noun = lua_tostring(L, lua_upvalueindex(NOUN)), *article = article_of(noun);
    lua_settop(L, 2);
    lua_pushvalue(L, 2);
    if (!lua_isnil(L, 2) && lua_rawget(L, lua_upvalueindex(FIELDS)) != LUA_TNIL) {
        return 0;
    }
    lua_settop(L, 2);
    if (lua_type(L, 2) == LUA_TNUMBER) {
        const char *hint = access_hint(noun, true);
        lua_pushfstring(
            L, "%s %s is not an array%s%s", article, noun, hint == NULL ? "" : "; ", hint == NULL ? "" : hint);
        return raise_member(L);
    }
    if (strcmp(noun, "module") == 0 && lua_type(L, 2) == LUA_TSTRING && is_constant(lua_tostring(L, 2))) {
        lua_pushfstring(
            L, "the module has no constants; an error code is a string, as in err.code == \"%s\"", lua_tostring(L, 2));
        return raise_member(L);
    }
    refuse_members_of_others(L, noun);
    const char *hint = strcmp(noun, "data source") == 0 ? diffable_lua_push_option_hint(L, 2) : NULL;
    if (hint != NULL) {
        lua_pushfstring(L, "%s %s has no member %s", article, noun, hint);
        return raise_member(L);
    }
    lua_newtable(L);
    for (int from = METHODS; from <= FIELDS; from += 1) {
        lua_pushnil(L);
        while (lua_next(L, lua_upvalueindex(from)) != 0) {
            lua_pushvalue(L, -2);
            lua_insert(L, -2);
            lua_rawset(L, 3);
        }
    }
    const char *message = lua_pushfstring(L, "%s %s has no member", article, noun);
    diffable_lua_push_unknown(L, message, 2, 3, NULL);
    return raise_member(L);
}

/*
 * Raises if a script sets a field of an object that has no fields that can be set. Upvalues: "id", the name of the
 * call, the noun of the type.
 */
static int refuse_assignment(lua_State *L)
{
    const char *noun = lua_tostring(L, lua_upvalueindex(3));
    lua_settop(L, 2);
    size_t size;
    const char *name = luaL_tolstring(L, 2, &size);
    diffable_lua_push_quoted(L, name, size);
    return diffable_lua_refuse(L,
        "a %s has no fields that can be set, and no %s; keep such values in a table of your own", noun,
        lua_tostring(L, -1));
}

/* pairs(object). Upvalues: "id", the name of the call, the noun of the type. */
static int refuse_pairs(lua_State *L)
{
    const char *noun = lua_tostring(L, lua_upvalueindex(3)), *hint = access_hint(noun, false);
    lua_pushfstring(L, "a %s is not a table%s%s", noun, hint == NULL ? "" : "; ", hint == NULL ? "" : hint);
    return raise_member(L);
}

void diffable_lua_install_pairs_error(lua_State *L, const char *noun)
{
    lua_pushliteral(L, "id");
    lua_pushliteral(L, "__pairs");
    lua_pushstring(L, noun);
    lua_pushcclosure(L, refuse_pairs, 3);
    lua_setfield(L, -2, "__pairs");
}

void diffable_lua_push_refuse_assignment(lua_State *L, const char *noun)
{
    lua_pushliteral(L, "id");
    lua_pushliteral(L, "__newindex");
    lua_pushstring(L, noun);
    lua_pushcclosure(L, refuse_assignment, 3);
}

void diffable_lua_install_member_check(lua_State *L, const char *noun, const char *const *fields)
{
    static const char *const none[] = { NULL };
    int methods = lua_gettop(L);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "id");
    lua_pushliteral(L, "__index");
    lua_pushstring(L, noun);
    lua_pushvalue(L, methods);
    diffable_lua_push_names(L, fields == NULL ? none : fields);
    lua_pushcclosure(L, refuse_member, 5);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, methods);
}
