"use strict";
// Undoes changes of the document below an element: of attributes, texts and children. Removed nodes are put back
// themselves, not copies of them.

export class Undo {
  constructor(element) {
    this.records = [];
    this.observer = new MutationObserver((records) => this.records.push(...records));
    this.observer.observe(element, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeOldValue: true,
      characterData: true,
      characterDataOldValue: true,
    });
  }

  stop() {
    this.observer.disconnect();
  }

  undo() {
    const records = [...this.records, ...this.observer.takeRecords()];
    this.stop();
    for (const {
      type,
      target,
      attributeName,
      attributeNamespace,
      oldValue,
      addedNodes,
      removedNodes,
      nextSibling,
    } of records.reverse()) {
      if (type === "characterData") target.data = oldValue;
      else if (type === "childList") {
        for (const node of addedNodes) node.remove();
        for (const node of removedNodes) target.insertBefore(node, nextSibling);
      } else if (oldValue === null) target.removeAttributeNS(attributeNamespace, attributeName);
      else target.setAttributeNS(attributeNamespace, attributeName, oldValue);
    }
  }
}
