# Lua in the page: diffable_lua.wasm is the engine with Lua and the Lua module, and diffable_lua.js is diffable.js with the class Lua.

WEB_LUA := $(WEB)/Lua
LUA_SOURCE := build/web/lua
LUA_OBJECTS := build/web/objects/lua
# The files of Lua, without the libraries that need files or processes.
LUA_CORE := lapi lcode lctype ldebug ldo ldump lfunc lgc llex lmem lobject lopcodes lparser lstate lstring ltable ltm lundump lvm lzio \
	lauxlib lbaselib lcorolib lmathlib lstrlib ltablib lutf8lib
WEB_LUA_MODULE := $(patsubst Sources/Bindings/Lua/%.c,%,$(call sources,DiffableLua,c))
# Lua leaves functions by longjmp, which becomes an exception of WebAssembly.
WASM_LUA_CC = $(WASM_CC) -Wno-language-extension-token -mexception-handling -mllvm -wasm-enable-sjlj -isystem $(WEB_LUA)/libc -include $(WEB_LUA)/libc/page.h \
	-ISources/Bindings/Lua/include -isystem $(LUA_SOURCE)/src
LUA_LINKED = $(addprefix $(LUA_OBJECTS)/,$(addsuffix .o,$(LUA_CORE) $(addprefix module/,$(WEB_LUA_MODULE)) page/lua page/longjmp))

.PHONY: web-lua
web-lua: web
	@$(MAKE) --no-print-directory $(LUA_SOURCE)/src/lua.h
	@$(MAKE) --no-print-directory build/web/diffable_lua.js build/web/diffable_lua.d.ts

$(LUA_SOURCE)/src/lua.h: $(WEB_LUA)/download
	@echo "downloading the sources of Lua"
	@rm -rf $(LUA_SOURCE)
	@$(WEB_LUA)/download $(LUA_SOURCE)
	@touch $@

LUA_HEADERS := $(wildcard $(WEB_LUA)/libc/* include/*.h) $(call sources,DiffableLua,h)
lua_compile = mkdir -p $(@D) && $(WASM_LUA_CC) $(1) -c -o $@ $<
# The sources of Lua are compiled as they are, without warnings.
$(LUA_OBJECTS)/%.o: $(LUA_SOURCE)/src/%.c $(LUA_HEADERS)
	@$(call lua_compile,-w -O2)
$(LUA_OBJECTS)/module/%.o: Sources/Bindings/Lua/%.c $(LUA_HEADERS)
	@$(call lua_compile)
$(LUA_OBJECTS)/page/%.o: $(WEB_LUA)/%.c $(LUA_HEADERS)
	@$(call lua_compile)

build/web/diffable_lua.wasm: $(LUA_LINKED) build/web/diffable.wasm
	@echo "linking $@"
	@$(WASM_LD) $(web_exports) -o $@ $(filter %.o,$^) $(WEB_MODULES:%=$(WEB_OBJECTS)/%.o) $(WEB_OBJECTS)/callbacks.o \
		$(RESOURCES)/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a -L/usr/lib/wasm32-wasi -lc -lm $(WASM_RUNTIME)

build/web/diffable_lua.js: $(WEB_LUA)/lua.js $(WEB)/List/list_events.js build/web/diffable.js build/web/diffable_lua.wasm
	@{ $(call join_scripts,$(WEB_SCRIPTS) $(WEB)/List/list_events.js $(WEB_LUA)/lua.js); \
		$(call web_end,$(WEB)/module.js) | sed -e 's/diffable\.wasm"/diffable_lua.wasm"/' -e 's/diffable\.js/diffable_lua.js/'; echo 'await init();'; echo 'export { Lua };'; } >$@

build/web/diffable_lua.d.ts: $(WEB_LUA)/lua.d.ts
	@cp $< $@
