// Settings the browser remembers; one that keeps nothing has them as long as the page.

export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The setting lasts as long as the page, then.
  }
}
