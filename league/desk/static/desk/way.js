// Who presses a button with the keyboard goes on from there when the same page comes back: in the field where
// Enter was pressed, on the same button, or in the part of the page where it stood. A mouse changes nothing.
"use strict";
(() => {
  const SHELF = "tricktable:way";
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
    if (!isByKey || !submitter || !isPost || event.defaultPrevented || !form.closest("main")) return;
    const field = document.activeElement;
    const way = {
      path: location.pathname,
      field: field !== submitter && form.contains(field) ? field.id : "",
      action: actionOf(form),
      at: formsWith(actionOf(form)).indexOf(form),
      part: parts().indexOf(form.closest(PART)),
      name: submitter.name,
      value: submitter.value,
      words: wordsOf(submitter),
    };
    try {
      sessionStorage.setItem(SHELF, JSON.stringify(way));
    } catch {
      // storage is switched off: the page begins at its top
    }
  });

  function taken() {
    try {
      const way = JSON.parse(sessionStorage.getItem(SHELF));
      sessionStorage.removeItem(SHELF);
      return way;
    } catch {
      return null;
    }
  }

  function sameButton(forms, { name, value, words }) {
    return forms.flatMap((form) => [...form.elements]).find((one) =>
      one.type === "submit" && !one.disabled && one.name === name && one.value === value && wordsOf(one) === words);
  }

  function goOn(way) {
    const forms = formsWith(way.action);
    const same = (way.field && document.getElementById(way.field)) || sameButton(forms, way);
    if (same) {
      same.focus();
      return;
    }
    const part = (forms[way.at] ?? forms[0])?.closest(PART) ?? parts()[way.part];
    if (!part) return;
    part.tabIndex = -1;
    part.focus();
  }

  const way = taken();
  const hasItsOwn = location.hash || document.querySelector("[data-error-summary], [autofocus]");
  if (way && way.path === location.pathname && !hasItsOwn) goOn(way);
})();
