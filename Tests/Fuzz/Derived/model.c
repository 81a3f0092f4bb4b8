#include "model.h"

#include <stdio.h>
#include <string.h>

/* The functions */

static unsigned mixed(int seed, int id, int content)
{
    unsigned hash = (unsigned)seed * 2654435761u ^ (unsigned)id * 40503u ^ (unsigned)(content + 1) * 2246822519u;
    hash ^= hash >> 15;
    hash *= 2246822519u;
    hash ^= hash >> 13;
    hash *= 3266489917u;
    return hash ^ hash >> 16;
}

bool model_passes(int filter, int id, int content)
{
    /* Two and two complement one another. */
    return filter == 0 || mixed((filter + 1) / 2, id, content) % 2 == (unsigned)filter % 2;
}

int model_section(int section, int id, int content)
{
    return 100 + section * 10 + (int)(mixed(section, id, content) % 4);
}

int model_section_content(int section)
{
    return section % 4 == 3 ? NO_CONTENT : section % 200;
}

int model_number(int sort, int id, int content)
{
    return (int)(mixed(sort, id, content) % 3) - 1;
}

bool model_is_reversed(int sort)
{
    return sort % 2 == 0;
}

int model_length(int sort, int id, int content)
{
    unsigned hash = mixed(sort, id, content) >> 8;
    return hash % 2 == 0 ? 0 : (int)(hash / 2 % 30);
}

int model_section_key(int section_sort, int section)
{
    return (int)(mixed(section_sort, section, 0) % 3);
}

/* Lists */

const struct node *model_find(const struct list *list, int id)
{
    for (int section = 0; section < list->count; section += 1) {
        for (int index = 0; index < list->sections[section].count; index += 1) {
            if (list->sections[section].nodes[index].id == id) {
                return &list->sections[section].nodes[index];
            }
        }
    }
    return NULL;
}

int model_end(const struct section *section, int index)
{
    int end = index + 1;
    while (end < section->count && section->nodes[end].level > section->nodes[index].level) {
        end += 1;
    }
    return end;
}

static struct section *add_section(struct list *list, int id, int content)
{
    struct section *section = &list->sections[list->count];
    list->count += 1;
    section->id = id;
    section->content = content;
    section->count = 0;
    return section;
}

static void keep_expansion(const struct list *shown, struct list *list)
{
    for (int section = 0; section < list->count; section += 1) {
        for (int index = 0; index < list->sections[section].count; index += 1) {
            struct node *node = &list->sections[section].nodes[index];
            const struct node *old = model_find(shown, node->id);
            if (old != NULL) {
                node->is_expanded = old->is_expanded;
            }
        }
    }
}

/* Deriving. A tree is its section with the index of its root. */

struct tree {
    const struct section *section;
    int root;
};

static int compare_keys(int sort, const struct node *left, const struct node *right)
{
    if (sort == 0) {
        return 0;
    }
    int numbers = model_number(sort, left->id, left->content) - model_number(sort, right->id, right->content);
    if (numbers != 0) {
        return model_is_reversed(sort) ? -numbers : numbers;
    }
    return model_length(sort, left->id, left->content) - model_length(sort, right->id, right->content);
}

static bool is_kept(int filter, struct tree tree)
{
    int end = model_end(tree.section, tree.root);
    for (int index = tree.root; index < end; index += 1) {
        if (model_passes(filter, tree.section->nodes[index].id, tree.section->nodes[index].content)) {
            return true;
        }
    }
    return false;
}

static void sort_trees(int sort, struct tree *trees, int count)
{
    for (int index = 1; index < count; index += 1) {
        struct tree tree = trees[index];
        int place = index;
        for (; place > 0; place -= 1) {
            const struct tree *before = &trees[place - 1];
            if (compare_keys(sort, &before->section->nodes[before->root], &tree.section->nodes[tree.root]) <= 0) {
                break;
            }
            trees[place] = *before;
        }
        trees[place] = tree;
    }
}

/* The trees of one level between two indexes that are kept. Returns how many. */
static int kept_trees(int filter, const struct section *section, int start, int end, struct tree *trees)
{
    int count = 0;
    for (int index = start; index < end; index = model_end(section, index)) {
        struct tree tree = { section, index };
        if (is_kept(filter, tree)) {
            trees[count] = tree;
            count += 1;
        }
    }
    return count;
}

static void add_tree(const struct derivation *derivation, struct tree tree, int level, struct section *result)
{
    struct node node = tree.section->nodes[tree.root];
    node.level = level;
    result->nodes[result->count] = node;
    result->count += 1;
    struct tree children[ITEMS];
    int count = kept_trees(
        derivation->filter, tree.section, tree.root + 1, model_end(tree.section, tree.root), children);
    sort_trees(derivation->sort, children, count);
    for (int index = 0; index < count; index += 1) {
        add_tree(derivation, children[index], level + 1, result);
    }
}

/* The whole list, without limits and with empty sections of the origin. */
static void derive_whole(const struct derivation *derivation, const struct list *origin, struct list *result)
{
    result->count = 0;
    struct tree roots[ITEMS];
    int count = 0;
    for (int index = 0; index < origin->count; index += 1) {
        const struct section *section = &origin->sections[index];
        if (derivation->section != 0) {
            count += kept_trees(derivation->filter, section, 0, section->count, roots + count);
            continue;
        }
        struct section *own = add_section(result, section->id, section->content);
        count = kept_trees(derivation->filter, section, 0, section->count, roots);
        sort_trees(derivation->sort, roots, count);
        for (int root = 0; root < count; root += 1) {
            add_tree(derivation, roots[root], 0, own);
        }
    }
    if (derivation->section == 0) {
        return;
    }
    sort_trees(derivation->sort, roots, count);
    for (int root = 0; root < count; root += 1) {
        const struct node *node = &roots[root].section->nodes[roots[root].root];
        int id = model_section(derivation->section, node->id, node->content), index = 0;
        while (index < result->count && result->sections[index].id != id) {
            index += 1;
        }
        struct section *own = index < result->count ? &result->sections[index]
                                                    : add_section(result, id, model_section_content(id));
        add_tree(derivation, roots[root], 0, own);
    }
    for (int index = 1; derivation->section_sort != 0 && index < result->count; index += 1) {
        struct section section = result->sections[index];
        int key = model_section_key(derivation->section_sort, section.id), place = index;
        for (; place > 0 && model_section_key(derivation->section_sort, result->sections[place - 1].id) > key;
            place -= 1) {
            result->sections[place] = result->sections[place - 1];
        }
        result->sections[place] = section;
    }
}

void model_derive(const struct derivation *derivation, const struct list *origin, const struct list *shown,
    struct list *result, bool members[ITEMS], bool roots[ITEMS])
{
    static struct list whole;
    derive_whole(derivation, origin, &whole);
    memset(members, 0, ITEMS * sizeof *members);
    memset(roots, 0, ITEMS * sizeof *roots);
    result->count = 0;
    int remaining = derivation->limit == 0 ? ITEMS : derivation->limit;
    for (int index = 0; index < whole.count; index += 1) {
        const struct section *section = &whole.sections[index];
        int left = derivation->section_limit == 0 || derivation->section_limit > remaining ? remaining
                                                                                           : derivation->section_limit;
        struct section *own = add_section(result, section->id, section->content);
        for (int node = 0; node < section->count; node += 1) {
            members[section->nodes[node].id] = true;
            roots[section->nodes[node].id] = section->nodes[node].level == 0;
        }
        for (int root = 0; root < section->count && left > 0; root = model_end(section, root)) {
            int size = model_end(section, root) - root;
            memcpy(own->nodes + own->count, section->nodes + root, (size_t)size * sizeof *own->nodes);
            own->count += size;
            left -= 1;
            remaining -= 1;
        }
        if (own->count == 0 && !(derivation->keeps_empty_sections && derivation->section == 0)) {
            result->count -= 1;
        }
    }
    keep_expansion(shown, result);
}

void model_hold(
    const struct derivation *derivation, const struct list *origin, const struct list *shown, struct list *result)
{
    result->count = 0;
    for (int index = 0; index < shown->count; index += 1) {
        const struct section *section = &shown->sections[index], *now = NULL;
        for (int other = 0; derivation->section == 0 && other < origin->count; other += 1) {
            if (origin->sections[other].id == section->id) {
                now = &origin->sections[other];
            }
        }
        struct section *own = add_section(result, section->id, now == NULL ? section->content : now->content);
        for (int node = 0; node < section->count;) {
            const struct node *current = model_find(origin, section->nodes[node].id);
            if (current == NULL) { /* with what is below it */
                node = model_end(section, node);
                continue;
            }
            own->nodes[own->count] = section->nodes[node];
            own->nodes[own->count].content = current->content;
            own->count += 1;
            node += 1;
        }
        if (own->count == 0 && !(derivation->keeps_empty_sections && now != NULL)) {
            result->count -= 1;
        }
    }
}

bool model_concat(const struct list *const *origins, int count, const struct list *shown, struct list *result)
{
    result->count = 0;
    for (int index = 0; index < count; index += 1) {
        for (int place = 0; place < origins[index]->count; place += 1) {
            const struct section *section = &origins[index]->sections[place];
            for (int other = 0; other < result->count; other += 1) {
                if (result->sections[other].id == section->id) {
                    return false;
                }
            }
            for (int node = 0; node < section->count; node += 1) {
                if (model_find(result, section->nodes[node].id) != NULL) {
                    return false;
                }
            }
            result->sections[result->count] = *section;
            result->count += 1;
        }
    }
    keep_expansion(shown, result);
    return true;
}

/* Comparing */

void model_visible(const struct list *list, struct list *result)
{
    result->count = 0;
    for (int index = 0; index < list->count; index += 1) {
        const struct section *section = &list->sections[index];
        struct section *own = add_section(result, section->id, section->content);
        for (int node = 0; node < section->count;
            node = section->nodes[node].is_expanded ? node + 1 : model_end(section, node)) {
            own->nodes[own->count] = (struct node){ section->nodes[node].id, 0, section->nodes[node].content, false };
            own->count += 1;
        }
    }
}

static const struct section *section_of(const struct list *list, int id)
{
    for (int index = 0; index < list->count; index += 1) {
        if (list->sections[index].id == id) {
            return &list->sections[index];
        }
    }
    return NULL;
}

/* The length of a longest ascending choice of places. Places below 0 do not count. */
static int longest(const int *places, int count)
{
    int best = 0, lengths[SECTIONS];
    for (int index = 0; index < count; index += 1) {
        lengths[index] = places[index] < 0 ? 0 : 1;
        for (int before = 0; before < index && places[index] >= 0; before += 1) {
            if (places[before] >= 0 && places[before] < places[index] && lengths[before] >= lengths[index]) {
                lengths[index] = lengths[before] + 1;
            }
        }
        best = lengths[index] > best ? lengths[index] : best;
    }
    return best;
}

struct counts model_item_counts(const struct list *old, const struct list *fresh)
{
    struct counts counts = { 0, 0, 0, 0 };
    int common = 0;
    for (int index = 0; index < old->count; index += 1) {
        for (int node = 0; node < old->sections[index].count; node += 1) {
            const struct node *now = model_find(fresh, old->sections[index].nodes[node].id);
            counts.deleted += now == NULL;
            common += now != NULL;
            counts.changed += now != NULL && now->content != old->sections[index].nodes[node].content;
        }
    }
    counts.moved = common;
    for (int index = 0; index < fresh->count; index += 1) {
        const struct section *section = &fresh->sections[index], *before = section_of(old, section->id);
        int places[ITEMS];
        for (int node = 0; node < section->count; node += 1) {
            counts.inserted += model_find(old, section->nodes[node].id) == NULL;
            places[node] = -1;
            for (int place = 0; before != NULL && place < before->count; place += 1) {
                if (before->nodes[place].id == section->nodes[node].id) {
                    places[node] = place;
                }
            }
        }
        counts.moved -= longest(places, section->count);
    }
    return counts;
}

struct counts model_section_counts(const struct list *old, const struct list *fresh)
{
    struct counts counts = { old->count, 0, 0, 0 };
    int places[SECTIONS], common = 0;
    for (int index = 0; index < fresh->count; index += 1) {
        const struct section *before = section_of(old, fresh->sections[index].id);
        places[index] = before == NULL ? -1 : (int)(before - old->sections);
        common += before != NULL;
        counts.inserted += before == NULL;
        counts.changed += before != NULL && before->content != fresh->sections[index].content;
    }
    counts.deleted -= common;
    counts.moved = common - longest(places, fresh->count);
    return counts;
}

bool model_equal(const struct list *left, const struct list *right)
{
    if (left->count != right->count) {
        return false;
    }
    for (int index = 0; index < left->count; index += 1) {
        const struct section *one = &left->sections[index], *other = &right->sections[index];
        if (one->id != other->id || one->content != other->content || one->count != other->count) {
            return false;
        }
        for (int node = 0; node < one->count; node += 1) {
            const struct node *first = &one->nodes[node], *second = &other->nodes[node];
            if (first->id != second->id || first->level != second->level || first->content != second->content
                || first->is_expanded != second->is_expanded) {
                return false;
            }
        }
    }
    return true;
}

void model_print(const char *title, const struct list *list)
{
    fprintf(stderr, "%s:\n", title);
    for (int index = 0; index < list->count; index += 1) {
        const struct section *section = &list->sections[index];
        fprintf(stderr, "  [%d = %d]", section->id, section->content);
        for (int node = 0; node < section->count; node += 1) {
            const struct node *each = &section->nodes[node];
            fprintf(stderr, " %.*s%d%s=%d", each->level, ">>>>>>>>>>>>>>>>>>>>", each->id, each->is_expanded ? "-" : "",
                each->content);
        }
        fprintf(stderr, "\n");
    }
}
