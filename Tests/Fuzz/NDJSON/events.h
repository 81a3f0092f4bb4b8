/* The events of a stream: what members they have, and what a reader does. */
#ifndef EVENTS_H
#define EVENTS_H

#include "reader.h"
#include "values.h"

#define MEMBERS 4
#define EVENTS 18

/** A member of an event, by its name. An optional one may be absent. */
struct member {
    const char *name;
    enum member_kind kind;
    bool is_optional;
};

/** An event: its members behind `event`, in order, and what is to be done. Absent members have the index 0. */
struct event {
    const char *name;
    struct member members[MEMBERS];
    bool (*perform)(struct reader *reader, const size_t *members);
    /** Whether it comes between `apply` and `applied`. */
    bool is_in_apply;
};

extern const struct event events[EVENTS];

/** Keeps what is wrong with the stream, and returns false. */
bool reader_fail(struct reader *reader, const char *message);

/** Returns the list with this number; NULL if there is none. */
struct reader_list *reader_find(struct reader *reader, int64_t number);

#endif
