// A game in progress: the board, the moves there are, the opponent's thinking, and the buttons around them.

import { Unanswered, follow, request, wasAborted } from "./api.js";
import { calm, complain } from "./banner.js";
import { boardOf } from "./boards/index.js";
import { ask } from "./confirm.js";
import { el, isTyping, keepFocus, landOn } from "./dom.js";
import { heading } from "./heading.js";
import { History } from "./history.js";
import { keysHelp } from "./keys.js";
import { Look } from "./look.js";
import { Pace } from "./pace.js";
import { forget, remember } from "./recent.js";
import { sheetOf } from "./score_sheet.js";
import { told } from "./steps.js";
import { Tabs } from "./tabs.js";
import { measure } from "./scale.js";
import { opponentName, searches, winWords } from "./words.js";

const RETRY_MS = 2000;
const HINT_MS = 1000;

/** Show a game; returns what to do when the visitor leaves it. */
export async function showGame(page, catalog, id) {
  let view;
  try {
    view = await request(`games/${id}`);
  } catch (error) {
    forget(id);
    throw error;
  }
  remember(view);
  const table = new GameTable(catalog, view);
  document.title = `${view.rules} · mcms`;
  page.replaceChildren(table.element);
  table.start();
  return () => table.leave();
}

class GameTable {
  constructor(catalog, view) {
    this.catalog = catalog;
    this.board = boardOf(view.game);
    measure(view.game, view.options);
    this.events = [];
    this.shown = view.events.length;
    this.busy = false;
    this.thinking = null;
    this.focusIn = null;
    this.pace = new Pace();
    this.tabs = new Tabs(view.id, () => this.catchUp());
    this.stage = el("div", { class: "stage" });
    this.status = el("p", { class: "status", role: "status", tabindex: "-1" });
    this.actions = el("div", { class: "actions", role: "group", "aria-label": "Moves" });
    this.after = el("div", { class: "buttons after" });
    this.sheet = el("div", {});
    this.history = new History(this.board);
    this.look = new Look(catalog, view.game, view.seat);
    this.undo = el("button", { type: "button", onclick: () => this.change("undo") }, "Undo");
    this.resign = el("button", { type: "button", onclick: () => this.giveUp() }, "Resign");
    this.hint = el("button", { type: "button", onclick: () => this.giveHint() }, "Hint");
    this.keys = (event) => this.key(event);
    this.redraw = () => this.draw();
    this.take(view);
    this.element = el(
      "div",
      { class: "table" },
      el(
        "section",
        { class: "card play", "aria-label": "Game" },
        heading(catalog, view),
        this.stage,
        this.status,
        this.actions,
        this.after,
        this.sheet,
        this.toolbar(),
        this.history.element,
        keysHelp(["1 … 9", "play a move"], ["u", "take back"], ["h", "a hint"], ["s", "skip the animation"]),
      ),
      this.look.element,
    );
  }

  start() {
    document.addEventListener("keydown", this.keys);
    addEventListener("resize", this.redraw);
    this.draw();
    this.goOn();
  }

  leave() {
    document.removeEventListener("keydown", this.keys);
    removeEventListener("resize", this.redraw);
    this.thinking?.abort();
    this.tabs.close();
    this.look.stop();
    this.left = true;
  }

  toolbar() {
    const download = el(
      "a",
      { class: "button", href: `api/games/${this.view.id}/transcript`, download: "" },
      "Download",
    );
    this.tools = el(
      "div",
      { class: "buttons" },
      this.hint,
      this.undo,
      this.resign,
      el("a", { class: "button", href: "#/" }, "New game"),
      download,
      this.pace.element,
    );
    return this.tools;
  }

  take(view) {
    this.view = view;
    this.events = told(view, [...this.events.slice(0, view.since), ...view.events]);
    this.shown = Math.min(this.shown, view.since === 0 ? this.events.length : view.since);
  }

  /** Show new events one by one, then let whoever is to move do so. */
  async receive(view) {
    this.take(view);
    this.busy = true;
    while (this.shown < this.events.length && !this.left) {
      this.shown += 1;
      this.draw();
      await this.pace.wait(this.events[this.shown - 1].by === "chance");
    }
    this.busy = false;
    this.draw();
    this.goOn();
  }

  goOn() {
    if (this.left) return;
    if (this.view.thinking) {
      this.look.rest("The analysis goes on when it is your turn.");
      this.think();
    } else if (this.view.result !== null) {
      this.look.rest("The game is over. The review says where it was won.");
    } else {
      this.look.show({ rules: this.view.rules, ...this.position(this.events.length) });
    }
  }

  async act(action) {
    if (this.busy || this.view.thinking || !this.view.actions.includes(action)) return;
    this.look.stop();
    await this.change("moves", { action, at: this.events.length });
  }

  async giveUp() {
    if (await ask("Give the game up?", "Resign", "Play on")) await this.change("resignation");
  }

  async change(what, body = {}) {
    if (this.busy) return;
    this.busy = true;
    this.pace.begin();
    this.holdFocus();
    for (const button of this.actions.children) button.disabled = true;
    this.thinking?.abort();
    try {
      const view = await request(`games/${this.view.id}/${what}`, body);
      calm();
      this.tabs.tell();
      await this.receive(view);
    } catch (error) {
      this.busy = false;
      if (error instanceof Unanswered) this.unanswered = { what, body, at: this.events.length };
      complain(error);
      await this.resume();
    }
  }

  /** Go on from what the server has, whatever went wrong here or was done in another tab. */
  async resume() {
    if (this.left) return;
    try {
      const view = await request(`games/${this.view.id}`);
      if (this.left) return;
      this.thinking?.abort();
      this.shown = view.events.length;
      this.take(view);
      this.draw();
      this.tabs.tell(); // what was done before the server went away is news to them too
      if (this.isToBeSentAgain(view)) await this.sendAgain();
      else this.goOn();
    } catch (error) {
      this.lost(error);
    }
  }

  /** Say whether the server went away before it did what it was asked. */
  isToBeSentAgain(view) {
    const asked = this.unanswered;
    const done = !asked || view.result !== null || view.events.length !== asked.at;
    if (done) this.unanswered = null;
    return !done;
  }

  async sendAgain() {
    const { what, body } = this.unanswered;
    this.unanswered = null;
    calm();
    await this.change(what, body);
  }

  /** Look whether the game has gone on elsewhere. */
  async catchUp() {
    if (this.busy || this.left) return;
    try {
      const { events, result } = await request(`games/${this.view.id}`);
      if (!this.busy && (events.length !== this.events.length || result !== this.view.result)) await this.resume();
    } catch {
      // Whatever this tab does next says that the server is away.
    }
  }

  /** The server does not answer: say so, ask again and again, and let the visitor ask too. */
  lost(error) {
    complain(error);
    this.draw();
    this.say("The server does not answer. This page goes on as soon as it does.");
    this.holdFocus();
    const again = el("button", { type: "button", onclick: () => this.resumeCalmly() }, "Try again");
    keepFocus(this.actions, () => this.actions.replaceChildren(again));
    if (this.focusIn === this.actions) landOn(again);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.resumeCalmly(), RETRY_MS);
  }

  async resumeCalmly() {
    clearTimeout(this.retry);
    try {
      await request("status");
    } catch (error) {
      if (!this.left) this.lost(error);
      return;
    }
    calm();
    await this.resume();
  }

  async think() {
    const thinking = new AbortController();
    this.thinking = thinking;
    const who = opponentName(this.view.opponent);
    let answer = null;
    let refused = null;
    const receive = (name, data) => {
      if (name === "queued") this.say(`${who} waits for its turn: ${searches(data.ahead)} before it`);
      if (name === "started") this.say(`${who} is thinking …`);
      if (name === "view") answer = data;
      if (name === "error") refused = data.error;
    };
    try {
      await follow(`games/${this.view.id}/reply`, {}, thinking.signal, receive);
      if (this.thinking !== thinking || this.left) return;
      if (refused !== null) throw new Error(refused);
      if (answer === null) await this.resume();
      else {
        this.tabs.tell();
        await this.receive(answer);
      }
    } catch (error) {
      if (wasAborted(error) || this.left || this.thinking !== thinking) return;
      this.lost(error);
    }
  }

  async giveHint() {
    if (this.busy || this.view.actions.length === 0) return;
    const place = this.position(this.events.length);
    const at = this.events.length;
    const order = { game: this.view.rules, state: place.state, algorithm: "mcms", ms: Math.min(HINT_MS, this.catalog.limits.most_ms) };
    let found = null;
    this.say("Looking for a good move …");
    try {
      await follow("searches", order, undefined, (name, data) => {
        if (name === "progress") found = data;
        if (name === "error") throw new Error(data.error);
      });
    } catch (error) {
      complain(error);
    }
    if (this.left || this.busy || at !== this.events.length) return;
    if (found === null) this.say(this.standing());
    else this.say(`Hint: ${this.board.label(found.action)} (${winWords(found.value, this.view.seat)}, by a short search)`);
  }

  position(number) {
    const before = number === 0 ? { state: this.view.start, turn: this.view.start_turn } : this.events[number - 1];
    return { state: before.state, turn: before.turn, event: number === 0 ? null : this.events[number - 1] };
  }

  draw() {
    if (this.left) return;
    const settled = this.shown === this.events.length && !this.busy;
    const actions = settled ? this.view.actions : [];
    const scene = {
      ...this.position(this.shown),
      options: this.view.options,
      seat: this.view.seat,
      actions,
      act: (action) => this.act(action),
    };
    this.holdFocus();
    keepFocus(this.stage, () => this.stage.replaceChildren(this.board.draw(scene)));
    keepFocus(this.actions, () => this.actions.replaceChildren(...actions.map((action, i) => this.button(action, i))));
    this.undo.disabled = !this.events.some((event) => event.by === this.view.seat);
    this.resign.disabled = this.view.result !== null;
    this.hint.disabled = actions.length === 0;
    this.showEnd(settled && this.view.result !== null);
    this.sheet.replaceChildren(...sheetOf(this.view, this.events.slice(0, this.shown)));
    this.history.show(this.events.slice(0, this.shown));
    if (settled) this.say(this.standing());
    else if (this.shown > 0) this.say(this.happening(this.events[this.shown - 1]));
    this.returnFocus(actions.length > 0);
  }

  /** Remember where the keyboard was, since what it was on is about to be drawn anew. */
  holdFocus() {
    if (this.stage.contains(document.activeElement)) this.focusIn = this.stage;
    if (this.actions.contains(document.activeElement)) this.focusIn = this.actions;
    if (this.tools.contains(document.activeElement)) this.focusIn = document.activeElement;
  }

  /** Put the keyboard on the first move where it was before; on the status as long as there is none. */
  returnFocus(ready) {
    const now = document.activeElement;
    const lost = now === document.body || now === this.status || now.matches(":disabled"); // which is left in a moment
    if (this.focusIn === null || !lost) return;
    if (this.focusIn.matches("button:enabled")) return this.focusIn.focus({ preventScroll: true });
    const first = this.focusIn.querySelector("button:enabled, [role=button]") ?? this.actions.querySelector("button");
    if (ready && first) first.focus();
    else this.status.focus({ preventScroll: true });
  }

  showEnd(over) {
    if (!over) this.after.replaceChildren();
    else if (this.after.children.length === 0)
      this.after.replaceChildren(
        el("a", { class: "button primary", href: `#/review/${this.view.id}` }, "Review the game"),
        el("button", { type: "button", onclick: () => this.rematch() }, "Rematch"),
      );
  }

  async rematch() {
    const { rules, opponent, ms, seat } = this.view;
    try {
      const other = seat === "first" ? "second" : "first";
      const game = await request("games", { game: rules, opponent, ms, seat: other });
      location.hash = `#/game/${game.id}`;
    } catch (error) {
      complain(error);
    }
  }

  button(action, index) {
    const key = index < 9 ? el("kbd", { "aria-hidden": "true" }, String(index + 1)) : null;
    return el(
      "button",
      { type: "button", class: "action", data: { action }, onclick: () => this.act(action) },
      key,
      this.board.label(action),
    );
  }

  happening(event) {
    const who = event.by === "chance" ? "Chance" : event.by === this.view.seat ? "You" : opponentName(this.view.opponent);
    return `${who}: ${this.board.words(event)}`;
  }

  standing() {
    const { result, resigned, seat, thinking, opponent } = this.view;
    if (result === null) return thinking ? `${opponentName(opponent)} is to move` : `Your move: you are ${seat}`;
    const ours = seat === "first" ? result : -result;
    const how = resigned === seat ? " You resigned." : "";
    return `${ours > 0 ? "You win." : ours < 0 ? "You lose." : "A draw."}${how}`;
  }

  say(text) {
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.classList.toggle("ended", this.view.result !== null && this.shown === this.events.length && !this.busy);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (/^[1-9]$/.test(event.key)) this.act(this.view.actions[Number(event.key) - 1]);
    if (event.key === "u" && !this.undo.disabled) this.change("undo");
    if (event.key === "h") this.giveHint();
    if (event.key === "s") this.pace.skip();
  }
}
