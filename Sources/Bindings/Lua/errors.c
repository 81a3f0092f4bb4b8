/*
 * Messages. All have one form: "file.lua:3: CODE: call: what is wrong; what would be right". Text from outside is
 * escaped, unknown names get suggestions, and errors of the engine become errors of Lua.
 */
#include <stdarg.h>
#include <string.h>

#include "internal.h"

/*
 * SHORT: bytes of text that need no memory but the C stack. LONGEST: of names that are compared. LISTED: how many names
 * a message lists.
 */
enum { SHORT = 256, LONGEST = 32, LISTED = 12 };

static void push_escaped(lua_State *L, const char *data, size_t size, bool quoted)
{
    char text[SHORT];
    size_t length = diffable_escape(data, size, quoted, text, sizeof text);
    if (length <= sizeof text) {
        lua_pushlstring(L, text, length);
    } else {
        char *escaped = lua_newuserdatauv(L, length, 0);
        diffable_escape(data, size, quoted, escaped, length);
        lua_pushlstring(L, escaped, length);
        lua_remove(L, -2);
    }
}

void diffable_lua_push_quoted(lua_State *L, const char *data, size_t size)
{
    push_escaped(L, data, size, true);
}

const char *diffable_lua_push_escaped(lua_State *L, int index)
{
    size_t size;
    const char *data = luaL_tolstring(L, index, &size);
    push_escaped(L, data, size, false);
    lua_remove(L, -2);
    return lua_tostring(L, -1);
}

/* Suggestions */

static int smaller(int one, int other)
{
    return one < other ? one : other;
}

/* Optimal string alignment. Texts longer than LONGEST are as far apart as they can be. */
int diffable_lua_edit_distance(const char *one, const char *other)
{
    int size = (int)strlen(one), other_size = (int)strlen(other);
    if (size > LONGEST || other_size > LONGEST) {
        return size + other_size;
    }
    int rows[LONGEST + 1][LONGEST + 1];
    for (int i = 0; i <= size; i += 1) {
        for (int j = 0; j <= other_size; j += 1) {
            if (i == 0 || j == 0) {
                rows[i][j] = i + j;
                continue;
            }
            bool is_same = one[i - 1] == other[j - 1];
            int least = smaller(smaller(rows[i - 1][j], rows[i][j - 1]) + 1, rows[i - 1][j - 1] + !is_same);
            if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1]) {
                least = smaller(least, rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = least;
        }
    }
    return rows[size][other_size];
}

typedef struct ranked_name {
    const char *name;
    int distance;
} ranked_name;

static bool comes_before(const ranked_name *one, const ranked_name *other)
{
    return one->distance != other->distance ? one->distance < other->distance : strcmp(one->name, other->name) < 0;
}

/*
 * Reads the nearest names, nearest first, at most LISTED of them. Returns how many; `total` receives the number of all
 * names.
 */
static int rank_names(lua_State *L, const char *given, int names, ranked_name *ranked, int *total)
{
    int count = 0;
    *total = 0;
    lua_pushnil(L);
    while (lua_next(L, names) != 0) {
        lua_pop(L, 1);
        ranked_name entry = { lua_tostring(L, -1), 0 };
        entry.distance = given == NULL ? 0 : diffable_lua_edit_distance(given, entry.name);
        int place = count < LISTED ? count : LISTED;
        for (; place > 0 && comes_before(&entry, &ranked[place - 1]); place -= 1) {
            if (place < LISTED) {
                ranked[place] = ranked[place - 1];
            }
        }
        if (place < LISTED) {
            ranked[place] = entry;
            count += count < LISTED;
        }
        *total += 1;
    }
    return count;
}

/* Whether the table at `names` has this name. */
static bool has_name(lua_State *L, int names, const char *name)
{
    lua_pushstring(L, name);
    bool answer = lua_rawget(L, names) != LUA_TNIL;
    lua_pop(L, 1);
    return answer;
}

/*
 * Names by which other libraries call what is called otherwise here, as a whole. Several rows of one name are tried in
 * order.
 */
static const char *const guesses[][2] = {
    { "items", "item_identifiers" },
    { "sections", "section_identifiers" },
    { "rename", "rename_item" },
    { "prepend", "prepend_items" },
    { "append", "append_items" },
    { "insert_before", "insert_items_before" },
    { "insert_after", "insert_items_after" },
    { "delete", "delete_items" },
    { "delete_all", "clear" },
    { "delete_all_sections", "clear" },
    { "reset", "clear" },
    { "empty", "clear" },
    { "visible_item_identifiers", "item_identifiers" },
    { "replace", "replace_items" },
    { "reload", "reload_items" },
    { "update", "update_items" },
    { "reconfigure", "reconfigure_items" },
    { "contains", "contains_item" },
    { "number", "number_of_items" },
    { "item_number", "number_of_items" },
    { "number_items", "number_of_items" },
    { "section_number", "number_of_sections" },
    { "number_sections", "number_of_sections" },
    { "index_of", "index_of_item" },
    { "clone", "copy" },
    { "iterate", "each" },
    { "pairs", "each" },
    { "toggle", "expand" },
    { "replace_section_items", "replace_items" },
    { "parent", "parent_of_item" },
    { "children", "children_of_item" },
    { "level", "level_of_item" },
    { "cell_provider", "cell" },
    { "provider", "cell" },
    { "header_provider", "header" },
    { "footer_provider", "footer" },
    { "transition", "animation" },
    { "completion_handler", "completion" },
    { "callback", "completion" },
    { "on_complete", "completion" },
    { "on_completion", "completion" },
    { "done", "completion" },
    { "title", "caption" },
    { "description", "caption" },
    { "label", "caption" },
    { "changes", "difference" },
    { "diff", "difference" },
    { "before", "initial_snapshot" },
    { "after", "final_snapshot" },
    { "old_snapshot", "initial_snapshot" },
    { "new_snapshot", "final_snapshot" },
    { "snapshot", "final_snapshot" },
    { "all_items", "all_item_identifiers" },
    { "expand_item", "expand" },
    { "expand_items", "expand" },
    { "collapse_item", "collapse" },
    { "collapse_items", "collapse" },
    { "insert_at", "insert_items_at" },
    { "insert", "insert_items_after" },
    { "clear_items", "delete_all_items" },
    { "clear_sections", "clear" },
    { "move_items", "move_items_to_section" },
    { "move_section", "move_section_after" },
    { "is_empty", "number_of_items" },
    { "items", "snapshot" },
    { "sections", "snapshot" },
    { "updated_items", "reconfigured_items" },
    { "render", "cell" },
    { "message", "caption" },
    { "replace_item", "update_items" },
    { "prepend_sections", "insert_sections_before" },
    { "prepend_section", "insert_sections_before" },
    { "replace_snapshot", "apply" },
    { "apply_snapshot", "apply" },
    { "apply_snapshot_using_reload_data", "apply_using_reload_data" },
    { "reload", "apply_using_reload_data" },
    { "reload_data", "apply_using_reload_data" },
    { "reload_data", "reload_items" },
    { "replace_header", "update_sections" },
    { "replace_header", "header" },
    { "replace_cell", "cell" },
    { "replace_expanded", "expand" },
    { "current_snapshot", "snapshot" },
    { "item_identifier", "item_at" },
    { "section_identifier", "section_at" },
    { "expand_item", "toggle_item" },
    { "collapse_item", "toggle_item" },
    { "supplementary_view_provider", "supplementary" },
    { "should_reorder_item", "can_reorder_item" },
    { "on_reorder", "did_reorder" },
    { "did_move", "did_reorder" },
    { "caption", "undo_caption" },
    { "tree", "section_snapshot" },
    { "new", "data_source" },
    { "list", "snapshot" },
    { "diff", "difference" },
    { "subscribe", "on_apply" },
    { "observe", "on_apply" },
    { "on_change", "on_apply" },
    { "output", "write" },
    { "writer", "write" },
};

/* Words of names that are called otherwise here. An empty word is left out. */
static const char *const synonyms[][2] = {
    { "remove", "delete" },
    { "erase", "delete" },
    { "drop", "delete" },
    { "destroy", "delete" },
    { "removed", "deleted" },
    { "add", "append" },
    { "push", "append" },
    { "added", "inserted" },
    { "set", "replace" },
    { "refresh", "reload" },
    { "modify", "update" },
    { "change", "update" },
    { "edit", "update" },
    { "patch", "update" },
    { "changed", "reconfigured" },
    { "open", "expand" },
    { "unfold", "expand" },
    { "fold", "collapse" },
    { "has", "contains" },
    { "includes", "contains" },
    { "row", "item" },
    { "rows", "items" },
    { "group", "section" },
    { "groups", "sections" },
    { "ids", "identifiers" },
    { "get", "" },
    { "find", "" },
    { "fetch", "" },
    { "count", "number" },
    { "size", "number" },
    { "length", "number" },
    { "animated", "animating_differences" },
    { "animate", "animating_differences" },
    { "animates", "animating_differences" },
};

/*
 * Words that mean something else, by their kinds: a name with one of them is no typo of a name with another one of its
 * kind.
 */
static const char *const meanings[][20] = {
    { "append", "insert", "prepend", "delete", "replace", "reload", "reconfigure", "update", "move", "expand",
        "collapse", "keep", "clear", "contains", "set", "rename" },
    { "before", "after" },
    { "inserted", "deleted", "moved", "updated", "reloaded", "reconfigured", "expanded", "collapsed" },
    { "initial", "final" },
    { "will", "did", "should", "can", "on", "off" },
    { "header", "footer" },
    { "old", "new" },
    { "undo", "redo" },
};

enum { LONGEST_NAME = 128 };

/* Writes a name such as `moveItem` as `move_item`. A name that is too long stays as it is. */
static const char *separate_words(const char *name, char result[LONGEST_NAME])
{
    size_t size = 0;
    for (const char *at = name; *at != '\0'; at += 1) {
        if (size + 3 > LONGEST_NAME) {
            return name;
        }
        bool is_upper = *at >= 'A' && *at <= 'Z', begins_word = is_upper && at > name && at[-1] >= 'a' && at[-1] <= 'z';
        if (begins_word) {
            result[size++] = '_';
        }
        result[size++] = (char)(is_upper ? *at - 'A' + 'a' : *at);
    }
    result[size] = '\0';
    return result;
}

/* Writes a name with the synonyms of its words in place of them. A name that is too long stays as it is. */
static const char *translate(const char *name, char result[LONGEST_NAME])
{
    size_t size = 0;
    for (const char *word = name; word != NULL; word = strchr(word, '_') == NULL ? NULL : strchr(word, '_') + 1) {
        size_t length = strcspn(word, "_");
        const char *replacement = word;
        for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i += 1) {
            if (strlen(synonyms[i][0]) == length && strncmp(synonyms[i][0], word, length) == 0) {
                replacement = synonyms[i][1];
                length = strlen(replacement);
                break;
            }
        }
        if (size + length + 2 > LONGEST_NAME) {
            return name;
        }
        if (length > 0 && size > 0) {
            result[size++] = '_';
        }
        memcpy(result + size, replacement, length);
        size += length;
    }
    result[size] = '\0';
    return result;
}

/* Whether a name has a word. */
static bool has_word(const char *name, const char *word)
{
    size_t length = strlen(word);
    for (const char *place = strstr(name, word); place != NULL; place = strstr(place + 1, word)) {
        if ((place == name || place[-1] == '_') && (place[length] == '\0' || place[length] == '_')) {
            return true;
        }
    }
    return false;
}

/* Whether a name has a word that means something else than one of the other name. */
static bool contradicts(const char *name, const char *other)
{
    for (size_t kind = 0; kind < sizeof meanings / sizeof *meanings; kind += 1) {
        bool has_one = false, is_common = false, other_has_one = false;
        for (const char *const *word = meanings[kind]; *word != NULL; word += 1) {
            bool of_name = has_word(name, *word), of_other = has_word(other, *word);
            has_one = has_one || of_name;
            other_has_one = other_has_one || of_other;
            is_common = is_common || (of_name && of_other);
        }
        if (has_one && other_has_one && !is_common) {
            return true;
        }
    }
    return false;
}

/* The name that is meant by a guess or a synonym; NULL if the names have no such. */
static const char *find_synonym(lua_State *L, int names, const char *given, const char *translated)
{
    for (size_t i = 0; i < sizeof guesses / sizeof *guesses; i += 1) {
        bool is_guess = strcmp(guesses[i][0], given) == 0 || strcmp(guesses[i][0], translated) == 0;
        if (is_guess && has_name(L, names, guesses[i][1])) {
            return guesses[i][1];
        }
    }
    return has_name(L, names, given) ? given : NULL; /* only the spelling differs */
}

/* The name that the ranked ones, of which the nearest is the first, suggest; NULL for none. */
static const char *find_near(const char *given, const ranked_name *ranked, int count)
{
    size_t size = strlen(given);
    int nearest = 0;
    while (nearest < count && contradicts(given, ranked[nearest].name)) {
        nearest += 1;
    }
    if (nearest == count) {
        return NULL;
    }
    for (int i = nearest; i < count && ranked[nearest].distance > 1 && size > 3; i += 1) { /* the beginning of a name */
        if (strncmp(ranked[i].name, given, size) == 0 && !contradicts(given, ranked[i].name)) {
            return ranked[i].name;
        }
    }
    if (ranked[nearest].distance <= 1 + (int)size / 4) {
        return ranked[nearest].name;
    }
    for (int i = nearest; i < count && size > 3; i += 1) {
        bool deletes = has_word(ranked[i].name, "delete"); /* is suggested to nobody who did not say so */
        if (strstr(ranked[i].name, given) != NULL && !deletes && !contradicts(given, ranked[i].name)) {
            return ranked[i].name;
        }
    }
    return NULL;
}

const char *diffable_lua_push_unknown(lua_State *L, const char *complaint, int given, int names, const char *meant)
{
    ranked_name ranked[LISTED];
    char words[LONGEST_NAME], memory[LONGEST_NAME];
    const char *text = lua_type(L, given) == LUA_TSTRING ? separate_words(lua_tostring(L, given), words) : NULL;
    const char *translated = text == NULL ? NULL : translate(text, memory);
    int total;
    int count = rank_names(L, translated, names, ranked, &total);
    if (meant == NULL && text != NULL) {
        meant = find_synonym(L, names, text, translated);
    }
    if (meant == NULL && text != NULL) {
        meant = find_near(translated, ranked, count);
    }
    size_t size;
    const char *shown = luaL_tolstring(L, given, &size);
    diffable_lua_push_quoted(L, shown, size);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (int i = 0; i < count; i += 1) {
        luaL_addstring(&buffer, i == 0 ? "" : ", ");
        luaL_addstring(&buffer, ranked[i].name);
    }
    luaL_addstring(&buffer, total > count ? ", ..." : "");
    luaL_pushresult(&buffer);
    if (meant == NULL) {
        return lua_pushfstring(L, "%s %s (there are: %s)", complaint, lua_tostring(L, -2), lua_tostring(L, -1));
    }
    return lua_pushfstring(
        L, "%s %s: did you mean \"%s\"? (there are: %s)", complaint, lua_tostring(L, -2), meant, lua_tostring(L, -1));
}

void diffable_lua_push_names(lua_State *L, const char *const names[])
{
    lua_newtable(L);
    for (const char *const *name = names; *name != NULL; name += 1) {
        lua_pushboolean(L, true);
        lua_setfield(L, -2, *name);
    }
}

/* Errors as objects */

static const char error_key; /* of their metatable in the registry */

bool diffable_lua_is_error(lua_State *L, int index)
{
    if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) {
        return false;
    }
    lua_rawgetp(L, LUA_REGISTRYINDEX, &error_key);
    bool answer = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return answer;
}

/* How many bytes of a text are the name of a call and what separates it from the rest; 0 if it names none. */
static size_t size_of_call(const char *text)
{
    size_t size = strspn(text, "abcdefghijklmnopqrstuvwxyz_");
    return size > 0 && strncmp(text + size, ": ", 2) == 0 ? size + 2 : 0;
}

void diffable_lua_make_error(lua_State *L, size_t position_size, int identifier)
{
    if (!diffable_lua_shows_error_objects(L)) {
        return;
    }
    size_t size;
    const char *text = lua_tolstring(L, -1, &size), *code = text + position_size, *separator = strstr(code, ": ");
    const char *message = separator == NULL ? code : separator + 2;
    message += size_of_call(message);
    lua_createtable(L, 1, 3);
    lua_pushlstring(L, code, separator == NULL ? 0 : (size_t)(separator - code));
    lua_setfield(L, -2, "code");
    lua_pushlstring(L, message, size - (size_t)(message - text));
    lua_setfield(L, -2, "message");
    if (identifier != 0) {
        lua_pushvalue(L, identifier);
        lua_setfield(L, -2, "identifier");
    }
    lua_insert(L, -2);
    lua_rawseti(L, -2, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &error_key);
    lua_setmetatable(L, -2);
}

void diffable_lua_make_error_like(lua_State *L, int index)
{
    static const char *const fields[] = { "code", "message", "identifier" };
    lua_createtable(L, 1, 3);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i += 1) {
        lua_pushstring(L, fields[i]);
        lua_pushvalue(L, -1);
        lua_rawget(L, index);
        lua_rawset(L, -3);
    }
    lua_insert(L, -2);
    lua_rawseti(L, -2, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &error_key);
    lua_setmetatable(L, -2);
}

/* Whether the function at this level of the stack raises errors: it is one of the module, or `error`. */
static bool raises(lua_State *L, int level)
{
    lua_Debug frame;
    int top = lua_gettop(L);
    if (!lua_getstack(L, level, &frame) || lua_getinfo(L, "f", &frame) == 0) {
        return false;
    }
    bool answer = lua_iscfunction(L, -1) && lua_getupvalue(L, -1, 1) != NULL && lua_type(L, -1) == LUA_TSTRING
        && strcmp(lua_tostring(L, -1), "id") == 0;
    lua_settop(L, top + 1);
    lua_getglobal(L, "error");
    answer = answer || lua_rawequal(L, -1, -2);
    lua_settop(L, top);
    return answer;
}

/*
 * tostring(error). The message handler of `lua` shows this in place of a message with a traceback. So while the error
 * is being raised, which only a message handler sees, the text has the traceback.
 */
static int error_to_string(lua_State *L)
{
    if (!diffable_lua_is_error(L, 1) || lua_rawgeti(L, 1, 1) != LUA_TSTRING) {
        lua_pushliteral(L, "(changed error)");
        return 1;
    }
    lua_Debug handler;
    if (DIFFABLE_LUA_OMITS_TRACEBACK && lua_getstack(L, 1, &handler) && lua_getinfo(L, "S", &handler) != 0
        && *handler.what == 'C' && raises(L, 2)) {
        diffable_lua_push_with_traceback(L, lua_tostring(L, -1), 2);
    }
    return 1;
}

static int concatenate(lua_State *L)
{
    lua_settop(L, 2);
    luaL_tolstring(L, 1, NULL);
    luaL_tolstring(L, 2, NULL);
    lua_concat(L, 2);
    return 1;
}

/* error:match(...) and the other functions for strings take the text. The name of the function is the upvalue. */
static int call_string_function(lua_State *L)
{
    if (diffable_lua_is_error(L, 1)) {
        lua_rawgeti(L, 1, 1);
        lua_replace(L, 1);
    }
    lua_pushliteral(L, "");
    luaL_getmetafield(L, -1, "__index");
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_gettable(L, -2);
    lua_insert(L, 1);
    lua_pop(L, 2);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

static void open_error_objects(lua_State *L)
{
    static const char *const of_strings[] = { "byte", "find", "gmatch", "gsub", "len", "lower", "match", "rep",
        "reverse", "sub", "upper" };
    lua_createtable(L, 0, 4);
    lua_pushliteral(L, "diffable.error");
    lua_setfield(L, -2, "__name");
    lua_pushcfunction(L, error_to_string);
    lua_setfield(L, -2, "__tostring");
    lua_pushcfunction(L, concatenate);
    lua_setfield(L, -2, "__concat");
    lua_newtable(L);
    for (size_t i = 0; i < sizeof of_strings / sizeof *of_strings; i += 1) {
        lua_pushstring(L, of_strings[i]);
        lua_pushcclosure(L, call_string_function, 1);
        lua_setfield(L, -2, of_strings[i]);
    }
    lua_setfield(L, -2, "__index");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &error_key);
}

/* Refusals */

/*
 * The name of the running function, without the colon of a method; NULL for metamethods and for functions that are not
 * the module's.
 */
static const char *name_of_call(lua_State *L)
{
    const char *name = lua_tostring(L, CALL_NAME);
    if (name == NULL || strncmp(name, "__", 2) == 0) {
        return NULL;
    }
    return name + (*name == ':');
}

static bool is_method(lua_State *L)
{
    const char *name = lua_tostring(L, CALL_NAME);
    return name != NULL && *name == ':';
}

/* Raises the complaint on top of the stack, at the line that this level of the stack is at. */
static int raise_at(lua_State *L, int level, diffable_status status, int identifier)
{
    int complaint = lua_gettop(L);
    luaL_checkstack(L, LUA_MINSTACK, "a message");
    luaL_where(L, level);
    const char *where = lua_tostring(L, -1), *code = diffable_status_name(status), *call = name_of_call(L);
    lua_pushfstring(
        L, "%s%s: %s%s%s", where, code, call == NULL ? "" : call, call == NULL ? "" : ": ", lua_tostring(L, complaint));
    diffable_lua_make_error(L, strlen(where), identifier);
    return lua_error(L);
}

int diffable_lua_refuse_identifier(lua_State *L, diffable_status code, int identifier, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    lua_pushvfstring(L, format, arguments);
    va_end(arguments);
    return raise_at(L, 1, code, identifier);
}

int diffable_lua_refuse_code(lua_State *L, diffable_status code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    lua_pushvfstring(L, format, arguments);
    va_end(arguments);
    return raise_at(L, 1, code, 0);
}

int diffable_lua_refuse(lua_State *L, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    lua_pushvfstring(L, format, arguments);
    va_end(arguments);
    return raise_at(L, 1, DIFFABLE_ERROR_INVALID_ARGUMENT, 0);
}

int diffable_lua_refuse_argument(lua_State *L, int argument, const char *complaint)
{
    int number = argument - is_method(L);
    return diffable_lua_refuse(L, "argument %d: %s", number, complaint);
}

/* Pushes how a value is called in messages: by its type, or the name of its metatable. */
static const char *push_type_name(lua_State *L, int index)
{
    if (luaL_getmetafield(L, index, "__name") == LUA_TSTRING) {
        return lua_tostring(L, -1);
    }
    return luaL_typename(L, index);
}

/* Pushes a hint for a method of the module that was passed in place of its result. */
static const char *push_method_hint(lua_State *L, int argument)
{
    bool is_method = lua_iscfunction(L, argument) && lua_getupvalue(L, argument, 2) != NULL
        && lua_type(L, -1) == LUA_TSTRING && *lua_tostring(L, -1) == ':';
    return is_method ? lua_pushfstring(L, "; are parentheses missing, as in x%s()?", lua_tostring(L, -1)) : "";
}

int diffable_lua_refuse_type(lua_State *L, int argument, const char *expected)
{
    const char *hint = push_method_hint(L, argument), *got = push_type_name(L, argument);
    if (argument > 1 || !is_method(L)) {
        return diffable_lua_refuse_argument(
            L, argument, lua_pushfstring(L, "%s expected, got %s%s", expected, got, hint));
    }
    return diffable_lua_refuse(L,
        "%s expected before the colon, got %s; methods are called with a colon, as in x:%s(...)", expected, got,
        name_of_call(L));
}

bool diffable_lua_has_type(lua_State *L, int index, int type)
{
    if (lua_type(L, index) == type) {
        return true;
    }
    bool is_callable = type == LUA_TFUNCTION && luaL_getmetafield(L, index, "__call") != LUA_TNIL;
    lua_pop(L, is_callable);
    return is_callable;
}

void diffable_lua_check_type(lua_State *L, int argument, int type)
{
    if (!diffable_lua_has_type(L, argument, type)) {
        diffable_lua_refuse_type(L, argument, lua_typename(L, type));
    }
}

lua_Integer diffable_lua_check_integer(lua_State *L, int argument)
{
    int exact;
    lua_Integer integer = lua_tointegerx(L, argument, &exact);
    if (lua_type(L, argument) == LUA_TNUMBER && !exact) {
        diffable_lua_refuse_argument(
            L, argument, lua_pushfstring(L, "integer expected, got %f", lua_tonumber(L, argument)));
    } else if (lua_type(L, argument) != LUA_TNUMBER) {
        diffable_lua_refuse_type(L, argument, "integer");
    }
    return integer;
}

/*
 * Raises the complaint on top of the stack at the line of the script. Functions in C may be in between: an __index of
 * the module, or `ipairs`.
 */
static int raise_member(lua_State *L)
{
    enum { MOST_LEVELS = 4 };
    int level = 0;
    bool is_script = false;
    while (!is_script && level < MOST_LEVELS) {
        level += 1;
        luaL_where(L, level);
        is_script = lua_rawlen(L, -1) > 0;
        lua_pop(L, 1);
    }
    return raise_at(L, level, DIFFABLE_ERROR_INVALID_ARGUMENT, 0);
}

/* What to write in place of an index of an object, and of `pairs(object)`; NULL for nothing. */
static const char *cure_of_access(const char *noun, bool is_index)
{
    static const char *const cures[][3] = {
        { "snapshot", "its method item_identifiers returns one", "its method each visits its items" },
        { "data source", "source:snapshot():item_identifiers() returns one",
            "source:snapshot():each() visits its items" },
        { "transaction", "the fields of its difference are arrays",
            "pairs(transaction.difference) visits the changes" },
        { "difference", "its fields are arrays, such as inserted_items, and steps() returns one", NULL },
    };
    for (size_t i = 0; i < sizeof cures / sizeof *cures; i += 1) {
        if (strcmp(noun, cures[i][0]) == 0) {
            return cures[i][is_index ? 1 : 2];
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
 * The upvalues of refuse_member after those of every function: the noun of the type, the table of methods, the table of
 * names of fields.
 */
enum { NOUN = DIFFABLE_LUA_UPVALUES + 1, METHODS, FIELDS };

/* Whether a type has a method of this name or, if it is the difference, which has no edits and look-ups, a field. */
static bool type_has_member(lua_State *L, const char *type, const char *name)
{
    int top = lua_gettop(L);
    diffable_lua_push_methods(L, type);
    bool answer = false;
    if (lua_istable(L, top + 1)) {
        answer = has_name(L, top + 1, name);
        if (!answer && strcmp(type, "diffable.difference") == 0
            && luaL_getmetafield(L, top + 1, "__index") == LUA_TFUNCTION && lua_getupvalue(L, -1, FIELDS) != NULL) {
            answer = has_name(L, lua_gettop(L), name);
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

/* Whether the name of a method says that it edits. */
static bool names_edit(const char *name)
{
    bool answer = false;
    for (const char *const *word = meanings[0]; *word != NULL; word += 1) {
        answer = answer || (strcmp(*word, "contains") != 0 && has_word(name, *word));
    }
    return answer;
}

/*
 * Raises if another type, which is easily confused with this one, has a member of a name. The name that was given is at
 * 2.
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
        const char *member = strcmp(name, given) == 0 ? "it" : lua_pushfstring(L, "\"%s\"", name), *cure = "";
        if (owner == of_history) {
            cure = ", which diffable.history(source) returns";
        } else if (others[i][2] == NULL && names_edit(name)) {
            cure = ": edit source:snapshot(), and apply that";
        } else if (others[i][2] == NULL) {
            cure = lua_pushfstring(L, ", as in source:snapshot():%s(...)", name);
        } else if (strcmp(noun, "module") == 0) {
            cure = lua_pushfstring(
                L, ", as in %s:%s(...)", strcmp(owner, "a snapshot has") == 0 ? "snapshot" : "source", name);
        }
        lua_pushfstring(L, "%s %s has no member \"%s\"; %s %s%s", article_of(noun), noun, given, owner, member, cure);
        raise_member(L);
    }
}

/* The same for the name at 2, and for what it means in the words of this library. */
static void refuse_members_of_others(lua_State *L, const char *noun)
{
    char words[LONGEST_NAME], translated[LONGEST_NAME];
    if (lua_type(L, 2) != LUA_TSTRING || strlen(lua_tostring(L, 2)) != lua_rawlen(L, 2)) {
        return;
    }
    refuse_member_of_other(L, noun, lua_tostring(L, 2));
    const char *plain = translate(separate_words(lua_tostring(L, 2), words), translated);
    for (int is_plural = 0; is_plural <= names_edit(plain); is_plural += 1) { /* edits are of several items */
        const char *name = is_plural ? lua_pushfstring(L, "%ss", plain) : plain;
        if (!has_name(L, lua_upvalueindex(METHODS), name) && !has_name(L, lua_upvalueindex(FIELDS), name)) {
            refuse_member_of_other(L, noun, name);
        }
    }
    lua_settop(L, 2);
}

const char *diffable_lua_push_place_of_option(lua_State *L, int name)
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

/* Raises for a member that a type does not have. A field that is not set is nil: only plain tables have some. */
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
        const char *cure = cure_of_access(noun, true);
        lua_pushfstring(
            L, "%s %s is not an array%s%s", article, noun, cure == NULL ? "" : "; ", cure == NULL ? "" : cure);
        return raise_member(L);
    }
    if (strcmp(noun, "module") == 0 && lua_type(L, 2) == LUA_TSTRING && is_constant(lua_tostring(L, 2))) {
        lua_pushfstring(
            L, "the module has no constants; an error code is a string, as in err.code == \"%s\"", lua_tostring(L, 2));
        return raise_member(L);
    }
    refuse_members_of_others(L, noun);
    const char *place = strcmp(noun, "data source") == 0 ? diffable_lua_push_place_of_option(L, 2) : NULL;
    if (place != NULL) {
        lua_pushfstring(L, "%s %s has no member %s", article, noun, place);
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
    const char *complaint = lua_pushfstring(L, "%s %s has no member", article, noun);
    diffable_lua_push_unknown(L, complaint, 2, 3, NULL);
    return raise_member(L);
}

/*
 * Raises for a field that is set in an object without fields to set. Upvalues: "id", the name of the call, the noun of
 * the type.
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
    const char *noun = lua_tostring(L, lua_upvalueindex(3)), *cure = cure_of_access(noun, false);
    lua_pushfstring(L, "a %s is not a table%s%s", noun, cure == NULL ? "" : "; ", cure == NULL ? "" : cure);
    return raise_member(L);
}

void diffable_lua_refuse_pairs(lua_State *L, const char *noun)
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

void diffable_lua_refuse_other_members(lua_State *L, const char *noun, const char *const *fields)
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

/* Errors of the engine */
void diffable_lua_push_error_text(lua_State *L, const diffable_error *error)
{
    static const char *const names[] = { ": insert_tree: ", ": insert_items: ", ": move_items: " };
    const char *message = diffable_error_message_from_one(error), *code_end = message + strcspn(message, ":"),
               *call = NULL;
    lua_Debug frame;
    size_t size = 0;
    int top = lua_gettop(L);
    for (size_t i = 0; i < sizeof names / sizeof *names; i += 1) {
        size = strncmp(code_end, names[i], strlen(names[i])) == 0 ? strlen(names[i]) : size;
    }
    if (size > 0 && lua_getstack(L, 1, &frame) && lua_getinfo(L, "f", &frame) != 0
        && lua_getupvalue(L, -1, DIFFABLE_LUA_UPVALUES) != NULL) {
        call = lua_tostring(L, -1);
    }
    lua_pushlstring(L, message, call == NULL ? strlen(message) : (size_t)(code_end - message));
    if (call != NULL) {
        lua_pushfstring(L, ": %s: %s", call + (*call == ':'), code_end + size);
        lua_concat(L, 2);
    }
    lua_insert(L, top + 1);
    lua_settop(L, top + 1);
}

/* Pushes the identifier that an error is about; nil if there is none. The error is out of the reach of user code. */
static void push_identifier(lua_State *L, diffable_id id)
{
    if (id.kind == DIFFABLE_ID_INTEGER) {
        lua_pushinteger(L, id.integer);
    } else if (id.kind == DIFFABLE_ID_BYTES) {
        lua_pushlstring(L, id.bytes.data, id.bytes.size);
    } else {
        lua_pushnil(L);
    }
}

void diffable_lua_finish_error(lua_State *L, const diffable_error *error, int count)
{
    int where = lua_gettop(L) - count + 1;
    size_t position_size = lua_rawlen(L, where);
    lua_concat(L, count);
    push_identifier(L, diffable_error_identifier(error));
    lua_insert(L, where);
    diffable_lua_make_error(L, position_size, where);
    lua_remove(L, where);
}

static int push_message(lua_State *L)
{
    luaL_where(L, 2); /* 0 is this function, 1 the one of the module, 2 the script */
    diffable_lua_push_error_text(L, lua_touserdata(L, 1));
    diffable_lua_finish_error(L, lua_touserdata(L, 1), 2);
    return 1;
}

void diffable_lua_open_errors(lua_State *L)
{
    diffable_lua_keep_function(L, push_message);
    open_error_objects(L);
}

void diffable_lua_push_error(lua_State *L, diffable_error *error)
{
    /* Making a string may raise for lack of memory, and the error must be freed even then. */
    diffable_lua_push_function(L, push_message);
    lua_pushlightuserdata(L, error);
    lua_pcall(L, 1, 1, 0);
    diffable_error_free(error);
}

int diffable_lua_raise(lua_State *L, diffable_error *error)
{
    lua_settop(L, 0);
    diffable_lua_push_error(L, error);
    return lua_error(L);
}

int diffable_lua_check_status(lua_State *L, diffable_status status, diffable_error *error)
{
    return status == DIFFABLE_OK ? 0 : diffable_lua_raise(L, error);
}
