# Fuzzing and soaking; see Tests/Fuzz/README.md. Core and C layer are built with AddressSanitizer and with the counters
# of libFuzzer (8-bit counters at edges; comparisons are not traced, because that would cost a fifth of the speed), the
# C parts with UBSan as well. The model is not instrumented, because its coverage is of no interest, and it is the
# slower half. So no code of the core may be inlined into the model.
FUZZ := build/fuzz
FUZZ_SWIFT = $(SWIFT)c -O -wmo -disable-cmo -parse-as-library -package-name diffable -I $(FUZZ) -I include -I Sources/System/CLibc -I Sources/System/CTerminal/include -I Tests/Fuzz -c
FUZZ_COVER := -sanitize=address -sanitize-coverage=edge -Xllvm -sanitizer-coverage-inline-8bit-counters -Xllvm -sanitizer-coverage-pc-table
FUZZ_LINK := -sanitize=fuzzer,address
FUZZ_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all
FUZZ_READER_COVER := -fsanitize-coverage=inline-8bit-counters,pc-table
FUZZ_CLANG = $(RESOURCES)/../../bin/clang -std=c11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Werror $(FUZZ_SANITIZE) -Iinclude -c
# The files that tests share, except the one that needs the testing library.
FUZZ_MODEL := $(wildcard Tests/Fuzz/*.swift) \
	$(filter-out %/Screen.swift,$(wildcard Tests/TestSupport/*.swift Tests/TestSupport/Programs/*.swift))
APPLIES ?= 10000000

# The fuzzers other than `fuzz`.
FUZZERS := calls typed ndjson wire derived

.PHONY: fuzz fuzz-minimize fuzz-coverage $(FUZZERS:%=fuzz-%) $(FUZZERS:%=fuzz-%-minimize) $(FUZZERS:%=fuzz-%-coverage) \
	fuzz-watch fuzz-web fuzz-lists fuzz-documents test-fuzz soak test-soak test-watch-soak

# Compiles a Swift module with AddressSanitizer. The arguments are its name, additional options, and the modules that it
# imports.
define fuzz_module
$(FUZZ)/$(1).o: $$(shell find Sources/$(1) -name '*.swift') $$(wildcard Sources/System/CLibc/* include/*) $(patsubst %,$(FUZZ)/%.o,$(3))
	@mkdir -p $(FUZZ)
	@echo "compiling $(1) with AddressSanitizer"
	@$$(FUZZ_SWIFT) $$(FUZZ_COVER) $(2) -module-name $(1) -emit-module -emit-module-path $(FUZZ)/$(1).swiftmodule -o $$@ \
		$$(filter Sources/$(1)/%.swift,$$^)
endef
$(eval $(call fuzz_module,DiffableEngine,-enable-testing,))
$(eval $(call fuzz_module,DiffableViews,-enable-testing,DiffableEngine))
$(eval $(call fuzz_module,DiffableC,,DiffableEngine DiffableViews))
$(eval $(call fuzz_module,DiffableTerminal,-enable-testing,DiffableEngine DiffableViews DiffableC))

$(FUZZ)/CTerminal.o: $(wildcard Sources/System/CTerminal/*.c Sources/System/CTerminal/include/*.h)
	@mkdir -p $(FUZZ)
	@for source in $(filter %.c,$^); do $(FUZZ_CLANG) -ISources/System/CTerminal/include -o $(FUZZ)/CTerminal-$$(basename "$$source" .c).o "$$source" || exit; done
	@ld -r -o $@ $(FUZZ)/CTerminal-*.o

$(FUZZ)/model.o: $(FUZZ)/DiffableTerminal.o $(FUZZ_MODEL) Tests/Fuzz/fuzz.h
	@$(FUZZ_SWIFT) -module-name Fuzz -o $@ $(FUZZ_MODEL)

$(FUZZ)/%.o: Tests/Fuzz/%.c $(wildcard Tests/Fuzz/*.h Tests/Fuzz/Calls/*.h Tests/Fuzz/Derived/*.h Tests/Fuzz/NDJSON/*.h Tests/Programs/*.h Tests/DiffableCTests/*.h) include/diffable.h
	@mkdir -p $(@D)
	@$(FUZZ_CLANG) -o $@ $<

# Links a fuzzer, and the same for random inputs, for which libFuzzer is not needed. The arguments are its name, its
# parts, and libraries. gold would warn of what AddressSanitizer hides.
define fuzzer
$(FUZZ)/$(1): $(2:%=$(FUZZ)/%.o)
$(FUZZ)/$(1)-random: $(2:%=$(FUZZ)/%.o) $(FUZZ)/random_inputs.o
$(FUZZ)/$(1) $(FUZZ)/$(1)-random:
	@echo "linking $$@"
	@$$(SWIFT)c $$(FUZZ_LINK) -use-ld=lld -o $$@ $$^ $(3)
endef
FUZZ_LIBRARY := DiffableEngine DiffableViews DiffableC
$(eval $(call fuzzer,fuzz,$(FUZZ_LIBRARY) DiffableTerminal CTerminal model programs anything,-lcmocka))
$(eval $(call fuzzer,calls,$(FUZZ_LIBRARY) DiffableTerminal anything Calls/calls Calls/terminal,-lcmocka))
$(eval $(call fuzzer,derived,$(FUZZ_LIBRARY) Derived/derived Derived/model,))
$(eval $(call fuzzer,wire,$(FUZZ_LIBRARY) Wire/wire,-lcmocka))
$(eval $(call fuzzer,ndjson,$(FUZZ_LIBRARY) $(patsubst Tests/Fuzz/%.c,%,$(wildcard Tests/Fuzz/NDJSON/*.c)),-Xlinker -l:libyajl_s.a))
$(eval $(call fuzzer,typed,DiffableEngine DiffableViews Diffable TestSupport sessions,))

$(FUZZ)/Calls/terminal.o: FUZZ_CLANG += -ISources/System/CTerminal/include

# The reader of streams is instrumented as well, because it also reads streams that were damaged.
$(FUZZ)/NDJSON/%.o: FUZZ_CLANG += $(FUZZ_READER_COVER)

# Inputs that are put together from parts of the kept ones, without sanitizers, so that many more of them run in a
# second: `make fuzz-calls-random COUNT=10000000`.
define fuzz_random # the target, the fuzzer
.PHONY: $(1)
$(1):
	@$$(MAKE) --no-print-directory FUZZ=build/fuzz-plain FUZZ_COVER= FUZZ_LINK= FUZZ_SANITIZE= build/fuzz-plain/$(2)-random
	@Tests/Fuzz/run $(2:fuzz=) unpack
	@build/fuzz-plain/$(2)-random $$(or $$(COUNT),1000000) build/fuzz/$(if $(2:fuzz=),$(2)-)kept >/dev/null
endef
$(eval $(call fuzz_random,fuzz-random,fuzz))
$(eval $(call fuzz_random,fuzz-calls-random,calls))
$(eval $(call fuzz_random,fuzz-derived-random,derived))
$(eval $(call fuzz_random,fuzz-typed-random,typed))

# The input of `diffable watch`. Its C is built with both sanitizers; the module is the one that users get. Lua's
# symbols are exported to it.
$(FUZZ)/watch: Tests/Fuzz/Watch/input.c $(filter-out %/files.c,$(wildcard Sources/Command/Watch/*.c)) Sources/System/CProcess/process.c build/lua/diffable.so
	@mkdir -p $(FUZZ)
	@echo "linking $@"
	@$(RESOURCES)/../../bin/clang -std=c11 -D_GNU_SOURCE -O1 -g -Wall -Wextra -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
		-fuse-ld=bfd -ISources/Command/Watch -ISources/Command/Watch/include -ISources/System/CProcess/include $$(pkg-config --cflags lua5.4) -o $@ $(filter %.c,$^) \
		-Wl,--wrap=read -Wl,-E -l:liblua5.4.a -l:libyajl_s.a -lm -ldl

fuzz-watch: $(FUZZ)/watch
	@Tests/Fuzz/Watch/run $(SECONDS)

# Lists of a program's own types. The sessions are not optimised, so that they call the module's own code, and compile
# quickly.
FUZZ_TYPED := $(wildcard Tests/Fuzz/Typed/*.swift) \
	$(filter-out %/EngineLists.swift %/FruitTrees.swift,$(wildcard Tests/DiffableTests/Support/*.swift))
$(eval $(call fuzz_module,Diffable,,DiffableEngine DiffableViews))

$(FUZZ)/TestSupport.o: Tests/TestSupport/Choices.swift
	@mkdir -p $(FUZZ)
	@$(FUZZ_SWIFT) -enable-testing -module-name TestSupport -emit-module -emit-module-path $(FUZZ)/TestSupport.swiftmodule -o $@ $<

$(FUZZ)/sessions.o: $(FUZZ)/Diffable.o $(FUZZ)/TestSupport.o $(FUZZ_TYPED)
	@echo "compiling the sessions of typed lists"
	@$(FUZZ_SWIFT) -Onone -suppress-warnings -module-name TypedFuzz -o $@ $(FUZZ_TYPED)

# Runs a fuzzer with new inputs for SECONDS.
fuzz: $(FUZZ)/fuzz
	@Tests/Fuzz/run fuzz $(SECONDS)

$(FUZZERS:%=fuzz-%): fuzz-%: $(FUZZ)/%
	@Tests/Fuzz/run $* fuzz $(SECONDS)

# Packs into corpus.tar.gz the fewest inputs that reach what all inputs reach.
fuzz-minimize: $(FUZZ)/fuzz
	@Tests/Fuzz/run minimize

$(FUZZERS:%=fuzz-%-minimize): fuzz-%-minimize: $(FUZZ)/%
	@Tests/Fuzz/run $* minimize

# Shows the lines that the kept inputs reach.
FUZZ_PROFILE = $(MAKE) --no-print-directory FUZZ=build/fuzz-coverage FUZZ_COVER='-profile-generate -profile-coverage-mapping' \
	FUZZ_LINK='-sanitize=fuzzer -profile-generate' FUZZ_SANITIZE= FUZZ_READER_COVER=
fuzz-coverage:
	@$(FUZZ_PROFILE) build/fuzz-coverage/fuzz
	@Tests/Fuzz/run coverage $(RESOURCES)/../../bin

$(FUZZERS:%=fuzz-%-coverage): fuzz-%-coverage:
	@$(FUZZ_PROFILE) build/fuzz-coverage/$*
	@Tests/Fuzz/run $* coverage $(RESOURCES)/../../bin

# Runs the kept inputs, and then new inputs for a few seconds.
test-fuzz: $(FUZZ)/fuzz $(FUZZERS:%=$(FUZZ)/%) $(FUZZ)/watch
	@Tests/Fuzz/run replay
	@Tests/Fuzz/run fuzz 20
	@for name in $(FUZZERS); do Tests/Fuzz/run $$name replay && Tests/Fuzz/run $$name fuzz 6 || exit; done
	@Tests/Fuzz/Watch/run 10

# Against the library as it is installed.
build/tests/soak build/tests/short_lives build/tests/followers: build/tests/%: Tests/Fuzz/%.c Tests/Fuzz/soak.h include/diffable.h build/lib/libdiffable.so
	@mkdir -p $(@D)
	@$(CC) -std=c11 -O2 -Wall -Wextra -pedantic -Werror -Iinclude -o $@ $< -Lbuild/lib -ldiffable -Wl,-rpath,$(CURDIR)/build/lib

soak: build/tests/soak build/tests/short_lives build/tests/followers
	@build/tests/soak $(APPLIES)
	@build/tests/short_lives $$(($(APPLIES) / 10))
	@build/tests/followers $$(($(APPLIES) / 100))

test-soak: build/tests/soak build/tests/short_lives build/tests/followers
	@build/tests/soak 200000
	@build/tests/short_lives 100000
	@build/tests/followers 20000
	@LUA_CPATH='build/lua/?.so' lua5.4 Tests/Fuzz/Lua/soak.lua

# `diffable watch` for half an hour, or SECONDS=60. Not part of `make test-more`.
test-watch-soak: SECONDS = 1800
test-watch-soak: build/bin/diffable
	@python3 Tests/Fuzz/Watch/soak.py $(SECONDS)

# The module for pages, in node. Its last part is replaced by one that exports internals to the fuzzer. A short run is
# part of `make test-web`.
$(FUZZ)/diffable_web.mjs: $(WEB_SCRIPTS) Tests/Fuzz/Web/end.js
	@mkdir -p $(@D)
	@{ $(call join_scripts,$(WEB_SCRIPTS)); cat Tests/Fuzz/Web/end.js; } >$@

fuzz-web: web $(FUZZ)/diffable_web.mjs
	@node --expose-gc Tests/Fuzz/Web/fuzz.mjs $(SECONDS)

# Lists in Chromium, whose users do anything. `make test-desktop` runs 400 actions.
fuzz-lists: web
	@.ci/setup desktop
	@ACTIONS=$(or $(COUNT),20000) SEED=$(or $(SEED),1000) Tests/DiffableWebTests/run_lists 'list_users_test.py'

# Documents that may have any bytes, read by the module for pages.
fuzz-documents: web
	@node Tests/Fuzz/Wire/documents.mjs $(or $(COUNT),1000000)
