// Ra: what each player got for his tiles, line by line, whenever an epoch has been scored.

import { el } from "./dom.js";
import { signed } from "./words.js";

const CIVILIZATIONS = [-5, 0, 0, 5, 10, 15];
const KINDS = [0, 1, 2, 3, 4, 5, 6, 10, 15];
const COPIES = [0, 0, 0, 5, 10, 15];

/** Return the sheet of the last epoch that was scored in these events, as a list of at most one element. */
export function sheetOf({ game, start }, events) {
  if (game !== "ra") return [];
  const states = [start, ...events.map(({ state }) => state)];
  for (let i = states.length - 1; i > 0; i -= 1) {
    const over = i === states.length - 1 && events.at(-1).turn === "over";
    if (states[i].epoch > states[i - 1].epoch || over) return [sheet(states[i - 1], states[i], over)];
  }
  return [];
}

function sheet(before, after, over) {
  const [gained, lines] = [[0, 1].map((i) => after.players[i].points - before.players[i].points), linesOf(before, over)];
  // The last auction's tiles are taken and scored in one step, and points never fall below 0.
  const rest = gained.map((points, i) => points - lines.reduce((sum, [, values]) => sum + values[i], 0));
  if (rest.some((points) => points !== 0)) lines.push(["the last auction's tiles, and no less than 0", rest]);
  const row = (name, values, write) =>
    el("tr", {}, el("th", { scope: "row" }, name), values.map((value) => el("td", { class: "number" }, write(value))));
  const title = over ? "Score at the end" : `Score of epoch ${before.epoch}`;
  return el(
    "details",
    { class: "more", open: true },
    el("summary", {}, title),
    el(
      "table",
      { class: "records sheet", "aria-label": title },
      el("thead", {}, el("tr", {}, ["for", "first", "second"].map((name) => el("th", { scope: "col" }, name)))),
      el(
        "tbody",
        {},
        row("points before", before.players.map(({ points }) => points), String),
        lines.map(([name, values]) => row(name, values, (value) => signed(value, 0))),
        row("points", after.players.map(({ points }) => points), String),
      ),
    ),
  );
}

function linesOf({ players }, over) {
  const both = (points) => players.map((player, i) => points(player.tiles, players[1 - i].tiles, player, players[1 - i]));
  const lines = [
    ["Gods, 2 each", both((own) => 2 * (own.god ?? 0))],
    ["gold, 3 each", both((own) => 3 * (own.gold ?? 0))],
    ["Pharaohs, most 5, fewest −2", both((own, other) => most(own.pharaoh ?? 0, other.pharaoh ?? 0, 5, -2))],
    ["Niles and Floods, 1 each with a Flood", both((own) => (own.flood ? own.flood + (own.nile ?? 0) : 0))],
    ["different Civilizations", both((own) => CIVILIZATIONS[kinds(own, "civilization").length])],
  ];
  if (!over) return lines;
  return [
    ...lines,
    ["different Monuments", both((own) => KINDS[kinds(own, "monument").length])],
    ["equal Monuments", both((own) => kinds(own, "monument").reduce((sum, count) => sum + COPIES[count], 0))],
    ["suns, higher sum 5, lower −5", both((_, __, own, other) => most(sum(own), sum(other), 5, -5))],
  ];
}

function most(own, other, more, fewer) {
  return own > other ? more : own < other ? fewer : 0;
}

function kinds(tiles, group) {
  return Object.entries(tiles)
    .filter(([kind]) => kind.startsWith(group))
    .map(([, count]) => count);
}

function sum({ suns, used_suns: used }) {
  return [...suns, ...used].reduce((total, sun) => total + sun, 0);
}
