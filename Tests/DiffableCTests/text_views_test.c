#define _POSIX_C_SOURCE 200809L
#include "support.h"

static diffable_data_source *source;
static text written;
static diffable_status writing;
static int headers;

static diffable_status write_text(const char *bytes, size_t size, void *user_data)
{
    add(user_data, "[%.*s]", (int)size, bytes);
    return writing;
}

static diffable_status show_header(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)content, (void)index, (void)user_data;
    headers += 1;
    if (strcmp(kind, "header") == 0) {
        diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, section->bytes.data, section->bytes.size);
    } else {
        assert_string_equal(kind, "footer");
    }
    return DIFFABLE_OK;
}

static int set_up(void **state)
{
    (void)state;
    memset(&written, 0, sizeof written);
    writing = DIFFABLE_OK;
    headers = 0;
    source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, show_id, NULL, NULL);
    diffable_data_source_set_supplementary_provider(source, show_header, NULL, NULL);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    return 0;
}

/* The data source keeps what it needs of the view. */
static void show(const diffable_text_view_options *options)
{
    diffable_view *view = NULL;
    assert_ok(diffable_text_view_new(options, write_text, &written, NULL, &view, &error));
    assert_non_null(view);
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);
}

static void assert_written(const char *expected)
{
    assert_string_equal(written.bytes, expected);
    memset(&written, 0, sizeof written);
}

static void one_call_an_apply(void **state)
{
    (void)state;
    show(NULL);
    assert_ok(apply(source, "A: a b | B: c"));
    assert_written("[+  A\n+    a\n+    b\n+  B\n+    c\n=  2 sections inserted; 3 items inserted\n]");
    assert_ok(apply(source, "B: c | A: b=1 d"));
    assert_written("[   B\n     c\n>  A\n-    a\n~    b\n+    d\n=  1 section moved; 1 item deleted, 1 inserted, 1 "
                   "reconfigured\n]");
    assert_ok(apply(source, "B: c | A: b=1 d"));
    assert_written("[   B\n     c\n   A\n     b\n     d\n=  no changes\n]");
    assert_ok(apply(source, ""));
    assert_written("[-  B\n-    c\n-  A\n-    b\n-    d\n=  2 sections deleted; 3 items deleted\n]");
}

static void long_runs_are_folded(void **state)
{
    (void)state;
    diffable_text_view_options options = DIFFABLE_TEXT_VIEW_OPTIONS_INIT;
    assert_int_equal(options.context, 0);
    options.context = 1;
    show(&options);
    assert_ok(apply(source, "A: a b c d e f"));
    memset(&written, 0, sizeof written);
    assert_ok(apply(source, "A: a b c d e f g"));
    assert_written("[   A\n     a\n     ... 4 unchanged\n     f\n+    g\n=  1 item inserted\n]");
    options.context = -1;
    show(&options);
    assert_ok(apply(source, "A: a b c d e f"));
    assert_written("[   A\n     ... 6 unchanged\n-    \"g\"\n=  1 item deleted\n]");
}

static diffable_status show_detail(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)content, (void)path, (void)user_data;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, item->bytes.data, item->bytes.size);
    diffable_cell_set_text(cell, DIFFABLE_CELL_DETAIL, "$1", strlen("$1"));
    diffable_cell_set_text(cell, DIFFABLE_CELL_ACCESSORY, "checkmark", strlen("checkmark"));
    return DIFFABLE_OK;
}

static void the_width_is_where_details_end(void **state)
{
    (void)state;
    diffable_text_view_options options = DIFFABLE_TEXT_VIEW_OPTIONS_INIT;
    assert_int_equal(options.width, 0);
    options.width = 20;
    show(&options);
    diffable_data_source_set_cell_provider(source, show_detail, NULL, NULL);
    assert_ok(apply(source, "A: a much-too-long-to-fit"));
    assert_written("[+  A\n+    a          $1 \xe2\x9c\x93\n+    much-too-long-to-fit  $1 \xe2\x9c\x93\n=  1 section "
                   "inserted; 2 items inserted\n]");
}

/* Whole lines, reset at their ends; what was rendered has them only where they are asked for always. */
static void colors(void **state)
{
    (void)state;
    diffable_text_view_options options = DIFFABLE_TEXT_VIEW_OPTIONS_INIT;
    assert_int_equal(options.color, DIFFABLE_COLOR_AUTO);
    options.color = DIFFABLE_COLOR_ALWAYS;
    options.context = -1;
    show(&options);
    assert_ok(apply(source, "A: a b c | B: d e"));
    memset(&written, 0, sizeof written);
    assert_ok(apply(source, "B: d e f=1 | A: c g b | C:"));
#define LINE(codes, text) "\x1b[" codes "m" text "\x1b[m\n"
    assert_written("[" LINE("1", "   B") LINE("2", "     ... 2 unchanged") LINE("32", "+    f") LINE("1;36", ">  A")
            LINE("31", "-    a") "     c\n" LINE("32", "+    g") LINE("36", ">    b") LINE("1;32", "+  C")
                LINE("2", "=  1 section inserted, 1 moved; 1 item deleted, 2 inserted, 1 moved") "]");
    assert_ok(apply(source, "B: d e f=2 | A=1: c g b | C:"));
    assert_written("[" LINE("1", "   B") LINE("2", "     ... 2 unchanged") LINE("33", "~    f") LINE("1;33", "~  A")
            LINE("2", "     ... 3 unchanged") LINE("1", "   C")
                LINE("2", "=  1 section updated; 1 item reconfigured") "]");
    assert_ok(diffable_data_source_render(source, write_text, &written, &error));
    assert_written("[" LINE("1", "   B") "     d\n     e\n     f\n" LINE("1", "   A") "     c\n     g\n     b\n" LINE(
        "1", "   C") "]");
    setenv("CLICOLOR_FORCE", "1", 1);
    static const diffable_color plain[] = { DIFFABLE_COLOR_AUTO, DIFFABLE_COLOR_NEVER };
    for (size_t index = 0; index < 2; index += 1) {
        options.color = plain[index];
        show(&options);
        assert_ok(apply(source, index == 0 ? "A: x" : ""));
        assert_null(strchr(written.bytes, '\x1b'));
        memset(&written, 0, sizeof written);
    }
    unsetenv("CLICOLOR_FORCE");
}

static void one_view_may_serve_many(void **state)
{
    (void)state;
    diffable_view *view;
    diffable_data_source *other = diffable_data_source_new();
    assert_ok(diffable_text_view_new(NULL, write_text, &written, NULL, &view, &error));
    diffable_data_source_set_cell_provider(other, show_id, NULL, NULL);
    assert_ok(diffable_data_source_set_view(source, view, &error));
    assert_ok(diffable_data_source_set_view(other, view, &error));
    diffable_view_free(view);
    assert_ok(apply(source, "A: a"));
    assert_ok(apply(other, "B: b"));
    assert_ok(apply(source, "A: b"));
    assert_written(
        "[+  A\n+    a\n=  1 section inserted; 1 item inserted\n][+    b\n=  1 section inserted; 1 item inserted\n]"
        "[   A\n-    a\n+    b\n=  1 item deleted, 1 inserted\n]");
    diffable_data_source_free(other);
}

static void a_writer_that_fails(void **state)
{
    (void)state;
    show(NULL);
    writing = (diffable_status)-5;
    assert_done_but(DIFFABLE_ERROR_OUTPUT_FAILED,
        "OUTPUT_FAILED: the writer failed, with status -5 (INVALID_DESTINATION)", apply(source, "A: a"));
    writing = DIFFABLE_OK;
    memset(&written, 0, sizeof written);
    assert_ok(apply(source, "A: a b"));
    assert_written("[   A\n     a\n+    b\n=  1 item inserted\n]");
}

/* What cells hold is shown, never obeyed. */
static void control_characters_are_spelled_out(void **state)
{
    (void)state;
    show(NULL);
    diffable_snapshot *snapshot = snapshot_of("A:");
    diffable_id ids[] = { diffable_id_bytes("\x1b[2J\n\0", 6), diffable_id_bytes("\xff\xc3\xa9", 3) };
    assert_ok(diffable_snapshot_append_items(snapshot, ids, NULL, 2, (diffable_id[]){ name("A") }, &error));
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, NULL, &error));
    diffable_snapshot_free(snapshot);
    assert_written("[+  A\n+    \\u{1b}[2J\\n\\u{0}\n+    \\xff\xc3\xa9\n=  1 section inserted; 2 items inserted\n]");
}

static void wrong_arguments(void **state)
{
    (void)state;
    enum { SIZE = sizeof(diffable_text_view_options) };
    static const struct {
        size_t struct_size, width;
        ptrdiff_t context;
        int color;
        const char *message;
    } cases[] = {
        { 0, 60, 6, 0,
            "INVALID_ARGUMENT: text_view_new: options: struct_size is 0; start from the _INIT macro of the struct" },
        { SIZE - 1, 60, 6, 0,
            "INVALID_ARGUMENT: text_view_new: options: struct_size is 31; start from the _INIT macro of the struct" },
        { SIZE, 19, 6, 0,
            "INVALID_ARGUMENT: text_view_new: options: width is 19, and must be 20 to 1,000 columns, or 0" },
        { SIZE, 1001, 6, 0,
            "INVALID_ARGUMENT: text_view_new: options: width is 1001, and must be 20 to 1,000 columns, or 0" },
        { SIZE, SIZE_MAX, 6, 0,
            "INVALID_ARGUMENT: text_view_new: options: width is 18446744073709551615, and must be 20 to 1,000 columns, "
            "or 0" },
        { SIZE, 60, -2, 0,
            "INVALID_ARGUMENT: text_view_new: options: context is -2, and must be 1 to 2147483647, 0 for the default, "
            "or -1 for none" },
        { SIZE, 60, 6, 3, "INVALID_ARGUMENT: text_view_new: options: there is no color 3" },
        { SIZE, 60, 6, -1, "INVALID_ARGUMENT: text_view_new: options: there is no color -1" },
    };
    diffable_view *view = NULL;
    for (size_t index = 0; index < sizeof cases / sizeof *cases; index += 1) {
        diffable_text_view_options options = { cases[index].struct_size, cases[index].width, cases[index].context,
            (diffable_color)cases[index].color, false };
        assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, cases[index].message,
            diffable_text_view_new(&options, keep, &written, NULL, &view, &error));
        assert_int_equal(
            diffable_text_view_new(&options, keep, &written, NULL, &view, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
        assert_null(view);
    }
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: text_view_new: out is NULL",
        diffable_text_view_new(NULL, keep, &written, NULL, NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: set_view: source is NULL",
        diffable_data_source_set_view(NULL, NULL, &error));
    diffable_view_free(NULL);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(one_call_an_apply),
        TEST(long_runs_are_folded),
        TEST(the_width_is_where_details_end),
        TEST(colors),
        TEST(one_view_may_serve_many),
        TEST(a_writer_that_fails),
        TEST(control_characters_are_spelled_out),
        TEST(wrong_arguments),
    };
    return cmocka_run_group_tests_name("text_views", tests, NULL, NULL);
}
