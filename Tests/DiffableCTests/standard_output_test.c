/* A text view on standard output writes where the program's own printf does. */
#define _POSIX_C_SOURCE 200809L
#include <unistd.h>

#include <diffable_terminal.h>

#include "support.h"

static int saved;

/* Standard output goes to a file until `restore`. */
static FILE *redirect(void)
{
    fflush(stdout);
    saved = dup(STDOUT_FILENO);
    FILE *file = tmpfile();
    if (file != NULL) {
        dup2(fileno(file), STDOUT_FILENO);
    }
    return file;
}

static void restore(void)
{
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
}

static diffable_data_source *source;

static int set_up(void **state)
{
    (void)state;
    diffable_view *view;
    source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, show_id, NULL, NULL);
    assert_ok(diffable_stdout_text_view_new(NULL, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    return 0;
}

static void in_step_with_printf(void **state)
{
    (void)state;
    FILE *file = redirect();
    if (file == NULL) {
        restore();
        skip();
    }
    printf("before\n");
    diffable_status status = apply(source, "A: a");
    printf("after\n");
    restore();
    assert_ok(status);
    char bytes[200] = "";
    rewind(file);
    size_t size = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    bytes[size] = '\0';
    assert_string_equal(bytes, "before\n+    a\n=  1 section inserted; 1 item inserted\nafter\n");
}

static void set(const char *name, const char *value)
{
    if (value == NULL) {
        unsetenv(name);
    } else {
        setenv(name, value, 1);
    }
}

/* stdout is a file here: without a word there is no colour. NO_COLOR goes first, where it is not empty. */
static void colors_by_the_environment(void **state)
{
    (void)state;
    static const struct {
        const char *no, *force;
        bool colored;
    } cases[] = {
        { NULL, NULL, false },
        { NULL, "1", true },
        { "", "1", true },
        { "0", "1", false },
        { "1", "1", false },
        { NULL, "", false },
        { NULL, "0", false },
    };
    for (size_t index = 0; index < sizeof cases / sizeof *cases; index += 1) {
        set("NO_COLOR", cases[index].no);
        set("CLICOLOR_FORCE", cases[index].force);
        FILE *file = redirect();
        if (file == NULL) {
            restore();
            skip();
        }
        diffable_status status = apply(source, index % 2 == 0 ? "A: a" : "");
        restore();
        assert_ok(status);
        rewind(file);
        assert_int_equal(fgetc(file) == '\x1b', cases[index].colored);
        fclose(file);
    }
    unsetenv("NO_COLOR");
    unsetenv("CLICOLOR_FORCE");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = { TEST(in_step_with_printf), TEST(colors_by_the_environment) };
    return cmocka_run_group_tests_name("standard_output", tests, NULL, NULL);
}
