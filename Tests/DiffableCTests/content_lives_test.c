/* Lists that live long: contents that nothing has any more are dropped with their objects. And random edits. */
#include "contents.h"

#include <unistd.h>

/* Applies take longer than edits, so there are fewer of them. */
enum { EDITS = 100000, APPLIES = 20000, MOST_ALIVE = 10000, MOST_MEMORY = 40 << 20, CONTENT_SIZE = 4000 };

/* The bytes that the process has in memory. */
static size_t resident_memory(void)
{
    size_t pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%zu %zu", &pages, &resident), 2);
    fclose(file);
    return resident * (size_t)sysconf(_SC_PAGESIZE);
}

/* One of many contents of 4,000 bytes. Those of all applies would take 80 MB, and those of all edits 400 MB. */
static diffable_content any_content(int number)
{
    static char bytes[CONTENT_SIZE];
    memset(bytes, 'a' + number % 26, sizeof bytes);
    memcpy(bytes, &number, sizeof number);
    return diffable_content_bytes(bytes, sizeof bytes);
}

/* Changes a content many times. The contents that nothing has any more are dropped long before the end. */
static void assert_bounded(void (*change)(diffable_content content), int changes)
{
    const size_t before = resident_memory();
    for (int number = 0; number < changes; number += 1) {
        change(with_object(any_content(number)));
    }
    const size_t after = resident_memory();
    assert_in_range(most_alive, 1, MOST_ALIVE);
    assert_true(alive > 0);
    assert_true(after < before + MOST_MEMORY);
}

static void update_one(diffable_content content)
{
    assert_ok(diffable_snapshot_update_items(list, parse("c").ids, &content, 1, NULL, &error));
}

static void a_list_that_is_edited_for_long(void **state)
{
    (void)state;
    set_item(list, "b", *OBJECT("green"));
    assert_bounded(update_one, EDITS);
    assert_item(list, "b", "green 0");
    assert_int_equal(
        memcmp(diffable_snapshot_item_content(list, name("c")).data, any_content(EDITS - 1).data, CONTENT_SIZE), 0);
}

static void update_section(diffable_content content)
{
    set_section(list, "A", content);
}

static void a_section_that_is_edited_for_long(void **state)
{
    (void)state;
    assert_bounded(update_section, EDITS);
    assert_int_equal(
        memcmp(diffable_snapshot_section_content(list, name("A")).data, any_content(EDITS - 1).data, CONTENT_SIZE), 0);
}

static void apply_one(diffable_content content)
{
    diffable_transaction_free(apply_item(content));
}

static void a_data_source_that_is_edited_for_long(void **state)
{
    (void)state;
    set_item(list, "b", *OBJECT("green"));
    assert_ok(diffable_data_source_apply(source, list, NULL, NULL, &error));
    assert_bounded(apply_one, APPLIES);
    assert_item_in(source, name("b"), "green 0");
}

static void describe(diffable_content content)
{
    diffable_snapshot *snapshot = diffable_data_source_new_snapshot(source);
    assert_ok(diffable_snapshot_append_sections(snapshot, NEW("A"), &error));
    assert_ok(
        diffable_snapshot_append_items(snapshot, parse("a").ids, &content, 1, (diffable_id[]){ name("A") }, &error));
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, NULL, &error));
    diffable_snapshot_free(snapshot);
}

static void a_list_that_is_described_anew_for_long(void **state)
{
    (void)state;
    assert_bounded(describe, APPLIES);
}

/* The list that is described has fewer items than the first one had. */
static void a_list_that_was_longer(void **state)
{
    (void)state;
    assert_ok(diffable_data_source_apply(source, list, NULL, NULL, &error));
    assert_bounded(describe, APPLIES);
}

static void a_list_that_was_emptied(void **state)
{
    (void)state;
    set_item(list, "c", any_content(0));
    assert_ok(diffable_snapshot_clear(list, &error));
    assert_ok(diffable_snapshot_append_sections(list, NEW("A"), &error));
    assert_ok(diffable_snapshot_append_items(list, parse("c").ids, NULL, 1, NULL, &error));
    assert_bounded(update_one, EDITS);
}

static void apply_section_content(diffable_content content)
{
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    options.section_content = content;
    diffable_snapshot *tree = section_in(source, name("A"));
    assert_ok(diffable_data_source_apply_section(source, tree, name("A"), &options, NULL, &error));
    diffable_snapshot_free(tree);
}

static void a_section_that_is_applied_for_long(void **state)
{
    (void)state;
    assert_ok(diffable_data_source_apply(source, list, NULL, NULL, &error));
    assert_bounded(apply_section_content, APPLIES);
}

static void apply_tree_of_one(diffable_content content)
{
    diffable_snapshot *tree = diffable_section_snapshot_new();
    assert_ok(diffable_snapshot_append_items(tree, parse("a").ids, &content, 1, NULL, &error));
    assert_ok(diffable_data_source_apply_section(source, tree, name("A"), NULL, NULL, &error));
    diffable_snapshot_free(tree);
}

static void trees_that_are_applied_for_long(void **state)
{
    (void)state;
    assert_ok(diffable_data_source_apply(source, list, NULL, NULL, &error));
    assert_bounded(apply_tree_of_one, APPLIES);
}

/* A content that was read from a list may be given to it again, even while the list drops its dead contents. */
static void contents_of_the_same_list(void **state)
{
    (void)state;
    set_item(list, "a", *OBJECT("red"));
    for (int round = 0; round < 10000; round += 1) {
        set_item(list, "c", any_content(round));
        set_item(list, "c", diffable_snapshot_item_content(list, name("a")));
        assert_item(list, "c", "red 0");
    }
    assert_item(list, "a", "red 0");
    assert_finalized("0");
}

/* Random edits */

enum { ITEMS = 10, LISTS = 3, STEPS = 20000 };

/*
 * The contents that the items of a list should have: a number above 0, 0 for no content, or -1 if the item is not in
 * the list.
 */
typedef struct model {
    int contents[ITEMS];
} model;

static diffable_content numbered(int number)
{
    static char texts[8][32];
    static int next;
    char *string = texts[next++ % 8];
    snprintf(string, sizeof texts[0], "content %d", number);
    diffable_content content = number == 0 ? (diffable_content){ 0 } : bytes_of(string);
    return number > 0 && below(2) == 0 && handed_over < OBJECTS ? with_object(content) : content;
}

static void assert_model(const diffable_snapshot *snapshot, const model *model)
{
    for (int item = 0; item < ITEMS; item += 1) {
        const diffable_content content = diffable_snapshot_item_content(snapshot, diffable_id_integer(item));
        char expected[32] = "";
        if (model->contents[item] > 0) {
            snprintf(expected, sizeof expected, "content %d", model->contents[item]);
        }
        assert_int_equal(content.data != NULL, model->contents[item] > 0);
        assert_int_equal(content.size, strlen(expected));
        assert_int_equal(content.size == 0 ? 0 : memcmp(content.data, expected, content.size), 0);
        if (content.object != NULL) {
            assert_int_equal(*(unsigned char *)content.object, 0);
        }
    }
}

/* Edits an item of a list and of its model with a content, in one of the ways in which that can be done. */
static void edit_randomly(diffable_snapshot *snapshot, model *model)
{
    const int item = below(ITEMS), number = below(4);
    const diffable_id id = diffable_id_integer(item), section = diffable_id_integer(0);
    const bool was_there = model->contents[item] >= 0;
    const diffable_content content = numbered(number);
    diffable_status status;
    const int way = below(5);
    switch (way) {
    case 0: status = diffable_snapshot_append_items(snapshot, &id, &content, 1, &section, NULL); break;
    case 1: status = diffable_snapshot_reload_items(snapshot, &id, &content, 1, NULL); break;
    case 2: status = diffable_snapshot_reconfigure_items(snapshot, &id, &content, 1, NULL); break;
    case 3: status = diffable_snapshot_update_items(snapshot, &id, &content, 1, NULL, NULL); break;
    default:
        status = diffable_snapshot_append_integers(snapshot, &(int64_t){ item }, &content, 1, &section, NULL);
        break;
    }
    const bool is_added = way == 0 || way == 4;
    assert_int_equal(status == DIFFABLE_OK, is_added != was_there);
    if (status == DIFFABLE_OK && (is_added || number > 0)) {
        model->contents[item] = number;
    }
    if (below(3) == 0) {
        const diffable_id deleted = diffable_id_integer(below(ITEMS));
        assert_ok(diffable_snapshot_delete_items(snapshot, &deleted, 1, NULL, NULL));
        model->contents[deleted.integer] = -1;
    }
}

static void random_edits(void **state)
{
    (void)state;
    seed = 42;
    diffable_snapshot *snapshots[LISTS];
    model models[LISTS];
    for (int index = 0; index < LISTS; index += 1) {
        snapshots[index] = diffable_snapshot_new();
        const diffable_id section = diffable_id_integer(0);
        assert_ok(diffable_snapshot_append_sections(snapshots[index], &section, NULL, 1, &error));
        memset(models[index].contents, -1, sizeof models[index].contents);
    }
    for (int step = 0; step < STEPS; step += 1) {
        const int index = below(LISTS), other = below(LISTS);
        edit_randomly(snapshots[index], &models[index]);
        if (below(50) == 0) {
            assert_ok(diffable_snapshot_assign(snapshots[other], snapshots[index], &error));
            models[other] = models[index];
        }
        if (below(50) == 0) {
            assert_ok(diffable_data_source_apply(source, snapshots[index], NULL, NULL, &error));
            diffable_snapshot_free(snapshots[other]);
            snapshots[other] = diffable_data_source_snapshot(source);
            models[other] = models[index];
        }
        assert_model(snapshots[index], &models[index]);
        assert_model(snapshots[other], &models[other]);
    }
    for (int index = 0; index < LISTS; index += 1) {
        diffable_snapshot_free(snapshots[index]);
    }
    assert_true(handed_over > STEPS / 3);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_list_that_is_edited_for_long),
        TEST(a_section_that_is_edited_for_long),
        TEST(a_data_source_that_is_edited_for_long),
        TEST(a_list_that_is_described_anew_for_long),
        TEST(a_list_that_was_longer),
        TEST(a_list_that_was_emptied),
        TEST(a_section_that_is_applied_for_long),
        TEST(trees_that_are_applied_for_long),
        TEST(contents_of_the_same_list),
        TEST(random_edits),
    };
    return cmocka_run_group_tests_name("content lives", tests, NULL, NULL);
}
