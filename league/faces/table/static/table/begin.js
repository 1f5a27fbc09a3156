// Loaded before the first paint, which then is what the other scripts make of the page: the root says how
// questions are asked on this phone, and that what has just come into sight takes no tap yet. Where one of them does not come or breaks, all questions are shown.
"use strict";
(() => {
  const WAIT_MS = 10000;
  const root = document.documentElement;
  const giveUp = () => { for (const mark of ["questions", "resting"]) delete root.dataset[mark]; };

  root.dataset.questions = "one";
  root.dataset.resting = ""; // until stage.js says otherwise, no tap sends anything
  try {
    if (localStorage.getItem("tricktable:questions") === "all") root.dataset.questions = "all";
  } catch {
    // storage is switched off: one at a time
  }

  const timer = setTimeout(giveUp, WAIT_MS);
  const broke = ({ target }) => { if (target === window || target.matches("script")) giveUp(); };
  addEventListener("error", broke, true);
  addEventListener("DOMContentLoaded", () => {
    clearTimeout(timer);
    removeEventListener("error", broke, true);
  });
})();
