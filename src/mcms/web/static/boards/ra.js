// Ra: both tracks, the bag and the centre sun, and each player's suns, points and tiles.

import { clickable, svg } from "../dom.js";
import { drawing, icon, inside, text } from "./pieces.js";
import { TILE, tile, tileName } from "./ra_tiles.js";
import { consequences } from "./ra_words.js";

const GAP = 8;
const NAMES_X = 8;
/** Where things are on a wide screen, and on a narrow one, on which names stay large enough to read. */
const WIDE = { width: 760, left: 118, ra: 12, name: 40, bag: 0, bagX: 0, auction: 124, perAuctionRow: 8, phase: 218, players: 234, perRow: 11, suns: 34, sunsX: 300, head: 70 };
const NARROW = { width: 400, left: 8, ra: 52, name: 22, bag: 124, bagX: -440, auction: 290, perAuctionRow: 6, phase: 460, players: 474, perRow: 5, suns: 88, sunsX: 42, head: 122 };

function layout() {
  return matchMedia("(max-width: 640px)").matches ? NARROW : WIDE;
}
const SIDES = ["first", "second"];
const LABELS = { draw: "Draw a tile", invoke: "Call an auction", pass: "Pass", done: "Spend no more Gods" };

export const ra = {
  icon: () =>
    icon(
      svg("circle", { cx: 32, cy: 32, r: 13, class: "sun-disc" }),
      Array.from({ length: 12 }, (_, i) =>
        svg("path", { d: "M32 14 V6", class: "ray", transform: `rotate(${30 * i} 32 32)` }),
      ),
    ),

  draw(scene) {
    const { state } = scene;
    const at = layout();
    const rows = state.players.map((player) => Math.max(1, Math.ceil(Object.keys(player.tiles).length / at.perRow)));
    const first = at.players;
    const second = first + playerHeight(rows[0]) + 14;
    const board = drawing(
      at.width,
      second + playerHeight(rows[1]) + 6,
      summary(state),
      raTrack(scene),
      bag(scene),
      auctionTrack(scene),
      playerPanel(scene, 0, first, rows[0]),
      playerPanel(scene, 1, second, rows[1]),
    );
    board.classList.toggle("tall", at === NARROW);
    return board;
  },

  label(action) {
    const [verb, what] = action.split(":");
    if (verb === "bid") return `Bid sun ${what}`;
    if (verb === "god") return `God for ${tileName(what)}`;
    if (verb === "discard") return `Discard ${tileName(what)}`;
    return LABELS[action] ?? action;
  },
  roll: tileName,
  words: (step) =>
    (step.by === "chance" ? `drawn: ${tileName(step.name)}` : inside(ra.label(step.name))) + consequences(step),
};

function summary(state) {
  const player = ({ points, suns }, i) => `${SIDES[i]} ${points} points, suns ${suns.join(" ") || "none"}`;
  const track =
    Object.entries(state.auction_track)
      .map(([kind, count]) => `${count} ${tileName(kind)}`)
      .join(", ") || "empty";
  return `Ra, epoch ${state.epoch} of 3, Ra track ${state.ra_track} of 6, auction track: ${track}; ${state.players.map(player).join("; ")}`;
}

function playerHeight(rows) {
  return layout().head + rows * (TILE.height + GAP) + 6;
}

function raTrack({ state, event, actions, act }) {
  const fresh = event?.by === "chance" && event.name === "ra";
  const at = layout();
  const slots = Array.from({ length: 6 }, (_, i) => {
    const x = at.left + i * (TILE.width + GAP);
    return i < state.ra_track
      ? tile("ra", x, at.ra, 1, fresh && i === state.ra_track - 1 ? "drawn" : "")
      : svg("rect", { x, y: at.ra, width: TILE.width, height: TILE.height, rx: 9, class: "slot" });
  });
  const shape = svg(
    "g",
    {},
    text(NAMES_X, at.name, "Ra track", "track-name", "start"),
    text(NAMES_X, at.name + 20, `epoch ${state.epoch} of 3`, "caption", "start"),
    slots,
  );
  return actions.includes("invoke") ? clickable(shape, LABELS.invoke, () => act("invoke")) : shape;
}

function bag({ state, actions, act }) {
  const tiles = Object.values(state.bag).reduce((sum, count) => sum + count, 0);
  const shape = svg(
    "g",
    { class: "bag" },
    svg("path", {
      d: "M560 26 C536 44 528 78 546 84 H602 C620 78 612 44 588 26 C596 20 592 12 588 14 H560 C556 12 552 20 560 26 Z",
      class: "bag-body",
    }),
    text(574, 62, tiles, "bag-count"),
  );
  const at = layout();
  return svg(
    "g",
    { transform: `translate(${at.bagX} ${at.bag})` },
    actions.includes("draw") ? clickable(shape, LABELS.draw, () => act("draw")) : shape,
    text(574, 100, "bag", "caption"),
    sun(676, 48, state.centre_sun, "centre"),
    text(676, 100, "centre sun", "caption"),
  );
}

function auctionTrack({ state, event, actions, act }) {
  const kinds = Object.entries(state.auction_track).flatMap(([kind, count]) => Array(count).fill(kind));
  const drawn = event?.by === "chance" ? kinds.lastIndexOf(event.name) : -1;
  const at = layout();
  const slots = Array.from({ length: 8 }, (_, i) => {
    const x = at.left + (i % at.perAuctionRow) * (TILE.width + GAP);
    const y = at.auction + Math.floor(i / at.perAuctionRow) * (TILE.height + GAP);
    if (i >= kinds.length) return emptySlot(x, y, actions.includes("draw") ? () => act("draw") : null);
    const shape = tile(kinds[i], x, y, 1, i === drawn ? "drawn" : "");
    const action = `god:${kinds[i]}`;
    return actions.includes(action) ? clickable(shape, ra.label(action), () => act(action)) : shape;
  });
  return [
    text(NAMES_X, at === WIDE ? 152 : at.auction - 30, "Auction", "track-name", "start"),
    text(NAMES_X, at === WIDE ? 172 : at.auction - 10, `${kinds.length} of 8`, "caption", "start"),
    slots,
    phase(state),
  ];
}

/** A place for a tile; a click draws one, as the bag does, which has the keyboard's button. */
function emptySlot(x, y, draw) {
  const slot = svg("rect", { x, y, width: TILE.width, height: TILE.height, rx: 9, class: draw ? "slot to-draw" : "slot" });
  if (draw) slot.addEventListener("click", draw);
  return slot;
}

function phase(state) {
  const says = {
    bid: () =>
      `${SIDES[state.caller]} ${state.voluntary ? "called an auction" : "drew a Ra tile"}${state.bid ? `; the bid is ${state.bid}` : ""}`,
    discard: () => `${state.pending_discards.length} to discard (${state.pending_discards[0]})`,
    god: () => "a God tile was spent",
  }[state.phase];
  return says ? text(layout().width / 2, layout().phase, says(), "phase") : null;
}

function playerPanel({ state, actions, act, turn }, player, y, rows) {
  const { points, suns, used_suns: used, tiles } = state.players[player];
  const moving = turn !== "over" && state.to_move === player;
  const at = layout();
  return svg(
    "g",
    { class: `player ${SIDES[player]} ${moving ? "moving" : ""}` },
    svg("rect", { x: 4, y, width: at.width - 8, height: playerHeight(rows), rx: 14, class: "panel" }),
    text(24, y + 40, SIDES[player], "side-name", "start"),
    text(118, y + 41, points, "score", "start"),
    text(118 + String(points).length * 14 + 8, y + 40, "points", "caption", "start"),
    suns.map((number, i) => ownSun(at.sunsX + i * 56, y + at.suns, number, moving ? actions : [], act)),
    used.map((number, i) => sun(at.sunsX + (suns.length + i) * 56, y + at.suns, number, "used")),
    held(tiles, y + at.head - 2, moving ? actions : [], act),
  );
}

function ownSun(x, y, number, actions, act) {
  const action = `bid:${number}`;
  const shape = sun(x, y, number, "up");
  return actions.includes(action) ? clickable(shape, ra.label(action), () => act(action)) : shape;
}

function sun(x, y, number, classes) {
  const rays = Array.from({ length: 12 }, (_, i) =>
    svg("path", { d: "M0 -19 V-23", class: "ray", transform: `rotate(${30 * i})` }),
  );
  return svg(
    "g",
    { transform: `translate(${x} ${y})`, class: `sun ${classes}` },
    rays,
    svg("circle", { r: 17, class: "sun-disc" }),
    text(0, 6, number, "sun-number"),
  );
}

function held(tiles, y, actions, act) {
  const kinds = Object.entries(tiles);
  if (kinds.length === 0) return text(24, y + 38, "no tiles", "caption", "start");
  return kinds.map(([kind, count], i) => {
    const shape = tile(
      kind,
      20 + (i % layout().perRow) * (TILE.width + GAP),
      y + Math.floor(i / layout().perRow) * (TILE.height + GAP),
      count,
    );
    const action = `discard:${kind}`;
    return actions.includes(action) ? clickable(shape, ra.label(action), () => act(action)) : shape;
  });
}
