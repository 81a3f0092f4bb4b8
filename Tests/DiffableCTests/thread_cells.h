/*
 * Tests of the table of docs/threads.md: each of its cells is a test that runs two threads of each of two bodies.
 * Tests/DocsTests/threads.lua checks that the cells are those of the table.
 */
#ifndef THREAD_CELLS_H
#define THREAD_CELLS_H

#include <pthread.h>

#include "support.h"

enum { ROUNDS = 60 };

/* A test of the cell in this row and column of the table. A file has its own set_up and tear_down. */
#define CELL(row, column, function) { row ": " column, function, set_up, tear_down, NULL }

/* In a body: what does not hold is returned as text, since cmocka is for one thread. */
#define expect(condition) \
    do { \
        if (!(condition)) { \
            return (void *)#condition; \
        } \
    } while (0)

typedef void *body(void *number);

/* Runs two threads of each body at once. They are given numbers from 1 on. */
static void run_beside(body *one, body *other)
{
    pthread_t threads[4];
    const char *failed = NULL;
    for (int index = 0; index < 4; index += 1) {
        assert_int_equal(
            pthread_create(&threads[index], NULL, index % 2 == 0 ? one : other, (void *)(intptr_t)(index + 1)), 0);
    }
    for (int index = 0; index < 4; index += 1) {
        void *found = NULL;
        pthread_join(threads[index], &found);
        failed = found != NULL ? found : failed;
    }
    if (failed != NULL) {
        fail_msg("%s", failed);
    }
}

static diffable_id integer(int64_t value)
{
    return diffable_id_integer(value);
}

#endif
