// Numbers and names for people.

import { scale } from "./scale.js";

/** Write a large number in short: 1,234 · 56.7 k · 12.3 M. */
export function count(number) {
  for (const [size, unit, letter] of [
    [1e9, 1e9, "G"],
    [1e6, 1e6, "M"],
    [1e4, 1e3, "k"],
  ]) {
    if (number >= size) return `${(number / unit).toFixed(1)} ${letter}`;
  }
  return Math.round(number).toLocaleString("en");
}

/** Write a value with its sign; a real minus. */
export function signed(value, places = 2) {
  const text = Math.abs(value).toFixed(places);
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}

/** Say how many searches there are. */
export function searches(number) {
  return number === 1 ? "1 search" : `${number} searches`;
}

/** What a person calls a game. */
export function gameTitle(catalog, name) {
  return catalog.games.find((game) => game.name === name).title.split(": ")[0];
}

/** The same of a game with options: Pig (goal=50). */
export function rulesTitle(catalog, rules) {
  const [name, options] = rules.split(/(?=\()/);
  return [gameTitle(catalog, name), options].filter(Boolean).join(" ");
}

/** The thinking times there are to choose from; a server that allows less than all of them offers what it allows. */
export function timesUpTo(times, most) {
  const allowed = times.filter((ms) => ms <= most);
  return allowed.length > 0 ? allowed : [most];
}

/** How likely somebody wins by a value, which is the first player's. */
export function winChance(value, seat) {
  return 50 * (1 + (seat === "second" ? -value : value) / scale.most);
}

/** What a value is to somebody, in a table: a chance to win; where the game counts points, second's are the other way round. */
export function worth(value, seat) {
  if (scale.points) return seat === "second" ? signed(-value) : "";
  return `${winChance(value, seat ?? "first").toFixed(0)} %`;
}

/** Say what the last column of such a table is. */
export function worthLegend(seat) {
  if (!scale.points) return `; % is how likely ${seat ? "you win" : "first wins"}`;
  return seat === "second" ? "; at the end are the points for you" : "";
}

/** Say it of the visitor, or of the first player where nobody sits. */
export function winWords(value, seat) {
  if (scale.points) return `${signed(seat === "second" ? -value : value)} points for ${seat ? "you" : "first"}`;
  const percent = winChance(value, seat ?? "first").toFixed(1);
  return seat ? `you win ${percent} %` : `first wins ${percent} %`;
}

/** What the page calls an opponent: a level is a person to play with, anything else goes by its text. */
export function opponentName(opponent) {
  return /^(easy|medium|strong|strongest)$/.test(opponent) ? `the ${opponent} opponent` : opponent;
}
