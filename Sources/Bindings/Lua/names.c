/* Suggestions for names that do not exist: synonyms of other libraries, other spellings, and names that are near. */
#include <string.h>

#include "internal.h"

/* LONGEST: names with more bytes are not compared. LISTED: how many names a message lists. */
enum { LONGEST = 32, LISTED = 12 };

static int smaller(int one, int other)
{
    return one < other ? one : other;
}

/*
 * Returns the distance by optimal string alignment. If a text is longer than LONGEST, returns a distance that is too
 * large for a suggestion.
 */
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
 * Stores the names that are nearest to `given` in `ranked`, nearest first, and at most LISTED of them. Returns how many
 * it stored. `total` receives the number of all names.
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

bool diffable_lua_has_name(lua_State *L, int names, const char *name)
{
    lua_pushstring(L, name);
    bool answer = lua_rawget(L, names) != LUA_TNIL;
    lua_pop(L, 1);
    return answer;
}

/*
 * Names that other libraries use, and the names of this library for the same thing. If a name has several rows, they
 * are tried in order.
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

/*
 * Words in names of other libraries, and the words that this library uses instead. If the second word is empty, the
 * first one is left out.
 */
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
 * Groups of words that exclude each other: a name with one word of a group is not a typo of a name with another word of
 * that group.
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

/* Replaces words of a name by their synonyms. A name that is too long stays as it is. */
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

/* Returns whether one of the words of a name, which are separated by `_`, is `word`. */
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

/* Returns whether both names have words of one group of `meanings`, but no common one. */
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

bool diffable_lua_names_edit(const char *name)
{
    bool answer = false;
    for (const char *const *word = meanings[0]; *word != NULL; word += 1) {
        answer = answer || (strcmp(*word, "contains") != 0 && has_word(name, *word));
    }
    return answer;
}

/*
 * Returns the name in `names` that `guesses` has for a given name or its translation. If there is none, returns the
 * given name if it is in `names`, or else NULL.
 */
static const char *find_synonym(lua_State *L, int names, const char *given, const char *translated)
{
    for (size_t i = 0; i < sizeof guesses / sizeof *guesses; i += 1) {
        bool is_guess = strcmp(guesses[i][0], given) == 0 || strcmp(guesses[i][0], translated) == 0;
        if (is_guess && diffable_lua_has_name(L, names, guesses[i][1])) {
            return guesses[i][1];
        }
    }
    /* The given name is one of the names if only its spelling differed, as in `moveItem`. */
    return diffable_lua_has_name(L, names, given) ? given : NULL;
}

/* Returns the name to suggest, or NULL. The names in `ranked` begin with the nearest. */
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
    /* The given name may be the beginning of a name. */
    for (int i = nearest; i < count && ranked[nearest].distance > 1 && size > 3; i += 1) {
        if (strncmp(ranked[i].name, given, size) == 0 && !contradicts(given, ranked[i].name)) {
            return ranked[i].name;
        }
    }
    if (ranked[nearest].distance <= 1 + (int)size / 4) {
        return ranked[nearest].name;
    }
    for (int i = nearest; i < count && size > 3; i += 1) {
        bool deletes = has_word(ranked[i].name, "delete"); /* too dangerous to suggest for a part of a name */
        if (strstr(ranked[i].name, given) != NULL && !deletes && !contradicts(given, ranked[i].name)) {
            return ranked[i].name;
        }
    }
    return NULL;
}

const char *diffable_lua_push_unknown(lua_State *L, const char *message, int given, int names, const char *meant)
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
        return lua_pushfstring(L, "%s %s (there are: %s)", message, lua_tostring(L, -2), lua_tostring(L, -1));
    }
    return lua_pushfstring(
        L, "%s %s: did you mean \"%s\"? (there are: %s)", message, lua_tostring(L, -2), meant, lua_tostring(L, -1));
}

const char *diffable_lua_push_translation(lua_State *L, const char *name)
{
    char words[LONGEST_NAME], translated[LONGEST_NAME];
    lua_pushstring(L, translate(separate_words(name, words), translated));
    return lua_tostring(L, -1);
}

void diffable_lua_push_names(lua_State *L, const char *const names[])
{
    lua_newtable(L);
    for (const char *const *name = names; *name != NULL; name += 1) {
        lua_pushboolean(L, true);
        lua_setfield(L, -2, *name);
    }
}
