// The page of the API, made from its OpenAPI description.

import { request } from "./api.js";
import { complain } from "./banner.js";
import { el } from "./dom.js";

function route(path, verb, operation, schemas) {
  const body = operation.requestBody?.content["application/json"].schema;
  const answers = Object.entries(operation.responses).map(([code, { description, content }]) => `${code}  ${description}${shapeOf(content)}`);
  return el("article", { class: "card route" },
    el("h2", {}, el("span", { class: "verb" }, verb.toUpperCase()), path),
    el("p", {}, (operation.description ?? operation.summary).replaceAll("``", "")),
    operation.parameters && [el("h3", {}, "Parameters"), el("pre", {}, operation.parameters.map(({ name, in: place, required }) => `${name}  in the ${place}${required ? "" : ", optional"}`).join("\n"))],
    body && [el("h3", {}, "Body"), el("pre", {}, fields(body, schemas))],
    el("h3", {}, "Answers"), el("pre", {}, answers.join("\n")));
}

function shapeOf(content = {}) {
  const [[type, { schema } = {}] = []] = Object.entries(content);
  if (!type) return "";
  return schema?.$ref ? `: ${nameOf(schema.$ref)}` : ` as ${type}`;
}

function fields(schema, schemas) {
  const { properties, required = [] } = schemas[nameOf(schema.$ref)];
  return Object.entries(properties).map(([name, property]) => `${name}: ${typeOf(property)}${required.includes(name) ? "" : ", optional"}`).join("\n");
}

function typeOf({ type, anyOf, enum: choices, minimum, maximum }) {
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(" or ");
  if (anyOf) return anyOf.map(typeOf).join(" or ");
  const range = minimum === undefined ? "" : ` from ${minimum}${maximum === undefined ? "" : ` to ${maximum}`}`;
  return `${type ?? "anything"}${range}`;
}

function nameOf(reference) {
  return reference.split("/").at(-1);
}

try {
  const { paths, components } = await request("openapi.json");
  const all = Object.entries(paths).flatMap(([path, verbs]) => Object.entries(verbs).map(([verb, operation]) => route(path, verb, operation, components.schemas)));
  document.getElementById("routes").append(...all);
} catch (error) {
  complain(error);
}
