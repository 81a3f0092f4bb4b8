# Diffable: `make demo` and `make test` need nothing but the Swift toolchain; they install the rest.

SWIFT ?= swift
CC ?= cc
# SwiftPM compiles C with its own clang, and takes another compiler that it finds here for one.
unexport CC

VERSION := $(shell sed -n 's/^.define DIFFABLE_VERSION "\(.*\)"/\1/p' include/diffable.h)
ABI := $(firstword $(subst ., ,$(VERSION)))
# The libraries: engine and views; and the terminal, which is linked to the first.
LIBRARIES := libdiffable libdiffable-terminal

# What another processor than this one needs: the prefix of its tools, the triple that Swift compiles for, and flags of SwiftPM. `make arm64` sets
# them, and CC (packaging/arm64.mk).
CROSS :=
TRIPLE = $(shell $(SWIFT)c -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
TARGET :=
MACHINE := x86_64

# The C library, the Lua module and the command are Embedded Swift: no Swift runtime, nothing but libc and libm.
OBJECTS := .build-embedded/release
# Valgrind 3.19 does not read version 5 of DWARF. gdb 13 does not find functions by the index that Swift writes for lldb (.debug_names), and
# warns of each module of Clang that is named beside the debug information (breadcrumbs).
# SwiftPM keeps frame pointers; debuggers and backtrace(3) need none, since they find the frames by the unwind tables. Embedded Swift
# writes those for what is installed only into objects with a function of C, as each module has and not each file: one object a module,
# then. It would be 5 % larger if LLVM inlined what Swift did not.
# A function of more than 10 blocks inlines what has more than 8 where it is told to only: 7 % less code, and no slower.
EMBEDDED := $(TARGET) -c release --scratch-path .build-embedded --omit-frame-pointers \
	-Xswiftc -enable-experimental-feature -Xswiftc Embedded -Xswiftc -wmo -Xcc -fPIC \
	-Xcc -gdwarf-4 -Xcc -Os -Xswiftc -num-threads -Xswiftc 0 -Xswiftc -Xllvm -Xswiftc -inline-threshold=0 \
	-Xswiftc -Osize -Xswiftc -enforce-exclusivity=unchecked -Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xswiftc -Xllvm -Xswiftc -sil-inline-overall-caller-block-limit=10 \
	-Xswiftc -Xllvm -Xswiftc -accel-tables=Disable -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs
# The folder of a module, unless it is Sources/NAME. Its objects: one for all that is Swift, and one for each file in C.
folder_DiffableMemory := System/DiffableMemory
folder_CTerminal := System/CTerminal
folder_CProcess := System/CProcess
folder_DiffableLua := Bindings/Lua
folder_DiffableCommand := Command/Main
folder_CommandLua := Command/Scripts
folder_DiffablePage := Command/Recording
folder_DiffableWatch := Command/Watch
folder_DiffablePick := Command/Pick
sources = $(shell find Sources/$(or $(folder_$(1)),$(1)) -name '*.$(2)' | sort)
objects = $(patsubst %,$(OBJECTS)/$(1).build/%.o,$(if $(call sources,$(1),swift),$(1)) $(notdir $(call sources,$(1),c)))
# An Embedded module has copies of the functions that it uses of the modules below it, except those marked `@export(interface)`.
MEMORY := $(call objects,DiffableMemory)
ENGINE := $(foreach module,DiffableEngine DiffableC,$(call objects,$(module))) $(MEMORY)
TERMINAL := $(foreach module,DiffableTerminal CTerminal,$(call objects,$(module)))
LUA_MODULE := $(ENGINE) $(TERMINAL) $(call objects,DiffableLua)
COMMAND := $(LUA_MODULE) $(call objects,DiffableCommand) $(call objects,CommandLua) $(foreach module,DiffablePage DiffableWatch DiffablePick CProcess,$(call objects,$(module)))
# The toolchain's folder of libraries, and in it the tables that tell where a character of Unicode ends.
RESOURCES = $(shell $(SWIFT)c -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
UNICODE = $(RESOURCES)/embedded/$(TRIPLE)/libswiftUnicodeDataTables.a
# The toolchain's linker drops functions that another is the same as; no two of ours are told apart by their addresses.
FOLD = -B$(RESOURCES)/../../bin -fuse-ld=lld -Wl,--gc-sections -Wl,--icf=all -Wl,-z,relro,-z,now -Wl,--build-id=sha1 -Wl,-T,packaging/discard.ld
LINK = $(FOLD) -Wl,--no-undefined

.PHONY: all setup objects products demo web-demo help coverage coverage-web mutations record bench bench-linear bench-stages bench-chart bench-watch-history pictures clean

all: setup
	@$(MAKE) --no-print-directory objects
	@$(MAKE) --no-print-directory products

setup:
	@.ci/setup build

# SwiftPM does not follow the headers of system libraries: when one changed, what imports it is built anew.
.build/headers .build-embedded/headers .build-thread/headers .build-address/headers .build-examples/headers .build-typed/headers: $(wildcard include/*.h Sources/System/CEdit/*.h Sources/System/CLibc/*.h Sources/System/CLua/*.h Sources/System/CTerminal/include/*.h)
	@rm -f $(@D)/*/Diffable*.build/*.o $(@D)/*/Modules/Diffable*
	@mkdir -p $(@D)
	@touch $@

# A module that depends on all that is wanted.
TOP := DiffableCommand
objects: .build-embedded/headers
	@echo "compiling"
	@DIFFABLE_EMBEDDED=yes $(SWIFT) build $(EMBEDDED) --target $(TOP) --quiet

products: build/bin/diffable build/lua/diffable.so \
	$(foreach library,$(LIBRARIES),build/lib/$(library).so build/lib/$(library).a) \
	build/lib/pkgconfig/diffable.pc build/lib/pkgconfig/diffable-terminal.pc

# libdiffable-terminal calls libdiffable: the API, and functions in Swift. Those are for a libdiffable of the same version only,
# so they have a version of their own.
build/lib/libdiffable.so.$(ABI) build/lib/libdiffable.a: $(ENGINE)
build/lib/libdiffable-terminal.so.$(ABI) build/lib/libdiffable-terminal.a: $(TERMINAL) $(MEMORY)
build/lib/libdiffable-terminal.so.$(ABI): build/lib/libdiffable.so

build/private.txt: $(TERMINAL) $(MEMORY)
	@mkdir -p build
	@$(CROSS)nm --undefined-only $^ | sed -n 's/^ *U \($$e.*\)/\1/p' | sort -u >$@

# All that begins with a d is the API. A version for it would be new to programs that were linked before, so it has none.
build/exports.map: build/private.txt include/diffable.h
	@{ echo 'DIFFABLE_PRIVATE_$(VERSION) {'; echo '  global:'; sed 's/.*/    "&";/' $<; echo '  local: [!d]*;'; echo '};'; } >$@

# The functions that free an object are the same code. Each stays, because debuggers would show all of them under one name.
build/lib/libdiffable.so.$(ABI): KEPT := $(shell grep -oh 'diffable_[a-z_]*_free' include/diffable.h | sort -u | sed 's/^/-Wl,--keep-unique=/')
build/lib/libdiffable.so.$(ABI): build/exports.map
build/lib/libdiffable-terminal.so.$(ABI): Sources/DiffableC/exports.map
build/lib/%.so.$(ABI):
	@mkdir -p build/lib
	@echo "linking $@"
	@$(CC) -shared -Wl,-soname,$(@F) -Wl,--version-script=$(filter %.map,$^) $(LINK) $(KEPT) -o $@ $(filter %.o %.so,$^) $(UNICODE) -lm

build/lib/%.so: build/lib/%.so.$(ABI)
	@ln -sf $(<F) $@

# One object with nothing visible but the API and what the terminal calls, so that it can be linked beside anything.
build/lib/%.a: build/private.txt
	@mkdir -p build/lib
	@echo "linking $@"
	@$(CROSS)ld -r -o build/lib/$*.o $(filter %.o,$^) $(UNICODE)
	@$(CROSS)objcopy --remove-section=.swift_modhash --wildcard --keep-global-symbol='diffable_*' --keep-global-symbols=build/private.txt build/lib/$*.o
	@rm -f $@
	@$(CROSS)ar rcs $@ build/lib/$*.o
	@rm build/lib/$*.o

# A pkg-config file from its template: prefix, folder of the libraries, folder of the headers. The prefix is relative to the folder of
# the file if the libraries are below it, so a tree that was moved is found.
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

# The module for other versions of Lua: the files in C are compiled with the headers of each. The lists on a terminal are part of the
# command, which is of 5.4. LuaJIT finalizes what finalizers have made when it has closed its modules already, so they stay (nodelete).
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

$(OTHER_MODULES): build/lua/%/diffable.so: $(ENGINE) $(TERMINAL) $(LUA_FILES) $(wildcard Sources/Bindings/Lua/*.h) Sources/Bindings/Lua/exports.map
	@mkdir -p $(@D)
	@echo "compiling and linking $@"
	@$(call link_lua,$@,$(shell pkg-config --cflags $(if $(filter luajit,$*),luajit,lua$*)))

# The module for the Lua that luarocks installs for: it names the folder of the headers.
.PHONY: lua-rock
lua-rock: setup
	@$(MAKE) --no-print-directory objects TOP=DiffableTerminal
	@$(MAKE) --no-print-directory build/lua/rock/diffable.so

.PHONY: build/lua/rock/diffable.so
build/lua/rock/diffable.so: $(ENGINE) $(TERMINAL)
	@mkdir -p $(@D)
	@echo "compiling and linking $@"
	@$(call link_lua,$@,-I$(LUA_INCDIR))

# Exports Lua's own symbols, so that other C modules find them, and no others, which such a module may bring itself.
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
	@echo "make lint       checks style and lists"
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

# What must pass before a change is handed in. Each part can be run by itself after `make`. Those that take longest come first, since
# two run side by side (as many as -j says, where it is given); what a part prints stays together.
TESTS := test-swift test-command test-install test-lua test-examples test-c-programs test-c-ordinary \
	test-programs test-ndjson test-wire test-scenarios test-python test-wrong-inputs test-docs test-api test-transcripts lint
# What takes longer, or needs packages of other languages, of a desktop, of programs that embed Lua, of Redis, or the module for pages.
MORE_TESTS := test-luas test-c-valgrind test-web test-fuzz test-fuzz-lua test-desktop test-packages test-hosts test-redis test-threads test-adapters test-bindings test-soak
SET_UPS := bindings luas desktop hosts redis bundlers packages
# What a developer runs all day.
CHECKS := test-swift test-lua test-c-programs test-programs test-scenarios test-docs test-api test-transcripts lint
SIDE_BY_SIDE = $(MAKE) --no-print-directory --output-sync=target $(if $(filter -j%,$(MAKEFLAGS)),,-j2)
.PHONY: test test-more check $(TESTS) $(MORE_TESTS) test-c test-luas test-desktop test-web-lua test-hosts test-redis test-old-libc fuzz-lua ordinary thread c-programs
test:
	@.ci/setup test
	@.ci/setup python
	@$(SIDE_BY_SIDE) all ordinary
	@$(MAKE) --no-print-directory c-programs python
	@$(SIDE_BY_SIDE) BUILT=yes $(TESTS)
	@echo "all tests passed"

test-more:
	@for each in test $(SET_UPS); do .ci/setup $$each || exit; done
	@$(SIDE_BY_SIDE) all ordinary thread $(FUZZ)/fuzz
	@$(MAKE) --no-print-directory c-programs
	@$(SIDE_BY_SIDE) lua-all web
	@$(MAKE) --no-print-directory packages
	@$(SIDE_BY_SIDE) BUILT=yes $(MORE_TESTS)
	@echo "all other tests passed"

check:
	@.ci/setup test
	@$(SIDE_BY_SIDE) all ordinary
	@$(MAKE) --no-print-directory c-programs python
	@$(SIDE_BY_SIDE) BUILT=yes $(CHECKS)
	@echo "all checks passed"

# What a part needs built first. With BUILT=yes it was built: make starts a part whose prerequisites are still running only when
# it has started all others, and so the longest ones last.
built_first = $(if $(BUILT),,$(1))
# Two set-ups at once would wait for one another.
set_up = $(if $(BUILT),true,.ci/setup $(1))

# The objects of an ordinary build of some modules, in one of SwiftPM's folders: one for each source file that there is now; and a
# library linked of them.
objects_in = $(patsubst %,$(1)/$(2).build/%.o,$(notdir $(call sources,$(2),swift) $(call sources,$(2),c)))
ENGINE_MODULES := DiffableEngine DiffableViews DiffableC
TERMINAL_MODULES := DiffableTerminal CTerminal
modules = $(foreach module,$(2),$(call objects_in,$(1)/debug,$(module)))
link_ordinary = $(SWIFT)c -emit-library -o build/ordinary/$(1).so.$(ABI) $(call modules,.build,$(2)) $(3) \
	-Xlinker -soname -Xlinker $(1).so.$(ABI) && ln -sf $(1).so.$(ABI) build/ordinary/$(1).so

# The ordinary (not Embedded) build, with the tests in Swift. Whoever needs it asks for it here, so that no two builds write
# into the same folder at once.
ordinary: .build/headers
	@echo "compiling the ordinary build"
	@$(SWIFT) build --quiet --build-tests
	@mkdir -p build/ordinary
	@$(call link_ordinary,libdiffable,$(ENGINE_MODULES))
	@$(call link_ordinary,libdiffable-terminal,$(TERMINAL_MODULES),-Lbuild/ordinary -ldiffable)

# The tests as `swift test` runs them, but without SwiftPM's lock, so that other tests can use the same build beside it.
SWIFT_TESTS := .build/debug/diffablePackageTests.xctest --quiet --testing-library swift-testing
test-swift: $(call built_first,ordinary)
	@$(SWIFT_TESTS)

# The programs in C are compiled once, and run with the library as it is installed, under valgrind as well, and with an
# ordinary build of it.
test-c: test-c-programs test-c-valgrind test-c-ordinary

c-programs:
	@Tests/DiffableCTests/run compile

test-c-programs: $(call built_first,c-programs)
	@Tests/DiffableCTests/run programs

test-c-valgrind: $(call built_first,c-programs)
	@Tests/DiffableCTests/run valgrind

test-c-ordinary: $(call built_first,c-programs ordinary)
	@echo "the same against the ordinary build"
	@Tests/DiffableCTests/run programs build/ordinary

# The ordinary build under ThreadSanitizer, with the rule for threads as a C program and as tests in Swift. The toolchain's clang
# compiles the former; swiftc links both, since it knows what its sanitizer needs.
thread: .build-thread/headers
	@echo "compiling with ThreadSanitizer"
	@$(SWIFT) build --quiet --sanitize=thread --scratch-path .build-thread --target DiffableC
	@mkdir -p build/thread
	@for test in $(THREAD_TESTS); do \
		$(RESOURCES)/../../bin/clang -std=c11 -g -fsanitize=thread -Iinclude -c -o build/thread/$$test.o Tests/DiffableCTests/$$test.c && \
		$(SWIFT)c -sanitize=thread -o build/thread/$$test build/thread/$$test.o \
			$(call modules,.build-thread,$(ENGINE_MODULES)) -lcmocka -lpthread || exit 1; \
	done
	@$(SWIFT) build --quiet --sanitize=thread --scratch-path .build-thread --target DiffableTests
	@$(SWIFT)c -sanitize=thread -parse-as-library -o build/thread/swift_tests Tests/ThreadTests/Runner.swift \
		$(call modules,.build-thread,DiffableEngine DiffableViews Diffable) \
		$(patsubst %,.build-thread/debug/DiffableTests.build/%.o,ConcurrencyTests.swift $(notdir $(wildcard Tests/DiffableTests/Support/*.swift))) \
		.build-thread/debug/TestSupport.build/Choices.swift.o

THREAD_TESTS := threads_test thread_cells_test thread_views_test
test-threads: export TSAN_OPTIONS = suppressions=$(CURDIR)/Tests/ThreadTests/suppressions
test-threads: $(call built_first,thread)
	@for test in $(THREAD_TESTS); do build/thread/$$test || exit 1; done
	@build/thread/swift_tests --testing-library swift-testing --quiet

BUSTED := lua5.4 /usr/bin/busted --output=plainTerminal
test-lua:
	@LUA_PATH='Tests/DiffableLuaTests/?.lua;;' LUA_CPATH='build/lua/?.so;;' $(BUSTED) $(or $(SPECS),Tests/DiffableLuaTests)

# The same, the scenarios, the examples of the reference and the random programs on the other versions of Lua. Apart from `make test`:
# it takes five minutes.
test-luas: $(call built_first,lua-all ordinary)
	@$(call set_up,luas)
	@Tests/LuaVersionTests/run

test-scenarios:
	@LUA_CPATH='build/lua/?.so;;' $(BUSTED) Tests/Scenarios

# The Python package: its tests and its types.
test-python: $(call built_first,python)
	@$(call set_up,python)
	@Tests/DiffablePythonTests/run

# Tables in C, Python, Rust and Go that follow a data source; each file is an example of a binding.
test-adapters:
	@Tests/AdapterTests/run

# Both headers in cffi's ABI mode, LuaJIT's FFI and cgo, with every function.
test-bindings:
	@Tests/BindingTests/run

# Every function with wrong arguments, which are generated from the headers.
test-wrong-inputs:
	@Tests/WrongInputTests/run

test-command:
	@LUA_PATH='Tests/DiffableCommandTests/?.lua;;' LUA_CPATH='build/lua/?.so;;' $(BUSTED) $(or $(SPECS),Tests/DiffableCommandTests)

# Streams of events against their schema, and against the lists that a reader makes of them.
test-ndjson:
	@Tests/NDJSONTests/run

# Lists and patches of random programs, which a reader in Python follows that knows docs/wire.md alone.
test-wire:
	@Tests/WireTests/run

# Random programs over the whole API: C, Lua and Python must say what the reference model says. Those that are not kept are written
# by the tests in Swift. SEED=... runs the program of one seed.
test-programs: $(call built_first,ordinary python)
	@Tests/Programs/run

# Random programs in Lua, and memory that runs out; see Tests/Fuzz/Lua.
test-fuzz-lua:
	@Tests/Fuzz/Lua/run

# The same for longer, with an ordinary build of the module under AddressSanitizer, which looks for leaks as well.
# The module stays when a state closes, so that the Swift runtime still finds what it keeps.
SECONDS ?= 600
fuzz-lua: .build-address/headers
	@$(SWIFT) build --quiet --sanitize=address --scratch-path .build-address --target DiffableLua
	@$(SWIFT) build --quiet --sanitize=address --scratch-path .build-address --target DiffableTerminal
	@mkdir -p build/address
	@$(SWIFT)c -emit-library -sanitize=address -Xlinker -z -Xlinker nodelete -o build/address/diffable.so \
		$(call modules,.build-address,DiffableLua $(ENGINE_MODULES) $(TERMINAL_MODULES))
	@MODULE=build/address HOST="$(RESOURCES)/../../bin/clang -fsanitize=address -fuse-ld=bfd" Tests/Fuzz/Lua/run fuzz $(SECONDS)

test-transcripts:
	@Tests/Transcripts/run

test-docs:
	@Tests/DocsTests/run

# What the header says, and that everything beside it says the same.
test-api:
	@Tests/APITests/run

# Programs of users, in folders of their own, with what `make install` puts there.
test-install:
	@Tests/InstallTests/completions
	@Tests/InstallTests/run
	@SWIFT=$(SWIFT) Tests/InstallTests/swift_package

# What is built here, on the oldest libc that can be had. Apart from `make test`, because of the packages that it downloads.
test-old-libc: $(call built_first,all)
	@Tests/InstallTests/old_libc

# The package in Swift has a build of its own.
test-examples: .build-examples/headers
	@SWIFT=$(SWIFT) Tests/ExampleTests/swift_lists.sh
	@Tests/ExampleTests/contacts_ncurses.sh
	@Tests/ExampleTests/c_examples.sh

# Apart from `make test`, because of the packages that it needs.
test-desktop: $(call built_first,all web)
	@$(call set_up,desktop)
	@Tests/ExampleTests/payment_gtk.sh
	@Tests/DiffablePageTests/run
	@Tests/DiffableWebTests/run_lists 'list_*_test.py'

# The page with Lua. Apart from the others, because it downloads Lua's sources.
test-web-lua:
	@.ci/setup desktop
	@$(MAKE) --no-print-directory web-lua
	@Tests/DiffableWebTests/run_lists 'lua_*_test.py'

# The examples in Neovim and LÖVE. Apart from `make test`, because of the packages that it needs.
test-hosts: $(call built_first,all lua-all)
	@$(call set_up,hosts)
	@Tests/HostTests/run

# The example with Redis, with a server that is restarted. Apart from `make test`, because of the packages that it needs.
test-redis: $(call built_first,all)
	@$(call set_up,redis)
	@Tests/RedisTests/run

# Formats all code in one style: that of the configurations in the root. `make lint` checks it.
format: build/formatters/done
	@Tests/Format/run

lint: build/formatters/done build/pages/diffable.3
	@Tests/Format/run --check
	@Tests/APITests/root_files
	@luacheck --quiet examples scripts Tests library Benchmarks Sources packaging
	@lua5.4 Tests/Mutations/lint.lua
	@warnings=$$(groff -man -ww -Tutf8 docs/diffable.1 docs/diffable-watch.1 docs/diffable-follow.1 docs/diffable-pick.1 build/pages/diffable.3 2>&1 >/dev/null); [ -z "$$warnings" ] || { echo "$$warnings" >&2; exit 1; }

# The formatters that the Swift toolchain lacks, in the versions that requirements.txt names.
build/formatters/done: Tests/Format/requirements.txt
	@$(call set_up,test)
	@rm -rf $(@D) && python3 -m venv $(@D) && $(@D)/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

# How many lines of each module the tests execute.
coverage:
	@.ci/setup test
	@.ci/setup desktop
	@Tests/Coverage/run

# How many lines of the module for pages. Downloads Lua's sources, as `make web-lua` does.
coverage-web: ordinary
	@.ci/setup desktop
	@$(MAKE) --no-print-directory web-lua
	@Tests/Coverage/web $(WEB_SCRIPTS) $(WEB)/List/list_events.js $(WEB)/Lua/lua.js

# Which of the small faults in mutants.lua the tests notice. ONLY=... tries those with a text in their name, file or
# description, STEP=2 every second one.
mutations:
	@.ci/setup test
	@Tests/Mutations/run "$(ONLY)" $(STEP)

# Writes anew whatever the tests compare with what was kept. Fails, so that it is looked at before it is believed.
record:
	@RECORD=1 $(MAKE) --no-print-directory --keep-going test-transcripts test-api

# What the engine costs beside loops in C and the usual algorithms. ONLY="group ..." runs some of it.
# small-luajit is not run unless it is named.
bench: all .build-typed/headers $(if $(filter small-luajit,$(ONLY)),lua-all) $(if $(filter web,$(ONLY)),bench-web)
	@.ci/setup bench
	@$(if $(filter-out web,$(ONLY))$(if $(ONLY),,all),SWIFT=$(SWIFT) SWIFTC=$(SWIFT)c Benchmarks/run $(filter-out web,$(ONLY)))

# That hostile input costs no more than its size.
bench-linear: all
	@Benchmarks/linear

# Where the time of a short list goes, stage by stage.
bench-stages: all
	@Benchmarks/stages

# Filtered and sorted lists of GTK 4 and Qt 6. Apart from `make bench`, because of the packages that they need.
bench-derived-peers: all
	@.ci/setup peers
	@Benchmarks/derived_peers/run

# What `diffable watch --save` makes of a day of ps, and how long it takes to show a moment of it. LISTS=1000 for less than a day.
bench-watch-history: all
	@python3 Benchmarks/watch_history.py $(LISTS)

# The chart of docs/performance.md, measured anew.
bench-chart: all
	@SWIFTC=$(SWIFT)c Benchmarks/run growth > build/growth.tsv
	@lua5.4 Benchmarks/growth.lua < build/growth.tsv > docs/performance-growth.svg

# The animated pictures of the README, drawn anew from what the command does.
pictures: all
	@Tests/Pictures/run draw

clean:
	rm -rf build .build .build-embedded .build-thread .build-address .build-coverage .build-mutations .build-examples .build-typed

include Sources/Bindings/Web/web.mk
include Sources/Bindings/Python/python.mk
include packaging/install.mk
include packaging/packages.mk
include packaging/arm64.mk
include Tests/Fuzz/fuzz.mk
