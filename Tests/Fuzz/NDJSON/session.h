/*
 * A program that an input chooses: data sources that write to one stream, and a reader that must have the same lists.
 */
#ifndef SESSION_H
#define SESSION_H

#include "../../../include/diffable.h"
#include "reader.h"

#define ITEMS 16
#define SECTIONS 5
#define TEXTS 8
#define SOURCES 3
#define APPLIES 40

/** What chooses: the bytes of the input, and zeros when they are used up. */
struct input {
    const uint8_t *next, *end;
};

/** Where something else than usual happens, once, when the countdown is over. */
enum callback {
    CELL_PROVIDER,
    SUPPLEMENTARY_PROVIDER,
    KIND_PROVIDER,
    WRITER,
    OBSERVER,
    COMPLETION,
    HANDLER,
    CALLBACKS
};
enum mischief { NO_MISCHIEF, FAILURE, INVALID_CELL, APPLY_HERE, APPLY_ELSEWHERE, MISCHIEFS };

/** What a write left for the observer that follows. */
enum written { NOT_WRITTEN, WRITTEN, WRITE_FAILED };

/** A data source, and what its rows, headers and footers must show: the look of each item and section. */
struct source {
    struct session *session;
    diffable_data_source *object;
    /** Its list in the stream; -1 without a view. */
    int64_t list;
    uint8_t salt;
    bool has_edges;
    /** Whether the next call of a provider is for somebody who asks, and not for the view. */
    bool is_asked;
    uint8_t looks[ITEMS], edges[SECTIONS][2];
    /** Those that the providers gave to an apply that may yet fail. */
    uint8_t next_looks[ITEMS], next_edges[SECTIONS][2];
};

struct session {
    struct input input;
    diffable_id items[ITEMS], sections[SECTIONS];
    diffable_bytes texts[TEXTS];
    struct source sources[SOURCES];
    int number_of_sources;
    diffable_view *view;
    bool shows_old;
    int64_t next_list;
    struct reader reader;
    /** What the reader got. */
    char *stream;
    size_t size, capacity;
    enum written written;
    int64_t written_list;
    size_t failed_writes;
    enum callback mischief_in;
    enum mischief mischief;
    int countdown;
    int applies;
};

static inline unsigned next_byte(struct session *session)
{
    return session->input.next < session->input.end ? *session->input.next++ : 0;
}

static inline unsigned below(struct session *session, unsigned limit)
{
    return next_byte(session) % limit;
}

/** Takes names and texts from the input, and makes data sources and their view. */
void session_begin(struct session *session, const uint8_t *bytes, size_t size);
void session_end(struct session *session);

/** Performs one call that the input chooses. */
void session_step(struct session *session);

/** An apply of any sort. Callbacks may call it. */
void session_apply(struct session *session, struct source *source);

void session_open_source(struct session *session, struct source *source);
void session_show(struct session *session, struct source *source, bool shown);

/** Whether a callback is to do something else than usual now; if that is an apply, it has taken place. */
enum mischief session_mischief(struct source *source, enum callback callback);

/** Returns the index of the first name that is equal. */
size_t session_find(const diffable_id *names, size_t count, diffable_id id);

/** What a row, header or footer of a look shows. Returns whether that is anything, which headers and footers need. */
bool look_texts(const struct session *session, uint8_t look, diffable_bytes texts[CELL_TEXTS], int32_t *height,
    int32_t *indentation);

/** The reader has what the data source has, or the process ends. */
void session_check(struct source *source, const diffable_transaction *transaction);

/** Ends the process with what went wrong and the stream. */
_Noreturn void session_report(const struct session *session, const char *message);

/** The completion of an apply, with its source; and what follows the end of an apply. */
diffable_status session_completion(const diffable_transaction *transaction, void *user_data);
void session_apply_ended(void *user_data);

#endif
