/* What the files about data sources share: sources and their views. */
#ifndef DIFFABLE_LUA_SOURCES_H
#define DIFFABLE_LUA_SOURCES_H

#include "snapshots.h"

/* ------------------------------------------------------------------------------------------ views */

#define DIFFABLE_LUA_VIEW "diffable.view"

struct diffable_lua_call;

typedef struct diffable_lua_view {
    diffable_view *engine; /* NULL when closed; sources that show it go on */
    struct diffable_lua_call *call;
} diffable_lua_view;

int diffable_lua_text_view_new(lua_State *L);
int diffable_lua_ndjson_view_new(lua_State *L);
int diffable_lua_set_default_view(lua_State *L);

/* Pushes the view of data sources that name none, or false. */
void diffable_lua_push_default_view(lua_State *L);

/* The view at `index`, or NULL for false; raises for anything else. `place` stands in front of messages, which are about argument 1. */
const diffable_lua_view *diffable_lua_check_view_or_false(lua_State *L, int index, const char *place);
void diffable_lua_open_views(lua_State *L);

/* ------------------------------------------------------------------------------------ data sources */

#define DIFFABLE_LUA_DATA_SOURCE "diffable.data_source"

/* The user values of a data source. */
enum {
    DIFFABLE_LUA_SOURCE_CONTENTS = 1, /* of the current list and of what is hidden beside it */
    DIFFABLE_LUA_SOURCE_BEFORE,       /* the same as the running apply found them */
    DIFFABLE_LUA_SOURCE_COMING,       /* of the snapshot that is being applied, where they are others */
    DIFFABLE_LUA_SOURCE_COMPLETION,   /* of the running apply */
    DIFFABLE_LUA_SOURCE_CELLS,        /* kind -> provider */
    DIFFABLE_LUA_SOURCE_CELL,
    DIFFABLE_LUA_SOURCE_SUPPLEMENTARY, /* kind -> provider, "header" and "footer" among them */
    DIFFABLE_LUA_SOURCE_OBSERVERS,
    DIFFABLE_LUA_SOURCE_HANDLERS,     /* name -> function */
    DIFFABLE_LUA_SOURCE_TREES,        /* section -> true, for sections that may have a tree */
    DIFFABLE_LUA_SOURCE_QUEUE,        /* what callbacks asked for; see queue.c */
    DIFFABLE_LUA_SOURCE_VIEW,
    DIFFABLE_LUA_SOURCE_VALUES = DIFFABLE_LUA_SOURCE_VIEW
};

typedef struct diffable_lua_source {
    diffable_data_source *engine;   /* NULL when closed */
    struct diffable_lua_call *call; /* the innermost call into the engine that may call back */
    bool busy;                      /* a call is under way, or what waited for its end is */
    lua_Integer first, last;        /* what waits */
} diffable_lua_source;

diffable_lua_source *diffable_lua_check_source(lua_State *L, int argument);
int diffable_lua_source_new(lua_State *L);
int diffable_lua_source_apply(lua_State *L);
int diffable_lua_source_apply_using_reload_data(lua_State *L);
int diffable_lua_source_apply_section(lua_State *L);
int diffable_lua_source_toggle_item(lua_State *L);
int diffable_lua_source_reorder_item(lua_State *L);
int diffable_lua_source_on_apply(lua_State *L);
int diffable_lua_source_cell(lua_State *L);
int diffable_lua_source_supplementary_cell(lua_State *L);
int diffable_lua_source_render(lua_State *L);
void diffable_lua_open_sources(lua_State *L);
extern const luaL_Reg diffable_lua_source_lookups[];

/* Pushes the content table that a revision stands for, else the bare identifier. */
void diffable_lua_push_source_content(lua_State *L, int source, uint64_t revision, diffable_id id);

/* Pushes the contents table that covers the current list, also in the middle of an apply. */
void diffable_lua_push_source_contents(lua_State *L, int source, const diffable_snapshot *snapshot);

/* The same for the tree of a section. */
void diffable_lua_push_tree_contents(lua_State *L, int source, const diffable_section_snapshot *tree);

/*
 * What follows keeps the contents of a source complete. It is called in front of an apply and may run user code
 * first, but none any more once it has begun to look.
 */

/* Adds to the contents at `coming`, which are to replace those of the source, what is hidden in its trees. */
void diffable_lua_bring_hidden_contents(lua_State *L, int source, int coming);

/* Adds the contents of a tree to those of the source, for the section at `section` on the stack. */
void diffable_lua_bring_tree(lua_State *L, int source, int section, const diffable_section_snapshot *tree, int contents);

/* Moves a source to fresh contents where most of the ones it has are left behind. */
void diffable_lua_tidy_source_contents(lua_State *L, int source);

/* Called by the engine first after each apply: the list is now the new one, and its contents with it. */
diffable_status diffable_lua_adopt_contents(const diffable_transaction *transaction, void *source);

/* The engine's callback for completions; `user_data` is the diffable_lua_source. */
diffable_status diffable_lua_complete(const diffable_transaction *transaction, void *source);

/* The engine's callbacks for cells and supplementary cells; `user_data` is the diffable_lua_source. */
diffable_status diffable_lua_provide_cell(diffable_id item, uint64_t revision, diffable_index_path path, diffable_cell *cell, void *source);
diffable_status diffable_lua_provide_supplementary(const char *kind, diffable_id section, uint64_t revision, size_t index, diffable_cell *cell, void *source);

/* The names of the handlers, which are options and fields of a data source; NULL behind the last. */
extern const char *const diffable_lua_handler_names[];
bool diffable_lua_is_handler(lua_State *L, int name);

/* Hands the engine its callbacks for handlers; each looks for a function when it is called. */
diffable_status diffable_lua_set_handlers(diffable_lua_source *source, diffable_error **error);

#endif /* DIFFABLE_LUA_SOURCES_H */
