// Pig: a rail for each player's score, the turn total between them, and the dice.

import { clickable, svg } from "../dom.js";
import { die, drawing, icon, text } from "./pieces.js";

const WIDTH = 640;
const HEIGHT = 330;
const RAIL = { x: 40, width: 560, height: 26 };
const LABELS = { roll: "Roll", stop: "Stop and bank" };

export const pig = {
  icon: () =>
    icon(
      svg("g", { transform: "rotate(-9 32 32)" }, die(8, 18, 28, 5)),
      svg("g", { transform: "rotate(11 42 40)" }, die(31, 27, 25, 1, "tinted")),
    ),

  draw({ state, turn, event, options, actions, act }) {
    const mover = turn === "over" ? null : state.to_move;
    const summary = `Pig to ${options.goal}: first ${state.scores[0]}, second ${state.scores[1]}, turn total ${state.turn_total}`;
    return drawing(
      WIDTH,
      HEIGHT,
      summary,
      rail(0, 30, state, mover, options.goal),
      rail(1, 262, state, mover, options.goal),
      pot(state, actions, act),
      diceArea(event, options.dice, actions, act),
    );
  },

  label: (action) => LABELS[action] ?? action,
  roll: (outcome) => ({ one: "a 1: bust", "double-one": "1-1: all lost" })[outcome] ?? outcome,
  words: ({ by, name }) => (by === "chance" ? rolled(name) : name === "roll" ? "roll" : "stop and bank"),
};

function rolled(outcome) {
  return { one: "a 1: bust, the turn total is lost", "double-one": "1-1: bust, all points are lost" }[outcome] ?? outcome;
}

function rail(player, y, state, mover, goal) {
  const scale = (points) => (Math.min(points, goal) / goal) * RAIL.width;
  const banked = scale(state.scores[player]);
  const pending = player === mover ? scale(state.scores[player] + state.turn_total) - banked : 0;
  const side = player === 0 ? "first" : "second";
  return svg(
    "g",
    { class: `rail ${side} ${player === mover ? "moving" : ""}` },
    text(RAIL.x, y, side, "side-name", "start"),
    text(RAIL.x + RAIL.width, y, `${state.scores[player]} / ${goal}`, "score", "end"),
    svg("rect", { x: RAIL.x, y: y + 12, width: RAIL.width, height: RAIL.height, rx: 13, class: "trough" }),
    pending > 0 &&
      svg("rect", {
        x: RAIL.x,
        y: y + 12,
        width: Math.max(banked + pending, 26),
        height: RAIL.height,
        rx: 13,
        class: "pending",
      }),
    banked > 0 &&
      svg("rect", { x: RAIL.x, y: y + 12, width: Math.max(banked, 26), height: RAIL.height, rx: 13, class: "banked" }),
  );
}

function pot(state, actions, act) {
  const side = state.to_move === 0 ? "first" : "second";
  const shape = svg(
    "g",
    { class: `pot ${side}` },
    svg("rect", { x: 90, y: 98, width: 190, height: 128, rx: 18, class: "panel" }),
    text(185, 176, state.turn_total, "huge"),
    text(185, 206, "turn total", "caption"),
  );
  return actions.includes("stop") ? clickable(shape, LABELS.stop, () => act("stop")) : shape;
}

function diceArea(event, count, actions, act) {
  const shape = svg(
    "g",
    { class: "dice-area" },
    svg("rect", { x: 320, y: 98, width: 230, height: 128, rx: 18, class: "panel" }),
    dice(event, count, actions),
  );
  return actions.includes("roll") ? clickable(shape, LABELS.roll, () => act("roll")) : shape;
}

function dice(event, count, actions) {
  const last = event?.by === "chance" ? event.name : null;
  const bust = last === "one" || last === "double-one";
  const tumble = last === null ? "resting" : bust ? "tumbling bad" : "tumbling";
  const caption =
    last === null
      ? actions.includes("roll")
        ? "roll"
        : ""
      : last === "double-one"
        ? "1-1: all points lost"
        : bust
          ? "a 1: turn total lost"
          : `+${last}`;
  if (count === 1) {
    return [die(403, 112, 64, last === "one" ? 1 : Number(last), tumble), text(435, 210, caption, "caption")];
  }
  // The sum is all that is known of two dice without a 1, so it is written across them.
  const faces = { "double-one": [1, 1], one: [1, null] }[last] ?? [null, null];
  return [
    die(358, 112, 64, faces[0], tumble),
    die(448, 112, 64, faces[1], tumble),
    last !== null && !bust
      ? svg(
          "g",
          { class: "sum" },
          svg("circle", { cx: 435, cy: 144, r: 25, class: "sum-disc" }),
          text(435, 153, last, "sum-number"),
        )
      : null,
    text(435, 210, caption, "caption"),
  ];
}
