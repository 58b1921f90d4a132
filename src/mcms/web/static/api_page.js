// The page of the API, made from its OpenAPI description.

import { request } from "./api.js";
import { complain } from "./banner.js";
import { el } from "./dom.js";

function route(path, verb, operation, schemas) {
  const body = operation.requestBody?.content["application/json"].schema;
  const [[code, answer]] = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
  return el(
    "article",
    { class: "card route" },
    el("h2", {}, el("span", { class: "verb" }, verb.toUpperCase()), path),
    el("p", {}, (operation.description ?? operation.summary).replaceAll("``", "")),
    operation.parameters && block("Parameters", operation.parameters.map(parameter).join("\n")),
    body && block("Body, as JSON", fields(schemas[nameOf(body.$ref)])),
    block(`Answer ${code}`, shape(answer.content, schemas)),
  );
}

function problems(paths) {
  const [operation] = Object.values(Object.values(paths)[0]);
  const refused = Object.entries(operation.responses).filter(([status]) => status.startsWith("4"));
  return el(
    "article",
    { class: "card route" },
    el("h2", {}, "Errors"),
    el("p", {}, "Whatever is refused is answered with one of these codes and an object whose error is one sentence."),
    el("pre", { tabindex: "0" }, refused.map(([status, { description }]) => `${status}  ${description}`).join("\n")),
  );
}

function block(title, text) {
  return [el("h3", {}, title), el("pre", { tabindex: "0" }, text)];
}

function parameter({ name, in: place, required, description }) {
  return `${name}, in the ${place}${required ? "" : ", optional"}${description ? `: ${description}` : ""}`;
}

function shape(content, schemas) {
  const [[type, { schema = {} }]] = Object.entries(content);
  if (schema.$ref) return fields(schemas[nameOf(schema.$ref)]);
  if (schema.items?.$ref) return `a list of\n${fields(schemas[nameOf(schema.items.$ref)])}`;
  return type;
}

function fields({ properties, required = [] }) {
  return Object.entries(properties)
    .map(([name, property]) => `${name}: ${typeOf(property)}${required.includes(name) ? "" : ", optional"}`)
    .join("\n");
}

function typeOf({ type, anyOf, items, enum: choices, minimum, maximum, $ref }) {
  if ($ref) return nameOf($ref);
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(" or ");
  if (anyOf) return anyOf.map(typeOf).join(" or ");
  if (items) return `list of ${typeOf(items)}`;
  const range = minimum === undefined ? "" : ` from ${minimum}${maximum === undefined ? "" : ` to ${maximum}`}`;
  return `${type ?? "anything"}${range}`;
}

function nameOf(reference) {
  return reference.split("/").at(-1);
}

try {
  document.querySelector("nav [data-page=results]").hidden = !(await request("catalog")).results;
  const { paths, components } = await request("openapi.json");
  const all = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => route(path, verb, operation, components.schemas)),
  );
  document.getElementById("routes").append(problems(paths), ...all);
} catch (error) {
  complain(error);
}
