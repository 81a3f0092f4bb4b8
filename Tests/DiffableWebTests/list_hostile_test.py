"""Lists of hostile texts in a page: each is shown as text, and none makes an element, an attribute or a request, or
runs."""

import json
import os
import sys

from list_case import ListCase

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../TestSupport"))

from hostile import texts as all_bytes  # noqa: E402

# As a decoder gives them to JavaScript; one is whole.
TEXTS = [one[:2000].decode(errors="replace") for one in all_bytes] + ["x" * 1_000_000]

SHOW = """(texts) => {
  const title = (element) => element.title;
  test.start({
      cell: title, header: title, footer: title, label: texts[5], role: "%s", overscan: Infinity, isReorderable: true,
    },
    { canReorderItem: () => true });
  const rows = (order) => order.map((text, index) =>
    ({ id: `${index}${text}`, title: text, items: [{ id: `${text}${index}`, title: text }] }));
  const apply = (order) => {
    const snapshot = new test.Snapshot(rows(order));
    test.source.apply(snapshot, { animatingDifferences: false })?.dispose();
    snapshot.dispose();
  };
  apply(texts);
  apply(texts.toReversed()); // each row gets another text
  apply(texts);
}"""
SHOWN = "Array.from(test.view.rows.container.children, (one) => one.textContent)"
ELEMENTS = "[...new Set(Array.from(list.querySelectorAll('*'), (one) => one.localName))].sort()"
ATTRIBUTES = "[...new Set(Array.from(list.querySelectorAll('*'), (one) => one.getAttributeNames()).flat())].sort()"
HURT = (
    "[typeof hurt, {}.hurt, document.title, location.hash, document.activeElement.localName, "
    "document.images.length, document.scripts.length]"
)


class HostileTest(ListCase):
    def test_texts_are_text(self):
        for role in ("list", "listbox", "tree"):
            self.open("Tests/DiffableWebTests/list.html", "globalThis.test")
            self.evaluate("(async () => { test.Snapshot = (await import('../../build/web/diffable.js')).Snapshot; })()")
            before = self.evaluate(HURT)
            self.evaluate(f"({SHOW % role})({json.dumps(['plain', 'also plain', '', 'more', 'and', 'label'])})")
            elements, attributes = self.evaluate(ELEMENTS), self.evaluate(ATTRIBUTES)
            self.evaluate(f"({SHOW % role})({json.dumps(TEXTS)})")
            self.assertEqual([text for text in TEXTS for _ in range(3)], self.evaluate(SHOWN))
            self.assertEqual(elements, self.evaluate(ELEMENTS))
            self.assertLessEqual(set(self.evaluate(ATTRIBUTES)), {*attributes, "aria-label"})
            self.assertEqual(TEXTS[5], self.evaluate("test.view.rows.container.getAttribute('aria-label')"))
            self.frames()
            self.assertEqual(before, self.evaluate(HURT))
