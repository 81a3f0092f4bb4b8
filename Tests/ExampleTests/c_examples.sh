#!/bin/sh
# Runs the programs of examples/c that need no screen under valgrind, and compares what each prints with its file in this folder. Each has
# less than 170 lines, and at most 15 lines of query.c call Diffable.
set -eu
cd "$(dirname "$0")/../.."
. Tests/ExampleTests/library.sh
trap 'rm -rf "$folder"' EXIT

run() { # example, packages and libraries
    example=$1
    compile "$@"
    lines=$(wc -l <"examples/c/$example.c")
    [ "$lines" -lt 170 ] || fail "examples/c/$example.c has $lines lines"
    LD_LIBRARY_PATH="$prefix/lib" valgrind --quiet --leak-check=full --error-exitcode=9 "$folder/$example" >"$folder/output" ||
        fail "$example.c ends with status $?"
    diff -u "Tests/ExampleTests/$example.txt" "$folder/output" >&2 || fail "$example.c prints something else"
    echo "$example: $(wc -l <"$folder/output") lines"
}

run mail
run query sqlite3
run threads -lpthread
run tree
calls=$(grep -c 'diffable_[a-z_]*(' examples/c/query.c)
[ "$calls" -le 15 ] || fail "$calls lines of query.c call Diffable"

echo "examples in C: $failed failures"
[ "$failed" -eq 0 ]
