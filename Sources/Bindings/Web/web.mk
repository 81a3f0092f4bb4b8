# The engine for pages: diffable.wasm, diffable.js and diffable.d.ts. `make web` needs the packages of `.ci/setup web`.

WEB := Sources/Bindings/Web
WEB_OBJECTS := build/web/objects
# The folder for the finished files. Another folder can be used for files with other parts.
WEB_OUT := build/web
# The JavaScript in the order in which one file needs another.
# Parts can be left out, as in `make web DERIVED=no`:
#   DERIVED    derived lists
#   DOCUMENTS  lists as bytes, with publishers and followers
#   MERGING    merges
#   HISTORY    undo
#   TEXT       lists as text
#   LISTS      lists as elements
# The engine is smaller then, because it is linked without what no script calls.
DERIVED ?= yes
DOCUMENTS ?= yes
MERGING ?= yes
HISTORY ?= yes
TEXT ?= yes
LISTS ?= yes
# The scripts of a part, unless it is left out.
web_part = $(if $(filter no,$($(1))),,$(2))
WEB_SCRIPTS := $(patsubst %,$(WEB)/%.js,errors names strict memory calls handles callbacks cbor_output content_forms content_encoder content_decoder contents elements description options cells snapshot section_snapshot \
	difference transaction $(call web_part,MERGING,merging) source_look_ups fresh_references views source_handlers source_options data_source $(call web_part,TEXT,text_view) $(call web_part,HISTORY,history) \
	$(call web_part,DERIVED,derived) $(call web_part,DOCUMENTS,documents publishing) engine \
	$(call web_part,LISTS,$(addprefix List/,motion row_layout arrange viewport row_motion windowed_rows undo list_sections list_roles list_drags \
	list_focus list_selection list_type_ahead list_announcements list_sticky_header list_keys list_view)))
WEB_WITHOUT := $(if $(filter no,$(DERIVED)),concat DerivedList) $(if $(filter no,$(DOCUMENTS)),documentName Follower Publisher) $(if $(filter no,$(MERGING)),merge) \
	$(if $(filter no,$(HISTORY)),History) $(if $(filter no,$(TEXT)),TextView) $(if $(filter no,$(LISTS)),ListView)
# The toolchain's compilers and linker, with the libc of WASI. Nothing of WASI is imported: see callbacks.c.
WASM_LIBC := /usr/include/wasm32-wasi
WASM_RUNTIME = $(firstword $(wildcard /usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a))
WASM_SWIFT = $(SWIFT)c -target wasm32-unknown-none-wasm -swift-version 6 -enable-experimental-feature Embedded -wmo -Osize -parse-as-library -suppress-warnings \
	-enforce-exclusivity=unchecked -package-name diffable -Xfrontend -disable-stack-protector -Xfrontend -function-sections \
	-module-cache-path $(WEB_OBJECTS)/cache -I $(WEB_OBJECTS) -I include -I Sources/System/CLibc \
	-Xcc --sysroot=/nonexistent -Xcc -isystem -Xcc $(WASM_LIBC) -Xcc -D__wasi__ -Xcc -Oz
WASM_CC = $(RESOURCES)/../../bin/clang --target=wasm32-unknown-wasi --sysroot=/nonexistent -isystem $(WASM_LIBC) -Oz -std=c11 -Wall -Wextra -Werror -Iinclude
WASM_STRIP = --strip-all
# At most 2 GB of memory: JavaScript gets addresses above that as negative numbers.
WASM_LD = $(RESOURCES)/../../bin/wasm-ld --no-entry --gc-sections $(WASM_STRIP) -O2 --stack-first -z stack-size=1048576 --max-memory=2147483648 --export=malloc --export=free
# Only the functions that the JavaScript calls are exported. They are found as members of `wasm`, with a dot before
# their names.
web_exports = $(addprefix --export=,$(filter-out diffable_web_%,$(shell grep -oh '\.diffable_[a-z_]*' $(WEB_SCRIPTS) | tr -d . | sort -u)))

.PHONY: web test-web bench-web bench-linear-web FORCE
FORCE:

web:
	@.ci/setup web
	@$(MAKE) --no-print-directory $(addprefix $(WEB_OUT)/diffable,.js .init.js .min.js .inline.js .d.ts) $(WEB_OUT)/package.json

$(WEB_OBJECTS)/%.swiftmodule:
	@mkdir -p $(WEB_OBJECTS)
	@echo "compiling $* for WebAssembly"
	@$(WASM_SWIFT) -module-name $* -emit-module -emit-module-path $@ $(call sources,$*,swift)

web_inputs = $(call sources,$(1),swift) $(wildcard include/* Sources/System/CLibc/*)
$(WEB_OBJECTS)/DiffableEngine.swiftmodule: $(call web_inputs,DiffableEngine)
$(WEB_OBJECTS)/DiffableViews.swiftmodule: $(call web_inputs,DiffableViews) $(WEB_OBJECTS)/DiffableEngine.swiftmodule

# The modules whose objects are linked, as in the Makefile.
WEB_MODULES := DiffableEngine DiffableMemory DiffableC
$(WEB_OBJECTS)/DiffableEngine.o: $(call web_inputs,DiffableEngine)
$(WEB_OBJECTS)/DiffableMemory.o: $(call web_inputs,DiffableMemory) $(WEB_OBJECTS)/DiffableEngine.swiftmodule
$(WEB_OBJECTS)/DiffableC.o: $(call web_inputs,DiffableC) $(WEB_OBJECTS)/DiffableViews.swiftmodule
$(WEB_MODULES:%=$(WEB_OBJECTS)/%.o):
	@mkdir -p $(WEB_OBJECTS)
	@echo "compiling $(@F) for WebAssembly"
	@$(WASM_SWIFT) -module-name $(basename $(@F)) -c -o $@ $(call sources,$(basename $(@F)),swift)

$(WEB_OBJECTS)/callbacks.o: $(WEB)/callbacks.c include/diffable.h
	@mkdir -p $(WEB_OBJECTS)
	@$(WASM_CC) -c -o $@ $<

# This file changes only if the list of scripts changes.
$(WEB_OUT)/objects/scripts: FORCE
	@mkdir -p $(@D)
	@echo $(WEB_SCRIPTS) | cmp -s - $@ || echo $(WEB_SCRIPTS) >$@

# The optimizer of Binaryen makes the linked file a sixth smaller.
WASM_OPT := wasm-opt -Oz --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int
$(WEB_OUT)/diffable.wasm: $(WEB)/web.mk $(WEB_OUT)/objects/scripts $(WEB_MODULES:%=$(WEB_OBJECTS)/%.o) $(WEB_OBJECTS)/callbacks.o $(WEB_SCRIPTS)
	@echo "linking $@"
	@$(WASM_LD) $(web_exports) -o $(WEB_OUT)/objects/linked.wasm $(filter %.o,$^) $(RESOURCES)/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a \
		-L/usr/lib/wasm32-wasi -lc -lm $(WASM_RUNTIME)
	@$(WASM_OPT) $(WEB_OUT)/objects/linked.wasm -o $@

# Joins the scripts into one file, without their imports, their `export` keywords and their comments.
join_scripts = sed -e '/^import .*;$$/d' -e '/^import /,/;$$/d' -e 's/^export //' -e '/^ *\/\/ /d' -e '/^ *\/\*\* .*\*\/$$/d' -e '/^ *\/\*\*$$/,/\*\/$$/d' $(1)
# The end of the module, without the lines of the names that are left out.
web_end = sed -e '' $(foreach name,$(WEB_WITHOUT),-e '/^  $(name),$$/d') $(1)
web_module = $(call join_scripts,$(WEB_SCRIPTS)); $(call web_end,$(WEB)/module.js)
$(WEB_OUT)/diffable.init.js: $(WEB_SCRIPTS) $(WEB)/module.js $(WEB_OUT)/diffable.wasm
	@{ $(web_module); } >$@

# Importing this file waits until the engine is loaded.
$(WEB_OUT)/diffable.js: $(WEB_OUT)/diffable.init.js
	@{ cat $<; echo 'await init();'; } >$@

# Messages contain the names of classes, which the minifier would shorten.
keep_names = sed -e 's/^class \([A-Za-z]*\).* {$$/&\n  static name = "\1";/' $(1)
MINIFY := esbuild --minify --charset=utf8 --target=es2022 --log-level=error
$(WEB_OUT)/diffable.min.js: $(WEB_OUT)/diffable.js
	@$(call keep_names,$<) | $(MINIFY) --format=esm >$@

$(WEB_OUT)/diffable.inline.js: $(WEB_SCRIPTS) $(WEB)/inline.js $(WEB_OUT)/diffable.wasm
	@{ echo '(() => {'; echo '"use strict";'; $(call join_scripts,$(WEB_SCRIPTS)); $(call web_end,$(WEB)/inline.js); \
		printf 'beginWith("'; base64 -w 0 $(WEB_OUT)/diffable.wasm; echo '");'; echo '})();'; } | $(call keep_names,) | $(MINIFY) >$@

$(WEB_OUT)/diffable.d.ts: $(WEB)/diffable.d.ts $(WEB)/List/list_view.d.ts
	@cat $^ >$@

# This file tells node that the others are modules.
$(WEB_OUT)/package.json: $(WEB)/package.json.in include/diffable.h
	@sed 's/@VERSION@/$(VERSION)/' $< >$@

# Tests the module for pages in node, and runs random programs against the model. It is not part of `make test`, because
# it needs more packages.
test-web: $(call built_first,all web ordinary)
	@$(call set_up,bundlers)
	@Tests/DiffableWebTests/run
	@$(MAKE) --no-print-directory build/fuzz/diffable_web.mjs
	@node --expose-gc Tests/Fuzz/Web/fuzz.mjs 6
	@node Tests/Fuzz/Wire/documents.mjs 50000

# Measures what the engine costs in a page, compared with a keyed reconciler, and the operations of
# js-framework-benchmark.
bench-web: web
	@.ci/setup desktop
	@node Benchmarks/web/run.mjs
	@Benchmarks/web/rows

# Checks that the time for hostile input grows only in proportion to its size.
bench-linear-web: web all
	@.ci/setup desktop
	@Benchmarks/web/linear

include $(WEB)/Lua/lua.mk
