//! A vector of sections with rows that follows a data source, by `extern "C"` alone: a Rust function carries out the steps of each
//! transaction. Random lists are applied, and after each the vector must show what the data source shows.
//!
//!     adapter [applies]

use std::collections::{HashMap, HashSet};
use std::ffi::{c_void, CStr};
use std::os::raw::c_char;
use std::{ptr, slice, str};

// The library.

#[repr(C)]
#[derive(Clone, Copy)]
struct Bytes {
    data: *const c_char,
    size: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Id {
    kind: i32,
    integer: i64,
    bytes: Bytes,
}

/// The content of a section or an item. Here it is always a number, so nothing has to be finalized.
#[repr(C)]
#[derive(Clone, Copy)]
struct Content {
    data: *const c_void,
    size: usize,
    object: *mut c_void,
    finalize: Option<unsafe extern "C" fn(*mut c_void)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Path {
    section: isize,
    item: isize,
}

#[repr(C)]
struct Step {
    struct_size: usize,
    kind: i32,
    count: usize,
    from: Path,
    to: Path,
    final_path: Path,
}

type Handler = unsafe extern "C" fn(*const Steps, usize, *const Step, *mut c_void) -> i32;

#[repr(C)]
struct Handlers {
    struct_size: usize,
    on_insert: Option<Handler>,
    on_delete: Option<Handler>,
    on_move: Option<Handler>,
    on_update: Option<Handler>,
}

macro_rules! opaque { ($($name:ident)*) => { $(#[repr(C)] struct $name { _private: [u8; 0] })* } }
opaque! { Error Snapshot Difference Steps Transaction DataSource }
type ErrorOut = *mut *mut Error;

#[link(name = "diffable")]
extern "C" {
    fn diffable_error_message(error: *const Error) -> *const c_char;
    fn diffable_content_from_revision(revision: *const u64) -> Content;
    fn diffable_content_revision(content: Content) -> u64;
    fn diffable_snapshot_new() -> *mut Snapshot;
    fn diffable_snapshot_free(snapshot: *mut Snapshot);
    fn diffable_snapshot_append_sections(snapshot: *mut Snapshot, ids: *const Id, contents: *const Content, count: usize, error: ErrorOut) -> i32;
    fn diffable_snapshot_append_strings(
        snapshot: *mut Snapshot, bytes: *const c_char, ends: *const usize, contents: *const Content, count: usize, section: *const Id,
        error: ErrorOut,
    ) -> i32;
    fn diffable_snapshot_delete_items(snapshot: *mut Snapshot, ids: *const Id, count: usize, deleted: *mut usize, error: ErrorOut) -> i32;
    fn diffable_snapshot_delete_sections(snapshot: *mut Snapshot, ids: *const Id, count: usize, deleted: *mut usize, error: ErrorOut) -> i32;
    fn diffable_snapshot_move_item_before(snapshot: *mut Snapshot, item: Id, anchor: Id, error: ErrorOut) -> i32;
    fn diffable_snapshot_move_section_after(snapshot: *mut Snapshot, section: Id, anchor: Id, error: ErrorOut) -> i32;
    fn diffable_snapshot_reload_items(snapshot: *mut Snapshot, ids: *const Id, contents: *const Content, count: usize, error: ErrorOut) -> i32;
    fn diffable_snapshot_reconfigure_items(snapshot: *mut Snapshot, ids: *const Id, contents: *const Content, count: usize, error: ErrorOut) -> i32;
    fn diffable_snapshot_reload_sections(snapshot: *mut Snapshot, ids: *const Id, contents: *const Content, count: usize, error: ErrorOut) -> i32;
    fn diffable_snapshot_section_at(snapshot: *const Snapshot, index: usize) -> Id;
    fn diffable_snapshot_item_at(snapshot: *const Snapshot, path: Path) -> Id;
    fn diffable_snapshot_section_content(snapshot: *const Snapshot, section: Id) -> Content;
    fn diffable_snapshot_item_content(snapshot: *const Snapshot, item: Id) -> Content;
    fn diffable_data_source_new() -> *mut DataSource;
    fn diffable_data_source_free(source: *mut DataSource);
    fn diffable_data_source_snapshot(source: *const DataSource) -> *mut Snapshot;
    fn diffable_data_source_apply(
        source: *mut DataSource, snapshot: *const Snapshot, options: *const c_void, transaction: *mut *mut Transaction,
        error: ErrorOut,
    ) -> i32;
    fn diffable_transaction_difference(transaction: *const Transaction) -> *const Difference;
    fn diffable_transaction_free(transaction: *mut Transaction);
    fn diffable_steps_new(difference: *const Difference) -> *mut Steps;
    fn diffable_steps_free(steps: *mut Steps);
    fn diffable_step_identifier(steps: *const Steps, index: usize, element: usize) -> Id;
    fn diffable_callback_failed(reason: *const c_char, size: usize, object: *mut c_void, finalize: *const c_void) -> i32;
    fn diffable_steps_replay(steps: *const Steps, handlers: *const Handlers, user_data: *mut c_void, error: ErrorOut) -> i32;
}

const DELETE_SECTIONS: i32 = 0;
const MOVE_SECTIONS: i32 = 2;
const UPDATE_SECTIONS: i32 = 3;
const DELETE_ITEMS: i32 = 4;
const MOVE_ITEMS: i32 = 6;

/// An identifier that points to a string.
fn id(name: &str) -> Id {
    Id { kind: 2, integer: 0, bytes: Bytes { data: name.as_ptr().cast(), size: name.len() } }
}

/// The string of an identifier; None for the identifier "none".
fn text(id: Id) -> Option<String> {
    (id.kind == 2).then(|| unsafe {
        str::from_utf8(slice::from_raw_parts(id.bytes.data.cast(), id.bytes.size)).expect("UTF-8").to_string()
    })
}

fn check(status: i32, error: *const Error) {
    assert!(status == 0, "{}", unsafe { CStr::from_ptr(diffable_error_message(error)) }.to_string_lossy());
}

// The table. Deleted sections take their rows along, inserted ones have none yet, and moved ones keep theirs.

#[derive(Clone, Debug, PartialEq)]
struct Row {
    name: String,
    content: String,
    rows: Vec<Row>, // of a section
}

fn content(name: &str, version: u64) -> String {
    format!("{name} in version {version}")
}

#[derive(Default)]
struct Table {
    sections: Vec<Row>,
    kinds: HashSet<i32>,
    /// The data of the program: a version of each section and item, which counts up when the content changes.
    versions: HashMap<String, u64>,
}

impl Table {
    fn follow(&mut self, transaction: *const Transaction) {
        let handler = Some(carry_out as Handler);
        let struct_size = std::mem::size_of::<Handlers>();
        let handlers = Handlers { struct_size, on_insert: handler, on_delete: handler, on_move: handler, on_update: handler };
        let mut error = ptr::null_mut();
        unsafe {
            let steps = diffable_steps_new(diffable_transaction_difference(transaction));
            check(diffable_steps_replay(steps, &handlers, (self as *mut Table).cast(), &mut error), error);
            diffable_steps_free(steps);
        }
    }

    fn perform(&mut self, step: &Step, names: &[String]) -> Result<(), String> {
        self.kinds.insert(step.kind);
        let contents = names.iter().map(|name| content(name, self.versions[name])).collect::<Vec<String>>();
        let mut moved = vec![];
        if step.from.section < 0 {
            moved = names.iter().cloned().zip(contents).map(|(name, content)| Row { name, content, rows: vec![] }).collect();
        } else {
            let (rows, first) = self.place(step.kind, step.from)?;
            let range = first..first + step.count;
            let changed = rows.get_mut(range.clone()).ok_or("there are fewer rows than a step changes")?;
            if changed.iter().map(|row| &row.name).ne(names) {
                return Err(format!("the rows of {names:?} are elsewhere"));
            }
            match step.kind {
                DELETE_SECTIONS | MOVE_SECTIONS | DELETE_ITEMS | MOVE_ITEMS => moved = rows.drain(range).collect(),
                _ => changed.iter_mut().zip(contents).for_each(|(row, content)| row.content = content),
            }
        }
        if step.to.section >= 0 {
            let (rows, first) = self.place(step.kind, step.to)?;
            rows.get(first..).ok_or("rows are inserted after the end")?;
            rows.splice(first..first, moved);
        }
        Ok(())
    }

    fn place(&mut self, kind: i32, path: Path) -> Result<(&mut Vec<Row>, usize), String> {
        if kind <= UPDATE_SECTIONS {
            return Ok((&mut self.sections, path.section as usize));
        }
        let section = self.sections.get_mut(path.section as usize).ok_or("a section is missing")?;
        Ok((&mut section.rows, path.item as usize))
    }
}

/// Must not panic: a panic may not pass through C.
unsafe extern "C" fn carry_out(steps: *const Steps, index: usize, step: *const Step, table: *mut c_void) -> i32 {
    let (step, table) = (&*step, &mut *table.cast::<Table>());
    let names: Vec<String> = (0..step.count).filter_map(|element| text(diffable_step_identifier(steps, index, element))).collect();
    match table.perform(step, &names) {
        Ok(()) => 0,
        Err(reason) => diffable_callback_failed(reason.as_ptr().cast(), reason.len(), ptr::null_mut(), ptr::null()),
    }
}

// The test.

/// What the data source shows.
fn shown(source: *const DataSource) -> Vec<Row> {
    let mut result: Vec<Row> = vec![];
    unsafe {
        let list = diffable_data_source_snapshot(source);
        while let section @ Id { kind: 2, .. } = diffable_snapshot_section_at(list, result.len()) {
            let mut rows: Vec<Row> = vec![];
            let path = |item: usize| Path { section: result.len() as isize, item: item as isize };
            while let item @ Id { kind: 2, .. } = diffable_snapshot_item_at(list, path(rows.len())) {
                let name = text(item).unwrap();
                rows.push(Row { content: content(&name, diffable_content_revision(diffable_snapshot_item_content(list, item))), name, rows: vec![] });
            }
            let name = text(section).unwrap();
            result.push(Row { content: content(&name, diffable_content_revision(diffable_snapshot_section_content(list, section))), name, rows });
        }
        diffable_snapshot_free(list);
    }
    result
}

struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12; // xorshift64* (Vigna 2016)
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(2685821657736338717) >> 33) as usize % limit
    }

    fn one<'a>(&mut self, names: &'a [String]) -> &'a String {
        &names[self.below(names.len())]
    }

    fn shuffled(&mut self, names: &[String]) -> Vec<String> {
        let mut names = names.to_vec();
        (1..names.len()).for_each(|index| names.swap(index, self.below(index + 1)));
        names
    }
}

/// Appends items as one block: their names one after the other, and where each ends.
unsafe fn append(list: *mut Snapshot, names: &[String], section: &str, versions: &HashMap<String, u64>) -> bool {
    let (mut block, mut ends) = (String::new(), vec![]);
    for name in names {
        block += name;
        ends.push(block.len());
    }
    let contents: Vec<Content> = names.iter().map(|name| diffable_content_from_revision(&versions[name])).collect();
    let (bytes, ends, contents) = (block.as_ptr().cast(), ends.as_ptr(), contents.as_ptr());
    diffable_snapshot_append_strings(list, bytes, ends, contents, names.len(), &id(section), ptr::null_mut()) == 0
}

/// A list that is described anew. The library finds what has another version than before by its content.
unsafe fn any_list(chance: &mut Chance, sections: &[String], items: &[String], versions: &mut HashMap<String, u64>) -> *mut Snapshot {
    let (list, mut rest) = (diffable_snapshot_new(), chance.shuffled(items));
    let count = chance.below(sections.len() + 1);
    for section in &chance.shuffled(sections)[..count] {
        let rows = rest.split_off(rest.len() - chance.below(12).min(rest.len()));
        rows.iter().chain([section]).for_each(|name| *versions.get_mut(name).unwrap() += (chance.below(4) == 0) as u64);
        assert!(diffable_snapshot_append_sections(list, &id(section), &diffable_content_from_revision(&versions[section]), 1, ptr::null_mut()) == 0);
        assert!(append(list, &rows, section, versions));
    }
    list
}

/// The current list with some edits. One that is impossible, since what it names is absent or there already, changes nothing.
unsafe fn edited_list(
    chance: &mut Chance, sections: &[String], items: &[String], versions: &mut HashMap<String, u64>, source: *const DataSource,
) -> *mut Snapshot {
    let (list, none) = (diffable_data_source_snapshot(source), ptr::null_mut());
    for _ in 0..1 + chance.below(5) {
        let (item, anchor, section, other) = (chance.one(items), chance.one(items), chance.one(sections), chance.one(sections));
        diffable_snapshot_move_item_before(list, id(item), id(anchor), none);
        append(list, &[chance.one(items).clone()], section, versions);
        diffable_snapshot_delete_items(list, &id(anchor), chance.below(2), ptr::null_mut(), none);
        if chance.below(4) == 0 {
            diffable_snapshot_move_section_after(list, id(section), id(other), none);
            diffable_snapshot_append_sections(list, &id(section), &diffable_content_from_revision(&versions[section]), 1, none);
        }
        if chance.below(8) == 0 {
            diffable_snapshot_delete_sections(list, &id(other), 1, ptr::null_mut(), none);
        }
        let mark = if chance.below(2) == 0 { diffable_snapshot_reload_items } else { diffable_snapshot_reconfigure_items };
        if mark(list, &id(item), &diffable_content_from_revision(&(versions[item] + 1)), 1, none) == 0 {
            *versions.get_mut(item).unwrap() += 1;
        }
        if diffable_snapshot_reload_sections(list, &id(section), &diffable_content_from_revision(&(versions[section] + 1)), 1, none) == 0 {
            *versions.get_mut(section).unwrap() += 1;
        }
    }
    list
}

fn main() {
    let applies = std::env::args().nth(1).map_or(10000, |argument| argument.parse().expect("a number"));
    let sections: Vec<String> = (0..8).map(|number| format!("section {number}")).collect();
    let items: Vec<String> = (0..40).map(|number| format!("item {number}")).collect();
    let (mut chance, mut table) = (Chance(42), Table::default());
    table.versions = sections.iter().chain(&items).map(|name| (name.clone(), 0)).collect();
    unsafe {
        let source = diffable_data_source_new();
        for apply in 0..applies {
            let list = match chance.below(4) {
                0 => any_list(&mut chance, &sections, &items, &mut table.versions),
                _ => edited_list(&mut chance, &sections, &items, &mut table.versions, source),
            };
            let (mut transaction, mut error) = (ptr::null_mut(), ptr::null_mut());
            check(diffable_data_source_apply(source, list, ptr::null(), &mut transaction, &mut error), error);
            table.follow(transaction);
            assert_eq!(table.sections, shown(source), "apply {apply}");
            diffable_transaction_free(transaction);
            diffable_snapshot_free(list);
        }
        diffable_data_source_free(source);
    }
    assert_eq!(table.kinds.len(), 9, "a kind of step never came");
    println!("adapter.rs: {applies} applies");
}
