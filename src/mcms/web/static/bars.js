// The moves at the root: each one's value as a bar from zero, what is proved of it as a band.

import { el, svg } from "./dom.js";
import { digits, scale } from "./scale.js";
import { count, signed, worth, worthLegend } from "./words.js";

const MOST = 12;
const SCALE = 1000;

export function actionBars(board, actions, seat) {
  const shown = actions.slice(0, MOST);
  const [low, high] = range(shown);
  const px = (value) => ((Math.min(Math.max(value, low), high) - low) / (high - low)) * SCALE;
  const rows = shown.map((entry, i) =>
    el(
      "tr",
      { class: i === 0 ? "best" : "" },
      el("th", { scope: "row" }, board.label(entry.action)),
      el("td", { class: "bar" }, bar(entry, px)),
      el("td", { class: "number" }, said(entry)),
      el("td", { class: "number" }, entry.value === null ? "" : worth(entry.value, seat)),
      entry.visits !== null && el("td", { class: "number muted" }, `${count(entry.visits)} ×`),
    ),
  );
  const left = actions.length - shown.length;
  return el(
    "div",
    { class: "bars" },
    el("h3", {}, "Moves"),
    el("table", { "aria-label": "Value of each move" }, el("tbody", {}, rows)),
    el("p", { class: "hint" }, legend(shown, low, high, seat)),
    left > 0 && el("p", { class: "hint" }, `and ${left} more, less promising`),
  );
}

function legend(entries, low, high, seat) {
  const says = [`Bars from ${signed(low, digits(0))} to ${signed(high, digits(0))}, the line is zero${worthLegend(seat)}.`];
  if (entries.some((entry) => entry.value === null && entry.depth > 0))
    says.push("≤ and ≥ are proved bounds: the search saw that the move is no better, and did not look how much worse.");
  if (entries.some((entry) => entry.visits)) says.push("Whiskers are at most one standard error of the simulations.");
  return says.join(" ");
}

function bounded(entry) {
  return entry.visits === null && entry.depth > 0 && entry.upper - entry.lower > 1e-9;
}

function said(entry) {
  if (entry.value !== null) return signed(entry.value);
  if (entry.depth === 0) return "–";
  if (entry.lower <= -scale.most) return `≤ ${signed(entry.upper)}`;
  if (entry.upper >= scale.most) return `≥ ${signed(entry.lower)}`;
  return `${signed(entry.lower, digits(1))} … ${signed(entry.upper, digits(1))}`;
}

/** One scale for all moves, which always has zero on it. */
function range(entries) {
  const ends = entries
    .flatMap((entry) => [entry.value, ...(bounded(entry) ? [entry.lower, entry.upper] : []), ...spread(entry)])
    .filter((end) => end !== null && Math.abs(end) < scale.most);
  const values = entries.map((entry) => entry.value).filter((value) => value !== null);
  const all = [0, ...ends, ...values];
  const margin = Math.max((Math.max(...all) - Math.min(...all)) * 0.1, 0.02 * scale.most);
  return [Math.max(Math.min(...all) - margin, -1.04 * scale.most), Math.min(Math.max(...all) + margin, 1.04 * scale.most)];
}

/** A mean of simulations and how far it is likely off: values lie within the scale, so their variance is at most this. */
function spread({ value, visits }) {
  if (visits === null || value === null || visits === 0) return [];
  const error = Math.sqrt(Math.max(scale.most * scale.most - value * value, 0) / visits);
  return [value - error, value + error];
}

function bar(entry, px) {
  const picture = svg(
    "svg",
    { viewBox: `0 0 ${SCALE} 60`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { y: 24, width: SCALE, height: 12, rx: 6, class: "bar-trough" }),
    svg("rect", { x: px(0) - 2, y: 2, width: 4, height: 56, class: "bar-zero" }),
  );
  if (bounded(entry)) {
    const left = px(entry.lower);
    picture.append(
      svg("rect", { x: left, y: 16, width: Math.max(px(entry.upper) - left, 8), height: 28, class: "bar-band" }),
    );
  }
  if (entry.value !== null) {
    const zero = px(0);
    const end = px(entry.value);
    const side = entry.value >= 0 ? "first" : "second";
    picture.append(
      svg("rect", {
        x: Math.min(zero, end),
        y: 20,
        width: Math.abs(end - zero),
        height: 20,
        class: `bar-value ${side}`,
      }),
      svg("rect", {
        x: Math.min(Math.max(end - 4, 0), SCALE - 8),
        y: 8,
        width: 8,
        height: 44,
        class: `bar-end ${side}`,
      }),
    );
  }
  const [from, to] = spread(entry);
  if (from !== undefined)
    picture.append(svg("path", { d: `M${px(from)} 20 V40 M${px(from)} 30 H${px(to)} M${px(to)} 20 V40`, class: "bar-error" }));
  return picture;
}
