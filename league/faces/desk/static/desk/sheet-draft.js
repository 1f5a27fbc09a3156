// What is typed of a paper sheet is written down on this device at every change, so that a reload, a
// crash or a lost network loses nothing; it is dropped when the site has taken it.
"use strict";
(() => {
  const form = document.querySelector("[data-sheet]");
  if (!form) return;
  const { table, takenCookie } = form.dataset;
  const shelfOf = (id) => `tricktable:sheet:${id}`;
  const isKept = (input) => input.name && !input.name.endsWith("-sent_as") && !["csrfmiddlewaretoken", "rows"].includes(input.name);
  const inputs = () => [...form.querySelectorAll("input, select")].filter(isKept);
  const isTicked = (input) => input.type === "checkbox";

  function read() {
    try {
      return JSON.parse(localStorage.getItem(shelfOf(table)));
    } catch {
      return null;
    }
  }

  // true: it is kept
  function write(draft) {
    try {
      if (draft) localStorage.setItem(shelfOf(table), JSON.stringify(draft));
      else localStorage.removeItem(shelfOf(table));
      return true;
    } catch {
      return false;
    }
  }

  const blank = (input) => (input.tagName === "SELECT" ? [...input.options].find((one) => one.defaultSelected)?.value ?? input.options[0]?.value : "");

  function note() {
    const fields = inputs()
      .filter((input) => (isTicked(input) ? input.checked : input.value !== blank(input)))
      .map((input) => [input.name, input.value]);
    const kept = write(fields.length ? { rows: Number(form.elements.rows.value), fields } : null);
    form.dataset.isKept = kept ? "yes" : "";
  }

  // the site names the sheet that it has taken whole
  function dropTaken() {
    const taken = new RegExp(`(?:^|; )${takenCookie}=(\\d+)`).exec(document.cookie)?.[1];
    if (!taken) return;
    document.cookie = `${takenCookie}=; max-age=0; path=${form.dataset.takenPath}`;
    try {
      localStorage.removeItem(shelfOf(taken));
    } catch {
      // nothing was kept either
    }
  }

  function restore() {
    const draft = read();
    if (!draft) return;
    const rows = Number(form.elements.rows.value);
    const here = new Set(inputs().map((input) => input.name));
    const open = draft.fields.filter(([name]) => here.has(name));
    // rows that were asked for with a button
    const below = draft.fields.some(([name]) => Number(/^d(\d+)-/.exec(name)?.[1] ?? 0) > rows);
    if (below && draft.rows > rows && !location.search) {
      location.replace(`?rows=${draft.rows}`);
      return;
    }
    if (!open.length) {
      write(null);
      return;
    }
    for (const input of inputs()) {
      const values = open.filter(([name]) => name === input.name).map(([, value]) => value);
      if (isTicked(input)) input.checked = values.includes(input.value);
      else if (values.length) [input.value] = values;
    }
    form.querySelector("[data-sheet-restored]").hidden = false;
    note();
    addEventListener("load", () => window.htmx?.trigger(form, "change"));
  }

  form.querySelector("[data-sheet-forget]")?.addEventListener("click", () => {
    write(null);
    location.replace(location.pathname);
  });

  dropTaken();
  // what came back with its mistakes is what was typed
  if ("answered" in form.dataset) note();
  else restore();
  form.addEventListener("input", note);
  form.addEventListener("change", note);
})();
