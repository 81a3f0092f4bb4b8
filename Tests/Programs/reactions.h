/*
 * The data source of a program, and what its callbacks are still to do.
 */
#ifndef REACTIONS_H
#define REACTIONS_H

#include "registers.h"

static diffable_data_source *source;

/** Something to do at the `calls`-th call of a callback from now. */
typedef struct reaction {
    char event[32];
    int calls;
    char call[1024];
} reaction;

static reaction *waiting[CAPACITY];
static size_t waiting_count;

/** How a callback ends: failing comes before all else. */
typedef struct answer {
    bool fails;
    bool refuses;
    bool spoils;
    /** The register with the section snapshot that it answers with, whatever that is then; NULL for none. */
    diffable_snapshot *const *children;
} answer;

static void perform(const spoken *call);

static void add_reaction(const spoken *call)
{
    const char *due = rest_of(call, 3);
    reaction *added = malloc(sizeof *added);
    require(added != NULL && waiting_count < sizeof waiting / sizeof *waiting
            && strlen(call->words[1]) < sizeof added->event && strlen(due) < sizeof added->call,
        "too much to react to");
    waiting[waiting_count++] = added;
    strcpy(added->event, call->words[1]);
    added->calls = atoi(call->words[2]);
    strcpy(added->call, due);
    puts("ok");
}

static void forget_reactions(void)
{
    while (waiting_count > 0) {
        free(waiting[--waiting_count]);
    }
}

static void say_items(void)
{
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    printf(" of %zu\n", diffable_snapshot_number_of_items(snapshot, NULL));
    diffable_snapshot_free(snapshot);
}

/** Does what is due at a call of a callback. */
static answer react(const char *event)
{
    answer result = { .children = NULL };
    reaction *due[sizeof waiting / sizeof *waiting];
    size_t due_count = 0, kept = 0;
    for (size_t index = 0; index < waiting_count; index += 1) {
        waiting[index]->calls -= is(waiting[index]->event, event);
        if (waiting[index]->calls == 0) {
            due[due_count++] = waiting[index];
        } else {
            waiting[kept++] = waiting[index];
        }
    }
    waiting_count = kept;
    for (size_t index = 0; index < due_count; index += 1) {
        spoken call;
        speak(due[index]->call, &call);
        free(due[index]);
        const char *first = call.words[0];
        if (is(first, "fail")) {
            result.fails = true;
        } else if (is(first, "refuse")) {
            result.refuses = true;
        } else if (is(first, "spoil")) {
            result.spoils = true;
        } else if (is(first, "children")) {
            result.children = &registers[register_number(call.words[1])];
        } else {
            perform(&call);
        }
    }
    return result;
}

static diffable_status status_of(answer answer, diffable_status failure)
{
    return answer.fails ? failure : DIFFABLE_OK;
}

#endif
