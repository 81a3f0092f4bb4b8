"""Lists of rows that change: how many DOM operations it takes, and what stays as it is."""

from list_case import ListCase

# Random lists, applied one after the other. Of each apply: the DOM operations, as a MutationObserver counts them, and
# the fewest that there can be, by a longest common subsequence of the elements before and after, in quadratic time.
RANDOM = """(async () => {
  const { view } = test;
  const { container } = view.rows;
  let seed = %d;
  const random = (limit) => (seed = (seed * 1103515245 + 12345) %% 2147483648) %% limit;
  const fewest = (before, after) => {
    const [olds, news] = [new Set(before), new Set(after)];
    const kept = before.filter((one) => news.has(one)).map((one) => after.indexOf(one));
    const longest = [];
    for (let index = 0; index < kept.length; index += 1) {
      longest[index] = 1 + Math.max(0,
        ...kept.slice(0, index).map((one, number) => one < kept[index] ? longest[number] : 0));
    }
    const moves = kept.length - Math.max(0, ...longest);
    return {
      added: after.filter((one) => !olds.has(one)).length + moves,
      removed: before.filter((one) => !news.has(one)).length + moves,
    };
  };
  const observer = new MutationObserver(() => {});
  observer.observe(container, { childList: true });
  let [next, total] = [1, 0];
  let lists = { a: [], b: [], c: [] };
  const wrong = [];
  for (let turn = 0; turn < %d; turn += 1) {
    const copy = Object.fromEntries(Object.entries(lists).map(([id, items]) => [id, items.slice()]));
    const any = () => Object.values(copy)[random(Object.keys(copy).length)];
    for (let edits = 1 + random(8); edits > 0; edits -= 1) {
      const list = any();
      const place = random(list.length + 1);
      switch (random(6)) {
        case 0: case 1: list.splice(place, 0, { id: next, title: `Row ${next++}` }); break;
        case 2: list.splice(place, 1 + random(2)); break;
        case 3: {
          const other = any();
          other.splice(random(other.length + 1), 0, ...list.splice(place, 1 + random(3)));
          break;
        }
        case 4:
          if (list[place])
            list[place] = { ...list[place], title: `Row ${list[place].id} again`, isTall: random(2) === 1 };
          break;
        case 5: if (random(4) === 0) list.reverse(); break;
      }
    }
    lists = copy;
    if (random(10) === 0) lists = Object.fromEntries(Object.entries(lists).reverse());
    if (random(5) === 0) container.parentNode.scrollTop = random(2000);
    if (random(40) === 0) lists = { [`s${turn}`]: [], ...lists };
    view.rows.render();
    observer.takeRecords();
    const before = [...container.children];
    const elements = new Map(before.map((one) => [one.id, one]));
    test.apply(lists);
    const records = observer.takeRecords();
    const after = [...container.children];
    const count = (name) => records.reduce((sum, record) => sum + record[name].length, 0);
    const { added, removed } = fewest(before, after);
    total += added + removed;
    const texts = Object.entries(lists)
      .flatMap(([id, items]) => [...(%s ? [id] : []), ...items.map(({ title }) => title)]);
    if (count("addedNodes") !== added || count("removedNodes") !== removed)
      wrong.push([turn, count("addedNodes"), added, count("removedNodes"), removed]);
    // The rows of the window are those of the list in order.
    const first = texts.indexOf(test.shown()[0]);
    const expected = view.rows.overscan === Infinity ? texts : texts.slice(first, first + test.shown().length);
    if (JSON.stringify(test.shown()) !== JSON.stringify(expected)) wrong.push([turn, "shows", test.shown(), expected]);
    for (const one of after)
      if (one.id && elements.has(one.id) && elements.get(one.id) !== one) wrong.push([turn, "another element", one.id]);
    const tops = after.map((one) => Math.round(one.getBoundingClientRect().top * 8));
    if (tops.some((top, index) => index > 0 && top <= tops[index - 1])) wrong.push([turn, "places", tops]);
    if (wrong.length > 3) break;
  }
  return { wrong, total };
})()"""


class OperationsTest(ListCase):
    def start(self, options="{}"):
        self.open("Tests/DiffableWebTests/list.html", "globalThis.test !== undefined")
        self.evaluate(f"void test.start({options})")

    def test_random_applies_take_the_fewest_operations(self):
        for seed, options, headers in (
            (1, "{ overscan: Infinity }", "false"),
            (2, "{ overscan: Infinity, header: ({ id }) => id }", "true"),
            (3, "{ overscan: 100 }", "false"),
        ):
            self.start(options)
            result = self.evaluate(RANDOM % (seed, 400, headers))
            self.assertEqual([], result["wrong"])
            self.assertGreater(result["total"], 1000)

    def test_wrong_options_and_results_are_refused(self):
        self.start()
        error_of = "(() => { try { %s; } catch (error) { return String(error).slice('DiffableError: '.length); } })()"
        for call, text in {
            "test.start({ animated: true })": (
                'INVALID_ARGUMENT: ListView: unknown option "animated" (there are: cell, header, footer, role, '
            ),
            "test.start({ onChose() {} })": (
                'INVALID_ARGUMENT: ListView: unknown option "onChose": did you mean "onChoose"?'
            ),
            "test.start({ onClick() {} })": (
                'INVALID_ARGUMENT: ListView: unknown option "onClick": did you mean "onChoose"?'
            ),
            "test.start({ cell: undefined })": "INVALID_ARGUMENT: ListView: cell: function expected, got undefined",
            "test.start({ header: null })": "INVALID_ARGUMENT: ListView: header: function expected, got null",
            "test.start({ role: 'grid' })": (
                'INVALID_ARGUMENT: ListView: role: one of "list", "listbox", "tree" expected, got "grid"'
            ),
            "test.start({ handle: '.grip' })": (
                "INVALID_ARGUMENT: ListView: handle: rows are dragged only with isReorderable: true"
            ),
            "test.start({ overscan: -1 })": "INVALID_ARGUMENT: ListView: overscan: number expected, got -1",
            "new test.view.constructor('#list', { cell() {} })": (
                'INVALID_ARGUMENT: ListView: argument 1: element expected, got "#list"'
            ),
            "new test.view.constructor(document.body, { cell() {} }, 1)": (
                "INVALID_ARGUMENT: ListView: at most 2 arguments expected, got 3"
            ),
            "test.start({ cell: async () => 'x' }); test.apply({ a: [1] })": (
                "INVALID_CELL: cell: the function must return an element or a string; it returned a Promise"
            ),
            "test.start({ cell() {} }); test.apply({ a: [1] })": (
                "INVALID_CELL: cell: the function must return an element or a string; it returned undefined"
            ),
            "test.start(); test.view.scrollTo(1)": "UNKNOWN_IDENTIFIER: scrollTo: there is no item 1",
            "test.start(); test.apply({ a: [1] }); test.view.scrollTo(2)": (
                "UNKNOWN_IDENTIFIER: scrollTo: there is no item 2"
            ),
            "test.start(); test.apply({ a: [{ id: 1, children: [2] }] }); test.view.scrollTo(2)": (
                "UNKNOWN_IDENTIFIER: scrollTo: item 2 is hidden, because an item above it is collapsed"
            ),
            "test.start(); test.view.rowOf('1')": (
                'INVALID_ARGUMENT: rowOf: argument 1: node of the page expected, got "1"'
            ),
            "test.start(); test.view.rowOf(new Event('click'))": (
                "INVALID_ARGUMENT: rowOf: argument 1: node of the page expected, got an Event; its target is one"
            ),
            "test.start(); test.view.rowOf()": (
                "INVALID_ARGUMENT: rowOf: argument 1: node of the page expected, got undefined"
            ),
            "test.start(); test.view.rowOf(list, 1)": "INVALID_ARGUMENT: rowOf: at most 1 argument expected, got 2",
            "test.start(); test.view.scrollTo()": (
                "INVALID_ARGUMENT: scrollTo: argument 1: string, whole number or object"
            ),
            "test.start(); test.view.scrollTo(1, 'smooth')": (
                "INVALID_ARGUMENT: scrollTo: at most 1 argument expected, got 2"
            ),
            "test.start(); (0, test.view.scrollTo)(1)": (
                "INVALID_ARGUMENT: scrollTo: called on undefined instead of its object"
            ),
            "test.start(); test.view.attach(list)": (
                "INVALID_ARGUMENT: attach: argument 1: DataSource expected, got a HTMLDivElement"
            ),
            "test.start(); test.view.detach()": (
                "INVALID_ARGUMENT: detach: argument 1: DataSource expected, got undefined"
            ),
            "test.start(); test.view.detach(new test.source.constructor())": (
                "INVALID_ARGUMENT: detach: this ListView is not the view of that data source"
            ),
            "test.start(); test.view.prepare()": (
                "INVALID_ARGUMENT: prepare: argument 1: preparation with a Transaction expected, got undefined"
            ),
            "test.start(); test.view.prepare({ transaction: {} })": (
                "INVALID_ARGUMENT: prepare: argument 1: preparation with a Transaction expected, got an object"
            ),
            "test.start(); test.view.commit({})": (
                "INVALID_ARGUMENT: commit: argument 1: Transaction expected, got an object"
            ),
            "test.start(); test.view.commit(test.source.setItems([1]))": (
                "INVALID_ARGUMENT: commit: prepare comes before it"
            ),
            "test.start(); test.view.cancel()": (
                "INVALID_ARGUMENT: cancel: argument 1: Transaction expected, got undefined"
            ),
            "test.start(); test.view.cancel(test.source.setItems([1]))": (
                "INVALID_ARGUMENT: cancel: prepare comes before it"
            ),
            "test.start(); { const { view, source } = test, done = source.setItems([1]); "
            "source.view = null; view.prepare({ transaction: done }); }": (
                "INVALID_ARGUMENT: prepare: this ListView is the view of no data source"
            ),
            "test.start(); { const { view, source } = test, done = source.setItems([1]); source.setItems([]); "
            "view.prepare({ transaction: done }); view.prepare({ transaction: done }); }": (
                "INVALID_ARGUMENT: prepare: the transaction before is neither committed nor cancelled"
            ),
            "test.start({ role: 'listbox', selection: 'multiple' }); test.view.selectedItems = null": (
                "INVALID_ARGUMENT: selectedItems: argument 1: a list expected, got null"
            ),
            "test.start(); test.source.dispose(); test.view.scrollTo(2)": (
                "INVALID_ARGUMENT: scrollTo: this ListView is the view of no data source"
            ),
            "new test.view.constructor(document.createElement('ul'), { cell() {} })": (
                "INVALID_ARGUMENT: ListView: argument 1: <div> expected, got a <ul>; "
                "the list puts a <div> into it, whose role it sets"
            ),
            "test.start(); test.source = new test.source.constructor("
            "{ view: new test.view.constructor(list, { cell: String }) })": (
                "INVALID_ARGUMENT: view: the element has the list of another ListView; dispose its data source, "
                "or give each list an element of its own"
            ),
            "test.start(); { const row = document.createElement('p'); "
            "test.start({ cell: () => row }); test.apply({ a: [1, 2] }); }": (
                "INVALID_CELL: cell: the function returned the same element for item 2 and item 1; make one for each"
            ),
            "test.start({ cell: (item) => item.row ?? 'x' }); { const row = document.createElement('p'); "
            "test.apply({ a: [{ id: 1, row }] }); test.apply({ a: [{ id: 1, row }, { id: 2, row }] }); }": (
                "INVALID_CELL: cell: the function returned the same element for item 2 and item 1; make one for each"
            ),
            "test.start(); test.apply({ a: [1] }); test.view.scrollTo('1')": (
                'UNKNOWN_IDENTIFIER: scrollTo: there is no item "1", but there is 1'
            ),
        }.items():
            self.assertEqual(text, (self.evaluate(error_of % call) or "")[: len(text)])
        self.assertTrue(
            self.evaluate("test.view.scrollTo(1).id === 'row-1' && test.view.scrollTo({ id: 1 }).id === 'row-1'")
        )

    def test_rows_that_the_page_removed_are_refused(self):
        error_of = "(() => { try { %s; } catch (error) { return String(error).slice('DiffableError: '.length); } })()"
        self.start()
        self.evaluate("test.apply({ a: [1, 2] }); document.getElementById('row-1').remove()")
        # What does not show the row goes on.
        self.evaluate("test.apply({ a: [1, { id: 2, title: 'two' }] })")
        self.assertEqual(
            "INVALID_ARGUMENT: cell: the page removed the element of item 1; what the data source deletes is removed",
            self.evaluate(error_of % "test.apply({ a: [{ id: 1, title: 'one' }, 2] })"),
        )
        self.evaluate("test.apply({ a: [2] })")
        self.assertEqual(["Row 2"], self.evaluate("test.shown()"))
        self.evaluate("document.getElementById('list').innerHTML = ''")
        self.assertEqual(
            "INVALID_ARGUMENT: apply: the page removed the rows from their element; "
            "they leave it when the data source has no view, or is disposed",
            self.evaluate(error_of % "test.apply({ a: [2, 3] })"),
        )
        self.assertEqual([2], self.evaluate("test.source.snapshot().itemIdentifiers()"))

    def test_a_provider_that_throws_leaves_the_document_as_it_was(self):
        self.start()
        self.evaluate("test.apply({ a: [1, 2, { id: 3, title: 'three' }, 4] })")
        page = "document.getElementById('list').outerHTML"
        before = self.evaluate(page)
        self.evaluate("globalThis.nodes = [...test.view.rows.container.querySelectorAll('*')]")
        failing = """(() => {
          try { test.isBroken = (id) => id === 5; test.apply({ a: [{ id: 2, title: 'two', isTall: true }, 1, 5] }); }
          catch (error) { return error.message; } finally { test.isBroken = () => false; } })()"""
        self.assertEqual("no cell for 5", self.evaluate(failing))
        self.assertEqual(before, self.evaluate(page))
        self.assertTrue(
            self.evaluate(
                "nodes.every((one, index) => one === [...test.view.rows.container.querySelectorAll('*')][index])"
            )
        )
        self.evaluate("test.apply({ a: [{ id: 2, title: 'two', isTall: true }, 1, 5] })")
        self.assertEqual(["two", "Row 1", "Row 5"], self.evaluate("test.shown()"))

    def test_an_apply_that_something_else_undoes_leaves_the_document_as_it_was(self):
        self.start()
        self.evaluate("test.apply({ a: [1, 2, { id: 3, title: 'three' }, 4] })")
        page = "document.getElementById('list').outerHTML"
        before = self.evaluate(page)
        # The same change once as a real apply, which is taken back, and once as one that is cancelled after it was
        # prepared.
        self.evaluate("""(() => {
          const snapshot = test.source.snapshot();
          snapshot.updateItems([{ id: 3, title: "another", isTall: true }]);
          snapshot.insertItemsBefore([5, 6], 1);
          snapshot.moveItemBefore(4, 2);
          globalThis.transaction = test.source.apply(snapshot, { animatingDifferences: false });
          test.source.apply(transaction.initialSnapshot, { animatingDifferences: false });
        })()""")
        self.assertEqual(before, self.evaluate(page))
        self.evaluate("test.view.prepare({ transaction })")
        self.assertNotEqual(before, self.evaluate(page))
        self.evaluate("test.view.cancel(transaction)")
        self.assertEqual(before, self.evaluate(page))
        self.evaluate("test.apply({ a: [4, 5] })")
        self.assertEqual(["Row 4", "Row 5"], self.evaluate("test.shown()"))

    # Rows above the window come and go, others move past those in sight, and some around them show something else.
    # There are always enough rows above and below for the list to be scrolled as far as before.
    CHANGES = (
        "[...test.range(100, 130), ...test.range(0, 60)]",
        "[...test.range(100, 112), 3, 2, 1, 12, 14, 15, 16, 17, 13, 30, { id: 31, title: 'another' }, "
        "...test.range(32, 52)]",
        "[3, ...test.range(100, 112), 2, 12, 14, { id: 15, title: 'fifteen' }, 16, 17, 13, 30, 31, "
        "...test.range(32, 52)]",
    )

    def test_focus_transitions_and_scroll_position_are_kept(self):
        self.start()
        self.evaluate("test.apply({ a: test.range(0, 60) }), list.scrollTop = 600")
        self.frames(4)
        self.evaluate("""(() => {
          const field = document.querySelector("#row-14 input");
          field.focus();
          field.value = "half a word";
          field.setSelectionRange(2, 6);
          document.getElementById("row-15").classList.add("faded");
          globalThis.blurs = 0;
          field.addEventListener("blur", () => blurs += 1);
        })()""")
        self.frames()
        look = """(() => {
          const field = document.activeElement;
          const fading = document.getElementById("row-15").getAnimations()
            .filter((one) => one.transitionProperty === "opacity");
          return [field.parentNode?.id, field.selectionStart, field.selectionEnd, field.value,
            fading.length, fading[0]?.playState, blurs,
            Math.round(document.getElementById("row-14").getBoundingClientRect().top)];
        })()"""
        before = self.evaluate(look)
        self.assertEqual(["row-14", 2, 6, "half a word", 1, "running", 0], before[:7])
        self.evaluate("globalThis.fading = document.getElementById('row-15').getAnimations()[0]")
        for items in self.CHANGES:
            self.evaluate(f"test.apply({{ a: {items} }}, {{}})")
            self.assertEqual(before, self.evaluate(look))
            self.assertTrue(self.browser.wait_until("document.getElementById('row-14').getAnimations().length === 0"))
            self.assertEqual(before, self.evaluate(look))
        self.assertTrue(self.evaluate("document.getElementById('row-15').getAnimations().includes(fading)"))

    def test_selected_text_stays_selected(self):
        self.start()
        self.evaluate("test.apply({ a: test.range(0, 60) }), list.scrollTop = 600")
        self.frames(4)
        self.evaluate("""getSelection().setBaseAndExtent(document.querySelector("#row-14 span").firstChild, 1,
          document.querySelector("#row-17 span").firstChild, 3)""")
        look = (
            "[getSelection().toString(), getSelection().anchorNode.parentNode.parentNode.id, "
            "getSelection().anchorOffset]"
        )
        self.assertEqual(["row-14", 1], self.evaluate(look)[1:])
        for items in self.CHANGES[:2]:
            self.evaluate(f"test.apply({{ a: {items} }}, {{}})")
            self.assertEqual(["row-14", 1], self.evaluate(look)[1:])
            self.assertTrue(self.evaluate("getSelection().toString().startsWith('ow 14')"))
        # Rows with the selection keep their elements however far the list is scrolled.
        self.evaluate("test.apply({ a: test.range(0, 500) }), list.scrollTop = 15000")
        self.frames(4)
        self.assertTrue(
            self.evaluate("document.getElementById('row-14') !== null && document.getElementById('row-100') === null")
        )
        self.assertTrue(self.evaluate("getSelection().toString().startsWith('ow 14')"))

    def test_a_renamed_row_keeps_its_element_with_focus_and_selection(self):
        self.start("{ role: 'listbox' }")
        self.evaluate("test.apply({ a: [1, { id: 'draft', title: 'Hello' }, 3] })")
        self.evaluate("""(() => {
          globalThis.element = document.getElementById("row-draft");
          const field = element.querySelector("input");
          field.value = "half a word";
          field.focus();
          field.setSelectionRange(2, 6);
          globalThis.rename = (change) => {
            const snapshot = test.source.snapshot();
            snapshot.renameItem("draft", { id: 2, title: "Hello!" });
            change?.(snapshot);
            const transaction = test.source.apply(snapshot, { animatingDifferences: false });
            snapshot.dispose();
            return transaction;
          };
        })()""")
        look = """(() => {
          const field = document.activeElement;
          return [field.parentNode === element, element.isConnected,
            field.selectionStart, field.selectionEnd, field.value, test.made,
            test.view.rowOf(element).identifier, test.shown().join()];
        })()"""
        self.assertEqual([True, True, 2, 6, "half a word", 3, "draft", "Row 1,Hello,Row 3"], self.evaluate(look))
        # An apply that fails leaves the name.
        failing = """(() => { try { test.isBroken = (id) => id === 4; rename((snapshot) => snapshot.appendItems(4)); }
          catch (error) { return error.message; } finally { test.isBroken = () => false; } })()"""
        self.assertEqual("no cell for 4", self.evaluate(failing))
        self.assertEqual([True, True, 2, 6, "half a word", 3, "draft", "Row 1,Hello,Row 3"], self.evaluate(look))
        self.evaluate("globalThis.transaction = rename((snapshot) => snapshot.moveItemAfter(2, 3))")
        self.assertEqual([True, True, 2, 6, "half a word", 3, 2, "Row 1,Row 3,Hello!"], self.evaluate(look))
        self.assertTrue(self.evaluate("test.view.scrollTo(2) === element"))
        # Keys of the row name the new identifier. So do later changes.
        self.evaluate("test.view.onChoose = (id) => globalThis.chosen = id, element.click()")
        self.assertEqual(2, self.evaluate("chosen"))
        self.evaluate("test.apply({ a: [{ id: 2, title: 'Hello again' }, 1] })")
        self.assertEqual([True, True, 2, 6, "half a word", 3, 2, "Hello again,Row 1"], self.evaluate(look))
        # To undo it is to rename it back.
        self.evaluate("""(() => {
          const [history, snapshot] = [new test.History(test.source), test.source.snapshot()];
          snapshot.renameItem(2, "other");
          test.source.apply(snapshot);
          history.undo();
        })()""")
        self.assertEqual([True, True, 2, 6, "half a word", 3, 2, "Hello again,Row 1"], self.evaluate(look))

    def test_a_header_with_a_count_is_shown_again_and_no_row(self):
        self.open("Tests/DiffableWebTests/list.html", "globalThis.test !== undefined")
        self.evaluate(
            "void test.start({ header: ({ id }) => `${id}: ${test.source.snapshot().numberOfItems(id)}` }, "
            "{ refreshesHeaders: true })"
        )
        self.evaluate("test.apply({ a: [1, 2], b: [3] }), globalThis.rows = [...test.view.rows.container.children]")
        self.evaluate("test.apply({ a: [1, 2, 4], b: [3] })")
        self.assertEqual(["a: 3", "Row 1", "Row 2", "Row 4", "b: 1", "Row 3"], self.evaluate("test.shown()"))
        self.assertTrue(self.evaluate("test.made === 4 && rows.every((row) => row.isConnected)"))

    def test_a_row_that_moves_keeps_the_focus(self):
        self.start()
        self.evaluate("test.apply({ a: [1, 2, 3, 4, 5] }), document.querySelector('#row-2 input').focus()")
        self.evaluate("test.apply({ a: [1, 3, 4, 5, 2] })")
        self.assertEqual("row-2", self.evaluate("document.activeElement.parentNode.id"))
        # As in a browser without moveBefore.
        self.evaluate("test.view.rows.container.moveBefore = undefined, test.apply({ a: [1, 2, 3, 4, 5] })")
        self.assertEqual("row-2", self.evaluate("document.activeElement.parentNode.id"))
