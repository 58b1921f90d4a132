// The rolls after a move: each with its probability and what it is worth, as a bar from zero.

import { el, svg } from "./dom.js";
import { digits, scale } from "./scale.js";
import { signed, worth, worthLegend } from "./words.js";

const MOST = 21;
const SCALE = 1000;

export function outcomeFan(board, { action, outcomes }, seat) {
  const likeliest = [...outcomes].sort((a, b) => b.probability - a.probability).slice(0, MOST);
  const shown = outcomes.filter((outcome) => likeliest.includes(outcome));
  const widest = Math.max(...shown.map(({ value }) => Math.abs(value)), 0.01 * scale.most);
  const rows = shown.map((outcome) => row(board, outcome, widest, seat));
  const left = outcomes.length - shown.length;
  const title = action === null ? "What each roll is worth" : `What each roll after ${board.label(action)} is worth`;
  return el(
    "div",
    { class: "bars fan" },
    el("h3", {}, title),
    el("table", { "aria-label": title }, el("tbody", {}, rows)),
    el(
      "p",
      { class: "hint" },
      `Bars from ${signed(-widest, digits(0))} to ${signed(widest, digits(0))}${worthLegend(seat)}.`,
      shown.some(({ finished }) => !finished) && " Time ended before rolls with a * were searched as deep as the move.",
      left > 0 ? ` ${left} less likely rolls are left out.` : "",
    ),
  );
}

function row(board, { step, probability, value, finished }, widest, seat) {
  const half = (SCALE / 2) * (Math.abs(value) / widest);
  const side = value >= 0 ? "first" : "second";
  const bar = svg(
    "svg",
    { viewBox: `0 0 ${SCALE} 60`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { y: 24, width: SCALE, height: 12, rx: 6, class: "bar-trough" }),
    svg("rect", { x: value >= 0 ? SCALE / 2 : SCALE / 2 - half, y: 18, width: half, height: 24, class: `bar-value ${side}` }),
    svg("rect", { x: SCALE / 2 - 2, y: 2, width: 4, height: 56, class: "bar-zero" }),
  );
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, board.roll(step)),
    el("td", { class: "number muted" }, `p ${(100 * probability).toFixed(1)} %`),
    el("td", { class: "bar" }, bar),
    el("td", { class: "number" }, `${signed(value)}${finished ? "" : " *"}`),
    el("td", { class: "number" }, worth(value, seat)),
  );
}
