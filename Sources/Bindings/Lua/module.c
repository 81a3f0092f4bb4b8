/* The module table. */
#include "diffable_lua.h"
#include "DataSources/sources.h"

/* Only the command has lists on a terminal: their code would be a sixth of the module. */
static int refuse_to_run(lua_State *L)
{
    return diffable_lua_refuse(L, "the list on a terminal is part of the command; run the script with `diffable`");
}

static int deny_terminal(lua_State *L)
{
    lua_pushboolean(L, false);
    return 1;
}

static const diffable_lua_function functions[] = {
    { "snapshot", diffable_lua_snapshot_new, 2, 1, "no options" },
    { "section_snapshot", diffable_lua_section_snapshot_new, 2, 1, "no options" },
    { "data_source", diffable_lua_source_new, 1, 1, "no options" },
    { "text_view", diffable_lua_text_view_new, 1, 1, "no options" },
    { "ndjson_view", diffable_lua_ndjson_view_new, 1, 1, "no options" },
    { "set_default_view", diffable_lua_set_default_view, 1, 0, NULL },
    { "difference", diffable_lua_difference_new, 2, 0, NULL },
    { "decode", diffable_lua_decode_document, 1, 0, NULL },
    { "merge", diffable_lua_merge, 3, 0, NULL },
    { "history", diffable_lua_history_new, 2, 1, "no options" },
    { "publisher", diffable_lua_publisher_new, 2, 1, "no options" },
    { "follower", diffable_lua_follower_new, 1, 0, NULL },
    { "concat", diffable_lua_concat, 1, 0, NULL },
    { "strict", diffable_lua_set_strict, 1, 0, NULL },
    { "run", refuse_to_run, 1, 0, NULL },
    { "set_status", refuse_to_run, 1, 0, NULL },
    { "set_title", refuse_to_run, 1, 0, NULL },
    { "terminal_is_available", deny_terminal, 0, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

/*
 * Makes the module on top of the stack raise for names that it does not have. The names for messages are in a table of
 * their own, because scripts may add fields to the module.
 */
static void install_member_check(lua_State *L)
{
    static const char *const fields[] = { "_VERSION", NULL };
    lua_newtable(L);
    diffable_lua_set_functions(L, functions);
    diffable_lua_install_member_check(L, "module", fields);
    lua_getmetatable(L, -1);
    lua_setmetatable(L, -3);
    lua_pop(L, 1);
}

int luaopen_diffable(lua_State *L)
{
    luaL_checkversion(L);
    diffable_lua_open_types(L);
    diffable_lua_open_errors(L);
    diffable_lua_open_ids(L);
    diffable_lua_open_store(L);
    diffable_lua_open_references(L);
    diffable_lua_open_callbacks(L);
    diffable_lua_open_snapshots(L);
    diffable_lua_open_identifier_lists(L);
    diffable_lua_open_each(L);
    diffable_lua_open_snapshot_look_ups(L);
    diffable_lua_open_tree_look_ups(L);
    diffable_lua_open_to_table(L);
    diffable_lua_open_section_edits(L);
    diffable_lua_open_item_insertions(L);
    diffable_lua_open_item_edits(L);
    diffable_lua_open_tree_edits(L);
    diffable_lua_open_merging(L);
    diffable_lua_open_differences(L);
    diffable_lua_open_transactions(L);
    diffable_lua_open_documents(L);
    diffable_lua_open_views(L);
    diffable_lua_open_sources(L);
    diffable_lua_open_derived_lists(L);
    diffable_lua_open_histories(L);
    diffable_lua_open_publishers(L);
    diffable_lua_open_followers(L);
    lua_newtable(L);
    diffable_lua_set_functions(L, functions);
    lua_pushfstring(L, "diffable %s", diffable_version());
    lua_setfield(L, -2, "_VERSION");
    install_member_check(L);
    return 1;
}
