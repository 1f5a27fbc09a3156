// A frame of an event that is being played: every half minute it asks for what stands in it, and shows
// that if it differs. While nobody looks or there is no network it keeps what it has.
"use strict";
(() => {
  const EVERY_MS = 30000;
  let shown = null;

  async function draw() {
    if (document.hidden) return;
    const answer = await fetch(document.body.dataset.part, { cache: "no-cache" });
    if (!answer.ok) return;
    const html = await answer.text();
    // whoever is on a link here is not moved away from it: the next time, then
    if (html === shown || document.activeElement !== document.body) return;
    shown = html;
    document.body.innerHTML = html;
  }

  setInterval(() => draw().catch(() => {}), EVERY_MS);
  document.addEventListener("visibilitychange", () => draw().catch(() => {}));
})();
