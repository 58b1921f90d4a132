// One search of a position as it deepens: its move, figures, chart, moves in bars, the fan of rolls, and the tree.

import { follow, wasAborted } from "./api.js";
import { actionBars } from "./bars.js";
import { lineChart } from "./chart.js";
import { copyButton } from "./copy.js";
import { el } from "./dom.js";
import { outcomeFan } from "./fan.js";
import { count, searches, signed, winWords } from "./words.js";
import { depthTree, simulationTree } from "./tree.js";

const REASONS = {
  complete: "every line was followed to the end of the game",
  forced: "there is one move only",
  seconds: "time is up",
  depth: "as deep as it goes",
  stopped: "stopped",
};

export class SearchColumn {
  constructor(board, seat, domain) {
    this.board = board;
    this.seat = seat;
    this.domain = domain;
    this.running = null;
    this.points = [];
    this.state = el("p", { class: "search-state", role: "status" });
    this.body = el("div", { class: "search-body" });
    this.fan = el("div", {});
    this.tree = el("div", { class: "search-tree" });
    this.element = el(
      "article",
      { class: "search-column", "aria-label": "Search" },
      this.state,
      this.body,
      this.fan,
      this.tree,
    );
  }

  get values() {
    return this.points.map(([, value]) => value);
  }

  stop() {
    if (this.running === null) return;
    this.running.abort();
    this.running = null;
    this.state.append(" stopped");
  }

  blank() {
    this.state.textContent = "";
    this.body.replaceChildren();
    this.fan.replaceChildren();
    this.tree.replaceChildren();
    this.points = [];
  }

  async search(order, turn) {
    this.stop();
    this.points = [];
    this.fan.replaceChildren();
    this.tree.replaceChildren();
    this.element.dataset.updates = "0";
    const running = new AbortController();
    this.running = running;
    let last = null;
    const receive = (name, data) => {
      if (this.running !== running) return;
      if (name === "queued") this.say(order, `waits: ${searches(data.ahead)} before it`);
      if (name === "started") this.say(order, "searching …");
      if (name === "progress") last = this.progress(order, data);
      if (name === "tree") this.tree.replaceChildren(simulationTree(this.board, data));
      if (name === "fan") this.fan.replaceChildren(outcomeFan(this.board, data, this.seat));
      if (name === "error") this.say(order, data.error);
      if (name === "done" && last) this.finish(order, last, turn, data);
    };
    try {
      await follow("searches", order, running.signal, receive);
      if (this.running === running) this.running = null;
    } catch (error) {
      if (!wasAborted(error)) this.fail(order, error);
    }
  }

  say(order, text) {
    this.state.replaceChildren(el("strong", {}, order.algorithm), ` ${text}`);
  }

  fail(order, error) {
    this.body.replaceChildren();
    this.say(order, error.message);
  }

  progress(order, found) {
    const bySimulations = found.simulations !== null;
    const at = bySimulations ? found.simulations : found.depth;
    if (at > (this.points.at(-1)?.[0] ?? 0)) this.points.push([at, found.value]);
    this.element.dataset.updates = String(Number(this.element.dataset.updates) + 1);
    this.body.replaceChildren(...this.report(found, bySimulations));
    return found;
  }

  finish(order, found, turn, end) {
    this.say(order, `is done: ${REASONS[end.stop_reason] ?? end.stop_reason}`);
    this.state.title = found.algorithm;
    if (end.unfinished) this.body.append(this.unfinished(end.unfinished));
    this.body.append(copyButton(order, found, end));
    if (found.simulations === null)
      this.tree.replaceChildren(depthTree(this.board, { ...order, algorithm: end.tree_by }, found.depth, turn, order.algorithm));
  }

  unfinished({ depth, value, action, searched, actions }) {
    return el(
      "p",
      { class: "hint unfinished" },
      `Unfinished: at depth ${depth} time ended after ${searched} of ${actions} moves; the best of them so far is ` +
        `${this.board.label(action)}, ${signed(value)}.`,
    );
  }

  report(found, bySimulations) {
    return [
      el(
        "p",
        { class: "verdict" },
        el("strong", {}, found.action === null ? "chance moves" : this.board.label(found.action)),
        el(
          "span",
          {},
          el("span", { class: `value ${sideOf(found.value)}` }, signed(found.value)),
          el("span", { class: "chance-of" }, winWords(found.value, this.seat)),
        ),
      ),
      figures(found, bySimulations),
      lineChart(this.points, {
        width: this.element.clientWidth || 420,
        log: bySimulations,
        across: bySimulations ? "simulations" : "depth",
        domain: this.domain(),
      }),
      found.actions.length > 0 && actionBars(this.board, found.actions, this.seat),
    ].filter(Boolean);
  }
}

function figures(found, bySimulations) {
  const { alpha, beta, probe, table } = found.cuts;
  const pairs = [
    bySimulations ? ["simulations", count(found.simulations)] : ["depth", found.depth],
    ["nodes", count(found.nodes)],
    ["nodes/s", found.nodes_per_second === null ? "–" : count(found.nodes_per_second)],
    bySimulations ? ["deepest", found.depth] : ["cuts", count(alpha + beta)],
  ];
  const detail = bySimulations
    ? null
    : `${count(alpha)} alpha, ${count(beta)} beta; ${count(probe)} of them while probing, ${count(table)} table answers`;
  return el(
    "dl",
    { class: "figures", title: detail },
    pairs.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value)))),
  );
}

function sideOf(value) {
  return value > 0 ? "first" : value < 0 ? "second" : "";
}
