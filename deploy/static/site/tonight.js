// The page "Tonight": typing narrows the list of players at once; without this file it is a search.
"use strict";
(() => {
  const form = document.querySelector("[data-filter]");
  if (!form) return;
  const field = form.querySelector("input[type=search]");
  const list = document.getElementById(form.dataset.filter);
  const nobody = document.querySelector("[data-nobody]");
  form.querySelector("button").hidden = true;

  function narrow() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of list.children) {
      row.hidden = !words.every((word) => row.dataset.sought.includes(word));
      if (!row.hidden) shown += 1;
    }
    if (nobody) nobody.hidden = shown > 0 || !words.length;
  }

  field.addEventListener("input", narrow);
  // Enter takes the only one who is left, and the next name can be typed; a name that nobody has goes
  // into the field for those who are not on the list
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const left = [...list.children].filter((row) => !row.hidden);
    if (left.length === 1) left[0].querySelector("a, button").click();
    const newcomer = left.length ? null : document.querySelector("input[name=guest]");
    if (newcomer) {
      newcomer.value = field.value.trim();
      field.value = "";
      narrow();
    }
    (newcomer ?? field).select();
  });
  document.addEventListener("htmx:afterSettle", narrow);
  narrow();
})();
