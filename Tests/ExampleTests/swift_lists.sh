#!/bin/sh
# Tests the package examples/swift as its users do: its unit tests; that its list logic compiles against UIKit's declarations, for which
# UIKit.swift stands in; that a copy of `checked` does not compile; and that its program prints what the scripts in Lua print, but for the messages of errors. swift_lists.txt
# has the lines that differ, as diff prints them: those of Lua with `<`, those of Swift with `>`, below a line `== story`.
set -eu
cd "$(dirname "$0")/../.."
SWIFT=${SWIFT:-swift}
scratch=.build-examples
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

fail() {
    echo "FAILED: $*" >&2
    failed=$((failed + 1))
}

# SwiftPM does not see files that came or went in a package that another one depends on: it must plan the build anew.
rm -f "$scratch/debug.yaml"
"$SWIFT" test --quiet --disable-xctest --package-path examples/swift --scratch-path "$scratch" >"$folder/tests" 2>&1 || {
    fail "the tests of examples/swift: $(cat "$folder/tests")"
    [ -x "$scratch/debug/lists" ] || exit 1
}

"${SWIFT}c" -emit-module -module-name UIKit -o "$folder/UIKit.swiftmodule" Tests/ExampleTests/UIKit.swift
"${SWIFT}c" -typecheck -swift-version 6 -warnings-as-errors -I "$folder" examples/swift/Sources/Lists/Lists/*.swift ||
    fail "the list logic of examples/swift does not compile against UIKit"

"${SWIFT}c" -emit-sil -swift-version 6 -I "$scratch/debug/Modules" -Xcc -fmodule-map-file=Sources/System/CLibc/module.modulemap \
    -o /dev/null Tests/ExampleTests/copies_of_checked.swift >"$folder/copies" 2>&1 || true
[ "$(grep -c 'swift:[89]:.* is borrowed and cannot be consumed' "$folder/copies")" -eq 2 ] && [ "$(grep -c 'swift:.* error:' "$folder/copies")" -eq 2 ] ||
    fail "copies of \`checked\`: $(cat "$folder/copies")"

count=0
for story in badges contacts jokes payment states typed_items; do
    count=$((count + 1))
    "$scratch/debug/lists" "$story" >"$folder/story" || fail "lists $story"
    echo "== $story"
    diff "Tests/Transcripts/$story.txt" "$folder/story" | grep '^[<>]' || true
done >"$folder/differences"
diff -u Tests/ExampleTests/swift_lists.txt "$folder/differences" >&2 || fail "examples/swift prints other lists than the scripts"

for file in $(find examples/swift -name '*.swift' -not -path '*/.build*'); do
    [ "$(wc -l <"$file")" -le 200 ] || fail "$file has $(wc -l <"$file") lines"
done

echo "examples/swift: $count stories, $failed failures"
[ "$failed" -eq 0 ]
