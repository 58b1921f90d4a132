// The visitor's own games, remembered by the browser: the server tells nobody which games there are.

const KEY = "mcms-games";
const MOST = 8;

export function recentGames() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

export function remember({ id, rules, opponent }) {
  write([{ id, rules, opponent, when: Date.now() }, ...recentGames().filter((game) => game.id !== id)].slice(0, MOST));
}

export function forget(id) {
  write(recentGames().filter((game) => game.id !== id));
}

function write(games) {
  try {
    localStorage.setItem(KEY, JSON.stringify(games));
  } catch {
    // A browser that keeps nothing still plays; the address of the game is enough.
  }
}
