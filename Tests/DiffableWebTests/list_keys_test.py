"""Lists by keyboard, by pointer, and for assistive technology."""

from list_case import ListCase

SONGS = "{ first: ['March', 'Waltz', 'Polka'], second: ['Tango', 'Rumba'] }"
FOCUS = "document.activeElement?.querySelector('span')?.textContent"


class KeysTest(ListCase):
    def start(self, options="{}", source_options="{}", lists="{ a: test.range(0, 200), b: test.range(200, 400) }"):
        self.open("Tests/DiffableWebTests/list.html", "globalThis.test !== undefined")
        self.evaluate(f"test.start({options}, {source_options}), test.apply({lists})")
        self.frames()

    def press(self, key, **more):
        for kind in ("keyDown", "keyUp"):
            self.browser.call("Input.dispatchKeyEvent", type=kind, key=key, **more)

    def mouse(self, kind, x, y, **more):
        self.browser.call(
            "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1, **more
        )

    def test_the_focus_stays_in_the_list(self):
        is_inside = "test.view.rows.container.contains(document.activeElement)"
        # The list is scrolled out of the window.
        self.start("{ role: 'listbox' }")
        self.evaluate("document.getElementById('row-3').focus(), document.body.style.paddingBottom = '5000px'")
        self.evaluate("scrollTo(0, 3000)")
        self.frames(3)
        self.evaluate("test.apply({ a: test.range(100, 200) })")
        self.assertTrue(self.evaluate(is_inside))
        # The height of the list is still on its way to the height of all rows.
        self.start("{ role: 'listbox' }", lists="{ a: [1] }")
        self.evaluate("document.getElementById('row-1').focus()")
        self.freeze()
        self.evaluate(
            "test.apply({ a: [...test.range(100, 200), 1] }, {}), test.apply({ a: test.range(100, 200) }, {})"
        )
        self.assertTrue(self.evaluate(is_inside))
        self.assertEqual("Row 199", self.evaluate(FOCUS))

    def test_arrow_keys_lead_through_the_list(self):
        self.start("{ role: 'listbox', header: ({ id }) => id, onChoose: (id) => globalThis.chosen = id }")
        self.evaluate("document.querySelector('[role=option]').focus()")
        for key, row in (
            ("ArrowDown", 1),
            ("ArrowDown", 2),
            ("ArrowUp", 1),
            ("End", 399),
            ("ArrowDown", 399),
            ("Home", 0),
            ("ArrowUp", 0),
        ):
            self.press(key)
            self.assertEqual(f"Row {row}", self.evaluate(FOCUS), key)
            self.assertEqual(1, self.evaluate("document.querySelectorAll('[role=option][tabindex=\"0\"]').length"))
        self.press("PageDown")
        self.assertTrue(8 < int(self.evaluate(FOCUS).split()[1]) < 25)
        self.press("Home")
        for _ in range(200):
            self.press("ArrowDown")
        self.assertEqual("Row 200", self.evaluate(FOCUS))
        self.assertTrue(
            self.evaluate(
                """(({ top, bottom }) => top >= 0 && bottom <= 600.5)(document.activeElement.getBoundingClientRect())"""
            )
        )
        self.press("Enter")
        self.assertEqual(200, self.evaluate("chosen"))
        # Keys in a field of a row are its own.
        self.evaluate("document.activeElement.querySelector('input').focus()")
        self.press("ArrowDown")
        self.assertEqual("INPUT", self.evaluate("document.activeElement.tagName"))

    def test_the_focus_goes_on_when_its_row_is_deleted(self):
        self.start("{ role: 'listbox' }", lists="{ a: [1, 2, 3] }")
        self.evaluate("document.getElementById('row-2').focus(), test.apply({ a: [1, 3] }, {})")
        self.assertEqual("Row 3", self.evaluate(FOCUS))
        self.evaluate("test.apply({ a: [1] })")
        self.assertEqual("Row 1", self.evaluate(FOCUS))
        self.evaluate("test.apply({ a: [] })")
        self.assertEqual("BODY", self.evaluate("document.activeElement.tagName"))

    def test_the_focus_goes_on_in_a_list_of_any_role(self):
        # A button that deletes its row, as in a list of things to do.
        cell = """(item, id, row = document.createElement('div')) => {
          row.innerHTML = `<span>Row ${id}</span><a href="#">more</a><button>delete</button>`;
          return row;
        }"""
        look = "[document.activeElement.localName, document.activeElement.closest('[role=listitem]')?.textContent]"
        for options in ("", "onChoose() {},"):
            for animation in ("{}", "{ animatingDifferences: false }"):
                self.start(f"{{ {options} cell: {cell} }}", lists="{ a: [1, 2, 3, 4] }")
                self.evaluate("document.querySelectorAll('button')[1].focus()")
                self.evaluate(f"test.apply({{ a: [1, 3, 4] }}, {animation})")
                self.assertEqual(["button", "Row 3moredelete"], self.evaluate(look))
                self.evaluate(f"test.apply({{ a: [1] }}, {animation})")
                self.assertEqual(["button", "Row 1moredelete"], self.evaluate(look))
        # A row without such an element has it itself.
        self.start(
            "{ cell: (item, id) => id === 2 "
            "? Object.assign(document.createElement('button'), { textContent: '2' }) : `Row ${id}` }",
            lists="{ a: [1, 2, 3] }",
        )
        self.evaluate("document.querySelector('button').focus(), test.apply({ a: [1, 3] })")
        self.assertEqual(["div", "Row 3"], self.evaluate(look))

    def test_a_new_element_of_a_row_gets_its_focus(self):
        self.start(lists="{ a: test.range(0, 200) }")
        self.evaluate("document.querySelector('#row-2 input').focus(), globalThis.old = document.activeElement")
        reload = """(() => {
          const next = test.source.snapshot();
          next.reloadItems(2);
          test.source.apply(next, %s);
        })()"""
        look = (
            "[document.activeElement.localName, document.activeElement.closest('.row')?.id, "
            "document.activeElement === old]"
        )
        for options in ("{}", "{ animatingDifferences: false }"):
            self.evaluate(reload % options)
            self.assertEqual(["input", "row-2", False], self.evaluate(look))
        # It is kept far from the window, too, and the list does not scroll.
        self.evaluate("list.scrollTop = 4000")
        self.frames(4)
        self.evaluate("globalThis.old = document.activeElement, " + reload % "{ animatingDifferences: false }")
        self.assertEqual(["input", "row-2", False], self.evaluate(look))
        self.assertEqual(4000, self.evaluate("list.scrollTop"))
        self.evaluate("list.scrollTop = 0, test.source.applyUsingReloadData(test.source.snapshot())")
        self.assertEqual(["input", "row-2", False], self.evaluate(look))

    def test_the_next_row_that_stays_gets_the_focus(self):
        self.start("{ role: 'listbox' }", lists="{ a: test.range(0, 13) }")
        for lists, focus in (("[3, 4, 5, 7, 8, 9, 10, 11, 12]", 7), ("[3, 4, 5]", 5), ("[4, 3]", 4), ("[90, 91]", 90)):
            self.evaluate(
                "document.activeElement === document.body && document.getElementById('row-6').focus(), "
                f"test.apply({{ a: {lists} }})"
            )
            self.assertEqual(f"Row {focus}", self.evaluate(FOCUS))

    def test_roles_and_positions(self):
        look = (
            "[...test.view.rows.container.children]"
            ".map((one) => [one.role, one.ariaPosInSet, one.ariaSetSize, one.textContent])"
        )
        self.start("{ header: ({ id }) => id, label: 'Songs' }", lists=SONGS)
        self.assertEqual(
            ["list", "Songs"], self.evaluate("[test.view.rows.container.role, test.view.rows.container.ariaLabel]")
        )
        self.assertEqual(
            [
                ["listitem", "1", "7", "first"],
                ["listitem", "2", "7", "Row March"],
                ["listitem", "3", "7", "Row Waltz"],
                ["listitem", "4", "7", "Row Polka"],
                ["listitem", "5", "7", "second"],
                ["listitem", "6", "7", "Row Tango"],
                ["listitem", "7", "7", "Row Rumba"],
            ],
            self.evaluate(look),
        )
        self.assertEqual(2, self.evaluate("document.querySelectorAll('[role=heading]').length"))
        self.start("{ header: ({ id }) => id, role: 'listbox' }", lists=SONGS)
        self.evaluate("test.apply({ first: ['Waltz'], second: ['March', 'Tango'] })")
        self.assertEqual(
            [
                ["presentation", None, None, "first"],
                ["option", "1", "3", "Row Waltz"],
                ["presentation", None, None, "second"],
                ["option", "2", "3", "Row March"],
                ["option", "3", "3", "Row Tango"],
            ],
            self.evaluate(look),
        )

    DRAGS = (
        "{ isReorderable: true, header: ({ id }) => id }",
        "{ canReorderItem: (id) => id !== 'Rumba', didReorder: () => globalThis.drops = (globalThis.drops ?? 0) + 1 }",
    )

    def order(self):
        return self.evaluate(
            "test.source.snapshot().sectionIdentifiers().map((id) => test.source.snapshot().itemIdentifiers(id))"
        )

    def test_rows_move_by_keyboard(self):
        self.start(*self.DRAGS, lists=SONGS)
        self.evaluate("document.getElementById('row-Polka').focus()")
        for key, order in (
            ("ArrowDown", [["March", "Waltz"], ["Polka", "Tango", "Rumba"]]),
            ("ArrowDown", [["March", "Waltz"], ["Tango", "Polka", "Rumba"]]),
            ("ArrowUp", [["March", "Waltz"], ["Polka", "Tango", "Rumba"]]),
            ("ArrowUp", [["March", "Waltz", "Polka"], ["Tango", "Rumba"]]),
            ("ArrowUp", [["March", "Polka", "Waltz"], ["Tango", "Rumba"]]),
        ):
            self.press(key, modifiers=1)
            self.assertEqual(order, self.order())
            self.assertEqual("Row Polka", self.evaluate(FOCUS))
        self.assertEqual("Row Polka: 2 / 5", self.evaluate("document.querySelector('[role=status]').textContent"))
        self.evaluate("document.getElementById('row-Rumba').focus()")
        self.press("ArrowUp", modifiers=1)
        self.assertEqual([["March", "Polka", "Waltz"], ["Tango", "Rumba"]], self.order())

    def test_a_place_is_announced_if_all_rows_have_elements(self):
        self.start(
            "{ isReorderable: true, role: 'listbox', overscan: Infinity }", "{ canReorderItem: () => true }", SONGS
        )
        self.evaluate("document.getElementById('row-March').focus()")
        self.press("ArrowDown", modifiers=1)
        self.assertEqual("Row March: 2 / 5", self.evaluate("document.querySelector('[role=status]').textContent"))

    def test_keys_that_mean_nothing_are_left_to_the_page(self):
        self.start("{ isReorderable: true }", "{ canReorderItem: () => true }", SONGS)
        self.evaluate(
            "addEventListener('keydown', (event) => globalThis.isTaken = event.defaultPrevented), "
            "document.getElementById('row-March').focus()"
        )
        for key, is_taken in ((" ", False), ("Enter", False), ("ArrowDown", True)):
            self.press(key)
            self.assertEqual(is_taken, self.evaluate("isTaken"), key)

    def test_a_page_without_a_selection(self):
        # As in a hidden frame of Firefox.
        self.start(lists=SONGS)
        self.evaluate("document.getSelection = globalThis.getSelection = () => null, test.apply({ a: ['Jig'] })")
        self.assertEqual(["Row Jig"], self.evaluate("test.shown()"))

    def test_a_list_that_is_hidden_has_no_element_to_scroll_to(self):
        self.start()
        self.evaluate("list.hidden = true")
        self.frames(4)
        self.assertTrue(self.evaluate("test.view.scrollTo(390) === undefined"))

    CONTROLS = """(item, id, row = document.createElement('div')) => {
      row.id = `row-${id}`;
      row.innerHTML = '<span style="display: block; height: 20px">text</span><label>label</label>' +
        '<details><summary>more</summary></details><p contenteditable>words</p>';
      return row;
    }"""

    def press_on(self, selector, distance):
        """Presses the pointer on an element, moves it down, and releases it. Returns whether a row was dragged."""
        x, y = self.evaluate(
            f"(({{ left, top }}) => [left + 5, top + 5])(document.querySelector(`{selector}`).getBoundingClientRect())"
        )
        self.mouse("mousePressed", x, y)
        if distance:
            self.mouse("mouseMoved", x, y + distance)
        is_dragged = self.evaluate("document.querySelector('.dragging') !== null")
        self.press("Escape")
        self.mouse("mouseReleased", x, y + distance)
        return is_dragged

    def test_controls_in_a_row_are_neither_dragged_nor_clicked(self):
        options = f"{{ isReorderable: true, onChoose: (id) => globalThis.chosen = id, cell: {self.CONTROLS} }}"
        self.start(options, "{ canReorderItem: () => true }", SONGS)
        for name, is_row in (("span", True), ("label", False), ("summary", False), ("p", False)):
            self.assertEqual(is_row, self.press_on(f"#row-March {name}", 30), name)
            self.evaluate("globalThis.chosen = null")
            self.frames()
            self.press_on(f"#row-March {name}", 0)
            self.assertEqual("March" if is_row else None, self.evaluate("chosen"), name)
        # What is around the list is none of its controls and no handle.
        self.evaluate("""(() => {
          const link = document.createElement('a');
          list.before(link);
          link.append(list);
        })()""")
        self.assertTrue(self.press_on("#row-March span", 30))
        self.evaluate(
            f"test.start({{ ...{options}, handle: 'a' }}, {{ canReorderItem: () => true }}), test.apply({SONGS})"
        )
        self.assertFalse(self.press_on("#row-March span", 30))
        self.assertIn("handle", str(self.browser.console_errors()))
        self.browser.events.clear()

    def centre(self, row):
        return self.evaluate(
            f"(({{ top, height }}) => top + height / 2)(document.getElementById('row-{row}').getBoundingClientRect())"
        )

    def test_rows_are_dragged_by_pointer(self):
        self.start(*self.DRAGS, lists=SONGS)
        start, end = self.centre("March"), self.centre("Tango")
        self.mouse("mousePressed", 30, start)
        for step in range(1, 11):
            self.mouse("mouseMoved", 30, start + (end + 10 - start) * step / 10)
        # The row is where the pointer is, the others made room, and nothing was applied.
        self.assertAlmostEqual(end + 10, self.centre("March"), delta=1)
        self.assertEqual([["March", "Waltz", "Polka"], ["Tango", "Rumba"]], self.order())
        self.assertEqual(
            ["first", "Row Waltz", "Row Polka", "second", "Row Tango", "Row March", "Row Rumba"],
            self.evaluate("test.shown()"),
        )
        self.picture("list-dragging")
        self.evaluate("globalThis.nodes = [...test.view.rows.container.children]")
        self.mouse("mouseReleased", 30, end + 10)
        self.assertEqual([["Waltz", "Polka"], ["Tango", "March", "Rumba"]], self.order())
        self.assertTrue(self.evaluate("nodes.every((one, index) => one === test.view.rows.container.children[index])"))
        self.assertEqual(1, self.evaluate("drops"))
        self.assertTrue(self.browser.wait_until("document.getAnimations().length === 0"))
        self.assertEqual(0, self.evaluate("document.querySelectorAll('.dragging, .moving').length"))

    def test_a_drag_that_is_cancelled_or_refused_changes_nothing(self):
        self.start(*self.DRAGS, lists=SONGS)
        before = self.evaluate("test.places()")
        for row, is_cancelled in (("March", True), ("Rumba", False)):
            start = self.centre(row)
            self.mouse("mousePressed", 30, start)
            for y in (start + 10, 200, 150):
                self.mouse("mouseMoved", 30, y)
            if is_cancelled:
                self.assertEqual(1, self.evaluate("document.querySelectorAll('.dragging').length"))
                self.press("Escape")
            self.mouse("mouseReleased", 30, 150)
            self.assertTrue(self.browser.wait_until("document.getAnimations().length === 0"))
            self.assertEqual(before, self.evaluate("test.places()"))
        self.assertEqual([["March", "Waltz", "Polka"], ["Tango", "Rumba"]], self.order())

    def test_rows_that_cannot_be_dragged_say_why(self):
        self.start("{ isReorderable: true }", lists=SONGS)
        for _ in range(2):
            self.mouse("mousePressed", 30, self.centre("March"))
            self.mouse("mouseMoved", 30, self.centre("Polka"))
            self.mouse("mouseReleased", 30, self.centre("Polka"))
        self.assertEqual(
            [["diffable: no row can be dragged, because the data source has no canReorderItem"]],
            [[part["value"] for part in error] for error in self.browser.console_errors()],
        )
        self.browser.events.clear()
        self.start("{ isReorderable: true, handle: '.grip' }", "{ canReorderItem: () => true }", lists=SONGS)
        for _ in range(2):
            self.mouse("mousePressed", 30, self.centre("March"))
            self.mouse("mouseReleased", 30, self.centre("March"))
        self.assertEqual(
            [['diffable: no row can be dragged, because no row has an element that matches the handle ".grip"']],
            [[part["value"] for part in error] for error in self.browser.console_errors()],
        )
        self.browser.events.clear()

    def test_a_drag_that_begins_after_its_row_was_deleted(self):
        self.start("{ isReorderable: true }", "{ canReorderItem: () => true }")
        self.mouse("mousePressed", 30, 100)
        self.evaluate("test.apply({ a: test.range(100, 200) })")
        self.mouse("mouseMoved", 30, 200)
        self.assertEqual(0, self.evaluate("document.querySelectorAll('.dragging').length"))
        self.mouse("mouseReleased", 30, 200)

    def test_a_row_that_is_deleted_while_it_is_dragged_is_gone(self):
        for is_moved_again in (True, False):
            for animation in ("{}", "{ animatingDifferences: false }"):
                self.start(*self.DRAGS, lists=SONGS)
                start = self.centre("March")
                self.mouse("mousePressed", 30, start)
                for y in (start + 10, start + 60, start + 90):
                    self.mouse("mouseMoved", 30, y)
                self.evaluate(f"test.apply({{ first: ['Waltz', 'Polka'], second: ['Tango', 'Rumba'] }}, {animation})")
                if is_moved_again:
                    self.mouse("mouseMoved", 30, start + 120)
                self.mouse("mouseReleased", 30, start + 120)
                self.assertTrue(self.browser.wait_until("document.getAnimations().length === 0"))
                self.assertIsNone(self.evaluate("document.getElementById('row-March')"))
                self.assertEqual(
                    ["first", "Row Waltz", "Row Polka", "second", "Row Tango", "Row Rumba"],
                    self.evaluate("test.shown()"),
                )
                self.assertEqual([["Waltz", "Polka"], ["Tango", "Rumba"]], self.order())
                self.assertEqual(0, self.evaluate("document.querySelectorAll('.dragging, .moving, .leaving').length"))

    def test_a_row_is_dragged_on_while_the_list_changes(self):
        self.start(*self.DRAGS, lists=SONGS)
        start, end = self.centre("March"), self.centre("Polka")
        self.mouse("mousePressed", 30, start)
        for step in range(1, 6):
            self.mouse("mouseMoved", 30, start + (end + 10 - start) * step / 5)
        self.evaluate("test.apply({ first: ['March', 'Jig', 'Waltz', 'Polka'], second: ['Tango', 'Rumba'] }, {})")
        self.frames()
        self.assertEqual(
            ["first", "Row Jig", "Row Waltz", "Row March", "Row Polka", "second", "Row Tango", "Row Rumba"],
            self.evaluate("test.shown()"),
        )
        self.assertAlmostEqual(end + 10, self.centre("March"), delta=1)
        self.mouse("mouseReleased", 30, end + 10)
        self.assertEqual([["Jig", "Waltz", "March", "Polka"], ["Tango", "Rumba"]], self.order())

    def test_the_list_scrolls_when_a_row_is_dragged_to_its_edge(self):
        self.start("{ isReorderable: true }", "{ canReorderItem: () => true }", "{ a: test.range(0, 200) }")
        self.mouse("mousePressed", 30, self.centre(1))
        self.mouse("mouseMoved", 30, 300)
        self.mouse("mouseMoved", 30, 595)
        self.assertTrue(self.browser.wait_until("list.scrollTop > 1500"))
        self.mouse("mouseMoved", 30, 300)
        self.frames(4)
        self.mouse("mouseReleased", 30, 300)
        place = self.evaluate("test.source.snapshot().itemIdentifiers('a').indexOf(1)")
        self.assertGreater(place, 40)
        self.assertTrue(self.browser.wait_until("document.getAnimations().length === 0"))
        self.assertAlmostEqual(300, self.centre(1), delta=40)
        self.assertLess(self.evaluate("test.view.rows.container.children.length"), 60)
