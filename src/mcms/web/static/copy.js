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
      // Browsers lend the clipboard to secure pages only: elsewhere the text is there to be copied by hand.
      const box = el("textarea", { rows: "6", readonly: true, "aria-label": "To be copied" }, text);
      button.replaceWith(box);
      box.select();
    }
  });
  return el("p", {}, button);
}

function command({ game, state, algorithm, seed = 0 }, { simulations, depth }) {
  // A forced move is found without looking, but a limit must be at least 1.
  const limit = simulations === null ? `--depth ${Math.max(depth, 1)}` : `--simulations ${Math.max(simulations, 1)}`;
  return `mcms search ${quoted(game)} --state ${quoted(JSON.stringify(state))} --algorithm ${quoted(algorithm)} ${limit} --seed ${seed}`;
}

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
