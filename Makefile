# Diffable: `make demo` and `make test` need nothing but the Swift toolchain; they install the rest.

SWIFT ?= swift
CC ?= cc
# SwiftPM compiles C with its own clang. It would take the compiler in CC for that clang, so CC is not passed on.
unexport CC

VERSION := $(shell sed -n 's/^.define DIFFABLE_VERSION "\(.*\)"/\1/p' include/diffable.h)
ABI := $(firstword $(subst ., ,$(VERSION)))
# The libraries: one for the engine and the views, and one for the terminal, which is linked to the first one.
LIBRARIES := libdiffable libdiffable-terminal

# For compiling for another processor: the prefix of the tools, the triple that Swift compiles for, and flags of
# SwiftPM. `make arm64` sets these variables and CC (packaging/arm64.mk).
CROSS :=
TRIPLE = $(shell $(SWIFT)c -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
TARGET :=
MACHINE := x86_64

# The C library, the Lua module and the command are Embedded Swift: they need no Swift runtime, only libc and libm.
OBJECTS := .build-embedded/release
# Valgrind 3.19 does not read version 5 of DWARF (-gdwarf-4). gdb 13 does not find functions by the index that Swift
# writes for lldb, .debug_names (-accel-tables=Disable), and warns of each module of Clang that is named beside the
# debug information (-no-clang-module-breadcrumbs). Frame pointers are omitted, because debuggers and backtrace(3) find
# the frames by the unwind tables. Embedded Swift writes the unwind tables of installed files only into objects that
# contain a function of C. Each module has such a function, but not each file, so each module is compiled to one object
# (-wmo). LLVM inlines nothing that Swift did not inline (-inline-threshold=0), because inlining more would make the
# code 5 % larger. A function of more than 10 blocks inlines a function of more than 8 blocks only if the source asks
# for it (-sil-inline-overall-caller-block-limit=10): that is 7 % less code, and no slower.
EMBEDDED := $(TARGET) -c release --scratch-path .build-embedded --omit-frame-pointers \
	-Xswiftc -enable-experimental-feature -Xswiftc Embedded -Xswiftc -wmo -Xcc -fPIC \
	-Xcc -gdwarf-4 -Xcc -Os -Xswiftc -num-threads -Xswiftc 0 -Xswiftc -Xllvm -Xswiftc -inline-threshold=0 \
	-Xswiftc -Osize -Xswiftc -enforce-exclusivity=unchecked -Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xswiftc -Xllvm -Xswiftc -sil-inline-overall-caller-block-limit=10 \
	-Xswiftc -Xllvm -Xswiftc -accel-tables=Disable -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs
# The folder of a module, unless it is Sources/NAME. A module has one object for all files in Swift, and one for each
# file in C. The object of a file in C has the same path in the folder of objects as the file has in the folder of the
# module.
folder_DiffableMemory := System/DiffableMemory
folder_CTerminal := System/CTerminal
folder_CProcess := System/CProcess
folder_DiffableLua := Bindings/Lua
folder_DiffableCommand := Command/Main
folder_CommandLua := Command/Scripts
folder_DiffablePage := Command/Recording
folder_DiffableWatch := Command/Watch
folder_DiffablePick := Command/Pick
folder_of = Sources/$(or $(folder_$(1)),$(1))
sources = $(shell find $(folder_of) -name '*.$(2)' | sort)
c_objects = $(patsubst $(folder_of)/%,%.o,$(call sources,$(1),c))
objects = $(addprefix $(OBJECTS)/$(1).build/,$(if $(call sources,$(1),swift),$(1).o) $(c_objects))
# An Embedded module contains copies of the functions that it uses from other modules, except those marked
# `@export(interface)`.
MEMORY := $(call objects,DiffableMemory)
ENGINE := $(foreach module,DiffableEngine DiffableC,$(call objects,$(module))) $(MEMORY)
TERMINAL := $(foreach module,DiffableTerminal CTerminal,$(call objects,$(module)))
LUA_MODULE := $(ENGINE) $(TERMINAL) $(call objects,DiffableLua)
COMMAND := $(LUA_MODULE) $(call objects,DiffableCommand) $(call objects,CommandLua) $(foreach module,DiffablePage DiffableWatch DiffablePick CProcess,$(call objects,$(module)))
# The toolchain's folder of libraries, and in it the tables that tell where a character of Unicode ends.
RESOURCES = $(shell $(SWIFT)c -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
UNICODE = $(RESOURCES)/embedded/$(TRIPLE)/libswiftUnicodeDataTables.a
# The toolchain's linker merges identical functions. That is safe, because none of our functions is compared by its
# address.
FOLD = -B$(RESOURCES)/../../bin -fuse-ld=lld -Wl,--gc-sections -Wl,--icf=all -Wl,-z,relro,-z,now -Wl,--build-id=sha1 -Wl,-T,packaging/discard.ld
LINK = $(FOLD) -Wl,--no-undefined

.PHONY: all setup objects products demo web-demo help coverage coverage-web coverage-python mutations record bench bench-linear bench-stages bench-chart bench-watch-history pictures clean

all: setup
	@$(MAKE) --no-print-directory objects
	@$(MAKE) --no-print-directory products

setup:
	@.ci/setup build

# SwiftPM does not notice changes in headers of system libraries. When a header changed, everything that imports it is
# built anew.
.build/headers .build-embedded/headers .build-thread/headers .build-address/headers .build-examples/headers .build-typed/headers: $(wildcard include/*.h Sources/System/CEdit/*.h Sources/System/CLibc/*.h Sources/System/CLua/*.h Sources/System/CTerminal/include/*.h)
	@rm -f $(@D)/*/Diffable*.build/*.o $(@D)/*/Diffable*.build/*/*.o $(@D)/*/Modules/Diffable*
	@mkdir -p $(@D)
	@touch $@

# A module that depends on all modules that are wanted.
TOP := DiffableCommand
objects: .build-embedded/headers
	@echo "compiling"
	@DIFFABLE_EMBEDDED=yes $(SWIFT) build $(EMBEDDED) --target $(TOP) --quiet

products: build/bin/diffable build/lua/diffable.so \
	$(foreach library,$(LIBRARIES),build/lib/$(library).so build/lib/$(library).a) \
	build/lib/pkgconfig/diffable.pc build/lib/pkgconfig/diffable-terminal.pc
	@: # says nothing if nothing is to be done

# libdiffable-terminal calls two kinds of functions of libdiffable: those of the API, and functions in Swift. The
# functions in Swift fit only a libdiffable-terminal of the same version, so their symbols have a version of their own.
build/lib/libdiffable.so.$(ABI) build/lib/libdiffable.a: $(ENGINE)
build/lib/libdiffable-terminal.so.$(ABI) build/lib/libdiffable-terminal.a: $(TERMINAL) $(MEMORY)
build/lib/libdiffable-terminal.so.$(ABI): build/lib/libdiffable.so

build/private.txt: $(TERMINAL) $(MEMORY)
	@mkdir -p build
	@$(CROSS)nm --undefined-only $^ | sed -n 's/^ *U \($$e.*\)/\1/p' | sort -u >$@

# All symbols that begin with a d are the API. They have no symbol version, because programs that were linked before
# expect none.
build/exports.map: build/private.txt include/diffable.h
	@{ echo 'DIFFABLE_PRIVATE_$(VERSION) {'; echo '  global:'; sed 's/.*/    "&";/' $<; echo '  local: [!d]*;'; echo '};'; } >$@

# The functions that free an object are identical code. They are not merged, because debuggers would show all of them
# under one name.
build/lib/libdiffable.so.$(ABI): KEPT := $(shell grep -oh 'diffable_[a-z_]*_free' include/diffable.h | sort -u | sed 's/^/-Wl,--keep-unique=/')
build/lib/libdiffable.so.$(ABI): build/exports.map
build/lib/libdiffable-terminal.so.$(ABI): Sources/DiffableC/exports.map
build/lib/%.so.$(ABI):
	@mkdir -p build/lib
	@echo "linking $@"
	@$(CC) -shared -Wl,-soname,$(@F) -Wl,--version-script=$(filter %.map,$^) $(LINK) $(KEPT) -o $@ $(filter %.o %.so,$^) $(UNICODE) -lm

build/lib/%.so: build/lib/%.so.$(ABI)
	@ln -sf $(<F) $@

# A static library is one object, in which only the API and the functions that the terminal calls are visible, so that
# it can be linked with any other code.
build/lib/%.a: build/private.txt
	@mkdir -p build/lib
	@echo "linking $@"
	@$(CROSS)ld -r -o build/lib/$*.o $(filter %.o,$^) $(UNICODE)
	@$(CROSS)objcopy --remove-section=.swift_modhash --wildcard --keep-global-symbol='diffable_*' --keep-global-symbols=build/private.txt build/lib/$*.o
	@rm -f $@
	@$(CROSS)ar rcs $@ build/lib/$*.o
	@rm build/lib/$*.o

# Fills in the template of a pkg-config file. The arguments are the template, the prefix, the folder of the libraries
# and the folder of the headers. If the libraries are below the prefix, the prefix is written relative to the folder of
# the pkg-config file, so that the tree can be moved.
empty :=
up_to_prefix = $(subst $(empty) ,/,$(patsubst %,..,$(subst /, ,$(patsubst $(1)/%,%,$(2)))))
fill_in_pc = sed -e 's|@PREFIX@|$(if $(filter $(2)/%,$(3)),$${pcfiledir}/../$(call up_to_prefix,$(2),$(3)),$(2))|' \
	-e 's|@LIBDIR@|$(patsubst $(2)/%,$${prefix}/%,$(3))|' \
	-e 's|@INCLUDEDIR@|$(patsubst $(2)/%,$${prefix}/%,$(4))|' -e 's|@VERSION@|$(VERSION)|g' $(1)

build/lib/pkgconfig/%.pc: packaging/%.pc.in include/diffable.h
	@mkdir -p $(@D)
	@$(call fill_in_pc,$<,$(CURDIR)/build,$(CURDIR)/build/lib,$(CURDIR)/include) >$@

build/lua/diffable.so: $(LUA_MODULE) Sources/Bindings/Lua/exports.map
	@mkdir -p build/lua
	@echo "linking $@"
	@$(CC) -shared -Wl,--version-script=Sources/Bindings/Lua/exports.map $(FOLD) -o $@ $(LUA_MODULE) $(UNICODE) -lm

# The module for other versions of Lua: the files in C are compiled with the headers of that version. Lists on a
# terminal are left out, because they are part of the command, which contains Lua 5.4. When LuaJIT closes a state, it
# closes its modules first, and then finalizes the objects that finalizers have made. So the module must stay loaded
# (nodelete).
OTHER_LUAS := 5.1 luajit 5.2 5.3
OTHER_MODULES := $(OTHER_LUAS:%=build/lua/%/diffable.so)
LUA_FILES := $(filter-out %/run.c %/run_loop.c %/terminal.c,$(call sources,DiffableLua,c))
.PHONY: lua-all
lua-all:
	@.ci/setup lua
	@$(MAKE) --no-print-directory objects
	@$(MAKE) --no-print-directory build/lua/diffable.so $(OTHER_MODULES)

link_lua = $(CC) -std=c11 -Os -g -Wall -Wextra -fPIC -ffunction-sections -fomit-frame-pointer \
	-DDIFFABLE_LUA_ON_PATH -Iinclude -ISources/Bindings/Lua/include $(2) -shared -Wl,-z,nodelete -Wl,--version-script=Sources/Bindings/Lua/exports.map $(FOLD) \
	-o $(1) $(LUA_FILES) $(ENGINE) $(TERMINAL) $(UNICODE) -lm

$(OTHER_MODULES): build/lua/%/diffable.so: $(ENGINE) $(TERMINAL) $(LUA_FILES) $(call sources,DiffableLua,h) Sources/Bindings/Lua/exports.map
	@mkdir -p $(@D)
	@echo "compiling and linking $@"
	@$(call link_lua,$@,$(shell pkg-config --cflags $(if $(filter luajit,$*),luajit,lua$*)))

# The module for the Lua that luarocks installs for. luarocks sets LUA_INCDIR to the folder of the headers.
.PHONY: lua-rock
lua-rock: setup
	@$(MAKE) --no-print-directory objects TOP=DiffableTerminal
	@$(MAKE) --no-print-directory build/lua/rock/diffable.so

.PHONY: build/lua/rock/diffable.so
build/lua/rock/diffable.so: $(ENGINE) $(TERMINAL)
	@mkdir -p $(@D)
	@echo "compiling and linking $@"
	@$(call link_lua,$@,-I$(LUA_INCDIR))

# Exports Lua's own symbols, so that other C modules find them. Exports no other symbols, because such a module may
# bring its own copy of a library that the command contains.
EDIT := -l:libedit.a -l:libtinfo.a -l:libbsd.a -l:libmd.a
build/bin/diffable: $(COMMAND)
	@mkdir -p build/bin
	@echo "linking $@"
	@$(CC) -Wl,--export-dynamic-symbol='lua*' $(LINK) -o $@ $(COMMAND) $(UNICODE) -l:liblua5.4.a -l:libyajl_s.a -lm -ldl $(EDIT)

help:
	@echo "make            builds the libraries, the Lua module and the command into build/"
	@echo "make demo       runs the payment script"
	@echo "make check      runs what a change most likely breaks"
	@echo "make test       runs what must pass; make test-more what takes longer; make BUILT=yes test-lua and so on run one part (see CONTRIBUTING.md)"
	@echo "make lint       checks style and lists; make format formats the code"
	@echo "make install    installs into PREFIX (/usr/local); make uninstall removes it"
	@echo "make lua-all    builds the Lua module for 5.1, LuaJIT, 5.2 and 5.3; make rock for luarocks"
	@echo "make web        builds the module for pages; make web-demo serves a list that several pages edit"
	@echo "make bench      compares the engine with others (ONLY=group); make bench-chart draws the chart"
	@echo "make fuzz       looks for faults for ten minutes; fuzz-calls, fuzz-typed and others: Tests/Fuzz/README.md"
	@echo "make coverage   shows the lines that tests execute; make mutations the small faults that they notice"
	@echo "make record     records expected files anew"
	@echo "make clean      deletes what was built"

demo: all
	@build/bin/diffable scripts/payment.lua

web-demo: all
	@$(MAKE) --no-print-directory web
	@node examples/web/shared/server.mjs

# Draws the animated pictures of the README anew, from what the command does.
pictures: all
	@Tests/Pictures/run draw

clean:
	rm -rf build .build .build-embedded .build-thread .build-address .build-coverage .build-mutations .build-examples .build-typed

include Sources/Bindings/Web/web.mk
include Sources/Bindings/Python/python.mk
include packaging/install.mk
include packaging/packages.mk
include packaging/arm64.mk
include Tests/tests.mk
include Tests/Fuzz/fuzz.mk
include Benchmarks/benchmarks.mk
