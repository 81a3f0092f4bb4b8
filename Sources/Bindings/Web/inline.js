// The end of diffable.inline.js, behind which comes the engine as text. It works from files, where pages may not load
// others.
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
