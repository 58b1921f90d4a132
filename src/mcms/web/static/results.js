// Recorded matches and reports: what is on show, each pairing's score, its games, and a game step by step.

import { request } from "./api.js";
import { complain } from "./banner.js";
import { el, svg } from "./dom.js";
import { Walk } from "./replay.js";

const SCALE = 1000;

/** Show the page; returns what to do when the visitor leaves it. */
export async function showResults(page, catalog) {
  document.title = "Results · mcms";
  const shelf = new ResultsPage(catalog, await request("results"));
  page.replaceChildren(shelf.element);
  return () => shelf.walk?.leave();
}

class ResultsPage {
  constructor(catalog, items) {
    this.catalog = catalog;
    this.walk = null;
    this.pairings = el("div", {});
    this.games = el("div", {});
    this.stage = el("div", {});
    const list = items.map(({ name, kind }) =>
      el(
        "li",
        {},
        kind === "report"
          ? el(
              "a",
              { href: `api/results/report?name=${encodeURIComponent(name)}`, target: "_blank", rel: "noopener" },
              `${name}, a report`,
            )
          : el("button", { type: "button", onclick: () => this.try(() => this.openRecords(name)) }, name),
      ),
    );
    this.element = el(
      "div",
      { class: "results" },
      el("h1", {}, "Results"),
      el(
        "div",
        { class: "card" },
        items.length > 0
          ? el("ul", { class: "shelf" }, list)
          : el("p", { class: "hint" }, "There are no results on show."),
      ),
      this.pairings,
      this.games,
      this.stage,
    );
  }

  async try(action) {
    try {
      await action();
    } catch (error) {
      complain(error);
    }
  }

  async openRecords(name) {
    const pairings = await request(`results/pairings?name=${encodeURIComponent(name)}`);
    this.close();
    const rows = pairings.map((pairing) =>
      el(
        "tr",
        {},
        el("td", {}, pairing.game),
        el("td", {}, pairing.a),
        el("td", {}, pairing.b),
        el("td", { class: "number" }, `${pairing.wins} / ${pairing.draws} / ${pairing.losses}`),
        el("td", { class: "number" }, pairing.score === null ? "–" : `${(100 * pairing.score).toFixed(1)} %`),
        el("td", { class: "bar" }, interval(pairing)),
        el(
          "td",
          {},
          el(
            "button",
            {
              type: "button",
              "aria-label": `Games of ${pairing.a} against ${pairing.b}`,
              onclick: () => this.try(() => this.openPairing(name, pairing)),
            },
            "Games",
          ),
        ),
      ),
    );
    this.pairings.replaceChildren(
      section(name, ["game", "A", "B", "won / drawn / lost by A", "score of A", "95 % interval, 0 to 100 %", ""], rows),
    );
  }

  async openPairing(name, pairing) {
    const games = await request(`results/games?name=${encodeURIComponent(name)}&pairing=${pairing.id}`);
    this.close(false);
    const rows = games.map((game) =>
      el(
        "tr",
        {},
        el("td", { class: "number" }, String(game.match)),
        el("td", {}, game.first),
        el("td", {}, game.second),
        el("td", { class: "number" }, `${game.score_first} – ${1 - game.score_first}`),
        el("td", { class: "number" }, String(game.moves)),
        el(
          "td",
          {},
          el(
            "button",
            {
              type: "button",
              "aria-label": `Replay game ${game.id}`,
              onclick: () => this.try(() => this.openGame(name, game)),
            },
            "Replay",
          ),
        ),
      ),
    );
    this.games.replaceChildren(
      section(`${pairing.a} against ${pairing.b}`, ["match", "first", "second", "result", "steps", ""], rows),
    );
    this.games.scrollIntoView({ block: "nearest" });
  }

  async openGame(name, game) {
    const session = await request(`results/game?name=${encodeURIComponent(name)}&game=${game.id}`);
    this.walk?.leave();
    this.walk = new Walk(this.catalog, session, `${game.first} against ${game.second}`);
    this.stage.replaceChildren(this.walk.element);
    this.walk.go(0);
    this.stage.scrollIntoView();
  }

  close(pairings = true) {
    if (pairings) this.pairings.replaceChildren();
    this.games.replaceChildren();
    this.stage.replaceChildren();
    this.walk?.leave();
    this.walk = null;
  }
}

function section(title, columns, rows) {
  return el(
    "section",
    { class: "card", "aria-label": title },
    el("h2", {}, title),
    el(
      "div",
      { class: "scroll" },
      el(
        "table",
        { class: "records" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            columns.map((column) => el("th", { scope: "col" }, column)),
          ),
        ),
        el("tbody", {}, rows),
      ),
    ),
  );
}

function interval({ score, interval: ends }) {
  const picture = svg(
    "svg",
    {
      viewBox: `0 0 ${SCALE} 60`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": ends ? `from ${(100 * ends[0]).toFixed(1)} % to ${(100 * ends[1]).toFixed(1)} %` : "no interval",
    },
    svg("rect", { y: 26, width: SCALE, height: 8, class: "bar-trough" }),
    svg("rect", { x: SCALE / 2 - 2, y: 8, width: 4, height: 44, class: "bar-trough" }),
  );
  if (ends) {
    const side = score >= 0.5 ? "first" : "second";
    picture.append(
      svg("rect", {
        x: SCALE * ends[0],
        y: 20,
        width: SCALE * (ends[1] - ends[0]),
        height: 20,
        class: `bar-value ${side}`,
      }),
      svg("rect", { x: SCALE * score - 4, y: 10, width: 8, height: 40, class: `bar-end ${side}` }),
    );
  }
  return picture;
}
