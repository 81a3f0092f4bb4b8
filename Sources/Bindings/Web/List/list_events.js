"use strict";
// Performs the events of an apply, which docs/ndjson.md specifies, on a list. A list is an array of sections { id,
// header, footer, rows }, and a row is { id, cell, level, disclosure }. Lists are immutable, and share rows that did
// not change.

/** Returns the list after the events of an apply. */
export function applyEvents(list, events) {
  let sections = list.map((section) => ({ ...section, rows: section.rows.slice() }));
  const removeRow = ({ section, item }) => sections[section].rows.splice(item, 1)[0];
  const insertRow = ({ section, item }, row) => sections[section].rows.splice(item, 0, row);
  const change = ({ section, item }, fields) => {
    sections[section].rows[item] = { ...sections[section].rows[item], ...fields };
  };
  for (const event of events) {
    switch (event.event) {
      case "reset":
        sections = [];
        break;
      case "delete_section":
        sections.splice(event.from, 1);
        break;
      case "insert_section":
        sections.splice(event.to, 0, { id: event.id, header: null, footer: null, rows: [] });
        break;
      case "move_section":
        sections.splice(event.to, 0, sections.splice(event.from, 1)[0]);
        break;
      case "header":
        sections[event.at].header = event.cell;
        break;
      case "footer":
        sections[event.at].footer = event.cell;
        break;
      case "delete_item":
        removeRow(event.from);
        break;
      case "insert_item":
        insertRow(event.to, { id: event.id, cell: { text: "" }, level: 0, disclosure: null });
        break;
      case "move_item": {
        const row = removeRow(event.from);
        insertRow(event.to, event.old_id === undefined ? row : { ...row, id: event.id });
        break;
      }
      case "reload_item":
      case "reconfigure_item":
        if (event.old_id !== undefined) change(event.at, { id: event.id });
        break;
      case "cell":
        change(event.at, { cell: event.cell });
        break;
      case "outline":
        change(event.at, { level: event.level, disclosure: event.disclosure });
        break;
    }
  }
  return sections;
}
