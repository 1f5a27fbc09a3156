// Toasts stand at the foot of what can be seen, above a keyboard on the screen and a bar of buttons, or
// at its top: wherever they do not cover the field that is in use.
"use strict";
(() => {
  const toasts = document.getElementById("toasts");
  const seen = window.visualViewport;
  if (!toasts || !seen) return;
  const GAP_PX = 8;
  const FIELDS = "input, textarea, select, [contenteditable], [data-pad] button";

  // a number is typed by the keys below it, and a choice is as large as its label
  function inUse() {
    const active = document.activeElement;
    if (!active?.matches(FIELDS) || toasts.contains(active)) return null;
    return (active.closest("[data-pad], .field") ?? active).getBoundingClientRect();
  }

  const height = () => [...toasts.children].reduce((sum, one) => sum + one.offsetHeight + GAP_PX, GAP_PX);
  const covered = (area, from, to) => Math.max(0, Math.min(area.bottom, to) - Math.max(area.top, from));

  // what is fixed at the foot, as the bar of a table's page, is not to be covered
  function footOf(top) {
    const bars = [...document.querySelectorAll(".bar")].filter((bar) => bar.offsetHeight && getComputedStyle(bar).position === "fixed");
    return Math.min(top + seen.height, ...bars.map((bar) => bar.getBoundingClientRect().top));
  }

  function place(mayScroll) {
    const top = seen.offsetTop;
    const foot = footOf(top);
    const area = toasts.childElementCount ? inUse() : null;
    const space = height();
    const atTop = area !== null && covered(area, foot - space, foot) > covered(area, top, top + space);
    toasts.style.bottom = atTop ? "auto" : `${Math.max(0, document.documentElement.clientHeight - foot)}px`;
    toasts.style.top = atTop ? `${top}px` : "auto";
    toasts.classList.toggle("at-top", atTop);
    // higher than the room beside them: the page gives way as far as it can, but to nobody who scrolls
    const left = atTop && mayScroll ? covered(area, top, top + space) : 0;
    if (left) scrollBy({ top: -left, behavior: "instant" });
  }

  let asked = 0;
  function placeSoon(event) {
    const mayScroll = event?.type !== "scroll";
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(() => place(mayScroll));
  }

  new MutationObserver(() => placeSoon()).observe(toasts, { childList: true });
  for (const name of ["focusin", "focusout"]) document.addEventListener(name, placeSoon);
  for (const name of ["resize", "scroll"]) seen.addEventListener(name, placeSoon);
  addEventListener("scroll", placeSoon, { passive: true });
  document.addEventListener("htmx:afterSettle", placeSoon);
  placeSoon();
})();
