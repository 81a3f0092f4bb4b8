/*
 * Calls of diffable_terminal.h with arguments of every sort, beside the calls of diffable.h and from inside their
 * callbacks.
 */
#ifndef TERMINAL_CALLS_H
#define TERMINAL_CALLS_H

#include "../../DiffableCTests/random_calls.h"

static diffable_terminal *terminal;

static diffable_status open_list(diffable_error **failure)
{
    static char title[TEXT_SIZE];
    diffable_terminal_options options = DIFFABLE_TERMINAL_OPTIONS_INIT;
    diffable_bytes text = any_text();
    memcpy(title, text.data, text.size);
    options.struct_size = below(16) > 0 ? options.struct_size : (size_t)any_index();
    options.searches = below(3) == 0;
    options.taps_accessories = below(2) == 0;
    options.multiple = below(2) == 0;
    options.previews = below(3) == 0;
    options.hides_hints = below(2) == 0;
    options.shows_old = below(2) == 0;
    options.ignores_select = below(4) == 0;
    options.title = below(2) == 0 ? (diffable_bytes){ title, text.size } : options.title;
    options.footer = below(2) == 0 ? (diffable_bytes){ title, text.size } : options.footer;
    options.prompt = below(4) == 0 ? (diffable_bytes){ NULL, text.size } : options.prompt;
    options.keys = below(2) == 0 ? diffable_bytes_string("d delete\n\x1b\n\nr run \xff now") : options.keys;
    if (terminal == NULL) {
        return diffable_terminal_new(sources[below(2)], below(4) > 0 ? &options : NULL, &terminal, failure);
    }
    diffable_terminal *second = NULL;
    diffable_status status = diffable_terminal_new(sources[0], NULL, &second, failure);
    assert_int_equal(status, DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_null(second);
    return status;
}

static void look_at_event(const diffable_event *event)
{
    assert_true(event->kind >= DIFFABLE_EVENT_NONE && event->kind <= DIFFABLE_EVENT_PREVIEW);
    assert_true(same_bytes(event->text, event->text));
    assert_int_equal(event->item_count > 0, event->kind == DIFFABLE_EVENT_SELECT);
    for (size_t index = 0; index < event->item_count; index += 1) {
        assert_true(diffable_id_equal(event->items[index], event->items[index]));
    }
    assert_true(event->item_count == 0 || diffable_id_equal(event->items[0], event->item));
}

/* Takes an event, and mostly does what it means. */
static diffable_status take_event(diffable_error **failure)
{
    diffable_event event = DIFFABLE_EVENT_INIT;
    event.struct_size = below(32) > 0 ? event.struct_size : (size_t)any_index();
    diffable_terminal *const shown = terminal; /* a callback may free it, and the event with it */
    diffable_status status = below(8) > 0 ? diffable_terminal_wait(terminal, &event, failure)
                                          : diffable_terminal_perform(terminal, &event, failure);
    if (status >= DIFFABLE_OK && terminal == shown) {
        look_at_event(&event);
        if (event.kind == DIFFABLE_EVENT_KEY && below(8) > 0) {
            diffable_error_free(*failure);
            *failure = NULL;
            status = diffable_terminal_perform(terminal, &event, failure);
            if (status >= DIFFABLE_OK && terminal == shown) {
                look_at_event(&event);
            }
        }
    }
    return status;
}

static void call_terminal(void)
{
    diffable_error *failure = NULL;
    diffable_view *view = NULL;
    diffable_status status = NO_STATUS;
    diffable_bytes text = any_text();
    const diffable_text_view_options options = DIFFABLE_TEXT_VIEW_OPTIONS_INIT;
    const diffable_ndjson_view_options events = { sizeof events, below(2) > 0 };
    diffable_terminal *old = terminal;
    switch (below(16)) {
    case 0: status = open_list(&failure); break;
    case 1:
        if (below(4) == 0)
            terminal = NULL, diffable_terminal_free(old);
        break;
    case 2:
        if (below(2) > 0) {
            status = diffable_terminal_set_status(terminal, below(8) > 0 ? text.data : NULL, text.size, &failure);
        } else {
            status = diffable_terminal_set_title(terminal, below(8) > 0 ? text.data : NULL, text.size, &failure);
        }
        break;
    case 3:
        status = diffable_terminal_set_preview(terminal, below(8) > 0 ? text.data : NULL, text.size, &failure);
        break;
    case 4:
        status = diffable_terminal_set_interval(terminal, below(8) > 0 ? below(200) : (int64_t)any_index(), &failure);
        break;
    case 5: status = diffable_terminal_watch(terminal, below(5) - 2, &failure); break;
    case 6: status = diffable_motion_settle(&failure); break;
    case 7: (void)diffable_terminal_is_available(); break;
    case 8:
    case 9:
        if (below(2) > 0) {
            status = diffable_stdout_text_view_new(below(2) > 0 ? &options : NULL, &view, &failure);
        } else {
            status = diffable_stdout_ndjson_view_new(below(2) > 0 ? &events : NULL, &view, &failure);
        }
        assert_int_equal(status, DIFFABLE_OK);
        status = diffable_data_source_set_view(sources[below(2)], view, &failure);
        diffable_view_free(view);
        break;
    default: status = terminal == NULL ? open_list(&failure) : take_event(&failure); break;
    }
    look_at_error(failure);
    look_at_status(status, NULL, failure);
    free_error(failure);
}

static void end_terminal_calls(void)
{
    diffable_terminal_free(terminal);
    terminal = NULL;
    if (call_more != NULL) {
        ignore(diffable_motion_settle(NULL));
    }
    call_more = NULL;
}

#endif
