// Who presses a button with the keyboard goes on from there when the same page comes back: in the field where
// Enter was pressed, on the same button, at what was unfolded around it, in its row, where the address leads, or in
// the part of the page where it stood. Undoing goes on where the keyboard was before. Where the button leads back to
// a page that was left by a link, the keyboard goes on at the link. A mouse changes nothing.
"use strict";
(() => {
  const SHELF = "tricktable:way";
  const LEFT = "tricktable:left";
  const MOST_LEFT = 20;
  const PART = "section, article";
  // fields called "action" hide the property of that name
  const actionOf = (form) => form.getAttribute("action") ?? "";
  const formsWith = (action) => [...document.querySelectorAll("main form")].filter((one) => actionOf(one) === action);
  const parts = () => [...document.querySelectorAll("main :is(section, article)")];
  const wordsOf = (button) => button.textContent.replace(/\s+/g, " ").trim();
  let isByKey = false;
  addEventListener("keydown", () => { isByKey = true; }, true);
  addEventListener("pointerdown", () => { isByKey = false; }, true);

  addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    const isPost = form.getAttribute("method") === "post";
    const isHere = form.closest("main, [data-undo]");
    if (!isByKey || !submitter || !isPost || event.defaultPrevented || !isHere) return;
    const field = document.activeElement;
    const from = form.closest("main") ? form : field;
    const way = {
      path: location.pathname,
      field: field !== submitter && form.contains(field) ? field.id : "",
      action: actionOf(form),
      at: formsWith(actionOf(form)).indexOf(form),
      fold: from.closest("details[id]")?.id ?? "",
      row: from.closest("[data-key]")?.dataset.key ?? "",
      part: parts().indexOf(from.closest(PART)),
      name: submitter.name,
      value: submitter.value,
      words: wordsOf(submitter),
    };
    put(SHELF, way);
  });

  addEventListener("click", (event) => {
    const link = event.target.closest("main a[href]");
    if (!isByKey || !link) return;
    const others = Object.entries(read(LEFT) ?? {}).filter(([path]) => path !== location.pathname);
    const all = [...others, [location.pathname, link.getAttribute("href")]];
    put(LEFT, Object.fromEntries(all.slice(-MOST_LEFT)));
  });

  function put(shelf, value) {
    try {
      sessionStorage.setItem(shelf, JSON.stringify(value));
    } catch {
      // storage is switched off: the page begins at its top
    }
  }

  function read(shelf) {
    try {
      return JSON.parse(sessionStorage.getItem(shelf));
    } catch {
      return null;
    }
  }

  function taken() {
    const way = read(SHELF);
    if (way) sessionStorage.removeItem(SHELF);
    return way;
  }

  function sameButton(forms, { name, value, words }) {
    return forms.flatMap((form) => [...form.elements]).find((one) =>
      one.type === "submit" && !one.disabled && one.name === name && one.value === value && wordsOf(one) === words);
  }

  const inRow = (key) => key && document.querySelector(`main [data-key="${CSS.escape(key)}"] :is(a, button, summary)`);
  const linkLeft = () => [...document.querySelectorAll("main a[href]")].find((link) => link.getAttribute("href") === read(LEFT)?.[location.pathname]);

  function target() {
    const id = decodeURIComponent(location.hash.slice(1));
    return document.getElementById(id);
  }

  function goOn(way) {
    const led = target();
    if (led?.matches("a[href], button, input, select, textarea, summary, [tabindex]")) return; // the browser goes there
    // a browser that comes to the place of the address takes the focus away from any other one
    if (led) history.replaceState(history.state, "", location.pathname + location.search);
    const forms = formsWith(way.action);
    const fold = document.getElementById(way.fold);
    if (fold) fold.open = true;
    const same = (way.field && document.getElementById(way.field)) || sameButton(forms, way) || fold?.querySelector("summary") || inRow(way.row);
    if (same) {
      same.focus();
      return;
    }
    const part = led || (forms[way.at] ?? forms[0])?.closest(PART) || parts()[way.part] || document.querySelector("main");
    part.tabIndex = -1;
    part.focus();
  }

  // a form that was refused may have come back under its own address
  const isBack = (way) => way.path === location.pathname || (way.action && formsWith(way.action).length > 0);

  const way = taken();
  if (way && !document.querySelector("[data-error-summary], [autofocus]")) {
    if (isBack(way)) goOn(way);
    else linkLeft()?.focus();
  }
})();
