// How fast events are shown one after the other: a setting that lasts, and a button that skips what is left of them.
// A turn of the opponent may be many replies of the server, so it begins with the visitor's move, not with each of them.

import { el, prefersStillness } from "./dom.js";
import { stored, store } from "./settings.js";

const SPEEDS = { slow: 2, normal: 1, fast: 0.35, none: 0 };
const CHANCE_MS = 520;
const MOVE_MS = 320;
const LONGEST_MS = 4000;

export class Pace {
  constructor() {
    this.begin();
    this.finish = () => {};
    const chosen = stored("mcms-speed") ?? "normal";
    this.select = el(
      "select",
      { id: "speed", onchange: () => store("mcms-speed", this.select.value) },
      Object.keys(SPEEDS).map((name) => el("option", { value: name, selected: name === chosen }, name)),
    );
    this.button = el("button", { type: "button", onclick: () => this.skip() }, "Skip");
    this.element = el("span", { class: "pace" }, el("label", { for: "speed" }, "Animation"), this.select, this.button);
  }

  /** The visitor has moved: whatever follows until he is to move again is one turn. */
  begin() {
    this.skipped = false;
    this.spent = 0;
  }

  /** Show at once what is left of this turn, whoever still has to think about it. */
  skip() {
    this.skipped = true;
    this.finish();
  }

  /** Wait for one event; a long turn is not shown longer than a few seconds. */
  wait(chance) {
    const speed = SPEEDS[this.select.value] ?? 1;
    const late = this.spent > LONGEST_MS * Math.max(speed, 1);
    if (this.skipped || late || speed === 0 || prefersStillness()) return Promise.resolve();
    const pause = (chance ? CHANCE_MS : MOVE_MS) * speed;
    this.spent += pause;
    return new Promise((resolve) => {
      this.finish = resolve;
      setTimeout(resolve, pause);
    });
  }
}
