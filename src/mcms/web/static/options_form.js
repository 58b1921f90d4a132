// Forms for the options of games and algorithms, made from what the server says of them.

import { el } from "./dom.js";

/** Return the fields of options and a function that writes the options that were changed, as in `goal=50,dice=1`. */
export function optionFields(options, id) {
  const inputs = options.map((option) => [option, input(option, `${id}-${option.name}`)]);
  const fields = inputs.map(([option, field]) =>
    el(
      "div",
      { class: "field" },
      el("label", { for: field.id }, option.name.replaceAll("_", " ")),
      field,
      el("p", { class: "hint", id: `${field.id}-hint` }, option.meaning),
    ),
  );
  const written = () =>
    inputs
      .map(([option, field]) => changed(option, field))
      .filter((text) => text !== null)
      .join(",");
  return { fields, written };
}

/** Return the text the server reads: `star2ss` or `star2ss(width=5)`. */
export function spec(name, options) {
  return options ? `${name}(${options})` : name;
}

function input(option, id) {
  const shared = { id, name: option.name, "aria-describedby": `${id}-hint` };
  if (option.type === "bool") {
    const choices = ["true", "false"].map((value) =>
      el("option", { value, selected: value === String(option.default) }, value === "true" ? "yes" : "no"),
    );
    return el("select", shared, choices);
  }
  const fallback = option.default === null ? "none" : String(option.default);
  return el("input", { ...shared, type: "text", placeholder: fallback, autocomplete: "off", spellcheck: "false" });
}

function changed(option, field) {
  const value = field.value.trim();
  if (value === "" || value === String(option.default)) return null;
  return `${option.name}=${value}`;
}
