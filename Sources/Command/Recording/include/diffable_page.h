// The files of the page that plays a recording. They are embedded, so that the command is a single file.

// Returns the text of a file, or NULL if there is no such file.
const char *diffable_page_file(const char *name);
