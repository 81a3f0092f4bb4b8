/*
 * Each input is a program of a list and of lists that are derived from it. After each apply, all of them are what
 * model.c computes anew, transactions have the fewest changes and lead from the old list to the new one, and functions
 * were called for the items that are new or changed, and for no others.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diffable.h"
#include "model.h"

enum { FOLLOWERS = 5, ORIGINS = 3, KINDS = 3, CALLS = 4096, BASE = -1 };
enum { FILTER, SECTION, SORT };

/* A list that follows others, and what it should be. */
struct follower {
    diffable_data_source *source;
    int origins[ORIGINS], origin_count; /* numbers of followers, or BASE */
    bool is_concatenation, is_held;
    struct derivation derivation;
    struct list shown;
    struct list told;            /* the visible items after the last transaction */
    bool is_known[KINDS][ITEMS]; /* which functions were called for the content that an item has */
    int contents[ITEMS];
};

struct call {
    int follower, kind, id, content;
};

static struct {
    const uint8_t *next, *end;
    diffable_data_source *base;
    struct list list, told;
    struct follower followers[FOLLOWERS];
    int count;
    struct call calls[CALLS];
    int call_count;
    int failing, applying; /* at which call a function fails, and applies; 0 for never */
    bool has_failed;
    bool has_marks; /* whether the edits of an apply marked anything: then more may be updated than what differs */
    int functions;  /* those that were not finalized */
} program;

/* The functions of one call of derive or set_derivation. A failed call leaves what was there. */
struct functions {
    int follower;
    struct derivation derivation;
    char bytes[40];
    uint8_t content;
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
    return "malloc_context_size=4:quarantine_size_mb=1:thread_local_quarantine_size_kb=256:detect_stack_use_after_"
           "return=0:max_malloc_fill_size=0";
}

/* The input */

/* Less than a limit; 0 when the input has run out. */
static int below(int limit)
{
    if (program.next == program.end) {
        return 0;
    }
    int choice = *program.next % limit;
    program.next += 1;
    return choice;
}

static bool shows(void)
{
    static int is_shown = -1;
    if (is_shown < 0) {
        is_shown = getenv("FUZZ_SHOW") != NULL;
    }
    return is_shown;
}

#define SHOW(...) ((void)(shows() && fprintf(stderr, __VA_ARGS__)))

static void show_derivation(const struct derivation *derivation)
{
    SHOW(" filter %d section %d sort %d section_sort %d limit %d section_limit %d empty %d\n", derivation->filter,
        derivation->section, derivation->sort, derivation->section_sort, derivation->limit, derivation->section_limit,
        derivation->keeps_empty_sections);
}

/* Reports a finding about a follower, or about the program. */
static void report(int follower, const char *problem)
{
    fprintf(stderr, "\nlist %d: %s\n", follower, problem);
    model_print("origin of all", &program.list);
    for (int index = 0; index < program.count; index += 1) {
        const struct follower *each = &program.followers[index];
        fprintf(stderr, "%d follows", index);
        for (int origin = 0; origin < each->origin_count; origin += 1) {
            fprintf(stderr, " %d", each->origins[origin]);
        }
        fprintf(stderr, "%s%s: filter %d section %d sort %d section_sort %d limit %d section_limit %d empty %d\n",
            each->is_concatenation ? " concatenated" : "", each->is_held ? " held" : "", each->derivation.filter,
            each->derivation.section, each->derivation.sort, each->derivation.section_sort, each->derivation.limit,
            each->derivation.section_limit, each->derivation.keeps_empty_sections);
        model_print("it should be", &each->shown);
    }
    abort();
}

/* Ends a call: what it says that it did, and the error. */
static diffable_status settle(diffable_status status, diffable_error *error)
{
    if (error != NULL) {
        SHOW("  %s\n", diffable_error_message(error));
    }
    diffable_error_free(error);
    return status;
}

/* Reading lists */

static int content_of(diffable_content content)
{
    return content.data == NULL ? NO_CONTENT : *(const uint8_t *)content.data;
}

static void read_list(const diffable_snapshot *snapshot, struct list *list)
{
    diffable_id ids[SECTIONS];
    list->count = (int)diffable_snapshot_section_identifiers(snapshot, 0, ids, SECTIONS);
    for (int index = 0; index < list->count; index += 1) {
        list->sections[index].id = (int)ids[index].integer;
        list->sections[index].content = content_of(diffable_snapshot_section_content(snapshot, ids[index]));
        list->sections[index].count = 0;
    }
    size_t count = diffable_snapshot_all_item_identifiers(snapshot, 0, ids, SECTIONS);
    for (size_t index = 0; index < count; index += 1) {
        diffable_id id = ids[index], name = diffable_snapshot_section_containing_item(snapshot, id);
        struct section *section = &list->sections[diffable_snapshot_index_of_section(snapshot, name)];
        section->nodes[section->count] = (struct node){ (int)id.integer,
            (int)diffable_snapshot_level_of_item(snapshot, id),
            content_of(diffable_snapshot_item_content(snapshot, id)), diffable_snapshot_is_expanded(snapshot, id) };
        section->count += 1;
    }
}

static void read_source(const diffable_data_source *source, struct list *list)
{
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    read_list(snapshot, list);
    diffable_snapshot_free(snapshot);
}

/* Checking a transaction. Its old and its new list are those that were and are visible. */

static void check_count(
    int follower, const diffable_difference *difference, diffable_change_kind kind, int expected, const char *name)
{
    int count = (int)diffable_difference_count(difference, kind);
    bool is_update = kind == DIFFABLE_UPDATED_SECTIONS || kind == DIFFABLE_RECONFIGURED_ITEMS;
    if (is_update && program.has_marks ? count < expected : count != expected) {
        fprintf(stderr, "%s: %d in place of %d\n", name, count, expected);
        report(follower, "the difference is not the smallest one");
    }
}

/* Whether a change says where an element is in a list; -1 is nowhere. */
static bool is_at(const struct list *list, diffable_index_path path, int id, bool is_section)
{
    if (path.section < 0) {
        return false;
    }
    const struct section *section = &list->sections[path.section];
    return path.section < list->count
        && (is_section ? section->id == id : path.item < section->count && section->nodes[path.item].id == id);
}

/*
 * Removes from a list what the changes of a kind say, and inserts it into another one. Elements that are gone are -1.
 */
static void check_changes(int follower, const diffable_difference *difference, diffable_change_kind kind,
    const struct list *old, const struct list *fresh, struct list *left, struct list *rest)
{
    size_t count = diffable_difference_count(difference, kind);
    bool is_section = kind < DIFFABLE_DELETED_ITEMS;
    bool leaves = kind == DIFFABLE_DELETED_SECTIONS || kind == DIFFABLE_DELETED_ITEMS || kind == DIFFABLE_MOVED_SECTIONS
        || kind == DIFFABLE_MOVED_ITEMS;
    bool comes = kind == DIFFABLE_INSERTED_SECTIONS || kind == DIFFABLE_INSERTED_ITEMS
        || kind == DIFFABLE_MOVED_SECTIONS || kind == DIFFABLE_MOVED_ITEMS;
    for (size_t index = 0; index < count; index += 1) {
        diffable_change change = DIFFABLE_CHANGE_INIT;
        if (diffable_difference_changes(difference, kind, index, &change, 1, NULL, NULL) != DIFFABLE_OK) {
            report(follower, "a change cannot be read");
        }
        int id = (int)change.id.integer;
        if ((leaves || !comes) && !is_at(old, change.from, id, is_section)) {
            report(follower, "a change has a wrong old place");
        }
        if ((comes || !leaves) && !is_at(fresh, change.to, id, is_section)) {
            report(follower, "a change has a wrong new place");
        }
        if (leaves && is_section) {
            left->sections[change.from.section].id = -1;
        } else if (leaves) {
            left->sections[change.from.section].nodes[change.from.item].id = -1;
        }
        if (comes && is_section) {
            rest->sections[change.to.section].id = -1;
        } else if (comes) {
            rest->sections[change.to.section].nodes[change.to.item].id = -1;
        }
    }
}

/* What neither leaves nor comes is in the same section and in the same order. */
static bool stays(const struct list *left, const struct list *rest)
{
    for (int one = 0, other = 0;; one += 1, other += 1) {
        while (one < left->count && left->sections[one].id < 0) {
            one += 1;
        }
        while (other < rest->count && rest->sections[other].id < 0) {
            other += 1;
        }
        if (one == left->count || other == rest->count) {
            return one == left->count && other == rest->count;
        }
        if (left->sections[one].id != rest->sections[other].id) {
            return false;
        }
    }
}

static bool items_stay(
    const struct list *old, const struct list *fresh, const struct list *left, const struct list *rest)
{
    for (int index = 0; index < old->count; index += 1) {
        int now = 0, other = 0;
        while (now < fresh->count && fresh->sections[now].id != old->sections[index].id) {
            now += 1;
        }
        for (int one = 0; one < old->sections[index].count; one += 1) {
            int id = left->sections[index].nodes[one].id;
            if (id < 0) {
                continue;
            }
            while (now < fresh->count && other < rest->sections[now].count && rest->sections[now].nodes[other].id < 0) {
                other += 1;
            }
            if (now == fresh->count || other == rest->sections[now].count
                || rest->sections[now].nodes[other].id != id) {
                return false;
            }
            other += 1;
        }
    }
    return true;
}

static void check_difference(
    int follower, const diffable_difference *difference, const struct list *old, const struct list *fresh)
{
    struct counts items = model_item_counts(old, fresh), sections = model_section_counts(old, fresh);
    check_count(follower, difference, DIFFABLE_DELETED_SECTIONS, sections.deleted, "deleted sections");
    check_count(follower, difference, DIFFABLE_INSERTED_SECTIONS, sections.inserted, "inserted sections");
    check_count(follower, difference, DIFFABLE_MOVED_SECTIONS, sections.moved, "moved sections");
    check_count(follower, difference, DIFFABLE_UPDATED_SECTIONS, sections.changed, "updated sections");
    check_count(follower, difference, DIFFABLE_DELETED_ITEMS, items.deleted, "deleted items");
    check_count(follower, difference, DIFFABLE_INSERTED_ITEMS, items.inserted, "inserted items");
    check_count(follower, difference, DIFFABLE_MOVED_ITEMS, items.moved, "moved items");
    check_count(follower, difference, DIFFABLE_RELOADED_ITEMS, 0, "reloaded items");
    check_count(follower, difference, DIFFABLE_RECONFIGURED_ITEMS, items.changed, "reconfigured items");
    static struct list left, rest;
    left = *old;
    rest = *fresh;
    for (diffable_change_kind kind = DIFFABLE_DELETED_SECTIONS; kind <= DIFFABLE_RECONFIGURED_ITEMS; kind += 1) {
        check_changes(follower, difference, kind, old, fresh, &left, &rest);
    }
    if (!stays(&left, &rest) || !items_stay(old, fresh, &left, &rest)) {
        report(follower, "the changes do not lead to the new list");
    }
}

static void check_transaction(int follower, const diffable_transaction *transaction, struct list *told)
{
    static struct list list, old, fresh;
    read_list(diffable_transaction_initial_snapshot(transaction), &list);
    model_visible(&list, &old);
    if (!model_equal(&old, told)) {
        model_print("told", told);
        model_print("initial", &old);
        report(follower, "the transaction begins with another list");
    }
    read_list(diffable_transaction_final_snapshot(transaction), &list);
    model_visible(&list, &fresh);
    check_difference(follower, diffable_transaction_difference(transaction), &old, &fresh);
    *told = fresh;
}

/* The model */

static const struct list *origin_list(int number)
{
    return number == BASE ? &program.list : &program.followers[number].shown;
}

static bool has_function(const struct derivation *derivation, int kind)
{
    return kind == FILTER ? derivation->filter != 0
        : kind == SECTION ? derivation->section != 0
                          : derivation->sort != 0;
}

/* Checks the calls for a list. `is_complete` says that functions were called for all items that need them. */
static void check_calls(int number, const struct list *origin, const bool members[ITEMS], const bool roots[ITEMS])
{
    struct follower *follower = &program.followers[number];
    for (int id = 0; id < ITEMS; id += 1) {
        const struct node *node = model_find(origin, id);
        if (node == NULL || node->content != follower->contents[id]) {
            for (int kind = 0; kind < KINDS; kind += 1) {
                follower->is_known[kind][id] = false;
            }
        }
        follower->contents[id] = node == NULL ? NO_CONTENT : node->content;
    }
    for (int index = 0; index < program.call_count; index += 1) {
        const struct call *call = &program.calls[index];
        if (call->follower != number) {
            continue;
        }
        const struct node *node = model_find(origin, call->id);
        if (node == NULL || node->content != call->content || follower->is_known[call->kind][call->id]) {
            fprintf(stderr, "function %d, item %d with %d\n", call->kind, call->id, call->content);
            report(number, "a function was called for an item that did not need it");
        }
        follower->is_known[call->kind][call->id] = true;
    }
    for (int id = 0; id < ITEMS; id += 1) {
        bool needs[KINDS] = { model_find(origin, id) != NULL, roots[id], members[id] };
        for (int kind = 0; kind < KINDS; kind += 1) {
            if (needs[kind] && has_function(&follower->derivation, kind) && !follower->is_known[kind][id]) {
                fprintf(stderr, "function %d, item %d\n", kind, id);
                report(number, "a function was not called");
            }
        }
    }
}

/* Computes what a list should be now. Returns false for an identifier that a concatenation has twice. */
static bool follow(int number, bool checks_calls)
{
    struct follower *follower = &program.followers[number];
    static struct list result;
    if (follower->is_concatenation) {
        const struct list *origins[ORIGINS];
        for (int index = 0; index < follower->origin_count; index += 1) {
            origins[index] = origin_list(follower->origins[index]);
        }
        if (!model_concat(origins, follower->origin_count, &follower->shown, &result)) {
            return false;
        }
        follower->shown = result;
        return true;
    }
    const struct list *origin = origin_list(follower->origins[0]);
    bool members[ITEMS], roots[ITEMS];
    model_derive(&follower->derivation, origin, &follower->shown, &result, members, roots);
    if (checks_calls) {
        check_calls(number, origin, members, roots);
    }
    if (follower->is_held) {
        model_hold(&follower->derivation, origin, &follower->shown, &result);
    }
    follower->shown = result;
    return true;
}

static void check_source(
    int number, const diffable_data_source *source, const struct list *expected, const struct list *told)
{
    static struct list list, visible;
    read_source(source, &list);
    if (!model_equal(&list, expected)) {
        model_print("it is", &list);
        report(number, "it is not what it should be");
    }
    model_visible(&list, &visible);
    if (!model_equal(&visible, told)) {
        model_print("told", told);
        report(number, "its observer was not told of a change");
    }
}

/* Checks all lists. Observers must have been told. */
static void check_all(void)
{
    for (int index = BASE; shows() && index < program.count; index += 1) {
        SHOW("list %d should be:\n", index);
        model_print("", origin_list(index));
    }
    check_source(BASE, program.base, &program.list, &program.told);
    for (int index = 0; index < program.count; index += 1) {
        check_source(
            index, program.followers[index].source, &program.followers[index].shown, &program.followers[index].told);
    }
    program.call_count = 0;
}

/* All lists follow after an apply that succeeded. */
static void follow_all(void)
{
    for (int index = 0; index < program.count; index += 1) {
        if (!follow(index, true)) {
            report(index, "it should have an identifier twice, and the apply succeeded");
        }
    }
    program.call_count = 0;
}

/* Whether an apply fails because a concatenation would have an identifier twice. Changes nothing. */
static bool would_fail(const struct list *base)
{
    static struct follower saved[FOLLOWERS];
    static struct list list;
    memcpy(saved, program.followers, sizeof saved);
    list = program.list;
    program.list = *base;
    bool fails = false;
    for (int index = 0; index < program.count && !fails; index += 1) {
        fails = !follow(index, false);
    }
    memcpy(program.followers, saved, sizeof saved);
    program.list = list;
    return fails;
}

/* Ends an apply of the base, or of a follower. `twice` says that it must fail. */
static void end_apply(int number, diffable_status status, bool twice, bool is_base)
{
    if (status == DIFFABLE_ERROR_CALLBACK_FAILED            ? !program.has_failed
            : status == DIFFABLE_ERROR_DUPLICATE_IDENTIFIER ? !twice
                                                            : status < 0) {
        fprintf(stderr, "status %d\n", (int)status);
        report(number, "a call failed");
    }
    if (status >= 0 && twice) {
        report(number, "a call succeeded that makes a duplicate");
    }
    if (status == DIFFABLE_OK && program.has_failed) {
        report(number, "a function failed, and the call succeeded");
    }
    if (status >= 0 && !is_base) {
        follow_all();
    }
    program.failing = program.applying = 0;
    program.has_failed = program.has_marks = false;
    check_all();
}

/* Callbacks */

static void edit_base(int times, bool is_nested);

static diffable_status note(
    const struct functions *functions, int kind, const diffable_id *item, const diffable_content *content)
{
    if (program.call_count == CALLS) {
        report(functions->follower, "too many calls");
    }
    program.calls[program.call_count] = (struct call){ functions->follower, kind, (int)item->integer,
        content_of(*content) };
    program.call_count += 1;
    if (program.applying > 0) {
        program.applying -= 1;
        if (program.applying == 0) {
            edit_base(1, true);
        }
    }
    if (program.failing > 0) {
        program.failing -= 1;
        if (program.failing == 0) {
            program.has_failed = true;
            return diffable_callback_failed("no", 2, NULL, NULL);
        }
    }
    return DIFFABLE_OK;
}

static diffable_status filter(const diffable_id *item, const diffable_content *content, bool *passes, void *user_data)
{
    const struct functions *functions = user_data;
    *passes = model_passes(functions->derivation.filter, (int)item->integer, content_of(*content));
    return note(functions, FILTER, item, content);
}

static diffable_status section(const diffable_id *item, const diffable_content *content, diffable_id *id,
    diffable_content *section_content, void *user_data)
{
    struct functions *functions = user_data;
    *id = diffable_id_integer(model_section(functions->derivation.section, (int)item->integer, content_of(*content)));
    int number = model_section_content((int)id->integer);
    functions->content = (uint8_t)number;
    if (number != NO_CONTENT) {
        *section_content = diffable_content_bytes(&functions->content, 1);
    }
    return note(functions, SECTION, item, content);
}

static diffable_status sort(
    const diffable_id *item, const diffable_content *content, diffable_sort_key *key, void *user_data)
{
    struct functions *functions = user_data;
    int seed = functions->derivation.sort, id = (int)item->integer, value = content_of(*content);
    diffable_sort_key_add_integer(key, model_number(seed, id, value), model_is_reversed(seed));
    memset(functions->bytes, 'a', sizeof functions->bytes);
    diffable_sort_key_add_string(key, functions->bytes, (size_t)model_length(seed, id, value), false);
    return note(functions, SORT, item, content);
}

static diffable_status sort_section(
    const diffable_id *id, const diffable_content *content, diffable_sort_key *key, void *user_data)
{
    const struct functions *functions = user_data;
    if (content_of(*content) != model_section_content((int)id->integer)) {
        fprintf(stderr, "section %d with %d\n", (int)id->integer, content_of(*content));
        report(functions->follower, "section_sort gets another content");
    }
    diffable_sort_key_add_integer(key, model_section_key(functions->derivation.section_sort, (int)id->integer), false);
    return DIFFABLE_OK;
}

static void finalize(void *user_data)
{
    program.functions -= 1;
    free(user_data);
}

static diffable_status observe_base(const diffable_transaction *transaction, void *user_data)
{
    (void)user_data;
    check_transaction(BASE, transaction, &program.told);
    read_list(diffable_transaction_final_snapshot(transaction), &program.list);
    follow_all();
    return DIFFABLE_OK;
}

static diffable_status observe(const diffable_transaction *transaction, void *user_data)
{
    struct follower *follower = user_data;
    check_transaction((int)(follower - program.followers), transaction, &follower->told);
    return DIFFABLE_OK;
}

/* Operations */

static diffable_id ids[ITEMS];
static uint8_t bytes[ITEMS];
static diffable_content contents[ITEMS];

/* An item: usually one that the snapshot has, or one that it does not have. */
static diffable_id choose_item(const diffable_snapshot *snapshot, bool is_there)
{
    int id = below(ITEMS);
    for (int tries = below(8) == 0 ? 0 : ITEMS; tries > 0; tries -= 1) {
        if (diffable_snapshot_contains_item(snapshot, diffable_id_integer(id)) == is_there) {
            break;
        }
        id = (id + 1) % ITEMS;
    }
    return diffable_id_integer(id);
}

/* A section: usually one that the snapshot has. */
static diffable_id choose_section(const diffable_snapshot *snapshot)
{
    int count = (int)diffable_snapshot_number_of_sections(snapshot);
    return count == 0 || below(8) == 0 ? diffable_id_integer(below(ORIGIN_SECTIONS))
                                       : diffable_snapshot_section_at(snapshot, (size_t)below(count));
}

/* Chooses up to so many items, with contents. */
static size_t choose_items(const diffable_snapshot *snapshot, int limit, bool are_there)
{
    size_t count = 1 + (size_t)below(limit);
    for (size_t index = 0; index < count; index += 1) {
        ids[index] = choose_item(snapshot, are_there);
        int content = below(6);
        bytes[index] = (uint8_t)content;
        contents[index] = content == 0 ? (diffable_content){ NULL, 0, NULL, NULL }
                                       : diffable_content_bytes(&bytes[index], 1);
    }
    return count;
}

/* One edit. It may be refused. */
static void edit(diffable_snapshot *snapshot)
{
    diffable_id name = choose_section(snapshot), item = choose_item(snapshot, true);
    diffable_placement placement = below(6);
    const diffable_id *place = placement == DIFFABLE_AT_END_OF_SECTION || placement == DIFFABLE_AT_START_OF_SECTION
        ? &name
        : &item;
    uint8_t byte = (uint8_t)below(3);
    diffable_content content = byte == 0 ? (diffable_content){ NULL, 0, NULL, NULL } : diffable_content_bytes(&byte, 1);
    size_t count;
    diffable_error *error = NULL;
    diffable_status status = DIFFABLE_OK;
    int kind = below(12);
    SHOW("  edit %d: section %d, item %d, placement %d\n", kind, (int)name.integer, (int)item.integer, (int)placement);
    switch (kind) {
    case 0:
        name = diffable_id_integer(below(ORIGIN_SECTIONS));
        status = diffable_snapshot_append_sections(snapshot, &name, &content, 1, &error);
        break;
    case 1: status = diffable_snapshot_delete_sections(snapshot, &name, 1, NULL, &error); break;
    case 2: status = diffable_snapshot_move_section_before(snapshot, name, choose_section(snapshot), &error); break;
    case 3: status = diffable_snapshot_update_sections(snapshot, &name, &content, 1, NULL, &error); break;
    case 4:
    case 5:
    case 6:
        count = choose_items(snapshot, 6, false);
        status = diffable_snapshot_insert_items(snapshot, ids, contents, count, placement, place, &error);
        break;
    case 7:
    case 8:
        count = choose_items(snapshot, 3, true);
        status = diffable_snapshot_update_items(snapshot, ids, contents, count, NULL, &error);
        break;
    case 9:
        ids[0] = choose_item(snapshot, true);
        status = diffable_snapshot_move_items(snapshot, ids, 1, placement, place, &error);
        break;
    case 10: status = diffable_snapshot_delete_items(snapshot, &item, 1, NULL, &error); break;
    default:
        status = placement % 2 == 0 ? diffable_snapshot_expand(snapshot, &item, 1, &error)
                                    : diffable_snapshot_collapse(snapshot, &item, 1, &error);
        break;
    }
    settle(status, error);
}

/* Applies the list with some edits, or another list, to the base. */
static void edit_base(int times, bool is_nested)
{
    diffable_snapshot *snapshot = below(8) == 0
        ? below(2) == 0 ? diffable_snapshot_new() : diffable_data_source_new_snapshot(program.base)
        : diffable_data_source_snapshot(program.base);
    diffable_id name = diffable_id_integer(0);
    settle(diffable_snapshot_number_of_sections(snapshot) > 0
            ? DIFFABLE_OK
            : diffable_snapshot_append_sections(snapshot, &name, NULL, 1, NULL),
        NULL);
    for (int time = 0; time < times; time += 1) {
        edit(snapshot);
    }
    for (diffable_mark mark = DIFFABLE_ITEMS_TO_RELOAD; mark <= DIFFABLE_SECTIONS_TO_RECONFIGURE; mark += 1) {
        program.has_marks = program.has_marks || diffable_snapshot_marked_identifiers(snapshot, mark, 0, ids, 1) > 0;
    }
    SHOW("apply%s\n", is_nested ? " in a function" : "");
    static struct list proposed;
    read_list(snapshot, &proposed);
    bool twice = !is_nested && would_fail(&proposed);
    if (twice) {
        program.applying = 0; /* the calls of an apply that fails are not checked */
    }
    diffable_error *error = NULL;
    diffable_status status = settle(diffable_data_source_apply(program.base, snapshot, NULL, NULL, &error), error);
    diffable_snapshot_free(snapshot);
    if (!is_nested) {
        end_apply(BASE, status, twice, true);
    }
}

static void choose_derivation(struct derivation *derivation)
{
    derivation->filter = below(5);
    derivation->section = below(2) == 0 ? 0 : 1 + below(4);
    derivation->sort = below(5);
    derivation->section_sort = derivation->section == 0 ? 0 : below(3);
    derivation->limit = below(3) == 0 ? 1 + below(6) : 0;
    derivation->section_limit = below(4) == 0 ? 1 + below(3) : 0;
    derivation->keeps_empty_sections = below(3) == 0;
}

static diffable_derivation make_derivation(int follower, const struct derivation *derivation)
{
    struct functions *functions = malloc(sizeof *functions);
    functions->follower = follower;
    functions->derivation = *derivation;
    program.functions += 1;
    return (diffable_derivation){ sizeof(diffable_derivation), derivation->filter == 0 ? NULL : filter,
        derivation->section == 0 ? NULL : section, derivation->sort == 0 ? NULL : sort,
        derivation->section_sort == 0 ? NULL : sort_section, (size_t)derivation->limit,
        (size_t)derivation->section_limit, derivation->keeps_empty_sections, functions, finalize };
}

static diffable_data_source *source_of(int number)
{
    return number == BASE ? program.base : program.followers[number].source;
}

/* Begins to follow, with the list that the model has. */
static void begin_follower(struct follower *follower)
{
    model_visible(&follower->shown, &follower->told);
    diffable_data_source_add_observer(follower->source, observe, follower, NULL);
}

static void derive(void)
{
    if (program.count == FOLLOWERS) {
        return;
    }
    int number = program.count;
    struct follower *follower = &program.followers[number];
    memset(follower, 0, sizeof *follower);
    for (int id = 0; id < ITEMS; id += 1) {
        follower->contents[id] = NO_CONTENT;
    }
    follower->origins[0] = program.count == 0 || below(2) == 0 ? program.count - 1
                                                               : below(program.count + 1) - 1; /* often a chain */
    follower->origin_count = 1;
    diffable_error *error = NULL;
    if (program.count > 0 && below(4) == 0) {
        follower->is_concatenation = true;
        diffable_data_source *origins[ORIGINS] = { source_of(follower->origins[0]), NULL, NULL };
        for (int other = 1; other < ORIGINS && below(3) != 0; other += 1) {
            follower->origins[other] = below(program.count + 1) - 1;
            origins[other] = source_of(follower->origins[other]);
            follower->origin_count = other + 1;
        }
        bool twice = false;
        for (int one = 0; one < follower->origin_count; one += 1) {
            for (int other = 0; other < one; other += 1) {
                twice = twice || origins[one] == origins[other];
            }
        }
        SHOW("concat %d\n", follower->origin_count);
        bool is_possible = !twice && follow(number, false);
        diffable_status status = settle(
            diffable_data_source_concat(origins, (size_t)follower->origin_count, &follower->source, &error), error);
        if (status
            != (is_possible ? DIFFABLE_OK
                    : twice ? DIFFABLE_ERROR_INVALID_ARGUMENT
                            : DIFFABLE_ERROR_DUPLICATE_IDENTIFIER)) {
            report(number, "concat has another status");
        }
        if (!is_possible) {
            return;
        }
        program.count += 1;
        begin_follower(follower);
        check_all();
        return;
    }
    choose_derivation(&follower->derivation);
    SHOW("derive from %d:", follower->origins[0]);
    show_derivation(&follower->derivation);
    diffable_derivation derivation = make_derivation(number, &follower->derivation);
    program.failing = below(6) == 0 ? 1 + below(8) : 0;
    diffable_status status = settle(
        diffable_data_source_derive(source_of(follower->origins[0]), &derivation, &follower->source, &error), error);
    if (status != (program.has_failed ? DIFFABLE_ERROR_CALLBACK_FAILED : DIFFABLE_OK)) {
        report(number, "derive has another status");
    }
    program.failing = 0;
    if (program.has_failed) {
        program.has_failed = false;
        program.call_count = 0;
        return;
    }
    program.count += 1;
    follow(number, true);
    begin_follower(follower);
    check_all();
}

static void set(int number)
{
    struct follower *follower = &program.followers[number];
    struct derivation next = follower->derivation, chosen;
    choose_derivation(&chosen);
    int parts = below(128);
    if (follower->is_held) { /* it is not documented which empty sections a held list shows, and when a section gets the
                                content of the origin */
        bool keeps_sections = next.keeps_empty_sections || chosen.section == 0;
        parts &= ~DIFFABLE_DERIVATION_EMPTY_SECTIONS & ~(keeps_sections ? DIFFABLE_DERIVATION_SECTION : 0);
    }
    if ((parts & DIFFABLE_DERIVATION_FILTER) != 0) {
        next.filter = chosen.filter;
    }
    if ((parts & DIFFABLE_DERIVATION_SECTION) != 0) {
        next.section = chosen.section;
    }
    if ((parts & DIFFABLE_DERIVATION_SORT) != 0) {
        next.sort = chosen.sort;
    }
    if ((parts & DIFFABLE_DERIVATION_SECTION_SORT) != 0) {
        next.section_sort = chosen.section_sort;
    }
    if ((parts & DIFFABLE_DERIVATION_LIMIT) != 0) {
        next.limit = chosen.limit;
    }
    if ((parts & DIFFABLE_DERIVATION_SECTION_LIMIT) != 0) {
        next.section_limit = chosen.section_limit;
    }
    if ((parts & DIFFABLE_DERIVATION_EMPTY_SECTIONS) != 0) {
        next.keeps_empty_sections = chosen.keeps_empty_sections;
    }
    SHOW("set %d, parts %d:", number, parts);
    show_derivation(&next);
    program.failing = below(5) == 0 ? 1 + below(10) : 0;
    struct follower old = *follower;
    follower->derivation = next;
    bool twice = would_fail(&program.list);
    const int kinds[KINDS] = { DIFFABLE_DERIVATION_FILTER, DIFFABLE_DERIVATION_SECTION, DIFFABLE_DERIVATION_SORT };
    for (int kind = 0; kind < KINDS; kind += 1) {
        if ((parts & kinds[kind]) != 0) {
            memset(follower->is_known[kind], 0, sizeof follower->is_known[kind]);
        }
    }
    diffable_derivation derivation = make_derivation(number, &next);
    diffable_error *error = NULL;
    diffable_status status = settle(
        diffable_data_source_set_derivation(follower->source, parts, &derivation, NULL, &error), error);
    if (status < 0) {
        old.told = follower->told;
        *follower = old;
    }
    end_apply(number, status, twice, false);
}

static void hold_or_release(int number)
{
    struct follower *follower = &program.followers[number];
    diffable_error *error = NULL;
    if (!follower->is_held) {
        SHOW("hold %d\n", number);
        if (settle(diffable_data_source_hold(follower->source, &error), error) != DIFFABLE_OK) {
            report(number, "hold failed");
        }
        follower->is_held = true;
        check_all();
        return;
    }
    SHOW("release %d\n", number);
    diffable_pending_changes pending = DIFFABLE_PENDING_CHANGES_INIT;
    if (settle(diffable_data_source_pending(follower->source, &pending, &error), error) != DIFFABLE_OK) {
        report(number, "pending failed");
    }
    static struct list old, fresh, result;
    bool members[ITEMS], roots[ITEMS];
    model_derive(&follower->derivation, origin_list(follower->origins[0]), &follower->shown, &result, members, roots);
    model_visible(&follower->shown, &old);
    model_visible(&result, &fresh);
    struct counts counts = model_item_counts(&old, &fresh);
    if ((int)pending.inserted != counts.inserted || (int)pending.deleted != counts.deleted
        || (int)pending.moved != counts.moved) {
        fprintf(stderr, "inserted %zu, deleted %zu, moved %zu\n", pending.inserted, pending.deleted, pending.moved);
        report(number, "pending has other numbers");
    }
    follower->is_held = false;
    bool twice = would_fail(&program.list);
    diffable_status status = settle(diffable_data_source_release(follower->source, NULL, &error), error);
    if (status < 0) {
        follower->is_held = true;
    }
    end_apply(number, status, twice, false);
}

/* Expands or collapses an item of a list. */
static void toggle(int number)
{
    static struct list visible;
    int id = below(ITEMS);
    const struct list *list = origin_list(number);
    const struct node *node = model_find(list, id);
    for (int tries = 0; node == NULL && tries < ITEMS; tries += 1) {
        id = (id + 1) % ITEMS;
        node = model_find(list, id);
    }
    if (node == NULL) {
        return;
    }
    SHOW("toggle %d in %d\n", id, number);
    bool was_expanded = node->is_expanded;
    diffable_error *error = NULL;
    diffable_status status = settle(
        diffable_data_source_toggle_item(source_of(number), diffable_id_integer(id), NULL, &error), error);
    if (status == DIFFABLE_OK && number != BASE) {
        ((struct node *)node)->is_expanded = !was_expanded;
    } else if (status != DIFFABLE_REFUSED && status != DIFFABLE_OK && status != DIFFABLE_ERROR_UNKNOWN_IDENTIFIER) {
        report(number, "toggle has another status");
    }
    model_visible(list, &visible);
    end_apply(number, status < 0 ? DIFFABLE_REFUSED : status, false, number == BASE || status != DIFFABLE_OK);
}

static void step(void)
{
    int kind = below(16), number = program.count == 0 ? BASE : below(program.count);
    bool is_derived = number != BASE && !program.followers[number].is_concatenation;
    if (kind < 2) {
        derive();
    } else if (kind < 4 && is_derived) {
        set(number);
    } else if (kind < 6 && is_derived) {
        hold_or_release(number);
    } else if (kind < 8) {
        toggle(below(4) == 0 ? BASE : number);
    } else if (kind == 8) {
        program.failing = 1 + below(8);
        edit_base(1 + below(3), false);
    } else if (kind == 9) {
        program.applying = 1 + below(6);
        edit_base(1 + below(3), false);
    } else {
        edit_base(1 + below(4), false);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    memset(&program.list, 0, sizeof program.list);
    memset(&program.told, 0, sizeof program.told);
    program.next = data;
    program.end = data + size;
    program.count = program.call_count = program.failing = program.applying = 0;
    program.has_failed = program.has_marks = false;
    program.base = diffable_data_source_new();
    diffable_data_source_add_observer(program.base, observe_base, NULL, NULL);
    edit_base(6, false);
    derive();
    for (int steps = 0; program.next < program.end && steps < 40; steps += 1) {
        step();
    }
    /* Origins first, or last. */
    bool is_last = below(2) == 0;
    if (!is_last) {
        diffable_data_source_free(program.base);
    }
    for (int index = program.count - 1; index >= 0; index -= 1) {
        diffable_data_source_free(program.followers[index].source);
    }
    if (is_last) {
        diffable_data_source_free(program.base);
    }
    if (program.functions != 0) {
        report(BASE, "functions were not finalized");
    }
    return 0;
}
