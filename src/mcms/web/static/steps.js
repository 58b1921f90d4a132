// The steps of a game with what boards need to say what they did.

/** Add to each event the position before it and the options of the rules. */
export function told({ start, options }, events) {
  return events.map((event, i) => ({ ...event, before: i === 0 ? start : events[i - 1].state, options }));
}
