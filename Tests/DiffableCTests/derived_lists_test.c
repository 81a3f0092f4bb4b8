/* Lists that are derived from others: what they show, how they fail, and when their functions are called. */
#include "chance.h"
#include "trees.h"

/* The functions of a derivation, with their calls. A content is the number of an item. */
typedef struct functions {
    size_t filters, sections, sorts, section_sorts, finalized;
    size_t failing; /* the number of calls until one fails; 0 for never */
    uint64_t least;
    bool reversed;
    diffable_data_source *applied; /* an apply to it in the filter */
    char name[24];
    uint64_t section_revision;
} functions;

static diffable_data_source *origin;

static int set_up(void **state)
{
    (void)state;
    origin = diffable_data_source_new();
    assert_ok(apply(origin, "s: a=3 b=1 c=2 | t: d=5 e=4"));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(origin);
    return 0;
}

static const char *list_of(diffable_data_source *source)
{
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    const char *line = outline(snapshot);
    diffable_snapshot_free(snapshot);
    return line;
}

static diffable_status fail_in_turn(functions *functions)
{
    if (functions->failing > 0) {
        functions->failing -= 1;
        if (functions->failing == 0) {
            return diffable_callback_failed("no more", 7, NULL, NULL);
        }
    }
    return DIFFABLE_OK;
}

static diffable_status filter(const diffable_id *item, const diffable_content *content, bool *passes, void *user_data)
{
    functions *functions = user_data;
    (void)item;
    assert_false(*passes);
    functions->filters += 1;
    *passes = diffable_content_revision(*content) >= functions->least;
    if (functions->applied != NULL) {
        assert_int_equal(apply(functions->applied, "s: x=9"), DIFFABLE_QUEUED);
        functions->applied = NULL;
    }
    return fail_in_turn(functions);
}

/* Even and odd numbers. */
static diffable_status section(const diffable_id *item, const diffable_content *content, diffable_id *id,
    diffable_content *section_content, void *user_data)
{
    functions *functions = user_data;
    (void)item;
    functions->sections += 1;
    bool is_odd = diffable_content_revision(*content) % 2 == 1;
    snprintf(functions->name, sizeof functions->name, "%s", is_odd ? "odd" : "even");
    *id = diffable_id_string(functions->name);
    functions->section_revision = is_odd ? 1 : 2;
    *section_content = diffable_content_from_revision(&functions->section_revision);
    return fail_in_turn(functions);
}

static diffable_status sort(
    const diffable_id *item, const diffable_content *content, diffable_sort_key *key, void *user_data)
{
    functions *functions = user_data;
    (void)item;
    functions->sorts += 1;
    diffable_sort_key_add_integer(key, (int64_t)diffable_content_revision(*content), functions->reversed);
    return fail_in_turn(functions);
}

static diffable_status sort_section(
    const diffable_id *id, const diffable_content *content, diffable_sort_key *key, void *user_data)
{
    functions *functions = user_data;
    (void)content;
    functions->section_sorts += 1;
    diffable_sort_key_add_string(key, id->bytes.data, id->bytes.size, functions->reversed);
    return fail_in_turn(functions);
}

static void count_finalize(void *user_data)
{
    functions *functions = user_data;
    functions->finalized += 1;
}

static diffable_derivation derivation_of(functions *functions)
{
    diffable_derivation derivation = DIFFABLE_DERIVATION_INIT;
    derivation.filter = filter;
    derivation.sort = sort;
    derivation.user_data = functions;
    derivation.finalize = count_finalize;
    return derivation;
}

static diffable_data_source *derive(diffable_data_source *from, const diffable_derivation *derivation)
{
    diffable_data_source *source;
    assert_ok(diffable_data_source_derive(from, derivation, &source, &error));
    return source;
}

static void a_list_is_filtered_and_sorted(void **state)
{
    (void)state;
    functions functions = { .least = 2 };
    diffable_derivation derivation = derivation_of(&functions);
    diffable_data_source *source = derive(origin, &derivation);
    assert_string_equal(list_of(source), "s: c=2 a=3 | t: e=4 d=5");
    assert_int_equal(functions.filters, 5);
    assert_int_equal(functions.sorts, 4);
    assert_ok(apply(origin, "s: a=3 b=7 c=2 | t: e=4 f=2"));
    assert_string_equal(list_of(source), "s: c=2 a=3 b=7 | t: f=2 e=4");
    assert_int_equal(functions.filters, 7);
    assert_int_equal(functions.sorts, 6);
    diffable_data_source_free(source);
    assert_int_equal(functions.finalized, 1);
}

static void items_are_grouped(void **state)
{
    (void)state;
    functions functions = { 0 };
    diffable_derivation derivation = derivation_of(&functions);
    derivation.section = section;
    diffable_data_source *source = derive(origin, &derivation);
    assert_string_equal(list_of(source), "odd=1: b=1 a=3 d=5 | even=2: c=2 e=4");
    assert_int_equal(functions.sections, 5);
    derivation.section_sort = sort_section;
    derivation.finalize = NULL;
    assert_ok(diffable_data_source_set_derivation(source, DIFFABLE_DERIVATION_SECTION_SORT, &derivation, NULL, &error));
    assert_string_equal(list_of(source), "even=2: c=2 e=4 | odd=1: b=1 a=3 d=5");
    assert_int_equal(functions.section_sorts, 2);
    assert_int_equal(functions.sections, 5);
    derivation.limit = 3;
    derivation.section_limit = 2;
    const diffable_derivation_parts limits = DIFFABLE_DERIVATION_LIMIT | DIFFABLE_DERIVATION_SECTION_LIMIT;
    diffable_transaction *transaction;
    assert_ok(diffable_data_source_set_derivation(source, limits, &derivation, &transaction, &error));
    assert_string_equal(
        diffable_difference_description(diffable_transaction_difference(transaction)), "2 items deleted");
    diffable_transaction_free(transaction);
    assert_string_equal(list_of(source), "even=2: c=2 e=4 | odd=1: b=1");
    derivation.limit = 0;
    derivation.section_limit = 0;
    assert_ok(diffable_data_source_set_derivation(source, DIFFABLE_DERIVATION_LIMIT, &derivation, NULL, &error));
    assert_string_equal(list_of(source), "even=2: c=2 e=4 | odd=1: b=1 a=3");
    diffable_data_source_free(source);
    assert_int_equal(functions.finalized, 1);
}

static void empty_sections_stay_if_asked_for(void **state)
{
    (void)state;
    functions functions = { .least = 4 };
    diffable_derivation derivation = derivation_of(&functions);
    diffable_data_source *source = derive(origin, &derivation);
    assert_string_equal(list_of(source), "t: e=4 d=5");
    derivation.keep_empty_sections = true;
    derivation.finalize = NULL;
    assert_ok(
        diffable_data_source_set_derivation(source, DIFFABLE_DERIVATION_EMPTY_SECTIONS, &derivation, NULL, &error));
    assert_string_equal(list_of(source), "s: | t: e=4 d=5");
    diffable_data_source_free(source);
}

static void parts_are_replaced(void **state)
{
    (void)state;
    functions first = { .least = 2 }, second = { .least = 4 };
    diffable_derivation derivation = derivation_of(&first), other = derivation_of(&second);
    diffable_data_source *source = derive(origin, &derivation);
    assert_ok(diffable_data_source_set_derivation(source, DIFFABLE_DERIVATION_FILTER, &other, NULL, &error));
    assert_string_equal(list_of(source), "t: e=4 d=5");
    assert_int_equal(second.filters, 5);
    assert_int_equal(second.sorts, 0);
    assert_int_equal(first.finalized, 0); /* the sort function remains */
    other.filter = NULL;
    other.finalize = NULL;
    assert_ok(diffable_data_source_set_derivation(source, DIFFABLE_DERIVATION_FILTER, &other, NULL, &error));
    assert_int_equal(second.finalized, 1);
    assert_string_equal(list_of(source), "s: b=1 c=2 a=3 | t: e=4 d=5");
    /* An item that was never in the list had no key. */
    assert_int_equal(first.sorts, 5);
    diffable_data_source_free(source);
    assert_int_equal(first.finalized, 1);
}

static void each_call_may_fail(void **state)
{
    (void)state;
    for (size_t failing = 1; failing < 12; failing += 1) {
        functions functions = { .failing = failing };
        diffable_derivation derivation = derivation_of(&functions);
        derivation.section = section;
        derivation.section_sort = sort_section;
        diffable_data_source *source;
        assert_int_equal(
            diffable_data_source_derive(origin, &derivation, &source, &error), DIFFABLE_ERROR_CALLBACK_FAILED);
        assert_null(source);
        assert_int_equal(functions.finalized, 1);
        diffable_error_free(error);
    }
    functions functions = { .failing = 1 };
    diffable_derivation derivation = derivation_of(&functions);
    diffable_data_source *source;
    assert_fails(DIFFABLE_ERROR_CALLBACK_FAILED, "CALLBACK_FAILED: filter failed for item \"a\": no more",
        diffable_data_source_derive(origin, &derivation, &source, &error));
}

static void an_apply_fails_as_a_whole(void **state)
{
    (void)state;
    functions functions = { 0 }, of_second = { .reversed = true };
    diffable_derivation derivation = derivation_of(&functions), second = derivation_of(&of_second);
    second.section = section;
    diffable_data_source *source = derive(origin, &derivation), *last = derive(source, &second);
    assert_string_equal(list_of(last), "odd=1: d=5 a=3 b=1 | even=2: e=4 c=2");
    const char *messages[] = { "filter", "sort", "section" };
    bool seen[3] = { false };
    size_t failures = 0;
    for (size_t failing = 1; failing < 40; failing += 1) {
        of_second.failing = failing;
        diffable_status status = apply(origin, "s: a=3 b=8 x=6 | t: e=1 y=7");
        if (status == DIFFABLE_OK) {
            break;
        }
        assert_int_equal(status, DIFFABLE_ERROR_CALLBACK_FAILED);
        for (size_t i = 0; i < 3; i += 1) {
            seen[i] = seen[i] || strstr(diffable_error_message(error), messages[i]) != NULL;
        }
        diffable_error_free(error);
        failures += 1;
        assert_string_equal(list_of(origin), "s: a=3 b=1 c=2 | t: d=5 e=4");
        assert_string_equal(list_of(source), "s: b=1 c=2 a=3 | t: e=4 d=5");
        assert_string_equal(list_of(last), "odd=1: d=5 a=3 b=1 | even=2: e=4 c=2");
    }
    assert_int_equal(failures, 12); /* three functions for four items */
    assert_true(seen[0] && seen[1] && seen[2]);
    assert_string_equal(list_of(last), "even=2: b=8 x=6 | odd=1: y=7 a=3 e=1");
    diffable_data_source_free(source);
    diffable_data_source_free(last);
}

static void a_list_is_read_only(void **state)
{
    (void)state;
    diffable_data_source *source = derive(origin, NULL);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: apply: this list is derived from another list; change that one", apply(source, "s: a"));
    assert_ok(diffable_data_source_set_name(origin, "tasks", 5, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: apply: this list is derived from the list \"tasks\"; change that one",
        apply(source, "s: a"));
    diffable_data_source_free(source);
}

static void a_list_outlasts_its_origin(void **state)
{
    (void)state;
    diffable_data_source *first = diffable_data_source_new();
    assert_ok(apply(first, "s: a"));
    diffable_data_source *source = derive(first, NULL), *second;
    diffable_data_source_free(first);
    assert_string_equal(list_of(source), "s: a");
    const char *closed = "the list that this one was derived from was closed";
    diffable_pending_changes pending = DIFFABLE_PENDING_CHANGES_INIT;
    diffable_derivation derivation = DIFFABLE_DERIVATION_INIT;
    char message[120];
#define assert_closed(name, call) \
    snprintf(message, sizeof message, "INVALID_ARGUMENT: %s: %s", name, closed); \
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, message, call)
    assert_closed("apply", apply(source, "s: b"));
    assert_closed("hold", diffable_data_source_hold(source, &error));
    assert_closed("release", diffable_data_source_release(source, NULL, &error));
    assert_closed("pending", diffable_data_source_pending(source, &pending, &error));
    assert_closed("set_derivation", diffable_data_source_set_derivation(source, 1, &derivation, NULL, &error));
    assert_closed("derive", diffable_data_source_derive(source, NULL, &second, &error));
    assert_closed("concat", diffable_data_source_concat(&source, 1, &second, &error));
    diffable_data_source_free(source);
}

static diffable_status free_source(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    diffable_data_source **source = user_data;
    diffable_data_source_free(*source);
    *source = NULL;
    return DIFFABLE_OK;
}

static void lists_are_freed_in_callbacks(void **state)
{
    (void)state;
    diffable_data_source *first = diffable_data_source_new(), *source = derive(first, NULL),
                         *second = derive(source, NULL);
    diffable_data_source_add_observer(first, free_source, &second, NULL);
    diffable_data_source_add_observer(source, free_source, &source, NULL);
    assert_ok(apply(first, "s: a"));
    assert_true(source == NULL && second == NULL);
    source = derive(first, NULL);
    diffable_data_source_add_observer(source, free_source, &first, NULL);
    second = source; /* the observer of `first` frees this one */
    assert_ok(apply(first, "s: a b"));
    assert_true(first == NULL && second == NULL);
}

static diffable_status hold_source(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    assert_int_equal(diffable_data_source_hold(user_data, &error), DIFFABLE_QUEUED);
    assert_null(error);
    assert_false(diffable_data_source_is_held(user_data));
    return DIFFABLE_OK;
}

static void a_list_is_held(void **state)
{
    (void)state;
    functions functions = { 0 };
    diffable_derivation derivation = derivation_of(&functions);
    diffable_data_source *source = derive(origin, &derivation);
    diffable_pending_changes pending = DIFFABLE_PENDING_CHANGES_INIT;
    assert_false(diffable_data_source_is_held(source));
    assert_ok(diffable_data_source_hold(source, &error));
    assert_true(diffable_data_source_is_held(source));
    assert_ok(apply(origin, "s: a=9 b=1 x=0 y=7 | t: e=4"));
    assert_string_equal(list_of(source), "s: b=1 a=9 | t: e=4");
    functions.least = 2;
    assert_ok(apply(origin, "s: a=9 b=0 x=0 y=7 | t: e=4"));
    assert_string_equal(list_of(source), "s: b a=9 | t: e=4");
    assert_ok(diffable_data_source_pending(source, &pending, &error));
    assert_int_equal(pending.inserted, 2);
    assert_int_equal(pending.deleted, 1);
    assert_int_equal(pending.moved, 0);
    diffable_transaction *transaction;
    assert_ok(diffable_data_source_release(source, &transaction, &error));
    assert_string_equal(
        diffable_difference_description(diffable_transaction_difference(transaction)), "1 item deleted, 2 inserted");
    diffable_transaction_free(transaction);
    assert_string_equal(list_of(source), "s: x y=7 a=9 | t: e=4");
    assert_ok(diffable_data_source_pending(source, &pending, &error));
    assert_int_equal(pending.inserted + pending.deleted + pending.moved, 0);
    /* In a callback it is queued. */
    uint64_t token = diffable_data_source_add_observer(source, hold_source, source, NULL);
    assert_ok(apply(origin, "s: a=9"));
    assert_true(diffable_data_source_is_held(source));
    assert_true(diffable_data_source_remove_observer(source, token));
    diffable_data_source_free(source);
}

static void apply_forest(diffable_data_source *source, const char *line)
{
    diffable_snapshot *snapshot = forest_of(line);
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, NULL, &error));
    diffable_snapshot_free(snapshot);
}

static const char *forest_of_source(const diffable_data_source *source)
{
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    const char *line = forest_outline(snapshot);
    diffable_snapshot_free(snapshot);
    return line;
}

static void a_held_list_loses_hidden_items(void **state)
{
    (void)state;
    assert_ok(apply(origin, "s: a b"));
    diffable_data_source *source = derive(origin, NULL);
    assert_ok(diffable_data_source_hold(source, &error));
    const diffable_id a = diffable_id_string("a"), b = diffable_id_string("b"), s = diffable_id_string("s");
    diffable_snapshot *snapshot = diffable_data_source_snapshot(origin);
    assert_ok(diffable_snapshot_move_items(snapshot, &b, 1, DIFFABLE_AT_END_OF_PARENT, &a, &error));
    assert_ok(diffable_data_source_apply(origin, snapshot, NULL, NULL, &error));
    diffable_snapshot_free(snapshot);
    assert_string_equal(forest_of_source(origin), "s: a(b)");
    assert_string_equal(forest_of_source(source), "s: a b");
    snapshot = diffable_data_source_new_snapshot(origin);
    assert_ok(diffable_snapshot_append_sections(snapshot, &s, NULL, 1, &error));
    assert_ok(diffable_snapshot_append_items(snapshot, &a, NULL, 1, NULL, &error));
    assert_ok(diffable_data_source_apply(origin, snapshot, NULL, NULL, &error));
    diffable_snapshot_free(snapshot);
    assert_string_equal(forest_of_source(source), "s: a");
    diffable_data_source_free(source);
}

static void sections_of_the_list_alone_are_sorted(void **state)
{
    (void)state;
    functions functions = { 0 };
    diffable_derivation derivation = derivation_of(&functions);
    diffable_data_source *source = derive(origin, &derivation);
    assert_ok(diffable_data_source_hold(source, &error));
    derivation.section = section;
    assert_ok(diffable_data_source_set_derivation(source, DIFFABLE_DERIVATION_SECTION, &derivation, NULL, &error));
    assert_ok(apply(origin, "s: a=3 b=1 c=2 | t: d=5"));
    derivation.section_sort = sort_section;
    functions.section_sorts = 0;
    assert_ok(diffable_data_source_set_derivation(source, DIFFABLE_DERIVATION_SECTION_SORT, &derivation, NULL, &error));
    assert_int_equal(functions.section_sorts, 2);
    assert_ok(diffable_data_source_release(source, NULL, &error));
    assert_string_equal(list_of(source), "even=2: c=2 | odd=1: b=1 a=3 d=5");
    diffable_data_source_free(source);
}

static void a_concatenation_keeps_its_expansion(void **state)
{
    (void)state;
    apply_forest(origin, "s: a+(b)");
    diffable_data_source *both;
    assert_ok(diffable_data_source_concat(&origin, 1, &both, &error));
    apply_forest(origin, "s: a");
    apply_forest(origin, "s: a(b)");
    assert_string_equal(forest_of_source(both), "s: a+(b)");
    diffable_data_source_free(both);
}

static void a_function_applies(void **state)
{
    (void)state;
    functions functions = { .applied = origin };
    diffable_derivation derivation = derivation_of(&functions);
    diffable_data_source *source = derive(origin, &derivation);
    assert_string_equal(list_of(source), "s: x=9");
    diffable_data_source_free(source);
}

static diffable_status derive_again(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    (void)user_data;
    diffable_data_source *source;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: derive: a callback of the list is running; call it after that",
        diffable_data_source_derive(origin, NULL, &source, &error));
    return DIFFABLE_OK;
}

static void nothing_is_derived_in_a_callback(void **state)
{
    (void)state;
    diffable_data_source_add_observer(origin, derive_again, NULL, NULL);
    assert_ok(apply(origin, "s: a"));
}

static void lists_are_concatenated(void **state)
{
    (void)state;
    diffable_data_source *other = diffable_data_source_new(), *both;
    assert_ok(apply(other, "u: f"));
    diffable_data_source *origins[] = { origin, other, origin };
    assert_ok(diffable_data_source_concat(origins, 2, &both, &error));
    assert_string_equal(list_of(both), "s: a=3 b=1 c=2 | t: d=5 e=4 | u: f");
    assert_ok(apply(origin, "s: b=1 a=3"));
    assert_string_equal(list_of(both), "s: b=1 a=3 | u: f");
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: concat: item \"a\" is in list 0 and in list 1", apply(other, "u: a"));
    assert_string_equal(list_of(other), "u: f");
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: concat: section \"u\" is in list 0 and in list 1", apply(origin, "s: b | u: c"));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: apply: this list is a concatenation of other lists; change those", apply(both, "s: a"));
    diffable_data_source *third;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: concat: the list at 2 is passed twice",
        diffable_data_source_concat(origins, 3, &third, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: concat: no list was passed",
        diffable_data_source_concat(origins, 0, &third, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: hold: the list is not derived from another one",
        diffable_data_source_hold(both, &error));
    diffable_data_source_free(both);
    diffable_data_source_free(other);
}

static diffable_status set_object(const diffable_id *item, const diffable_content *content, diffable_id *id,
    diffable_content *section_content, void *user_data)
{
    functions *functions = user_data;
    (void)item;
    (void)content;
    if (functions->failing == 0) {
        return DIFFABLE_OK;
    }
    *id = diffable_id_integer(1);
    *section_content = (diffable_content){ "x", 1, functions, count_finalize };
    return DIFFABLE_OK;
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    diffable_data_source *source;
    diffable_pending_changes pending = DIFFABLE_PENDING_CHANGES_INIT;
    diffable_derivation derivation = DIFFABLE_DERIVATION_INIT;
    enum { INVALID = DIFFABLE_ERROR_INVALID_ARGUMENT };
    assert_fails(
        INVALID, "INVALID_ARGUMENT: derive: origin is NULL", diffable_data_source_derive(NULL, NULL, &source, &error));
    assert_fails(
        INVALID, "INVALID_ARGUMENT: derive: out is NULL", diffable_data_source_derive(origin, NULL, NULL, &error));
    assert_fails(INVALID, "INVALID_ARGUMENT: hold: source is NULL", diffable_data_source_hold(NULL, &error));
    assert_fails(
        INVALID, "INVALID_ARGUMENT: release: source is NULL", diffable_data_source_release(NULL, NULL, &error));
    assert_fails(
        INVALID, "INVALID_ARGUMENT: pending: source is NULL", diffable_data_source_pending(NULL, &pending, &error));
    assert_fails(INVALID, "INVALID_ARGUMENT: set_derivation: source is NULL",
        diffable_data_source_set_derivation(NULL, 1, &derivation, NULL, &error));
    assert_fails(INVALID, "INVALID_ARGUMENT: hold: the list is not derived from another one",
        diffable_data_source_hold(origin, &error));
    assert_false(diffable_data_source_is_held(NULL));
    source = derive(origin, NULL);
    assert_fails(INVALID, "INVALID_ARGUMENT: set_derivation: derivation is NULL",
        diffable_data_source_set_derivation(source, 1, NULL, NULL, &error));
    assert_fails(INVALID, "INVALID_ARGUMENT: set_derivation: parts: there is no part 128",
        diffable_data_source_set_derivation(source, 128, &derivation, NULL, &error));
    assert_fails(
        INVALID, "INVALID_ARGUMENT: pending: pending is NULL", diffable_data_source_pending(source, NULL, &error));
    functions functions = { 0 };
    derivation.section = set_object;
    derivation.user_data = &functions;
    assert_fails(DIFFABLE_ERROR_CALLBACK_FAILED, "CALLBACK_FAILED: section set no identifier for item \"a\"",
        diffable_data_source_set_derivation(source, DIFFABLE_DERIVATION_SECTION, &derivation, NULL, &error));
    functions.failing = 1;
    assert_fails(INVALID,
        "INVALID_ARGUMENT: set_derivation: section_content: the object of a content that a function returns must have "
        "no finalize",
        diffable_data_source_set_derivation(source, DIFFABLE_DERIVATION_SECTION, &derivation, NULL, &error));
    assert_int_equal(functions.finalized, 1);
    diffable_data_source_free(source);
}

/* A key of any parts, chosen by a number. */
static diffable_status sort_by_any(
    const diffable_id *item, const diffable_content *content, diffable_sort_key *key, void *user_data)
{
    (void)content;
    bool reversed = *(bool *)user_data;
    switch (item->integer) {
    case 0: diffable_sort_key_add_double(key, -0.5, reversed); break;
    case 1: diffable_sort_key_add_integer(key, 0, reversed); break;
    case 2: diffable_sort_key_add_double(key, 0.5, reversed); break;
    case 3: diffable_sort_key_add_string(key, NULL, 3, reversed); break;
    case 4: diffable_sort_key_add_string(key, "a", 1, reversed); break;
    case 5: diffable_sort_key_add_string(key, "a\0", 2, reversed); break;
    case 6: diffable_sort_key_add_boolean(key, false, reversed); break;
    case 7: diffable_sort_key_add_boolean(key, true, reversed); break;
    default: diffable_sort_key_add_none(key, reversed); break;
    }
    return DIFFABLE_OK;
}

static void keys_of_any_type_are_ordered(void **state)
{
    (void)state;
    assert_ok(apply(origin, "s: #8 #3 #5 #0 #7 #1 #4 #6 #2"));
    bool reversed = false;
    diffable_derivation derivation = DIFFABLE_DERIVATION_INIT;
    derivation.sort = sort_by_any;
    derivation.user_data = &reversed;
    diffable_data_source *source = derive(origin, &derivation);
    assert_string_equal(list_of(source), "s: #0 #1 #2 #3 #4 #5 #6 #7 #8");
    reversed = true;
    assert_ok(diffable_data_source_set_derivation(source, DIFFABLE_DERIVATION_SORT, &derivation, NULL, &error));
    assert_string_equal(list_of(source), "s: #8 #7 #6 #5 #4 #3 #2 #1 #0");
    diffable_data_source_free(source);
    diffable_sort_key_add_integer(NULL, 1, false);
    diffable_sort_key_add_double(NULL, 1, false);
    diffable_sort_key_add_string(NULL, "", 0, false);
    diffable_sort_key_add_boolean(NULL, true, false);
    diffable_sort_key_add_none(NULL, false);
}

/* Random edits of a list of integers and lists derived from it in a chain, against sorting and filtering it anew. */

enum { MOST = 60 };

typedef struct row {
    int64_t id;
    uint64_t number;
} row;

static int compare_rows(const void *left, const void *right)
{
    const row *one = left, *other = right;
    return one->number != other->number ? (one->number < other->number ? -1 : 1) : (one->id < other->id ? -1 : 1);
}

/* The number of the item in hundreds, and then the identifier: no two keys are equal. */
static diffable_status sort_rows(
    const diffable_id *item, const diffable_content *content, diffable_sort_key *key, void *user_data)
{
    ((functions *)user_data)->sorts += 1;
    diffable_sort_key_add_integer(key, (int64_t)diffable_content_revision(*content), false);
    diffable_sort_key_add_integer(key, item->integer, false);
    return DIFFABLE_OK;
}

static void assert_derived(diffable_data_source *source, const row *rows, size_t count, uint64_t least)
{
    row kept[MOST];
    size_t expected = 0;
    for (size_t i = 0; i < count; i += 1) {
        if (rows[i].number >= least) {
            kept[expected] = rows[i];
            expected += 1;
        }
    }
    qsort(kept, expected, sizeof *kept, compare_rows);
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    assert_int_equal(diffable_snapshot_number_of_items(snapshot, NULL), expected);
    for (size_t i = 0; i < expected; i += 1) {
        diffable_id item = diffable_snapshot_item_at(snapshot, (diffable_index_path){ 0, (ptrdiff_t)i });
        assert_int_equal(item.integer, kept[i].id);
        assert_int_equal(revision_of_item(snapshot, item), kept[i].number);
    }
    diffable_snapshot_free(snapshot);
}

static void random_lists_are_those_that_are_computed_anew(void **state)
{
    (void)state;
    for (seed = 1; seed <= 40; seed += 1) {
        uint64_t start = seed;
        functions of[3] = { { 0 }, { 0 }, { 0 } };
        diffable_data_source *sources[3], *from = diffable_data_source_new(), *first = from;
        diffable_snapshot *snapshot = diffable_data_source_new_snapshot(first);
        diffable_id section_id = diffable_id_string("s");
        assert_ok(diffable_snapshot_append_sections(snapshot, &section_id, NULL, 1, &error));
        assert_ok(diffable_data_source_apply(first, snapshot, NULL, NULL, &error));
        diffable_snapshot_free(snapshot);
        for (size_t i = 0; i < 3; i += 1) {
            diffable_derivation derivation = derivation_of(&of[i]);
            derivation.sort = sort_rows;
            of[i].least = (uint64_t)below(20);
            from = sources[i] = derive(from, &derivation);
        }
        row rows[MOST];
        size_t count = 0;
        for (int step = 0; step < 60; step += 1) {
            uint64_t numbers[MOST];
            diffable_id ids[MOST];
            diffable_content contents[MOST];
            count = count > MOST - 8 ? 0 : count;
            for (int change = below(4); change >= 0; change -= 1) {
                size_t at = (size_t)below((int)count + 1);
                if (count == 0 || below(3) == 0) {
                    memmove(rows + at + 1, rows + at, (count - at) * sizeof *rows);
                    rows[at] = (row){ step * 10 + change, (uint64_t)below(100) };
                    count += 1;
                } else if (at < count && below(3) == 0) {
                    count -= 1;
                    memmove(rows + at, rows + at + 1, (count - at) * sizeof *rows);
                } else if (at < count) {
                    rows[at].number = (uint64_t)below(100);
                }
            }
            for (size_t i = 0; i < count; i += 1) {
                ids[i] = diffable_id_integer(rows[i].id);
                numbers[i] = rows[i].number;
            }
            diffable_snapshot *next = below(2) == 0 ? diffable_data_source_new_snapshot(first)
                                                    : diffable_snapshot_new();
            assert_ok(diffable_snapshot_append_sections(next, &section_id, NULL, 1, &error));
            assert_ok(
                diffable_snapshot_append_items(next, ids, contents_of(numbers, count, contents), count, NULL, &error));
            assert_ok(diffable_data_source_apply(first, next, NULL, NULL, &error));
            diffable_snapshot_free(next);
            uint64_t least = 0;
            for (size_t i = 0; i < 3; i += 1) {
                least = of[i].least > least ? of[i].least : least;
                assert_derived(sources[i], rows, count, least);
            }
            if (below(8) == 0) {
                size_t changed = (size_t)below(3);
                diffable_derivation derivation = derivation_of(&of[changed]);
                derivation.sort = sort_rows;
                of[changed].least = (uint64_t)below(40);
                assert_ok(diffable_data_source_set_derivation(
                    sources[changed], DIFFABLE_DERIVATION_FILTER, &derivation, NULL, &error));
            }
        }
        diffable_data_source_free(sources[1]);
        diffable_data_source_free(first);
        diffable_data_source_free(sources[0]);
        diffable_data_source_free(sources[2]);
        seed = start;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_list_is_filtered_and_sorted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(items_are_grouped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(empty_sections_stay_if_asked_for, set_up, tear_down),
        cmocka_unit_test_setup_teardown(parts_are_replaced, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_call_may_fail, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_apply_fails_as_a_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_list_is_read_only, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_list_outlasts_its_origin, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lists_are_freed_in_callbacks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_list_is_held, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_held_list_loses_hidden_items, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sections_of_the_list_alone_are_sorted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_concatenation_keeps_its_expansion, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_function_applies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_is_derived_in_a_callback, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lists_are_concatenated, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_arguments_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keys_of_any_type_are_ordered, set_up, tear_down),
        cmocka_unit_test_setup_teardown(random_lists_are_those_that_are_computed_anew, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
