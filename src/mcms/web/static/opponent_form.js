// Chooses an algorithm with its options, or one of the game's own players.

import { el } from "./dom.js";
import { optionFields, spec } from "./options_form.js";

/** Return a chooser: `element`, and `text()` for the server. `players` may be empty. */
export function chooser({ catalog, players = [], label, id, preferred }) {
  const details = el("div", { class: "fields" });
  const more = el("details", { class: "more" }, el("summary", {}, "Options"), details);
  let text = () => "";
  const select = el(
    "select",
    { id, onchange: show },
    el(
      "optgroup",
      { label: "Searches" },
      catalog.algorithms.map(({ name, title }) =>
        el("option", { value: name, selected: name === preferred }, `${name}: ${shortTitle(title)}`),
      ),
    ),
    players.length > 0 &&
      el(
        "optgroup",
        { label: "Players" },
        players.map((name) => el("option", { value: name, selected: name === preferred }, name)),
      ),
  );

  function show() {
    const algorithm = catalog.algorithms.find(({ name }) => name === select.value);
    const [kind, parameter] = select.value.split(":");
    if (algorithm) {
      const { fields, written } = optionFields(algorithm.options, id);
      details.replaceChildren(...fields);
      text = () => spec(algorithm.name, written());
    } else if (parameter) {
      const number = el("input", { id: `${id}-number`, type: "number", min: "1", value: "20" });
      details.replaceChildren(el("div", { class: "field" }, el("label", { for: number.id }, `${kind} at`), number));
      text = () => `${kind}:${number.value}`;
      more.open = true;
    } else {
      text = () => select.value;
    }
    more.hidden = !algorithm && !parameter;
  }

  show();
  return {
    element: el("div", { class: "field chooser" }, el("label", { for: id }, label), select, more),
    select,
    text: () => text(),
  };
}

function shortTitle(title) {
  const plain = title.replace(/^[A-Z]\w+: /, "");
  return plain.length > 64 ? `${plain.slice(0, 62)}…` : plain;
}
