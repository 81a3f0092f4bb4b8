#include "diffable_page.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions" // #embed

// clang-format off: it would format the embedded files as lists of values.
static const struct {
    const char *name;
    const unsigned char *text;
} files[] = {
    { "page.html", (const unsigned char[]) {
#embed "page.html" suffix(, 0)
    } },
    { "page.css", (const unsigned char[]) {
#embed "page.css" suffix(, 0)
    } },
    { "text.js", (const unsigned char[]) {
#embed "text.js" suffix(, 0)
    } },
    { "list_events.js", (const unsigned char[]) {
#embed "../../Bindings/Web/List/list_events.js" suffix(, 0)
    } },
    { "recording.js", (const unsigned char[]) {
#embed "recording.js" suffix(, 0)
    } },
    { "changes.js", (const unsigned char[]) {
#embed "changes.js" suffix(, 0)
    } },
    { "motion.js", (const unsigned char[]) {
#embed "../../Bindings/Web/List/motion.js" suffix(, 0)
    } },
    { "row_layout.js", (const unsigned char[]) {
#embed "../../Bindings/Web/List/row_layout.js" suffix(, 0)
    } },
    { "arrange.js", (const unsigned char[]) {
#embed "../../Bindings/Web/List/arrange.js" suffix(, 0)
    } },
    { "viewport.js", (const unsigned char[]) {
#embed "../../Bindings/Web/List/viewport.js" suffix(, 0)
    } },
    { "row_motion.js", (const unsigned char[]) {
#embed "../../Bindings/Web/List/row_motion.js" suffix(, 0)
    } },
    { "windowed_rows.js", (const unsigned char[]) {
#embed "../../Bindings/Web/List/windowed_rows.js" suffix(, 0)
    } },
    { "layout.js", (const unsigned char[]) {
#embed "layout.js" suffix(, 0)
    } },
    { "row.js", (const unsigned char[]) {
#embed "row.js" suffix(, 0)
    } },
    { "list.js", (const unsigned char[]) {
#embed "list.js" suffix(, 0)
    } },
    { "timeline.js", (const unsigned char[]) {
#embed "timeline.js" suffix(, 0)
    } },
    { "player.js", (const unsigned char[]) {
#embed "player.js" suffix(, 0)
    } },
};
// clang-format on

const char *diffable_page_file(const char *name)
{
    for (size_t index = 0; index < sizeof files / sizeof *files; index += 1) {
        if (strcmp(files[index].name, name) == 0) {
            return (const char *)files[index].text;
        }
    }
    return NULL;
}
