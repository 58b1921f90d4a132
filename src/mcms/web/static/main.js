// Starts the page and shows what the address asks for: #/, #/game/ID, #/review/ID, #/rules/GAME, #/replay, #/results.

import { request } from "./api.js";
import { calm, complain } from "./banner.js";
import { landOn } from "./dom.js";
import { showGame } from "./play.js";
import { showReplay, showReview } from "./replay.js";
import { showResults } from "./results.js";
import { showRules } from "./rules.js";
import { showSetup } from "./setup.js";

const page = document.getElementById("page");
let leave = () => {};
let catalog = null;
let arrived = false;

async function route() {
  leave();
  leave = () => {};
  calm();
  const [, name = "", id = "", ...rest] = location.hash.split("/").map(decodeURIComponent);
  mark(["replay", "results"].includes(name) ? name : "play");
  try {
    catalog ??= await request("catalog");
    document.querySelector("nav [data-page=results]").hidden = !catalog.results;
    if (name === "game") leave = await showGame(page, catalog, id);
    else if (name === "review") leave = await showReview(page, catalog, id);
    else if (name === "rules") showRules(page, catalog, id);
    else if (name === "replay") leave = showReplay(page, catalog);
    else if (name === "results") leave = await showResults(page, catalog, [id, ...rest]);
    else showSetup(page, catalog);
  } catch (error) {
    complain(error);
    if (catalog !== null) showSetup(page, catalog);
  }
  if (arrived) landOn([...page.querySelectorAll("[data-land], h1")].at(-1) ?? page);
  arrived = true;
}

function mark(current) {
  for (const link of document.querySelectorAll("nav [data-page]")) {
    if (link.dataset.page === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

// The address says which page is shown, so a jump within the page must not change it.
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  page.focus();
  page.scrollIntoView();
});
addEventListener("hashchange", route);
route();
