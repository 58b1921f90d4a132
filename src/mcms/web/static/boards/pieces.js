// What several boards draw: dice and text.

import { svg } from "../dom.js";

const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/** A die with its top left corner at x, y; `face` 1 to 6, or anything else for a die without pips. */
export function die(x, y, size, face, classes = "") {
  const centre = size / 2;
  const step = size * 0.26;
  const pips = (PIPS[face] ?? []).map(([dx, dy]) =>
    svg("circle", { cx: centre + dx * step, cy: centre + dy * step, r: size * 0.085, class: "pip" }),
  );
  const body = svg(
    "g",
    { class: `die ${classes}` },
    svg("rect", { width: size, height: size, rx: size * 0.2, class: "die-body" }),
    pips,
  );
  return svg("g", { transform: `translate(${x} ${y})` }, body);
}

export function text(x, y, content, classes = "", anchor = "middle") {
  return svg("text", { x, y, class: classes, "text-anchor": anchor }, String(content));
}

/** The same text inside a sentence: names keep their capitals. */
export function inside(label) {
  return label.charAt(0).toLowerCase() + label.slice(1);
}

export function drawing(width, height, label, ...children) {
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "board", role: "group", "aria-label": label },
    children,
  );
}

export function icon(...children) {
  return svg("svg", { viewBox: "0 0 64 64", class: "icon", "aria-hidden": "true" }, children);
}
