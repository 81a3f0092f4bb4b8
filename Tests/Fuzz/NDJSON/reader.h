/* A reader of streams of events that knows nothing but docs/ndjson.md. */
#ifndef READER_H
#define READER_H

#include "json.h"
#include "list.h"

/** Whether updates have old cells. */
enum old { OLD_UNKNOWN, OLD_NEVER, OLD_ALWAYS };

struct reader_list {
    int64_t number;
    struct list list;
    /** Whether an apply was cut, so that the next one must begin with a reset. */
    bool is_cut;
    struct reader_list *next;
};

struct reader {
    enum old old;
    struct json_parser parser;
    struct reader_list *lists;
    /** The list whose apply has begun and not ended. */
    struct reader_list *open;
    /** The number of the list whose apply ended last. */
    int64_t applied;
    size_t lines, streams, applies;
    /** What the next event must be; NULL for any. */
    const char *awaited;
    int64_t awaited_section, awaited_item;
    bool is_update, must_reset, has_ended;
    /** What is wrong with the stream; NULL as long as nothing is. */
    const char *error;
};

void reader_begin(struct reader *reader, enum old old);
void reader_end(struct reader *reader);

/** Reads whole lines. Returns false if something is wrong; then the reader must not be used further. */
bool reader_read(struct reader *reader, const char *bytes, size_t size);

/** Returns the list with this number; NULL if there is none. */
struct list *reader_list(struct reader *reader, int64_t number);

#endif
