// The analysis of a position: one or two searches side by side, live, and the truth where it is known.

import { request } from "./api.js";
import { boardOf } from "./boards/index.js";
import { el } from "./dom.js";
import { chooser } from "./opponent_form.js";
import { scale } from "./scale.js";
import { SearchColumn } from "./search_column.js";
import { store, stored } from "./settings.js";
import { truthTable } from "./truth.js";
import { timesUpTo } from "./words.js";

const TIMES = [500, 1000, 3000, 10000];
const SETTLE_MS = 250;

export class Look {
  /** `seat` is where the visitor sits, from whose side chances are told; without one they are the first player's. */
  constructor(catalog, gameName, seat = null) {
    this.board = boardOf(gameName);
    this.gameName = gameName;
    this.place = null;
    this.auto = el("input", { type: "checkbox", id: "look-auto", onchange: () => this.again() });
    this.auto.checked = stored("mcms-look") === "on";
    const longest = Math.min(3000, catalog.limits.most_ms);
    this.time = el(
      "select",
      { id: "look-time", onchange: () => this.again() },
      timesUpTo(TIMES, catalog.limits.most_ms).map((ms) =>
        el("option", { value: ms, selected: ms === longest }, `${ms / 1000} s`),
      ),
    );
    this.compare = el("input", { type: "checkbox", id: "look-compare", onchange: () => this.again() });
    this.choosers = ["mcms", "mcts"].map((preferred, i) =>
      chooser({ catalog, label: i === 0 ? "Search" : "Compared with", id: `look-${i}`, preferred }),
    );
    this.columns = [
      new SearchColumn(this.board, seat, () => this.domain()),
      new SearchColumn(this.board, seat, () => this.domain()),
    ];
    this.now = el("button", { type: "button", disabled: true, onclick: () => this.run() }, "Analyse now");
    this.truth = el("div", {});
    this.message = el("p", { class: "hint" });
    for (const { element } of this.choosers) element.addEventListener("change", () => this.again());
    this.element = el(
      "section",
      { class: "card look", "aria-label": "Analysis" },
      el(
        "header",
        { class: "heading with-button" },
        el(
          "div",
          {},
          el("h2", {}, "What the search sees"),
          el("p", { class: "hint" }, scale.points ? "Values are the first player's, in points." : `Values are the first player's, from −${scale.most}, lost, to +${scale.most}, won.`),
        ),
        this.now,
      ),
      this.controls(),
      this.message,
      this.truth,
      el(
        "div",
        { class: "columns" },
        this.columns.map((column) => column.element),
      ),
    );
    this.arrange();
  }

  controls() {
    return el(
      "div",
      { class: "look-controls" },
      el(
        "div",
        { class: "switches" },
        el("label", { class: "switch" }, this.auto, "Analyse each position"),
        el("label", { class: "switch" }, "for", this.time),
        el("label", { class: "switch" }, this.compare, "Compare two searches"),
      ),
      el(
        "div",
        { class: "choosers" },
        this.choosers.map(({ element }) => element),
      ),
    );
  }

  /** Look at a position, at once if that is wanted. */
  show(place) {
    this.stop();
    if (place.turn === "over") return this.rest("The game is over.");
    this.place = place;
    this.now.disabled = false;
    this.message.textContent = this.auto.checked ? "" : "Off, so that you can think for yourself.";
    if (!this.auto.checked) return this.blank();
    // A slider that is dragged passes many positions; the one it stays on is searched.
    this.blank();
    this.soon = setTimeout(() => this.run(), SETTLE_MS);
  }

  /** Look at nothing for now. */
  rest(message) {
    this.stop();
    this.place = null;
    this.now.disabled = true;
    this.message.textContent = message;
    this.blank();
  }

  stop() {
    clearTimeout(this.soon);
    for (const column of this.columns) column.stop();
  }

  again() {
    store("mcms-look", this.auto.checked ? "on" : "off");
    this.arrange();
    if (this.place !== null && this.auto.checked) this.run();
    else this.stop();
  }

  arrange() {
    this.choosers[1].element.hidden = !this.compare.checked;
    this.columns[1].element.hidden = !this.compare.checked;
    this.element.classList.toggle("comparing", this.compare.checked);
  }

  blank() {
    this.truth.replaceChildren();
    for (const column of this.columns) column.blank();
  }

  run() {
    this.stop();
    if (this.place === null || this.place.turn === "over") return;
    this.message.textContent = "";
    const { rules, state, turn } = this.place;
    this.columns.forEach((column, i) => {
      if (i === 0 || this.compare.checked)
        column.search({ game: rules, state, algorithm: this.choosers[i].text(), ms: Number(this.time.value) }, turn);
    });
    this.solve(this.place);
  }

  async solve(place) {
    if (place.turn === "chance") return this.truth.replaceChildren();
    try {
      const answer = await request("solutions", { game: place.rules, state: place.state });
      if (place === this.place) this.truth.replaceChildren(truthTable(this.board, answer));
    } catch (error) {
      // Only of Pig is it worth a word: other games can be solved near their end alone.
      const says = this.gameName === "pig" ? el("p", { class: "hint" }, `No exact solution: ${error.message}.`) : "";
      if (place === this.place) this.truth.replaceChildren(says);
    }
  }

  /** The range of values that both charts show. */
  domain() {
    const values = this.columns.filter(({ element }) => !element.hidden).flatMap((column) => column.values);
    const low = Math.min(...values);
    const high = Math.max(...values);
    const margin = Math.max((high - low) * 0.12, 0.01 * scale.most);
    return [low - margin, high + margin];
  }
}
