# What the tests of the examples share, to be read by them: the library installed in a folder of its own, an example
# compiled against that as its first comment says, and waiting.

folder=$(mktemp -d)
prefix=$folder/prefix
failed=0

fail() {
    echo "FAILED: $*" >&2
    failed=$((failed + 1))
}

compile() { # example, the packages that it needs beside diffable
    (unset MAKEFLAGS MAKELEVEL MFLAGS && make --silent install PREFIX="$prefix" >/dev/null)
    [ "$(wc -l <"examples/$1.c")" -le 400 ] || fail "examples/$1.c has $(wc -l <"examples/$1.c") lines"
    # shellcheck disable=SC2046
    PKG_CONFIG_PATH="$prefix/lib/pkgconfig" && export PKG_CONFIG_PATH &&
        cc -Wall -Wextra -Werror -o "$folder/$1" "examples/$1.c" $(pkg-config --cflags --libs diffable "$2")
}

wait_until() { # a command, tried for 20 seconds
    tries=200
    until "$@"; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || return 1
        sleep 0.1
    done
}
