// The review of a game: the chance to win move by move, what decisions gave away, and what luck gave.

import { follow, wasAborted } from "./api.js";
import { el, svg } from "./dom.js";
import { recordTable } from "./record_table.js";
import { searches, signed } from "./words.js";

const GRAPH = { height: 220, left: 48, right: 10, top: 12, bottom: 26 };
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
          el("p", { class: "hint" }, "What each decision gave away, and what luck gave."),
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
    const unit = review.unit === "points" ? "In points" : "In percent of a win";
    this.state.textContent = `${unit}. Judged by ${review.judged_by.join(", then ")}. ${sure}`;
    this.start.textContent = "Review again";
    this.start.classList.remove("primary");
    this.graph = worthGraph(review, this.body.clientWidth || 560, this.choose);
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
        `−${amount(review, step.gave_away)}`,
        step.exact ? "exact" : `depth ${step.depth}`,
      ]),
    );
    return recordTable(["step", "player", "played", "best", "gave away", "value"], rows, "Worst decisions", "worst");
  }

  luck(review) {
    const rolls = review.steps.filter((step) => step.luck !== null);
    const most = [...rolls].sort((a, b) => Math.abs(b.luck) - Math.abs(a.luck)).slice(0, 5);
    const rows = most.map((step) => this.row(step, [step.player, this.words(step), gained(review, step.luck)]));
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

/** Write what was given away: a share of a win, or points. */
function amount({ unit }, size) {
  return unit === "points" ? size.toFixed(3) : `${size.toFixed(2)}\u00a0%`;
}

/** Write what luck gave, with its sign. */
function gained({ unit }, size) {
  return unit === "points" ? signed(size, 3) : `${signed(size)}\u00a0%`;
}

function players(review) {
  const rows = review.players.map((one) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, el("span", { class: `dot ${one.player}` }), ` ${one.player}`),
      el("td", {}, amount(review, one.gave_away)),
      el("td", {}, `${one.mistakes} of ${one.decisions}`),
      el("td", {}, one.rating),
      el("td", {}, gained(review, one.luck)),
    ),
  );
  return el(
    "table",
    { class: "records players", "aria-label": "Totals" },
    head(["player", "gave away", "mistakes", "played", "luck"]),
    el("tbody", {}, rows),
  );
}

/** What the position is worth to the first player over the steps; a click goes to the step. */
function worthGraph(review, width, choose) {
  const { steps, unit, worth_range: [least, most] } = review;
  const worths = [...steps.map((step) => step.before), ...steps.slice(-1).map((step) => step.after)];
  const middle = (least + most) / 2;
  const span = Math.max(worths.length - 1, 1);
  const x = (number) => GRAPH.left + ((width - GRAPH.left - GRAPH.right) * number) / span;
  const y = (worth) => GRAPH.top + (GRAPH.height - GRAPH.top - GRAPH.bottom) * ((most - worth) / (most - least));
  const says = (worth) => (unit === "points" ? signed(worth, 0) : `${worth.toFixed(0)} %`);
  const cursor = svg("path", { class: "cursor" });
  const line = (at) => [
    svg("path", { d: `M${GRAPH.left} ${y(at)} H${width - GRAPH.right}`, class: at === middle ? "grid zero" : "grid" }),
    svg("text", { x: GRAPH.left - 7, y: y(at) + 4, "text-anchor": "end" }, says(at)),
  ];
  const what = unit === "points" ? "What it is worth to first, in points," : "First's chance to win";
  const element = svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${GRAPH.height}`,
      class: "chart chances",
      role: "img",
      "aria-label": `${what} over ${steps.length} steps${steps.length ? `, from ${says(worths[0])} to ${says(worths.at(-1))}` : ""}`,
    },
    [least, middle, most].flatMap(line),
    svg("path", {
      d: worths.map((worth, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(worth).toFixed(1)}`).join(""),
      class: "curve",
    }),
    steps
      .filter((step) => step.gave_away > (unit === "points" ? 0.02 : 1))
      .map((step) => svg("circle", { cx: x(step.number + 1), cy: y(step.after), r: 4, class: `slip ${step.player}` })),
    cursor,
    svg("text", { x: width - GRAPH.right, y: GRAPH.height - 7, "text-anchor": "end" }, "step"),
  );
  element.addEventListener("click", (event) => {
    const box = element.getBoundingClientRect();
    const across = ((event.clientX - box.left) / box.width) * width;
    choose(Math.round(((across - GRAPH.left) / (width - GRAPH.left - GRAPH.right)) * span));
  });
  const at = (number) => cursor.setAttribute("d", `M${x(number)} ${GRAPH.top} V${GRAPH.height - GRAPH.bottom}`);
  return { element, at };
}

function saved(label, name, type, text) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  return el("a", { class: "button", href, download: name }, label);
}
