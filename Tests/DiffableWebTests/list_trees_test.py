"""Trees in a list: levels and signs, keys, and drags, which move what is below a row along with it."""

from list_case import ListCase

TREE = """{ f: [{ id: 'docs', title: 'docs', expanded: true, children: [
  { id: 'guide', title: 'guide', children: [{ id: 'page', title: 'page' }] }, { id: 'index', title: 'index' }] },
  { id: 'src', title: 'src', expandable: true }],
  g: [{ id: 'last', title: 'last' }] }"""
SHOWN = """test.view.rows.layout.rows.map(({ element }) =>
  `${' '.repeat(element.ariaLevel - 1)}${
    { true: '-', false: '+' }[element.ariaExpanded] ?? ''}${element.firstElementChild.textContent}`)"""
TREES = """(() => {
  const list = test.source.snapshot();
  const text = (id) => list.numberOfChildren(id) > 0 ? `${id}(${list.childrenOfItem(id).map(text).join(' ')})` : id;
  return list.sectionIdentifiers().map((section) => list.rootItemIdentifiers(section).map(text).join(' ')).join(' | ');
})()"""
FIRST = "docs(guide(page) index) src | last"


class TreesTest(ListCase):
    def start(self, options="{}", source_options="{}"):
        self.open("Tests/DiffableWebTests/list.html", "globalThis.test !== undefined")
        self.evaluate(
            f"test.start({{ role: 'tree', isReorderable: true, ...{options} }}, "
            f"{{ canReorderItem: () => true, ...{source_options} }}), test.apply({TREE})"
        )
        self.frames()

    def focus(self, identifier):
        self.evaluate(f"document.getElementById('row-{identifier}').focus()")

    def press(self, key, **more):
        for kind in ("keyDown", "keyUp"):
            self.browser.call("Input.dispatchKeyEvent", type=kind, key=key, **more)

    def drag(self, identifier, y):
        """Drags a row to a height of the window, and returns what the list shows before it is dropped."""
        x, start = self.evaluate(
            "(({ left, top }) => [left + 5, top + 5])"
            f"(document.getElementById('row-{identifier}').getBoundingClientRect())"
        )
        self.browser.call(
            "Input.dispatchMouseEvent", type="mousePressed", x=x, y=start, button="left", buttons=1, clickCount=1
        )
        for step in range(1, 9):
            self.browser.call(
                "Input.dispatchMouseEvent",
                type="mouseMoved",
                x=x,
                y=start + (y - start) * step / 8,
                button="left",
                buttons=1,
            )
        shown = self.evaluate("test.view.rows.layout.rows.map(({ identifier }) => identifier)")
        self.browser.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)
        self.assertTrue(self.browser.wait_until("document.getAnimations().length === 0"))
        return shown

    def test_levels_and_signs_come_from_the_list(self):
        self.start()
        opened = ["-docs", " +guide", " index", "+src", "last"]
        self.assertEqual(opened, self.evaluate(SHOWN))
        self.evaluate("globalThis.before = test.source.snapshot(), document.getElementById('row-guide').click()")
        self.assertEqual(["-docs", " -guide", "  page", " index", "+src", "last"], self.evaluate(SHOWN))
        self.evaluate("""(() => {
          const next = test.source.snapshot();
          next.moveItemsToParent('index', 'guide');
          next.appendItems({ id: 'new', title: 'new' }, { parent: 'src' });
          next.updateItems({ id: 'src', expanded: true });
          test.source.apply(next);
        })()""")
        self.assertEqual(["-docs", " -guide", "  page", "  index", "-src", " new", "last"], self.evaluate(SHOWN))
        self.evaluate("test.source.apply(before)")
        self.assertEqual(opened, self.evaluate(SHOWN))
        self.assertEqual(
            ["0", "1"],
            self.evaluate(
                "['docs', 'guide'].map((id) => document.getElementById(`row-${id}`).style.getPropertyValue('--level'))"
            ),
        )
        # What cannot be shown is not shown, and the levels are the old ones.
        self.evaluate("""(() => {
          test.isBroken = (id) => id === 'page';
          try { test.source.toggleItem('guide'); } catch (error) { test.error = error.message; }
        })()""")
        self.assertEqual("no cell for page", self.evaluate("test.error"))
        self.assertEqual(opened, self.evaluate(SHOWN))
        self.assertEqual(FIRST, self.evaluate(TREES))

    def test_right_goes_to_a_child_and_nowhere_else(self):
        self.start()
        self.evaluate("test.source.toggleItem('src')")
        for start, end in (("docs", "guide"), ("src", "src"), ("last", "last")):
            self.focus(start)
            self.press("ArrowRight")
            self.assertEqual(f"row-{end}", self.evaluate("document.activeElement.id"))

    def test_left_goes_to_the_parent(self):
        self.start()
        self.evaluate("""(() => {
          const next = test.source.snapshot();
          next.insertItemsBefore(test.range(0, 300).map((id) => ({ id, title: `${id}` })), 'guide');
          test.source.apply(next, { animatingDifferences: false });
          test.view.scrollTo('index');
        })()""")
        self.focus("index")
        self.press("ArrowLeft")
        self.assertEqual("row-docs", self.evaluate("document.activeElement.id"))
        self.press("ArrowLeft")
        self.assertEqual(["+docs", "+src", "last"], self.evaluate(SHOWN))
        self.press("ArrowLeft")
        self.assertEqual("row-docs", self.evaluate("document.activeElement.id"))

    def test_a_folder_that_is_dragged_takes_its_rows_along(self):
        self.start()
        row, end = self.evaluate(
            "['src', 'last'].map((id) => document.getElementById(`row-${id}`).getBoundingClientRect().top)"
        )
        height = end - row
        # Without docs and the two rows below it, src is the first row.
        self.assertEqual(["src", "docs", "guide", "index", "last"], self.drag("docs", height))
        self.assertEqual("src docs(guide(page) index) | last", self.evaluate(TREES))
        self.assertEqual(["+src", "-docs", " +guide", " index", "last"], self.evaluate(SHOWN))
        # Between a folder and its first child, a row becomes the first child.
        self.assertEqual(["docs", "src", "guide", "index", "last"], self.drag("src", height + 5))
        self.assertEqual("docs(src guide(page) index) | last", self.evaluate(TREES))
        self.assertEqual(["-docs", " +src", " +guide", " index", "last"], self.evaluate(SHOWN))
        self.drag("docs", 5 * height)
        self.assertEqual(" | last docs(src guide(page) index)", self.evaluate(TREES))
        self.assertEqual(["last", "-docs", " +src", " +guide", " index"], self.evaluate(SHOWN))

    def test_a_drag_that_is_refused_changes_nothing(self):
        self.start(
            source_options="{ canReorderItem: (item) => item.id !== 'docs', didReorder() { throw new Error('no'); } }"
        )
        top = self.evaluate("document.getElementById('row-last').getBoundingClientRect().top")
        self.drag("docs", top)
        self.assertEqual(FIRST, self.evaluate(TREES))
        self.drag("guide", top)
        self.assertEqual(["Uncaught"], [one["text"].split()[0] for one in self.browser.console_errors()])
        self.browser.events.clear()
        self.assertEqual(FIRST, self.evaluate(TREES))
        self.assertEqual(["-docs", " +guide", " index", "+src", "last"], self.evaluate(SHOWN))

    def test_alt_and_arrows_move_a_folder(self):
        self.start()
        self.focus("docs")
        for key, trees in (
            ("ArrowDown", "src docs(guide(page) index) | last"),
            ("ArrowDown", "src | docs(guide(page) index) last"),
            ("ArrowDown", "src | last docs(guide(page) index)"),
            ("ArrowDown", "src | last docs(guide(page) index)"),
            ("ArrowUp", "src | docs(guide(page) index) last"),
            ("ArrowUp", "src docs(guide(page) index) | last"),
            ("ArrowUp", FIRST),
            ("ArrowUp", FIRST),
        ):
            self.press(key, modifiers=1)
            self.assertEqual(trees, self.evaluate(TREES), key)
            self.assertEqual("row-docs", self.evaluate("document.activeElement.id"))
