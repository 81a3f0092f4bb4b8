/*
 * Contents of every sort. The object of a content that anybody can see must not have been finalized, and none is
 * finalized twice.
 */
#ifndef RANDOM_CONTENTS_H
#define RANDOM_CONTENTS_H

#include "support.h"

enum { OBJECTS = 1 << 16, OBJECT_NEW = 0, OBJECT_FINALIZED = 1 };

static unsigned char objects[OBJECTS];
static int object_count;

static void finalize_any(void *object)
{
    unsigned char *state = object;
    assert_int_equal(*state, OBJECT_NEW);
    *state = OBJECT_FINALIZED;
}

static diffable_content any_content(void)
{
    static const uint64_t numbers[] = { 1, 2 };
    static const char bytes[] = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxy";
    diffable_content content = diffable_content_from_revision(&numbers[below(2)]);
    const size_t size = (size_t)below(sizeof bytes);
    switch (below(10)) {
    case 0:
    case 1:
    case 2: content = (diffable_content){ 0 }; break;
    case 3: content = diffable_content_bytes(bytes, size); break;
    case 4: content = diffable_content_bytes(bytes + sizeof bytes - 1 - size, size); break;
    case 5: content = below(8) == 0 ? diffable_content_bytes(below(2) == 0 ? NULL : bytes, SIZE_MAX) : content; break;
    }
    if (below(3) == 0 && object_count < OBJECTS && (content.data != NULL || below(16) == 0)) {
        content.object = &objects[object_count++];
        content.finalize = finalize_any;
    }
    return content;
}

static void look_at_content(diffable_content content)
{
    /* All bytes are read, so that valgrind sees those that are not there. */
    for (size_t i = 0; i < content.size; i += 1) {
        const unsigned char byte = ((const unsigned char *)content.data)[i];
        assert_true(byte <= 2 || byte == 'x' || byte == 'y');
    }
    assert_true(content.finalize == NULL);
    if (content.object != NULL) {
        assert_int_equal(*(const unsigned char *)content.object, OBJECT_NEW);
    }
}

#endif
