/* The objects that come with contents: each is finalized exactly once, when nothing has its content any more. */
#include "contents.h"

static void objects_go_with_the_last_snapshot(void **state)
{
    (void)state;
    set_item(list, "a", *OBJECT("red"));
    set_item(list, "b", *OBJECT("green"));
    set_section(list, "A", *OBJECT("one"));
    assert_item(list, "a", "red 0");
    assert_item(list, "b", "green 1");
    assert_section(list, "A", "one 2");
    diffable_snapshot *copy = diffable_snapshot_copy(list), *assigned = diffable_snapshot_new();
    assert_ok(diffable_snapshot_assign(assigned, copy, &error));
    diffable_snapshot_free(list);
    list = NULL;
    diffable_snapshot_free(copy);
    assert_item(assigned, "a", "red 0");
    assert_item(assigned, "b", "green 1");
    assert_section(assigned, "A", "one 2");
    assert_finalized("000");
    diffable_snapshot_free(assigned);
    assert_finalized("111");
}

static void an_equal_content_keeps_its_object(void **state)
{
    (void)state;
    set_item(list, "a", *OBJECT("red"));
    set_section(list, "A", *OBJECT("one"));
    set_item(list, "c", bytes_of("blue"));
    set_item(list, "a", *OBJECT("red"));
    assert_finalized("001");
    assert_ok(diffable_snapshot_reload_items(list, parse("a").ids, OBJECT("red"), 1, &error));
    assert_finalized("0011");
    assert_ok(diffable_snapshot_update_items(list, parse("a").ids, OBJECT("red"), 1, NULL, &error));
    assert_finalized("00111");
    assert_ok(diffable_snapshot_replace_items(list, parse("a c").ids,
        (const diffable_content[]){ *OBJECT("red"), *OBJECT("blue") }, 2, (diffable_id[]){ name("A") }, &error));
    assert_finalized("0011111");
    set_section(list, "A", *OBJECT("one"));
    assert_ok(diffable_snapshot_reload_sections(list, parse("A").ids, OBJECT("one"), 1, &error));
    assert_finalized("001111111");
    assert_item(list, "a", "red 0");
    assert_section(list, "A", "one 1");
    /* A content that had no object gets none. */
    assert_item(list, "c", "blue");
}

/* An object may come without bytes. Then the element gets no content, and nothing has the object. */
/* Contents are compared by their bytes, so an object without bytes would be lost. */
static void objects_without_bytes_are_refused(void **state)
{
    (void)state;
#define MESSAGE(function) \
    "INVALID_ARGUMENT: " function ": contents: element 1 has an object and no bytes, which a content is compared by"
    diffable_content contents[] = { bytes_of("x"), with_object((diffable_content){ 0 }) };
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, MESSAGE("append_items"),
        diffable_snapshot_append_items(list, parse("e f").ids, contents, 2, (diffable_id[]){ name("B") }, &error));
    assert_finalized("1");
    contents[1] = with_object((diffable_content){ 0 });
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, MESSAGE("append_sections"),
        diffable_snapshot_append_sections(list, parse("C D").ids, contents, 2, &error));
    assert_finalized("11");
    /* No bytes are bytes, too. */
    contents[1] = with_object(diffable_content_bytes("", 0));
    assert_ok(
        diffable_snapshot_append_items(list, parse("e f").ids, contents, 2, (diffable_id[]){ name("B") }, &error));
    assert_finalized("110");
}

static int finalized_null;

static void finalize_null(void *object)
{
    assert_null(object);
    finalized_null += 1;
}

static void without_an_object_or_without_a_finalizer(void **state)
{
    (void)state;
    finalized_null = 0;
    static int object;
    diffable_content content = bytes_of("red");
    content.object = &object;
    set_item(list, "a", content);
    content = bytes_of("green");
    content.finalize = finalize_null;
    set_item(list, "c", content);
    assert_ptr_equal(diffable_snapshot_item_content(list, name("a")).object, &object);
    assert_null(diffable_snapshot_item_content(list, name("c")).object);
    assert_null(diffable_snapshot_item_content(list, name("c")).finalize);
    assert_int_equal(finalized_null, 0);
    diffable_snapshot_free(list);
    list = NULL;
    assert_int_equal(finalized_null, 1);
}

/* Calls with two contents. What they name is not in the list, or is there already. */
typedef diffable_status failing(
    diffable_snapshot *snapshot, const diffable_content *contents, size_t count, diffable_error **error);
#define WITHOUT_PLACE(verb, names) \
    static diffable_status verb( \
        diffable_snapshot *snapshot, const diffable_content *contents, size_t count, diffable_error **error) \
    { \
        return diffable_snapshot_##verb(snapshot, parse(names).ids, contents, count, error); \
    }
#define AT_PLACE(verb, names, place) \
    static diffable_status verb( \
        diffable_snapshot *snapshot, const diffable_content *contents, size_t count, diffable_error **error) \
    { \
        return diffable_snapshot_##verb(snapshot, parse(names).ids, contents, count, name(place), error); \
    }
#define IN_SECTION(verb, names, place) \
    static diffable_status verb( \
        diffable_snapshot *snapshot, const diffable_content *contents, size_t count, diffable_error **error) \
    { \
        return diffable_snapshot_##verb( \
            snapshot, parse(names).ids, contents, count, (diffable_id[]){ name(place) }, error); \
    }
WITHOUT_PLACE(append_sections, "C A")
WITHOUT_PLACE(reload_sections, "A C")
WITHOUT_PLACE(reconfigure_sections, "A C")
AT_PLACE(insert_sections_before, "C D", "E")
AT_PLACE(insert_sections_after, "C D", "E")
WITHOUT_PLACE(reload_items, "a x")
WITHOUT_PLACE(reconfigure_items, "a x")
IN_SECTION(append_items, "x a", "A")
IN_SECTION(replace_items, "a d", "A")
AT_PLACE(insert_items_before, "x y", "z")
AT_PLACE(insert_items_after, "x y", "x")

static diffable_status insert_below_unknown_item(
    diffable_snapshot *snapshot, const diffable_content *contents, size_t count, diffable_error **error)
{
    return diffable_snapshot_insert_items(
        snapshot, parse("x y").ids, contents, count, DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("z") }, error);
}

static diffable_status append_to_unknown_section(
    diffable_snapshot *snapshot, const diffable_content *contents, size_t count, diffable_error **error)
{
    return diffable_snapshot_append_items(
        snapshot, parse("x y").ids, contents, count, (diffable_id[]){ name("C") }, error);
}

static diffable_status append_twice(
    diffable_snapshot *snapshot, const diffable_content *contents, size_t count, diffable_error **error)
{
    return diffable_snapshot_append_items(
        snapshot, parse("x x").ids, contents, count, (diffable_id[]){ name("A") }, error);
}

static diffable_status append_at_null(
    diffable_snapshot *snapshot, const diffable_content *contents, size_t count, diffable_error **error)
{
    return diffable_snapshot_append_items(snapshot, NULL, contents, count, (diffable_id[]){ name("A") }, error);
}

static diffable_status append_none(
    diffable_snapshot *snapshot, const diffable_content *contents, size_t count, diffable_error **error)
{
    const diffable_id ids[] = { name("x"), (diffable_id){ 0 } };
    return diffable_snapshot_append_items(snapshot, ids, contents, count, (diffable_id[]){ name("A") }, error);
}

static diffable_status append_integers(
    diffable_snapshot *snapshot, const diffable_content *contents, size_t count, diffable_error **error)
{
    static const int64_t ids[] = { 1, 1 };
    return diffable_snapshot_append_integers(snapshot, ids, contents, count, (diffable_id[]){ name("A") }, error);
}

static diffable_status append_strings(
    diffable_snapshot *snapshot, const diffable_content *contents, size_t count, diffable_error **error)
{
    static const size_t ends[] = { 3, 2 };
    return diffable_snapshot_append_strings(
        snapshot, "xyz", ends, contents, count, (diffable_id[]){ name("A") }, error);
}

static diffable_status append_same_strings(
    diffable_snapshot *snapshot, const diffable_content *contents, size_t count, diffable_error **error)
{
    static const size_t ends[] = { 1, 2 };
    return diffable_snapshot_append_strings(snapshot, "xa", ends, contents, count, (diffable_id[]){ name("A") }, error);
}

static diffable_status update_unknown(
    diffable_snapshot *snapshot, const diffable_content *contents, size_t count, diffable_error **error)
{
    return diffable_snapshot_update_items(snapshot, parse("a x").ids, contents, count, NULL, error);
}

static diffable_status update_twice(
    diffable_snapshot *snapshot, const diffable_content *contents, size_t count, diffable_error **error)
{
    return diffable_snapshot_update_items(snapshot, parse("a a").ids, contents, count, NULL, error);
}

static failing *const failing_calls[] = {
    append_sections,
    reload_sections,
    reconfigure_sections,
    insert_sections_before,
    insert_sections_after,
    reload_items,
    reconfigure_items,
    append_items,
    insert_below_unknown_item,
    replace_items,
    insert_items_before,
    insert_items_after,
    append_to_unknown_section,
    append_twice,
    append_at_null,
    append_none,
    append_integers,
    append_strings,
    append_same_strings,
    update_unknown,
    update_twice,
};
enum { FAILING_CALLS = sizeof failing_calls / sizeof *failing_calls };

/* It belongs to the program, which may have replaced it. */
static void the_last_object_without_a_finalizer_counts(void **state)
{
    (void)state;
    static int first, second, third;
    diffable_content content = bytes_of("red");
    content.object = &first;
    set_item(list, "a", content);
    diffable_snapshot *copy = diffable_snapshot_copy(list);
    content.object = &second;
    set_item(copy, "a", content);
    assert_ptr_equal(diffable_snapshot_item_content(list, name("a")).object, &second);
    assert_ptr_equal(diffable_snapshot_item_content(copy, name("a")).object, &second);
    content = bytes_of("blue");
    content.object = &third;
    set_item(copy, "a", content);
    assert_ptr_equal(diffable_snapshot_item_content(list, name("a")).object, &second);
    assert_ptr_equal(diffable_snapshot_item_content(copy, name("a")).object, &third);
    diffable_snapshot_free(copy);
}

/* Calls with contents that have objects, and checks that the call fails and has finalized the objects. */
static void assert_finalizes(
    failing *call, diffable_snapshot *snapshot, diffable_content first, diffable_content second, diffable_status status)
{
    const diffable_content contents[] = { with_object(first), with_object(second) };
    const diffable_status found = call(snapshot, contents, 2, &error);
    assert_true(status == DIFFABLE_OK ? found < 0 : found == status);
    diffable_error_free(error);
    error = NULL;
    assert_int_equal(finalized[handed_over - 2], 1);
    assert_int_equal(finalized[handed_over - 1], 1);
}

static void failing_calls_finalize_the_objects(void **state)
{
    (void)state;
    set_item(list, "a", *OBJECT("red"));
    set_section(list, "A", *OBJECT("one"));
    diffable_snapshot *before = diffable_snapshot_copy(list);
    const diffable_status invalid = DIFFABLE_ERROR_INVALID_ARGUMENT;
    const diffable_content wrong[] = {
        { NULL, 1, NULL, NULL },
        { NULL, SIZE_MAX, NULL, NULL },
        { "x", (size_t)INT32_MAX + 1, NULL, NULL },
        { "x", PTRDIFF_MAX, NULL, NULL },
        { "x", (size_t)PTRDIFF_MAX + 1, NULL, NULL },
        { "x", SIZE_MAX, NULL, NULL },
    };
    for (int index = 0; index < FAILING_CALLS; index += 1) {
        failing *call = failing_calls[index];
        assert_finalizes(call, list, bytes_of("x"), bytes_of("y"), DIFFABLE_OK);
        assert_finalizes(call, list, (diffable_content){ 0 }, bytes_of(""), DIFFABLE_OK);
        assert_finalizes(call, NULL, bytes_of("x"), bytes_of("y"), invalid);
        for (int number = 0; number < 6; number += 1) {
            assert_finalizes(call, list, bytes_of("x"), wrong[number], invalid);
            assert_finalizes(call, list, wrong[number], bytes_of("x"), invalid);
        }
        assert_true(diffable_snapshot_equal(list, before));
        assert_item(list, "a", "red 0");
        assert_section(list, "A", "one 1");
        /* Calls without elements read no contents. */
        if (call != append_at_null) {
            const diffable_content content = { NULL, 1, &finalized[0], finalize_object };
            (void)call(list, &content, 0, NULL);
            diffable_snapshot_free(list);
            list = diffable_snapshot_copy(before);
        }
    }
    assert_int_equal(finalized[0], 0);
    assert_int_equal(finalized[1], 0);
    diffable_snapshot_free(before);
}

static void errors_name_the_content(void **state)
{
    (void)state;
    const diffable_content contents[] = { bytes_of("x"), { NULL, 1, NULL, NULL } };
    assert_int_equal(
        diffable_snapshot_append_items(list, parse("x y").ids, contents, 2, (diffable_id[]){ name("A") }, &error),
        DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_string_equal(
        diffable_error_message(error), "INVALID_ARGUMENT: append_items: contents: element 1 has 1 bytes at NULL");
    assert_string_equal(diffable_error_message_from_one(error),
        "INVALID_ARGUMENT: append_items: contents: element 2 has 1 bytes at NULL");
    assert_int_equal(diffable_error_position(error), 1);
    diffable_error_free(error);
    error = NULL;
}

static void a_section_snapshot_finalizes_contents_of_sections(void **state)
{
    (void)state;
    diffable_snapshot *tree = tree_of("a+(b)");
    assert_int_equal(diffable_snapshot_append_sections(tree, parse("A").ids, OBJECT("one"), 1, NULL),
        DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_int_equal(diffable_snapshot_reload_sections(tree, parse("A").ids, OBJECT("one"), 1, NULL),
        DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_finalized("11");
    diffable_snapshot_free(tree);
    diffable_snapshot *empty = diffable_snapshot_new();
    assert_int_equal(diffable_snapshot_append_items(empty, parse("a").ids, OBJECT("red"), 1, NULL, NULL),
        DIFFABLE_ERROR_NO_SECTIONS);
    assert_finalized("111");
    diffable_snapshot_free(empty);
}

/* A finalizer may use other lists. It runs while no lock is held. */
static void use_another_list(void *object)
{
    diffable_snapshot *other = snapshot_of("A: a=1 b");
    assert_outline(other, "A: a=1 b");
    diffable_snapshot_free(other);
    finalize_object(object);
}

static void a_finalizer_uses_another_list(void **state)
{
    (void)state;
    for (int index = 0; index < 3; index += 1) {
        diffable_content content = with_object(bytes_of(index < 2 ? "red" : "green"));
        content.finalize = use_another_list;
        set_item(list, "a", content);
    }
    assert_finalized("010");
}

/* Data sources */

static void transactions_keep_the_objects(void **state)
{
    (void)state;
    assert_ok(diffable_data_source_apply(source, list, NULL, NULL, &error));
    diffable_transaction_free(apply_item(*OBJECT("red")));
    diffable_transaction *transaction = apply_item(*OBJECT("green"));
    diffable_transaction_free(apply_item(*OBJECT("blue")));
    assert_item_in(source, name("c"), "blue 2");
    diffable_data_source_free(source);
    source = NULL;
    assert_item(diffable_transaction_initial_snapshot(transaction), "c", "red 0");
    assert_item(diffable_transaction_final_snapshot(transaction), "c", "green 1");
    diffable_difference *difference = diffable_difference_copy(diffable_transaction_difference(transaction));
    assert_content(only_change(difference, DIFFABLE_RECONFIGURED_ITEMS).old_content, "red 0");
    diffable_transaction_free(transaction);
    assert_content(only_change(difference, DIFFABLE_RECONFIGURED_ITEMS).old_content, "red 0");
    assert_content(only_change(difference, DIFFABLE_RECONFIGURED_ITEMS).new_content, "green 1");
    assert_int_equal(finalized[0] + finalized[1], 0);
    diffable_difference_free(difference);
    diffable_snapshot_free(list);
    list = NULL;
    assert_finalized("111");
}

static void undo_restores_the_object(void **state)
{
    (void)state;
    assert_ok(diffable_data_source_apply(source, list, NULL, NULL, &error));
    diffable_transaction_free(apply_item(*OBJECT("red")));
    diffable_transaction *transaction = apply_item(*OBJECT("green"));
    for (int round = 0; round < 3; round += 1) {
        assert_ok(
            diffable_data_source_apply(source, diffable_transaction_initial_snapshot(transaction), NULL, NULL, &error));
        assert_item_in(source, name("c"), "red 0");
        assert_ok(
            diffable_data_source_apply(source, diffable_transaction_final_snapshot(transaction), NULL, NULL, &error));
        assert_item_in(source, name("c"), "green 1");
    }
    diffable_transaction_free(transaction);
    assert_finalized("00");
}

/* Trees that have tables of their own */

static diffable_snapshot *tree_with_objects(const char *line)
{
    diffable_snapshot *tree = tree_of(line);
    set_item(tree, "x", *OBJECT("red"));
    set_item(tree, "y", *OBJECT("green"));
    return tree;
}

static void insert_tree_brings_contents_and_objects(void **state)
{
    (void)state;
    set_item(list, "a", *OBJECT("grey"));
    diffable_snapshot *tree = tree_with_objects("x(y z)");
    assert_ok(diffable_snapshot_insert_tree(list, tree, DIFFABLE_AFTER_ITEM, (diffable_id[]){ name("a") }, &error));
    assert_forest(list, "A: a(b) x(y z) c | B: d / reconfigure a x y");
    diffable_snapshot_free(tree);
    assert_item(list, "a", "grey 0");
    assert_item(list, "x", "red 1");
    assert_item(list, "y", "green 2");
    assert_item(list, "z", "none");
    assert_finalized("000");
    assert_ok(diffable_snapshot_delete_items(list, IDS("x"), NULL, &error));
    diffable_snapshot_free(list);
    list = NULL;
    assert_finalized("111");
}

/* The list goes first, so the tree must still have its objects. */
static void a_tree_keeps_its_objects_without_the_list(void **state)
{
    (void)state;
    diffable_snapshot *tree = tree_with_objects("x(y z)");
    assert_ok(
        diffable_snapshot_insert_tree(list, tree, DIFFABLE_AT_END_OF_SECTION, (diffable_id[]){ name("B") }, &error));
    diffable_snapshot_free(list);
    list = NULL;
    assert_finalized("00");
    assert_item(tree, "x", "red 0");
    assert_item(tree, "y", "green 1");
    diffable_snapshot_free(tree);
    assert_finalized("11");
}

static void set_section_snapshot_brings_contents_and_objects(void **state)
{
    (void)state;
    diffable_snapshot *tree = tree_with_objects("x(y) a c");
    set_item(tree, "c", *OBJECT("blue"));
    set_item(list, "a", *OBJECT("grey"));
    assert_ok(diffable_snapshot_set_section_snapshot(list, tree, name("A"), &error));
    diffable_snapshot_free(tree);
    assert_item(list, "x", "red 0");
    assert_item(list, "y", "green 1");
    assert_item(list, "c", "blue 2");
    assert_int_equal(finalized[0] + finalized[1] + finalized[2], 0);
    diffable_snapshot *part = diffable_snapshot_section_snapshot(list, name("A")), *below = NULL;
    assert_ok(diffable_snapshot_snapshot_of(list, name("x"), true, &below, &error));
    diffable_snapshot_free(list);
    list = NULL;
    assert_item(part, "c", "blue 2");
    assert_item(below, "y", "green 1");
    assert_item(below, "x", "red 0");
    diffable_snapshot_free(part);
    assert_item(below, "y", "green 1");
    diffable_snapshot_free(below);
    assert_finalized("1111");
}

static void replace_children_brings_contents_and_objects(void **state)
{
    (void)state;
    diffable_snapshot *tree = tree_with_objects("x+(y) b");
    set_item(list, "b", *OBJECT("grey"));
    assert_ok(diffable_snapshot_replace_children(list, name("a"), tree, &error));
    diffable_snapshot_free(tree);
    assert_item(list, "x", "red 0");
    assert_item(list, "y", "green 1");
    assert_ok(diffable_data_source_apply(source, list, NULL, NULL, &error));
    diffable_snapshot_free(list);
    list = NULL;
    assert_item_in(source, name("y"), "green 1");
    assert_int_equal(finalized[0] + finalized[1], 0);
    diffable_snapshot *part = section_in(source, name("A"));
    assert_item(part, "y", "green 1");
    diffable_data_source_free(source);
    source = NULL;
    assert_item(part, "x", "red 0");
    diffable_snapshot_free(part);
}

/* A tree that cannot be inserted leaves the objects with the tree alone. */
static void a_tree_that_is_not_inserted(void **state)
{
    (void)state;
    diffable_snapshot *tree = tree_with_objects("x(y) a");
    assert_int_equal(diffable_snapshot_insert_tree(list, tree, DIFFABLE_AFTER_ITEM, (diffable_id[]){ name("a") }, NULL),
        DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_int_equal(
        diffable_snapshot_set_section_snapshot(list, tree, name("B"), NULL), DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_finalized("00");
    diffable_snapshot_free(tree);
    assert_finalized("11");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(objects_go_with_the_last_snapshot),
        TEST(an_equal_content_keeps_its_object),
        TEST(objects_without_bytes_are_refused),
        TEST(without_an_object_or_without_a_finalizer),
        TEST(the_last_object_without_a_finalizer_counts),
        TEST(failing_calls_finalize_the_objects),
        TEST(errors_name_the_content),
        TEST(a_section_snapshot_finalizes_contents_of_sections),
        TEST(a_finalizer_uses_another_list),
        TEST(transactions_keep_the_objects),
        TEST(undo_restores_the_object),
        TEST(insert_tree_brings_contents_and_objects),
        TEST(a_tree_keeps_its_objects_without_the_list),
        TEST(set_section_snapshot_brings_contents_and_objects),
        TEST(replace_children_brings_contents_and_objects),
        TEST(a_tree_that_is_not_inserted),
    };
    return cmocka_run_group_tests_name("content objects", tests, NULL, NULL);
}
