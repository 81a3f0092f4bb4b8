/*
 * libFuzzer calls this with each input: a program, the last four bytes of which change the stream for a second reader.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__asan_default_options(void);

/* Speed: inputs are short, and many. */
const char *__asan_default_options(void)
{
    return "malloc_context_size=4:quarantine_size_mb=1:thread_local_quarantine_size_kb=256:"
           "detect_stack_use_after_return=0:max_malloc_fill_size=0";
}

/** The line around a position: its first byte, and the one behind its end. */
static void find_line(const struct session *session, size_t position, size_t *first, size_t *end)
{
    for (*first = position; *first > 0 && session->stream[*first - 1] != '\n'; *first -= 1) {}
    for (*end = position; session->stream[*end] != '\n'; *end += 1) {}
    *end += 1;
}

/**
 * A stream that was cut or changed gives an error or other lists, and nothing else. One that is cut inside a line gives
 * an error.
 */
static void read_changed(const struct session *session, const uint8_t *choices)
{
    if (session->size == 0) {
        return;
    }
    size_t position = (size_t)(choices[0] << 8 | choices[1]) * session->size >> 16, first, end;
    find_line(session, position, &first, &end);
    size_t size = session->size, line = end - first;
    char *bytes = malloc(size + line);
    memcpy(bytes, session->stream, size);
    char *rest = bytes + position;
    bool must_fail = false;
    switch (choices[2] % 8) {
    case 0: /* cut */
        size = position;
        must_fail = position > first;
        break;
    case 1: *rest = (char)choices[3]; break;
    case 2: *rest ^= (char)(1 << choices[3] % 8); break;
    case 3: /* a byte less */
        memmove(rest, rest + 1, size - position - 1);
        size -= 1;
        break;
    case 4: /* a byte more */
        memmove(rest + 1, rest, size - position);
        *rest = (char)choices[3];
        size += 1;
        break;
    case 5: /* a line less */
        memmove(bytes + first, bytes + end, size - end);
        size -= line;
        break;
    case 6: /* a line twice */
        memmove(bytes + end, bytes + first, size - first);
        size += line;
        break;
    case 7: /* another digit, the next one from here on */
        while (rest < bytes + size && (*rest < '0' || *rest > '9')) {
            rest += 1;
        }
        if (rest < bytes + size) {
            *rest = (char)('0' + choices[3] % 10);
        }
        break;
    }
    struct reader reader;
    reader_begin(&reader, OLD_UNKNOWN);
    bool is_read = reader_read(&reader, bytes, size);
    reader_end(&reader);
    free(bytes);
    if (is_read && must_fail) {
        session_report(session, "a stream that was cut was read");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct session session;
    if (size < 5) {
        return 0;
    }
    session_begin(&session, data, size - 4);
    while (session.input.next < session.input.end && session.applies < APPLIES) {
        session_step(&session);
    }
    if (getenv("FUZZ_SHOW") != NULL) {
        fwrite(session.stream, 1, session.size, stderr);
    }
    read_changed(&session, data + size - 4);
    session_end(&session);
    return 0;
}
