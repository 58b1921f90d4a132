// The rules of each game in our own words, with a picture, one click away from wherever it is played.

import { boardOf } from "./boards/index.js";
import { el } from "./dom.js";
import { RULES } from "./rules_text.js";
import { gameTitle } from "./words.js";

export function ruleLink(game) {
  return el("a", { class: "rule-link", href: `#/rules/${game}`, target: "_blank", rel: "noopener" }, "Rules of the game");
}

export function showRules(page, catalog, name) {
  const rules = RULES[name] ? name : "pig";
  const title = gameTitle(catalog, rules);
  document.title = `Rules of ${title} · mcms`;
  const others = catalog.games
    .filter((game) => game.name !== rules)
    .map((game) => el("a", { href: `#/rules/${game.name}` }, gameTitle(catalog, game.name)));
  const { aim, picture, caption, parts } = RULES[rules];
  const options = Object.fromEntries(catalog.games.find((game) => game.name === rules).options.map((one) => [one.name, one.default]));
  const drawing = boardOf(rules).draw({ ...picture, event: null, options, actions: [], act: () => {}, seat: null });
  page.replaceChildren(
    el("h1", {}, `Rules of ${title}`),
    el(
      "article",
      { class: "card rules" },
      el("p", { class: "aim" }, aim),
      el("figure", {}, drawing, el("figcaption", { class: "hint" }, caption)),
      parts.map(([heading, ...paragraphs]) => [
        el("h2", {}, heading),
        paragraphs.map((text) => (Array.isArray(text) ? el("ul", {}, text.map((item) => el("li", {}, item))) : el("p", {}, text))),
      ]),
      el("p", { class: "hint other-rules" }, "Other rules: ", others),
    ),
  );
}
