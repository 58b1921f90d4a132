// The tiles of Ra: a plain sign and a name for each kind.

import { svg } from "../dom.js";
import { text } from "./pieces.js";

export const TILE = { width: 58, height: 66 };

const NAMES = {
  ra: "Ra",
  god: "God",
  gold: "Gold",
  pharaoh: "Pharaoh",
  nile: "Nile",
  flood: "Flood",
  funeral: "Funeral",
  drought: "Drought",
  unrest: "Unrest",
  earthquake: "Quake",
};
const GROUPS = { civilization: "Civ.", monument: "Mon." };
const DISASTERS = ["funeral", "drought", "unrest", "earthquake"];

/** What a person calls a kind: Nile, Monument 3. */
export function tileName(kind) {
  const [group, number] = kind.split("_");
  if (number) return `${group.charAt(0).toUpperCase()}${group.slice(1)} ${number}`;
  return kind === "earthquake" ? "Earthquake" : NAMES[kind];
}

export function isDisaster(kind) {
  return DISASTERS.includes(kind);
}

/** A tile at x, y, with how many there are if more than one. */
export function tile(kind, x, y, count = 1, classes = "") {
  const [group, number] = kind.split("_");
  const family = isDisaster(kind) ? "disaster" : group;
  return svg(
    "g",
    { transform: `translate(${x} ${y})`, class: `tile ${family} ${classes}` },
    svg(
      "g",
      { class: "tile-inner" },
      svg("rect", { width: TILE.width, height: TILE.height, rx: 9, class: "tile-body" }),
      svg(
        "g",
        { transform: `translate(${TILE.width / 2} 27)`, class: "sign" },
        SIGNS[kind]?.() ?? SIGNS[group](Number(number)),
      ),
      text(TILE.width / 2, 59, NAMES[kind] ?? `${GROUPS[group]} ${number}`, "tile-name"),
    ),
    count > 1 &&
      svg(
        "g",
        {},
        svg("circle", { cx: TILE.width - 3, cy: 5, r: 11, class: "badge" }),
        text(TILE.width - 3, 9.5, count, "badge-number"),
      ),
  );
}

const line = (d) => svg("path", { d, class: "stroke" });
const shape = (d) => svg("path", { d, class: "solid" });
const wave = (y) => line(`M-18 ${y} q4.5 -7 9 0 t9 0 t9 0 t9 0`);

const SIGNS = {
  ra: () => [
    svg("circle", { r: 8, class: "solid" }),
    ...Array.from({ length: 8 }, (_, i) =>
      svg("path", { d: "M0 -12 V-18", class: "stroke", transform: `rotate(${45 * i})` }),
    ),
  ],
  god: () => shape("M0 -17 L4.5 -5 L17 -5 L7 3 L11 15 L0 8 L-11 15 L-7 3 L-17 -5 L-4.5 -5 Z"),
  gold: () => [shape("M-9 -9 H9 L15 10 H-15 Z"), line("M-5 -3 H5")],
  pharaoh: () => [
    shape("M-15 14 C-15 -8 -9 -17 0 -17 C9 -17 15 -8 15 14 L7 14 V-2 C7 -7 -7 -7 -7 -2 V14 Z"),
    svg("circle", { cy: 4, r: 4, class: "solid" }),
  ],
  nile: () => [wave(-6), wave(3), wave(12)],
  flood: () => [wave(12), wave(4), shape("M0 -19 C6 -10 8 -6 0 -3 C-8 -6 -6 -10 0 -19 Z")],
  funeral: () => [
    shape("M-7 -17 H7 L12 -8 L7 16 H-7 L-12 -8 Z"),
    svg("path", { d: "M0 -11 V4 M-5 -6 H5", class: "cut" }),
  ],
  drought: () => [
    svg("circle", { cy: -8, r: 7, class: "solid" }),
    line("M-17 8 H17 M-9 8 L-5 16 M3 8 L0 16 M11 8 L14 16"),
  ],
  unrest: () => line("M-13 13 L11 -15 M13 13 L-11 -15 M-16 -6 L-6 -17 M16 -6 L6 -17"),
  earthquake: () => line("M-17 13 L-8 1 L-3 8 L2 -6 L7 3 L17 -15"),
  civilization: (number) => CIVILIZATIONS[number - 1](),
  monument: (number) => MONUMENTS[number - 1](),
};

const CIVILIZATIONS = [
  () => [svg("circle", { r: 13, class: "ring" }), svg("circle", { r: 4, class: "solid" })],
  () => [line("M-12 14 V-6 C-12 -18 12 -18 12 -6 V14"), line("M-12 2 H12")],
  () => [line("M-14 12 L14 -14"), shape("M14 -14 L4 -12 L12 -4 Z"), shape("M-14 12 L-4 12 L-14 2 Z")],
  () => [shape("M-13 -12 H13 L9 14 H-9 Z"), svg("path", { d: "M-7 -4 H7 M-6 4 H6", class: "cut" })],
  () => [line("M0 -16 V15"), line("M-12 -8 C-12 4 12 4 12 -8")],
];

const MONUMENTS = [
  () => shape("M0 -17 L18 14 H-18 Z"),
  () => shape("M-4 15 L-3 -11 L0 -18 L3 -11 L4 15 Z"),
  () => [shape("M-16 -8 L0 -17 L16 -8 Z"), line("M-11 -4 V12 M-4 -4 V12 M4 -4 V12 M11 -4 V12 M-16 14 H16")],
  () => shape("M-18 14 V6 H-11 V-2 H-5 V-10 H5 V-2 H11 V6 H18 V14 Z"),
  () => [shape("M-16 14 V-10 H-6 V14 Z"), shape("M16 14 V-10 H6 V14 Z"), line("M-18 -12 H18")],
  () => [shape("M-18 14 C-16 0 -4 2 2 0 L2 -12 L12 -15 L15 -4 L11 2 L12 14 Z")],
  () => [svg("circle", { cy: -7, r: 9, class: "ring" }), line("M0 2 V16 M-9 8 H9")],
  () => [shape("M-14 14 V-6 C-14 -20 14 -20 14 -6 V14 H6 V2 H-6 V14 Z")],
];
