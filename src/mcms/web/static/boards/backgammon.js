// Backgammon: the board from the first player's side, and a play put together checker by checker.

import { clickable, keepFocus, svg } from "../dom.js";
import { die, drawing, icon, text } from "./pieces.js";

const POINT = 44;
const LEFT = 16;
const TOP = 30;
const HEIGHT = 380;
const WEDGE = 165;
const CHECKER = 30;
const BAR = 25;
const MOST_DRAWN = 5;
const SIDES = ["first", "second"];
const TRAY = LEFT + 13 * POINT + 10;

// What of a play was already chosen; it belongs to one position only.
let begun = { position: null, chosen: [], from: null };

export const backgammon = {
  icon: () =>
    icon(
      [0, 1, 2].map((i) => svg("path", { d: `M${8 + 16 * i} 8 h14 l-7 30 z`, class: `wedge ${i % 2 ? "dark" : "light"}` })),
      svg("circle", { cx: 15, cy: 50, r: 8, class: "stone-body first" }),
      svg("rect", { x: 40, y: 42, width: 16, height: 16, rx: 4, class: "stone-body second" }),
    ),

  draw(scene) {
    const position = JSON.stringify(scene.state);
    if (begun.position !== position) begun = { position, chosen: [], from: null };
    const open = possible(scene.actions.map(parse), begun.chosen);
    const origins = [...new Set(open.flatMap(({ left }) => left.map((way) => way.from)))];
    if (!origins.includes(begun.from)) begun.from = origins.length === 1 ? origins[0] : null;
    const state = begun.chosen.reduce(moved, scene.state);
    const board = drawing(
      TRAY + 96,
      TOP * 2 + HEIGHT,
      summary(scene),
      ground(),
      labels(scene),
      checkers(state),
      tray(state),
      sources(scene, origins, () => redraw(board, scene)),
      targets(scene, open, () => redraw(board, scene)),
      dicePanel(scene),
      begun.chosen.length > 0 && startOver(() => redraw(board, scene)),
    );
    return board;
  },

  label: (action) => (action === "pass" ? "Pass" : action),
  roll: (outcome) => rolled(outcome).replace(/^dice /, ""),
  words: ({ by, name }) => (by === "chance" ? rolled(name) : name === "pass" ? "passes" : name),
};

function redraw(board, scene) {
  const place = board.parentElement;
  keepFocus(place, () => board.replaceWith(backgammon.draw(scene)));
}

function rolled(name) {
  const [roll, who] = name.split(" ").reverse();
  return who ? `${who} begins with ${roll[0]} and ${roll[1]}` : `dice ${roll[0]} and ${roll[1]}`;
}

/** The ways of an action, a checker each: where it leaves, its stops and its end, by the mover's points; 0 is off. */
function parse(action) {
  if (action === "pass") return { action, ways: [] };
  const ways = action.split(" ").flatMap((part) => {
    const [, way, times] = part.match(/^([^(]*)(?:\((\d)\))?$/);
    const [from, ...stops] = way
      .replaceAll("*", "")
      .split("/")
      .map((name) => (name === "bar" ? BAR : name === "off" ? 0 : Number(name)));
    return Array.from({ length: Number(times ?? 1) }, () => ({ from, stops, to: stops.at(-1), key: `${from}/${stops.join("/")}` }));
  });
  return { action, ways };
}

/** The actions that begin with the ways chosen, each with the ways still to make. */
function possible(actions, chosen) {
  return actions.flatMap(({ action, ways }) => {
    const left = [...ways];
    for (const way of chosen) {
      const at = left.findIndex(({ key }) => key === way.key);
      if (at < 0) return [];
      left.splice(at, 1);
    }
    return [{ action, left }];
  });
}

/** The first player's number of a mover's point. */
function absolute(point, mover) {
  return mover === 0 ? point : BAR - point;
}

/** The position after one way, hits included. */
function moved(state, way) {
  const { to_move: mover } = state;
  const sign = mover === 0 ? 1 : -1;
  const points = [...state.points];
  const bar = [...state.bar];
  const off = [...state.off];
  if (way.from === BAR) bar[mover] -= 1;
  else points[absolute(way.from, mover) - 1] -= sign;
  for (const stop of way.stops) {
    const at = absolute(stop, mover) - 1;
    if (stop > 0 && points[at] === -sign) {
      points[at] = 0;
      bar[1 - mover] += 1;
    }
  }
  if (way.to === 0) off[mover] += 1;
  else points[absolute(way.to, mover) - 1] += sign;
  return { ...state, points, bar, off };
}

/** The middle of a first player's point, and whether it is in the upper half. */
function place(point) {
  const upper = point > 12;
  const column = upper ? point - 13 : 12 - point;
  return { x: LEFT + (column + (column > 5 ? 1 : 0) + 0.5) * POINT, upper };
}

const BAR_X = LEFT + 6.5 * POINT;

function summary({ state, turn }) {
  const side = (player) => {
    const sign = player === 0 ? 1 : -1;
    const held = state.points
      .map((count, i) => [absolute(i + 1, player), count * sign])
      .filter(([, count]) => count > 0)
      .sort(([a], [b]) => b - a)
      .map(([point, count]) => `${count} on ${point}`);
    return [...held, `${state.bar[player]} on the bar`, `${state.off[player]} off`].join(", ");
  };
  const dice = state.dice ? `dice ${state.dice.join(" and ")}` : "dice not thrown";
  return `Backgammon. First: ${side(0)}; second, by its own points: ${side(1)}; ${turn === "over" ? "the game is over" : dice}`;
}

function ground() {
  const wedges = Array.from({ length: 24 }, (_, i) => {
    const { x, upper } = place(i + 1);
    const [foot, way] = upper ? [TOP, WEDGE] : [TOP + HEIGHT, -WEDGE];
    return svg("path", {
      d: `M${x - POINT / 2 + 2} ${foot} h${POINT - 4} l${-(POINT / 2 - 2)} ${way} z`,
      class: `wedge ${i % 2 ? "dark" : "light"}`,
    });
  });
  return [
    svg("rect", { x: LEFT, y: TOP, width: 13 * POINT, height: HEIGHT, rx: 8, class: "felt" }),
    wedges,
    svg("rect", { x: BAR_X - POINT / 2 + 4, y: TOP, width: POINT - 8, height: HEIGHT, class: "bar-wood" }),
  ];
}

function labels({ seat }) {
  return Array.from({ length: 24 }, (_, i) => {
    const { x, upper } = place(i + 1);
    const number = seat === "second" ? 24 - i : i + 1;
    return text(x, upper ? TOP - 9 : TOP + HEIGHT + 20, number, "caption");
  });
}

function checkers({ points, bar }) {
  const stacks = points.map((count, i) => {
    const { x, upper } = place(i + 1);
    return stack(x, upper ? TOP : TOP + HEIGHT, upper ? 1 : -1, Math.abs(count), count < 0 ? 1 : 0);
  });
  return [stacks, [0, 1].map((player) => stack(BAR_X, TOP + HEIGHT / 2, player === 0 ? -1 : 1, bar[player], player))];
}

function stack(x, foot, way, count, player) {
  const drawn = Math.min(count, MOST_DRAWN);
  const all = Array.from({ length: drawn }, (_, i) => checker(x, foot + way * (i + 0.5) * (CHECKER + 2), player));
  if (count > MOST_DRAWN) all.push(text(x, foot + way * (drawn - 0.5) * (CHECKER + 2) + 6, count, "checker-count"));
  return all;
}

function checker(x, y, player) {
  const r = CHECKER / 2;
  return player === 0
    ? svg("circle", { cx: x, cy: y, r, class: "stone-body first" })
    : svg("rect", { x: x - r + 1, y: y - r + 1, width: 2 * r - 2, height: 2 * r - 2, rx: 7, class: "stone-body second" });
}

function tray({ off }) {
  return [0, 1].map((player) => {
    const y = player === 0 ? TOP + HEIGHT - 60 : TOP + 20;
    return [checker(TRAY + 18, y + 16, player), text(TRAY + 37, y + 22, `${off[player]} off`, "caption", "start")];
  });
}

function nameOf(point) {
  return point === BAR ? "the bar" : point === 0 ? "off the board" : `point ${point}`;
}

/** Where a button on a mover's point goes. */
function spot(point, mover) {
  if (point === 0) return { x: TRAY + 2, y: mover === 0 ? TOP + HEIGHT - 70 : TOP + 8, width: 94, height: 56 };
  if (point === BAR) return { x: BAR_X - POINT / 2, y: mover === 0 ? TOP : TOP + HEIGHT / 2, width: POINT, height: HEIGHT / 2 };
  const { x, upper } = place(absolute(point, mover));
  return { x: x - POINT / 2 + 1, y: upper ? TOP : TOP + HEIGHT - WEDGE - 14, width: POINT - 2, height: WEDGE + 14 };
}

function sources({ state }, origins, again) {
  return origins.map((from) => {
    const chosen = from === begun.from ? "selected" : "";
    const shape = svg("g", { class: `source ${chosen}` }, svg("rect", { ...spot(from, state.to_move), rx: 8, class: "source-area" }));
    return clickable(shape, `Choose a checker on ${nameOf(from)}`, () => {
      begun = { ...begun, from };
      again();
    });
  });
}

function targets({ state, act }, open, again) {
  const ways = new Map(open.flatMap(({ left }) => left.filter((way) => way.from === begun.from).map((way) => [way.key, way])));
  const ends = [...ways.values()];
  return ends.map((way) => {
    const { x, y, width, height } = spot(way.to, state.to_move);
    // Two ways to one point, by different hits, share its place.
    const same = ends.filter(({ to }) => to === way.to);
    const part = height / same.length;
    const shape = svg(
      "g",
      { class: "target" },
      svg("rect", { x: x + 2, y: y + part * same.indexOf(way) + 2, width: width - 4, height: part - 4, rx: 8, class: "target-square" }),
    );
    const through = way.stops.length > 1 ? ` by ${way.stops.slice(0, -1).map(nameOf).join(" and ")}` : "";
    return clickable(shape, `Move from ${nameOf(way.from)} to ${nameOf(way.to)}${through}`, () => {
      const chosen = [...begun.chosen, way];
      const done = open.find(({ left }) => left.length === 1 && left[0].key === way.key);
      begun = done ? { position: null, chosen: [], from: null } : { ...begun, chosen, from: null };
      if (done) act(done.action);
      else again();
    });
  });
}

function dicePanel({ state, turn, event }) {
  const y = TOP + HEIGHT / 2;
  if (turn === "over") return text(TRAY + 46, y, "game over", "caption");
  const fresh = event?.by === "chance" ? "tumbling" : "resting";
  const [high, low] = state.dice ?? [null, null];
  const mover = SIDES[state.to_move] ?? "";
  return svg(
    "g",
    { class: `thrown ${mover}` },
    die(TRAY + 6, y - 52, 38, high, `tinted ${fresh}`),
    die(TRAY + 50, y - 52, 38, low, `tinted ${fresh}`),
    text(TRAY + 46, y + 12, mover || "opening", "side-name"),
  );
}

function startOver(again) {
  const y = TOP + HEIGHT / 2 + 28;
  const shape = svg(
    "g",
    { class: "board-button" },
    svg("rect", { x: TRAY + 2, y, width: 92, height: 32, rx: 9, class: "panel" }),
    text(TRAY + 48, y + 21, "Take back", "button-text"),
  );
  return clickable(shape, "Take back the checkers moved", () => {
    begun = { ...begun, chosen: [], from: null };
    again();
  });
}
