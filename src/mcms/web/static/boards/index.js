// The boards by the name of their game. A board has
//   icon()                    a small picture for the choice of games
//   draw(scene)               an SVG of {state, turn, event, options, actions, act, seat}
//   label(action, state)      what a button says
//   words(step)               what a step of a line of play says; of a game's (steps.js) also what followed from it

import { backgammon } from "./backgammon.js";
import { cantStop } from "./cant_stop.js";
import { ewn } from "./ewn.js";
import { pig } from "./pig.js";
import { ra } from "./ra.js";

const BOARDS = { pig, ewn, cant_stop: cantStop, ra, backgammon };

export function boardOf(name) {
  return BOARDS[name];
}
