// The banner for whatever went wrong, in one sentence.

import { el } from "./dom.js";

export function complain(error) {
  const banner = document.getElementById("banner");
  const message = error instanceof Error ? error.message : String(error);
  banner.replaceChildren(
    el("span", {}, sentence(message)),
    el("button", { type: "button", class: "quiet", "aria-label": "Close the message", onclick: calm }, "✕"),
  );
  banner.hidden = false;
}

export function calm() {
  const banner = document.getElementById("banner");
  const held = banner.contains(document.activeElement);
  banner.hidden = true;
  if (held) document.getElementById("page").focus({ preventScroll: true });
}

function sentence(text) {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}
