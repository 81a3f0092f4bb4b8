// A slice of sections with rows that follows a data source, by cgo: a Go function carries out the steps of each transaction.
// Random lists are applied, and after each the slice must show what the data source shows.
//
//	adapter [applies]
package main

/*
#cgo pkg-config: diffable
#include <stdlib.h>
#include <diffable.h>

// Go has no const: the prototype that cgo writes for carryOut names these types.
typedef const diffable_steps constant_steps;
typedef const diffable_step constant_step;
extern diffable_status carryOut(constant_steps *steps, size_t index, constant_step *step, void *user_data);

static inline diffable_status replay(const diffable_steps *steps, void *user_data, diffable_error **error)
{
    const diffable_step_handlers handlers = { sizeof handlers, carryOut, carryOut, carryOut, carryOut };
    return diffable_steps_replay(steps, &handlers, user_data, error);
}

// A content points to a number. Go must not hand over an array with pointers to memory of Go, so these functions make the contents.
static inline diffable_status append_strings(diffable_snapshot *list, const char *bytes, const size_t *ends, const uint64_t *revisions, size_t count, diffable_id section)
{
    diffable_content *contents = calloc(count + 1, sizeof *contents);
    for (size_t index = 0; contents != NULL && index < count; index += 1) {
        contents[index] = diffable_content_from_revision(&revisions[index]);
    }
    diffable_status status = diffable_snapshot_append_strings(list, bytes, ends, contents, count, &section, NULL);
    free(contents);
    return status;
}

static inline diffable_status append_section(diffable_snapshot *list, diffable_id section, uint64_t revision)
{
    const diffable_content content = diffable_content_from_revision(&revision);
    return diffable_snapshot_append_sections(list, &section, &content, 1, NULL);
}

static inline diffable_status reload_section(diffable_snapshot *list, diffable_id section, uint64_t revision)
{
    const diffable_content content = diffable_content_from_revision(&revision);
    return diffable_snapshot_reload_sections(list, &section, &content, 1, NULL);
}

static inline diffable_status reload_item(diffable_snapshot *list, diffable_id item, uint64_t revision)
{
    const diffable_content content = diffable_content_from_revision(&revision);
    return diffable_snapshot_reload_items(list, &item, &content, 1, NULL);
}

static inline diffable_status reconfigure_item(diffable_snapshot *list, diffable_id item, uint64_t revision)
{
    const diffable_content content = diffable_content_from_revision(&revision);
    return diffable_snapshot_reconfigure_items(list, &item, &content, 1, NULL);
}
*/
import "C"

import (
	"fmt"
	"math/rand"
	"os"
	"runtime/cgo"
	"strconv"
	"unsafe"
)

var identifiers = map[string]C.diffable_id{}

// An identifier that points to a string. C keeps the bytes for as long as the program runs.
func id(name string) C.diffable_id {
	known, found := identifiers[name]
	if !found {
		known = C.diffable_id_bytes(C.CString(name), C.size_t(len(name)))
		identifiers[name] = known
	}
	return known
}

// The number that is the content of a section or an item.
func number(content C.diffable_content) uint64 {
	return uint64(C.diffable_content_revision(content))
}

// The string of an identifier; false for the identifier "none".
func text(id C.diffable_id) (string, bool) {
	if id.kind != C.DIFFABLE_ID_BYTES {
		return "", false
	}
	return C.GoStringN(id.bytes.data, C.int(id.bytes.size)), true
}

func check(status C.diffable_status, failure *C.diffable_error) {
	if status != C.DIFFABLE_OK {
		panic(C.GoString(C.diffable_error_message(failure)))
	}
}

// The data of the program: a version of each section and item, which counts up when the content changes.
var sections, items []string
var versions = map[string]uint64{}

func content(name string, version uint64) string {
	return fmt.Sprintf("%s in version %d", name, version)
}

// Row is a row, or a section with its rows.
type Row struct {
	name, content string
	rows          []Row
}

// Table has sections with rows. Deleted sections take their rows along, inserted ones have none yet, and moved ones keep theirs.
type Table struct {
	sections []Row
	kinds    map[C.diffable_step_kind]bool
}

func (table *Table) follow(transaction *C.diffable_transaction) {
	var failure *C.diffable_error
	handle := cgo.NewHandle(table)
	defer handle.Delete()
	steps := C.diffable_steps_new(C.diffable_transaction_difference(transaction))
	defer C.diffable_steps_free(steps)
	check(C.replay(steps, unsafe.Pointer(&handle), &failure), failure)
}

// A panic may not pass through C: its words reach the error of the replay.
//
//export carryOut
func carryOut(steps *C.constant_steps, index C.size_t, step *C.constant_step, userData unsafe.Pointer) (status C.diffable_status) {
	table := (*(*cgo.Handle)(userData)).Value().(*Table)
	defer func() {
		if failure := recover(); failure != nil {
			words := fmt.Sprint(failure)
			bytes := C.CString(words)
			defer C.free(unsafe.Pointer(bytes))
			status = C.diffable_callback_failed(bytes, C.size_t(len(words)), nil, nil)
		}
	}()
	var names []string
	for element := C.size_t(0); element < step.count; element++ {
		name, _ := text(C.diffable_step_identifier(steps, index, element))
		names = append(names, name)
	}
	table.perform(step, names)
	return C.DIFFABLE_OK
}

func (table *Table) perform(step *C.constant_step, names []string) {
	table.kinds[step.kind] = true
	var moved []Row
	if step.from.section < 0 {
		for _, name := range names {
			moved = append(moved, Row{name, content(name, versions[name]), nil})
		}
	} else {
		rows, first := table.place(step.kind, step.from)
		end := first + len(names)
		for offset := range names {
			row := &(*rows)[first+offset]
			if row.name != names[offset] {
				panic("a step names another row than the one where it is")
			}
			if step.to.section < 0 { // an update, or a deletion
				row.content = content(row.name, versions[row.name])
			}
		}
		switch step.kind {
		case C.DIFFABLE_STEP_DELETE_SECTIONS, C.DIFFABLE_STEP_MOVE_SECTIONS, C.DIFFABLE_STEP_DELETE_ITEMS, C.DIFFABLE_STEP_MOVE_ITEMS:
			moved = append(moved, (*rows)[first:end]...)
			*rows = append((*rows)[:first], (*rows)[end:]...)
		}
	}
	if step.to.section >= 0 {
		rows, first := table.place(step.kind, step.to)
		*rows = append((*rows)[:first], append(moved, (*rows)[first:]...)...)
	}
}

func (table *Table) place(kind C.diffable_step_kind, path C.diffable_index_path) (*[]Row, int) {
	if kind <= C.DIFFABLE_STEP_UPDATE_SECTIONS {
		return &table.sections, int(path.section)
	}
	return &table.sections[path.section].rows, int(path.item)
}

// What the data source shows.
func shown(source *C.diffable_data_source) (result []Row) {
	list := C.diffable_data_source_snapshot(source)
	defer C.diffable_snapshot_free(list)
	for {
		section := C.diffable_snapshot_section_at(list, C.size_t(len(result)))
		name, found := text(section)
		if !found {
			return
		}
		header := Row{name, content(name, number(C.diffable_snapshot_section_content(list, section))), nil}
		for {
			item := C.diffable_snapshot_item_at(list, C.diffable_index_path{section: C.ptrdiff_t(len(result)), item: C.ptrdiff_t(len(header.rows))})
			name, found := text(item)
			if !found {
				break
			}
			header.rows = append(header.rows, Row{name, content(name, number(C.diffable_snapshot_item_content(list, item))), nil})
		}
		result = append(result, header)
	}
}

// Items as one block: their names one after the other, and where each ends.
func appendItems(list *C.diffable_snapshot, names []string, section string) C.diffable_status {
	var block []byte
	ends, revisions := make([]C.size_t, len(names)+1), make([]C.uint64_t, len(names)+1) // so that there is a first one
	for index, name := range names {
		block = append(block, name...)
		ends[index], revisions[index] = C.size_t(len(block)), C.uint64_t(versions[name])
	}
	var bytes *C.char
	if len(block) > 0 {
		bytes = (*C.char)(unsafe.Pointer(&block[0]))
	}
	return C.append_strings(list, bytes, &ends[0], &revisions[0], C.size_t(len(names)), id(section))
}

func appendSection(list *C.diffable_snapshot, name string) C.diffable_status {
	return C.append_section(list, id(name), C.uint64_t(versions[name]))
}

// A list that is described anew. The library finds what has another version than before by its content.
func anyList(chance *rand.Rand) *C.diffable_snapshot {
	list, order, next := C.diffable_snapshot_new(), chance.Perm(len(items)), 0
	for _, section := range chance.Perm(len(sections))[:chance.Intn(len(sections)+1)] {
		var rows []string
		for count := chance.Intn(12); count > 0 && next < len(order); count-- {
			rows = append(rows, items[order[next]])
			next++
		}
		for _, name := range append(rows, sections[section]) {
			versions[name] += uint64(chance.Intn(4) / 3)
		}
		check(appendSection(list, sections[section]), nil)
		check(appendItems(list, rows, sections[section]), nil)
	}
	return list
}

// The current list with some edits. One that is impossible, since what it names is absent or there already, changes nothing.
func editedList(chance *rand.Rand, source *C.diffable_data_source) *C.diffable_snapshot {
	list := C.diffable_data_source_snapshot(source)
	for edits := chance.Intn(5); edits >= 0; edits-- {
		itemName, sectionName := items[chance.Intn(len(items))], sections[chance.Intn(len(sections))]
		item, anchor := id(itemName), id(items[chance.Intn(len(items))])
		section, other := id(sectionName), id(sections[chance.Intn(len(sections))])
		C.diffable_snapshot_move_item_before(list, item, anchor, nil)
		appendItems(list, []string{items[chance.Intn(len(items))]}, sectionName)
		C.diffable_snapshot_delete_items(list, &anchor, C.size_t(chance.Intn(2)), nil, nil)
		if chance.Intn(4) == 0 {
			C.diffable_snapshot_move_section_after(list, section, other, nil)
			appendSection(list, sectionName)
		}
		if chance.Intn(8) == 0 {
			C.diffable_snapshot_delete_sections(list, &other, 1, nil, nil)
		}
		revision := C.uint64_t(versions[itemName] + 1)
		var status C.diffable_status
		if chance.Intn(2) == 0 {
			status = C.reload_item(list, item, revision)
		} else {
			status = C.reconfigure_item(list, item, revision)
		}
		if status == C.DIFFABLE_OK {
			versions[itemName]++
		}
		revision = C.uint64_t(versions[sectionName] + 1)
		if C.reload_section(list, section, revision) == C.DIFFABLE_OK {
			versions[sectionName]++
		}
	}
	return list
}

func main() {
	applies := 10000
	if len(os.Args) > 1 {
		applies, _ = strconv.Atoi(os.Args[1])
	}
	for number := 0; number < 40; number++ {
		items = append(items, fmt.Sprint("item ", number))
		if number < 8 {
			sections = append(sections, fmt.Sprint("section ", number))
		}
	}
	chance, source := rand.New(rand.NewSource(42)), C.diffable_data_source_new()
	table := &Table{kinds: map[C.diffable_step_kind]bool{}}
	for apply := 0; apply < applies; apply++ {
		var list *C.diffable_snapshot
		if chance.Intn(4) == 0 {
			list = anyList(chance)
		} else {
			list = editedList(chance, source)
		}
		var transaction *C.diffable_transaction
		var failure *C.diffable_error
		check(C.diffable_data_source_apply(source, list, nil, &transaction, &failure), failure)
		table.follow(transaction)
		// As text, where an empty slice and none are the same.
		if expected := shown(source); fmt.Sprint(table.sections) != fmt.Sprint(expected) {
			panic(fmt.Sprintln("apply", apply, "leads to", table.sections, "and not to", expected))
		}
		C.diffable_transaction_free(transaction)
		C.diffable_snapshot_free(list)
	}
	C.diffable_data_source_free(source)
	if len(table.kinds) != 9 {
		panic("a kind of step never came")
	}
	fmt.Println("adapter.go:", applies, "applies")
}
