"""Lists in the pages around them: how they come and go, in shadow roots, on paper, and higher than an element can
be."""

import base64
import os

from list_case import ListCase, root

# A list in an element, with rows of a text and a button.
MOUNT = """(element, rows, options = {}) => {
  const view = new test.ListView(element, { cell: ({ id }, _, row = document.createElement("div")) => {
    row.textContent = `Row ${id}`;
    row.append(document.createElement("button"));
    return row;
  }, ...options });
  const source = new test.DataSource({ view });
  source.apply(new test.Snapshot([{ id: "a", items: rows.map((id) => ({ id })) }]),
    { animatingDifferences: false }).dispose();
  return source;
}"""


class PageTest(ListCase):
    def setUp(self):
        super().setUp()
        self.open("Tests/DiffableWebTests/list.html", "globalThis.test !== undefined")
        self.evaluate(
            f"(async () => {{ Object.assign(test, await import('/build/web/diffable.js')); test.mount = {MOUNT}; }})()"
        )

    def counts(self):
        """Listeners and nodes of the page that are not garbage."""
        for _ in range(3):
            self.frames()
            self.browser.call("HeapProfiler.collectGarbage")
        metrics = {one["name"]: one["value"] for one in self.browser.call("Performance.getMetrics")["metrics"]}
        return metrics["JSEventListeners"], metrics["Nodes"]

    def test_lists_that_are_disposed_leave_nothing(self):
        self.browser.call("Performance.enable")
        mount = """(async () => {
          for (let number = 0; number < %d; number += 1) {
            const source = test.mount(list, [1, 2, 3], { isReorderable: true });
            source.apply(new test.Snapshot([{ id: "a", items: [{ id: 3 }, { id: 4 }] }]),
              { animatingDifferences: number %% 10 === 0 });
            source.dispose();
            if (number %% 100 === 99) await new Promise(requestAnimationFrame);
          }
        })()"""
        self.evaluate(mount % 100)
        before = self.counts()
        self.evaluate(mount % 5000)
        after = self.counts()
        self.assertEqual(0, self.evaluate("list.childNodes.length"))
        # The browser may not have collected the last ones. One for each list would be 5,000.
        self.assertLess(after[0] - before[0], 500, "listeners")
        self.assertLess(after[1] - before[1], 500, "nodes")

    def test_lists_that_the_page_forgets_are_collected(self):
        self.browser.call("Performance.enable")
        mount = """void (() => {
          for (let number = 0; number < 200; number += 1) {
            const element = document.createElement("div");
            list.append(element);
            test.mount(element, [1, 2, 3], { isReorderable: true });
          }
          list.replaceChildren();
        })()"""
        self.evaluate(mount)
        before = self.counts()
        for _ in range(3):
            self.evaluate(mount)
        after = self.counts()
        self.assertLess(after[0] - before[0], 200, "listeners")
        self.assertLess(after[1] - before[1], 200, "nodes")

    def test_a_view_can_be_that_of_another_data_source_later(self):
        self.evaluate("void test.start()")
        self.evaluate("test.apply({ a: [1, 2] }), test.source.view = null")
        self.assertEqual(0, self.evaluate("list.childNodes.length"))
        self.evaluate("test.source = new test.DataSource({ view: test.view }), test.apply({ a: test.range(0, 200) })")
        self.assertEqual("Row 0", self.evaluate("test.shown()[0]"))
        self.evaluate("list.scrollTop = 4000")
        self.assertTrue(self.browser.wait_until("document.elementFromPoint(400, 300).closest('.row') !== null"))

    def test_a_list_in_an_element_of_any_layout(self):
        for style in (
            "display: flex",
            "display: flex; flex-direction: column",
            "display: flex; flex-direction: column; align-items: center",
            "display: grid",
            "display: inline-block; width: 100%",
            "display: flow-root; padding: 5px",
        ):
            self.evaluate(
                f"list.style = 'box-sizing: border-box; {style}', test.start(), test.apply({{ a: test.range(0, 200) }})"
            )
            self.frames()
            self.assertGreater(self.evaluate("document.getElementById('row-0').offsetWidth"), 760, style)
            self.assertGreater(self.evaluate("list.scrollHeight"), 6000, style)
            self.evaluate("list.scrollTop = list.scrollHeight")
            self.assertTrue(self.browser.wait_until("test.shown().at(-1) === 'Row 199'"), style)

    def test_a_list_fills_a_window_that_grows(self):
        self.evaluate("test.start({ overscan: 0 }), list.style.height = '100px', test.apply({ a: test.range(0, 100) })")
        self.frames(4)
        self.assertLess(self.evaluate("test.shown().length"), 5)
        self.evaluate("list.style.height = '600px'")
        self.assertTrue(self.browser.wait_until("test.shown().length > 12"))

    # In a shadow root: a scroller with a list in it, or with a slot for the list.
    SHADOW = """(isSlotted) => {
      const host = document.createElement("div");
      list.replaceWith(host);
      const root = host.attachShadow({ mode: "open" });
      root.innerHTML = `<div id="scroller" style="height: 300px; overflow: auto">${
        isSlotted ? "<slot></slot>" : "<div id='inner'></div>"}</div>`;
      globalThis.root = root;
      const inner = isSlotted ? host.appendChild(document.createElement("div")) : root.getElementById("inner");
      globalThis.source = test.mount(inner, test.range(0, 1000), { role: "listbox" });
    }"""

    def test_a_list_in_a_shadow_root_scrolls(self):
        for is_slotted in ("false", "true"):
            self.open("Tests/DiffableWebTests/list.html", "globalThis.test !== undefined")
            self.evaluate(
                "(async () => { Object.assign(test, await import('/build/web/diffable.js')); "
                f"test.mount = {MOUNT}; }})()"
            )
            self.evaluate(f"({self.SHADOW})({is_slotted})")
            self.frames()
            rows = "[...source.view.rows.container.children].map((one) => one.textContent)"
            self.assertLess(len(self.evaluate(rows)), 70)
            self.evaluate("root.getElementById('scroller').scrollTop = 10000")
            self.assertTrue(
                self.browser.wait_until("""(() => {
              const top = root.getElementById("scroller").getBoundingClientRect().top + 150;
              return [...source.view.rows.container.children].some((one) =>
                (({ top: start, bottom }) => start <= top && bottom > top)(one.getBoundingClientRect()));
            })()"""),
                is_slotted,
            )

    def test_the_focus_in_a_shadow_root_goes_on(self):
        self.evaluate(f"({self.SHADOW})(false)")
        self.evaluate("source.view.scrollTo(1).focus()")
        self.evaluate("void (() => { const next = source.snapshot(); next.deleteItems(1); source.apply(next); })()")
        self.assertEqual("Row 2", self.evaluate("root.activeElement?.textContent"))

    def test_all_rows_are_printed(self):
        self.evaluate("test.start(), test.apply({ a: test.range(0, 300) }), list.scrollTop = 2000")
        self.frames(4)
        shown = self.evaluate("test.shown()")
        boxes = "test.view.rows.shown.map(({ element }) => element.getBoundingClientRect())"
        before = self.evaluate(boxes + ".map(({ top }) => top)")
        self.evaluate("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual([f"Row {number}" for number in range(300)], self.evaluate("test.shown()"))
        self.assertEqual(
            0,
            self.evaluate(
                f"{boxes}.filter(({{ top }}, index, all) => "
                "index > 0 && Math.abs(top - all[index - 1].bottom) > 0.1).length"
            ),
        )
        self.evaluate("dispatchEvent(new Event('afterprint'))")
        self.frames()
        self.assertEqual(shown, self.evaluate("test.shown()"))
        self.assertEqual(before, self.evaluate(boxes + ".map(({ top }) => top)"))
        # Without the scroller, the browser prints them on several pages.
        self.evaluate("list.style.height = 'auto', list.style.overflow = 'visible'")
        pages = base64.b64decode(self.browser.call("Page.printToPDF")["data"]).count(b"/Type /Page\n")
        self.assertGreater(pages, 8)
        self.frames()
        self.assertLess(self.evaluate("test.shown().length"), 60)
        self.evaluate("test.apply({ a: [3, 2] })")
        self.assertEqual(["Row 3", "Row 2"], self.evaluate("test.shown()"))

    def test_a_list_higher_than_an_element_can_be(self):
        self.evaluate("test.start(), test.apply({ a: test.range(0, 1000000) })")
        # What is at a height of the window, and where.
        look = """((y) => (({ element, identifier }) => [identifier, element.getBoundingClientRect().top])(
          test.view.rowOf(document.elementFromPoint(400, y))))"""
        self.evaluate("list.scrollTop = list.scrollHeight")
        self.assertTrue(self.browser.wait_until("test.shown().at(-1) === 'Row 999999'"))
        self.assertEqual(999999, self.evaluate(look + "(595)")[0])
        for row in (600000, 600200, 3, 999990, 0):
            self.assertEqual(f"Row {row}", self.evaluate(f"test.view.scrollTo({row}).firstElementChild.textContent"))
            self.assertTrue(
                self.evaluate(
                    "(({ top, bottom }) => top >= -0.5 && bottom <= 600.5)"
                    f"(document.getElementById('row-{row}').getBoundingClientRect())"
                ),
                row,
            )
        # A short way is as long as in any list, also if it is a long one in many steps.
        self.evaluate("test.view.scrollTo(500000)")
        self.frames(2)
        row, top = self.evaluate(look + "(300)")
        for _ in range(20):
            self.evaluate("list.scrollTop += 100")
            self.frames()
        height = self.evaluate("test.view.rows.shown[0].height")
        moved, now = self.evaluate(look + "(300)")
        self.assertAlmostEqual(2000, (moved - row) * height + top - now, delta=3)
        # When the user stops, the scroll position is in proportion again, and nothing is seen of that.
        self.frames(30)
        again, place = self.evaluate(look + "(300)")
        self.assertEqual(moved, again)
        self.assertAlmostEqual(now, place, delta=1)
        self.assertAlmostEqual(0.5, self.evaluate("list.scrollTop / list.scrollHeight"), delta=0.01)
        # Rows above go, and what is seen stays.
        self.evaluate("test.apply({ a: test.range(100000, 1000000) })")
        self.assertEqual(moved, self.evaluate(look + "(300)")[0])
        self.assertAlmostEqual(place, self.evaluate(look + "(300)")[1], delta=1)
        self.evaluate("test.apply({ a: test.range(499000, 501000) })")
        self.assertEqual(moved, self.evaluate(look + "(300)")[0])
        self.assertEqual(0, self.evaluate("test.view.rows.viewport.offset"))

    def test_a_chat_stays_at_its_end(self):
        # The last row, and how far its bottom is from that of the window.
        last = """(() => {
          const row = test.view.rows.layout.rows.at(-1);
          return [row.identifier, row.element ? Math.round(row.element.getBoundingClientRect().bottom) : null];
        })()"""
        seen = """((y) => (({ element, identifier }) => [identifier, Math.round(element.getBoundingClientRect().top)])(
          test.view.rowOf(document.elementFromPoint(400, y))))(100)"""
        for animation in ("{ animatingDifferences: false }", "{}"):
            self.evaluate("test.start({ anchor: 'end' }), test.apply({ a: [{ id: 1000, title: 'first' }] })")
            self.evaluate(
                f"test.apply({{ a: [...test.range(1000, 1100), {{ id: 1100, isTall: true }}] }}, {animation})"
            )
            self.assertTrue(self.browser.wait_until("document.getAnimations().length === 0"))
            self.assertEqual([1100, 600], self.evaluate(last))
            self.evaluate(f"test.apply({{ a: test.range(1000, 1105) }}, {animation})")
            self.assertTrue(self.browser.wait_until("document.getAnimations().length === 0"))
            self.assertEqual([1104, 600], self.evaluate(last))
            # A row that grows, as one in which a picture is loaded.
            self.evaluate("document.getElementById('row-1100').style.paddingBottom = '150px'")
            self.frames(4)
            self.assertEqual([1104, 600], self.evaluate(last))
            self.evaluate("list.style.height = '400px'")
            self.frames(4)
            self.assertEqual([1104, 400], self.evaluate(last))
            self.evaluate("list.style.height = ''")
            self.frames(4)
            # Who reads older messages is left alone, and at the very top, too.
            for position in (1500, 0):
                self.evaluate(f"list.scrollTop = {position}")
                self.frames(4)
                before = self.evaluate(seen)
                first = 900 if position else 500
                self.evaluate(f"test.apply({{ a: test.range({first}, 1110) }}, {animation})")
                self.assertTrue(self.browser.wait_until("document.getAnimations().length === 0"))
                self.assertEqual(before, self.evaluate(seen), position)
            # Back at the end, new messages are seen again.
            self.evaluate("list.scrollTop = list.scrollHeight")
            self.frames(4)
            self.evaluate(f"test.apply({{ a: test.range(500, 1120) }}, {animation})")
            self.assertTrue(self.browser.wait_until("document.getAnimations().length === 0"))
            self.assertEqual([1119, 600], self.evaluate(last))
            self.evaluate("test.view.scrollTo(700)")
            self.evaluate(f"test.apply({{ a: test.range(500, 1130) }}, {animation})")
            self.assertNotEqual(600, self.evaluate(last)[1])

    def test_workers_and_the_minified_module(self):
        program = """
          import { DataSource, init } from "/build/web/%s";
          await init();
          const source = new DataSource();
          source.setItems([1, 2, 3]);
          postMessage([...source.snapshot()]);
        """
        for name in ("diffable.js", "diffable.init.js", "diffable.min.js"):
            os.makedirs(f"{root}/build/tests", exist_ok=True)
            with open(f"{root}/build/tests/worker.js", "w", encoding="utf-8") as file:
                file.write(program % name)
            result = self.evaluate(f"""new Promise((done, fail) => {{
              const worker = new Worker("/build/tests/worker.js?{name}", {{ type: "module" }});
              worker.onmessage = ({{ data }}) => done(data);
              worker.onerror = ({{ message }}) => fail(new Error(message));
            }})""")
            self.assertEqual([1, 2, 3], result, name)
        # The same list view, minified.
        self.evaluate("""(async () => {
          const small = await import("/build/web/diffable.min.js");
          test.view = new small.ListView(list, { cell: (item) => item.title, role: "listbox", isReorderable: true });
          test.source = new small.DataSource({ view: test.view });
          test.source.setItems(test.range(0, 1000).map((id) => ({ id, title: `Row ${id}` })));
          list.scrollTop = 4000;
        })()""")
        self.assertTrue(
            self.browser.wait_until("document.elementFromPoint(400, 300).getAttribute('role') === 'option'")
        )

    def test_a_derived_list_is_a_second_view(self):
        self.evaluate("""void (() => {
          test.start();
          const other = document.body.appendChild(document.createElement("div"));
          test.second = test.source.derive({ view: new test.ListView(other, { cell: (item) => `Again ${item}` }) });
        })()""")
        self.evaluate("test.apply({ a: [1, 2] }), test.apply({ a: [2, 3] })")
        self.assertEqual(
            [["Row 2", "Row 3"], ["Again 2", "Again 3"]],
            self.evaluate(
                "[test.shown(), [...test.second.view.rows.container.children].map((one) => one.textContent)]"
            ),
        )

    def test_two_views_of_one_list(self):
        self.evaluate("""(() => {
          document.body.innerHTML = "<div class=place></div><div class=place></div>";
          const view = (place, sign) => new test.ListView(place, { cell: ({ title }) => sign + title });
          globalThis.views = Array.from(document.querySelectorAll(".place"),
            (place, index) => view(place, "ab"[index]));
          globalThis.source = new test.DataSource({ view: views });
          source.setItems([{ id: 1, title: "1" }, { id: 2, title: "2" }]);
        })()""")
        texts = "Array.from(document.querySelectorAll('.place'), (place) => place.textContent)"
        self.assertEqual(["a1a2", "b1b2"], self.evaluate(texts))
        self.evaluate("source.update((list) => list.moveItemBefore(2, 1), { animatingDifferences: false })")
        self.assertEqual(["a2a1", "b2b1"], self.evaluate(texts))
        # The one that stays goes on when the other one goes.
        self.evaluate(
            "source.view = views[1], "
            "source.update((list) => list.updateItems({ id: 1, title: '3' }), { animatingDifferences: false })"
        )
        self.assertEqual(["", "b2b3"], self.evaluate(texts))
        self.evaluate("void (source.view = views)")
        self.assertEqual(["a2a3", "b2b3"], self.evaluate(texts))
        # If one cannot show a list, none does.
        error = """(() => {
          try {
            source.update((list) => list.appendItems({ id: 9 }), { animatingDifferences: false });
          } catch (error) { return error.message; }
        })()"""
        self.evaluate(
            "views[1] = new test.ListView(document.createElement('div'), { cell: ({ title }) => title }), "
            "void (source.view = views)"
        )
        self.assertIn("it returned undefined", self.evaluate(error))
        self.assertEqual(["a2a3", ""], self.evaluate(texts))
        self.evaluate("source.dispose()")
        self.assertEqual(["", ""], self.evaluate(texts))

    def test_headers_stay_in_sight(self):
        self.evaluate("""void (() => {
          list.style.height = "300px";
          const header = ({ id, title = id }) => Object.assign(document.createElement("div"),
            { textContent: title, className: "head", id: `head-${id}` });
          test.start({
            header,
            cell: (item) => Object.assign(document.createElement("div"), { textContent: item, style: "height: 40px" }),
            stickyHeaders: true,
          });
          test.source.apply(
            new test.Snapshot([{ id: "a", items: test.range(0, 100) }, { id: "b", items: test.range(100, 200) }]),
            { animatingDifferences: false });
          list.append(Object.assign(document.createElement("style"),
            { textContent: ".head { height: 30px; background: #eee }" }));
        })()""")
        look = """(() => {
          const copy = document.querySelector(".sticky-header > *");
          return copy && [copy.textContent,
            Math.round(copy.getBoundingClientRect().top - list.getBoundingClientRect().top),
            Math.round(copy.getBoundingClientRect().height)];
        })()"""
        self.frames(4)
        self.assertIsNone(self.evaluate(look))
        # A section has 30 + 100 * 40 pixels. Before the next one, its header is pushed out.
        for position, expected in (
            (10, ["a", 0, 30]),
            (2000, ["a", 0, 30]),
            (4010, ["a", -10, 30]),
            (4030, None),
            (4040, ["b", 0, 30]),
            (99999, ["b", 0, 30]),
            (0, None),
        ):
            self.evaluate(f"list.scrollTop = {position}")
            self.frames(4)
            self.assertEqual(expected, self.evaluate(look), position)
        self.evaluate("list.scrollTop = 2000")
        self.frames(4)
        # Nothing else is where it was not, there is no other header for assistive technology, and a click on the copy
        # is no click on the row below it.
        self.assertEqual(
            [True, 0, True],
            self.evaluate("""(() => {
              const copy = document.querySelector(".sticky-header .head");
              const { left, top } = copy.getBoundingClientRect();
              const hit = document.elementFromPoint(left + 5, top + 5);
              return [copy.inert, document.querySelectorAll(".sticky-header [id]").length, hit === copy.parentElement];
            })()"""),
        )
        self.assertEqual([4060 + 4000, 2000], self.evaluate("[list.scrollHeight, list.scrollTop]"))
        self.evaluate(
            "void test.source.update((draft) => draft.updateSections({ id: 'a', title: 'other' }), "
            "{ animatingDifferences: false })"
        )
        self.assertEqual(["other", 0, 30], self.evaluate(look))
        self.evaluate("dispatchEvent(new Event('beforeprint'))")
        self.assertIsNone(self.evaluate(look))
        self.evaluate("dispatchEvent(new Event('afterprint'))")
        self.frames(4)
        self.assertEqual(["other", 0, 30], self.evaluate(look))
        self.evaluate("void test.source.update((draft) => draft.deleteSections('a'), { animatingDifferences: false })")
        self.frames(4)
        self.assertIn(self.evaluate(look), (None, ["b", 0, 30]))
        self.evaluate("test.source.dispose()")
        self.assertEqual(0, self.evaluate("document.querySelectorAll('.sticky-header').length"))
        error = "(() => { try { test.start({ stickyHeaders: true }); } catch (error) { return error.message; } })()"
        self.assertEqual("stickyHeaders: the list has no header", self.evaluate(error))
