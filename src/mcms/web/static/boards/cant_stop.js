// Can't Stop: the columns 2 to 12 with markers and runners, the dice and the ways to pair them.

import { clickable, svg } from "../dom.js";
import { die, drawing, icon, inside, text } from "./pieces.js";

const COLUMN = 46;
const STEP = 27;
const LEFT = 22;
const FOOT = 408;
const SIDES = ["first", "second"];
const LABELS = { roll: "Roll", stop: "Stop and bank" };

export const cantStop = {
  icon: () =>
    icon(
      [10, 22, 34, 22, 10].map((height, i) =>
        svg("rect", { x: 5 + 11 * i, y: 56 - height - 10, width: 9, height: height + 10, rx: 3, class: "step" }),
      ),
      svg("circle", { cx: 20.5, cy: 40, r: 5, class: "marker first" }),
      svg("circle", { cx: 31.5, cy: 24, r: 5, class: "runner" }),
      svg("rect", { x: 37.5, y: 35, width: 10, height: 10, rx: 2, class: "marker second" }),
    ),

  draw(scene) {
    const heights = scene.options.heights.split("-").map(Number);
    const next = reached(scene);
    return drawing(
      LEFT * 2 + 11 * COLUMN + 190,
      FOOT + 34,
      summary(scene.state),
      heights.map((height, i) => column(i, height, scene.state, next)),
      dicePanel(scene),
    );
  },

  label: (action) => LABELS[action] ?? climb(action),
  roll: (outcome) => outcome,
  words: (step) =>
    step.by === "chance"
      ? `dice ${step.name}${isBust(step.state) ? ": bust, the runners are lost" : ""}`
      : inside(cantStop.label(step.name)) + won(step),
};

/** Which columns a stop has won. */
function won({ before, state, options }) {
  if (before === undefined || state === undefined) return "";
  const mover = before.to_move;
  const columns = options.heights
    .split("-")
    .map((height, i) => (state.markers[mover][i] === Number(height) && before.markers[mover][i] < Number(height) ? i + 2 : null))
    .filter((number) => number !== null);
  if (columns.length === 0) return "";
  return `, wins column${columns.length > 1 ? "s" : ""} ${columns.join(" and ")}`;
}

/** A roll that leaves no pair to climb with passes the turn on at once. */
function isBust(state) {
  return state !== undefined && state.phase !== "move";
}

function climb(action) {
  const [low, high] = action.split("+");
  if (high === undefined) return `Climb ${low}`;
  return low === high ? `Climb ${low} twice` : `Climb ${low} and ${high}`;
}

function summary({ markers, runners }) {
  const side = (steps) =>
    steps
      .map((step, i) => (step ? `${i + 2} at ${step}` : null))
      .filter(Boolean)
      .join(", ") || "none";
  const running =
    Object.entries(runners)
      .map(([number, step]) => `${number} at ${step}`)
      .join(", ") || "none";
  return `Can't Stop. Markers of first: ${side(markers[0])}; of second: ${side(markers[1])}; runners: ${running}`;
}

/** The columns that some pairing would climb. */
function reached({ actions }) {
  return new Set(actions.flatMap((action) => (/^\d/.test(action) ? action.split("+") : [])).map(Number));
}

function column(index, height, { markers, runners, to_move: mover }, next) {
  const number = index + 2;
  const x = LEFT + index * COLUMN;
  const owner = [0, 1].find((player) => markers[player][index] === height);
  const claimed = owner === undefined ? "" : `claimed ${SIDES[owner]}`;
  const steps = Array.from({ length: height }, (_, i) =>
    svg("rect", {
      x: x + 3,
      y: level(i + 1),
      width: COLUMN - 6,
      height: STEP - 4,
      rx: 6,
      class: `step ${claimed} ${i + 1 === height ? "top-step" : ""}`,
    }),
  );
  return svg(
    "g",
    { class: next.has(number) ? "column next" : "column" },
    steps,
    owner === undefined && [0, 1].map((player) => marker(player, x, markers[player][index])),
    runners[number] &&
      svg("circle", {
        cx: x + COLUMN / 2,
        cy: level(runners[number]) + STEP / 2 - 2,
        r: 9.5,
        class: `runner ${SIDES[mover]}`,
      }),
    text(x + COLUMN / 2, FOOT + 22, number, "column-number"),
  );
}

function level(step) {
  return FOOT - step * STEP;
}

function marker(player, x, step) {
  if (!step) return null;
  const y = level(step) + STEP / 2 - 2;
  return player === 0
    ? svg("circle", { cx: x + 14, cy: y, r: 8, class: "marker first" })
    : svg("rect", { x: x + COLUMN - 22, y: y - 8, width: 16, height: 16, rx: 4, class: "marker second" });
}

function dicePanel({ state, turn, event, actions, act }) {
  const x = LEFT + 11 * COLUMN + 34;
  const rolled = state.dice ?? (event?.by === "chance" ? event.name.split("-").map(Number) : [null, null, null, null]);
  const bust = event?.by === "chance" && state.phase !== "move";
  const motion = event?.by === "chance" ? (bust ? "tumbling bad" : "tumbling") : "resting";
  const dice = svg(
    "g",
    { class: "dice-area" },
    svg("rect", { x: x - 12, y: 12, width: 148, height: 144, rx: 16, class: "panel" }),
    rolled.map((face, i) => die(x + 4 + (i % 2) * 58, 28 + Math.floor(i / 2) * 58, 50, face, motion)),
  );
  return [
    actions.includes("roll") ? clickable(dice, LABELS.roll, () => act("roll")) : dice,
    text(
      x + 62,
      180,
      bust ? "bust" : turn === "over" ? "game over" : SIDES[state.to_move],
      bust ? "side-name bad" : "side-name",
    ),
    actions.includes("stop") && button(x - 12, 196, 148, 40, LABELS.stop, () => act("stop")),
    actions
      .filter((action) => /^\d/.test(action))
      .map((action, i) => button(x - 12, 196 + i * 44, 148, 38, climb(action), () => act(action))),
  ];
}

function button(x, y, width, height, label, action) {
  const shape = svg(
    "g",
    { class: "board-button" },
    svg("rect", { x, y, width, height, rx: 10, class: "panel" }),
    text(x + width / 2, y + height / 2 + 5, label, "button-text"),
  );
  return clickable(shape, label, action);
}
