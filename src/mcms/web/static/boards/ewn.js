// EinStein würfelt nicht!: the board of 5×5 squares, round stones against square ones, and the die.

import { clickable, keepFocus, svg } from "../dom.js";
import { die, drawing, icon, text } from "./pieces.js";

const CELL = 84;
const LEFT = 44;
const TOP = 34;
const FILES = "abcde";
const SIDES = ["first", "second"];

let selected = null;

export const ewn = {
  icon: () =>
    icon(
      svg("rect", { x: 6, y: 6, width: 52, height: 52, rx: 8, class: "square light" }),
      svg("rect", { x: 32, y: 6, width: 26, height: 26, rx: 6, class: "square dark" }),
      svg("rect", { x: 6, y: 32, width: 26, height: 26, rx: 6, class: "square dark" }),
      svg("circle", { cx: 19, cy: 19, r: 9, class: "stone-body first" }),
      svg("rect", { x: 36, y: 36, width: 18, height: 18, rx: 4, class: "stone-body second" }),
    ),

  draw(scene) {
    const moves = scene.actions.map(parse);
    const origins = [...new Set(moves.map((move) => move.from))];
    if (!origins.includes(selected)) selected = origins[0] ?? null;
    const last = scene.event && scene.event.by !== "chance" ? parse(scene.event.name) : null;
    const board = drawing(
      LEFT + 5 * CELL + 150,
      TOP + 5 * CELL + 14,
      summary(scene),
      squares(last),
      labels(),
      stones(scene, moves, () => {
        const place = board.parentElement;
        keepFocus(place, () => board.replaceWith(ewn.draw(scene)));
      }),
      targets(scene, moves),
      thrown(scene),
    );
    return board;
  },

  label(action) {
    const { stone, from, to } = parse(action);
    return `${stone}: ${from} → ${to}`;
  },
  roll: (outcome) => `die ${outcome}`,
  words: (step) => (step.by === "chance" ? `the die shows ${step.name}` : ewn.label(step.name) + captured(step)),
};

/** Which stone a move took from the board, its own player's perhaps. */
function captured({ before, state }) {
  if (before === undefined || state === undefined) return "";
  const taken = before.stones.flatMap((stones, side) =>
    stones.map((square, i) => (square !== null && state.stones[side][i] === null ? `${i + 1} of ${SIDES[side]}` : null)),
  );
  const found = taken.find((stone) => stone !== null);
  return found ? `, captures ${found}` : "";
}

function parse(action) {
  const [stone, way] = action.split(":");
  const [from, to] = way.split("-");
  return { action, stone: Number(stone), from, to };
}

function place(square) {
  return [LEFT + FILES.indexOf(square[0]) * CELL, TOP + (Number(square[1]) - 1) * CELL];
}

function name(row, column) {
  return `${FILES[column]}${row + 1}`;
}

function summary({ state, turn }) {
  const listed = state.stones.map(
    (stones, side) =>
      `${SIDES[side]}: ${stones
        .map((at, i) => (at ? `${i + 1} on ${name(...at)}` : null))
        .filter(Boolean)
        .join(", ")}`,
  );
  return `EinStein würfelt nicht! ${listed.join("; ")}; ${turn === "over" ? "the game is over" : `die ${state.die ?? "not thrown"}`}`;
}

function squares(last) {
  const all = [];
  for (let row = 0; row < 5; row += 1) {
    for (let column = 0; column < 5; column += 1) {
      const square = name(row, column);
      const [x, y] = place(square);
      const trace = last && (square === last.from || square === last.to) ? "trace" : "";
      const goal = square === "e5" ? "goal first" : square === "a1" ? "goal second" : "";
      all.push(
        svg("rect", {
          x: x + 1.5,
          y: y + 1.5,
          width: CELL - 3,
          height: CELL - 3,
          rx: 7,
          class: `square ${(row + column) % 2 ? "dark" : "light"} ${trace} ${goal}`,
        }),
      );
    }
  }
  return all;
}

function labels() {
  return [...FILES].flatMap((file, i) => [
    text(LEFT + (i + 0.5) * CELL, TOP - 12, file, "caption"),
    text(LEFT - 18, TOP + (i + 0.5) * CELL + 6, i + 1, "caption"),
  ]);
}

function stones({ state }, moves, redraw) {
  return state.stones.flatMap((own, side) =>
    own.map((at, index) => at && stone(side, index + 1, name(...at), moves, redraw)),
  );
}

function stone(side, number, square, moves, redraw) {
  const [x, y] = place(square);
  const movable = side !== null && moves.some((move) => move.from === square);
  const centre = CELL / 2;
  const body =
    side === 0
      ? svg("circle", { cx: centre, cy: centre, r: 28, class: `stone-body ${SIDES[side]}` })
      : svg("rect", {
          x: centre - 26,
          y: centre - 26,
          width: 52,
          height: 52,
          rx: 10,
          class: `stone-body ${SIDES[side]}`,
        });
  const shape = svg(
    "g",
    {
      transform: `translate(${x} ${y})`,
      class: `stone ${movable ? "movable" : ""} ${square === selected ? "selected" : ""}`,
    },
    body,
    text(centre, centre + 9, number, "stone-number"),
  );
  if (!movable) return shape;
  return clickable(shape, `Choose stone ${number} on ${square}`, () => {
    selected = square;
    redraw();
  });
}

function targets({ act }, moves) {
  return moves
    .filter((move) => move.from === selected)
    .map((move) => {
      const [x, y] = place(move.to);
      const [fromX, fromY] = place(selected);
      const spot = svg(
        "g",
        { class: "target" },
        svg("rect", { x: x + 5, y: y + 5, width: CELL - 10, height: CELL - 10, rx: 8, class: "target-square" }),
        svg("circle", {
          cx: x + CELL / 2 + (fromX - x) * 0.27,
          cy: y + CELL / 2 + (fromY - y) * 0.27,
          r: 6,
          class: "target-dot",
        }),
      );
      return clickable(spot, `Move stone ${ewn.label(move.action)}`, () => act(move.action));
    });
}

function thrown({ state, turn, event }) {
  const x = LEFT + 5 * CELL + 40;
  if (turn === "over") return text(x + 38, TOP + 2.5 * CELL, "game over", "caption");
  const fresh = event?.by === "chance" ? "tumbling" : "resting";
  return svg(
    "g",
    { class: `thrown ${SIDES[state.to_move]}` },
    die(x, TOP + 2 * CELL, 76, state.die, `tinted ${fresh}`),
    text(x + 38, TOP + 2 * CELL + 108, SIDES[state.to_move], "side-name"),
  );
}
