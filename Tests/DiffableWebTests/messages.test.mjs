// Messages name the place of a mistake, what is there, and what to write instead.
import assert from "node:assert";
import test from "node:test";
import { DataSource, difference, DiffableError, SectionSnapshot, Snapshot } from "../../build/web/diffable.js";

// Asserts that calls throw errors that are printed like this, with or without the name of the class.
function refuses(cases) {
  for (const [call, text] of cases) assert.throws(call, (error) => error instanceof DiffableError && (assert.strictEqual(String(error).replace("DiffableError: ", ""), text), true), text);
}

const entry = 'string, whole number or object with "id" expected';
const fares = () => new Snapshot([{ id: "fares", title: "Fares", items: [{ id: 1, title: "Bus" }, { id: 2, title: "Train" }] }, { id: "extras", items: [3] }]);

test("a bad entry is named with its list", () => {
  const [a, b] = [{ id: "a", items: [1, 2] }, (items) => ({ id: "b", items })];
  const place = 'INVALID_ARGUMENT: Snapshot: items of section "b"';
  refuses([
    [() => new Snapshot([a, b(null)]), `${place}: a list expected, got null`],
    [() => new Snapshot([a, b([3, 4, { title: "x", n: undefined }])]), `${place}, entry 2: ${entry}, got an object; it has "title"; the option "key" names another field`],
    [() => new Snapshot([a, b([3, , 4])]), `${place}, entry 1: ${entry}, got undefined`],
    [() => new Snapshot([a, b([[3]])]), `${place}: ${entry}, got an array; are there brackets too many?`],
    [() => new Snapshot([a, b(Promise.resolve([3]))]), `${place}: ${entry}, got a Promise; await it`],
    [() => new Snapshot([a, b(new Map([[3, {}]]))]), `${place}: a list expected, got a Map; its values() are one`],
    [() => new Snapshot([a, b([{ id: new Date() }])]), `${place}: ${entry}, got an object in which that is a Date`],
    [() => new Snapshot([b([{ id: 9, children: [5, { titel: 4 }] }])]), `INVALID_ARGUMENT: Snapshot: children of item 9, entry 1: ${entry}, got an object; it has "titel"; the option "key" names another field`],
    [() => new SectionSnapshot([{ id: 9, children: null }]), "INVALID_ARGUMENT: SectionSnapshot: children of item 9: a list expected, got null"],
    [() => new Snapshot([{ title: "Fares" }]), `INVALID_ARGUMENT: Snapshot: argument 1: ${entry}, got an object; it has "title"`],
    [() => new Snapshot([b([{ uuid: 1 }])], { key: () => {} }), `${place}: string, whole number or object with an identifier expected, got an object; the function "key" returned undefined for it`],
    [() => fares().item({ section: 0, item: 1 }), `INVALID_ARGUMENT: item: argument 1: ${entry}, got an object; it has "section", "item"; itemAt returns an identifier`],
    [() => fares().moveItemsToSection("extras", [1, 2]), `INVALID_ARGUMENT: moveItemsToSection: argument 2: ${entry}, got an array; are the arguments swapped?`],
  ]);
});

test("objects are named with their class", () => {
  const source = new DataSource();
  class Fare {}
  refuses([
    [() => fares().replaceChildren(1, fares()), "INVALID_ARGUMENT: replaceChildren: argument 2: SectionSnapshot expected, got a Snapshot; its sectionSnapshot(section) returns one"],
    [() => fares().replaceChildren(1, [4]), "INVALID_ARGUMENT: replaceChildren: argument 2: SectionSnapshot expected, got an array; new SectionSnapshot(...) makes one"],
    [() => source.apply(source), "INVALID_ARGUMENT: apply: argument 1: Snapshot expected, got a DataSource; its snapshot() returns one"],
    [() => source.apply([{ id: "a" }]), "INVALID_ARGUMENT: apply: argument 1: Snapshot expected, got an array; new Snapshot(...) makes one"],
    [() => source.apply(new Proxy(fares(), {})), "INVALID_ARGUMENT: apply: argument 1: Snapshot expected, got a Snapshot; it belongs to another copy of the module, or is a proxy of one"],
    [() => difference(fares(), new Fare()), "INVALID_ARGUMENT: difference: argument 2: Snapshot expected, got a Fare"],
    [() => fares().appendItems((async function* () {})()), `INVALID_ARGUMENT: appendItems: argument 1: ${entry}, got an AsyncGenerator`],
    [() => fares().appendItems(new Proxy({}, { getPrototypeOf() { throw new Error("no"); } })), `INVALID_ARGUMENT: appendItems: argument 1: ${entry}, got an object; it has no fields`],
  ]);
});
