/*
 * The texts of Tests/TestSupport/hostile.txt wherever a program in C can put one: what views write, messages and
 * descriptions.
 */
#include "support.h"
#include "../TestSupport/hostile.h"

typedef struct output {
    char *bytes;
    size_t size, capacity;
} output;

static output written;

static diffable_status write_bytes(const char *bytes, size_t size, void *user_data)
{
    (void)user_data;
    if (written.capacity - written.size < size) {
        written.capacity = 2 * written.capacity + size;
        written.bytes = realloc(written.bytes, written.capacity);
        assert_non_null(written.bytes);
    }
    memcpy(written.bytes + written.size, bytes, size);
    written.size += size;
    return DIFFABLE_OK;
}

static bool is_between(const unsigned char *bytes, unsigned char first, unsigned char last)
{
    return bytes[0] >= first && bytes[0] <= last;
}

/* Whether what begins here is a control character, or turns text round, or separates lines. */
static bool is_disturbing(const unsigned char *at, size_t left)
{
    if (at[0] < 0x20 || at[0] == 0x7f) {
        return at[0] != '\n';
    }
    if (left >= 2 && at[0] == 0xc2) {
        return is_between(at + 1, 0x80, 0x9f);
    }
    if (left >= 2 && at[0] == 0xd8) {
        return at[1] == 0x9c;
    }
    if (left >= 3 && at[0] == 0xe2 && at[1] == 0x80) {
        return is_between(at + 2, 0x8e, 0x8f) || is_between(at + 2, 0xa8, 0xae);
    }
    return left >= 3 && at[0] == 0xe2 && at[1] == 0x81 && is_between(at + 2, 0xa6, 0xa9);
}

/* How many bytes the character has that begins here; 0 if it is not UTF-8. */
static size_t size_of_character(const unsigned char *at, size_t left)
{
    static const unsigned char lead[] = { 0x00, 0x80, 0xc2, 0xe0, 0xf0, 0xf5 };
    size_t size = at[0] < lead[1] ? 1
        : at[0] < lead[2]         ? 0
        : at[0] < lead[3]         ? 2
        : at[0] < lead[4]         ? 3
        : at[0] < lead[5]         ? 4
                                  : 0;
    if (size > left || (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f)
        || (at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] > 0x8f)) {
        return 0;
    }
    for (size_t index = 1; index < size; index += 1) {
        if ((at[index] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return size;
}

static void assert_harmless(const char *bytes, size_t size)
{
    const unsigned char *at = (const unsigned char *)bytes;
    for (size_t left = size; left > 0;) {
        size_t count = size_of_character(at, left);
        assert_true(count > 0);
        assert_false(is_disturbing(at, left));
        at += count;
        left -= count;
    }
}

static size_t take_written(void)
{
    assert_harmless(written.bytes, written.size);
    size_t size = written.size;
    written.size = 0;
    return size;
}

static void fill(diffable_cell *cell, const hostile_text *text)
{
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, text->bytes, text->size);
    diffable_cell_set_text(cell, DIFFABLE_CELL_DETAIL, text->bytes, text->size);
    diffable_cell_set_text(cell, DIFFABLE_CELL_SECONDARY_TEXT, text->bytes, text->size);
    diffable_cell_set_text(cell, DIFFABLE_CELL_IMAGE, text->bytes, text->size);
    diffable_cell_set_text(cell, DIFFABLE_CELL_ACCESSORY, text->bytes, text->size);
}

static diffable_status provide(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)item, (void)content, (void)path;
    fill(cell, user_data);
    return DIFFABLE_OK;
}

static diffable_status provide_header(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)kind, (void)section, (void)content, (void)index;
    fill(cell, user_data);
    return DIFFABLE_OK;
}

static void assert_message_is_harmless(diffable_status status)
{
    assert_true(status < 0);
    assert_non_null(error);
    assert_harmless(diffable_error_message(error), strlen(diffable_error_message(error)));
    assert_null(strchr(diffable_error_message(error), '\n'));
    diffable_error_free(error);
    error = NULL;
}

static const char *kind_of(const diffable_id *item, const diffable_content *content, void *user_data)
{
    (void)item, (void)content;
    return user_data;
}

static diffable_snapshot *snapshot_of_text(const hostile_text *text, uint64_t revision)
{
    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_id id = diffable_id_bytes(text->bytes, text->size);
    assert_ok(diffable_snapshot_append_sections(snapshot, &id, ONE_CONTENT(revision), 1, &error));
    assert_ok(diffable_snapshot_append_items(snapshot, &id, ONE_CONTENT(revision), 1, &id, &error));
    return snapshot;
}

/* What a view writes of lists that are called the text, and made of it. */
static size_t show(diffable_view *view, hostile_text *text)
{
    diffable_data_source *source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, provide, text, NULL);
    diffable_data_source_set_supplementary_provider(source, provide_header, text, NULL);
    assert_ok(diffable_data_source_set_name(source, text->bytes, text->size, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    for (uint64_t revision = 0; revision < 2; revision += 1) {
        diffable_snapshot *snapshot = snapshot_of_text(text, revision);
        diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
        options.caption = (diffable_bytes){ text->bytes, text->size };
        assert_ok(diffable_data_source_apply(source, snapshot, &options, NULL, &error));
        diffable_snapshot_free(snapshot);
    }
    assert_ok(diffable_data_source_render(source, write_bytes, NULL, &error));
    diffable_data_source_free(source);
    return take_written();
}

/* Views of both kinds; twice a text is at most twice as much. */
static void views_write_nothing_raw(void **state)
{
    (void)state;
    diffable_view *views[2];
    assert_ok(diffable_text_view_new(NULL, write_bytes, NULL, NULL, &views[0], &error));
    assert_ok(diffable_ndjson_view_new(NULL, write_bytes, NULL, NULL, &views[1], &error));
    for (size_t index = 0; index < hostile_count; index += 1) {
        hostile_text *text = &hostile_texts[index];
        hostile_text twice = { malloc(2 * text->size + 1), 2 * text->size };
        memcpy(twice.bytes, text->bytes, text->size);
        memcpy(twice.bytes + text->size, text->bytes, text->size);
        for (size_t kind = 0; kind < 2; kind += 1) {
            size_t once = show(views[kind], text);
            assert_true(once >= 10 * text->size);
            assert_true(show(views[kind], &twice) <= 2 * once + 2000);
        }
        free(twice.bytes);
    }
    diffable_view_free(views[0]);
    diffable_view_free(views[1]);
}

static void messages_have_nothing_raw(void **state)
{
    (void)state;
    for (size_t index = 0; index < hostile_count; index += 1) {
        hostile_text *text = &hostile_texts[index];
        diffable_id id = diffable_id_bytes(text->bytes, text->size), other = diffable_id_string("other");
        diffable_snapshot *snapshot = snapshot_of_text(text, 0);
        assert_message_is_harmless(diffable_snapshot_append_sections(snapshot, &id, NULL, 1, &error));
        assert_message_is_harmless(diffable_snapshot_append_items(snapshot, &id, NULL, 1, &id, &error));
        assert_message_is_harmless(diffable_snapshot_append_items(snapshot, &other, NULL, 1, &other, &error));
        assert_message_is_harmless(diffable_snapshot_move_item_after(snapshot, id, other, &error));
        diffable_snapshot *tree = diffable_section_snapshot_new();
        assert_ok(diffable_snapshot_append_items(tree, &id, NULL, 1, NULL, &error));
        assert_message_is_harmless(diffable_snapshot_append_items(tree, &id, NULL, 1, NULL, &error));
        diffable_snapshot_free(tree);

        /* No provider is registered for a kind of this name. */
        diffable_data_source *source = diffable_data_source_new();
        diffable_view *view = NULL;
        assert_ok(diffable_text_view_new(NULL, write_bytes, NULL, NULL, &view, &error));
        assert_ok(diffable_data_source_set_view(source, view, &error));
        text->bytes[text->size] = '\0';
        diffable_data_source_register_cell_provider(source, "known", provide, text, NULL);
        diffable_data_source_set_kind_provider(source, kind_of, text->bytes, NULL);
        assert_message_is_harmless(diffable_data_source_apply(source, snapshot, NULL, NULL, &error));
        assert_int_equal(take_written(), 0);
        diffable_view_free(view);
        diffable_data_source_free(source);
        diffable_snapshot_free(snapshot);
    }
}

static int set_up(void **state)
{
    (void)state;
    read_hostile_texts("Tests/TestSupport/hostile.txt", 1000); /* since it runs under valgrind as well */
    return hostile_count > 80 ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    free_hostile_texts();
    free(written.bytes);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_write_nothing_raw),
        cmocka_unit_test(messages_have_nothing_raw),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
