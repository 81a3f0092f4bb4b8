"use strict";
// Fills the element of a row, a header or a footer.

function fillRow(element, { key, kind, cell, row, height }, kinds, isLast) {
  element.className = ["entry", kind, isLast ? "last" : ""].join(" ");
  element.dataset.key = key;
  element.setAttribute("role", "listitem");
  element.style.height = `${height}px`;
  element.style.setProperty("--level", (cell.indentation ?? 0) + (row?.level ?? 0));
  element.replaceChildren(part("sign", "", true));
  markRow(element, kinds);
  if (row?.disclosure) element.append(part("disclosure", { collapsed: "▸", expanded: "▾", leaf: "" }[row.disclosure]));
  if (cell.image !== undefined) element.append(part("image", shown(cell.image)));
  element.append(wordsOf(cell, kind));
  if (cell.detail !== undefined) element.append(part("detail", shown(cell.detail)));
  const mark = cell.accessory === undefined ? "" : accessory(cell.accessory);
  if (mark !== "") {
    const sign = part("accessory", mark);
    sign.setAttribute("role", "img");
    sign.setAttribute("aria-label", shown(cell.accessory));
    element.append(sign);
  }
}

// Shows the kinds of changes of a row by its colour and its sign.
function markRow(element, kinds) {
  element.classList.remove(...Object.keys(signs));
  element.classList.add(...kinds);
  const sign = element.querySelector(".sign");
  sign.className = ["sign", kinds[0] ?? ""].join(" ");
  sign.textContent = signOf(kinds);
  element.querySelector(".sign + .hidden")?.remove();
  if (kinds.length > 0) sign.after(part("hidden", `${kinds.join(", ")}: `));
}

function wordsOf(cell, kind) {
  const words = part("words", "");
  // An empty text keeps the height of its line.
  const text = part("text", shown(cell.text) || " ");
  text.title = text.textContent;
  if (kind === "header") {
    text.setAttribute("role", "heading");
    text.setAttribute("aria-level", "3");
  }
  words.append(text);
  if (cell.secondary_text !== undefined) words.append(part("secondary", shown(cell.secondary_text)));
  return words;
}

function part(name, text, isHidden) {
  const element = document.createElement("span");
  element.className = name;
  element.textContent = text;
  if (isHidden) element.setAttribute("aria-hidden", "true");
  return element;
}
