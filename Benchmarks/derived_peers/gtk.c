/*
 * GTK 4: a GtkSortListModel over a GtkFilterListModel over a GListStore of 1,000,000 objects. The number of one object
 * changes, and it is replaced by itself in the store, which is how a GListModel says that an item shows something else.
 * Prints microseconds for each change, and milliseconds for the rest.
 */
#include <gtk/gtk.h>
#include "peer.h"

#define ROW_TYPE row_get_type()
G_DECLARE_FINAL_TYPE(Row, row, DIFFABLE_BENCH, ROW, GObject)
struct _Row {
    GObject parent;
    guint64 number;
};
G_DEFINE_FINAL_TYPE(Row, row, G_TYPE_OBJECT)

static void row_class_init(RowClass *class)
{
    (void)class;
}

static void row_init(Row *row)
{
    row->number = any_number();
}

static guint64 divisor = 2;

static gboolean passes(gpointer item, gpointer user_data)
{
    (void)user_data;
    return ((Row *)item)->number % divisor == 0;
}

static int compare(gconstpointer left, gconstpointer right, gpointer user_data)
{
    (void)user_data;
    guint64 a = ((const Row *)left)->number >> 8, b = ((const Row *)right)->number >> 8;
    return (a > b) - (a < b);
}

int main(void)
{
    GListStore *store = g_list_store_new(ROW_TYPE);
    gpointer *rows = g_new(gpointer, ITEMS);
    for (guint item = 0; item < ITEMS; item += 1) {
        rows[item] = g_object_new(ROW_TYPE, NULL);
    }
    g_list_store_splice(store, 0, 0, rows, ITEMS);

    double start = seconds();
    GtkFilter *filter = GTK_FILTER(gtk_custom_filter_new(passes, NULL, NULL));
    GtkFilterListModel *filtered = gtk_filter_list_model_new(G_LIST_MODEL(store), filter);
    GtkSorter *sorter = GTK_SORTER(gtk_custom_sorter_new(compare, NULL, NULL));
    GtkSortListModel *sorted = gtk_sort_list_model_new(G_LIST_MODEL(filtered), sorter);
    report("making the list", 1e3 * (seconds() - start), "ms");

    guint shown = g_list_model_get_n_items(G_LIST_MODEL(sorted));
    start = seconds();
    for (guint change = 0; change < CHANGES; change += 1) {
        guint item = change * (ITEMS / CHANGES);
        ((Row *)rows[item])->number = any_number();
        g_list_store_splice(store, item, 1, &rows[item], 1);
    }
    report("one number changes", 1e6 * (seconds() - start) / CHANGES, "us");
    if (shown < ITEMS / 3 || g_list_model_get_n_items(G_LIST_MODEL(sorted)) < ITEMS / 3) {
        return 1;
    }
    for (guint item = 1; item < g_list_model_get_n_items(G_LIST_MODEL(sorted)); item += 1) {
        Row *before = g_list_model_get_item(G_LIST_MODEL(sorted), item - 1),
            *after = g_list_model_get_item(G_LIST_MODEL(sorted), item);
        if (compare(before, after, NULL) > 0) {
            return 1;
        }
        g_object_unref(before);
        g_object_unref(after);
    }
    return 0;
}
