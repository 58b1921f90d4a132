// The exact solution of a position: what each move is worth to the mover, and what it gives away.

import { el } from "./dom.js";
import { signed } from "./words.js";

export function truthTable(board, answer) {
  const inPoints = answer.points !== null;
  const worth = inPoints ? (points) => signed(points, 3) : percent;
  const given = inPoints ? (points) => `${points.toFixed(3)} points` : percent;
  const rows = Object.entries(answer.points ?? answer.win_probabilities).map(([action, value]) => {
    const best = action === answer.action;
    return el(
      "tr",
      { class: best ? "best" : "" },
      el("th", { scope: "row" }, board.label(action)),
      el("td", {}, worth(value)),
      el("td", {}, best ? "best move" : `gives away ${given(answer.regrets[action])}`),
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
        el("th", { scope: "col" }, inPoints ? "mover's points" : "mover wins"),
        el("th", { scope: "col" }, "regret"),
      ),
    ),
    el("tbody", {}, rows),
  );
}

function percent(share) {
  return `${(100 * share).toFixed(2)}\u00a0%`;
}
