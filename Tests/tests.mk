# The tests, and what measures them: coverage and mutations.

# The parts that must pass before a change is handed in. Each part can be run by itself after `make`. The parts that
# take longest come first, because two parts run at the same time, or as many as -j says. The output of a part stays
# together.
TESTS := test-swift test-command test-examples test-install test-c-programs test-lua \
	test-programs test-ndjson test-wire test-scenarios test-python test-wrong-inputs test-docs test-api test-transcripts lint
# The parts that take longer, or need packages of other languages, of a desktop, of programs that embed Lua, of Redis,
# or the module for pages.
MORE_TESTS := test-luas test-c-valgrind test-c-ordinary test-web test-fuzz test-fuzz-lua test-desktop test-packages test-hosts test-redis test-threads test-adapters test-bindings test-soak
SET_UPS := bindings luas desktop hosts redis bundlers packages
# The parts of `make check`, which a developer runs all day.
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

# What a part needs to be built first; nothing with BUILT=yes. `make test` builds first, and then runs all parts with
# BUILT=yes. If it did not build first, make would start all parts without prerequisites before the parts that still
# wait for theirs, and these include the longest ones.
built_first = $(if $(BUILT),,$(1))
# Two set-ups at once would wait for one another, so with BUILT=yes the packages must be installed already.
set_up = $(if $(BUILT),true,.ci/setup $(1))

# The objects of an ordinary build of some modules in one of SwiftPM's folders: one for each source file that exists
# now. `link_ordinary` links a library from them.
objects_in = $(addprefix $(1)/$(2).build/,$(patsubst %,%.o,$(notdir $(call sources,$(2),swift))) $(call c_objects,$(2)))
ENGINE_MODULES := DiffableEngine DiffableViews DiffableC
TERMINAL_MODULES := DiffableTerminal CTerminal
modules = $(foreach module,$(2),$(call objects_in,$(1)/debug,$(module)))
link_ordinary = $(SWIFT)c -emit-library -o build/ordinary/$(1).so.$(ABI) $(call modules,.build,$(2)) $(3) \
	-Xlinker -soname -Xlinker $(1).so.$(ABI) && ln -sf $(1).so.$(ABI) build/ordinary/$(1).so

# The ordinary (not Embedded) build, with the tests in Swift. All targets that need it depend on this target, so that no
# two builds write into the same folder at once.
ordinary: .build/headers
	@echo "compiling the ordinary build"
	@$(SWIFT) build --quiet --build-tests
	@mkdir -p build/ordinary
	@$(call link_ordinary,libdiffable,$(ENGINE_MODULES))
	@$(call link_ordinary,libdiffable-terminal,$(TERMINAL_MODULES),-Lbuild/ordinary -ldiffable)

# The tests as `swift test` runs them, but without SwiftPM's lock, so that other tests can use the build at the same
# time.
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

# The ordinary build under ThreadSanitizer, with C programs and tests in Swift that use threads as the header allows.
# The toolchain's clang compiles the C programs. swiftc links both, because it knows what its sanitizer needs.
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

# The specs of Lua, the scenarios, the examples of the reference and the random programs on the other versions of Lua.
# Not part of `make test`, because it takes five minutes.
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

# Programs that use every function of both headers, by cffi in its ABI mode, LuaJIT's FFI and cgo.
test-bindings:
	@Tests/BindingTests/run

# Calls of every function with wrong arguments. The calls are generated from the headers.
test-wrong-inputs:
	@Tests/WrongInputTests/run

test-command:
	@LUA_PATH='Tests/DiffableCommandTests/?.lua;;' LUA_CPATH='build/lua/?.so;;' $(BUSTED) $(or $(SPECS),Tests/DiffableCommandTests)

# Streams of events against their schema, and against the lists that a reader makes of them.
test-ndjson:
	@Tests/NDJSONTests/run

# Lists and patches of random programs, which a reader in Python follows. The reader is written from docs/wire.md alone.
test-wire:
	@Tests/WireTests/run

# Random programs over the whole API: C, Lua and Python must give the results of the reference model. The tests in Swift
# write the programs that are not kept in the repository. SEED=... runs the program of one seed.
test-programs: $(call built_first,ordinary python)
	@Tests/Programs/run

# Random programs in Lua, and memory that runs out; see Tests/Fuzz/Lua.
test-fuzz-lua:
	@Tests/Fuzz/Lua/run

# Like test-fuzz-lua, but for longer, and with an ordinary build of the module under AddressSanitizer, which looks for
# leaks as well. The module stays loaded when a state closes, so that the Swift runtime still finds what it keeps.
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

# Checks the descriptions in the header, and that everything else agrees with the header.
test-api:
	@Tests/APITests/run

# Programs of users, in folders of their own, with the files that `make install` installs.
test-install:
	@Tests/InstallTests/completions
	@Tests/InstallTests/run
	@SWIFT=$(SWIFT) Tests/InstallTests/swift_package

# Runs what was built here on the oldest libc that is available. Not part of `make test`, because it downloads packages.
test-old-libc: $(call built_first,all)
	@Tests/InstallTests/old_libc

# The package in Swift has a build of its own.
test-examples: .build-examples/headers
	@SWIFT=$(SWIFT) Tests/ExampleTests/swift_lists.sh
	@Tests/ExampleTests/contacts_ncurses.sh
	@Tests/ExampleTests/c_examples.sh

# Not part of `make test`, because of the packages that it needs.
test-desktop: $(call built_first,all web)
	@$(call set_up,desktop)
	@Tests/ExampleTests/payment_gtk.sh
	@Tests/DiffablePageTests/run
	@Tests/DiffableWebTests/run_lists 'list_*_test.py'

# The page with Lua. Not part of any other target, because it downloads Lua's sources.
test-web-lua:
	@.ci/setup desktop
	@$(MAKE) --no-print-directory web-lua
	@Tests/DiffableWebTests/run_lists 'lua_*_test.py'

# The examples in Neovim and LÖVE. Not part of `make test`, because of the packages that it needs.
test-hosts: $(call built_first,all lua-all)
	@$(call set_up,hosts)
	@Tests/HostTests/run

# The example with Redis, with a server that is restarted. Not part of `make test`, because of the packages that it
# needs.
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

# How many lines of the Python package.
coverage-python: python
	@.ci/setup python
	@Tests/Coverage/python

# Which of the small faults in mutants.lua the tests notice. ONLY=... tries those with a text in their name, file or
# description, STEP=2 every second one.
mutations:
	@.ci/setup test
	@Tests/Mutations/run "$(ONLY)" $(STEP)

# Writes the files anew that the tests compare their results with. Fails, so that somebody looks at the changes before
# believing them.
record:
	@RECORD=1 $(MAKE) --no-print-directory --keep-going test-transcripts test-api
