// Deals that could not be sent wait on this phone, by table, and are sent when the network is back:
// each under its own key, so that the site knows one that it has already. Also on the page of a link
// that is closed or was renewed, so that nothing written down is lost with it.
"use strict";
(() => {
  const RETRY_MS = 10000;
  const kept = document.getElementById("kept");
  if (!kept) return;
  const shelf = `tricktable:deals:${kept.dataset.table}`;

  // phones that wrote deals down before the last release kept them under the address of the link
  const before = `tricktable:deals:${kept.dataset.address}`;

  function waiting() {
    try {
      const old = localStorage.getItem(before);
      if (old) {
        const deals = JSON.parse(localStorage.getItem(shelf)) ?? [];
        localStorage.setItem(shelf, JSON.stringify([...JSON.parse(old), ...deals]));
        localStorage.removeItem(before);
      }
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

  kept.addEventListener("deal:keep", (event) => {
    const deal = event.detail;
    const others = waiting().filter((one) => one.key !== deal.key);
    const last = Math.max(deal.number, ...others.map((one) => one.number));
    if (store([...others, deal])) kept.dispatchEvent(new CustomEvent("deal:kept", { detail: { number: last } }));
  });

  // -- sending
  let sending = false;
  let said = "";
  async function sendWaiting() {
    const unsent = waiting().filter((deal) => !deal.refused);
    if (sending || !unsent.length || !kept.dataset.address) return;
    sending = true;
    said = "";
    try {
      for (const deal of unsent) {
        if (!(await send(deal))) return;
      }
    } finally {
      sending = false;
      tell();
      if (waiting().length < unsent.length) document.body.dispatchEvent(new CustomEvent("table:renew"));
    }
  }

  const token = () => document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";

  // true: go on with the next one
  async function send(deal) {
    const body = new FormData();
    for (const [name, value] of deal.fields) body.append(name, value);
    body.append("do", "send");
    body.append("csrfmiddlewaretoken", token());
    let answer;
    try {
      answer = await fetch(kept.dataset.address, { method: "POST", body, headers: { Accept: "application/json" } });
    } catch {
      return false;
    }
    if (answer.status === 403 || answer.status === 429 || answer.status >= 500) return false;
    const told = await answer.json().catch(() => ({}));
    if (told.code === "nobody_sits_here") {
      said = told.sentence;
      return false;
    }
    const others = waiting().filter((one) => one.key !== deal.key);
    if (answer.ok) {
      store(others);
      document.body.dispatchEvent(new CustomEvent("toast", { detail: { text: told.sentence, tone: "good" } }));
      return true;
    }
    store([...others, { ...deal, refused: told.sentence || String(answer.status) }]);
    return true;
  }

  // -- the sign on the page
  function tell() {
    const deals = waiting();
    const unsent = deals.filter((deal) => !deal.refused);
    kept.hidden = deals.length === 0;
    kept.dataset.last = Math.max(0, ...deals.map((deal) => deal.number));
    const { textOne, textMany } = kept.dataset;
    const sign = unsent.length === 1 ? textOne : textMany.replace("{count}", unsent.length);
    kept.querySelector("[data-kept-text]").textContent = unsent.length ? `${sign} ${said}` : "";
    kept.querySelector("[data-kept-deals]").replaceChildren(...unsent.map(unsentRow));
    kept.querySelector("[data-kept-refused]").replaceChildren(...deals.filter((deal) => deal.refused).map(refusedRow));
  }

  function row(deal, ...parts) {
    const box = document.createElement("div");
    box.className = "kept-deal";
    box.append(...parts);
    return box;
  }

  function words(text, className = "") {
    const part = document.createElement("p");
    part.className = className;
    part.textContent = text;
    return part;
  }

  const unsentRow = (deal) => row(deal, words(`${deal.number}: ${deal.words ?? ""}`, "meta"));

  function refusedRow(deal) {
    const parts = [words(`${kept.dataset.textRefused.replace("{number}", deal.number)} ${deal.refused}`), words(deal.words ?? "", "meta")];
    if (document.querySelector("[data-question]")) parts.push(button(kept.dataset.textAgain, () => putBack(deal)));
    return row(deal, ...parts, button(kept.dataset.textDrop, () => drop(deal)));
  }

  function button(text, act) {
    const one = document.createElement("button");
    one.type = "button";
    one.className = "button quiet";
    one.textContent = text;
    one.addEventListener("click", act);
    return one;
  }

  function drop(deal) {
    store(waiting().filter((one) => one.key !== deal.key));
  }

  function putBack(deal) {
    const asked = new CustomEvent("deal:put-back", { detail: deal, cancelable: true });
    if (!kept.dispatchEvent(asked)) drop(deal);
  }

  tell();
  sendWaiting();
  addEventListener("online", sendWaiting);
  document.addEventListener("table:network", sendWaiting);
  setInterval(sendWaiting, RETRY_MS);
})();
