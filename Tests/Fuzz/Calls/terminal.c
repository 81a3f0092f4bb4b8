/*
 * Stands in for CTerminal: a terminal whose keys, sizes and failures are choices of the input, and whose clock goes on
 * where nothing is typed. When no choice is left, the input of the terminal is at its end.
 */
#include "../fuzz.h"

#include "CTerminal.h"

#include <stdio.h>
#include <string.h>

static long now;
static int columns, rows, watched;
static bool is_open;

void fuzz_begin_terminal(void)
{
    columns = 40;
    rows = 10;
}

terminal_kind terminal_kind_of(int file)
{
    return file > 1 || columns == 0 ? TERMINAL_NONE : rows == 1 ? TERMINAL_DUMB : TERMINAL_CAPABLE;
}

bool terminal_size(int file, int *some_columns, int *some_rows)
{
    *some_columns = columns;
    *some_rows = rows;
    return file <= 1 && columns > 0;
}

bool terminal_write(int file, const void *bytes, size_t size)
{
    (void)bytes, (void)size;
    return file >= 0 && fuzz_below(64) > 0;
}

long terminal_now(void)
{
    return now;
}

bool terminal_screen_is_available(void)
{
    return !is_open && rows > 1;
}

const char *terminal_screen_open(int height)
{
    (void)height;
    if (is_open || rows == 1) {
        return "there is no terminal";
    }
    is_open = true;
    watched = -1;
    return NULL;
}

bool terminal_screen_is_part(void)
{
    return false;
}

void terminal_screen_close(void)
{
    is_open = false;
}

/* Puts a key, an action of the mouse or a part of one into a buffer, and returns its size. */
static long type(char *buffer, size_t size)
{
    static const char *const keys[] = {
        "\033[A",
        "\033[B",
        "\033[C",
        "\033[D",
        "\033[5~",
        "\033[6~",
        "\033[H",
        "\033[F",
        "\033[1;2A",
        "\033[1;2B",
        "\r",
        "\t",
        "\033[Z",
        " ",
        "/",
        "\033",
        "\177",
        "\033[3~",
        "\033[200~",
        "\033[201~",
        "a",
        "j",
        "k",
        "g",
        "G",
        "?",
        "q",
        "\014",
        "\033[<64;3;3M",
        "\033[<65;3;3M",
    };
    if (fuzz_below(4) == 0) {
        return snprintf(buffer, size, "\033[<%d;%d;%d%c", fuzz_below(2) * 32, fuzz_below(45), fuzz_below(12),
            fuzz_below(3) > 0 ? 'M' : 'm');
    }
    int key = fuzz_below(40);
    if (key < 30) {
        memcpy(buffer, keys[key], strlen(keys[key]));
        return (long)strlen(keys[key]);
    }
    buffer[0] = (char)fuzz_below(256);
    return 1;
}

long terminal_screen_read(void *buffer, size_t size, long milliseconds)
{
    if (!fuzz_has_choices()) {
        return TERMINAL_READ_END;
    }
    switch (fuzz_below(16)) {
    case 0:
        rows = fuzz_below(12);
        columns = fuzz_below(90);
        return TERMINAL_READ_NOTHING;
    case 1: return TERMINAL_READ_SIGNAL;
    case 2: return TERMINAL_READ_RESUMED;
    case 3: return watched < 0 ? TERMINAL_READ_NOTHING : TERMINAL_READ_WATCHED;
    case 4:
    case 5:
    case 6:
    case 7: now += milliseconds < 0 ? 1000 : milliseconds; return TERMINAL_READ_NOTHING;
    default: return type(buffer, size);
    }
}

int terminal_screen_descriptor(void)
{
    return 0;
}

void terminal_screen_watch(int file)
{
    watched = file;
}

bool terminal_screen_write(const void *bytes, size_t size)
{
    return terminal_write(0, bytes, size);
}

void terminal_screen_size(int *some_columns, int *some_rows)
{
    if (!terminal_size(0, some_columns, some_rows)) {
        *some_columns = 80;
        *some_rows = 24;
    }
}

void terminal_hold_output(void)
{
}

void terminal_release_output(void)
{
}

bool terminal_motion_size(int *some_columns, int *some_rows)
{
    return terminal_kind_of(1) == TERMINAL_CAPABLE && terminal_size(1, some_columns, some_rows) && *some_rows > 0;
}

bool terminal_motion_is_within_line(void)
{
    return fuzz_below(8) == 0;
}

sigset_t terminal_motion_begin(void)
{
    sigset_t set;
    sigemptyset(&set);
    return set;
}

void terminal_motion_end(sigset_t before)
{
    (void)before;
}

bool terminal_motion_sleep(long milliseconds, sigset_t before)
{
    (void)before;
    now += milliseconds;
    return fuzz_below(16) == 0;
}
