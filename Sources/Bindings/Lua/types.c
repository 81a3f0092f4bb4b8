/* The types of objects: their names, and how the engine frees and copies what an object owns. */
#include "DataSources/sources.h"

const char diffable_lua_snapshot_name[] = "diffable.snapshot";
const char diffable_lua_difference_name[] = "diffable.difference";
const char diffable_lua_transaction_name[] = "diffable.transaction";
const char diffable_lua_view_name[] = "diffable.view";
const char diffable_lua_source_name[] = "diffable.data_source";
const char diffable_lua_history_name[] = "diffable.history";
const char diffable_lua_publisher_name[] = "diffable.publisher";
const char diffable_lua_follower_name[] = "diffable.follower";
const char diffable_lua_hidden_name[] = "diffable.hidden";

#define DEFINE_FREE(noun) \
    static void free_##noun(lua_State *L, void *engine, size_t size) \
    { \
        (void)L, (void)size; \
        diffable_##noun##_free(engine); \
    }

#define DEFINE_COPY(noun) \
    static void *copy_##noun(const void *engine) \
    { \
        return diffable_##noun##_copy(engine); \
    }

DEFINE_FREE(snapshot)
DEFINE_COPY(snapshot)
DEFINE_FREE(difference)
DEFINE_COPY(difference)
DEFINE_FREE(transaction)
DEFINE_FREE(view)
DEFINE_FREE(data_source)
DEFINE_FREE(history)
DEFINE_FREE(publisher)
DEFINE_FREE(follower)

const diffable_lua_type diffable_lua_snapshot_type = {
    diffable_lua_snapshot_name,
    "snapshot",
    sizeof(diffable_lua_object),
    DIFFABLE_LUA_KEPT,
    1024,
    free_snapshot,
    copy_snapshot,
};
const diffable_lua_type diffable_lua_difference_type = {
    diffable_lua_difference_name,
    "difference",
    sizeof(diffable_lua_object),
    DIFFABLE_LUA_KEPT,
    256,
    free_difference,
    copy_difference,
};
const diffable_lua_type diffable_lua_transaction_type = {
    diffable_lua_transaction_name,
    "transaction",
    sizeof(diffable_lua_object),
    DIFFABLE_LUA_KEPT,
    1024,
    free_transaction,
    NULL,
};
const diffable_lua_type diffable_lua_view_type = {
    diffable_lua_view_name,
    "view",
    sizeof(diffable_lua_view),
    1,
    1024,
    free_view,
    NULL,
};
const diffable_lua_type diffable_lua_source_type = {
    diffable_lua_source_name,
    "data source",
    sizeof(diffable_lua_source),
    DIFFABLE_LUA_SOURCE_VALUES,
    1024,
    free_data_source,
    NULL,
};
const diffable_lua_type diffable_lua_history_type = {
    diffable_lua_history_name,
    "history",
    sizeof(diffable_lua_object),
    DIFFABLE_LUA_HISTORY_SOURCE,
    1024,
    free_history,
    NULL,
};

const diffable_lua_type diffable_lua_publisher_type = {
    diffable_lua_publisher_name,
    "publisher",
    sizeof(diffable_lua_object),
    DIFFABLE_LUA_PUBLISHING_SOURCE,
    1024,
    free_publisher,
    NULL,
};
const diffable_lua_type diffable_lua_follower_type = {
    diffable_lua_follower_name,
    "follower",
    sizeof(diffable_lua_object),
    DIFFABLE_LUA_PUBLISHING_SOURCE,
    256,
    free_follower,
    NULL,
};
