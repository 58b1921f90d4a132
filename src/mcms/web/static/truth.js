// The exact solution of a position of Pig: how likely each move wins, and what it gives away.

import { el } from "./dom.js";

export function truthTable(board, answer) {
  const rows = Object.entries(answer.win_probabilities).map(([action, probability]) => {
    const best = action === answer.action;
    return el(
      "tr",
      { class: best ? "best" : "" },
      el("th", { scope: "row" }, board.label(action)),
      el("td", {}, `${(100 * probability).toFixed(2)} %`),
      el("td", {}, best ? "best move" : `gives away ${(100 * answer.regrets[action]).toFixed(2)} %`),
    );
  });
  return el(
    "table",
    { class: "truth" },
    el("caption", {}, "Exact solution"),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        el("th", { scope: "col" }, "move"),
        el("th", { scope: "col" }, "mover wins"),
        el("th", { scope: "col" }, "regret"),
      ),
    ),
    el("tbody", {}, rows),
  );
}
