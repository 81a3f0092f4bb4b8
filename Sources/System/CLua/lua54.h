// Includes the headers of Lua 5.4. Debian keeps them in a folder of their own. If they are neither there nor on the
// compiler's path, set C_INCLUDE_PATH to their folder.
#ifndef DIFFABLE_LUA54_H
#define DIFFABLE_LUA54_H

#if __has_include(<lua5.4/lua.h>)
#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <lua5.4/lualib.h>
#else
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#endif

#endif
