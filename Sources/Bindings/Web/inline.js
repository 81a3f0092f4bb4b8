// The end of diffable.inline.js. The engine follows as text in the same script, because a page that was opened from a
// file may not load other files.
function beginWith(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  begin(new WebAssembly.Instance(new WebAssembly.Module(bytes), imports));
}

globalThis.diffable = {
  concat,
  DataSource,
  DerivedList,
  Difference,
  difference,
  DiffableError,
  documentName,
  Follower,
  History,
  ListView,
  memorySize,
  merge,
  Publisher,
  SectionSnapshot,
  Snapshot,
  TextView,
  Transaction,
  version,
};
