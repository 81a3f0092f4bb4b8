# What the tests of the examples share, to be read by them: the library installed in a folder of its own, an example
# compiled against that as its first comment says, and waiting.

folder=$(mktemp -d)
prefix=$folder/prefix
failed=0

fail() {
    echo "FAILED: $*" >&2
    failed=$((failed + 1))
}

# The standard is that of the first comment of an example; those for ncurses and GTK 4 name none.
compile() { # example, what it needs beside diffable: packages, and libraries as -lname
    example=$1
    shift
    source=examples/c/$example.c
    [ -d "$prefix" ] || (unset MAKEFLAGS MAKELEVEL MFLAGS && make --silent install PREFIX="$prefix" >/dev/null)
    [ "$(wc -l <"$source")" -le 500 ] || fail "$source has $(wc -l <"$source") lines"
    standard=$(sed -n 's/^ \* *cc \(-std=[a-z0-9]*\) .*/\1/p' "$source")
    packages=diffable libraries=
    for needed in "$@"; do
        case $needed in
        -l*) libraries="$libraries $needed" ;;
        *) packages="$packages $needed" ;;
        esac
    done
    # shellcheck disable=SC2046,SC2086
    PKG_CONFIG_PATH="$prefix/lib/pkgconfig" && export PKG_CONFIG_PATH &&
        cc $standard -Wall -Wextra -Werror -o "$folder/$example" "$source" $(pkg-config --cflags --libs $packages) $libraries
}

wait_until() { # a command, tried for 20 seconds
    tries=200
    until "$@"; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || return 1
        sleep 0.1
    done
}
