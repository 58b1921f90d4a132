// What the steps of Ra did besides what they are called: who got the tiles, what a disaster took, what ended.

import { isDisaster, tileName } from "./ra_tiles.js";

const SIDES = ["first", "second"];

/** Say what followed from a step; nothing of one whose positions are not known, as in a tree. */
export function consequences({ by, name, before, state }) {
  if (before === undefined || state === undefined) return "";
  return (by === "chance" ? called(name, state) : sold(name, before, state)) + ended(before, state);
}

function called(name, state) {
  return name === "ra" && state.phase === "bid" ? ", which calls an auction" : "";
}

function sold(name, before, state) {
  if (before.phase !== "bid" || state.phase === "bid") return "";
  const bids = name.startsWith("bid");
  if (!bids && before.bid === null)
    return count(before.auction_track) === 8 ? ": nobody takes the tiles, which go" : ": nobody takes the tiles";
  const winner = bids ? before.to_move : 1 - before.to_move;
  const takes = `${SIDES[winner]} takes ${tilesOf(before)}${bids ? "" : ` for sun ${before.bid}`}`;
  return `: ${takes}${lost(winner, before, state)}`;
}

function tilesOf({ auction_track: track }) {
  const tiles = count(track);
  if (tiles === 0) return "an empty track";
  return tiles === 1 ? "the tile" : `all ${tiles} tiles`;
}

/** What disasters took at once; after the end of an epoch that can no longer be seen. */
function lost(winner, before, state) {
  if (hasEnded(before, state)) return "";
  const [held, left] = [before.players[winner].tiles, state.players[winner].tiles];
  const kinds = new Set([...Object.keys(held), ...Object.keys(before.auction_track)]);
  const gone = [...kinds]
    .filter((kind) => !isDisaster(kind))
    .map((kind) => [kind, (held[kind] ?? 0) + (before.auction_track[kind] ?? 0) - (left[kind] ?? 0)])
    .filter(([, number]) => number > 0)
    .map(([kind, number]) => `${number} ${tileName(kind)}`);
  return gone.length > 0 ? ` and loses ${gone.join(", ")} by disaster` : "";
}

function ended(before, state) {
  if (!hasEnded(before, state)) return "";
  return state.phase === "over" ? ", which ends the last epoch" : `, which ends epoch ${before.epoch}`;
}

function hasEnded(before, state) {
  return state.epoch > before.epoch || state.phase === "over";
}

function count(tiles) {
  return Object.values(tiles).reduce((sum, number) => sum + number, 0);
}
