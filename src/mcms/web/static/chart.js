// A line chart of a value over depth or simulations.

import { text } from "./boards/pieces.js";
import { svg } from "./dom.js";
import { count, signed } from "./words.js";

const HEIGHT = 160;
const PLOT = { left: 50, right: 14, top: 12, bottom: 34 };

export function lineChart(points, { width, log, across, domain }) {
  const summary = `Value over ${across}: ${points
    .map(([x, y]) => `${signed(y)} at ${count(x)}`)
    .slice(-3)
    .join(", ")}`;
  const chart = svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, class: "chart", role: "img", "aria-label": summary });
  if (points.length === 0) return chart;
  const along = (x) => (log ? Math.log10(x) : x);
  const from = along(points[0][0]);
  const span = Math.max(along(points.at(-1)[0]) - from, log ? 0.3 : 1);
  const [low, high] = domain;
  const px = (x) => PLOT.left + ((along(x) - from) / span) * (width - PLOT.left - PLOT.right);
  const py = (y) => PLOT.top + ((high - y) / (high - low)) * (HEIGHT - PLOT.top - PLOT.bottom);
  chart.append(
    ...ticks(low, high).flatMap((y) => [
      svg("path", { d: `M${PLOT.left} ${py(y)} H${width - PLOT.right}`, class: y === 0 ? "grid zero" : "grid" }),
      text(PLOT.left - 8, py(y) + 4, signed(y, high - low < 1 ? 2 : high - low < 8 ? 1 : 0), "tick", "end"),
    ]),
    ...stops(points, log).map((x, i, all) =>
      text(px(x), HEIGHT - 17, log ? count(x) : x, "tick", log && i === all.length - 1 ? "end" : "middle"),
    ),
    text(width - PLOT.right, HEIGHT - 3, across, "axis", "end"),
    svg("path", {
      d: points.map(([x, y], i) => `${i ? "L" : "M"}${px(x).toFixed(1)} ${py(y).toFixed(1)}`).join(""),
      class: "curve",
    }),
    ...points.map(([x, y], i) =>
      svg(
        "circle",
        { cx: px(x), cy: py(y), r: i === points.length - 1 ? 4.5 : 2.6, class: "point" },
        svg("title", {}, `${signed(y)} at ${across} ${count(x)}`),
      ),
    ),
  );
  return chart;
}

function ticks(low, high) {
  const raw = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= raw);
  const all = [];
  for (let y = Math.ceil(low / step) * step; y <= high + 1e-9; y += step) all.push(Math.round(y / step) * step);
  return all;
}

function stops(points, log) {
  const all = points.map(([x]) => x);
  if (!log) {
    const every = Math.max(1, Math.ceil(all.length / 8));
    return all.filter((_, i) => (all.length - 1 - i) % every === 0);
  }
  const last = all.at(-1);
  return [all[0], all.find((x) => Math.log10(last / x) < Math.log10(last / all[0]) / 2), last].filter(
    (x, i, list) => x && list.indexOf(x) === i,
  );
}
