/* Rows that move, and what a script does meanwhile. */
#ifndef DIFFABLE_LUA_MOTION_H
#define DIFFABLE_LUA_MOTION_H

#include <lualib.h>

#include "internal.h"

/* Has the functions of the standard library that write, read or wait show first what is to move. */
void diffable_lua_settle_before_output(lua_State *L);

#endif /* DIFFABLE_LUA_MOTION_H */
