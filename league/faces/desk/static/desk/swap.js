// Two entries of a draw change places: chosen one after the other by click, touch or keyboard, or one
// dragged onto the other. What that breaks comes from the server at once; nothing is written by it.
"use strict";
(() => {
  const DRAG_PX = 8;
  let chosen = null;
  let drag = null;

  const board = () => document.querySelector("[data-swap]");
  const entryAt = (x, y) => document.elementFromPoint(x, y)?.closest("[data-entry]:not(:disabled)") ?? null;
  const nameOf = (button) => button.firstChild.textContent.trim();

  // -- choosing
  function choose(button) {
    chosen?.setAttribute("aria-pressed", "false");
    chosen = button;
    chosen?.setAttribute("aria-pressed", "true");
    const { textChosen, textNone } = board().dataset;
    board().querySelector("[data-swap-status]").textContent = chosen ? textChosen.replace("{name}", nameOf(chosen)) : textNone;
  }

  function swap(one, other) {
    const form = board().querySelector("[data-swap-form]");
    form.elements.entry.value = one.dataset.entry;
    form.elements.other.value = other.dataset.entry;
    chosen = null;
    form.requestSubmit();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-entry]");
    if (!button) return;
    if (drag?.isOver) drag = null;
    else if (!chosen) choose(button);
    else if (chosen === button) choose(null);
    else swap(chosen, button);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !board()) return;
    if (drag) stop();
    if (chosen) choose(null);
  });

  // -- dragging, with a mouse or a pen: a finger scrolls the page and taps
  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-entry]:not(:disabled)");
    drag = null;
    if (!button || event.pointerType === "touch" || event.button !== 0) return;
    drag = { button, x: event.clientX, y: event.clientY, ghost: null, target: null, isOver: false };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || drag.isOver) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_PX) return;
      start();
    }
    drag.ghost.style.transform = `translate(${event.clientX + 12}px, ${event.clientY + 12}px)`;
    const under = entryAt(event.clientX, event.clientY);
    aim(under === drag.button ? null : under);
  });

  document.addEventListener("pointerup", () => {
    if (!drag?.ghost) {
      drag = null;
      return;
    }
    const { button, target } = drag;
    stop();
    if (target) swap(button, target);
  });

  document.addEventListener("pointercancel", () => drag?.ghost && stop());

  function start() {
    drag.ghost = document.createElement("div");
    drag.ghost.className = "swap-ghost";
    drag.ghost.textContent = nameOf(drag.button);
    document.body.append(drag.ghost);
    choose(drag.button);
  }

  function aim(target) {
    if (target === drag.target) return;
    drag.target?.classList.remove("is-target");
    drag.target = target;
    drag.target?.classList.add("is-target");
  }

  // the click that follows a drag onto its own beginning chooses nothing
  function stop() {
    aim(null);
    drag.ghost?.remove();
    drag.isOver = true;
    const over = drag;
    setTimeout(() => { if (drag === over) drag = null; });
    choose(null);
  }

  // -- what came back: those who use the keyboard go on with it
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "draw-edit" && !document.getElementById("draw-edit")?.contains(event.target)) return;
    chosen = null;
    if (!document.querySelector("[data-error-summary]")) document.querySelector("[data-swap-preview]")?.focus();
  });
})();
