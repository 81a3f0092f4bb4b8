// The files of the page that plays a recording. They are embedded, so that the command is a single file.
#include <stddef.h>

typedef struct diffable_page_file {
    const unsigned char *bytes; // NULL if there is no such file
    size_t size;
} diffable_page_file;

diffable_page_file diffable_page_file_named(const char *name);
