/*
 * What the parts of the C interpreter share: words of a program and what they stand for. See README.md.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diffable.h>

/** More than any list of a program has. */
enum { CAPACITY = 256 };

/** Those from TREE_REGISTERS on hold section snapshots. */
enum { TREE_REGISTERS = 4, REGISTERS = 6 };

/** A call with its words; those that it lacks are NULL. */
typedef struct spoken {
    char text[1024];
    char cut[1024];
    const char *words[24];
} spoken;

/**
 * Identifiers with their contents, and whether any has one. A content of a program is a revision: a number that is not
 * 0. The contents point to `revisions`, so elements are not copied.
 */
typedef struct elements {
    diffable_id ids[CAPACITY];
    uint64_t revisions[CAPACITY];
    diffable_content contents[CAPACITY];
    size_t count;
    bool has_contents;
} elements;

static inline void require(bool condition, const char *what)
{
    if (condition) {
        return;
    }
    fflush(stdout);
    fprintf(stderr, "interpreter: %s\n", what);
    exit(1);
}

static inline void speak(const char *text, spoken *out)
{
    size_t count = 0, size = strcspn(text, "\n");
    memset(out, 0, sizeof *out);
    require(size < sizeof out->text, "a call is too long");
    memcpy(out->text, text, size);
    memcpy(out->cut, text, size);
    for (char *word = strtok(out->cut, " "); word != NULL; word = strtok(NULL, " ")) {
        require(count < sizeof out->words / sizeof *out->words, "a call has too many words");
        out->words[count] = word;
        count += 1;
    }
    require(count > 0, "a call without words");
}

/** What a call says from one of its words on. */
static inline const char *rest_of(const spoken *call, size_t index)
{
    require(call->words[index] != NULL, "a call lacks words");
    return call->text + (call->words[index] - call->cut);
}

static inline bool is(const char *word, const char *other)
{
    return word != NULL && strcmp(word, other) == 0;
}

/** The identifier that `size` bytes spell; it points to them. "-" is none. */
static inline diffable_id identifier(const char *word, size_t size)
{
    if (word == NULL || (size == 1 && *word == '-')) {
        return (diffable_id){ 0 };
    }
    if (*word == '-' || (*word >= '0' && *word <= '9')) {
        return diffable_id_integer(strtoll(word, NULL, 10));
    }
    size_t quote = *word == '\'';
    return diffable_id_bytes(word + quote, size - quote);
}

static inline diffable_id name(const char *word)
{
    return identifier(word, word == NULL ? 0 : strlen(word));
}

static inline diffable_index_path path_of(const char *word)
{
    diffable_index_path path = (diffable_index_path){ 0, 0 };
    require(word != NULL && sscanf(word, "%td.%td", &path.section, &path.item) == 2, "no index path");
    return path;
}

/** Reads "7@2,'9,a". */
static inline void read_elements(const char *word, elements *out)
{
    out->count = 0;
    out->has_contents = false;
    if (word == NULL || strcmp(word, "-") == 0) {
        return;
    }
    for (;;) {
        size_t size = strcspn(word, ",@");
        require(out->count < CAPACITY, "a list is too long");
        out->ids[out->count] = identifier(word, size);
        out->contents[out->count] = diffable_content_from_revision(NULL);
        word += size;
        if (*word == '@') {
            out->revisions[out->count] = strtoull(word + 1, NULL, 10);
            out->contents[out->count] = diffable_content_from_revision(&out->revisions[out->count]);
            out->has_contents = true;
            word += strcspn(word, ",");
        }
        out->count += 1;
        if (*word != ',') {
            return;
        }
        word += 1;
    }
}

/** An identifier with its revision, as programs spell it: those of programs are short. */
typedef char word[128];

static inline const char *spell(word out, diffable_id id, uint64_t revision)
{
    int size;
    if (id.kind == DIFFABLE_ID_INTEGER) {
        size = snprintf(out, sizeof(word), "%lld", (long long)id.integer);
    } else {
        diffable_bytes bytes = id.bytes;
        bool is_letter = bytes.size > 0 && ((*bytes.data | 32) >= 'a' && (*bytes.data | 32) <= 'z');
        size = snprintf(
            out, sizeof(word), "%s%.*s", is_letter ? "" : "'", (int)bytes.size, bytes.size == 0 ? "" : bytes.data);
    }
    require(size >= 0 && size < 100, "an identifier is too long");
    if (id.kind == DIFFABLE_ID_NONE) {
        return strcpy(out, "-");
    }
    if (revision != 0) {
        snprintf(out + size, sizeof(word) - (size_t)size, "@%llu", (unsigned long long)revision);
    }
    return out;
}

static inline void print_id(diffable_id id, uint64_t revision)
{
    word text;
    fputs(spell(text, id, revision), stdout);
}

static inline void print_ids(const diffable_id *ids, size_t count)
{
    for (size_t index = 0; index < count; index += 1) {
        putchar(' ');
        print_id(ids[index], 0);
    }
}

static inline uint64_t revision_of_item(const diffable_snapshot *snapshot, diffable_id item)
{
    return diffable_content_revision(diffable_snapshot_item_content(snapshot, item));
}

static inline uint64_t revision_of_section(const diffable_snapshot *snapshot, diffable_id section)
{
    return diffable_content_revision(diffable_snapshot_section_content(snapshot, section));
}

static inline bool same_id(diffable_id left, diffable_id right)
{
    if (left.kind != right.kind) {
        return false;
    }
    if (left.kind != DIFFABLE_ID_BYTES) {
        return left.kind == DIFFABLE_ID_NONE || left.integer == right.integer;
    }
    size_t size = left.bytes.size;
    return size == right.bytes.size && (size == 0 || memcmp(left.bytes.data, right.bytes.data, size) == 0);
}

/** Whether the message of an error is the same in all languages, but for the number of the first index. */
static inline bool has_common_message(diffable_status code)
{
    return code == DIFFABLE_ERROR_INVALID_ARGUMENT || code == DIFFABLE_ERROR_DUPLICATE_IDENTIFIER
        || code == DIFFABLE_ERROR_UNKNOWN_IDENTIFIER || code == DIFFABLE_ERROR_NO_SECTIONS
        || code == DIFFABLE_ERROR_INVALID_DESTINATION;
}

/**
 * Says how a call ended, and gives its error back: by address, since the call that sets it may stand beside it. If
 * there is a `name`, the message has it in place of the name of the function.
 */
static inline void reply_as(const char *name, diffable_status status, diffable_error **error)
{
    if (status == DIFFABLE_OK) {
        require(*error == NULL, "an error without a failure");
        puts("ok");
        return;
    }
    diffable_status code = diffable_error_status(*error);
    require(status == DIFFABLE_APPLIED_WITH_ERROR ? code < 0 : code == status, "a failure with another error");
    const char *message = has_common_message(code) ? diffable_error_message(*error) : diffable_status_name(code);
    const char *call = strstr(message, ": "), *text = call == NULL ? NULL : strchr(call + 2, ':');
    if (name != NULL && text != NULL) {
        printf("error %.*s: %s%s\n", (int)(call - message), message, name, text);
    } else {
        printf("error %s\n", message);
    }
    diffable_error_free(*error);
}

static inline void reply(diffable_status status, diffable_error **error)
{
    reply_as(NULL, status, error);
}

/** An identifier that may be left out, as the library takes it. */
static inline const diffable_id *optional(const diffable_id *id)
{
    return id->kind == DIFFABLE_ID_NONE ? NULL : id;
}

/** Prints an identifier as messages do. */
static inline void print_quoted(diffable_id id)
{
    if (id.kind == DIFFABLE_ID_INTEGER) {
        print_id(id, 0);
    } else {
        printf("\"%.*s\"", (int)id.bytes.size, id.bytes.data);
    }
}

/**
 * Returns the string "7" for the integer 7, and the other way round; none for a string that is no integer. The text is
 * overwritten by the next call.
 */
static inline diffable_id look_alike_of(diffable_id id)
{
    static char text[24];
    if (id.kind == DIFFABLE_ID_INTEGER) {
        return diffable_id_bytes(text, (size_t)snprintf(text, sizeof text, "%lld", (long long)id.integer));
    }
    char *end;
    snprintf(text, sizeof text, "%.*s", (int)id.bytes.size, id.bytes.data);
    long long number = strtoll(text, &end, 10);
    return *text == '\0' || *end != '\0' ? (diffable_id){ 0 } : diffable_id_integer(number);
}

/** Replies as for an error that names an unknown section of a snapshot. */
static inline void reply_unknown(const char *call, const diffable_snapshot *snapshot, diffable_id id)
{
    printf("error UNKNOWN_IDENTIFIER: %s: there is no section ", call);
    print_quoted(id);
    diffable_id other = look_alike_of(id);
    if ((diffable_snapshot_index_of_section(snapshot, other) >= 0)) {
        fputs(", but there is ", stdout);
        print_quoted(other);
    } else if (diffable_snapshot_contains_item(snapshot, id)) {
        fputs(", but there is an item of that name", stdout);
    }
    putchar('\n');
}

/** Ends the line of a call that said what it read, if it could. */
static inline void reply_after(diffable_status status, diffable_error **error)
{
    if (status == DIFFABLE_OK) {
        putchar('\n');
    } else {
        fputs(status > 0 ? " with " : "", stdout);
        reply(status, error);
    }
}

#endif
