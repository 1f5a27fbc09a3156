// The keyboard at the desk: / or Ctrl-K searches, g and a letter goes somewhere, n makes something new, j and k walk
// through a list, x goes to what comes next, u undoes, ? shows the list of keys, where they can be switched off. While somebody types, only Ctrl-K works.
"use strict";
(() => {
  const SEQUENCE_MS = 1500;
  const list = document.querySelector("[data-keys]");
  const box = document.querySelector("[data-desk-search] input");
  const found = document.getElementById("desk-found");
  if (!list || !box) return;

  const keys = new Map([...list.querySelectorAll("[data-key]")].map((key) => [key.dataset.key, key.dataset.keyUrl]));
  const isTyping = (target) => target.closest("input:not([type=checkbox], [type=radio], [type=submit], [type=button]), select, textarea, [contenteditable], dialog");
  let before = "";
  let cameFrom = null;
  let pressedAt = 0;

  // -- the switch
  const on = list.querySelector("[data-keys-switch]");

  function stored() {
    try {
      return localStorage.getItem("keys") !== "off";
    } catch {
      return true;
    }
  }

  on.checked = stored();
  on.addEventListener("change", () => {
    try {
      if (on.checked) localStorage.removeItem("keys");
      else localStorage.setItem("keys", "off");
    } catch {
      // storage is switched off: the choice lasts as long as the page
    }
  });

  const opener = document.querySelector("[data-keys-open]");
  if (opener) {
    opener.hidden = false;
    opener.addEventListener("click", () => list.showModal());
  }

  // -- keys
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (on.checked && event.key === "k") {
        event.preventDefault();
        press("/");
      }
      return;
    }
    if (event.target.closest("[data-desk-search]")) return walk(event);
    if (!on.checked || isTyping(event.target) || event.key.length !== 1) return;
    const key = before === "g" && Date.now() - pressedAt < SEQUENCE_MS ? `g ${event.key}` : event.key;
    before = event.key;
    pressedAt = Date.now();
    if (press(key)) event.preventDefault();
  });

  function press(key) {
    if (key === "/") {
      if (document.activeElement !== box) cameFrom = document.activeElement;
      box.focus();
      box.select();
    } else if (key === "?") list.showModal();
    else if (key === "x") document.querySelector("[data-next] :is(a, button)")?.focus();
    else if (key === "u") document.querySelector("[data-undo] button")?.click();
    else if (key === "j" || key === "k") step(linksOfList(), key === "j" ? 1 : -1);
    else if (keys.has(key)) location.assign(keys.get(key));
    else return false;
    return true;
  }

  const isSeen = (link) => link.offsetParent !== null;
  const linksOfList = () => [...document.querySelectorAll("main tbody th a, main .timeline a, main [data-hit], main .grid h3 a")].filter(isSeen);

  function step(links, by) {
    const at = links.indexOf(document.activeElement);
    const next = at < 0 ? links[by > 0 ? 0 : links.length - 1] : links[at + by];
    next?.focus();
    return next;
  }

  // -- below the box: the arrows walk through what was found, Enter takes the first, Escape closes it
  const words = (text) => text.split(/\s+/).filter(Boolean).join(" ");

  function walk(event) {
    if (event.key === "Escape") {
      found.replaceChildren();
      box.value = "";
      box.blur();
      if (cameFrom?.isConnected) cameFrom.focus();
      cameFrom = null;
    } else if (event.key === "Enter" && event.target === box) {
      // what is not found yet is looked for on the page of the search
      const list = found.querySelector("[data-found-for]");
      const first = list?.dataset.foundFor === words(box.value) && words(box.value) && list.querySelector("[data-hit]");
      if (!first) return;
      event.preventDefault();
      first.click();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const links = [...found.querySelectorAll("[data-hit]")];
      const isBack = event.key === "ArrowUp" && links[0] === document.activeElement;
      if (isBack) box.focus();
      else step(links, event.key === "ArrowDown" ? 1 : -1);
    }
  }
})();
