"""The examples of docs/frameworks.md, with the frameworks that Debian has, in Chromium."""

import os
import re
import shutil
import subprocess

from list_case import ListCase, root

FOLDER = f"{root}/build/tests/frameworks"
# What each test adds to the examples, which is then bundled.
BEGIN = """
const source = new DataSource();
source.setItems(Array.from({ length: 200 }, (_, id) => ({ id, title: `Row ${id}` })));
globalThis.source = source;
"""
REACT = """
import { StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { DataSource } from "diffable";
import { DiffableList } from "./react1";
import { useItems } from "./react2";
import { Rows } from "./react3";
const cell = (suffix) => (item) => `${item.title}${suffix}`;
function Page() {
  const [state, setState] = useState({ isShown: true, suffix: "!" });
  globalThis.setState = setState;
  return <>
    {state.isShown && <div id="list" style={{ height: 300, overflow: "auto" }}>
      <DiffableList source={views} options={{ cell: cell(state.suffix) }} />
    </div>}
    <p id="count">{useItems(source).length}</p>
    {state.isShown && <Rows source={source} />}
    <Early />
  </>;
}
// The effects of a child run before the component above it subscribes.
const early = new DataSource();
function Early() {
  return <><p id="early">{useItems(early).map((item) => item.title).join()}</p><Filler /></>;
}
function Filler() {
  useEffect(() => { early.setItems([{ id: 1, title: "early" }]); }, []);
  return null;
}
const views = new DataSource();
views.setItems([...source.snapshot()]);
globalThis.views = views;
createRoot(document.body.appendChild(document.createElement("main"))).render(<StrictMode><Page /></StrictMode>);
"""
PREACT = """
import { h, render } from "preact";
import { DataSource } from "diffable";
import { DiffableList } from "./preact1";
const main = document.body.appendChild(document.createElement("main"));
globalThis.show = (isShown) => {
  globalThis.page = render(
    isShown ? <div><DiffableList source={source} options={{ cell: (item) => item.title }} /></div> : <div />,
    main, globalThis.page);
};
show(true);
"""
VUE = """
import Vue from "vue";
import { DataSource } from "diffable";
import { withItems } from "./vue2";
import { listOf } from "./vue2_list";
const views = new DataSource();
views.setItems([...source.snapshot()]);
globalThis.views = views;
globalThis.page = new Vue({
  components: {
    rows: {
      mixins: [withItems(source)],
      render(h) { return h("ul", this.items.map((item) => h("li", { key: item.id }, item.title))); },
    },
    list: listOf(views, { cell: (item) => item.title }),
  },
  data: { isShown: true },
  render(h) {
    return h("main", this.isShown
      ? [h("div", { style: { height: "300px", overflow: "auto" } }, [h("list")]), h("rows")]
      : []);
  },
}).$mount(document.body.appendChild(document.createElement("main")));
"""
# Vue 3 calls `render` without arguments; `h` is the one of its module. A `shallowRef` holds a value as it is, and
# `onScopeDispose` is called in `setup`, for what ends with the component.
VUE_3_MODULE = """
export const h = (name) => document.createElement(name);
export const shallowRef = (value) => ({ value });
export const disposals = [];
export const onScopeDispose = (dispose) => { disposals.push(dispose); };
"""
VUE_3 = """
import { DataSource } from "diffable";
import { useItems } from "./vue1";
import { listOf } from "./vue3";
import { disposals } from "./vue_3_module.js";
globalThis.items = useItems(source);
globalThis.disposals = disposals;
const main = document.body.appendChild(document.createElement("main"));
main.style.height = "300px";
globalThis.component = listOf(source, { cell: (item) => item.title });
component.$el = main.appendChild(component.render());
component.mounted();
"""
# The contract of `readable`: the function starts with the first subscriber, and what it returned is called after the
# last one.
STORE = """
export function readable(value, start) {
  const subscribers = new Set();
  let stop;
  const set = (next) => {
    value = next;
    for (const run of subscribers) run(value);
  };
  return {
    subscribe(run) {
      subscribers.add(run);
      if (subscribers.size === 1) stop = start(set);
      run(value);
      return () => {
        if (subscribers.delete(run) && subscribers.size === 0) stop();
      };
    },
  };
}
"""
SVELTE = """
import { DataSource } from "diffable";
import { itemsOf } from "./svelte1";
import { list } from "./svelte2";
const items = itemsOf(source);
globalThis.subscribe = () => items.subscribe((value) => { globalThis.titles = value.map((item) => item.title); });
const main = document.body.appendChild(document.createElement("main"));
main.style.height = "300px";
// Svelte calls an action with the element and its parameter, and later `destroy` of what it returned.
const views = new DataSource();
views.setItems([...source.snapshot()]);
globalThis.views = views;
globalThis.action = list(main.appendChild(document.createElement("div")),
  { source: views, cell: (item) => item.title });
"""


class FrameworksTest(ListCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        shutil.rmtree(FOLDER, ignore_errors=True)
        os.makedirs(f"{FOLDER}/node_modules")
        os.symlink(f"{root}/build/web", f"{FOLDER}/node_modules/diffable")
        with open(f"{root}/docs/frameworks.md", encoding="utf-8") as page:
            chapters = re.split(r"^## ", page.read(), flags=re.MULTILINE)
        os.makedirs(f"{FOLDER}/node_modules/svelte")
        cls.write("node_modules/svelte/store.js", STORE)
        cls.write("vue_3_module.js", VUE_3_MODULE)
        for chapter in chapters[1:]:
            name = chapter.split("\n")[0].lower()
            for number, block in enumerate(re.findall(r"^```jsx?\n(.*?)^```", chapter, re.MULTILINE | re.DOTALL), 1):
                # A block that uses the hook of another one of its chapter.
                text = (
                    'import { useItems } from "./react2";\n'
                    if "useItems(" in block and "function useItems" not in block
                    else ""
                ) + block
                if "mounted()" in text:
                    # What the page says about Vue 2.
                    cls.write(
                        "vue2_list.jsx",
                        text.replace('import { h } from "vue";\n', "")
                        .replace("render: ()", "render: (h)")
                        .replace("unmounted", "destroyed"),
                    )
                if name == "vue":
                    text = text.replace('from "vue"', 'from "./vue_3_module.js"')
                cls.write(f"{name}{number}.jsx", text)

    @staticmethod
    def write(name, text):
        with open(f"{FOLDER}/{name}", "w", encoding="utf-8") as file:
            file.write(text)

    def start(self, name, program, *options):
        self.write(
            f"{name}.jsx",
            program.replace(
                'import { DataSource } from "diffable";', 'import { DataSource } from "diffable";' + BEGIN, 1
            ),
        )
        subprocess.run(
            [
                "esbuild",
                f"{name}.jsx",
                "--bundle",
                "--format=esm",
                f"--outfile={name}.out.js",
                "--log-level=error",
                '--define:process.env.NODE_ENV="development"',
                *options,
            ],
            cwd=FOLDER,
            env={**os.environ, "NODE_PATH": "/usr/share/nodejs"},
            check=True,
        )
        shutil.copy(f"{root}/build/web/diffable.wasm", FOLDER)
        self.write(
            f"{name}.html",
            f'<!DOCTYPE html><meta charset="utf-8"><title>{name}</title>'
            f'<body><script type="module" src="{name}.out.js"></script>',
        )
        self.open(f"build/tests/frameworks/{name}.html", "document.querySelector('main')?.childElementCount > 0")
        self.frames()

    ROWS = "Array.from(document.querySelectorAll('li'), (one) => one.textContent)"
    LIST = "Array.from(document.querySelectorAll('[role=list] > *:not(.leaving)'), (one) => one.textContent)"

    def test_react(self):
        self.start("react", REACT, "--jsx=automatic")
        self.assertEqual(["Row 0!", "Row 1!"], self.evaluate(self.LIST)[:2])
        self.assertLess(len(self.evaluate(self.LIST)), 60)
        self.assertEqual([f"Row {number}" for number in range(200)], self.evaluate(self.ROWS))
        self.assertEqual("early", self.evaluate("document.getElementById('early').textContent"))
        # Rows that did not change are the same elements, and are not rendered again.
        self.evaluate("void (globalThis.rows = [...document.querySelectorAll('li')])")
        for name in ("source", "views"):
            self.evaluate(
                f"{name}.update((draft) => {{ draft.deleteItems(0); draft.updateItems({{ id: 2, title: 'two' }}); }}, "
                "{ animatingDifferences: false }).dispose()"
            )
        self.frames()
        self.assertEqual(["Row 1", "two", "Row 3"], self.evaluate(self.ROWS)[:3])
        self.assertEqual(["Row 1!", "two!", "Row 3!"], self.evaluate(self.LIST)[:3])
        self.assertTrue(
            self.evaluate("rows.slice(1).every((row, index) => row === document.querySelectorAll('li')[index])")
        )
        self.assertEqual("199", self.evaluate("document.getElementById('count').textContent"))
        # New props are seen by the next update, and a list that is not shown is no view.
        self.evaluate("setState({ isShown: true, suffix: '?' })")
        self.frames()
        self.evaluate(
            "views.update((draft) => draft.updateItems({ id: 1, title: 'one' }), "
            "{ animatingDifferences: false }).dispose()"
        )
        self.assertEqual(["one?", "two!"], self.evaluate(self.LIST)[:2])
        self.evaluate("setState({ isShown: false })")
        self.frames()
        self.assertEqual([[], None], self.evaluate(f"[{self.LIST}, views.view ?? null]"))
        self.evaluate("source.setItems([]), setState({ isShown: true, suffix: '' })")
        self.frames()
        self.assertEqual([["one", "two"], []], self.evaluate(f"[{self.LIST}.slice(0, 2), {self.ROWS}]"))

    def test_preact(self):
        self.start("preact", PREACT, "--jsx-factory=h", "--jsx-fragment=Fragment")
        self.assertEqual(["Row 0", "Row 1"], self.evaluate(self.LIST)[:2])
        self.evaluate("source.update((draft) => draft.deleteItems(0), { animatingDifferences: false }), show(true)")
        self.assertEqual(["Row 1", "Row 2"], self.evaluate(self.LIST)[:2])
        self.evaluate("show(false)")
        self.assertEqual([[], None], self.evaluate(f"[{self.LIST}, source.view ?? null]"))

    def test_vue(self):
        self.start("vue", VUE)
        self.assertEqual([f"Row {number}" for number in range(200)], self.evaluate(self.ROWS))
        self.assertEqual(["Row 0", "Row 1"], self.evaluate(self.LIST)[:2])
        self.evaluate("void (globalThis.rows = [...document.querySelectorAll('li')])")
        for name in ("source", "views"):
            self.evaluate(
                f"{name}.update((draft) => draft.deleteItems(0), {{ animatingDifferences: false }}).dispose()"
            )
        self.frames()
        self.assertEqual("Row 1", self.evaluate(self.ROWS)[0])
        self.assertEqual(["Row 1", "Row 2"], self.evaluate(self.LIST)[:2])
        self.assertTrue(
            self.evaluate("rows.slice(1).every((row, index) => row === document.querySelectorAll('li')[index])")
        )
        self.evaluate("page.isShown = false")
        self.frames()
        self.assertEqual([[], None], self.evaluate(f"[{self.LIST}, views.view ?? null]"))
        self.evaluate("source.setItems([])")

    def test_vue_3(self):
        self.start("vue_3", VUE_3)
        self.assertEqual(["Row 0", "Row 1"], self.evaluate(self.LIST)[:2])
        self.evaluate("component.unmounted()")
        self.assertEqual([[], None], self.evaluate(f"[{self.LIST}, source.view ?? null]"))
        titles = "items.value.slice(0, 2).map((item) => item.title)"
        delete = "source.update((draft) => draft.deleteItems([...draft.itemIdentifiers()][0])).dispose()"
        self.assertEqual(["Row 0", "Row 1"], self.evaluate(titles))
        self.evaluate(delete)
        self.assertEqual(["Row 1", "Row 2"], self.evaluate(titles))
        self.evaluate(f"disposals.forEach((dispose) => dispose()), {delete}")
        self.assertEqual(["Row 1", "Row 2"], self.evaluate(titles))

    def test_svelte(self):
        self.start("svelte", SVELTE)
        delete = "source.update((draft) => draft.deleteItems([...draft.itemIdentifiers()][0])).dispose()"
        self.evaluate(delete)
        self.assertEqual("Row 1", self.evaluate("(globalThis.stop = subscribe(), titles[0])"))
        self.evaluate(delete)
        self.assertEqual("Row 2", self.evaluate("titles[0]"))
        self.evaluate(f"stop(), {delete}")
        self.assertEqual("Row 2", self.evaluate("titles[0]"))
        self.assertEqual("Row 3", self.evaluate("(subscribe(), titles[0])"))
        self.assertEqual(["Row 0", "Row 1"], self.evaluate(self.LIST)[:2])
        self.evaluate("action.destroy()")
        self.assertEqual([[], None], self.evaluate(f"[{self.LIST}, views.view ?? null]"))
