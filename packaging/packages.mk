# Packages, which are the same bytes wherever they are made. All but the source rock are for people without Swift.

DIST := diffable-$(VERSION)-linux-$(MACHINE)
# The time of all files in packages: SOURCE_DATE_EPOCH if it is set, otherwise the time of the last commit.
SOURCE_DATE_EPOCH ?= $(or $(shell git log -1 --format=%ct 2>/dev/null),0)
PACKED := build/packages

.PHONY: dist wheel deb rock source-rock npm packages test-packages

# One after the other, because several targets build the same files. The rock is made of the files in the tarball.
packages:
	@for each in rock source-rock wheel deb npm; do $(MAKE) --no-print-directory $$each || exit; done

$(PACKED):
	@mkdir -p $@

# Links and folders have the time of the packages, too. gzip -n writes neither name nor time.
pack = tar --create --sort=name --format=gnu --mtime=@$(SOURCE_DATE_EPOCH) --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX-w -C $(1) $(2) | gzip -9n >$(3)

# What `make install` installs, with the module for each version of Lua, and a script that copies it. LuaJIT uses the
# module for 5.1.
dist: lua-all | $(PACKED)
	@rm -rf build/dist
	@$(MAKE) --no-print-directory install DESTDIR="$(CURDIR)/build/dist" PREFIX=/$(DIST) LUA_VERSIONS="5.1 5.2 5.3 5.4" >/dev/null
	@python3 -B packaging/build_id.py $$(find build/dist -type f \( -name '*.so*' -o -path '*/bin/*' \))
	@install -m 755 packaging/install.sh build/dist/$(DIST)
	@install -m 644 README.md LICENSE build/dist/$(DIST)
	@$(call pack,build/dist,$(DIST),$(PACKED)/$(DIST).tar.gz)
	@echo "made $(PACKED)/$(DIST).tar.gz"

wheel: python | $(PACKED)
	@python3 -B packaging/wheel.py build/python $(VERSION) $(MACHINE) $(PACKED)

DEB_OPTIONS :=
# The four packages of Debian. debhelper works in a folder of its own, and takes what was built here.
DEB := build/deb/diffable-$(VERSION)
deb: lua-all | $(PACKED)
	@.ci/setup packages
	@rm -rf build/deb $(PACKED)/*.deb
	@mkdir -p $(DEB)
	@cp -R packaging/debian $(DEB)
	@printf 'diffable (%s-1) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' $(VERSION) \
		"$$(sed -n 's/^Maintainer: //p' packaging/debian/control)" "$$(LC_ALL=C date -u -R -d @$(SOURCE_DATE_EPOCH))" >$(DEB)/debian/changelog
	@cd $(DEB) && SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) REPOSITORY="$(CURDIR)" CROSS=$(CROSS) dpkg-buildpackage -b -us -uc $(DEB_OPTIONS) >../log 2>&1 || { tail -n 20 ../log >&2; exit 1; }
	@cp build/deb/*.deb $(PACKED)
	@echo "made $$(ls $(PACKED)/*.deb | tr '\n' ' ')"

# A binary rock, for Lua 5.4.
rock: dist
	@python3 -B packaging/rock.py diffable-$(VERSION)-1.rockspec build/dist/$(DIST)/lib/lua/5.4/diffable.so $(MACHINE) $(PACKED)

# A rock with the sources, for any version of Lua. LuaRocks builds it, and needs Swift for that.
SOURCES := diffable-$(VERSION)
source-rock: | $(PACKED)
	@mkdir -p build/source
	@git ls-files | LC_ALL=C sort | tar --create --files-from=- --transform='s|^|$(SOURCES)/|' --format=gnu --mtime=@$(SOURCE_DATE_EPOCH) --owner=0 --group=0 \
		--numeric-owner --mode=u+rwX,go+rX-w | gzip -9n >build/source/$(SOURCES).tar.gz
	@python3 -B packaging/rock.py diffable-$(VERSION)-1.rockspec build/source/$(SOURCES).tar.gz $(PACKED)

# The module for pages, as npm installs it.
npm: web | $(PACKED)
	@rm -rf build/npm
	@install -d build/npm/package
	@install -m 644 build/web/package.json build/web/diffable*.js build/web/diffable*.ts build/web/diffable.wasm LICENSE build/npm/package
	@sed -e "s/\[\([^][]*\)\]([^)]*)/\1/g" docs/web.md >build/npm/package/README.md
	@$(call pack,build/npm,package,$(PACKED)/diffable-$(VERSION).tgz)
	@echo "made $(PACKED)/diffable-$(VERSION).tgz"

# Uses each package: all but the source rock on a system without Swift.
test-packages: $(call built_first,packages)
	@Tests/PackageTests/run
