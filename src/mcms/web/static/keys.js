// What the keys do, said where they work.

import { el } from "./dom.js";

export function keysHelp(...keys) {
  const rows = keys.map(([key, meaning]) => el("div", {}, el("dt", {}, el("kbd", {}, key)), el("dd", {}, meaning)));
  return el("details", { class: "more" }, el("summary", {}, "Keys"), el("dl", { class: "keys" }, rows));
}
