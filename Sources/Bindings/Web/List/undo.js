"use strict";
// Undoes what was done to the document below an element: attributes, texts and children, which stay the same nodes.

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
