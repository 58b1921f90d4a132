// Small helpers to build HTML and SVG. Text always goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/** Return an HTML element; `on…` properties are listeners, `data` its data attributes, the rest attributes. */
export function el(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** Return an SVG element. */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Make a part of a drawing a button, for the mouse and the keyboard. */
export function clickable(element, label, action) {
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "0");
  element.setAttribute("aria-label", label);
  element.classList.add("clickable");
  element.prepend(svg("title", {}, label));
  element.addEventListener("click", action);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    action();
  });
  return element;
}

/** Draw something anew, and let whoever was on one of its buttons be on the same one after it. */
export function keepFocus(place, redraw) {
  const held = document.activeElement;
  const label = place.contains(held) ? nameOf(held) : null;
  redraw();
  if (label === null || place.contains(document.activeElement)) return;
  [...place.querySelectorAll("button, [role=button]")].find((button) => nameOf(button) === label)?.focus();
}

/** Put the keyboard somewhere if what it was on is gone. */
export function landOn(element) {
  if (document.activeElement !== document.body) return;
  if (element.tabIndex < 0) element.setAttribute("tabindex", "-1");
  element.focus({ preventScroll: true });
}

function nameOf(button) {
  return button.getAttribute("aria-label") ?? button.textContent;
}

/** Say whether a key pressed there is text being written. */
export function isTyping({ target }) {
  if (/^(SELECT|TEXTAREA)$/.test(target.tagName)) return true;
  return target.tagName === "INPUT" && !/^(checkbox|radio|button|range)$/.test(target.type);
}

export function prefersStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
