// What TypeScript makes of the types: every line that is not expected to be wrong is right. types.test.mjs compiles it.
import { DataSource, difference, History, ListView, SectionSnapshot, Snapshot } from "diffable";

interface Day {
  id: string;
  title: string;
}
interface Fare {
  id: number;
  title: string;
  price?: string;
}
interface Ride {
  id: number;
  kind: "bus" | "train";
}
type Equal<One, Other> =
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2 ? true : false;
const isTrue = <_ extends true>() => {};

// A list has the types of what it is described with.
const described = new Snapshot([{ id: "a", title: "A", items: [{ id: 1, title: "Bus" }] }]);
for (const item of described) {
  isTrue<Equal<typeof item.id, number>>();
  isTrue<Equal<typeof item.title, string>>();
  // @ts-expect-error
  void item.titel;
}
described.each("a").map((item) => isTrue<Equal<typeof item.title, string>>());
isTrue<Equal<NonNullable<ReturnType<typeof described.section>>["title"], string>>();
described.appendItems({ id: 2, title: "Train" });
described.updateItems({ id: 2, title: "Tram" });
const items = Snapshot.of([{ id: 1, title: "Bus" }]);
for (const { title } of items) isTrue<Equal<typeof title, string>>();
const nested = new Snapshot([{ id: "a", items: [{ id: 1, title: "Bus", children: [{ id: 2, title: "Night bus" }] }] }]);
for (const item of nested) {
  isTrue<Equal<typeof item.title, string>>();
  // @ts-expect-error
  void item.children;
}
const fares: Fare[] = [];
for (const { price } of new Snapshot([{ id: "a", items: fares }])) isTrue<Equal<typeof price, string | undefined>>();
for (const { price } of Snapshot.of(fares)) isTrue<Equal<typeof price, string | undefined>>();

// A list that begins empty, or with names, may get any items.
const empty = new Snapshot();
empty.appendSections([{ id: "a", items: [1] }]);
const none = new Snapshot([]);
none.appendSections({ id: "a" });
none.appendItems([{ id: 1 }, "x"]);
const named = new Snapshot(["a", "b"]);
named.appendSections("c");
named.appendItems([{ id: 1 }, 2], "a");
const explicit = new Snapshot<string, number>();
explicit.appendSections(["a"]);
// @ts-expect-error
explicit.appendItems(["x"]);
new Snapshot<Day>([{ id: "a", title: "A", items: [1, "x", { id: 1 }] }]);

// A list has the types that it is wanted with.
const source = new DataSource<Day, Fare>({ cell: (item) => item.title, header: (day) => day.title });
source.apply(new Snapshot([{ id: "a", title: "A", items: [{ id: 1, title: "Bus", price: "2.50" }] }]));
new DataSource<Day, Fare>({ cell: (item) => ({ text: item.title, detail: item.price ?? null, height: null }) });
// @ts-expect-error
source.cellAt({ section: 0, item: 0 }).detail = null;
source.apply(described);
source.apply(empty);
source.setItems([{ id: 1, title: "Bus" }], { caption: "one" });
source.update((draft) => {
  draft.updateItems({ id: 1, title: "Tram" });
  for (const item of draft) void item.price?.length;
});
source.onApply(({ difference }) => {
  for (const { old, new: fresh } of difference.reconfiguredItems) isTrue<Equal<typeof old, typeof fresh>>();
});
// @ts-expect-error
source.setItems([{ id: 1 }]);
const rides = new DataSource<{ id: string }, Ride>();
rides.apply(new Snapshot([{ id: "a", items: [{ id: 1, kind: "bus" }] }]));
rides.apply(Snapshot.of([{ id: 1, kind: "bus" }]));
rides.apply(new Snapshot([]));
rides.setItems([{ id: 1, kind: "train", children: [{ id: 2, kind: "bus" }] }]);
// @ts-expect-error
rides.apply(new Snapshot([{ id: "a", items: [{ id: 1, kind: "boat" }] }]));
const typed: Snapshot<Day, Fare> = new Snapshot([
  { id: "a", title: "A", items: [{ id: 1, title: "Bus", price: "2.50" }] },
]);
for (const { new: fresh } of difference(typed, typed).insertedItems) void fresh?.title.length;
Snapshot.decode<Day, Fare>(typed.encode())
  .each()
  .map(({ price }) => price);

// The rest of a program.
const view = new ListView(document.body, { cell: (item: Fare) => item.title });
new DataSource<Day, Fare>({ view });
// @ts-expect-error A list that is hidden has no elements.
view.scrollTo(1).focus();
new ListView(document.body, {
  cell: (item: Fare) => item.title,
  role: "listbox",
  selection: "multiple",
  onSelect: (ids) => ids.map(String),
  typeAhead: ({ title }) => title,
  dragGroup: "fares",
  isReorderable: true,
  onReceive: ({ item, from, section = "a", index }) =>
    source.update((list) => list.insertItemsAt({ ...item, id: from.snapshot().numberOfItems() }, index, section)),
  announce: ({ inserted }) => (inserted > 0 ? `${inserted} fares` : undefined),
}).selectedItems = [1, { id: 2, title: "Train" }];
new DataSource({ cell: (item: Fare) => item.title }).setItems([{ id: 1, title: "Bus" }]);
const tree = new SectionSnapshot<Fare>([{ id: 1, title: "Bus", children: [{ id: 2, title: "Night bus" }] }]);
source.applySection(tree, "a");
new History(source, { limit: 5 })
  .undo()
  ?.finalSnapshot.each()
  .map(({ title }) => title);
class Fares extends Snapshot<Day, Fare> {}
new Fares([{ id: "a", title: "A", items: [{ id: 1, title: "Bus" }] }]).each();
