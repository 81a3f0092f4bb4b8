#!/bin/sh
# Runs examples/query_sqlite.c under valgrind, and compares what it prints with query_sqlite.txt. At most 15 of its lines may call
# Diffable.
set -eu
cd "$(dirname "$0")/../.."
. Tests/ExampleTests/library.sh
trap 'rm -rf "$folder"' EXIT

compile query_sqlite sqlite3
LD_LIBRARY_PATH="$prefix/lib" valgrind --quiet --leak-check=full --error-exitcode=9 "$folder/query_sqlite" >"$folder/output" ||
    fail "query_sqlite.c ends with status $?"
diff -u Tests/ExampleTests/query_sqlite.txt "$folder/output" >&2 || fail "query_sqlite.c prints something else"
lines=$(grep -c 'diffable_[a-z_]*(' examples/query_sqlite.c)
[ "$lines" -le 15 ] || fail "$lines lines of query_sqlite.c call Diffable"

echo "query_sqlite: $(wc -l <"$folder/output") lines, $lines calls, $failed failures"
[ "$failed" -eq 0 ]
