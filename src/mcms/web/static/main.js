// Starts the page and shows what the address asks for: #/, #/game/ID, #/replay or #/results.

import { request } from "./api.js";
import { calm, complain } from "./banner.js";
import { showGame } from "./play.js";
import { showReplay } from "./replay.js";
import { showResults } from "./results.js";
import { showSetup } from "./setup.js";

const page = document.getElementById("page");
let leave = () => {};
let catalog = null;

async function route() {
  leave();
  leave = () => {};
  calm();
  const [, name = "", id = ""] = location.hash.split("/");
  mark(["replay", "results"].includes(name) ? name : "play");
  try {
    catalog ??= await request("catalog");
    document.querySelector("nav [data-page=results]").hidden = !catalog.results;
    if (name === "game") leave = await showGame(page, catalog, id);
    else if (name === "replay") leave = showReplay(page, catalog);
    else if (name === "results") leave = await showResults(page, catalog);
    else showSetup(page, catalog);
  } catch (error) {
    complain(error);
    if (catalog !== null) showSetup(page, catalog);
  }
}

function mark(current) {
  for (const link of document.querySelectorAll("nav [data-page]")) {
    if (link.dataset.page === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

addEventListener("hashchange", route);
route();
