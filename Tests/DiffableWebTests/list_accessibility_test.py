"""What assistive technology sees of lists: the accessibility tree of Chromium, the selection, type-ahead, and what is
announced."""

import json

from list_case import ListCase

SONGS = "{ first: ['March', 'Waltz', 'Polka'], second: ['Tango', 'Rumba'] }"
FOCUS = "document.activeElement?.querySelector('span')?.textContent"
CONTROL, SHIFT = 2, 8


class AccessibilityTest(ListCase):
    def start(self, options="{}", lists="{ a: test.range(0, 200) }", source_options="{}"):
        self.open("Tests/DiffableWebTests/list.html", "globalThis.test !== undefined")
        self.evaluate(f"test.start({options}, {source_options}), test.apply({lists})")
        self.frames()

    def press(self, key, **more):
        for kind in ("keyDown", "keyUp"):
            self.browser.call("Input.dispatchKeyEvent", type=kind, key=key, **more)

    def click(self, row, modifiers=0, count=1):
        x, y = self.evaluate(
            "(({ left, top }) => [left + 30, top + 15])"
            f"(document.getElementById('row-{row}').getBoundingClientRect())"
        )
        for number in range(1, count + 1):
            for kind in ("mousePressed", "mouseReleased"):
                self.browser.call(
                    "Input.dispatchMouseEvent",
                    type=kind,
                    x=x,
                    y=y,
                    button="left",
                    clickCount=number,
                    modifiers=modifiers,
                )

    def tree(self):
        """The accessibility tree as lines: depth, role, name and what else is said."""
        self.browser.call("Accessibility.enable")
        nodes = {node["nodeId"]: node for node in self.browser.call("Accessibility.getFullAXTree")["nodes"]}
        said = ("selected", "focused", "multiselectable", "expanded", "level", "live")
        lines = []

        def add(node, depth):
            role = node["role"]["value"]
            isShown = not node["ignored"] and role not in (
                "InlineTextBox",
                "StaticText",
                "RootWebArea",
                "generic",
                "none",
            )
            if isShown:
                properties = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
                words = [f"{name}={properties[name]}" for name in said if properties.get(name) not in (None, False, "")]
                name = node.get("name", {}).get("value", "")
                lines.append("  " * depth + " ".join([role, *([json.dumps(name)] if name else []), *words]))
            for child in node.get("childIds", []):
                if child in nodes:
                    add(nodes[child], depth + isShown)

        add(next(iter(nodes.values())), 0)
        return lines

    TEXTS = "cell: (item, id) => item.title ?? String(id)"

    def test_the_tree_of_a_list_with_a_selection(self):
        self.start(
            f"{{ {self.TEXTS}, role: 'listbox', label: 'Songs', selection: 'multiple', header: ({{ id }}) => id, "
            "announce: ({ inserted }) => `${inserted} songs inserted` }",
            SONGS,
        )
        self.evaluate("document.querySelectorAll('[role=option]')[1].focus()")
        self.press("ArrowDown")
        self.press("ArrowDown", modifiers=SHIFT)
        self.assertEqual(["Polka", "Tango"], self.evaluate("test.view.selectedItems"))
        tree = self.tree()
        self.assertEqual(
            [
                'listbox "Songs" multiselectable=True',
                '  heading "first" level=3',
                '  option "March"',
                '  option "Waltz"',
                '  option "Polka" selected=True',
                '  heading "second" level=3',
                '  option "Tango" selected=True focused=True',
                '  option "Rumba"',
                "status live=polite",
            ],
            tree,
        )
        # The row with the focus is deleted: the next one has it.
        self.evaluate("test.apply({ first: ['March', 'Waltz', 'Polka'], second: ['Rumba'] })")
        self.assertIn('  option "Rumba" focused=True', self.tree())
        self.assertIn('  option "Polka" selected=True', self.tree())

    def test_the_tree_of_a_tree(self):
        self.start(
            f"{{ {self.TEXTS}, role: 'tree', label: 'Files' }}",
            "{ a: [{ id: 'docs', title: 'docs', expanded: true, children: [{ id: 'guide', title: 'guide' }] }, "
            "{ id: 'src', title: 'src' }] }",
        )
        self.assertEqual(
            [
                'tree "Files"',
                '  treeitem "docs" expanded=True level=1',
                '  treeitem "guide" level=2',
                '  treeitem "src" level=1',
            ],
            self.tree(),
        )

    def test_one_is_selected_by_keys_and_clicks(self):
        self.start(
            "{ role: 'listbox', selection: 'single', onSelect: (ids) => (globalThis.told ??= []).push(ids), "
            "onChoose: (id) => globalThis.chosen = id }"
        )
        self.assertEqual(
            [None, []],
            self.evaluate("[test.view.rows.container.getAttribute('aria-multiselectable'), test.view.selectedItems]"),
        )
        self.click(2)
        self.assertEqual([2], self.evaluate("test.view.selectedItems"))
        self.assertEqual("Row 2", self.evaluate(FOCUS))
        self.press("ArrowDown")
        self.press("ArrowDown", modifiers=CONTROL)
        self.assertEqual([[3], "Row 4"], self.evaluate(f"[test.view.selectedItems, {FOCUS}]"))
        self.press(" ")
        self.assertEqual([4], self.evaluate("test.view.selectedItems"))
        self.press("End", modifiers=SHIFT)
        self.assertEqual([199], self.evaluate("test.view.selectedItems"))
        self.assertEqual([[2], [3], [4], [199]], self.evaluate("told"))
        self.assertEqual(1, self.evaluate("document.querySelectorAll('[aria-selected=true]').length"))
        self.assertIsNone(self.evaluate("globalThis.chosen ?? null"))
        self.press("Enter")
        self.assertEqual(199, self.evaluate("chosen"))
        self.press("Home")
        self.click(5, count=2)
        self.assertEqual([5, [5]], self.evaluate("[chosen, test.view.selectedItems]"))

    def test_several_are_selected(self):
        self.start("{ role: 'listbox', selection: 'multiple', onSelect: (ids) => (globalThis.told ??= []).push(ids) }")
        chosen = lambda: self.evaluate("test.view.selectedItems")  # noqa: E731
        self.click(3)
        self.click(6, CONTROL)
        self.assertEqual([3, 6], chosen())
        self.click(8, SHIFT)
        self.assertEqual([6, 7, 8], chosen())
        self.click(5, SHIFT)
        self.assertEqual([5, 6], chosen())
        self.click(1, CONTROL)
        self.click(2, CONTROL | SHIFT)
        self.assertEqual([1, 2, 5, 6], chosen())
        self.click(5, CONTROL)
        self.assertEqual([1, 2, 6], chosen())
        self.press(" ", modifiers=CONTROL)
        self.assertEqual([1, 2, 5, 6], chosen())
        self.press("ArrowDown")
        self.assertEqual([6], chosen())
        for _ in range(3):
            self.press("ArrowUp", modifiers=SHIFT)
        self.assertEqual([3, 4, 5, 6], chosen())
        self.press("a", modifiers=CONTROL)
        self.assertEqual(200, len(chosen()))
        self.assertEqual(0, self.evaluate("document.querySelectorAll('[role=option][aria-selected=false]').length"))
        self.press("End")
        self.assertEqual([199], chosen())
        self.assertEqual("", self.evaluate("getSelection().toString()"), "text is selected, too")
        # Rows far from the window know it when they come.
        self.press("Home", modifiers=SHIFT)
        self.evaluate("list.scrollTop = 4000")
        self.frames(4)
        self.assertEqual(
            0, self.evaluate("document.querySelectorAll('[role=option]:not([aria-selected=true])').length")
        )

    def test_the_selection_follows_the_list(self):
        self.start(
            "{ role: 'listbox', selection: 'multiple', onSelect: (ids) => (globalThis.told ??= []).push(ids) }",
            "{ a: test.range(0, 9) }",
        )
        self.evaluate("test.view.selectedItems = [4, 2, 3]")
        self.assertEqual(
            [[2, 3, 4], "Row 2", None],
            self.evaluate(
                "[test.view.selectedItems, document.querySelector('[tabindex=\"0\"] > span').textContent, "
                "globalThis.told ?? null]"
            ),
        )
        self.evaluate("test.apply({ a: [8, 4, 0, 1, 2, 3] })")
        self.assertEqual([4, 2, 3], self.evaluate("test.view.selectedItems"))
        self.evaluate("test.source.update((list) => list.renameItem(4, 44), { animatingDifferences: false })")
        self.assertEqual(
            [[44, 2, 3], "Row 44"],
            self.evaluate(
                "[test.view.selectedItems, document.querySelector('[aria-selected=true] > span').textContent]"
            ),
        )
        self.assertIsNone(self.evaluate("globalThis.told ?? null"))
        self.evaluate("test.apply({ a: [8, 44, 0, 1] })")
        self.assertEqual([[44], [[44]]], self.evaluate("[test.view.selectedItems, told]"))
        # If the last one goes and has the focus, the next row is selected.
        self.evaluate("document.querySelector('[aria-selected=true]').focus(), test.apply({ a: [8, 0, 1] })")
        self.assertEqual([[0], "Row 0", [[44], [0]]], self.evaluate(f"[test.view.selectedItems, {FOCUS}, told]"))
        # Without the focus, none is.
        self.evaluate("document.activeElement.blur(), test.apply({ a: [8, 1] })")
        self.assertEqual([], self.evaluate("test.view.selectedItems"))

    def test_wrong_options_of_selections(self):
        self.start("{ role: 'listbox', selection: 'multiple' }", "{ a: [1, 2] }")
        for script, message in (
            ("test.view.selectedItems = [3]", "there is no item 3"),
            ("test.view.selectedItems = ['2']", 'there is no item "2", but there is 2'),
            (
                "test.start({ role: 'listbox', selection: 'single' }), test.apply({ a: [1, 2] }), "
                "test.view.selectedItems = [1, 2]",
                'one item expected, because selection is "single", got 2',
            ),
            ("test.start({ selection: 'single' })", 'selection: items are selected in a list with role: "listbox"'),
            (
                "test.start({ role: 'listbox', selection: true })",
                'selection: one of "single", "multiple" expected, got true',
            ),
            (
                "test.start({ role: 'listbox', onSelect() {} })",
                'onSelect: items are selected in a list with selection: "single" or "multiple"',
            ),
            (
                "test.start({ typeAhead: () => '' })",
                'typeAhead: who types goes to an item in a list with role: "listbox" or "tree"',
            ),
            (
                "test.start(), test.view.selectedItems = [1]",
                'items are selected in a list with selection: "single" or "multiple"',
            ),
        ):
            self.assertEqual(
                message,
                self.evaluate(f"(() => {{ try {{ {script}; }} catch (error) {{ return error.message; }} }})()"),
                script,
            )

    def test_announcements_take_no_room(self):
        self.start("{ announce: () => 'changed' }", "{ a: test.range(0, 500) }")
        self.assertEqual(700, self.evaluate("document.documentElement.scrollHeight"))

    def test_an_announcement_that_is_no_string_is_an_error(self):
        self.start("{ announce: async () => 'two songs' }", "{ a: [1] }")
        self.evaluate("void (globalThis.errors = [], onerror = (text) => (errors.push(text), true))")
        self.evaluate("test.apply({ a: [1, 2] })")
        self.assertTrue(self.browser.wait_until("errors.length > 0"))
        self.assertEqual(
            ["Uncaught DiffableError: string expected, got a Promise"],
            self.evaluate("errors"),
        )
        self.assertEqual("", self.evaluate("document.querySelector('[role=status]').textContent"))

    def test_who_types_goes_to_an_item(self):
        names = [
            "Ada",
            "Bert",
            "Berta",
            "New York",
            "Newark",
            "Zoe",
            *[f"Other {index}" for index in range(500)],
            "ßander",
            "Last",
        ]
        self.start(
            "{ role: 'listbox', selection: 'single' }",
            f"{{ a: {json.dumps([{'id': i, 'title': name} for i, name in enumerate(names)])} }}",
        )
        self.evaluate("document.querySelector('[role=option]').focus()")

        def type_and_look(text):
            for letter in text:
                self.press(letter)
            return self.evaluate(f"[{FOCUS}, test.view.selectedItems]")

        pause = "new Promise((done) => setTimeout(done, 750))"
        self.assertEqual(["Bert", [1]], type_and_look("b"))
        self.evaluate(pause)
        # The same letter goes on.
        self.assertEqual(["Berta", [2]], type_and_look("b"))
        self.assertEqual(["Bert", [1]], type_and_look("b"))
        self.evaluate(pause)
        self.assertEqual(["Newark", [4]], type_and_look("NEWA"))
        self.evaluate(pause)
        self.assertEqual(["New York", [3]], type_and_look("new y"))
        self.evaluate(pause)
        # An item that has no element yet.
        self.assertEqual(["Last", [507]], type_and_look("l"))
        self.evaluate(pause)
        self.assertEqual(["Last", [507]], type_and_look("xyz"))

    def test_the_text_for_who_types(self):
        self.start(
            "{ role: 'listbox', typeAhead: ({ title }) => title.split(' ')[1] }",
            "{ a: [{ id: 1, title: 'Ada Zorn' }, { id: 2, title: 'Zoe Adler' }] }",
        )
        self.evaluate("document.querySelector('[role=option]').focus()")
        self.press("a")
        self.assertEqual("Zoe Adler", self.evaluate(FOCUS))
        # Keys of a list that has no type-ahead do what they did.
        self.start("{ onChoose() {} }", "{ a: [1, 2] }")
        self.evaluate("document.querySelector('[role=listitem]').focus()")
        self.press("2")
        self.assertEqual("Row 1", self.evaluate(FOCUS))

    WATCH = """globalThis.said = [],
      new MutationObserver(() => said.push(document.querySelector('[role=status]').textContent))
      .observe(document.querySelector('[role=status]'), { childList: true, characterData: true, subtree: true })"""

    def test_changes_are_announced_together(self):
        self.start(
            """{ announce({ inserted, deleted, moved, changed }) {
          globalThis.counts = [inserted, deleted, moved, changed];
          return inserted > 0 ? `${inserted} messages inserted` : undefined;
        } }""",
            "{ a: [1, 2, 3] }",
        )
        self.assertEqual(
            "",
            self.evaluate("document.querySelector('[role=status]').textContent"),
            "the region is there before it speaks",
        )
        self.assertTrue(
            self.browser.wait_until("document.querySelector('[role=status]').textContent === '3 messages inserted'")
        )
        self.evaluate(self.WATCH)
        self.evaluate(
            "test.apply({ a: [1, 2, 3, 4] }), test.apply({ a: [1, 2, 3, 4, 5, 6] }), test.apply({ a: [2, 3, 1, 4, 5] })"
        )
        self.evaluate("new Promise((done) => setTimeout(done, 1300))")
        # The item that came and went is not counted.
        self.assertEqual([["2 messages inserted"], [2, 0, 1, 0]], self.evaluate("[said, counts]"))
        # The same words are said again.
        self.evaluate("test.apply({ a: [2, 3, 1, 4, 5, 6, 7] })")
        self.evaluate("new Promise((done) => setTimeout(done, 1300))")
        self.assertEqual(["2 messages inserted"] * 2, self.evaluate("said"))
        # Nothing is said of what says nothing, or of a list that is gone.
        self.evaluate("test.apply({ a: [2, 3, 1, 4] })")
        self.evaluate("new Promise((done) => setTimeout(done, 1300))")
        self.evaluate("test.apply({ a: [] }), test.source.view = undefined")
        self.evaluate("new Promise((done) => setTimeout(done, 1300))")
        self.assertEqual(
            [["2 messages inserted"] * 2, [0, 3, 0, 0], 0],
            self.evaluate("[said, counts, document.querySelectorAll('[role=status]').length]"),
        )

    def test_items_that_go_with_their_section_are_announced(self):
        self.start(
            """{ announce(counts) { const { inserted, deleted, moved, changed } = counts;
          return [inserted, deleted, moved, changed].join(); } }""",
            "{ a: [1, 2, 3], b: [4] }",
        )
        status = "document.querySelector('[role=status]').textContent"
        # The item that goes to another section stays.
        for lists, said in (("{ b: [4, 3] }", "0,2,1,0"), ("{ c: [4] }", "0,1,1,0"), ("{}", "0,1,0,0")):
            self.assertTrue(self.browser.wait_until(f"{status} !== ''"))
            self.evaluate(f"{status} = '', test.apply({lists})")
            self.assertTrue(self.browser.wait_until(f"{status} !== ''"), f"nothing is said of {lists}")
            self.assertEqual(said, self.evaluate(status))
