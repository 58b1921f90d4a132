// The page of a new game: which game, against whom, how long it thinks, which seat, which luck.

import { request } from "./api.js";
import { calm, complain } from "./banner.js";
import { boardOf } from "./boards/index.js";
import { el, landOn } from "./dom.js";
import { chooser } from "./opponent_form.js";
import { optionFields, spec } from "./options_form.js";
import { forget, recentGames, remember } from "./recent.js";
import { ruleLink } from "./rules.js";
import { opponentName, rulesTitle, timesUpTo } from "./words.js";

const OTHER = "other";
const TIMES = [100, 200, 500, 1000, 2000, 5000, 10000];

export function showSetup(page, catalog) {
  document.title = "New game · mcms";
  const chosen = { game: null, options: () => "", opponent: null };
  const parts = el("div", { class: "fields" });
  const cards = catalog.games.map((game) => gameCard(game, () => choose(game)));
  const time = el(
    "select",
    { id: "time" },
    timesUpTo(TIMES, catalog.limits.most_ms).map((ms) =>
      el("option", { value: ms, selected: ms === 1000 }, `${ms / 1000} s a move`),
    ),
  );
  const seat = el(
    "select",
    { id: "seat" },
    el("option", { value: "first" }, "first"),
    el("option", { value: "second" }, "second"),
  );
  const seed = el("input", {
    id: "seed",
    type: "text",
    inputmode: "numeric",
    placeholder: "a new one",
    autocomplete: "off",
  });
  const state = el("textarea", { id: "state", rows: "3", spellcheck: "false", placeholder: "the usual start" });

  function choose(game) {
    const { fields, written } = optionFields(game.options, "game");
    chosen.game = game;
    chosen.options = written;
    chosen.search = chooser({
      catalog,
      players: game.players,
      label: "Algorithm or player",
      id: "opponent",
      preferred: "mcms",
    });
    const level = el(
      "select",
      { id: "level" },
      catalog.levels.map(({ name, players }) =>
        el("option", { value: name, selected: name === "medium", title: players[game.name] }, name),
      ),
      el("option", { value: OTHER }, "an algorithm of your choice"),
    );
    const advanced = el(
      "div",
      { class: "fields wide advanced" },
      chosen.search.element,
      field("Thinking time", time),
    );
    level.addEventListener("change", () => {
      advanced.hidden = level.value !== OTHER;
    });
    advanced.hidden = true;
    chosen.opponent = () => (level.value === OTHER ? chosen.search.text() : level.value);
    parts.replaceChildren(
      field("Opponent", level),
      field("Your seat", seat),
      el("p", { class: "wide" }, ruleLink(game.name)),
      advanced,
      el(
        "details",
        { class: "more wide" },
        el("summary", {}, "Advanced: variants, dice, start"),
        el(
          "div",
          { class: "fields" },
          fields,
          field("seed", seed, "the same seed gives the same dice"),
          field("Start from", state, "a state as JSON, in the format of the game's page", "wide"),
        ),
      ),
    );
  }

  async function start(event) {
    event.preventDefault();
    try {
      const order = {
        game: spec(chosen.game.name, chosen.options()),
        opponent: chosen.opponent(),
        ms: Number(time.value),
        seat: seat.value,
        seed: wholeNumber(seed.value),
        state: parsed(state.value),
      };
      const game = await request("games", order);
      calm();
      remember(game);
      location.hash = `#/game/${game.id}`;
    } catch (error) {
      complain(error);
    }
  }

  const form = el(
    "form",
    { class: "card setup", onsubmit: start },
    el("fieldset", { class: "games" }, el("legend", {}, "Game"), cards),
    parts,
    el("div", { class: "buttons" }, el("button", { type: "submit", class: "primary" }, "Start the game")),
  );
  page.replaceChildren(el("h1", {}, "New game"), form, recent(catalog));
  cards[0].querySelector("input").checked = true;
  choose(catalog.games[0]);
}

function gameCard(game, choose) {
  const [name, says] = game.title.split(": ");
  return el(
    "label",
    { class: "game-card" },
    el("input", { type: "radio", name: "game", value: game.name, onchange: choose }),
    boardOf(game.name).icon(),
    el("span", { class: "game-name" }, name),
    el("span", { class: "hint" }, says),
  );
}

function field(label, input, hint, extra = "") {
  return el(
    "div",
    { class: `field ${extra}` },
    el("label", { for: input.id }, label),
    input,
    hint && el("p", { class: "hint" }, hint),
  );
}

function wholeNumber(text) {
  if (text.trim() === "") return null;
  if (!/^\d{1,15}$/.test(text.trim()))
    throw new Error(`Seed is ${text.length > 20 ? `${text.slice(0, 20)}…` : text}: expected a whole number of at most 15 digits`);
  return Number(text);
}

function parsed(text) {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(
      'The start is no JSON: expected a state such as {"scores": [50, 40], "turn_total": 12, "to_move": 0}',
    );
  }
}

function recent(catalog) {
  const games = recentGames();
  if (games.length === 0) return "";
  const rows = games.map(({ id, rules, opponent, when }) => {
    const what = `${rulesTitle(catalog, rules)} against ${opponentName(opponent)}`;
    const row = el(
      "li",
      {},
      el("a", { href: `#/game/${id}` }, what),
      el("span", { class: "hint" }, new Date(when).toLocaleString()),
      el(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": `Forget the game ${what}`,
          onclick: () => {
            forget(id);
            const next = row.nextElementSibling ?? row.previousElementSibling;
            row.remove();
            landOn(next?.querySelector("button") ?? list);
          },
        },
        "✕",
      ),
    );
    return row;
  });
  const list = el("ul", {}, rows);
  return el("section", { class: "card recent", "aria-label": "Your games" }, el("h2", {}, "Your games"), list);
}
