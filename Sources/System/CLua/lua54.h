// The headers of Lua 5.4, which Debian keeps in a folder of their own. Where they are neither there nor on the
// compiler's path, C_INCLUDE_PATH names their folder.
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
