// What could not be sent waits on this phone, by table, and is sent when the network is back: deals,
// and what somebody said of them. Each has its own key, so that the site knows one that it has already.
// Also on the page of a link that is closed or was renewed, so that nothing written down is lost with it.
"use strict";
(() => {
  const RETRY_MS = 10000;
  const LINK_REFUSED = "link_refused";
  const kept = document.getElementById("kept");
  if (!kept) return;
  const text = (name, values = {}) =>
    Object.entries(values).reduce((all, [key, value]) => all.replace(`{${key}}`, value), kept.dataset[name]);
  const shelf = `tricktable:deals:${kept.dataset.table}`;
  // where this page sends to; the page of a link that opens nothing has no address
  const { address } = kept.dataset;

  // one is a deal ({key, number, fields, words}), or what was said of one ({..., to}: an address
  // below that of the table's page); `refused` says why it cannot be sent, `begun` that it is no whole deal
  function waiting() {
    try {
      return JSON.parse(localStorage.getItem(shelf)) ?? [];
    } catch {
      return [];
    }
  }

  const isUnsent = (one) => !one.refused && !one.begun;

  function store(all) {
    try {
      if (all.length) localStorage.setItem(shelf, JSON.stringify(all));
      else localStorage.removeItem(shelf);
      return true;
    } catch {
      return false;
    } finally {
      tell();
    }
  }

  const without = (one) => waiting().filter((other) => other.key !== one.key);
  const drop = (one) => store(without(one));
  const lastDeal = (all) => Math.max(0, ...all.filter((one) => !one.to).map((one) => one.number));

  kept.addEventListener("deal:keep", (event) => {
    const deal = event.detail;
    const all = [...without(deal), deal];
    if (store(all)) kept.dispatchEvent(new CustomEvent("deal:kept", { detail: { number: lastDeal(all) } }));
  });

  // a deal half typed gives way to one that is put back into the form
  kept.addEventListener("deal:set-aside", (event) => store([...without(event.detail), { ...event.detail, begun: true }]));

  kept.addEventListener("act:keep", (event) => {
    event.detail.kept = store([...without(event.detail.act), event.detail.act]);
  });

  // -- sending, in the order in which it was written down
  let sending = false;
  let said = "";
  async function sendWaiting() {
    const unsent = waiting().filter(isUnsent);
    if (sending || !unsent.length || !address) return;
    sending = true;
    said = "";
    try {
      for (const one of unsent) {
        if (!(await send(one))) return;
      }
    } finally {
      sending = false;
      tell();
      if (waiting().filter(isUnsent).length < unsent.length) document.body.dispatchEvent(new CustomEvent("table:renew"));
    }
  }

  const token = () => document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";

  // true: go on with the next one
  async function send(one) {
    const body = new FormData();
    for (const [name, value] of one.fields) body.append(name, value);
    if (!one.to) body.append("do", "send");
    body.append("csrfmiddlewaretoken", token());
    let answer;
    try {
      answer = await fetch(address + (one.to ?? "deals/"), { method: "POST", body, headers: { Accept: "application/json" } });
    } catch {
      return false;
    }
    const told = await answer.json().catch(() => ({}));
    if (answer.ok) {
      drop(one);
      document.body.dispatchEvent(new CustomEvent("toast", { detail: { text: told.sentence, tone: "good" } }));
      return true;
    }
    // not because of what is sent: it waits on, and goes with the next link or the next attempt
    if ([LINK_REFUSED, "nobody_sits_here", "too_many_writes"].includes(told.code)) {
      said = told.sentence;
      return false;
    }
    if (answer.status === 403 || answer.status >= 500) {
      said = text("textLater");
      return false;
    }
    store([...without(one), { ...one, refused: told.sentence || String(answer.status) }]);
    return true;
  }

  // -- the sign on the page
  function tell() {
    const all = waiting();
    const unsent = all.filter(isUnsent);
    kept.hidden = all.length === 0;
    kept.dataset.last = lastDeal(all);
    kept.querySelector("[data-kept-text]").textContent = unsent.length ? sign(unsent) : "";
    kept.querySelector("[data-kept-unsent]").replaceChildren(...unsent.map(unsentRow));
    kept.querySelector("[data-kept-refused]").replaceChildren(...all.filter((one) => !isUnsent(one)).map(heldRow));
    kept.dispatchEvent(new CustomEvent("kept:told", { bubbles: true, detail: unsent }));
  }

  function sign(unsent) {
    if (!address) return text("textClosed");
    if (said) return `${text("textHere")} ${said}`;
    if (unsent.some((one) => one.to)) return text("textAll");
    return unsent.length === 1 ? text("textOne") : text("textMany", { count: unsent.length });
  }

  function row(...parts) {
    const box = document.createElement("div");
    box.className = "kept-one";
    box.append(...parts);
    return box;
  }

  function words(sentence, className = "") {
    const part = document.createElement("p");
    part.className = className;
    part.textContent = sentence;
    return part;
  }

  const named = (one) => (one.to ? one.words : text("textDeal", { number: one.number, words: one.words ?? "" }));
  const hasForm = () => Boolean(document.querySelector("#next-deal [data-question]"));

  function unsentRow(one) {
    const parts = [words(named(one))];
    if (one.to) parts.push(button(text("textUndo"), () => drop(one)));
    else if (address && hasForm()) parts.push(button(text("textChange"), () => putBack(one)));
    return row(...parts);
  }

  function heldRow(one) {
    const parts = one.refused
      ? [words(`${one.to ? text("textRefusedAct") : text("textRefused", { number: one.number })} ${one.refused}`)]
      : [words(text("textBegun", { number: one.number }))];
    parts.push(words(one.words ?? "", "meta"));
    if (!one.to && hasForm()) parts.push(button(text("textAgain"), () => putBack(one)));
    parts.push(button(one.to ? text("textSeen") : text("textDrop"), () => drop(one)));
    return row(...parts);
  }

  function button(label, act) {
    const one = document.createElement("button");
    one.type = "button";
    one.className = "button quiet";
    one.textContent = label;
    one.addEventListener("click", act);
    return one;
  }

  // it may be on its way just now: then it is sent, and can be taken back
  function putBack(deal) {
    if (sending) return;
    drop(deal);
    const asked = new CustomEvent("deal:put-back", { detail: deal, cancelable: true });
    if (kept.dispatchEvent(asked)) store([...waiting(), deal]);
  }

  document.addEventListener("kept:ask", tell);
  tell();
  sendWaiting();
  addEventListener("online", sendWaiting);
  // another page of this table on the same phone
  addEventListener("storage", (event) => { if (event.key === shelf) tell(); });
  document.addEventListener("table:network", sendWaiting);
  setInterval(sendWaiting, RETRY_MS);
})();
