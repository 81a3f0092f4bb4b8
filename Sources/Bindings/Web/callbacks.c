/*
 * Functions for the page that are not in diffable.h: callbacks, because a function of JavaScript has no address, and
 * functions that read all steps at once instead of one element with each call.
 *
 * All callbacks pass their arguments to `page_call`, the one function that the page supplies. Structs are passed by
 * address.
 */
#include <stdint.h>
#include <unistd.h>

#include "diffable.h"

#define EXPORT(name) __attribute__((export_name(#name))) name
#define IMPORT(name) __attribute__((import_module("diffable"), import_name(name)))

/* The order is that of the names in callbacks.js. */
enum callback {
    CELL,
    KIND,
    SUPPLEMENTARY,
    TRANSACTION,
    WRITE,
    ATTACH,
    PREPARE,
    CANCEL,
    FINALIZE,
    RELEASE,
    SHOULD_EXPAND,
    WILL_EXPAND,
    SHOULD_COLLAPSE,
    WILL_COLLAPSE,
    CHILDREN,
    CAN_REORDER,
    WILL_REORDER,
    DID_REORDER,
    FILTER,
    SECTION,
    SORT,
    SECTION_SORT
};

IMPORT("call")
intptr_t page_call(int32_t callback, void *user_data, intptr_t first, intptr_t second, intptr_t third, intptr_t fourth);
/* Releases the object of a content that nothing refers to any more. */
IMPORT("release") void page_release(void *object);
/* Fills memory with random bytes. */
IMPORT("random") void page_random(void *memory, size_t size);

static diffable_status cell(const diffable_id *item, const diffable_content *content, const diffable_index_path *path,
    diffable_cell *cell, void *user_data)
{
    return page_call(CELL, user_data, (intptr_t)item, (intptr_t)content, (intptr_t)path, (intptr_t)cell);
}

static const char *kind(const diffable_id *item, const diffable_content *content, void *user_data)
{
    return (const char *)page_call(KIND, user_data, (intptr_t)item, (intptr_t)content, 0, 0);
}

/* `page_call` takes four arguments, so the section and its content are passed as one struct. */
static diffable_status supplementary(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    struct {
        const diffable_id *section;
        const diffable_content *content;
    } place = { section, content };
    return page_call(SUPPLEMENTARY, user_data, (intptr_t)kind, (intptr_t)&place, (intptr_t)index, (intptr_t)cell);
}

static diffable_status transaction(const diffable_transaction *transaction, void *user_data)
{
    return page_call(TRANSACTION, user_data, (intptr_t)transaction, 0, 0, 0);
}

static diffable_status write_text(const char *bytes, size_t size, void *user_data)
{
    return page_call(WRITE, user_data, (intptr_t)bytes, (intptr_t)size, 0, 0);
}

static diffable_status attach(const diffable_data_source *source, void *user_data)
{
    return page_call(ATTACH, user_data, (intptr_t)source, 0, 0, 0);
}

static diffable_status prepare(diffable_preparation *preparation, void *user_data)
{
    return page_call(PREPARE, user_data, (intptr_t)preparation, 0, 0, 0);
}

static void cancel(const diffable_transaction *transaction, void *user_data)
{
    page_call(CANCEL, user_data, (intptr_t)transaction, 0, 0, 0);
}

static void finalize(void *user_data)
{
    page_call(FINALIZE, user_data, 0, 0, 0, 0);
}

/* The handlers of one struct share their user data. Each has a function, which tells the page which one is called. */
#define QUESTION(name, callback) \
    static diffable_status name(const diffable_id *item, bool *answer, void *user_data) \
    { \
        return page_call(callback, user_data, (intptr_t)item, (intptr_t)answer, 0, 0); \
    }
#define NOTICE(name, callback) \
    static diffable_status name(const diffable_id *item, void *user_data) \
    { \
        return page_call(callback, user_data, (intptr_t)item, 0, 0, 0); \
    }
#define DRAG(name, callback) \
    static diffable_status name(const diffable_transaction *transaction, void *user_data) \
    { \
        return page_call(callback, user_data, (intptr_t)transaction, 0, 0, 0); \
    }
QUESTION(should_expand, SHOULD_EXPAND)
NOTICE(will_expand, WILL_EXPAND)
QUESTION(should_collapse, SHOULD_COLLAPSE)
NOTICE(will_collapse, WILL_COLLAPSE)
QUESTION(can_reorder, CAN_REORDER)
DRAG(will_reorder, WILL_REORDER)
DRAG(did_reorder, DID_REORDER)

static diffable_status children(const diffable_id *parent, diffable_snapshot *tree, void *user_data)
{
    return page_call(CHILDREN, user_data, (intptr_t)parent, (intptr_t)tree, 0, 0);
}

static diffable_status filter(const diffable_id *item, const diffable_content *content, bool *passes, void *user_data)
{
    return page_call(FILTER, user_data, (intptr_t)item, (intptr_t)content, (intptr_t)passes, 0);
}

static diffable_status section(const diffable_id *item, const diffable_content *content, diffable_id *section,
    diffable_content *section_content, void *user_data)
{
    return page_call(
        SECTION, user_data, (intptr_t)item, (intptr_t)content, (intptr_t)section, (intptr_t)section_content);
}

#define SORTING(name, callback) \
    static diffable_status name( \
        const diffable_id *id, const diffable_content *content, diffable_sort_key *key, void *user_data) \
    { \
        return page_call(callback, user_data, (intptr_t)id, (intptr_t)content, (intptr_t)key, 0); \
    }
SORTING(sort, SORT)
SORTING(sort_section, SECTION_SORT)

/* The addresses of the callbacks, in the order of the enumeration. */
const void *EXPORT(diffable_web_callbacks)(void)
{
    static const void *const addresses[] = { (void *)cell, (void *)kind, (void *)supplementary, (void *)transaction,
        (void *)write_text, (void *)attach, (void *)prepare, (void *)cancel, (void *)finalize, (void *)page_release,
        (void *)should_expand, (void *)will_expand, (void *)should_collapse, (void *)will_collapse, (void *)children,
        (void *)can_reorder, (void *)will_reorder, (void *)did_reorder, (void *)filter, (void *)section, (void *)sort,
        (void *)sort_section };
    return addresses;
}

/* Returns the number of elements of all steps together. */
size_t EXPORT(diffable_web_step_elements)(const diffable_steps *steps)
{
    size_t elements = 0, count = 1;
    diffable_step step = DIFFABLE_STEP_INIT;
    for (size_t index = 0; diffable_steps_read(steps, index, &step, 1, &count, NULL) == DIFFABLE_OK && count == 1;
        index += 1) {
        elements += step.count;
    }
    return elements;
}

/* Reads all steps into `out`, and the identifiers of the elements of all steps, in order, into `ids`. */
void EXPORT(diffable_web_read_steps)(const diffable_steps *steps, diffable_step *out, diffable_id *ids)
{
    size_t count = diffable_steps_count(steps);
    if (count == 0) {
        return;
    }
    out[0].struct_size = sizeof *out;
    if (diffable_steps_read(steps, 0, out, count, NULL, NULL) != DIFFABLE_OK) {
        return;
    }
    for (size_t index = 0; index < count; index += 1) {
        for (size_t element = 0; element < out[index].count; element += 1) {
            *ids++ = diffable_step_identifier(steps, index, element);
        }
    }
}

/* The seeds of hash tables. The libc of WASI would ask the system for them, but a page has no system. */
int getentropy(void *memory, size_t size)
{
    page_random(memory, size);
    return 0;
}

/* Drops what the engine writes to standard error before it ends, because a page has no standard error. */
ssize_t write(int file, const void *bytes, size_t size)
{
    (void)file;
    (void)bytes;
    return (ssize_t)size;
}
