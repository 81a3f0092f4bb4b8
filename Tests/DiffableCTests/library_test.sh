#!/bin/sh
# library_test.sh <directory of libdiffable>
#
# What a user takes away, the libraries, the Lua module and the command: what they need, what they show, how large they are.
set -eu
cd "$(dirname "$0")/../.."
library=$1
output=build/tests/library
mkdir -p "$output"
failed=0

expect() { # what, as it should be, as it is
    [ "$2" = "$3" ] && return 0
    echo "FAILED: $1 should be '$2' and is '$3'" >&2
    failed=1
}

tagged() { readelf -d "$1" | sed -n "s/.*($2).*\[\(.*\)\]/\1/p" | sort | tr '\n' ' '; }

check() { # file, SONAME, what it needs beside libc and libm, pattern of what it exports, bytes that it must stay below
    name=$(basename "$1")
    expect "$name: SONAME" "$2" "$(tagged "$1" SONAME)"
    expect "$name: RUNPATH" "" "$(tagged "$1" RUNPATH)$(tagged "$1" RPATH)"
    foreign=$(tagged "$1" NEEDED | tr ' ' '\n' | grep -v '^\(libc\.so\.6\|libm\.so\.6\|ld-linux[-a-z0-9_]*\.so\.[0-9]*\)*$' || true)
    expect "$name: what it needs beside libc and libm" "$3" "$foreign"
    nm -D --defined-only "$1" | awk '{ print $3 }' >"$output/exports"
    expect "$name: what it exports beside $4" "" "$(grep -v "^$4\$" "$output/exports" | tr '\n' ' ')"
    grep -q "^$4\$" "$output/exports" || expect "$name: what it exports" "$4" ""

    newest=$(objdump -T "$1" | sed -n 's/.*(\{0,1\}GLIBC_\([0-9.]*\).*/\1/p' | sort -uV | tail -n 1)
    expect "$name: the newer of glibc 2.28 and what it needs" 2.28 "$(printf '%s\n' "$newest" 2.28 | sort -V | tail -n 1)"
    check_segments "$1"

    # The unwind tables are counted apart.
    strip -o "$output/stripped" "$1"
    size=$(wc -c <"$output/stripped")
    tables=$(tables_of "$output/stripped")
    [ "$((size - tables))" -lt "$5" ] || {
        echo "FAILED: stripped, $name has $((size - tables)) bytes without unwind tables, and should have fewer than $5" >&2
        failed=1
    }
    echo "$name: $size bytes stripped, $tables of them unwind tables, needs $(tagged "$1" NEEDED)and glibc $newest"
}

tables_of() { size -A -d "$1" | awk '$1 ~ /^\.eh_frame/ { sum += $2 } END { print sum + 0 }'; }

# What was relocated is read-only once the program runs; and every function has an entry in the unwind tables.
check_segments() {
    name=$(basename "$1")
    readelf -lW "$1" | grep -q GNU_RELRO || expect "$name: segments" GNU_RELRO ""
    readelf -dW "$1" | grep -q 'FLAGS.*\(BIND_NOW\|NOW\)' || expect "$name: flags" BIND_NOW ""
    strip -o "$output/stripped" "$1"
    readelf --debug-dump=frames "$output/stripped" 2>/dev/null | sed -n 's/.* FDE .*pc=\([0-9a-f]*\)\.\.\([0-9a-f]*\)$/\1 \2/p' >"$output/covered"
    nm --defined-only "$1" | awk '$2 ~ /^[tTwW]$/ && $3 !~ /^(_init|_fini|_start|frame_dummy|__do_global_dtors_aux|(de)*register_tm_clones)$/ {
        print $1, $3 }' >"$output/functions"
    expect "$name: functions without unwind tables" "" "$(lua5.4 Tests/DiffableCTests/uncovered.lua "$output/covered" "$output/functions" | tr '\n' ' ')"
}

# Engine and views depend on nothing that belongs to the process: no streams, files, terminals, signals, environment, exit handlers, threads.
# Where memory is out, one function writes a line and aborts.
check_process() {
    strip -o "$output/stripped" "$1"
    nm -D --undefined-only "$output/stripped" | sed 's/.* //; s/@.*//' | sort >"$output/undefined"
    expect "$(basename "$1"): what it takes from libc that belongs to the process" "" "$(grep -x "$process" "$output/undefined" | tr '\n' ' ')"
    for function in write abort; do
        expect "$(basename "$1"): calls of $function" 1 "$(objdump -d "$1" | grep -c "\(call\|jmp\).*<$function@plt>")"
    done
}
process='.*getenv.*|setenv|unsetenv|putenv|environ|sig[a-z]*|signal|raise|kill|pthread_sigmask|pthread_kill|tc[gs]etattr|isatty|ttyname.*|ioctl'
process="$process|fcntl|atexit|on_exit|__cxa_atexit|exit|_exit|std(in|out|err)|f?(write.+|read|puts?c?|getc|printf|flush|open|close).*|fwrite|p?select|poll|.*sleep|setlocale|pthread_create|thrd_create|v?fork|exec.*|socket"
process=$(echo "$process" | sed 's/|/\\|/g; s/[()]/\\&/g; s/?/\\?/g')

# The terminal calls functions of the engine that are for it alone: their version is that of the library. It has no copy of what is there
# once in a process, and of the engine not more than small functions.
check_sharing() { # libdiffable.so, libdiffable-terminal.so
    nm -D --undefined-only "$2" | sed -n 's/^ *U \(\$e.*\)/\1/p' | sort >"$output/needed"
    nm -D --defined-only "$1" | sed -n 's/.* \(\$e.*\)/\1/p' | sed 's/@@/@/' | sort >"$output/offered"
    expect "what $1 offers to $2, and does not" "" "$(comm -3 "$output/offered" "$output/needed" | tr '\n' ' ')"
    [ -s "$output/needed" ] || expect "what $2 calls of the engine" functions ""
    for state in OutOfMemoryO7handler diffable_secret.decided diffable_next_number.last diffable_reason_memory.current; do
        expect "how often $1 has $state" 1 "$(nm --defined-only "$1" | awk '$2 ~ /[bBdD]/' | grep -c "$state")"
        expect "how often $2 has $state" 0 "$(nm --defined-only "$2" | awk '$2 ~ /[bBdD]/' | grep -c "$state")"
    done
    copied=$(nm -S -t d --defined-only "$2" | awk '$4 ~ /^\$e14DiffableEngine/ && $3 ~ /[tTwW]/ { sum += $2 } END { print sum + 0 }')
    [ "$copied" -lt 16000 ] || expect "how many bytes of functions of the engine $2 has" "fewer than 16000" "$copied"
}

version=$(sed -n 's/^.define DIFFABLE_VERSION "\(.*\)"/\1/p' include/diffable.h | sed 's/\./\\./g')
check "$library/libdiffable.so" "libdiffable.so.0 " "" "\(diffable_[a-z0-9_]*\|\\\$e[0-9A-Za-z_]*@@DIFFABLE_PRIVATE_$version\)" 740000
check_process "$library/libdiffable.so"
expect "functions of the API that have one address" "" \
    "$(nm -D --defined-only "$library/libdiffable.so" | awk '$3 ~ /^diffable_/ { if (seen[$1]++) printf "%s ", $3 }')"
check "$library/libdiffable-terminal.so" "libdiffable-terminal.so.0 " libdiffable.so.0 'diffable_[a-z0-9_]*' 336000
check_sharing "$library/libdiffable.so" "$library/libdiffable-terminal.so"
check build/lua/diffable.so "" "" luaopen_diffable 885000
check_segments build/bin/diffable
expect "what the command exports beside Lua" "" \
    "$(nm -D --defined-only build/bin/diffable | awk '$3 !~ /^(lua_|luaL_|luaopen_|std(in|out|err)@)/ { print $3 }' | tr '\n' ' ')"
for symbol in lua_newstate luaL_newstate luaopen_base; do
    nm -D --defined-only build/bin/diffable | grep -q " $symbol$" || expect "what the command exports" $symbol ""
done
shown_by() { nm --extern-only --defined-only "$library/$1" | awk 'NF == 3 && $3 !~ /^diffable_/ { print $3 }' | sort; }
expect "what libdiffable-terminal.a shows beside diffable_*" "" "$(shown_by libdiffable-terminal.a)"
sed 's/@.*//' "$output/needed" | sort >"$output/names"
expect "what libdiffable.a shows, and libdiffable-terminal.a does not call" "" "$(shown_by libdiffable.a | comm -23 - "$output/names")"
expect "the functions that both archives have" "" \
    "$(for name in libdiffable libdiffable-terminal; do nm --extern-only --defined-only "$library/$name.a" | awk 'NF == 3 { print $3 }'; done | sort | uniq -d)"
exit $failed
