// The tree near the root, unfolded on demand: what MCTS has grown, or for searches by depth the steps from a position
// with the values of shallower searches.

import { follow } from "./api.js";
import { el } from "./dom.js";
import { digits, scale } from "./scale.js";
import { count, searches, signed } from "./words.js";

/** The tree that MCTS sent; a level is drawn when it is opened. */
export function simulationTree(board, { root, least_visits: least }) {
  const open = async (node) => node.children;
  return frame(
    root.children.map((child) => branch(board, { ...child, by: root.turn }, open)),
    least > 1
      ? `Nodes with at least ${count(least)} of ${count(root.visits)} visits.`
      : "Every node the simulations have met.",
  );
}

/** A tree that asks the server for each level; `depth` is how deep the search at the root, `rootBy`, came. */
export function depthTree(board, order, depth, turn, rootBy = order.algorithm) {
  const ask = (state, searched, window) => async (say) => {
    const children = [];
    const [alpha, beta] = window ?? [-scale.most, scale.most];
    await follow("expansions", { ...order, state, depth: searched, alpha, beta }, undefined, (name, data) => {
      if (name === "queued") say(`waits: ${searches(data.ahead)} before it`);
      if (name === "error") throw new Error(data.error);
      if (name === "child") children.push({ ...data, open: opens(data) ? ask(data.state, data.depth, data.window) : null });
    });
    return children;
  };
  // Below an estimate there is nothing that was searched; a chance node of depth 0 is the mean of its estimates.
  const opens = ({ turn: kind, depth: left }) => kind === "chance" || (kind !== "over" && left > 0);
  const root = { step: null, turn, open: ask(order.state, depth) };
  const open = (node, say) => node.open(say);
  const whole = el("details", { class: "branch" }, el("summary", {}, "The moves, each with its value"));
  unfoldOnDemand(board, whole, root, open);
  const other =
    order.algorithm === rootBy
      ? ""
      : `${rootBy} looks at a sample of the rolls, whose values do not average to the one above them: this is the tree of ` +
        `${order.algorithm}, which takes all rolls, so its values may differ from ${rootBy}'s. `;
  return frame([whole], other + "Depth counts decisions: a move is searched one less deep than the position, an outcome as deep as its roll. " +
      "A cut leaves the rest of a node unsearched, since it cannot matter any more; Star2 looks for one first, by " +
      "probing one move of every roll, whose value already bounds the roll from one side.");
}

function frame(branches, hint) {
  return el(
    "div",
    { class: "tree" },
    el("h3", {}, "Tree"),
    el("p", { class: "hint" }, hint),
    el("div", { class: "tree-rows" }, branches),
  );
}

const KINDS = { first: "Max", second: "Min", chance: "chance", over: "end" };

/** What a search by depth asked of a node and what it proved, and whether that ended its parent. */
function asked({ window, bounds, cut }) {
  if (!window || !bounds) return null;
  const end = (value) => (Math.abs(value) >= scale.most ? (value < 0 ? "−∞" : "∞") : signed(value, digits(1)));
  const [low, high] = bounds.map((value) => signed(value, digits(1)));
  const proved = low === high ? `= ${low}` : `in [${low}, ${high}]`;
  const text = `asked (${end(window[0])}, ${end(window[1])}), proved ${proved}${cut ? `, ${cut} cut` : ""}`;
  return el("span", { class: cut ? "asked cut" : "asked" }, text);
}

function branch(board, node, open) {
  const label = [
    el("span", { class: `dot ${node.by}` }),
    el("span", { class: "step" }, board.words({ by: node.by, name: node.step })),
    node.probability !== null && el("span", { class: "share" }, `p ${percent(node.probability)}`),
    el("span", { class: "number" }, mean(node) === null ? "–" : signed(mean(node))),
    el("span", { class: "kind" }, KINDS[node.turn]),
    asked(node),
    node.finished === false && el("span", { class: "share", title: "time ended before this depth was searched" }, "unfinished"),
    node.visits !== undefined && el("span", { class: "number muted" }, `${count(node.visits)} ×`),
  ];
  if (node.turn === "over" || node.open === null || (node.children && node.children.length === 0)) {
    return el("div", { class: "leaf" }, label);
  }
  const details = el("details", { class: "branch" }, el("summary", {}, label));
  unfoldOnDemand(board, details, node, open);
  return details;
}

function unfoldOnDemand(board, details, node, open) {
  details.addEventListener("toggle", async () => {
    if (!details.open || details.dataset.filled) return;
    details.dataset.filled = "yes";
    const note = el("p", { class: "hint" }, "searching …");
    details.append(note);
    try {
      const children = await open(node, (text) => {
        note.textContent = text;
      });
      note.remove();
      details.append(
        ...children.map((child) =>
          branch(board, { ...child, by: child.probability === null ? node.turn : "chance" }, open),
        ),
      );
    } catch (error) {
      note.textContent = error.message;
      delete details.dataset.filled;
    }
  });
}

function mean(node) {
  return node.mean === undefined ? node.value : node.mean;
}

function percent(probability) {
  return `${(100 * probability).toFixed(probability < 0.1 ? 1 : 0)} %`;
}
