#!/bin/sh
# Runs examples/payment_gtk.c in a virtual X server, presses its keys, and reads each screenshot with tesseract: the text must
# be that of payment_gtk.txt, where a line `== key` stands in front of each screen. After f, whose apply fails while the view prepares,
# the lines are those before, and so is the list: what changes with the next screen is counted from it. Of letters and digits only, since tesseract
# takes marks for one another. SCREENSHOTS=folder keeps the pictures.
set -eu
cd "$(dirname "$0")/../.."
. Tests/ExampleTests/library.sh
server= program=
trap 'kill $program $server 2>/dev/null || true; rm -rf "$folder"' EXIT

compile payment_gtk gtk4

# Letters that can be told apart; no bus, no accessibility, no settings of whoever runs this.
mkdir -p "$folder/config/gtk-4.0"
printf '[Settings]\ngtk-font-name = DejaVu Sans 15\n' >"$folder/config/gtk-4.0/settings.ini"
unset WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS
export XDG_CONFIG_HOME="$folder/config" HOME="$folder" GDK_BACKEND=x11 GSK_RENDERER=cairo GTK_A11Y=none GSETTINGS_BACKEND=memory
export GTK_THEME=Adwaita LC_ALL=C.UTF-8 LD_LIBRARY_PATH="$prefix/lib" G_DEBUG=fatal-criticals

Xvfb -displayfd 3 -screen 0 700x800x24 3>"$folder/display" 2>"$folder/server" &
server=$!
wait_until test -s "$folder/display" || {
    cat "$folder/server" >&2
    fail "there is no X server"
    exit 1
}
DISPLAY=:$(cat "$folder/display")
export DISPLAY
"$folder/payment_gtk" 2>"$folder/errors" &
program=$!

letters() { tr -cd 'A-Za-z0-9\n' | tr 'A-Z' 'a-z' | grep .; }

shows() { # the text expected, the screenshot to be made
    import -silent -window root "$2" && tesseract "$2" - --psm 6 2>/dev/null >"$folder/read" &&
        letters <"$folder/read" >"$folder/letters" && letters <"$1" | cmp -s - "$folder/letters"
}

awk -v folder="$folder" '/^== / { n += 1; print $2 > (folder "/key" n); next } { print > (folder "/expected" n) }' \
    Tests/ExampleTests/payment_gtk.txt
count=0
while [ -e "$folder/expected$((count + 1))" ]; do
    count=$((count + 1))
    if [ "$count" -eq 2 ]; then xdotool windowfocus --sync "$(xdotool search --onlyvisible --pid "$program" | tail -n 1)"; fi
    if [ "$count" -gt 1 ]; then xdotool key "$(cat "$folder/key$count")"; fi
    wait_until shows "$folder/expected$count" "$folder/screen$count.png" || {
        diff "$folder/expected$count" "$folder/read" >&2 || true
        fail "payment_gtk.c: screen $count"
        break
    }
done
kill "$program" 2>/dev/null || true
wait "$program" 2>/dev/null || true
[ ! -s "$folder/errors" ] || fail "payment_gtk.c says: $(cat "$folder/errors")"

[ -z "${SCREENSHOTS-}" ] || cp "$folder"/*.png "$SCREENSHOTS"
echo "payment_gtk: $count screens, $failed failures"
[ "$failed" -eq 0 ]
