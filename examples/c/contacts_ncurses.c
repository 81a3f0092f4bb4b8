/*
 * Contacts with a live search, in a terminal.
 *
 *     cc contacts_ncurses.c $(pkg-config --cflags --libs diffable ncursesw)
 *
 * Type to search, and erase to see more. Move with the arrows, Page Up, Page Down, Home and End. Leave with Control-D
 * or Control-C. Every keystroke describes the whole list anew. The library returns the changes as steps, and the
 * program draws only the lines of the steps.
 */
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <diffable.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The data. The identifier of an item is a number, and that of a section is a string. */
typedef struct contact {
    int64_t id;
    const char *first_name, *last_name;
} contact;

static const contact friends[] = {
    { 1, "Ada", "Lovelace" },
    { 2, "Grace", "Hopper" },
    { 3, "Edsger", "Dijkstra" },
    { 4, "Barbara", "Liskov" },
};
static const contact others[] = {
    { 5, "Alan", "Turing" },
    { 6, "Donald", "Knuth" },
    { 7, "Frances", "Allen" },
    { 8, "Niklaus", "Wirth" },
    { 9, "Tony", "Hoare" },
    { 10, "Karen", "Jones" },
    { 11, "Zo\303\253", "Ferreira" },
};

enum { SECTIONS = 2, LONGEST_SEARCH = 60, LONGEST_LIST = 100, WIDEST_LINE = 200 };

static const struct section {
    const char *id, *title;
    const contact *contacts;
    size_t count;
} sections[SECTIONS] = {
    { "friends_contacts", "Friends Contacts", friends, sizeof friends / sizeof *friends },
    { "all_contacts", "Your Contacts", others, sizeof others / sizeof *others },
};

static diffable_error *error;

static void check(diffable_status status)
{
    if (status < 0 || status == DIFFABLE_APPLIED_WITH_ERROR) {
        endwin();
        fprintf(stderr, "contacts: %s\n", diffable_error_message(error));
        exit(EXIT_FAILURE);
    }
}

/* The providers of the cells of contacts and headers. */
static diffable_status show_contact(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    char name[100];
    (void)item, (void)path, (void)user_data;
    const contact *contact = content->object;
    snprintf(name, sizeof name, "%s %s", contact->first_name, contact->last_name);
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, name, strlen(name));
    return DIFFABLE_OK;
}

static diffable_status show_header(const char *kind, const diffable_id *id, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)id, (void)content, (void)user_data;
    if (strcmp(kind, "header") == 0) {
        diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, sections[index].title, strlen(sections[index].title));
    }
    return DIFFABLE_OK;
}

/* Describes the result of a search: both sections, with the contacts whose first or last name contains the text. */
static diffable_snapshot *contacts_with(diffable_data_source *source, const char *search)
{
    diffable_snapshot *snapshot = diffable_data_source_new_snapshot(source);
    for (size_t section = 0; section < SECTIONS; section += 1) {
        diffable_id id = diffable_id_string(sections[section].id);
        check(diffable_snapshot_append_sections(snapshot, &id, NULL, 1, &error));
        for (size_t index = 0; index < sections[section].count; index += 1) {
            const contact *contact = &sections[section].contacts[index];
            if (strstr(contact->first_name, search) != NULL || strstr(contact->last_name, search) != NULL) {
                id = diffable_id_integer(contact->id);
                /* The contacts never change, so the address of a contact is enough as the bytes of its content. */
                diffable_content content = { &contact, sizeof contact, (void *)contact, NULL };
                check(diffable_snapshot_append_items(snapshot, &id, &content, 1, NULL, &error));
            }
        }
    }
    return snapshot;
}

/* The screen: a pad with a line for each header and each row. The steps of each apply keep it equal to the list. */
typedef struct screen {
    diffable_data_source *source;
    WINDOW *lines;
    int row_counts[SECTIONS];
    int top;              /* the first visible line */
    diffable_id selected; /* an integer, so it borrows no bytes; none if the list is empty */
    ptrdiff_t position;   /* of the selected row, counted over all sections */
} screen;

static int line_of(const screen *screen, diffable_index_path path)
{
    int line = 0;
    for (ptrdiff_t section = 0; section < path.section; section += 1) {
        line += 1 + screen->row_counts[section];
    }
    return line + 1 + (int)path.item; /* an item of -1 is the header */
}

static void draw_header(screen *screen, size_t section)
{
    diffable_cell *cell = NULL;
    check(diffable_data_source_supplementary_cell(screen->source, "header", section, &cell, &error));
    diffable_bytes text = diffable_cell_text(cell, DIFFABLE_CELL_TEXT);
    int line = line_of(screen, (diffable_index_path){ (ptrdiff_t)section, -1 });
    wattron(screen->lines, A_BOLD);
    mvwprintw(screen->lines, line, 0, "%.*s", (int)text.size, text.data);
    wattroff(screen->lines, A_BOLD);
    diffable_cell_free(cell);
}

/* Draws `count` rows from `line` on. `path` is the index path of the first of them in the list. */
static void draw_rows(screen *screen, int line, diffable_index_path path, size_t count)
{
    for (size_t offset = 0; offset < count; offset += 1, path.item += 1) {
        diffable_cell *cell = NULL;
        check(diffable_data_source_cell_at(screen->source, path, &cell, &error));
        diffable_bytes text = diffable_cell_text(cell, DIFFABLE_CELL_TEXT);
        wmove(screen->lines, line + (int)offset, 0);
        wclrtoeol(screen->lines);
        mvwprintw(screen->lines, line + (int)offset, 2, "%.*s", (int)text.size, text.data);
        diffable_cell_free(cell);
    }
}

/* Inserts `count` empty lines, or deletes lines if `count` is negative. */
static void insert_lines(screen *screen, int line, int count)
{
    wmove(screen->lines, line, 0);
    winsdelln(screen->lines, count);
}

/* Carries out a step. */
static diffable_status take_step(const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data)
{
    screen *screen = user_data;
    (void)steps, (void)index;
    int count = (int)step->count;
    switch (step->kind) {
    case DIFFABLE_STEP_INSERT_SECTIONS:
        for (size_t offset = 0; offset < step->count; offset += 1) {
            size_t section = (size_t)step->to.section + offset;
            insert_lines(screen, line_of(screen, (diffable_index_path){ (ptrdiff_t)section, -1 }), 1);
            draw_header(screen, section);
        }
        break;
    case DIFFABLE_STEP_DELETE_ITEMS:
        insert_lines(screen, line_of(screen, step->from), -count);
        screen->row_counts[step->from.section] -= count;
        break;
    case DIFFABLE_STEP_INSERT_ITEMS:
        insert_lines(screen, line_of(screen, step->to), count);
        screen->row_counts[step->to.section] += count;
        draw_rows(screen, line_of(screen, step->to), step->final_path, step->count);
        break;
    case DIFFABLE_STEP_MOVE_ITEMS:
        insert_lines(screen, line_of(screen, step->from), -count);
        screen->row_counts[step->from.section] -= count;
        insert_lines(screen, line_of(screen, step->to), count);
        screen->row_counts[step->to.section] += count;
        draw_rows(screen, line_of(screen, step->to), step->final_path, step->count);
        break;
    default: /* sections are inserted once and then stay, and contacts do not change */
        return DIFFABLE_ERROR_CALLBACK_FAILED;
    }
    return DIFFABLE_OK;
}

/* Applies a snapshot, draws the changes, and writes a description of them to `summary`. */
static void apply(screen *screen, diffable_snapshot *snapshot, char *summary, size_t size)
{
    diffable_transaction *transaction;
    check(diffable_data_source_apply(screen->source, snapshot, NULL, &transaction, &error));
    const diffable_difference *difference = diffable_transaction_difference(transaction);
    diffable_steps *steps = diffable_steps_new(difference);
    const diffable_step_handlers handlers = { sizeof handlers, take_step, take_step, take_step, take_step };
    check(diffable_steps_replay(steps, &handlers, screen, &error));
    snprintf(summary, size, "%s", diffable_difference_description(difference));
    diffable_steps_free(steps);
    diffable_transaction_free(transaction);
    diffable_snapshot_free(snapshot);
}

/*
 * Moves the selection by a number of rows. The selected item stays selected when an apply moves it. If it was deleted,
 * the item that is now at its position is selected.
 */
static void move_selection(screen *screen, ptrdiff_t rows)
{
    diffable_snapshot *list = diffable_data_source_snapshot(screen->source);
    const ptrdiff_t index = diffable_snapshot_index_of_item(list, screen->selected);
    const ptrdiff_t wanted = (index < 0 ? screen->position : index) + rows;
    const ptrdiff_t last = (ptrdiff_t)diffable_snapshot_number_of_items(list, NULL) - 1;
    screen->position = wanted < 0 || last < 0 ? 0 : wanted < last ? wanted : last;
    screen->selected = (diffable_id){ 0 };
    diffable_snapshot_item_identifiers(list, NULL, (size_t)screen->position, &screen->selected, NULL, 1);
    diffable_snapshot_free(list);
}

/* The height of the visible part of the list. There are two lines above it and two below it. */
static int list_height(void)
{
    return LINES > 5 ? LINES - 4 : 1;
}

static int rows_to_move(int key)
{
    switch (key) {
    case KEY_UP: return -1;
    case KEY_DOWN: return 1;
    case KEY_PPAGE: return 1 - list_height();
    case KEY_NPAGE: return list_height() - 1;
    case KEY_HOME: return -LONGEST_LIST;
    case KEY_END: return LONGEST_LIST;
    default: return 0;
    }
}

/*
 * Scrolls as little as possible until the selected row is on the screen. If it is the first row of a section, its
 * header is shown, too.
 */
static void scroll_to(screen *screen, int line, bool is_first)
{
    const int height = list_height(), end = line_of(screen, (diffable_index_path){ SECTIONS, -1 });
    const int lowest = line - height + 1, highest = is_first && height > 1 ? line - 1 : line;
    /* A list that fills the window leaves no empty lines below its last line. */
    screen->top = screen->top > end - height ? end - height : screen->top;
    screen->top = screen->top > highest ? highest : screen->top;
    screen->top = screen->top < lowest ? lowest : screen->top;
    screen->top = screen->top < 0 ? 0 : screen->top;
}

static void show(screen *screen, const char *search, const char *summary)
{
    diffable_snapshot *list = diffable_data_source_snapshot(screen->source);
    const diffable_index_path path = diffable_snapshot_index_path_of_item(list, screen->selected);
    diffable_snapshot_free(list);
    const int line = path.item < 0 ? 0 : line_of(screen, path);
    erase();
    mvaddnstr(LINES - 2, 0, summary, COLS);
    attron(A_DIM);
    mvaddnstr(LINES - 1, 0, "^D leave  ^U clear  type to search  Up Down PgUp PgDn Home End", COLS);
    attroff(A_DIM);
    mvprintw(0, 0, "Search: %s", search); /* printed last, so that the cursor is after the text */
    wnoutrefresh(stdscr);
    scroll_to(screen, line, path.item == 0);
    if (path.item >= 0) {
        mvwaddch(screen->lines, line, 0, '>');
    }
    pnoutrefresh(screen->lines, screen->top, 0, 2, 0, 1 + list_height(), COLS - 1);
    if (path.item >= 0) {
        mvwaddch(screen->lines, line, 0, ' '); /* the pad itself never contains the mark of the selection */
    }
    move(0, getcurx(stdscr));
    doupdate();
}

/* Changes the text of the search. */
static void edit(char *search, int key)
{
    size_t length = strlen(search);
    if ((key == KEY_BACKSPACE || key == 127 || key == '\b') && length > 0) {
        while ((search[--length] & 0xC0) == 0x80) { /* also removes the other bytes of a UTF-8 character */
        }
    } else if (key == ('U' & 31)) {
        length = 0;
    } else if (key >= ' ' && key < 256 && key != 127 && length < LONGEST_SEARCH) {
        search[length++] = (char)key;
    }
    search[length] = '\0';
}

int main(void)
{
    char search[LONGEST_SEARCH + 1] = "", summary[200];
    screen screen = { diffable_data_source_new(), NULL, { 0 }, 0, (diffable_id){ 0 }, 0 };
    diffable_data_source_set_cell_provider(screen.source, show_contact, NULL, NULL);
    diffable_data_source_set_supplementary_provider(screen.source, show_header, NULL, NULL);

    setlocale(LC_ALL, "");
    initscr();
    raw(); /* makes ^C an ordinary key */
    noecho();
    keypad(stdscr, true);
    screen.lines = newpad(LONGEST_LIST, WIDEST_LINE);
    int key = 0;
    while (key != ('D' & 31) && key != ('C' & 31) && key != ERR) {
        apply(&screen, contacts_with(screen.source, search), summary, sizeof summary);
        move_selection(&screen, rows_to_move(key));
        show(&screen, search, summary);
        key = getch();
        edit(search, key);
    }
    endwin();
    diffable_data_source_free(screen.source);
    return key == ('C' & 31) ? 128 + SIGINT : 0;
}
