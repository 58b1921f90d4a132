// A transcript, step by step: opened from a file, walked through with buttons, keys or a slider.

import { request } from "./api.js";
import { calm, complain } from "./banner.js";
import { boardOf } from "./boards/index.js";
import { el, isTyping, svg } from "./dom.js";
import { History } from "./history.js";
import { keysHelp } from "./keys.js";
import { Look } from "./look.js";
import { ReviewPanel } from "./review.js";
import { measure } from "./scale.js";
import { sheetOf } from "./score_sheet.js";
import { told } from "./steps.js";
import { gameTitle, opponentName } from "./words.js";

/** Show the page; returns what to do when the visitor leaves it. */
export function showReplay(page, catalog) {
  document.title = "Replay · mcms";
  const place = el("div", {});
  let walk = null;

  async function open(event) {
    const [file] = event.target.files;
    if (file === undefined) return;
    try {
      if (file.size > catalog.limits.body_bytes * 0.9)
        throw new Error(`${file.name} has ${file.size} bytes: expected the transcript of one game`);
      const text = await file.text();
      const game = await request("transcripts", { text });
      calm();
      walk?.leave();
      walk = new Walk(catalog, game, file.name, { text });
      place.replaceChildren(walk.element);
      walk.go(0);
      walk.element.scrollIntoView({ block: "nearest" });
    } catch (error) {
      complain(error);
    }
  }

  page.replaceChildren(
    el("h1", {}, "Replay"),
    el(
      "div",
      { class: "card opener" },
      el("label", { for: "transcript" }, "Open a transcript"),
      el("input", { id: "transcript", type: "file", accept: ".jsonl,.ndjson,.json,.txt", onchange: open }),
      el("p", { class: "hint" }, "A file that a game's Download button or mcms play wrote."),
    ),
    place,
  );
  return () => walk?.leave();
}

/** Show a game of the visitor's with its review; returns what to do when he leaves it. */
export async function showReview(page, catalog, id) {
  document.title = "Review · mcms";
  const game = await request(`games/${id}`);
  const walk = new Walk(catalog, game, `Your game against ${opponentName(game.opponent)}`, { game: id });
  page.replaceChildren(el("h1", {}, "Review of your game"), walk.element);
  walk.go(0);
  walk.review.run();
  return () => walk.leave();
}

/** A game that is walked through, with the analysis beside it. */
export class Walk {
  /** `source` says to the server which game it is. */
  constructor(catalog, game, name, source) {
    this.game = { ...game, events: told(game, game.events) };
    this.number = 0;
    this.board = boardOf(game.game);
    measure(game.game, game.options);
    this.stage = el("div", { class: "stage" });
    this.status = el("p", { class: "status", role: "status" });
    this.history = new History(this.board, (number) => this.go(number));
    this.look = new Look(catalog, game.game);
    this.sheet = el("div", {});
    this.review = new ReviewPanel(this.board, source, (number) => this.go(number));
    this.slider = el("input", {
      type: "range",
      min: "0",
      max: String(game.events.length),
      "aria-label": "Step of the game",
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.keys = (event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    const button = (label, shape, to) =>
      el("button", { type: "button", "aria-label": label, onclick: () => this.go(to()) }, arrow(shape));
    const end = game.events.length;
    this.element = el(
      "div",
      { class: "table" },
      el(
        "section",
        { class: "card play", "aria-label": "Game" },
        el(
          "header",
          { class: "heading" },
          el("h2", { data: { land: "" } }, gameTitle(catalog, game.game)),
          el("p", { class: "hint" }, `${name}: ${game.rules}, seed ${game.seed}, ${end} steps`),
        ),
        this.stage,
        this.status,
        el(
          "div",
          { class: "walker" },
          button("To the start", "M4 2 V14 M14 2 L6 8 L14 14 Z", () => 0),
          button("Back", "M12 2 L4 8 L12 14 Z", () => this.number - 1),
          this.slider,
          button("On", "M4 2 L12 8 L4 14 Z", () => this.number + 1),
          button("To the end", "M12 2 V14 M2 2 L10 8 L2 14 Z", () => end),
        ),
        this.sheet,
        this.history.element,
        keysHelp(["← →", "a step back or on"]),
      ),
      el("div", { class: "beside" }, this.review.element, this.look.element),
    );
  }

  leave() {
    document.removeEventListener("keydown", this.keys);
    this.review.stop();
    this.look.stop();
  }

  go(number) {
    const { events } = this.game;
    this.number = Math.min(Math.max(number, 0), events.length);
    const event = this.number === 0 ? null : events[this.number - 1];
    const { state, turn } = event ?? { state: this.game.start, turn: this.game.start_turn };
    this.stage.replaceChildren(
      this.board.draw({ state, turn, event, options: this.game.options, seat: null, actions: [], act: () => {} }),
    );
    this.slider.value = String(this.number);
    this.status.textContent = this.standing(event, turn);
    this.history.show(events, this.number);
    this.sheet.replaceChildren(...sheetOf(this.game, events.slice(0, this.number)));
    this.review.at(this.number);
    this.look.show({ rules: this.game.rules, state, turn });
  }

  standing(event, turn) {
    const at = `Step ${this.number} of ${this.game.events.length}`;
    const last = this.number === this.game.events.length;
    if (last && this.game.result !== null) {
      const { result } = this.game;
      const ending = result === 0 ? "a draw" : `${result > 0 ? "first" : "second"} wins`;
      return `${at}: ${ending}${this.game.resigned ? `, ${this.game.resigned} resigned` : ""}`;
    }
    return `${at}${event ? `: ${event.by} – ${this.board.words(event)}` : ""}; ${turn === "chance" ? "chance moves" : `${turn} to move`}`;
  }

  key(event) {
    if (isTyping(event) || event.target.type === "range") return;
    if (event.key === "ArrowRight") this.go(this.number + 1);
    if (event.key === "ArrowLeft") this.go(this.number - 1);
  }
}

function arrow(shape) {
  return svg("svg", { viewBox: "0 0 16 16", class: "arrow", "aria-hidden": "true" }, svg("path", { d: shape }));
}
