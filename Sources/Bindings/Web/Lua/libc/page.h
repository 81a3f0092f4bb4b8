/* Included before each file of Lua and of the Lua module. Adapts them to the libc of WASI and to the page. */
#pragma once
#include <stddef.h>
#include <strings.h>
#include <unistd.h>

/* Two files of the Lua module have a function of this name. */
#define index lua_index

/* Defined in callbacks.c. */
#define getrandom(memory, size, flags) ((void)(flags), getentropy(memory, size) == 0 ? (ssize_t)(size) : -1)

/* There are no signals, so an ordinary integer is enough. */
#define l_signalT int

/* `print` passes its text to the page. */
void diffable_web_lua_print(const char *bytes, size_t size);
#define lua_writestring(bytes, size) diffable_web_lua_print(bytes, size)
#define lua_writeline() diffable_web_lua_print("\n", 1)
