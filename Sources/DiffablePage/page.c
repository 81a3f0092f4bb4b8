#include "diffable_page.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions" // #embed

static const unsigned char html[] = {
#embed "page.html"
};
static const unsigned char css[] = {
#embed "page.css"
};
static const unsigned char text[] = {
#embed "text.js"
};
static const unsigned char recording[] = {
#embed "recording.js"
};
static const unsigned char changes[] = {
#embed "changes.js"
};
static const unsigned char layout[] = {
#embed "layout.js"
};
static const unsigned char row[] = {
#embed "row.js"
};
static const unsigned char list[] = {
#embed "list.js"
};
static const unsigned char timeline[] = {
#embed "timeline.js"
};
static const unsigned char player[] = {
#embed "player.js"
};

static const struct {
    const char *name;
    diffable_page_file file;
} files[] = {
    { "page.html", { html, sizeof html } },
    { "page.css", { css, sizeof css } },
    { "text.js", { text, sizeof text } },
    { "recording.js", { recording, sizeof recording } },
    { "changes.js", { changes, sizeof changes } },
    { "layout.js", { layout, sizeof layout } },
    { "row.js", { row, sizeof row } },
    { "list.js", { list, sizeof list } },
    { "timeline.js", { timeline, sizeof timeline } },
    { "player.js", { player, sizeof player } },
};

diffable_page_file diffable_page_file_named(const char *name)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i += 1) {
        if (strcmp(files[i].name, name) == 0) {
            return files[i].file;
        }
    }
    return (diffable_page_file) { NULL, 0 };
}
