// A list in a project that has the module from npm, with its types.
import { DataSource, Snapshot } from "diffable";

declare const console: { log(text: string): void };

interface Fare {
  id: number;
  title: string;
  price: number;
}

const source = new DataSource<string, Fare>({ cell: (fare) => fare.title });
const list = new Snapshot<string, Fare>();
list.appendSections(["fares"]);
list.appendItems([{ id: 1, title: "Bus", price: 2.5 }], "fares");
source.apply(list);
list.updateItems({ id: 1, price: 2.75 });
const changes = source.apply(list)?.difference.reconfiguredItems ?? [];
for (const change of changes) console.log(`${change.new?.title} ${change.new?.price}`);
source.dispose();
