#!/bin/sh
# Runs examples/c/payment_gtk.c in a virtual X server, presses its keys, and reads each screenshot with tesseract: the text must
# be that of payment_gtk.txt, where a line `== key` stands in front of each screen. Lines with a `+` must be green for a while, and
# those with a `~` yellow. After f, whose apply fails while the view prepares,
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

bands() { # screenshot: mark, top and height of what is coloured in a column of pixels between the texts and the details
    convert "$1" -crop 1x640+300+0 +repage -depth 8 txt:- | awk -F '[,:()]' '
        function flush() { if (mark != "") print mark, top, y - top }
        /^#/ { next }
        { y = $2; now = $5 - $4 > 12 ? "+" : $4 - $6 > 12 ? "~" : "" }
        now != mark { flush(); mark = now; top = y }'
}

coloured() { # the marks expected, the screenshot to be made
    import -silent -window root "$2" && bands "$2" >"$folder/bands" && cut -c 1 "$folder/bands" | cmp -s "$1" -
}

read_bands() { # screenshot: the mark and the text of each
    while read -r mark top height; do
        echo "$mark $(convert "$1" -crop "576x$height+12+$top" +repage -colorspace gray -bordercolor white -border 12 png:- |
            tesseract - - --psm 7 2>/dev/null | letters)"
    done <"$folder/bands"
}

awk -v folder="$folder" '/^== / { n += 1; print $2 > (folder "/key" n); next } { print > (folder "/expected" n) }' \
    Tests/ExampleTests/payment_gtk.txt
count=0
while [ -e "$folder/expected$((count + 1))" ]; do
    count=$((count + 1))
    if [ "$count" -eq 2 ]; then xdotool windowfocus --sync "$(xdotool search --onlyvisible --pid "$program" | tail -n 1)"; fi
    if [ "$count" -gt 1 ]; then xdotool key "$(cat "$folder/key$count")"; fi
    if grep '^[+~] ' "$folder/expected$count" >"$folder/marked"; then
        cut -c 1 "$folder/marked" >"$folder/marks"
        wait_until coloured "$folder/marks" "$folder/colours$count.png" || {
            fail "payment_gtk.c: the colours of screen $count"
            break
        }
        while read -r mark text; do echo "$mark $(echo "$text" | letters)"; done <"$folder/marked" >"$folder/texts"
        read_bands "$folder/colours$count.png" | diff "$folder/texts" - >&2 || fail "payment_gtk.c: the coloured lines of screen $count"
        wait_until coloured /dev/null "$folder/faded.png" || fail "payment_gtk.c: the colours of screen $count stay"
    fi
    wait_until shows "$folder/expected$count" "$folder/screen$count.png" || {
        diff "$folder/expected$count" "$folder/read" >&2 || true
        fail "payment_gtk.c: screen $count"
        break
    }
    coloured /dev/null "$folder/plain.png" || fail "payment_gtk.c: screen $count has colours"
done
kill "$program" 2>/dev/null || true
wait "$program" 2>/dev/null || true
[ ! -s "$folder/errors" ] || fail "payment_gtk.c says: $(cat "$folder/errors")"

[ -z "${SCREENSHOTS-}" ] || cp "$folder"/*.png "$SCREENSHOTS"
echo "payment_gtk: $count screens, $failed failures"
[ "$failed" -eq 0 ]
