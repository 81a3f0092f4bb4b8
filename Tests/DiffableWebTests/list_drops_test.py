"""Rows that are dragged from one list to another."""

from list_case import ListCase

LISTS = """(() => {
  document.body.innerHTML = `<style>
      .place { position: absolute; top: 20px; width: 200px; height: 300px; overflow: auto }
      .place > div > div { height: 40px; background: #eee }
    </style>
    <div class=place style="left: 10px"></div><div class=place style="left: 250px"></div>`;
  globalThis.sources = Array.from(document.querySelectorAll(".place"), (place, number) => {
    const view = new ListView(place, {
      cell: (item) => item.title, header: ({ id }) => id, isReorderable: true, dragGroup: "cards",
      onReceive(drop) {
        globalThis.drop = { ...drop, from: sources.indexOf(drop.from) };
        const target = sources[number];
        if (drop.section === undefined) target.setItems([drop.item]);
        else target.update((list) => list.insertItemsAt(drop.item, drop.index, drop.section));
        drop.from.update((list) => list.deleteItems(drop.identifier));
      },
    });
    return new DataSource({ view, canReorderItem: ({ id }) => id !== 9 });
  });
  const items = (...ids) => ids.map((id) => ({ id, title: `Row ${id}` }));
  sources[0].apply(new Snapshot([{ id: "todo", items: items(1, 2, 3, 9) }]), { animatingDifferences: false });
  sources[1].apply(new Snapshot([{ id: "doing", items: items(4) }, { id: "done", items: items(5, 6) }]),
    { animatingDifferences: false });
})()"""
ORDER = (
    "sources.map((source) => source.snapshot().sectionIdentifiers().map((id) => source.snapshot().itemIdentifiers(id)))"
)
EXTRAS = (
    "[document.querySelectorAll('.drop-line').length, document.querySelectorAll('.place > [inert]').length, "
    "document.querySelectorAll('[style*=visibility]').length]"
)


class DropsTest(ListCase):
    def setUp(self):
        super().setUp()
        self.open("Tests/DiffableWebTests/list.html", "globalThis.test !== undefined")
        self.evaluate("import('/build/web/diffable.js').then((all) => void Object.assign(globalThis, all))")
        self.evaluate(LISTS)
        self.frames()

    def mouse(self, kind, x, y):
        self.browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

    # Rows have 40 pixels: the header is at 20, the first item at 60.
    def drag(self, row, *places):
        x, y = 30, 20 + 40 * row + 20
        self.mouse("mousePressed", x, y)
        self.mouse("mouseMoved", x, y - 10)
        for place in places:
            self.mouse("mouseMoved", *place)
        return places[-1]

    def test_a_row_goes_to_another_list(self):
        end = self.drag(2, (150, 120), (300, 105))
        self.assertEqual([[[[1, 2, 3, 9]], [[4], [5, 6]]], [1, 1, 1]], self.evaluate(f"[{ORDER}, {EXTRAS}]"))
        ghost = self.evaluate(
            "(({ left, top, width }) => [left, top, width])"
            "(document.querySelector('.place > [inert]').getBoundingClientRect())"
        )
        self.assertEqual([280, 85, 200], ghost)
        self.assertEqual(
            101, self.evaluate("Math.round(document.querySelector('.drop-line').getBoundingClientRect().bottom)")
        )
        self.mouse("mouseReleased", *end)
        self.assertEqual([[[1, 3, 9]], [[4, 2], [5, 6]]], self.evaluate(ORDER))
        self.assertEqual(
            {"identifier": 2, "item": {"id": 2, "title": "Row 2"}, "from": 0, "section": "doing", "index": 1},
            self.evaluate("drop"),
        )
        self.assertEqual([0, 0, 0], self.evaluate(EXTRAS))

    def test_a_row_goes_straight_to_the_side(self):
        self.mouse("mousePressed", 30, 120)
        for x in (33, 60):
            self.mouse("mouseMoved", x, 120)
            self.assertEqual(x > 33, self.evaluate("document.querySelector('.dragging') !== null"))
        self.mouse("mouseMoved", 300, 120)
        self.assertEqual([1, 1, 1], self.evaluate(EXTRAS))
        self.mouse("mouseReleased", 300, 120)
        self.assertEqual([[[1, 3, 9]], [[4, 2], [5, 6]]], self.evaluate(ORDER))

    def test_to_the_end_and_back(self):
        end = self.drag(1, (300, 310))
        self.mouse("mouseReleased", *end)
        self.assertEqual([[[2, 3, 9]], [[4], [5, 6, 1]]], self.evaluate(ORDER))
        self.assertTrue(self.browser.wait_until("document.getAnimations().length === 0"))
        # Over the other list and back again is a drag in the own list.
        end = self.drag(1, (300, 90), (30, 145))
        self.assertEqual([0, 0, 0], self.evaluate(EXTRAS))
        self.mouse("mouseReleased", *end)
        self.assertEqual([[[3, 9, 2]], [[4], [5, 6, 1]]], self.evaluate(ORDER))

    def test_what_ends_a_drag_over_another_list(self):
        self.drag(1, (300, 90))
        for kind in ("keyDown", "keyUp"):
            self.browser.call("Input.dispatchKeyEvent", type=kind, key="Escape")
        self.mouse("mouseReleased", 300, 90)
        before = [[[1, 2, 3, 9]], [[4], [5, 6]]]
        self.assertEqual([before, [0, 0, 0]], self.evaluate(f"[{ORDER}, {EXTRAS}]"))
        # The item is deleted while it is dragged.
        self.drag(1, (300, 90))
        self.evaluate("sources[0].update((list) => list.deleteItems(1), { animatingDifferences: false }).dispose()")
        self.mouse("mouseReleased", 300, 90)
        self.assertEqual([[[[2, 3, 9]], before[1]], [0, 0, 0]], self.evaluate(f"[{ORDER}, {EXTRAS}]"))
        # canReorderItem says no.
        self.drag(3, (300, 90))
        self.mouse("mouseReleased", 300, 90)
        self.assertEqual([[2, 3, 9]], self.evaluate(ORDER)[0])
        # The other list is gone.
        self.drag(1, (300, 90))
        self.evaluate("sources[1].dispose()")
        self.mouse("mouseMoved", 300, 95)
        self.mouse("mouseReleased", 300, 95)
        self.assertEqual([[2, 3, 9]], self.evaluate("[sources[0].snapshot().itemIdentifiers()]"))
        self.assertEqual([0, 0, 0], self.evaluate(EXTRAS))

    def test_an_empty_list_takes_rows(self):
        self.evaluate("sources[1].apply(new Snapshot([]), { animatingDifferences: false }).dispose()")
        end = self.drag(1, (300, 200))
        self.assertEqual([1, 1, 1], self.evaluate(EXTRAS))
        self.mouse("mouseReleased", *end)
        self.assertEqual([[[2, 3, 9]], [[1]]], self.evaluate(ORDER))

    def test_wrong_options(self):
        for options, message in (
            ("onReceive() {}", "onReceive: rows come from the lists that have the same dragGroup"),
            (
                "dragGroup: 'a'",
                "dragGroup: rows are dragged only with isReorderable: true, and received only with onReceive",
            ),
        ):
            make = f"new ListView(document.createElement('div'), {{ cell: String, {options} }})"
            self.assertEqual(
                message, self.evaluate(f"(() => {{ try {{ {make}; }} catch (error) {{ return error.message; }} }})()")
            )
