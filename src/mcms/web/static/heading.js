// What is played, against whom, from which seed, and the way to the rules.

import { el } from "./dom.js";
import { ruleLink } from "./rules.js";
import { gameTitle, opponentName } from "./words.js";

export function heading(catalog, view) {
  const rules = view.rules === view.game ? "" : `, ${view.rules}`;
  const time = catalog.levels.some(({ name }) => name === view.opponent) ? "" : `, ${view.ms / 1000} s a move`;
  return el(
    "header",
    { class: "heading with-button" },
    el(
      "div",
      {},
      el("h1", {}, gameTitle(catalog, view.game)),
      el(
        "p",
        { class: "hint" },
        `You are ${view.seat}, against ${opponentName(view.opponent)}${time}, seed ${view.seed}${rules}`,
      ),
    ),
    ruleLink(view.game),
  );
}
