// The library from Go by cgo: both headers are read unchanged, and every function of them has an address in Go (functions.go, which the
// tests make of the list of functions). Structs are Go structs with the same fields, and callbacks are functions of Go.
package main

/*
#cgo pkg-config: diffable-terminal
#include <stdlib.h>
#include <diffable_terminal.h>

// Go has no const: the prototypes that cgo writes for the callbacks name these types.
typedef const diffable_id constant_id;
typedef const diffable_content constant_content;
typedef const diffable_index_path constant_path;
extern diffable_status provide(constant_id *item, constant_content *content, constant_path *path, diffable_cell *cell, void *user_data);
extern diffable_status allow(constant_id *item, bool *answer, void *user_data);
*/
import "C"

import (
	"fmt"
	"reflect"
	"runtime/cgo"
	"strings"
	"unsafe"
)

func id(name string) C.diffable_id {
	return C.diffable_id_bytes(C.CString(name), C.size_t(len(name)))
}

func ids(names string) (*C.diffable_id, C.size_t) {
	var all []C.diffable_id
	for _, name := range strings.Fields(names) {
		all = append(all, id(name))
	}
	return &all[0], C.size_t(len(all))
}

// The fields of an identifier are those of the header, and no bytes that Go cannot read.
func value(id C.diffable_id) any {
	switch id.kind {
	case C.DIFFABLE_ID_INTEGER:
		return int64(id.integer)
	case C.DIFFABLE_ID_BYTES:
		return C.GoStringN(id.bytes.data, C.int(id.bytes.size))
	}
	return nil
}

func equal(actual, expected any) {
	if !reflect.DeepEqual(actual, expected) {
		panic(fmt.Sprintf("%v is not %v", actual, expected))
	}
}

func ok(status C.diffable_status) {
	equal(C.GoString(C.diffable_status_name(status)), "OK")
}

func shown(list *C.diffable_snapshot) string {
	var line []string
	for section := 0; section < int(C.diffable_snapshot_number_of_sections(list)); section++ {
		name := C.diffable_snapshot_section_at(list, C.size_t(section))
		line = append(line, fmt.Sprint(value(name), ":"))
		for item := 0; item < int(C.diffable_snapshot_number_of_items(list, &name)); item++ {
			path := C.diffable_index_path{section: C.ptrdiff_t(section), item: C.ptrdiff_t(item)}
			line = append(line, fmt.Sprint(value(C.diffable_snapshot_item_at(list, path))))
		}
	}
	return strings.Join(line, " ")
}

func edits() {
	list := C.diffable_snapshot_new()
	defer C.diffable_snapshot_free(list)
	sections, count := ids("A B")
	ok(C.diffable_snapshot_append_sections(list, sections, nil, count, nil))
	items, count := ids("a b c")
	ok(C.diffable_snapshot_append_items(list, items, nil, count, nil, nil))
	section, item, none := id("A"), id("a"), C.diffable_id{}
	numbers := []C.int64_t{1, 2}
	ok(C.diffable_snapshot_append_integers(list, &numbers[0], nil, 2, &section, nil))
	children, count := ids("x y")
	ok(C.diffable_snapshot_insert_items(list, children, nil, count, C.DIFFABLE_AT_END_OF_PARENT, &item, nil))
	ok(C.diffable_snapshot_expand(list, &item, 1, nil))
	moved, count := ids("c")
	ok(C.diffable_snapshot_move_items(list, moved, count, C.DIFFABLE_BEFORE_ITEM, &item, nil))
	equal(shown(list), "A: 1 2 B: c a x y b")

	var failure *C.diffable_error
	equal(C.diffable_snapshot_append_items(list, items, nil, 1, &none, &failure), C.diffable_status(C.DIFFABLE_ERROR_INVALID_ARGUMENT))
	equal(C.GoString(C.diffable_error_message(failure)), "INVALID_ARGUMENT: append_items: section is DIFFABLE_ID_NONE")
	C.diffable_error_free(failure)
}

func differences() {
	old, fresh := C.diffable_snapshot_new(), C.diffable_snapshot_new()
	defer C.diffable_snapshot_free(old)
	defer C.diffable_snapshot_free(fresh)
	section := id("A")
	ok(C.diffable_snapshot_append_sections(old, &section, nil, 1, nil))
	ok(C.diffable_snapshot_append_sections(fresh, &section, nil, 1, nil))
	number := []C.int64_t{7}
	ok(C.diffable_snapshot_append_integers(fresh, &number[0], nil, 1, nil, nil))
	difference := C.diffable_difference_new(old, fresh)
	defer C.diffable_difference_free(difference)
	change := C.diffable_change{struct_size: C.sizeof_diffable_change}
	ok(C.diffable_difference_changes(difference, C.DIFFABLE_INSERTED_ITEMS, 0, &change, 1, nil, nil))
	equal(value(change.id), int64(7))
	equal(change.to, C.diffable_index_path{section: 0, item: 0})
}

type list struct {
	asked []string
}

//export provide
func provide(item *C.constant_id, content *C.constant_content, path *C.constant_path, cell *C.diffable_cell, userData unsafe.Pointer) C.diffable_status {
	shows := (*(*cgo.Handle)(userData)).Value().(*list)
	shows.asked = append(shows.asked, fmt.Sprint(value(*item), " at ", path.section, " ", path.item))
	C.diffable_cell_set_text(cell, C.DIFFABLE_CELL_TEXT, item.bytes.data, item.bytes.size)
	return C.DIFFABLE_OK
}

//export allow
func allow(item *C.constant_id, answer *C.bool, userData unsafe.Pointer) C.diffable_status {
	*answer = value(*item) == "b"
	return C.DIFFABLE_OK
}

func callbacks() {
	shows := &list{}
	handle := cgo.NewHandle(shows)
	defer handle.Delete()
	source, snapshot := C.diffable_data_source_new(), C.diffable_snapshot_new()
	defer C.diffable_data_source_free(source)
	defer C.diffable_snapshot_free(snapshot)
	C.diffable_data_source_set_cell_provider(source, C.diffable_cell_provider_fn(C.provide), unsafe.Pointer(&handle), nil)
	handlers := C.diffable_reordering_handlers{struct_size: C.sizeof_diffable_reordering_handlers}
	handlers.can_reorder_item = C.diffable_item_question_fn(C.allow)
	ok(C.diffable_data_source_set_reordering_handlers(source, &handlers, nil, nil, nil))
	section := id("A")
	ok(C.diffable_snapshot_append_sections(snapshot, &section, nil, 1, nil))
	items, count := ids("a b")
	ok(C.diffable_snapshot_append_items(snapshot, items, nil, count, nil, nil))
	ok(C.diffable_data_source_apply(source, snapshot, nil, nil, nil))
	var cell *C.diffable_cell
	ok(C.diffable_data_source_cell_at(source, C.diffable_index_path{section: 0, item: 1}, &cell, nil))
	equal(shows.asked, []string{"b at 0 1"})
	C.diffable_cell_free(cell)
	first, second := C.diffable_index_path{section: 0, item: 0}, C.diffable_index_path{section: 0, item: 1}
	equal(C.diffable_data_source_reorder_item(source, first, second, nil, nil), C.diffable_status(C.DIFFABLE_REFUSED))
	ok(C.diffable_data_source_reorder_item(source, second, first, nil, nil))
	current := C.diffable_data_source_snapshot(source)
	equal(shown(current), "A: b a")
	C.diffable_snapshot_free(current)
}

func main() {
	edits()
	differences()
	callbacks()
	for name, address := range functions {
		if address == nil {
			panic(name)
		}
	}
	fmt.Println("binding.go:", len(functions), "functions have an address, 3 scenarios")
}
