/* Included before each file of Lua and of the Lua module: what is different in the libc of WASI. */
#pragma once
#include <stddef.h>
#include <strings.h>
#include <unistd.h>

/* Two files of the Lua module have a function of this name. */
#define index lua_index

/* Defined in callbacks.c. */
#define getrandom(memory, size, flags) ((void)(flags), getentropy(memory, size) == 0 ? (ssize_t)(size) : -1)

/* There are no signals, so nothing is changed by one. */
#define l_signalT int

/* What `print` writes. */
void diffable_web_lua_print(const char *bytes, size_t size);
#define lua_writestring(bytes, size) diffable_web_lua_print(bytes, size)
#define lua_writeline() diffable_web_lua_print("\n", 1)
