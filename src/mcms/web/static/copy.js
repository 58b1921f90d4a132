// Copies what is needed to see the same again: the position, what was found, and the command that finds it.

import { el } from "./dom.js";

export function copyButton(order, found, end) {
  const button = el("button", { type: "button", class: "copy" }, "Copy position, analysis and command");
  button.addEventListener("click", async () => {
    const text = JSON.stringify({ ...order, analysis: found, end, command: command(order, found) }, null, 2);
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      button.after(el("textarea", { rows: "6", readonly: true, "aria-label": "To be copied" }, text));
    }
  });
  return el("p", {}, button);
}

function command({ game, state, algorithm, seed = 0 }, { simulations, depth }) {
  const limit = simulations === null ? `--depth ${depth}` : `--simulations ${simulations}`;
  return `mcms search ${quoted(game)} --state ${quoted(JSON.stringify(state))} --algorithm ${quoted(algorithm)} ${limit} --seed ${seed}`;
}

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
