#include "reader.h"

#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "utf8.h"

bool reader_fail(struct reader *reader, const char *message)
{
    reader->error = message;
    return false;
}

struct reader_list *reader_find(struct reader *reader, int64_t number)
{
    struct reader_list *found = reader->lists;
    while (found != NULL && found->number != number) {
        found = found->next;
    }
    return found;
}

/** Finds the members of an event, which must be there in its order, and no others. */
static bool find_members(struct reader *reader, const struct event *event, size_t next, size_t *found)
{
    for (int index = 0; index < MEMBERS && event->members[index].name != NULL; index += 1) {
        const struct member *member = &event->members[index];
        if (next == JSON_VALUES || !json_key_is(&reader->parser.values[next], member->name)) {
            if (!member->is_optional) {
                return reader_fail(reader, "a member is missing, or in another place");
            }
            continue;
        }
        if (!value_is(&reader->parser, next, member->kind)) {
            return reader_fail(reader, "a member has a value that it cannot have");
        }
        found[index] = next;
        next = json_member(&reader->parser, 0, next + 1);
    }
    return next == JSON_VALUES || reader_fail(reader, "a member that no document knows");
}

/** Whether an event may come now. */
static bool is_expected(struct reader *reader, const struct event *event, const size_t *members)
{
    bool is_outside = (reader->lines == 1 && event != &events[0]) || (event->is_in_apply && reader->open == NULL);
    if (reader->has_ended || is_outside) {
        return reader_fail(reader, "an event outside of a stream or an apply");
    }
    if (event->is_in_apply && reader->must_reset && strcmp(event->name, "reset") != 0) {
        return reader_fail(reader, "no reset follows an apply that was cut");
    }
    if (event->is_in_apply && reader->awaited != NULL) {
        struct place at = { -1, -1, 0 };
        if (strcmp(event->name, reader->awaited) == 0) {
            at = value_place(&reader->parser, members[1]);
        }
        if (at.section != reader->awaited_section || at.item != reader->awaited_item) {
            return reader_fail(reader, "another event than a cell follows");
        }
    } else {
        reader->awaited = NULL;
    }
    return true;
}

static bool read_line(struct reader *reader, const char *bytes, size_t size)
{
    const char *message = utf8_error_of_line(bytes, size);
    reader->lines += 1;
    if (message != NULL || !json_parse(&reader->parser, bytes, size)) {
        return reader_fail(reader, message != NULL ? message : "it is no JSON object");
    }
    size_t first = json_member(&reader->parser, 0, 0);
    if (first == JSON_VALUES || !json_key_is(&reader->parser.values[first], "event")
        || reader->parser.values[first].kind != JSON_STRING) {
        return reader_fail(reader, "its first member is not the event");
    }
    const struct json_value *name = &reader->parser.values[first];
    for (size_t index = 0; index < EVENTS; index += 1) {
        if (name->size == strlen(events[index].name) && memcmp(name->bytes, events[index].name, name->size) == 0) {
            size_t members[MEMBERS] = { 0 };
            return find_members(reader, &events[index], json_member(&reader->parser, 0, first + 1), members)
                && is_expected(reader, &events[index], members) && events[index].perform(reader, members);
        }
    }
    return reader_fail(reader, "there is no such event");
}

bool reader_read(struct reader *reader, const char *bytes, size_t size)
{
    const char *end = bytes + size;
    while (bytes < end) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        if (newline == NULL) {
            return reader_fail(reader, "the last line has no end");
        }
        if (!read_line(reader, bytes, (size_t)(newline - bytes))) {
            return false;
        }
        bytes = newline + 1;
    }
    return true;
}

void reader_begin(struct reader *reader, enum old old)
{
    *reader = (struct reader){ .old = old };
    json_begin(&reader->parser);
}

void reader_end(struct reader *reader)
{
    json_end(&reader->parser);
    while (reader->lists != NULL) {
        struct reader_list *next = reader->lists->next;
        list_clear(&reader->lists->list);
        free(reader->lists->list.name);
        free(reader->lists->list.caption);
        free(reader->lists);
        reader->lists = next;
    }
}

struct list *reader_list(struct reader *reader, int64_t number)
{
    struct reader_list *found = reader_find(reader, number);
    return found == NULL ? NULL : &found->list;
}
