# `make install` and `make uninstall`, in a file of their own because people who package Diffable read only this. Each
# folder can be set on the command line. DESTDIR is put in front of all folders, and is not written into any file.

PREFIX ?= /usr/local
BINDIR := $(PREFIX)/bin
LIBDIR := $(PREFIX)/lib
INCLUDEDIR := $(PREFIX)/include
MANDIR := $(PREFIX)/share/man
# The versions of Lua for which the module is installed, of 5.1 luajit 5.2 5.3 5.4. All but 5.4 need `make lua-all`.
# LuaJIT searches the folder of 5.1.
LUA_VERSIONS ?= 5.4
# Each version has a folder below this one. These are the only folders for C modules below /usr/local that Debian's Lua
# searches. INSTALL_CMOD in Debian's lua5.4.pc is not one of them.
LUADIR := $(PREFIX)/lib/lua
lua_module = build/lua/$(if $(filter 5.4,$(1)),,$(1)/)diffable.so
lua_folder = $(LUADIR)/$(patsubst luajit,5.1,$(1))
LUA_FOLDERS := $(sort $(foreach version,$(LUA_VERSIONS),$(call lua_folder,$(version))))
DOCDIR := $(PREFIX)/share/doc/diffable
# The folder with the types for editors, which users name in the language server's workspace.library.
TYPESDIR := $(PREFIX)/share/diffable/library
# Where the shells look for completion scripts.
BASHDIR := $(PREFIX)/share/bash-completion/completions
ZSHDIR := $(PREFIX)/share/zsh/site-functions
FISHDIR := $(PREFIX)/share/fish/vendor_completions.d

# Debug information is stripped, because it is three quarters of the size and contains the folders of the builder.
# STRIP=true keeps it, and is the default if there is no strip.
STRIP := $(shell command -v $(CROSS)strip || echo true)

# The folder for debug information in files of its own, or empty to install none. gdb, perf and valgrind look for it in
# /usr/lib/debug, by the build-id of a file.
DEBUGDIR ?=
# The file for the debug information of another file.
debug_file = $(DESTDIR)$(DEBUGDIR)/.build-id/$$(readelf -n $(1) | sed -n 's|.*Build ID: \(..\)\(.*\)|\1/\2|p').debug

# All documents are installed into one folder, so README.md is the only README.
DOCUMENTS := $(filter-out docs/README.md,$(wildcard docs/*.md docs/*.json docs/*.svg)) README.md CHANGELOG.md LICENSE
FOLDERS := $(DEBUGDIR) $(BINDIR) $(LIBDIR)/pkgconfig $(INCLUDEDIR) $(MANDIR)/man1 $(MANDIR)/man3 $(LUA_FOLDERS) $(TYPESDIR) $(DOCDIR) \
	$(BASHDIR) $(ZSHDIR) $(FISHDIR)
FINISHED := build/bin/diffable $(foreach version,$(LUA_VERSIONS),$(call lua_module,$(version))) \
	$(foreach library,$(LIBRARIES),build/lib/$(library).so.$(ABI) build/lib/$(library).a)
PAGES := build/pages/c.md build/pages/diffable.3
WITH_DEBUG_INFORMATION := $(filter-out %.a,$(FINISHED))
PACKAGES := diffable diffable-terminal
INSTALLED := $(BINDIR)/diffable \
	$(foreach library,$(LIBRARIES),$(addprefix $(LIBDIR)/$(library),.so.$(VERSION) .so.$(ABI) .so .a)) \
	$(patsubst %,$(LIBDIR)/pkgconfig/%.pc,$(PACKAGES)) $(patsubst include/%,$(INCLUDEDIR)/%,$(wildcard include/*.h)) \
	$(MANDIR)/man1/diffable.1 $(MANDIR)/man1/diffable-watch.1 $(MANDIR)/man1/diffable-follow.1 $(MANDIR)/man1/diffable-pick.1 $(MANDIR)/man3/diffable.3 $(addprefix $(DOCDIR)/,$(notdir $(DOCUMENTS)) c.md) $(addsuffix /diffable.so,$(LUA_FOLDERS)) $(TYPESDIR)/diffable.lua \
	$(BASHDIR)/diffable $(ZSHDIR)/_diffable $(FISHDIR)/diffable.fish

.PHONY: install uninstall check-folders check-built docs

# The pages that are made from the headers: the reference of C as Markdown, and as a manual page.
docs products: $(PAGES)
build/pages/c.md: packaging/pages/c_reference.lua
build/pages/diffable.3: packaging/pages/c_manual.lua
$(PAGES): packaging/pages/header.lua $(wildcard include/*.h)
	@mkdir -p $(@D)
	@LUA_PATH='packaging/pages/?.lua' lua5.4 $(filter packaging/pages/c_%,$^) >$@

check-folders:
	@$(if $(filter-out /%,$(FOLDERS)),echo "diffable: the folders of an installation are absolute paths without blanks" >&2; exit 1)

check-built:
	@missing="$(filter-out $(wildcard $(FINISHED) $(PAGES)),$(FINISHED) $(PAGES))"; \
		[ -z "$$missing" ] || { echo "diffable: not built: $$missing" >&2; exit 1; }

# Builds everything if nothing was built yet. Otherwise installs what was built, so that root, or another machine, needs
# no compiler.
install: check-folders $(if $(wildcard build/bin/diffable),check-built,all $(if $(filter-out 5.4,$(LUA_VERSIONS)),lua-all))
	@install -d $(foreach folder,$(FOLDERS),"$(DESTDIR)$(folder)")
	@install -m 755 -s --strip-program=$(STRIP) build/bin/diffable "$(DESTDIR)$(BINDIR)"
	@set -e; for library in $(LIBRARIES); do \
		install -m 755 -s --strip-program=$(STRIP) "build/lib/$$library.so.$(ABI)" "$(DESTDIR)$(LIBDIR)/$$library.so.$(VERSION)"; \
		ln -sf "$$library.so.$(VERSION)" "$(DESTDIR)$(LIBDIR)/$$library.so.$(ABI)"; \
		ln -sf "$$library.so.$(ABI)" "$(DESTDIR)$(LIBDIR)/$$library.so"; \
		install -m 644 "build/lib/$$library.a" "$(DESTDIR)$(LIBDIR)"; \
		$(STRIP) --strip-debug "$(DESTDIR)$(LIBDIR)/$$library.a"; \
	done
	@install -m 644 include/*.h "$(DESTDIR)$(INCLUDEDIR)"
	@install -m 644 docs/diffable.1 docs/diffable-watch.1 docs/diffable-follow.1 docs/diffable-pick.1 "$(DESTDIR)$(MANDIR)/man1"
	@install -m 644 build/pages/diffable.3 "$(DESTDIR)$(MANDIR)/man3"
	@install -m 644 $(DOCUMENTS) build/pages/c.md "$(DESTDIR)$(DOCDIR)"
	@set -e; $(foreach version,$(LUA_VERSIONS),install -m 755 -s --strip-program=$(STRIP) $(call lua_module,$(version)) "$(DESTDIR)$(call lua_folder,$(version))"; )
	@install -m 644 library/diffable.lua "$(DESTDIR)$(TYPESDIR)"
	@install -m 644 packaging/completions/diffable.bash "$(DESTDIR)$(BASHDIR)/diffable"
	@install -m 644 packaging/completions/_diffable "$(DESTDIR)$(ZSHDIR)"
	@install -m 644 packaging/completions/diffable.fish "$(DESTDIR)$(FISHDIR)"
	@set -e; for package in $(PACKAGES); do \
		$(call fill_in_pc,packaging/$$package.pc.in,$(PREFIX),$(LIBDIR),$(INCLUDEDIR)) >"$(DESTDIR)$(LIBDIR)/pkgconfig/$$package.pc"; \
		chmod 644 "$(DESTDIR)$(LIBDIR)/pkgconfig/$$package.pc"; \
	done
	@$(if $(DEBUGDIR),set -e; for file in $(WITH_DEBUG_INFORMATION); do \
		debug="$(call debug_file,$$file)"; \
		install -d "$${debug%/*}"; \
		$(CROSS)objcopy --only-keep-debug "$$file" "$$debug"; \
		chmod 644 "$$debug"; \
	done)
	@echo "installed Diffable $(VERSION) in $(DESTDIR)$(PREFIX)"
# The loader finds a library in a folder such as /usr/local/lib only through its cache, which ldconfig updates.
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" -ne 0 ] || PATH="$$PATH:/sbin" ldconfig || true

uninstall: check-folders
	@rm -f $(foreach file,$(INSTALLED),"$(DESTDIR)$(file)")
	@$(if $(DEBUGDIR),for file in $(WITH_DEBUG_INFORMATION); do rm -f "$(call debug_file,$$file)"; done)
	@for folder in "$(DESTDIR)$(TYPESDIR)" "$(DESTDIR)$(dir $(TYPESDIR))" "$(DESTDIR)$(DOCDIR)"; do \
		[ ! -d "$$folder" ] || rmdir --ignore-fail-on-non-empty "$$folder"; done
	@echo "uninstalled Diffable from $(DESTDIR)$(PREFIX)"
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" -ne 0 ] || PATH="$$PATH:/sbin" ldconfig || true
