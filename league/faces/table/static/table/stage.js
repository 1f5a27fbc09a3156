// What whoever holds the phone is asked stands in the place of the form: what another side sent, until it is
// answered or somebody writes the next deal; what is wrong with it, in the place of everything else. And
// what has just come into sight and sends something takes no tap for a moment. Who sent or answered something with
// the keyboard goes on here when what had the focus is gone.
"use strict";
(() => {
  const REST_MS = 600; // a second tap meant for what stood there before comes within 350
  const SHELF = "tricktable:by-key";
  const root = document.documentElement;
  const stage = document.getElementById("stage");
  if (!stage) return;

  // -- no tap for a moment
  let timer = 0;
  let seen = new Set();
  const careful = () => [...document.querySelectorAll("[data-careful]")].filter((one) => one.getClientRects().length);

  function rest() {
    const now = careful();
    if (now.some((one) => !seen.has(one))) {
      root.dataset.resting = "";
      clearTimeout(timer);
      timer = setTimeout(() => { delete root.dataset.resting; }, REST_MS);
    }
    seen = new Set(now);
  }

  // news that bring the same buttons again are none
  function keepSeen() {
    const known = new Set([...seen].map((one) => one.dataset.careful).filter(Boolean));
    seen = new Set(careful().filter((one) => seen.has(one) || known.has(one.dataset.careful)));
    rest();
  }

  // -- the way on for the keyboard, over a page that is loaded again too
  let isByKey = false;
  addEventListener("keydown", () => { isByKey = true; }, true);
  addEventListener("pointerdown", () => { isByKey = false; }, true);

  function goOn() {
    if (!isByKey || document.activeElement !== document.body) return;
    stage.tabIndex = -1;
    stage.focus({ preventScroll: true });
  }

  addEventListener("submit", () => {
    try {
      if (isByKey) sessionStorage.setItem(SHELF, location.pathname);
      else sessionStorage.removeItem(SHELF);
    } catch {
      // storage is switched off: the page begins at its top
    }
  }, true);

  function goOnFromBefore() {
    try {
      if (sessionStorage.getItem(SHELF) !== location.pathname) return;
      sessionStorage.removeItem(SHELF);
      isByKey = true;
      goOn();
    } catch {
      // as above
    }
  }

  // -- the form, or what waits for an answer
  function show(view) {
    if (view) stage.dataset.view = view;
    else delete stage.dataset.view;
    rest();
  }

  document.addEventListener("stage:show", (event) => show(event.detail));

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-enter]")) show("form");
    else if (event.target.closest("[data-look]")) {
      show("");
      scrollTo(0, 0);
    }
  });

  // -- what is wrong: a page of its own, which the way back of the browser leaves
  const opened = () => document.querySelector(".wrong.is-open");

  function openWrong(id) {
    const page = document.getElementById(`wrong-${id}`);
    if (!page) return false;
    page.classList.add("is-open");
    history.pushState({ wrong: id }, "");
    scrollTo(0, 0);
    page.querySelector("textarea").focus({ preventScroll: true });
    rest();
    return true;
  }

  function closeWrong() {
    const page = opened();
    if (!page) return;
    page.classList.remove("is-open");
    rest();
    if (isByKey) document.querySelector(`[data-wrong="${page.id.replace("wrong-", "")}"]`)?.focus();
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-wrong]");
    if (link && openWrong(link.dataset.wrong)) event.preventDefault();
    if (event.target.closest("[data-wrong-back]")) history.back();
  });
  addEventListener("popstate", closeWrong);
  document.addEventListener("act:kept", () => { if (opened()) history.back(); });

  // -- what is said ends when it is no longer so
  function endToasts() {
    const waiting = (document.getElementById("status")?.dataset.waits ?? "").split(" ");
    for (const toast of document.querySelectorAll("[data-while]")) {
      const isOfDeal = Number.isInteger(Number(toast.dataset.while));
      if (isOfDeal && !waiting.includes(toast.dataset.while)) toast.remove();
    }
  }

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "sheet") {
      rest();
      goOn();
      return;
    }
    endToasts();
    keepSeen();
  });

  if (history.state?.wrong) history.replaceState(null, "");
  goOnFromBefore();
  seen = new Set();
  rest();
  timer = setTimeout(() => { delete root.dataset.resting; }, REST_MS);
})();
