# Sourced by what runs the tests over an ordinary (not Embedded) build: it is made in a copy of the tree, and put where the
# tests look for the product.

# Makes the folder equal to the tree, but for what is built there.
copy_tree() { # the folder
    mkdir -p "$1"
    rsync -rlpc --delete --exclude=/.git --filter=':- .gitignore' ./ "$1/"
}

# Builds the copy that this is called in, with the tests in Swift. $link_flags are for swiftc, which links the rest.
build_tree() { # options of swift build
    swift build --quiet --build-tests "$@" &&
        mkdir -p build/bin build/lib build/lua build/ordinary &&
        link_library libdiffable $engine &&
        (link_flags="${link_flags-} -Lbuild/lib -ldiffable" && link_library libdiffable-terminal DiffableTerminal CTerminal) &&
        link_tree build/lua/diffable.so diffable.so $engine DiffableTerminal CTerminal DiffableLua &&
        ln -sf ../../.build/debug/diffable-command build/bin/diffable &&
        make -s build/lib/pkgconfig/diffable.pc build/lib/pkgconfig/diffable-terminal.pc
}

abi=$(sed -n 's/^.define DIFFABLE_VERSION_MAJOR //p' include/diffable.h)

engine="DiffableEngine DiffableViews DiffableC"

link_library() { # its name, its modules
    library=$1
    shift
    link_tree "build/lib/$library.so" "$library.so.$abi" "$@" &&
        ln -sf "$library.so" "build/lib/$library.so.$abi" &&
        ln -sf "../lib/$library.so" "build/ordinary/$library.so.$abi" &&
        ln -sf "$library.so.$abi" "build/ordinary/$library.so"
}

link_tree() { # what to write, its SONAME, its modules
    output=$1 name=$2
    shift 2
    objects=
    for module in "$@"; do
        case $module in
        DiffableLua) sources=Sources/Bindings/Lua ;;
        CTerminal) sources=Sources/System/CTerminal ;;
        *) sources=Sources/$module ;;
        esac
        # One for each source file that there is now. Only those of C are in subfolders, as their sources are.
        objects="$objects $(find "$sources" -name '*.swift' -printf '%f\n' -o -name '*.c' -printf '%P\n' |
            sed "s|.*|.build/debug/$module.build/&.o|")"
    done
    # shellcheck disable=SC2086
    swiftc ${link_flags-} -emit-library -o "$output" $objects -Xlinker -soname -Xlinker "$name"
}
