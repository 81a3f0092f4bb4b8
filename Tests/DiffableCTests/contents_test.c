/* Contents: the bytes that an item or a section shows. What is equal is no change. */
#include "contents.h"

static void any_bytes(void **state)
{
    (void)state;
    enum { LONG = 100000 };
    static unsigned char bytes[LONG], expected[LONG];
    for (int index = 0; index < LONG; index += 1) {
        bytes[index] = expected[index] = (unsigned char)(index * 7 + index / 256);
    }
    static const size_t sizes[] = { 0, 1, 7, 8, 9, 256, 4095, LONG };
    for (size_t index = 0; index < sizeof sizes / sizeof *sizes; index += 1) {
        size_t size = sizes[index];
        set_item(list, "c", diffable_content_bytes(bytes, size));
        set_item(list, "b", diffable_content_bytes(bytes + LONG - size, size)); /* hidden */
        set_section(list, "B", diffable_content_bytes(bytes, size));
        /* The memory is the caller's again when the call has returned. */
        memset(bytes, 0, sizeof bytes);
        assert_ok(diffable_data_source_apply(source, list, NULL, NULL, &error));
        diffable_snapshot *current = diffable_data_source_snapshot(source);
        const diffable_content found[] = {
            diffable_snapshot_item_content(list, name("c")),
            diffable_snapshot_section_content(list, name("B")),
            diffable_snapshot_item_content(current, name("c")),
            diffable_snapshot_section_content(current, name("B")),
            diffable_snapshot_item_content(list, name("b")),
            diffable_snapshot_item_content(current, name("b")),
        };
        for (int which = 0; which < 6; which += 1) {
            assert_non_null(found[which].data);
            assert_int_equal(found[which].size, size);
            assert_int_equal(memcmp(found[which].data, which < 4 ? expected : expected + LONG - size, size), 0);
            assert_null(found[which].object);
            assert_null(found[which].finalize);
        }
        diffable_snapshot_free(current);
        memcpy(bytes, expected, sizeof bytes);
    }
    assert_item(list, "a", "none");
    assert_section(list, "A", "none");
}

static void numbers(void **state)
{
    (void)state;
    const uint64_t number = 0x123456789abcdef0;
    char memory[12] = "";
    memcpy(memory + 1, &number, sizeof number);
    assert_true(diffable_content_revision(diffable_content_from_revision(&number)) == number);
    assert_true(diffable_content_revision(diffable_content_bytes(memory + 1, 8)) == number);
    assert_int_equal(diffable_content_revision(diffable_content_bytes(memory + 1, 7)), 0);
    assert_int_equal(diffable_content_revision(diffable_content_bytes(memory + 1, 9)), 0);
    assert_int_equal(diffable_content_revision(diffable_content_bytes(NULL, 8)), 0);
    assert_int_equal(diffable_content_revision((diffable_content){ 0 }), 0);
    const diffable_content none = diffable_content_from_revision(NULL);
    assert_null(none.data);
    assert_int_equal(none.size, 0);
    set_item(list, "a", diffable_content_from_revision(&number));
    assert_true(diffable_content_revision(diffable_snapshot_item_content(list, name("a"))) == number);
    /* The number 0 is a content. */
    const uint64_t zero = 0;
    set_item(list, "c", diffable_content_from_revision(&zero));
    assert_int_equal(diffable_snapshot_item_content(list, name("c")).size, sizeof zero);
}

static const char *difference_between(const diffable_snapshot *old_list, const diffable_snapshot *new_list)
{
    static char description[200];
    diffable_difference *difference = diffable_difference_new(old_list, new_list);
    snprintf(description, sizeof description, "%s", diffable_difference_description(difference));
    diffable_difference_free(difference);
    return description;
}

static void no_bytes_are_a_content(void **state)
{
    (void)state;
    diffable_snapshot *before = diffable_snapshot_copy(list);
    set_item(list, "c", bytes_of(""));
    set_section(list, "B", bytes_of(""));
    assert_item(list, "c", "");
    assert_section(list, "B", "");
    assert_item(before, "c", "none");
    assert_false(diffable_snapshot_equal(list, before));
    assert_string_equal(difference_between(before, list), "1 section updated; 1 item reconfigured");
    /* Marks are no contents, so the lists are compared without them. */
    diffable_data_source *other = diffable_data_source_new();
    assert_ok(diffable_data_source_apply(other, list, NULL, NULL, &error));
    diffable_snapshot *unmarked = diffable_data_source_snapshot(other);
    assert_string_equal(difference_between(before, unmarked), "1 section updated; 1 item reconfigured");
    assert_string_equal(difference_between(unmarked, before), "1 section updated; 1 item reconfigured");
    assert_string_equal(difference_between(unmarked, unmarked), "no changes");
    size_t updated = 99;
    assert_ok(diffable_snapshot_update_items(unmarked, NEW("c"), &updated, &error));
    assert_int_equal(updated, 0);
    assert_item(unmarked, "c", "");
    diffable_snapshot_free(unmarked);
    diffable_data_source_free(other);
    diffable_snapshot_free(before);
}

/* A list of its own tables, or of those of another list, whose contents are these bytes. */
static diffable_snapshot *described(diffable_snapshot *snapshot, const char *bytes)
{
    char copy[32];
    strcpy(copy, bytes);
    const diffable_content contents[] = { bytes_of(copy), { 0 }, bytes_of(copy) };
    assert_ok(diffable_snapshot_append_sections(snapshot, parse("A").ids, contents, 1, &error));
    assert_ok(diffable_snapshot_append_items(
        snapshot, parse("x y z").ids, contents, 3, (diffable_id[]){ name("A") }, &error));
    memset(copy, 'x', sizeof copy);
    return snapshot;
}

static void equal_bytes_are_no_change(void **state)
{
    (void)state;
    diffable_snapshot *one = described(diffable_snapshot_new(), "red"),
                      *other = described(diffable_snapshot_new(), "red");
    assert_true(diffable_snapshot_equal(one, other));
    assert_string_equal(difference_between(one, other), "no changes");
    assert_ok(diffable_data_source_apply(source, one, NULL, NULL, &error));
    diffable_snapshot *sharing = described(diffable_data_source_new_snapshot(source), "red");
    assert_true(diffable_snapshot_equal(one, sharing));
    assert_string_equal(difference_between(one, sharing), "no changes");
    size_t updated = 99;
    char red[] = "red";
    assert_ok(diffable_snapshot_update_items(
        one, parse("x").ids, (const diffable_content[]){ bytes_of(red) }, 1, &updated, &error));
    assert_int_equal(updated, 0);
    assert_string_equal(difference_between(sharing, one), "no changes");
    /* The old bytes stay. */
    const void *bytes = diffable_snapshot_item_content(one, name("x")).data;
    set_item(one, "x", bytes_of(red));
    assert_ptr_equal(diffable_snapshot_item_content(one, name("x")).data, bytes);
    diffable_snapshot_free(one);
    diffable_snapshot_free(other);
    diffable_snapshot_free(sharing);
}

static void other_bytes_are_a_change(void **state)
{
    (void)state;
    static const char *const others[] = { "rex", "re", "redd", "", "\0ed" };
    for (int index = 0; index < 5; index += 1) {
        diffable_snapshot *one = described(diffable_snapshot_new(), "red"),
                          *other = described(diffable_snapshot_new(), others[index]);
        assert_false(diffable_snapshot_equal(one, other));
        assert_string_equal(difference_between(one, other), "1 section updated; 2 items reconfigured");
        diffable_difference *difference = diffable_difference_new(one, other);
        /* What a change borrows is the difference's. */
        diffable_snapshot_free(one);
        diffable_snapshot_free(other);
        diffable_change changes[2] = { DIFFABLE_CHANGE_INIT };
        size_t read = 0;
        assert_ok(diffable_difference_changes(difference, DIFFABLE_RECONFIGURED_ITEMS, 0, changes, 2, &read, &error));
        assert_int_equal(read, 2);
        for (int change = 0; change < 2; change += 1) {
            assert_content(changes[change].old_content, "red");
            assert_content(changes[change].new_content, others[index]);
        }
        assert_content(only_change(difference, DIFFABLE_UPDATED_SECTIONS).old_content, "red");
        assert_content(only_change(difference, DIFFABLE_UPDATED_SECTIONS).new_content, others[index]);
        diffable_difference_free(difference);
    }
}

static void changes_have_the_contents_of_both_lists(void **state)
{
    (void)state;
    diffable_snapshot *old_list = snapshot_of("A: a b | B:"), *new_list = snapshot_of("A: b | B: c");
    set_item(old_list, "a", *OBJECT("red"));
    set_item(old_list, "b", *OBJECT("green"));
    set_item(new_list, "b", *OBJECT("grey!"));
    set_item(new_list, "c", *OBJECT("blue"));
    set_section(old_list, "A", *OBJECT("one"));
    diffable_difference *difference = diffable_difference_new(old_list, new_list);
    diffable_snapshot_free(old_list);
    diffable_snapshot_free(new_list);
    assert_content(only_change(difference, DIFFABLE_DELETED_ITEMS).old_content, "red 0");
    assert_content(only_change(difference, DIFFABLE_DELETED_ITEMS).new_content, "none");
    assert_content(only_change(difference, DIFFABLE_RECONFIGURED_ITEMS).old_content, "green 1");
    assert_content(only_change(difference, DIFFABLE_RECONFIGURED_ITEMS).new_content, "grey! 2");
    assert_content(only_change(difference, DIFFABLE_INSERTED_ITEMS).old_content, "none");
    assert_content(only_change(difference, DIFFABLE_INSERTED_ITEMS).new_content, "blue 3");
    assert_content(only_change(difference, DIFFABLE_UPDATED_SECTIONS).old_content, "one 4");
    assert_content(only_change(difference, DIFFABLE_UPDATED_SECTIONS).new_content, "none");
    assert_finalized("00000");
    diffable_difference_free(difference);
    assert_finalized("11111");
}

/* Elements without a content */

static void elements_without_a_content_keep_theirs(void **state)
{
    (void)state;
    set_item(list, "a", *OBJECT("red"));
    set_item(list, "b", *OBJECT("green")); /* hidden */
    set_item(list, "c", *OBJECT("blue"));
    set_section(list, "A", *OBJECT("one"));
    const diffable_content none[3] = { { 0 } };
    const diffable_content *const arrays[] = { NULL, none };
    for (int index = 0; index < 2; index += 1) {
        size_t updated = 99;
        assert_ok(diffable_snapshot_reload_items(list, parse("a b c").ids, arrays[index], 3, &error));
        assert_ok(diffable_snapshot_reconfigure_items(list, parse("a b c").ids, arrays[index], 3, &error));
        assert_ok(diffable_snapshot_update_items(list, parse("a b c").ids, arrays[index], 3, &updated, &error));
        assert_int_equal(updated, 0);
        assert_ok(diffable_snapshot_reload_sections(list, parse("A B").ids, arrays[index], 2, &error));
        assert_ok(diffable_snapshot_reconfigure_sections(list, parse("A B").ids, arrays[index], 2, &error));
        assert_ok(diffable_snapshot_replace_items(
            list, parse("c e a").ids, arrays[index], 3, (diffable_id[]){ name("A") }, &error));
        assert_item(list, "a", "red 0");
        assert_item(list, "b", "green 1");
        assert_item(list, "c", "blue 2");
        assert_item(list, "e", "none");
        assert_section(list, "A", "one 3");
        assert_section(list, "B", "none");
    }
    /* Those beside them get another one. */
    const diffable_content some[3] = { { 0 }, bytes_of("grey"), { 0 } };
    assert_ok(diffable_snapshot_reload_items(list, parse("c a b").ids, some, 3, &error));
    assert_ok(diffable_snapshot_replace_items(list, parse("a c e").ids, some, 3, (diffable_id[]){ name("A") }, &error));
    assert_ok(diffable_snapshot_reload_sections(list, parse("A B").ids, some, 2, &error));
    assert_item(list, "a", "grey");
    assert_item(list, "b", "green 1");
    assert_item(list, "c", "grey");
    assert_item(list, "e", "none");
    assert_section(list, "A", "one 3");
    assert_section(list, "B", "grey");
}

/* A new item does not have the content that an item of its identifier had before it was deleted. */
static void new_elements_without_a_content_have_none(void **state)
{
    (void)state;
    const diffable_content some[3] = { { 0 }, bytes_of("grey"), { 0 } };
    const diffable_content *const arrays[] = { NULL, some };
    for (int index = 0; index < 2; index += 1) {
        set_item(list, "c", bytes_of("blue"));
        set_section(list, "A", bytes_of("one"));
        assert_ok(diffable_snapshot_delete_items(list, IDS("c d e f"), NULL, &error));
        assert_ok(diffable_snapshot_append_items(
            list, parse("c e f").ids, arrays[index], 3, (diffable_id[]){ name("A") }, &error));
        assert_item(list, "c", "none");
        assert_item(list, "e", index == 0 ? "none" : "grey");
        assert_item(list, "f", "none");
        assert_ok(diffable_snapshot_delete_sections(list, IDS("A"), NULL, &error));
        assert_ok(diffable_snapshot_append_sections(list, parse("A").ids, arrays[index], 1, &error));
        assert_section(list, "A", "none");
        assert_ok(diffable_snapshot_append_items(list, parse("c").ids, NULL, 1, (diffable_id[]){ name("A") }, &error));
    }
}

static void update_counts_the_items_that_differ(void **state)
{
    (void)state;
    size_t updated = 99;
    const diffable_content first[] = { bytes_of("red"), bytes_of(""), { 0 }, bytes_of("blue") };
    assert_ok(diffable_snapshot_update_items(list, parse("a b c d").ids, first, 4, &updated, &error));
    assert_int_equal(updated, 3);
    assert_forest(list, "A: a(b) c | B: d / reconfigure a b d");
    const diffable_content second[] = { bytes_of("red"), bytes_of("green"), { 0 }, bytes_of("bleu") };
    assert_ok(diffable_snapshot_update_items(list, parse("a b c d").ids, second, 4, &updated, &error));
    assert_int_equal(updated, 2);
    assert_ok(diffable_snapshot_update_items(list, parse("a b c d").ids, second, 4, &updated, &error));
    assert_int_equal(updated, 0);
    assert_int_equal(diffable_snapshot_update_items(list, parse("a a").ids, first, 2, &updated, NULL),
        DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_int_equal(updated, 0);
    assert_item(list, "a", "red");
    assert_item(list, "b", "green");
    assert_item(list, "c", "none");
    assert_item(list, "d", "bleu");
}

/* Providers */

static text asked, written;

/* What a provider is given, as "[cell c red 0]". */
static void note(const char *what, diffable_id id, const diffable_content *content)
{
    assert_non_null(content);
    add(&asked, "[%s ", what);
    add_id(&asked, id, 0);
    add(&asked, " %s]", spelled(*content));
}

static diffable_status provide(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    note("cell", *item, content);
    assert_item_in(source, *item, spelled(*content));
    return show_id(item, content, path, cell, user_data);
}

static const char *provide_kind(const diffable_id *item, const diffable_content *content, void *user_data)
{
    (void)user_data;
    note("kind", *item, content);
    return NULL;
}

static diffable_status provide_header(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)index, (void)user_data;
    note(kind, *section, content);
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, "header", 6);
    return DIFFABLE_OK;
}

static void providers_get_the_content(void **state)
{
    (void)state;
    set_item(list, "a", *OBJECT("red"));
    set_item(list, "b", *OBJECT("green"));
    set_item(list, "c", bytes_of(""));
    set_section(list, "A", *OBJECT("one"));
    diffable_data_source_set_kind_provider(source, provide_kind, NULL, NULL);
    diffable_data_source_set_supplementary_provider(source, provide_header, NULL, NULL);
    diffable_data_source_set_cell_provider(source, provide, NULL, NULL);
    diffable_view *view;
    assert_ok(diffable_text_view_new(NULL, keep, &written, NULL, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);
    memset(&asked, 0, sizeof asked);
    assert_ok(diffable_data_source_apply(source, list, NULL, NULL, &error));
    assert_non_null(strstr(asked.bytes, "[header A one 2]"));
    assert_non_null(strstr(asked.bytes, "[kind a red 0][cell a red 0]"));
    assert_non_null(strstr(asked.bytes, "[kind c ][cell c ]"));
    assert_non_null(strstr(asked.bytes, "[footer A one 2]"));
    assert_non_null(strstr(asked.bytes, "[header B none]"));
    assert_non_null(strstr(asked.bytes, "[kind d none][cell d none]"));
    assert_null(strstr(asked.bytes, "green"));

    /* An item that becomes visible is asked for with the content that it had while it was hidden. */
    memset(&asked, 0, sizeof asked);
    assert_ok(diffable_data_source_toggle_item(source, name("a"), NULL, &error));
    assert_non_null(strstr(asked.bytes, "[kind b green 1][cell b green 1]"));

    /* Only what has another content is asked for again. */
    memset(&asked, 0, sizeof asked);
    diffable_transaction_free(apply_item(*OBJECT("blue")));
    assert_string_equal(asked.bytes, "[kind c blue 3][cell c blue 3]");

    memset(&asked, 0, sizeof asked);
    diffable_cell *cell = NULL;
    assert_ok(diffable_data_source_supplementary_cell(source, "badge", 0, &cell, &error));
    diffable_cell_free(cell);
    assert_string_equal(asked.bytes, "[badge A one 2]");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(any_bytes),
        TEST(numbers),
        TEST(no_bytes_are_a_content),
        TEST(equal_bytes_are_no_change),
        TEST(other_bytes_are_a_change),
        TEST(changes_have_the_contents_of_both_lists),
        TEST(elements_without_a_content_keep_theirs),
        TEST(new_elements_without_a_content_have_none),
        TEST(update_counts_the_items_that_differ),
        TEST(providers_get_the_content),
    };
    return cmocka_run_group_tests_name("contents", tests, NULL, NULL);
}
