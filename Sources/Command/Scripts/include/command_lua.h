// The parts of the command that are written in C: its embedded Lua files, functions that may raise a Lua error (which
// must not jump over Swift frames), and a few calls of the system, such as for pastes and the clock.
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct lua_State;
struct editline;

/// Compiles the file of the folder Lua that has this name, without ".lua", and pushes it as a function. Returns LUA_OK.
/// If that fails, pushes a message instead, and returns another status.
int diffable_command_load(struct lua_State *L, const char *name);

/// Call this before `diffable_command_pcall` calls a chunk. When the chunk returns, its local variables become globals,
/// except those whose name a global already has.
void diffable_command_keep_locals(struct lua_State *L);

/// Like lua_pcall, but SIGINT interrupts the call with an error that begins with "interrupted!". Always calls `finish`
/// after the call, even if the call failed. SIGINT during `finish` counts, too.
int diffable_command_pcall(struct lua_State *L, int arguments, int results, int handler, void (*finish)(void));

/// Returns a stream for standard output with a descriptor of its own, or NULL, and connects descriptor 1 to standard
/// error.
FILE *diffable_command_divert_output(void);

/// The escape sequence that the terminal sends before pasted text, if bracketed paste is on. It is bound to
/// `diffable_command_insert_paste`.
#define DIFFABLE_COMMAND_PASTE_START "\033[200~"

/// Turns bracketed paste on or off. While it is on, signal handlers turn it off when a signal stops or ends the
/// process, and on again when the process continues.
void diffable_command_mark_pastes(bool is_on);

/// Reads the pasted text up to the mark at its end, and inserts it. Tabs and newlines are kept. A carriage return, or
/// one with a newline after it, becomes a newline. A newline at the end, and all other control characters of ASCII, are
/// dropped.
void diffable_command_insert_paste(struct editline *editor);

/// Returns a monotonic time in microseconds. Only differences of it are meaningful.
long diffable_command_microseconds(void);

/// Pushes the text of library/diffable.lua.
void diffable_command_push_library(struct lua_State *L);

/// Pushes a function (folder) that returns the names of all entries of a folder, including folders, "." and "..", as an
/// array. The array is empty if the folder cannot be read.
void diffable_command_push_list_folder(struct lua_State *L);

/// Writes the text to `escaped`, with escape sequences for characters that must not reach the terminal, and returns the
/// number of bytes written: at most DIFFABLE_COMMAND_ESCAPE_SIZE for each byte of the text.
typedef size_t (*diffable_command_escape)(const char *text, size_t size, bool is_quoted, char *escaped);

enum { DIFFABLE_COMMAND_ESCAPE_SIZE = 6 };

/// Pushes a function (text, is_quoted) that returns the text escaped.
void diffable_command_push_escape(struct lua_State *L, diffable_command_escape escape);
