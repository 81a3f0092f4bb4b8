#!/bin/sh
# Types into examples/contacts_ncurses.c, which runs under valgrind in a terminal that tmux makes, and compares the screen
# after each key with contacts_ncurses.txt. There a line `== key` stands in front of each screen, whose empty lines are left
# out. Leaks are not looked for: ncurses keeps what it has.
set -eu
cd "$(dirname "$0")/../.."
. Tests/ExampleTests/library.sh
terminal() { tmux -L "diffable-$$" -f /dev/null -u "$@"; }
trap 'terminal kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT

compile contacts_ncurses ncursesw
LC_ALL=C.UTF-8 LD_LIBRARY_PATH="$prefix/lib" terminal new-session -d -x 40 -y 18 \
    "valgrind --quiet --error-exitcode=9 '$folder/contacts_ncurses' 2>'$folder/errors'; echo \$? >'$folder/status'"

screen_is() {
    terminal capture-pane -p 2>/dev/null | grep . >"$folder/screen" || true
    cmp -s "$folder/screen" "$1"
}

awk -v folder="$folder" '/^== / { n += 1; print substr($0, 4) > (folder "/key" n); next } { print > (folder "/expected" n) }' \
    Tests/ExampleTests/contacts_ncurses.txt
count=0
while [ -e "$folder/key$((count + 1))" ]; do
    count=$((count + 1))
    key=$(cat "$folder/key$count")
    [ "$key" = start ] || terminal send-keys "$key"
    wait_until screen_is "$folder/expected$count" || {
        diff -u "$folder/expected$count" "$folder/screen" >&2 || true
        fail "contacts_ncurses.c: the screen after key $count, $key"
        break
    }
done
terminal send-keys C-d || true
wait_until test -s "$folder/status" && [ "$(cat "$folder/status")" = 0 ] && [ ! -s "$folder/errors" ] ||
    fail "contacts_ncurses.c does not end well: $(cat "$folder/errors")"

echo "contacts_ncurses: $count screens, $failed failures"
[ "$failed" -eq 0 ]
