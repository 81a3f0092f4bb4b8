/**
 * @file diffable_terminal.h
 * The terminal of the process: views on standard output, motion, and an interactive list.
 *
 * These functions are in a library of their own, `libdiffable-terminal`, which is linked to `libdiffable`. A program
 * links both: `pkg-config --libs diffable-terminal` names them. So a process has one engine, even if some of its
 * plugins use the terminal and others do not. Both libraries must have the same version; the loader refuses others. The
 * terminal library does everything that depends on the process: it reads the environment (COLUMNS, NO_COLOR,
 * CLICOLOR_FORCE, TERM, TMPDIR), writes to standard output, handles signals while a list or motion is on the screen,
 * and restores the terminal when the process exits. `libdiffable` does none of that.
 *
 * Ownership, errors and effect marks are those of diffable.h. All calls of these functions must come from one thread.
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
 * Makes a text view that writes to standard output and flushes it. On a terminal, details end at the column `width` of
 * the options, or at column 100 if that is 0, but at most at the last column. Lines longer than the terminal are cut.
 * With DIFFABLE_COLOR_AUTO, the variables NO_COLOR and CLICOLOR_FORCE decide whether colours are used. If neither is
 * set, colours are used on a terminal whose TERM is not "dumb". `options` may be NULL. Errors: INVALID_ARGUMENT.
 * [make] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_stdout_text_view_new(
    const diffable_text_view_options *options, diffable_view **out, diffable_error **error);

/**
 * Makes an NDJSON view that writes to standard output and flushes it. `options` may be NULL. Errors: INVALID_ARGUMENT.
 * [make] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_stdout_ndjson_view_new(
    const diffable_ndjson_view_options *options, diffable_view **out, diffable_error **error);

/* ---------------------------------------------------------------------------------------------------
 * Motion
 * ------------------------------------------------------------------------------------------------- */

/**
 * Makes text views of this header show animated applies as motion, if standard output is a terminal and TERM is set to
 * anything but "dumb". For 0.3 seconds rows move from their old lines to their new ones, in the lines that the text
 * then occupies. With the animations LEFT, RIGHT, TOP and BOTTOM, inserted rows slide in from that side, and deleted
 * rows slide out to it. With the others they fade. The final text is the same as without motion. Call it before the
 * first apply. [process] O(1)
 *
 * Applies that follow one another move together. Pending motion is played to its end at the first of these:
 *
 *   1. an apply with a completion, before the completion is called
 *   2. an apply that is not animated, or whose view writes to stdout in another way, as an NDJSON view does
 *   3. an apply that comes 0.3 seconds or more after the first one that is pending
 *   4. an apply that does not fit in the window
 *   5. `diffable_motion_settle` or `diffable_terminal_new`
 *   6. the exit of the process
 *
 * While motion plays, SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGTSTP are held back for the calling thread. Each of them,
 * and a change of the window's size, ends the motion at once. If the process ends by `abort`, the cursor is shown
 * again.
 */
DIFFABLE_API void diffable_motion_enable(void);

/**
 * Plays pending motion and returns when it has ended. Call it before the program itself writes to the terminal, or
 * waits. Errors: OUTPUT_FAILED. [process] O(lines of the window)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_motion_settle(diffable_error **error);

/* ---------------------------------------------------------------------------------------------------
 * Terminals
 * ------------------------------------------------------------------------------------------------- */

/**
 * An interactive list: the terminal of the process as a full screen that shows the list of a data source and takes keys
 * and the mouse. It asks for the cells of visible rows only, or of all rows for a search. There is at most one at a
 * time. As long as it exists, it is the view of the data source, and `diffable_data_source_set_view` fails with
 * INVALID_ARGUMENT. Then the data source has the view that it had before.
 *
 *     while (diffable_terminal_wait(terminal, &event, &error) == DIFFABLE_OK) {
 *         if (event.kind == DIFFABLE_EVENT_KEY) {    unless the program has its own use for the key
 *             if (diffable_terminal_perform(terminal, &event, &error) != DIFFABLE_OK) break;
 *         }
 *         if (event.kind == DIFFABLE_EVENT_LEAVE) break;
 *         if (event.kind == DIFFABLE_EVENT_SELECT) ...
 *     }
 *
 * After an error the list still exists, and `wait` can be called again. It then draws the window as it is. So a program
 * can show the message with `diffable_terminal_set_status` and go on. It should end the loop if `wait` fails twice in a
 * row, as happens if the terminal cannot be written to.
 *
 * The title, the footer and the preview take part of the screen. The last line shows the status, the search or the most
 * important keys. The rows fill the rest. The header of a section stays on the first line while its rows scroll, if it
 * takes at most an eighth of the lines. If not all rows fit, the last column has a scrollbar.
 *
 * The list is drawn on the terminal of standard input and output. If one of them is something else, as in a pipeline,
 * the list is drawn on /dev/tty and reads its keys from there, so the program can write its result to standard output.
 * While the list is shown, output of the process and its children to standard output or standard error is held in a
 * temporary file if that stream is a terminal. It is written, in order, when the list is freed or the process ends. A
 * child process that needs the terminal itself uses /dev/tty.
 *
 * `/` opens a search. As long as it has a text, the list shows the items whose text, detail or secondary text matches,
 * with the headers of their sections. Each word of the search must match: its letters must occur in this order, with
 * any others between them, and in the same case if the word has a capital letter. `'word` must occur as it is written,
 * `^word` at the beginning, `word$` at the end, and `!word` must not occur; of `a | b`, one must match. The list of the
 * data source does not change, and the search goes on for the lists that are applied meanwhile. No event is sent. With
 * the option `searches`, the list hides nothing: the program receives the text in events of kind SEARCH, and applies
 * what it finds.
 *
 * `diffable_terminal_free` restores the terminal. It is also restored when the process exits, calls `abort`, or is
 * ended by SIGINT, SIGTERM, SIGHUP or SIGQUIT. If the program had a handler for one of these four signals before the
 * list was shown, that handler is called, and `wait` returns LEAVE. A handler that was set with SA_SIGINFO is not
 * called: the process ends. A handler that is set later replaces that of the library. When SIGTSTP stops the process,
 * the terminal is restored too, and when the process continues, `wait` draws the list again.
 */
typedef struct diffable_terminal diffable_terminal;

/** How an interactive list behaves. */
typedef struct diffable_terminal_options {
    size_t struct_size;    /**< set it to sizeof(diffable_terminal_options), as DIFFABLE_TERMINAL_OPTIONS_INIT does */
    bool searches;         /**< whether the program searches: changes of the search text are events of kind SEARCH */
    bool taps_accessories; /**< whether `a` and clicks on accessories send events of kind ACCESSORY */
    bool ignores_select;   /**< set it if the program ignores SELECT: the last line then does not name Enter */
    bool multiple;         /**< whether Tab picks rows; Enter then chooses all picked rows */
    bool previews;         /**< whether a preview of the selected item is shown: the program sets it at PREVIEW */
    bool hides_hints;      /**< whether the last line stays empty instead of naming keys when nothing else is shown */
    bool shows_old;        /**< whether a row that the last apply updated also shows its old text: `82 -> 91` */
    diffable_bytes title;  /**< the lines above the rows, as `diffable_terminal_set_title` takes them; or none */
    diffable_bytes footer; /**< a line below the rows */
    diffable_bytes prompt; /**< the text before the search text; "/" if it is empty */
    diffable_bytes keys;   /**< the keys of the program that are shown as hints, one per line: "d delete\nr run now" */
} diffable_terminal_options;

/** Initializes `diffable_terminal_options`. */
#define DIFFABLE_TERMINAL_OPTIONS_INIT \
    { sizeof(diffable_terminal_options), false, false, false, false, false, false, false, { NULL, 0 }, { NULL, 0 }, \
        { NULL, 0 }, { NULL, 0 } }

/** What happened in an interactive list. The numbers never change; later versions may add some. */
typedef int32_t diffable_event_kind;
enum {
    DIFFABLE_EVENT_NONE = 0,      /**< nothing that concerns the program */
    DIFFABLE_EVENT_KEY = 1,       /**< `text` names a key or a mouse action, `item` is the selected item */
    DIFFABLE_EVENT_SELECT = 2,    /**< `items` were chosen with Enter or a double click; `item` is the first */
    DIFFABLE_EVENT_SEARCH = 3,    /**< `text` is the current search text, empty for none; only with `searches` */
    DIFFABLE_EVENT_LEAVE = 4,     /**< the user leaves; `text` is "end" if the input of the terminal has ended, "signal"
                                      after a signal that the program handles, or else empty */
    DIFFABLE_EVENT_ACCESSORY = 5, /**< the accessory of `item` was tapped */
    DIFFABLE_EVENT_TICK = 6,      /**< the interval of `diffable_terminal_set_interval` is over */
    DIFFABLE_EVENT_INPUT = 7,     /**< the file of `diffable_terminal_watch` has input, or is at its end */
    DIFFABLE_EVENT_PREVIEW = 8    /**< the selected item is another one, or has changed; only with `previews` */
};

/** An event. The identifiers and the text are borrowed from the terminal until the next call on it. */
typedef struct diffable_event {
    size_t struct_size; /**< set it to sizeof(diffable_event), as DIFFABLE_EVENT_INIT does */
    diffable_event_kind kind;
    diffable_id item;
    diffable_bytes text;
    const diffable_id *items; /**< at SELECT: all items that were chosen, in the order of the list */
    size_t item_count;        /**< at SELECT at least 1, and more than 1 only with `multiple`; else 0 */
} diffable_event;

/** Initializes a `diffable_event`. */
#define DIFFABLE_EVENT_INIT \
    { sizeof(diffable_event), DIFFABLE_EVENT_NONE, { DIFFABLE_ID_NONE, 0, { NULL, 0 } }, { NULL, 0 }, NULL, 0 }

/**
 * Returns whether an interactive list can be shown on standard input and output: both are a terminal, TERM is set to
 * anything but "dumb", and no list is shown yet. Otherwise `diffable_terminal_new` may still find /dev/tty. [pure] O(1)
 */
DIFFABLE_API bool diffable_terminal_is_available(void);

/**
 * Shows an interactive list. `options` may be NULL. Errors: INVALID_ARGUMENT, also if there is no terminal for it;
 * OUTPUT_FAILED of pending motion, which is played first. [edit] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_terminal_new(diffable_data_source *source,
    const diffable_terminal_options *options, diffable_terminal **out, diffable_error **error);

/** Restores the terminal, and the view that the data source had before. [free] */
DIFFABLE_API void diffable_terminal_free(diffable_terminal *terminal);

/**
 * Shows the current list and waits for the next event: KEY, SEARCH, LEAVE, TICK, INPUT or PREVIEW. A key is named by
 * the text that it writes (`a`, `Q`, `/`), or is one of `up down left right page_up page_down home end enter escape tab
 * backspace insert delete space f1` and so on, with the prefixes `ctrl+`, `alt+` and `shift+` in this order. Mouse
 * actions are named `click`, `wheel_up`, `wheel_down` and `drag`. `drag` is reported only if performing it would move
 * the pressed row. Not reported are keys that edit or close the search line, keys that are pressed while `?` shows the
 * keys, and pasted text, which only a search takes.
 * Returns APPLIED_WITH_ERROR if it stored an event, but an apply that a provider had queued failed. Errors:
 * INVALID_ARGUMENT (called inside a callback of the data source), NO_PROVIDER, PROVIDER_FAILED, INVALID_CELL,
 * OUTPUT_FAILED. [calls] O(visible rows), and O(rows) after a change of a search text
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_terminal_wait(
    diffable_terminal *terminal, diffable_event *event, diffable_error **error);

/**
 * Does what `diffable_terminal_wait` does, but returns NONE at once if there is no event, for a program that has a loop
 * of its own. The program calls this function when `diffable_terminal_descriptor` can be read without blocking, when
 * `diffable_terminal_timeout` has passed, when a signal (such as a resize) has interrupted its poll(2), and after each
 * apply. Each time it repeats the call until the event is NONE. Errors: those of `wait`. [calls] O(visible rows), and
 * O(rows) after a change of a search text
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_terminal_process(
    diffable_terminal *terminal, diffable_event *event, diffable_error **error);

/** Returns the file descriptor that keys come from, for poll(2); -1 for NULL. [pure] O(1) */
DIFFABLE_API int diffable_terminal_descriptor(const diffable_terminal *terminal);

/**
 * Returns in how many milliseconds `diffable_terminal_process` has to be called if no key arrives: for the next frame
 * of a motion, for a tick, or to decide that a lone ESC byte is the Escape key. Returns -1 if it need not be called,
 * and for NULL. [edit] O(1)
 */
DIFFABLE_API int64_t diffable_terminal_timeout(diffable_terminal *terminal);

/**
 * Performs the key that the last call of `wait` or `process` returned, and stores the result in `event`: SELECT,
 * ACCESSORY, SEARCH, LEAVE or NONE. SELECT means that items were chosen; a key that only selects another item gives
 * NONE. After another event than KEY, and if the key was performed already, nothing happens, and the result is NONE.
 * The keys mean:
 *
 *     up, down, k, j         select the item above or below
 *     page_up, page_down     select an item a page away
 *     home, end, g, G        select the first or the last item
 *     click                  selects the item; on its disclosure, toggles it as well
 *     enter                  chooses the selected item, as a second click on it within 400 milliseconds does
 *     right, left, space     expand, collapse or toggle the item
 *     shift+up, shift+down   drag the item, as alt+up, alt+down and the mouse do; not while a search hides rows
 *     wheel_up, wheel_down   scroll
 *     /                      opens a search
 *     escape                 ends the search; without one, leaves
 *     ?                      shows a list of keys until another key is pressed
 *     ctrl+l                 draws everything again
 *     q                      leaves
 *
 * With `multiple`, `tab` picks or unpicks the item and selects the next one, and `shift+tab` does the same but selects
 * the previous one. Then `enter` chooses all picked items, or the selected item if none is picked. With
 * `taps_accessories`, `a` and a click on the accessory of the item tap the accessory. If the list of keys does not fit,
 * `j`, `k`, arrows, page keys and the wheel scroll it. Returns APPLIED_WITH_ERROR if something failed after the list
 * changed, and OK if a handler refused. Errors: those of `wait`, of `diffable_data_source_toggle_item` and of
 * `diffable_data_source_reorder_item`. [calls] O(visible rows), and the cost of an apply
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_terminal_perform(
    diffable_terminal *terminal, diffable_event *event, diffable_error **error);

/**
 * Shows the first line of a text on the last line of the screen, as far as it fits, until the next key. Control
 * characters are spelled out. A size of 0 removes the status. The next `wait` draws the change. Errors:
 * INVALID_ARGUMENT. [edit] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_terminal_set_status(
    diffable_terminal *terminal, const char *text, size_t size, diffable_error **error);

/**
 * Replaces the title: the lines of a text are shown above the rows, each as far as it fits. The text after a tab is
 * aligned right: it ends where the details of the rows end. Control characters are spelled out. The title takes at most
 * half of the lines above the last one. A size of 0 removes the title. The next `wait` draws the change. Errors:
 * INVALID_ARGUMENT. [edit] O(size)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_terminal_set_title(
    diffable_terminal *terminal, const char *text, size_t size, diffable_error **error);

/**
 * Sets the preview of the selected item, with the option `previews`: a text that is shown at the right of the rows if
 * the terminal has 80 columns or more, and otherwise below them. The program calls it at PREVIEW. The first lines are
 * shown, as far as they fit, with tabs as blanks and other control characters spelled out. The next `wait` draws the
 * preview. It is removed before the next PREVIEW. Errors: INVALID_ARGUMENT. [edit] O(size)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_terminal_set_preview(
    diffable_terminal *terminal, const char *text, size_t size, diffable_error **error);

/**
 * Makes `wait` return TICK every `milliseconds`. The time starts at the first `wait` after this call, and again at the
 * first `wait` after each TICK. 0 stops the ticks. Errors: INVALID_ARGUMENT (negative, or more than 2,000,000,000).
 * [edit] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_terminal_set_interval(
    diffable_terminal *terminal, int64_t milliseconds, diffable_error **error);

/**
 * Makes `wait` return INPUT when `descriptor` can be read without blocking, also at the end of the file. A descriptor
 * of -1 stops that. The program itself reads from the descriptor. At the end of the file, and before it closes the
 * descriptor, it calls this function with -1. If both a key and input are there, the key comes first. Errors:
 * INVALID_ARGUMENT (less than -1). [edit] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_terminal_watch(
    diffable_terminal *terminal, int descriptor, diffable_error **error);

#ifdef __cplusplus
}
#endif

#endif /* DIFFABLE_TERMINAL_H */
