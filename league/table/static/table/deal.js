// The table's page: renews a form that has become stale, and keeps a deal on the phone while there
// is no network. What the form itself does is in questions.js.
"use strict";
(() => {
  const RETRY_MS = 10000;
  const PATIENCE_MS = 8000;
  const next = document.getElementById("next-deal");
  const kept = document.getElementById("kept");
  if (!next || !kept) return;

  const dealForm = () => next.querySelector("[data-deal-form]");

  next.addEventListener("input", (event) => {
    const form = event.target.closest("[data-deal-form]");
    if (!form) return;
    form.dataset.touched = "yes";
  });

  // -- a form for a deal that was told on another phone meanwhile is replaced, unless it is in use
  function renewWhenStale() {
    const sheet = document.getElementById("sheet");
    const form = dealForm();
    if (!sheet || (form && (form.dataset.touched || !form.querySelector("[data-question]")))) return;
    if (form?.dataset.number !== sheet.dataset.next) window.htmx?.trigger(next, "stale");
  }

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "sheet") renewWhenStale();
  });

  // -- what could not be sent waits on this phone
  const shelf = `tricktable:deals:${kept.dataset.address}`;

  function waiting() {
    try {
      return JSON.parse(localStorage.getItem(shelf)) ?? [];
    } catch {
      return [];
    }
  }

  function store(deals) {
    try {
      if (deals.length) localStorage.setItem(shelf, JSON.stringify(deals));
      else localStorage.removeItem(shelf);
      return true;
    } catch {
      return false;
    } finally {
      tell();
    }
  }

  function keep(form) {
    const fields = [...new FormData(form)].filter(([name]) => !["csrfmiddlewaretoken", "do"].includes(name));
    const deal = { key: form.elements.key.value, number: Number(form.dataset.number), fields };
    const others = waiting().filter((one) => one.key !== deal.key);
    if (!store([...others, deal])) return;
    prepareNext(form, Math.max(deal.number, ...others.map((one) => one.number)) + 1);
  }

  // the next deal can be written down before the network is back: a new key, the next number
  function prepareNext(form, number) {
    const question = form.querySelector("[data-question]");
    if (!question) {
      form.querySelectorAll("button").forEach((button) => { button.disabled = true; });
      return;
    }
    form.reset();
    delete form.dataset.touched;
    setNumber(form, number, newKey());
    form.dispatchEvent(new CustomEvent("questions:renew", { bubbles: true }));
    kept.scrollIntoView({ block: "start" });
  }

  // who deals is known to the server only
  function setNumber(form, number, key) {
    form.elements.key.value = key;
    form.elements.number.value = number;
    form.dataset.number = number;
    form.querySelector("[data-deal-number]").textContent = number;
    form.querySelector("[data-dealer]")?.remove();
  }

  // crypto.randomUUID exists on secure origins only
  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    next.addEventListener(name, (event) => {
      const form = event.target.closest("[data-deal-form]");
      if (!form) return;
      event.stopPropagation(); // the notice says more than the site's toast would
      keep(form);
    });
  }

  next.addEventListener("htmx:configRequest", (event) => {
    if (event.target.closest("[data-deal-form]")) event.detail.timeout = PATIENCE_MS;
  });

  let sending = false;
  async function sendWaiting() {
    if (sending || !waiting().some((deal) => !deal.refused)) return;
    sending = true;
    try {
      for (const deal of waiting().filter((one) => !one.refused)) {
        if (!(await send(deal))) return;
      }
      if (!waiting().length) location.reload();
    } finally {
      sending = false;
      tell();
    }
  }

  // true: go on with the next one
  async function send(deal) {
    const body = new FormData();
    for (const [name, value] of deal.fields) body.append(name, value);
    body.append("do", "send");
    body.append("csrfmiddlewaretoken", document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "");
    let answer;
    try {
      answer = await fetch(kept.dataset.address, { method: "POST", body, headers: { Accept: "application/json" } });
    } catch {
      return false;
    }
    if (answer.status === 403 || answer.status === 429 || answer.status >= 500) return false;
    const said = await answer.json().catch(() => ({}));
    const others = waiting().filter((one) => one.key !== deal.key);
    if (answer.ok) {
      store(others);
      return true;
    }
    store([...others, { ...deal, refused: said.sentence || String(answer.status) }]);
    return false;
  }

  // -- the sign on the page
  function tell() {
    const deals = waiting();
    const unsent = deals.filter((deal) => !deal.refused).length;
    kept.hidden = deals.length === 0;
    const { textOne, textMany } = kept.dataset;
    kept.querySelector("[data-kept-text]").textContent =
      unsent === 0 ? "" : unsent === 1 ? textOne : textMany.replace("{count}", unsent);
    kept.querySelector("[data-kept-refused]").replaceChildren(...deals.filter((deal) => deal.refused).map(refusedRow));
  }

  function refusedRow(deal) {
    const row = document.createElement("div");
    row.className = "kept-deal";
    const words = document.createElement("p");
    words.textContent = `${kept.dataset.textRefused.replace("{number}", deal.number)} ${deal.refused}`;
    row.append(words, button(kept.dataset.textAgain, () => putBack(deal)), button(kept.dataset.textDrop, () => drop(deal)));
    return row;
  }

  function button(text, act) {
    const one = document.createElement("button");
    one.type = "button";
    one.className = "button quiet small";
    one.textContent = text;
    one.addEventListener("click", act);
    return one;
  }

  function drop(deal) {
    store(waiting().filter((one) => one.key !== deal.key));
  }

  function putBack(deal) {
    const form = dealForm();
    if (!form?.querySelector("[data-question]")) return;
    form.reset();
    setNumber(form, deal.number, deal.key);
    for (const [name, value] of deal.fields) {
      if (name === "key" || name === "number" || name === "shown") continue;
      for (const input of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
        if (input.type === "radio") input.checked = input.value === value;
        else if (input.type === "checkbox") input.checked ||= input.value === value;
        else input.value = value;
      }
    }
    form.dataset.touched = "yes";
    form.dispatchEvent(new CustomEvent("questions:renew", { bubbles: true }));
    drop(deal);
    form.scrollIntoView({ block: "start" });
  }

  tell();
  sendWaiting();
  addEventListener("online", sendWaiting);
  setInterval(sendWaiting, RETRY_MS);
})();
