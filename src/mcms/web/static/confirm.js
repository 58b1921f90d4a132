// A question before something that cannot be taken back lightly.

import { el } from "./dom.js";

/** Ask, and return whether the answer was yes; Escape is no. */
export function ask(question, yes, no) {
  return new Promise((resolve) => {
    const answer = (value) => () => dialog.close(value);
    const dialog = el(
      "dialog",
      { "aria-labelledby": "question" },
      el("p", { id: "question" }, question),
      el(
        "div",
        { class: "buttons" },
        el("button", { type: "button", class: "primary", onclick: answer("yes") }, yes),
        el("button", { type: "button", onclick: answer("no") }, no),
      ),
      );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
