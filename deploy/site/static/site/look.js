// The page of a club's colours: the samples follow the pickers at once; without this file a button does it.
"use strict";
(() => {
  const form = document.querySelector("[data-look-form]");
  const sheet = document.querySelector("link[data-look-sample]");
  if (!form || !sheet) return;
  const { main_colour: main, accent_colour: accent, with_accent: withAccent } = form.elements;

  function follow(event) {
    if (event.target === accent) withAccent.checked = true;
    if ([main, accent, withAccent].includes(event.target)) form.elements.colours.value = "own";
    if (form.elements.colours.value !== "own") return;
    const second = withAccent.checked ? accent.value : main.value;
    const pair = `${main.value.slice(1)}-${second.slice(1)}`;
    const next = sheet.href.replace(/[0-9a-f]{6}-[0-9a-f]{6}/, pair);
    if (next !== sheet.href) sheet.href = next;
  }

  form.addEventListener("change", follow);
})();
