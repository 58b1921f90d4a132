// How large the values of the game on the page are: most games go from −100 to 100, backgammon counts points.

export const scale = { most: 100, points: false };

/** Take the scale of a game by its name and options; whoever shows values asks afterwards. */
export function measure(game, options) {
  const backgammon = game === "backgammon";
  scale.points = backgammon && options?.scoring !== "win";
  scale.most = !backgammon ? 100 : scale.points ? 3 : 1;
}

/** How many digits tell two values apart. */
export function digits(usual) {
  return scale.most < 100 ? usual + 2 : usual;
}
