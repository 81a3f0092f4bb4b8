#!/bin/sh
# header_test.sh <directory of libdiffable> <directory for what it makes>
#
# The header by itself, under every compiler at hand, and against the library: the functions that it declares
# are those that there are. PKG_CONFIG_PATH and LD_LIBRARY_PATH are set by the caller.
set -eu
cd "$(dirname "$0")/../.."
library=$1
output=$2/header
mkdir -p "$output"

cflags=$(pkg-config --cflags diffable)
libs=$(pkg-config --define-variable=libdir="$library" --libs diffable)
strict="-Wpedantic -Wall -Wextra -Werror"

compile() { # compiler, language, standard
    command -v "$1" >/dev/null || {
        echo "header: no $1 here, not tried" >&2
        return 0
    }
    # A compiler that does not know a standard yet is not asked about it.
    echo | "$1" -x "$2" -std="$3" -fsyntax-only - 2>/dev/null || return 0
    for header in diffable diffable_terminal; do
        printf '#include <%s.h>\n#include <%s.h>\n' "$header" "$header" >"$output/alone"
        # shellcheck disable=SC2086
        "$1" -x "$2" -std="$3" $strict $cflags -fsyntax-only "$output/alone"
    done
    # shellcheck disable=SC2086
    "$1" -x "$2" -std="$3" $strict $cflags -o "$output/use" Tests/DiffableCTests/header_use.c $libs
    "$output/use" || {
        echo "FAILED: header_use.c by $1 -std=$3 does not run well" >&2
        return 1
    }
    compiled=$((compiled + 1))
}

compiled=0
for compiler in gcc clang; do
    for standard in c99 c11 c17 c2x; do compile "$compiler" c "$standard"; done
done
for compiler in g++ clang++; do
    for standard in c++11 c++14 c++17 c++20; do compile "$compiler" c++ "$standard"; done
done

# A program that hides what it declares itself still links to the library.
printf '#pragma GCC visibility push(hidden)\n#include <diffable.h>\nint main(void) { return diffable_version() == NULL; }\n' >"$output/hidden.c"
# shellcheck disable=SC2086
cc $cflags -o "$output/hidden" "$output/hidden.c" $libs && "$output/hidden" || {
    echo "FAILED: a program that hides its declarations does not link or run" >&2
    exit 1
}

# What is called or declared in a header and those that it includes, without what is defined in them.
compare() { # header, libraries
    # shellcheck disable=SC2086
    cc -E -P -x c $cflags "include/$1" | tr '\n' ' ' >"$output/text"
    grep -o 'diffable_[a-z0-9_]*(' "$output/text" | tr -d '(' | sort -u >"$output/named"
    grep -o 'static inline [a-z_ ]*diffable_[a-z0-9_]*(' "$output/text" | sed 's/.* \(diffable_[a-z0-9_]*\)(/\1/' | sort -u >"$output/inline"
    comm -23 "$output/named" "$output/inline" >"$output/declared"
    header=$1
    shift
    for name in "$@"; do nm -D --defined-only "$library/$name"; done | awk '$3 ~ /^diffable_/ { print $3 }' | sort -u >"$output/defined"
    diff -u "$output/declared" "$output/defined" || {
        echo "FAILED: the functions of $header (-) are not those of $* (+)" >&2
        exit 1
    }
    python3 Tests/DiffableCTests/parse_header.py "$header" | sort -u >"$output/parsed"
    diff -u "$output/parsed" "$output/defined" || {
        echo "FAILED: the functions that pycparser finds in $header (-) are not those of $* (+)" >&2
        exit 1
    }
    echo "$header: $(wc -l <"$output/declared") functions"
}
compare diffable.h libdiffable.so
compare diffable_terminal.h libdiffable.so libdiffable-terminal.so
echo "headers: $compiled compilations"
