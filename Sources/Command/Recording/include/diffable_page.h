// The files of the page that plays a recording. They are embedded, so that the command is a single file.

// The text of a file; NULL if there is no such file.
const char *diffable_page_file(const char *name);
