// A game in progress: the board, the moves there are, the opponent's thinking, and the buttons around them.

import { follow, request, wasAborted } from "./api.js";
import { calm, complain } from "./banner.js";
import { boardOf } from "./boards/index.js";
import { el, pause } from "./dom.js";
import { History } from "./history.js";
import { Look } from "./look.js";
import { gameTitle, searches } from "./words.js";
import { forget, remember } from "./recent.js";

const CHANCE_PAUSE = 520;
const MOVE_PAUSE = 320;

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
    this.board = boardOf(view.game);
    this.events = [];
    this.shown = view.events.length;
    this.busy = false;
    this.thinking = null;
    this.stage = el("div", { class: "stage" });
    this.status = el("p", { class: "status", role: "status" });
    this.actions = el("div", { class: "actions", role: "group", "aria-label": "Moves" });
    this.history = new History(this.board);
    this.look = new Look(catalog, view.game);
    this.undo = el("button", { type: "button", onclick: () => this.change("undo") }, "Undo");
    this.resign = el("button", { type: "button", onclick: () => this.change("resignation") }, "Resign");
    this.keys = (event) => this.key(event);
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
        this.toolbar(),
        this.history.element,
      ),
      this.look.element,
    );
  }

  start() {
    document.addEventListener("keydown", this.keys);
    this.draw();
    this.goOn();
  }

  leave() {
    document.removeEventListener("keydown", this.keys);
    this.thinking?.abort();
    this.look.stop();
    this.left = true;
  }

  toolbar() {
    const download = el(
      "a",
      { class: "button", href: `api/games/${this.view.id}/transcript`, download: "" },
      "Download",
    );
    return el(
      "div",
      { class: "buttons" },
      this.undo,
      this.resign,
      el("a", { class: "button", href: "#/" }, "New game"),
      download,
    );
  }

  take(view) {
    this.view = view;
    this.events = [...this.events.slice(0, view.since), ...view.events];
    this.shown = Math.min(this.shown, view.since === 0 ? this.events.length : view.since);
  }

  /** Show new events one by one, then let whoever is to move do so. */
  async receive(view) {
    this.take(view);
    this.busy = true;
    while (this.shown < this.events.length && !this.left) {
      this.shown += 1;
      this.draw();
      await pause(this.events[this.shown - 1].by === "chance" ? CHANCE_PAUSE : MOVE_PAUSE);
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
      this.look.rest("The game is over.");
    } else {
      this.look.show({ rules: this.view.rules, ...this.position(this.events.length) });
    }
  }

  async act(action) {
    if (this.busy || this.view.thinking || !this.view.actions.includes(action)) return;
    const focused = this.actions.contains(document.activeElement) || this.stage.contains(document.activeElement);
    this.look.stop();
    await this.change("moves", { action, at: this.events.length });
    if (focused) this.actions.querySelector("button:enabled")?.focus();
  }

  async change(what, body = {}) {
    if (this.busy) return;
    this.busy = true;
    for (const button of this.actions.children) button.disabled = true;
    this.thinking?.abort();
    try {
      const view = await request(`games/${this.view.id}/${what}`, body);
      calm();
      await this.receive(view);
    } catch (error) {
      this.busy = false;
      complain(error);
      await this.resume();
    }
  }

  /** Go on from what the server has, whatever went wrong here. */
  async resume() {
    try {
      const view = await request(`games/${this.view.id}`);
      this.shown = view.events.length;
      this.take(view);
      this.draw();
      this.goOn();
    } catch {
      this.draw();
    }
  }

  async think() {
    const thinking = new AbortController();
    this.thinking = thinking;
    let answer = null;
    const receive = (name, data) => {
      if (name === "queued") this.say(`${this.view.opponent} waits for its turn: ${searches(data.ahead)} before it`);
      if (name === "started") this.say(`${this.view.opponent} is thinking …`);
      if (name === "view") answer = data;
      if (name === "error") complain(data.error);
    };
    try {
      await follow(`games/${this.view.id}/reply`, {}, thinking.signal, receive);
      if (answer !== null && this.thinking === thinking) await this.receive(answer);
    } catch (error) {
      if (wasAborted(error) || this.left) return;
      complain(error);
      this.say("The opponent's move is missing.");
      this.actions.replaceChildren(
        el(
          "button",
          {
            type: "button",
            onclick: () => {
              calm();
              this.resume();
            },
          },
          "Try again",
        ),
      );
    }
  }

  position(number) {
    const before = number === 0 ? { state: this.view.start, turn: this.view.start_turn } : this.events[number - 1];
    return { state: before.state, turn: before.turn, event: number === 0 ? null : this.events[number - 1] };
  }

  draw() {
    const settled = this.shown === this.events.length && !this.busy;
    const actions = settled ? this.view.actions : [];
    const scene = {
      ...this.position(this.shown),
      options: this.view.options,
      seat: this.view.seat,
      actions,
      act: (action) => this.act(action),
    };
    this.stage.replaceChildren(this.board.draw(scene));
    this.actions.replaceChildren(...actions.map((action, i) => this.button(action, i)));
    this.undo.disabled = !this.events.some((event) => event.by === this.view.seat);
    this.resign.disabled = this.view.result !== null;
    this.history.show(this.events.slice(0, this.shown));
    if (settled) this.say(this.standing());
    else if (this.shown > 0) this.say(this.happening(this.events[this.shown - 1]));
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
    const who = event.by === "chance" ? "Chance" : event.by === this.view.seat ? "You" : this.view.opponent;
    return `${who}: ${this.board.words(event)}`;
  }

  standing() {
    const { result, resigned, seat, thinking, opponent } = this.view;
    if (result === null) return thinking ? `${opponent} is to move` : `Your move: you are ${seat}`;
    const ours = seat === "first" ? result : -result;
    const how = resigned === seat ? " You resigned." : "";
    return `${ours > 0 ? "You win." : ours < 0 ? "You lose." : "A draw."}${how}`;
  }

  say(text) {
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.classList.toggle("ended", this.view.result !== null && this.shown === this.events.length && !this.busy);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName))
      return;
    if (/^[1-9]$/.test(event.key)) this.act(this.view.actions[Number(event.key) - 1]);
    if (event.key === "u" && !this.undo.disabled) this.change("undo");
  }
}

function heading(catalog, view) {
  const rules = view.rules === view.game ? "" : `, ${view.rules}`;
  return el(
    "header",
    { class: "heading" },
    el("h1", {}, gameTitle(catalog, view.game)),
    el(
      "p",
      { class: "hint" },
      `You are ${view.seat}, against ${view.opponent}, ${view.ms / 1000} s a move, seed ${view.seed}${rules}`,
    ),
  );
}
