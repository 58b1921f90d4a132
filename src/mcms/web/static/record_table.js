// A table of records: rows under each other on a phone, where each value brings the name of its column.

import { el } from "./dom.js";

/** `columns` name the cells of each row; `label` names the table for those who do not see what is above it. */
export function recordTable(columns, rows, label, extra = "") {
  for (const row of rows) [...row.children].forEach((cell, i) => (cell.dataset.label = columns[i]));
  const head = el(
    "thead",
    {},
    el(
      "tr",
      {},
      columns.map((column) => el("th", { scope: "col" }, column)),
    ),
  );
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    el("table", { class: `records ${extra}` }, head, el("tbody", {}, rows)),
  );
}
