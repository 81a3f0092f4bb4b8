// Makes the variadic functions of libedit available to Swift, which does not import such functions. Also includes the
// parts of libc that are used with libedit.
#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <locale.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef unsigned char (*diffable_edit_command)(EditLine *, int);

static inline void diffable_edit_set_client(EditLine *editor, void *client)
{
    el_set(editor, EL_CLIENTDATA, client);
}

static inline void *diffable_edit_client(EditLine *editor)
{
    void *client = NULL;
    el_get(editor, EL_CLIENTDATA, &client);
    return client;
}

static inline void diffable_edit_set_prompt(EditLine *editor, char *(*prompt)(EditLine *))
{
    el_set(editor, EL_PROMPT, prompt);
}

// Binds the keys of Emacs. The user's ~/.editrc may change that.
static inline void diffable_edit_configure(EditLine *editor, History *entries)
{
    el_set(editor, EL_EDITOR, "emacs");
    el_set(editor, EL_HIST, history, entries);
    el_source(editor, NULL);
    // libedit handles signals: it restores the terminal when the process stops, and redraws when it continues or is
    // resized.
    el_set(editor, EL_SIGNAL, 1);
    // While a line is edited, ^C is an ordinary key and sends no signal.
    el_set(editor, EL_SETTY, "-d", "-intr", "intr=", NULL);
}

// Prepares the terminal before the prompt is shown, so that ^C is a key from then on. Ignores SIGINT, which is handled
// only while a script runs.
static inline void diffable_edit_prepare(EditLine *editor)
{
    signal(SIGINT, SIG_IGN);
    el_set(editor, EL_PREP_TERM, 1);
}

static inline void diffable_edit_bind(
    EditLine *editor, const char *key, const char *name, diffable_edit_command command)
{
    el_set(editor, EL_ADDFN, name, name, command);
    el_set(editor, EL_BIND, key, name, NULL);
    el_set(editor, EL_BIND, "-a", key, name, NULL);
}

static inline void diffable_history_set_size(History *entries, int size)
{
    HistEvent event;
    history(entries, &event, H_SETSIZE, size);
    history(entries, &event, H_SETUNIQUE, 1);
}

static inline void diffable_history_enter(History *entries, const char *entry)
{
    HistEvent event;
    history(entries, &event, H_ENTER, entry);
}

// Returns why a path must not be used as the history file; NULL if it may.
static inline const char *diffable_history_error(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        return errno == ENOENT ? NULL : strerror(errno);
    }
    if (!S_ISREG(info.st_mode)) {
        return "it is not a regular file";
    }
    return info.st_size > 16 * 1024 * 1024 ? "it is larger than 16 MiB" : NULL;
}

// MB_CUR_MAX is a macro that Swift cannot import.
static inline size_t diffable_edit_bytes_in_character(void)
{
    return MB_CUR_MAX;
}

// Creates a file that only its owner may read, and opens it for writing. Fails if the file exists.
static inline int diffable_edit_open(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
}
