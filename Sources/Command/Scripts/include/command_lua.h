// The parts of the command that are C: its Lua files, and what leaves by longjmp, which may not pass a frame of Swift.
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct lua_State;
struct editline;

/// Pushes a file of the folder Lua as a function, by its name without ".lua". Returns LUA_OK, or else pushes a message.
int diffable_command_load(struct lua_State *L, const char *name);

/// Makes the locals of the next chunk that is called globals when it returns, unless a global has the same name. That
/// call must be by `diffable_command_pcall`.
void diffable_command_keep_locals(struct lua_State *L);

/// lua_pcall that SIGINT interrupts: then its error begins with "interrupted!". Calls `finish` afterwards, which may
/// take a while too, even if the call failed.
int diffable_command_pcall(struct lua_State *L, int arguments, int results, int handler, void (*finish)(void));

/// Returns a stream for standard output with a descriptor of its own, or NULL, and connects descriptor 1 to standard
/// error.
FILE *diffable_command_duplicate_output(void);

/// What a terminal that marks pastes puts before one. The mark is bound to `diffable_command_insert_paste`.
#define DIFFABLE_COMMAND_PASTE "\033[200~"

/// Makes the terminal mark what is pasted, also after the process was stopped, and not when a signal ends or stops it;
/// or unmakes that.
void diffable_command_mark_pastes(bool is_on);

/// Reads what is pasted up to the mark at its end, and inserts it as text. A tab and a newline are text as well; the
/// newline at the end and other control characters are dropped.
void diffable_command_insert_paste(struct editline *editor);

/// A time that only grows.
long diffable_command_microseconds(void);

/// Pushes the text of library/diffable.lua.
void diffable_command_push_library(struct lua_State *L);

/// Pushes a function (folder) that returns the names of the files there as an array, which is empty if there are none.
void diffable_command_push_list_folder(struct lua_State *L);

/// Writes a text with what must not be shown escaped to `escaped`, and returns how many bytes that took: at most
/// DIFFABLE_COMMAND_ESCAPE for each byte of the text.
typedef size_t (*diffable_command_escape)(const char *text, size_t size, bool is_quoted, char *escaped);

enum { DIFFABLE_COMMAND_ESCAPE = 6 };

/// Pushes a function (text, is_quoted) that returns the text escaped.
void diffable_command_push_escape(struct lua_State *L, diffable_command_escape escape);
