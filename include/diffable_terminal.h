/**
 * @file diffable_terminal.h
 * The terminal of the process: views on standard output, motion, and a list that a person moves about in.
 *
 * This is a library of its own, `libdiffable-terminal`. It contains the engine and the views as well, so a program links
 * it in place of `libdiffable`, never both; `pkg-config --libs diffable-terminal` says so. Whatever depends on the process
 * is here: it reads the environment (COLUMNS, NO_COLOR, CLICOLOR_FORCE, TERM), writes to standard output, handles signals
 * while the screen or a motion is shown, and restores the terminal when the process exits. `libdiffable` does none of that.
 *
 * Ownership, errors and effect marks are those of diffable.h. The functions of this header are for one thread.
 */
#ifndef DIFFABLE_TERMINAL_H
#define DIFFABLE_TERMINAL_H

#include "diffable.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------------
 * Standard output
 * ------------------------------------------------------------------------------------------------- */

/**
 * Makes a text view that writes to standard output, and flushes it. Where that is a terminal, details end at its last
 * column and longer lines are cut there. Colours follow the option; DIFFABLE_COLOR_AUTO obeys NO_COLOR and CLICOLOR_FORCE,
 * or else is for a terminal whose TERM is not "dumb". `options` may be NULL. Errors: INVALID_ARGUMENT. [make] O(1)
 */
diffable_status diffable_stdout_text_view_new(const diffable_text_view_options *options, diffable_view **out, diffable_error **error);

/** Makes an NDJSON view that writes to standard output, and flushes it. Errors: INVALID_ARGUMENT. [make] O(1) */
diffable_status diffable_stdout_ndjson_view_new(diffable_view **out, diffable_error **error);

/* ---------------------------------------------------------------------------------------------------
 * Motion
 * ------------------------------------------------------------------------------------------------- */

/**
 * From now on the text views of this header show animated applies as motion, wherever standard output is a terminal and
 * TERM is not dumb. For 0.3 seconds rows travel from where they were, in the very lines where the text then stands; new ones
 * slide in and deleted ones out (`left`, `right`, `top`, `bottom`), or fade. What stands there in the end is what stands
 * there without motion. Call it before anything is applied, and from one thread. [process] O(1)
 *
 * Applies that follow one another move together. What shows them, and returns when they have come to rest, is the next
 * apply that has a completion, before it calls that; that is not animated, or has another view that writes to stdout;
 * that comes 0.3 seconds after the first of them, or finds no room left in the window; `diffable_motion_settle`; and the
 * exit of the process. Meanwhile SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGTSTP wait for the calling thread; one that comes,
 * or another size of the window, ends the motion at once.
 */
void diffable_motion_enable(void);

/** Shows what is to move, and returns when it has come to rest. Call it before the program itself writes to the terminal, or waits. Errors: OUTPUT_FAILED. [process] O(lines of the window) */
diffable_status diffable_motion_settle(diffable_error **error);

/* ---------------------------------------------------------------------------------------------------
 * Terminals
 * ------------------------------------------------------------------------------------------------- */

/**
 * The terminal of the process as a full screen that shows the list of a data source, for a person to move about in.
 * It asks for the cells of visible rows alone. There is one at a time. While it is there the data source has no other
 * view, and nobody else may write to the terminal.
 *
 *     while (diffable_terminal_wait(terminal, &event, &error) == DIFFABLE_OK && event.kind != DIFFABLE_EVENT_LEAVE) {
 *         diffable_terminal_perform(terminal, &event, &error);    unless the program has its own use for the key
 *         if (event.kind == DIFFABLE_EVENT_SELECT) ...
 *     }
 *
 * The screen is given back by `diffable_terminal_free`, and also where the process exits, or is ended by SIGINT, SIGTERM,
 * SIGHUP or SIGQUIT. Of those that the program handles itself, its handler is called, and `wait` tells LEAVE. While
 * SIGTSTP stops the process it is given back as well, and when that goes on, `wait` draws it anew.
 */
typedef struct diffable_terminal diffable_terminal;

/** How a terminal shows a list. */
typedef struct diffable_terminal_options {
    size_t struct_size; /**< set it to sizeof(diffable_terminal_options), as DIFFABLE_TERMINAL_OPTIONS_INIT does */
    bool searches;      /**< whether `/` begins a search, whose text comes as events of the kind SEARCH */
} diffable_terminal_options;

/** What `diffable_terminal_options` start as. */
#define DIFFABLE_TERMINAL_OPTIONS_INIT { sizeof(diffable_terminal_options), false }

/** What happened at a terminal. Values are never renumbered; later versions may add some. */
typedef enum diffable_event_kind {
    DIFFABLE_EVENT_NONE = 0,   /**< nothing that a program needs to know */
    DIFFABLE_EVENT_KEY = 1,    /**< `text` names a key, or what the mouse did, `item` is the selected item */
    DIFFABLE_EVENT_SELECT = 2, /**< `item` was chosen, by Enter or a click */
    DIFFABLE_EVENT_SEARCH = 3, /**< `text` is what is searched for now, empty for nothing */
    DIFFABLE_EVENT_LEAVE = 4   /**< the person leaves, or no input will come */
} diffable_event_kind;

/** What happened, and with what. The identifier and the text are borrowed from the terminal until the next call on it. */
typedef struct diffable_event {
    size_t struct_size; /**< set it to sizeof(diffable_event), as DIFFABLE_EVENT_INIT does */
    diffable_event_kind kind;
    diffable_id item;
    diffable_bytes text;
} diffable_event;

/** What a `diffable_event` starts as. */
#define DIFFABLE_EVENT_INIT { sizeof(diffable_event), DIFFABLE_EVENT_NONE, { DIFFABLE_ID_NONE, { 0 } }, { NULL, 0 } }

/** Tells whether the terminal of the process can be a full screen: standard input and output are one, TERM is not dumb, and it is not in use. [pure] O(1) */
bool diffable_terminal_is_available(void);

/** Makes the terminal a full screen. `options` may be NULL. Errors: INVALID_ARGUMENT, also where there is no terminal available. [edit] O(1) */
diffable_status diffable_terminal_new(diffable_data_source *source, const diffable_terminal_options *options, diffable_terminal **out, diffable_error **error);

/** Gives the terminal back as it was, and the data source the view that it had. [free] */
void diffable_terminal_free(diffable_terminal *terminal);

/**
 * Shows the list as it is now and waits for what the person does: KEY, SEARCH or LEAVE. Keys are named by what they
 * write (`a`, `Q`, `/`) or as in `up down left right page_up page_down home end enter escape tab backspace insert delete
 * space f1`, with `ctrl+`, `alt+` and `shift+` in front, in this order; the mouse by `click wheel_up wheel_down`. Keys
 * that edit a search are not told. Errors: INVALID_ARGUMENT (called inside a callback of the data source), NO_PROVIDER,
 * PROVIDER_FAILED, INVALID_CELL, OUTPUT_FAILED, and those of applies that a provider asked for. [calls] O(visible rows)
 */
diffable_status diffable_terminal_wait(diffable_terminal *terminal, diffable_event *event, diffable_error **error);

/**
 * Does what the key that `wait` told last means to the list, once, and tells what came of it: SELECT, LEAVE or NONE.
 * Arrows, page keys, `home` and `end` select an item; `enter` and `click` choose it; the wheel scrolls; `right` expands,
 * `left` collapses, `space` and a click on the sign of an item toggle it; `shift+up`, `shift+down`, or with `alt+`, drag
 * it; `/` searches; `ctrl+l` draws all anew; `q` leaves. Errors: those of `wait`, of `diffable_data_source_toggle_item`
 * and of `diffable_data_source_reorder_item`. [calls] O(visible rows), and what an apply takes
 */
diffable_status diffable_terminal_perform(diffable_terminal *terminal, diffable_event *event, diffable_error **error);

#ifdef __cplusplus
}
#endif

#endif /* DIFFABLE_TERMINAL_H */
