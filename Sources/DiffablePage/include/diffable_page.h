// The page that plays a recording, as the files of this folder: built in, so that the command is one file.
#include <stddef.h>

typedef struct diffable_page_file {
    const unsigned char *bytes; // NULL where there is no such file
    size_t size;
} diffable_page_file;

diffable_page_file diffable_page_file_named(const char *name);
