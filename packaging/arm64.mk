# Packages for Linux on aarch64, made on x86-64. The sources are copied to build/arm64, and built there with the same
# Makefile. Debian's packages for aarch64 are unpacked into build/roots/arm64, for headers, libraries and Lua.

ARM64 := build/arm64
ARM64_ROOT := $(CURDIR)/build/roots/arm64/root
ARM64_LIBRARIES := $(ARM64_ROOT)/usr/lib/aarch64-linux-gnu
# Embedded Swift comes with no standard library for Linux on aarch64, but with one for aarch64 without a system, which
# has everything that the sources use. Definitions tell the headers of glibc that the system is Linux, and an option
# makes the C compiler write unwind tables.
ARM64_TRIPLE := aarch64-none-none-elf
ARM64_TARGET := --triple $(ARM64_TRIPLE) -Xcc -D__linux__ -Xcc -D__gnu_linux__=1 -Xcc --sysroot=/nonexistent -Xcc -fasynchronous-unwind-tables \
	-Xcc -isystem -Xcc $(ARM64_ROOT)/usr/include/aarch64-linux-gnu -Xcc -isystem -Xcc $(ARM64_ROOT)/usr/include
make_arm64 = PKG_CONFIG_SYSROOT_DIR=$(ARM64_ROOT) PKG_CONFIG_LIBDIR=$(ARM64_LIBRARIES)/pkgconfig:$(ARM64_ROOT)/usr/share/pkgconfig \
	$(MAKE) --no-print-directory -C $(ARM64) CROSS=aarch64-linux-gnu- CC="aarch64-linux-gnu-gcc --sysroot=$(ARM64_ROOT)" MACHINE=aarch64 \
	TRIPLE=$(ARM64_TRIPLE) TARGET="$(ARM64_TARGET)" DEB_OPTIONS="-aarm64 -d" SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH)

.PHONY: arm64-sources arm64 test-arm64

$(ARM64_ROOT): packaging/arm64_root
	@packaging/arm64_root build/roots/arm64

arm64-sources: $(ARM64_ROOT)
	@.ci/setup arm64
	@mkdir -p $(ARM64)
	@git ls-files -z --cached --others --exclude-standard | rsync --archive --delete-missing-args --files-from=- --from0 . $(ARM64)/

# What `make dist deb rock wheel` makes, for aarch64.
arm64: arm64-sources
	@for each in lua-all rock wheel deb; do $(make_arm64) $$each || exit; done
	@rm -rf $(PACKED)/arm64
	@mkdir -p $(PACKED)/arm64
	@cp $(ARM64)/$(PACKED)/* $(PACKED)/arm64
	@echo "the packages for aarch64 are in $(PACKED)/arm64"

# Runs the programs of the C tests and the specs of Lua in an emulator.
test-arm64: $(call built_first,arm64)
	@Tests/Arm64Tests/run $(ARM64) $(ARM64_ROOT)
