#!/bin/sh
# library_test.sh <directory of libdiffable>
#
# What a user takes away, the library and the Lua module: what they need, what they show, how large they are.
set -eu
cd "$(dirname "$0")/../.."
library=$1
output=build/tests/library
mkdir -p "$output"
failed=0

expect() { # what, as it should be, as it is
    [ "$2" = "$3" ] && return 0
    echo "FAILED: $1 should be '$2' and is '$3'" >&2
    failed=1
}

tagged() { readelf -d "$1" | sed -n "s/.*($2).*\[\(.*\)\]/\1/p" | sort | tr '\n' ' '; }

check() { # file, SONAME, pattern of what it exports, bytes that it must stay below
    name=$(basename "$1")
    expect "$name: SONAME" "$2" "$(tagged "$1" SONAME)"
    expect "$name: RUNPATH" "" "$(tagged "$1" RUNPATH)$(tagged "$1" RPATH)"
    foreign=$(tagged "$1" NEEDED | tr ' ' '\n' | grep -v '^\(libc\.so\.6\|libm\.so\.6\|ld-linux[-a-z0-9_]*\.so\.[0-9]*\)*$' || true)
    expect "$name: what it needs beside libc and libm" "" "$foreign"
    nm -D --defined-only "$1" | awk '{ print $3 }' >"$output/exports"
    expect "$name: what it exports beside $3" "" "$(grep -v "^$3\$" "$output/exports" | tr '\n' ' ')"
    grep -q "^$3\$" "$output/exports" || expect "$name: what it exports" "$3" ""

    strip -o "$output/stripped" "$1"
    size=$(wc -c <"$output/stripped")
    [ "$size" -lt "$4" ] || {
        echo "FAILED: stripped, $name has $size bytes, and should have fewer than $4" >&2
        failed=1
    }
    echo "$name: $size bytes stripped, needs $(tagged "$1" NEEDED)"
}

check "$library/libdiffable.so" "libdiffable.so.0 " 'diffable_[a-z0-9_]*' 500000
check build/lua/diffable.so "" luaopen_diffable 500000
expect "what the static library shows beside diffable_*" "" \
    "$(nm --extern-only --defined-only "$library/libdiffable.a" | awk 'NF == 3 && $3 !~ /^diffable_/ { print $3 }' | tr '\n' ' ')"
exit $failed
