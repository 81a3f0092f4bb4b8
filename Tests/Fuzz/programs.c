/* Programs with their traces, as Tests/Programs has them, in one process. */
#include "fuzz.h"
#include "../Programs/session.h"

static char *output;
static size_t output_size;

/** Says where the trace and what came of the calls part, and ends the process. */
static void report(const char *trace, const char *found)
{
    size_t same = 0, line = 0;
    for (size_t index = 0; trace[index] != '\0' && trace[index] == found[index]; index += 1) {
        if (trace[index] == '\n') {
            same = index + 1;
            line += 1;
        }
    }
    fprintf(stderr, "%s\nline %zu is not what the model says above, but\n%.*s\n", trace, line + 1,
        (int)strcspn(found + same, "\n"), found + same);
    abort();
}

/** Speed, with 1 MB of memory that is freed and not used again: more than an input frees. */
const char *__asan_default_options(void)
{
    return "malloc_context_size=4:quarantine_size_mb=1:thread_local_quarantine_size_kb=256:detect_stack_use_after_"
           "return=0:max_malloc_fill_size=0";
}

void fuzz_run_program(const char *trace)
{
    if (output == NULL) {
        stdout = open_memstream(&output, &output_size);
    }
    if (getenv("FUZZ_SHOW") != NULL) {
        fputs(trace, stderr);
    }
    rewind(stdout);
    begin();
    for (const char *line = trace; *line != '\0'; line += strcspn(line, "\n") + 1) {
        perform_line(line);
        fuzz_call();
    }
    end();
    putchar('\0');
    fflush(stdout);
    if (strcmp(trace, output) != 0) {
        report(trace, output);
    }
}
