// Recorded matches and reports: what is on show, each pairing's score, its games, and a game step by step.

import { request } from "./api.js";
import { complain } from "./banner.js";
import { el, svg } from "./dom.js";
import { recordTable } from "./record_table.js";
import { Walk } from "./replay.js";
import { signed } from "./words.js";

const SCALE = 1000;
const PAGE = 200;

/** Show the page; returns what to do when the visitor leaves it. */
export async function showResults(page, catalog, [name, pairing, start, game]) {
  document.title = "Results · mcms";
  const shelf = new ResultsPage(catalog, await request("results"));
  page.replaceChildren(shelf.element);
  await shelf.open(name, pairing, Number(start ?? 0), game);
  return () => shelf.walk?.leave();
}

/** The address of a file of records, one of its pairings from a game on, or a game. */
function address(...parts) {
  return `#/results/${parts.map(encodeURIComponent).join("/")}`;
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
          : el("a", { class: "button", href: address(name) }, name),
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

  async open(name, pairing, start, game) {
    try {
      if (!name) return;
      const pairings = await this.openRecords(name);
      const chosen = pairings.find(({ id }) => String(id) === pairing);
      if (chosen) await this.openPairing(name, chosen, start, game);
      if (chosen && game) await this.openGame(name, Number(game));
    } catch (error) {
      complain(error);
    }
  }

  async openRecords(name) {
    const pairings = await request(`results/pairings?name=${encodeURIComponent(name)}`);
    const rows = pairings.map((pairing) =>
      el(
        "tr",
        {},
        el("td", {}, pairing.game),
        el("td", {}, pairing.a),
        el("td", {}, pairing.b),
        el("td", { class: "number" }, `${pairing.wins} / ${pairing.draws} / ${pairing.losses}`),
        el("td", { class: "number" }, pairing.score === null ? "–" : percent(pairing.score)),
        el("td", { class: "number" }, ends(pairing.interval, percent)),
        el("td", { class: "bar" }, interval(pairing)),
        el("td", { class: "number" }, pairing.elo === null ? "–" : signed(pairing.elo, 0)),
        el("td", { class: "number" }, ends(pairing.elo_interval, (value) => signed(value, 0))),
        el(
          "td",
          {},
          el(
            "a",
            {
              class: "button",
              "aria-label": `Games of ${pairing.a} against ${pairing.b}`,
              href: address(name, pairing.id, 0),
            },
            "Games",
          ),
        ),
      ),
    );
    const columns = [
      "game", "A", "B", "won / drawn / lost by A", "score of A", "95 % interval", "0 to 100 %", "Elo of A", "95 % interval", "games",
    ];
    this.pairings.replaceChildren(section(name, columns, rows));
    return pairings;
  }

  async openPairing(name, pairing, start, current) {
    const query = `name=${encodeURIComponent(name)}&pairing=${pairing.id}&start=${start}`;
    const { total, games } = await request(`results/games?${query}`);
    const rows = games.map((game) =>
      el(
        "tr",
        { "aria-current": String(game.id) === current ? "true" : null },
        el("td", { class: "number" }, String(game.match)),
        el("td", {}, game.first),
        el("td", {}, game.second),
        el("td", { class: "number" }, `${game.score_first} – ${1 - game.score_first}`),
        el("td", { class: "number" }, String(game.moves)),
        el(
          "td",
          {},
          el(
            "a",
            { class: "button", "aria-label": `Replay game ${game.id}`, href: address(name, pairing.id, start, game.id) },
            "Replay",
          ),
        ),
      ),
    );
    this.games.replaceChildren(
      section(
        `${pairing.a} against ${pairing.b}`,
        ["match", "first", "second", "result", "steps", "replay"],
        rows,
        pager(name, pairing, start, games.length, total),
      ),
    );
    if (!current) this.games.scrollIntoView({ block: "nearest" });
  }

  async openGame(name, game) {
    const session = await request(`results/game?name=${encodeURIComponent(name)}&game=${game}`);
    this.walk = new Walk(this.catalog, session, `game ${game} of ${name}`, { result: name, number: game });
    this.stage.replaceChildren(this.walk.element);
    this.walk.go(0);
    this.stage.scrollIntoView();
  }
}

/** Say which games are shown, and lead to the others. */
function pager(name, pairing, start, shown, total) {
  const says = `Games ${start + 1} to ${start + shown} of ${total}`;
  const earlier = start > 0 && el("a", { href: address(name, pairing.id, Math.max(start - PAGE, 0)) }, "Earlier games");
  const later = start + shown < total && el("a", { href: address(name, pairing.id, start + shown) }, "Later games");
  return el("p", { class: "pager" }, says, earlier, later);
}

function percent(score) {
  return `${(100 * score).toFixed(1)} %`;
}

function ends(pair, write) {
  if (pair === null) return "–";
  return `${pair[0] === null ? "−∞" : write(pair[0])} … ${pair[1] === null ? "∞" : write(pair[1])}`;
}

function section(title, columns, rows, note = null) {
  return el(
    "section",
    { class: "card", "aria-label": title },
    el("h2", { data: { land: "" } }, title),
    note,
    recordTable(columns, rows, `Table: ${title}`),
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
