#!/bin/sh
# plugins_test.sh <directory of the libraries>
#
# Two plugins of one process, linked to libdiffable and to libdiffable-terminal, share one engine: as shared libraries whose symbols
# only they see, and linked statically.
set -eu
cd "$(dirname "$0")/../.."
library=$1
tests=Tests/DiffableCTests
output=build/tests/plugins
mkdir -p "$output"
PKG_CONFIG_PATH=$PWD/build/lib/pkgconfig
export PKG_CONFIG_PATH
failed=0
cflags="-std=c11 -D_GNU_SOURCE -g -Wall -Wextra -Werror $(pkg-config --cflags diffable)"

fail() {
    echo "FAILED: $*" >&2
    failed=1
}

needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(libdiffable.*\)\]/\1/p' | sort | tr '\n' ' '; }

runs() { # what, the command
    what=$1
    shift
    status=0
    "$@" >"$output/printed" 2>"$output/errors" || status=$?
    diff -u - "$output/printed" <<'END' || fail "$what prints something else"
engines: 1
+    good
=  1 section inserted; 1 item inserted
applied: yes
error: PROVIDER_FAILED: the cell provider failed for item "bad" at section 0, item 0: it is bad
handler: diffable: out of memory
END
    [ "$status" -eq 134 ] || fail "$what ends with $status in place of an abort"
    [ "$(grep -c '^diffable: out of memory$' "$output/errors")" -eq 1 ] || fail "$what does not say why it ends"
}

# shellcheck disable=SC2086
{
    cc $cflags -shared -fPIC -o "$output/list.so" "$tests/plugin_list.c" $(pkg-config --libs diffable)
    cc $cflags -shared -fPIC -o "$output/terminal.so" "$tests/plugin_terminal.c" $(pkg-config --libs diffable-terminal)
    cc $cflags -o "$output/host" "$tests/plugin_host.c" -ldl
    cc $cflags -DSTATIC -o "$output/static" "$tests/plugin_host.c" "$tests/plugin_list.c" "$tests/plugin_terminal.c" \
        "$library/libdiffable-terminal.a" "$library/libdiffable.a" -lm
}
[ "$(needed "$output/list.so")" = "libdiffable.so.0 " ] || fail "a plugin of libdiffable needs $(needed "$output/list.so")"
[ "$(needed "$output/static")" = "" ] || fail "a program that is linked statically needs $(needed "$output/static")"
export LD_LIBRARY_PATH="$library"
runs "the host" "$output/host" "$output/list.so" "$output/terminal.so"
runs "the host that loads the plugin of the terminal first" "$output/host" "$output/terminal.so" "$output/list.so" reversed
unset LD_LIBRARY_PATH
runs "the static host" "$output/static"
[ "$failed" -eq 0 ] && echo "plugins: one engine, in shared libraries and in static ones"
exit "$failed"
