// What has happened, a line for each action with the luck that followed.

import { el } from "./dom.js";
import { signed } from "./words.js";

export class History {
  /** `choose(number)` is called with the number of events up to the line that was clicked, if there is one. */
  constructor(board, choose = null) {
    this.board = board;
    this.choose = choose;
    this.list = el("ol", { class: "history", tabindex: "0", "aria-label": "Moves so far" });
    this.element = el("details", { class: "more", open: true }, el("summary", {}, "Moves so far"), this.list);
  }

  show(events, current = events.length) {
    const items = lines(events).map((line) => this.line(line, current));
    const held = [...this.list.querySelectorAll("button")].indexOf(document.activeElement);
    this.list.replaceChildren(...(items.length > 0 ? items : [el("li", { class: "hint" }, "none yet")]));
    if (this.choose === null) this.list.scrollTop = this.list.scrollHeight;
    else this.scrollTo(this.list.querySelector("[aria-current]"));
    if (held >= 0) this.list.querySelectorAll("button")[held]?.focus({ preventScroll: true });
  }

  line({ action, luck, end }, current) {
    const said = [action, ...luck]
      .filter(Boolean)
      .map((step) => this.board.words(step))
      .join(" → ");
    const value = action?.notes.value;
    const note =
      value === undefined
        ? null
        : el(
            "span",
            { class: "note" },
            `${signed(value)}${action.notes.depth ? ` at depth ${action.notes.depth}` : ""}`,
          );
    const start = end - luck.length;
    const here = current >= start && current <= end && current > 0;
    const content = [
      el("span", { role: "img", class: `dot ${action?.by ?? "chance"}`, "aria-label": action?.by ?? "chance" }),
      el("span", {}, said),
      note,
    ];
    const item =
      this.choose === null
        ? content
        : el("button", { type: "button", class: "quiet", onclick: () => this.choose(end) }, content);
    return el("li", { "aria-current": here ? "step" : null }, item);
  }

  scrollTo(item) {
    if (item) this.list.scrollTop = item.offsetTop - this.list.clientHeight / 2 + item.clientHeight / 2;
  }
}

function lines(events) {
  const all = [];
  events.forEach((event, i) => {
    if (event.by === "chance" && all.length > 0) all.at(-1).luck.push(event);
    else all.push(event.by === "chance" ? { action: null, luck: [event] } : { action: event, luck: [] });
    all.at(-1).end = i + 1;
  });
  return all;
}
