// The page for the wall: one slide at a time, turned by itself, by arrow keys or by buttons; Space holds it.
// live.js replaces the slides; each ten minutes they are asked for even if nothing happened: days pass.
"use strict";
(() => {
  const TURN_MS = 12000;
  const ANEW_MS = 600000;
  const wall = document.querySelector("[data-slides]");
  const large = matchMedia("(min-width: 60rem) and (min-aspect-ratio: 1/1)");
  const tools = document.querySelector("[data-turn-tools]");
  const holdButton = document.querySelector("[data-turn-pause]");
  const place = document.querySelector("[data-place]");
  // the slide that is shown, by its key: the slides are new each time
  let key = null;
  let at = 0;
  let held = false;
  let timer = null;

  const slides = () => [...wall.querySelectorAll("[data-slide]")];

  function show(number) {
    const all = slides();
    const turns = large.matches && all.length > 1;
    at = all.length ? (number + all.length) % all.length : 0;
    key = all[at]?.dataset.slide ?? null;
    for (const [index, slide] of all.entries()) slide.classList.toggle("is-shown", index === at);
    place.textContent = turns ? `${at + 1} / ${all.length}` : "";
    tools.hidden = !turns;
  }

  // the same slide as before; where it is gone, what stands in its place
  function lay() {
    const same = slides().findIndex((slide) => slide.dataset.slide === key);
    show(same < 0 ? at : same);
  }

  function wait() {
    clearTimeout(timer);
    if (held) return;
    timer = setTimeout(() => {
      if (!document.hidden) show(at + 1);
      wait();
    }, TURN_MS);
  }

  function hold(wanted) {
    held = wanted;
    holdButton.setAttribute("aria-pressed", String(held));
    wait();
  }

  function turnByHand(by) {
    show(at + by);
    wait();
  }

  const onwards = () => (getComputedStyle(wall).direction === "rtl" ? -1 : 1);
  const KEYS = { ArrowDown: 1, PageDown: 1, ArrowUp: -1, PageUp: -1 };
  const ACROSS = { ArrowRight: 1, ArrowLeft: -1 };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !large.matches) return;
    if (event.target.closest("button, a, input, select")) return;
    if (event.key === " ") hold(!held);
    else if (KEYS[event.key]) turnByHand(KEYS[event.key]);
    else if (ACROSS[event.key]) turnByHand(onwards() * ACROSS[event.key]);
    else return;
    event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-turn]");
    if (button) turnByHand(Number(button.dataset.turn));
    if (event.target.closest("[data-turn-pause]")) hold(!held);
  });

  async function drawAnew() {
    const answer = await fetch(wall.dataset.slides, { headers: { "HX-Request": "true" }, cache: "no-cache" });
    if (!answer.ok || answer.redirected) return;
    wall.innerHTML = await answer.text();
    wall.dispatchEvent(new CustomEvent("live:swapped", { bubbles: true }));
  }

  setInterval(() => drawAnew().catch(() => {}), ANEW_MS);
  wall.addEventListener("live:swapped", lay);
  large.addEventListener("change", lay);
  show(0);
  wait();
})();
