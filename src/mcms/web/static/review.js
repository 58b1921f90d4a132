// The review of a game: the chance to win move by move, what decisions gave away, and what luck gave.

import { follow, wasAborted } from "./api.js";
import { el, svg } from "./dom.js";
import { searches, signed } from "./words.js";

const GRAPH = { width: 720, height: 220, left: 44, right: 10, top: 12, bottom: 26 };
const WORST = 10;

export class ReviewPanel {
  /** `source` says which game, `choose(number)` goes to the position after so many steps. */
  constructor(board, source, choose) {
    this.board = board;
    this.source = source;
    this.choose = choose;
    this.running = null;
    this.mark = null;
    this.body = el("div", { class: "review-body" });
    this.state = el("p", { class: "hint", role: "status" });
    this.progress = el("progress", { max: "1", value: "0", "aria-label": "Review", hidden: true });
    this.start = el("button", { type: "button", class: "primary", onclick: () => this.run() }, "Review this game");
    this.element = el(
      "section",
      { class: "card review", "aria-label": "Review" },
      el(
        "header",
        { class: "heading with-button" },
        el(
          "div",
          {},
          el("h2", {}, "Review"),
          el("p", { class: "hint" }, "What each decision gave away, and what luck gave, in percent of a win."),
        ),
        this.start,
      ),
      this.state,
      this.progress,
      this.body,
    );
  }

  stop() {
    this.running?.abort();
    this.running = null;
  }

  async run() {
    if (this.running !== null) return;
    const running = new AbortController();
    this.running = running;
    // Not disabled, which would take the keyboard off it.
    this.start.setAttribute("aria-disabled", "true");
    this.progress.hidden = false;
    const receive = (name, data) => {
      if (name === "queued") this.state.textContent = `waits: ${searches(data.ahead)} before it`;
      if (name === "started") this.state.textContent = "reviewing …";
      if (name === "progress") this.progress.value = data.done / data.total;
      if (name === "error") throw new Error(data.error);
      if (name === "done") this.show(data.review, data.page);
    };
    try {
      await follow("reviews", this.source, running.signal, receive);
    } catch (error) {
      if (!wasAborted(error)) this.state.textContent = error.message;
    }
    if (this.running === running) this.running = null;
    this.progress.hidden = true;
    this.start.removeAttribute("aria-disabled");
  }

  show(review, page) {
    this.review = review;
    const sure = review.exact
      ? "Every value is exact."
      : "Values by a search are estimates; they are marked with the depth they come from.";
    this.state.textContent = `Judged by ${review.judged_by.join(", then ")}. ${sure}`;
    this.start.textContent = "Review again";
    this.start.classList.remove("primary");
    this.graph = chanceGraph(review, this.choose);
    this.body.replaceChildren(
      this.graph.element,
      players(review),
      el("h3", {}, "Worst decisions"),
      this.worst(review),
      el("h3", {}, "Luck"),
      this.luck(review),
      el(
        "p",
        { class: "buttons" },
        saved("Save as JSON", "review.json", "application/json", JSON.stringify(review, null, 2)),
        saved("Save as a page", "review.html", "text/html", page),
      ),
    );
    this.at(this.mark ?? 0);
  }

  /** Mark the position after so many steps. */
  at(number) {
    this.mark = number;
    this.graph?.at(number);
  }

  worst(review) {
    const steps = review.worst.slice(0, WORST).map((number) => review.steps[number]);
    if (steps.length === 0) return el("p", {}, "No decision gave anything away.");
    const rows = steps.map((step) =>
      this.row(step, [
        step.player,
        this.words(step),
        this.board.label(step.best),
        `−${step.gave_away.toFixed(2)} %`,
        step.exact ? "exact" : `depth ${step.depth}`,
      ]),
    );
    return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Worst decisions" }, el("table", { class: "records worst" }, head(["step", "player", "played", "best", "gave away", "value"]), el("tbody", {}, rows)));
  }

  luck(review) {
    const rolls = review.steps.filter((step) => step.luck !== null);
    const most = [...rolls].sort((a, b) => Math.abs(b.luck) - Math.abs(a.luck)).slice(0, 5);
    const rows = most.map((step) => this.row(step, [step.player, this.words(step), `${signed(step.luck)} %`]));
    return el("table", { class: "records" }, head(["step", "whose", "roll", "gave"]), el("tbody", {}, rows));
  }

  row(step, cells) {
    const go = el(
      "button",
      { type: "button", "aria-label": `Go to step ${step.number + 1}`, onclick: () => this.choose(step.number) },
      String(step.number + 1),
    );
    return el(
      "tr",
      {},
      [go, ...cells].map((cell) => el("td", {}, cell)),
    );
  }

  words(step) {
    return this.board.words({ by: step.by, name: step.name });
  }
}

function head(columns) {
  return el(
    "thead",
    {},
    el(
      "tr",
      {},
      columns.map((column) => el("th", { scope: "col" }, column)),
    ),
  );
}

function players({ players: both }) {
  const rows = both.map((one) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, el("span", { class: `dot ${one.player}` }), ` ${one.player}`),
      el("td", {}, `${one.gave_away.toFixed(2)} %`),
      el("td", {}, `${one.mistakes} of ${one.decisions}`),
      el("td", {}, one.rating),
      el("td", {}, `${signed(one.luck)} %`),
    ),
  );
  return el(
    "table",
    { class: "records players", "aria-label": "Totals" },
    head(["player", "gave away", "mistakes", "played", "luck"]),
    el("tbody", {}, rows),
  );
}

/** The first player's chance over the steps; a click goes to the step. */
function chanceGraph({ steps }, choose) {
  const chances = [...steps.map((step) => step.before), ...steps.slice(-1).map((step) => step.after)];
  const span = Math.max(chances.length - 1, 1);
  const x = (number) => GRAPH.left + ((GRAPH.width - GRAPH.left - GRAPH.right) * number) / span;
  const y = (chance) => GRAPH.top + (GRAPH.height - GRAPH.top - GRAPH.bottom) * (1 - chance / 100);
  const cursor = svg("path", { class: "cursor" });
  const label = (at, says) => {
    const text = svg("text", { x: GRAPH.left - 7, y: y(at) + 4, "text-anchor": "end" }, says);
    return [svg("path", { d: `M${GRAPH.left} ${y(at)} H${GRAPH.width - GRAPH.right}`, class: at === 50 ? "grid zero" : "grid" }), text];
  };
  const element = svg(
    "svg",
    {
      viewBox: `0 0 ${GRAPH.width} ${GRAPH.height}`,
      class: "chart chances",
      role: "img",
      "aria-label": `First's chance to win over ${steps.length} steps, from ${chances[0]?.toFixed(0)} % to ${chances.at(-1)?.toFixed(0)} %`,
    },
    [0, 50, 100].flatMap((at) => label(at, `${at} %`)),
    svg("path", {
      d: chances.map((chance, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(chance).toFixed(1)}`).join(""),
      class: "curve",
    }),
    steps
      .filter((step) => step.gave_away > 1)
      .map((step) => svg("circle", { cx: x(step.number + 1), cy: y(step.after), r: 4, class: `slip ${step.player}` })),
    cursor,
    svg("text", { x: GRAPH.width - GRAPH.right, y: GRAPH.height - 7, "text-anchor": "end" }, "step"),
  );
  element.addEventListener("click", (event) => {
    const box = element.getBoundingClientRect();
    const across = ((event.clientX - box.left) / box.width) * GRAPH.width;
    choose(Math.round(((across - GRAPH.left) / (GRAPH.width - GRAPH.left - GRAPH.right)) * span));
  });
  const at = (number) => cursor.setAttribute("d", `M${x(number)} ${GRAPH.top} V${GRAPH.height - GRAPH.bottom}`);
  return { element, at };
}

function saved(label, name, type, text) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  return el("a", { class: "button", href, download: name }, label);
}
