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

# Engine and views depend on nothing that belongs to the process: no streams, files, terminals, signals, environment, exit handlers, threads.
check_process() {
    strip -o "$output/stripped" "$1"
    nm -D --undefined-only "$output/stripped" | sed 's/.* //; s/@.*//' | sort >"$output/undefined"
    expect "$(basename "$1"): what it takes from libc that belongs to the process" "" "$(grep -x "$process" "$output/undefined" | tr '\n' ' ')"
}
process='.*getenv.*|setenv|unsetenv|putenv|environ|sig[a-z]*|signal|raise|kill|pthread_sigmask|pthread_kill|tc[gs]etattr|isatty|ttyname.*|ioctl'
process="$process|fcntl|atexit|on_exit|__cxa_atexit|exit|_exit|std(in|out|err)|f?(write|read|puts?c?|getc|printf|flush|open|close).*|p?select|poll|.*sleep|setlocale|pthread_create|thrd_create|v?fork|exec.*|socket"
process=$(echo "$process" | sed 's/|/\\|/g; s/[()]/\\&/g; s/?/\\?/g')

check "$library/libdiffable.so" "libdiffable.so.0 " 'diffable_[a-z0-9_]*' 430000
check_process "$library/libdiffable.so"
check "$library/libdiffable-terminal.so" "libdiffable-terminal.so.0 " 'diffable_[a-z0-9_]*' 520000
check build/lua/diffable.so "" luaopen_diffable 500000
for name in libdiffable libdiffable-terminal; do
    expect "what $name.a shows beside diffable_*" "" \
        "$(nm --extern-only --defined-only "$library/$name.a" | awk 'NF == 3 && $3 !~ /^diffable_/ { print $3 }' | tr '\n' ' ')"
done
exit $failed
