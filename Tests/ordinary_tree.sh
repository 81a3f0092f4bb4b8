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
        link_tree build/lib/libdiffable.so "$soname" DiffableC &&
        link_tree build/lua/diffable.so diffable.so DiffableC DiffableLua &&
        ln -sf libdiffable.so "build/lib/$soname" &&
        ln -sf ../lib/libdiffable.so "build/ordinary/$soname" &&
        ln -sf "$soname" build/ordinary/libdiffable.so &&
        ln -sf ../../.build/debug/diffable-command build/bin/diffable &&
        make -s build/lib/pkgconfig/diffable.pc
}

soname=libdiffable.so.$(sed -n 's/^.define DIFFABLE_VERSION_MAJOR //p' include/diffable.h)

link_tree() { # what to write, its SONAME, the modules beside the core
    output=$1 name=$2
    shift 2
    objects=.build/debug/Diffable.build/*.o
    for module in "$@"; do objects="$objects .build/debug/$module.build/*.o"; done
    # shellcheck disable=SC2086
    swiftc ${link_flags-} -emit-library -o "$output" $objects -Xlinker -soname -Xlinker "$name"
}
