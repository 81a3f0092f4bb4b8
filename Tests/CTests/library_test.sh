#!/bin/sh
# library_test.sh <directory of libdiffable>
#
# What a user takes away: what it needs, what it shows, how large it is.
set -eu
cd "$(dirname "$0")/../.."
library=$1
limit=500000
output=build/tests/library
mkdir -p "$output"
failed=0

expect() { # what, as it should be, as it is
    [ "$2" = "$3" ] && return 0
    echo "FAILED: $1 should be '$2' and is '$3'" >&2
    failed=1
}

readelf -d "$library/libdiffable.so" >"$output/dynamic"
tagged() { sed -n "s/.*($1).*\[\(.*\)\]/\1/p" "$output/dynamic" | sort | tr '\n' ' '; }

expect "SONAME" "libdiffable.so.0 " "$(tagged SONAME)"
expect "RUNPATH" "" "$(tagged RUNPATH)$(tagged RPATH)"
foreign=$(tagged NEEDED | tr ' ' '\n' | grep -v '^\(libc\.so\.6\|libm\.so\.6\|ld-linux[-a-z0-9_]*\.so\.[0-9]*\)*$' || true)
expect "what it needs beside libc and libm" "" "$foreign"
expect "what it exports beside diffable_*" "" "$(nm -D --defined-only "$library/libdiffable.so" | awk '$3 !~ /^diffable_/ { print $3 }' | tr '\n' ' ')"
expect "what the static library shows beside diffable_*" "" \
    "$(nm --extern-only --defined-only "$library/libdiffable.a" | awk 'NF == 3 && $3 !~ /^diffable_/ { print $3 }' | tr '\n' ' ')"

strip -o "$output/stripped" "$library/libdiffable.so"
size=$(wc -c <"$output/stripped")
[ "$size" -lt "$limit" ] || {
    echo "FAILED: stripped, the library has $size bytes, and should have fewer than $limit" >&2
    failed=1
}

[ "$failed" -eq 0 ] || exit 1
echo "library: $size bytes stripped, needs $(tagged NEEDED)"
