#!/bin/sh
# Types into examples/c/contacts_ncurses.c, which runs under valgrind in a terminal that tmux makes, and compares the screen
# after each key with contacts_ncurses.txt. There a line `== key` stands in front of each screen, whose empty lines are left
# out, or `== size columns lines`. Leaks are not looked for: ncurses keeps what it has.
set -eu
cd "$(dirname "$0")/../.."
. Tests/ExampleTests/library.sh
starts=0
terminal() { tmux -L "diffable-$$-$starts" -f /dev/null -u "$@"; }
trap 'terminal kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT

compile contacts_ncurses ncursesw
start() { # leaves the terminal open when the example has ended
    starts=$((starts + 1))
    rm -f "$folder/status" "$folder/after"
    LC_ALL=C.UTF-8 LD_LIBRARY_PATH="$prefix/lib" terminal new-session -d -x 72 -y 18 \
        "stty -g >'$folder/before'; valgrind --quiet --error-exitcode=9 '$folder/contacts_ncurses' 2>'$folder/errors'; echo \$? >'$folder/status'
        stty -g >'$folder/after'; exec sleep 60"
}

ends_with() { # key, status
    terminal send-keys "$1" || true
    wait_until test -s "$folder/after" && [ "$(cat "$folder/status")" = "$2" ] && [ ! -s "$folder/errors" ] ||
        fail "contacts_ncurses.c does not end well by $1: $(cat "$folder/errors")"
    cmp -s "$folder/before" "$folder/after" && [ "$(terminal display-message -p '#{alternate_on}')" = 0 ] ||
        fail "contacts_ncurses.c does not give back the terminal as it was by $1"
    terminal kill-server 2>/dev/null || true
}

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
    case $key in
    start) start ;;
    size*) terminal resize-window -x "$(echo "$key" | cut -d ' ' -f 2)" -y "$(echo "$key" | cut -d ' ' -f 3)" ;;
    *) terminal send-keys "$key" ;;
    esac
    wait_until screen_is "$folder/expected$count" || {
        diff -u "$folder/expected$count" "$folder/screen" >&2 || true
        fail "contacts_ncurses.c: the screen after key $count, $key"
        break
    }
done
terminal capture-pane -pe | grep -q "$(printf '\033')\[2m.*leave" || fail "contacts_ncurses.c: the line of keys is not dim"
ends_with C-d 0

start
wait_until screen_is "$folder/expected1" || fail "contacts_ncurses.c does not start again"
ends_with C-c 130

echo "contacts_ncurses: $count screens, $failed failures"
[ "$failed" -eq 0 ]
