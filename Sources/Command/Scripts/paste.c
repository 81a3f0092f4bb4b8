#define _GNU_SOURCE
#include "command_lua.h"

#include <histedit.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

// Bracketed paste: on request, a terminal puts marks around pasted text, so that the text is not taken for keys.
// https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, "Bracketed Paste Mode"
static void set_brackets(bool is_on)
{
    ssize_t ignored = write(STDOUT_FILENO, is_on ? "\033[?2004h" : "\033[?2004l", 8);
    (void)ignored;
}

static void leave(int number)
{
    set_brackets(false);
    signal(number, SIG_DFL);
    raise(number);
}

static void resume(int number)
{
    (void)number;
    signal(SIGTSTP, leave);
    set_brackets(true);
}

// libedit's handlers of signals restore these handlers and send the signal again.
void diffable_command_mark_pastes(bool is_on)
{
    enum { COUNT = 4 };
    static const int numbers[COUNT] = { SIGCONT, SIGHUP, SIGTERM, SIGTSTP };
    static struct sigaction before[COUNT];
    for (int i = 0; i < COUNT; i += 1) {
        struct sigaction own = { .sa_handler = numbers[i] == SIGCONT ? resume : leave };
        if (is_on) {
            sigaction(numbers[i], &own, &before[i]);
        } else {
            sigaction(numbers[i], &before[i], NULL);
        }
    }
    set_brackets(is_on);
}

void diffable_command_insert_paste(EditLine *editor)
{
    static const wchar_t end[] = L"\033[201~";
    enum { END = sizeof end / sizeof *end - 1 };
    size_t size = 0, capacity = 0, kept = 0;
    wchar_t *text = NULL, character;
    while (el_wgetc(editor, &character) == 1) {
        if (size + 1 >= capacity) {
            size_t larger = capacity == 0 ? 256 : 2 * capacity;
            wchar_t *copy = realloc(text, larger * sizeof *text);
            if (copy == NULL) {
                break;
            }
            text = copy;
            capacity = larger;
        }
        text[size] = character;
        size += 1;
        if (size >= END && wmemcmp(text + size - END, end, END) == 0) {
            size -= END;
            break;
        }
    }
    for (size_t i = 0; i < size; i += 1) {
        wchar_t next = text[i] == L'\r' ? L'\n' : text[i];
        bool is_second = text[i] == L'\n' && i > 0 && text[i - 1] == L'\r';
        if (!is_second && (next >= L' ' || next == L'\n' || next == L'\t') && next != 127) {
            text[kept] = next;
            kept += 1;
        }
    }
    if (kept > 0 && text[kept - 1] == L'\n') {
        kept -= 1;
    }
    if (kept > 0) {
        text[kept] = 0;
        el_winsertstr(editor, text);
    }
    free(text);
}
