// Larger letters and more contrast on the table's page; theme.js puts them on before the first paint.
"use strict";
(() => {
  const root = document.documentElement;
  const tools = document.querySelector("[data-display]");
  if (!tools) return;

  function set(name, value) {
    if (value) root.dataset[name] = value;
    else delete root.dataset[name];
    try {
      if (value) localStorage.setItem(name, value);
      else localStorage.removeItem(name);
    } catch {
      // storage is switched off: it lasts as long as the page
    }
    show();
  }

  function show() {
    for (const button of tools.querySelectorAll("[data-display-type]")) {
      button.setAttribute("aria-pressed", String((root.dataset.type ?? "") === button.dataset.displayType));
    }
    tools.querySelector("[data-display-contrast]").setAttribute("aria-pressed", String(root.dataset.contrast === "strong"));
  }

  tools.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if ("displayType" in button.dataset) set("type", button.dataset.displayType);
    else set("contrast", root.dataset.contrast === "strong" ? "" : "strong");
  });

  show();
})();
