// The big screen: long lists become pages that fit, turned slowly by themselves, by arrow keys or by
// buttons; Space, the pointer or the focus on a list holds them. The board is replaced by live.js.
"use strict";
(() => {
  const TURN_MS = 12000;
  const screen = document.querySelector("[data-screen]");
  const large = matchMedia("(min-width: 60rem) and (min-aspect-ratio: 1/1)");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const tools = document.querySelector("[data-turn-tools]");
  const holdButton = document.querySelector("[data-turn-pause]");
  // by the id of the list, because a live board is new each time
  const at = new Map();
  let held = false;
  let timer = null;

  const lists = () => [...screen.querySelectorAll("[data-pages]")];

  // -- columns as high as the list overflow to the side: each width of the list is a page
  const onwards = () => (getComputedStyle(screen).direction === "rtl" ? -1 : 1);
  const step = (list) => list.clientWidth + parseFloat(getComputedStyle(list).columnGap || 0);
  const pagesOf = (list) => Math.max(1, Math.round((list.scrollWidth + step(list) - list.clientWidth) / step(list)));

  function show(list, page, slides) {
    const pages = screen.classList.contains("is-turning") ? pagesOf(list) : 1;
    const shown = ((page % pages) + pages) % pages;
    at.set(list.id, shown);
    list.scrollTo({ left: onwards() * shown * step(list), behavior: slides && !calm.matches ? "smooth" : "instant" });
    list.closest("[data-turning]").querySelector("[data-place]").textContent = pages > 1 ? `${shown + 1} / ${pages}` : "";
    if (pages > 1) list.tabIndex = 0;
    else list.removeAttribute("tabindex");
    return pages;
  }

  function lay() {
    screen.classList.toggle("is-turning", large.matches);
    // what fits on one page is spread over its columns
    for (const list of lists()) {
      list.classList.remove("is-short");
      list.classList.toggle("is-short", pagesOf(list) === 1);
    }
    const most = Math.max(1, ...lists().map((list) => show(list, at.get(list.id) ?? 0, false)));
    tools.hidden = most < 2;
  }

  // -- turning
  const isHeld = (list) => list.closest("[data-turning]").matches(":hover, :focus-within");

  function turn(by, chosen) {
    for (const list of lists()) {
      if (chosen ? chosen.has(list) : !isHeld(list)) show(list, (at.get(list.id) ?? 0) + by, true);
    }
  }

  function wait() {
    clearTimeout(timer);
    if (held) return;
    timer = setTimeout(() => {
      if (!document.hidden) turn(1);
      wait();
    }, TURN_MS);
  }

  function hold(wanted) {
    held = wanted;
    holdButton.setAttribute("aria-pressed", String(held));
    wait();
  }

  // by hand: the list that has the focus, else all of them
  function turnByHand(by) {
    const focused = document.activeElement?.closest("[data-pages]");
    turn(by, new Set(focused ? [focused] : lists()));
    wait();
  }

  const KEYS = { ArrowDown: 1, PageDown: 1, ArrowUp: -1, PageUp: -1 };
  const ACROSS = { ArrowRight: 1, ArrowLeft: -1 };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !screen.classList.contains("is-turning")) return;
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

  let resized = null;
  addEventListener("resize", () => {
    clearTimeout(resized);
    resized = setTimeout(lay, 150);
  });
  large.addEventListener("change", lay);
  screen.addEventListener("live:swapped", lay);
  document.fonts?.ready.then(lay);
  lay();
  wait();
})();
