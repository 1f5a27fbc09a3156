// What could not be sent waits on this phone, by table, and is sent when the network is back: deals,
// and what somebody said of them. Each has its own key, so that the site knows one that it has already.
// Also on the page of a link that is closed or was renewed, so that nothing written down is lost with it,
// and for the tables this phone was at before: what waits for them is sent from the table it is at now.
"use strict";
(() => {
  const RETRY_MS = 10000;
  const LONGEST_MS = 30000; // for an answer; sent again, it is the same one
  const SHELVES = "tricktable:deals:";
  // not because of what is sent: it waits on, and goes with the next link or the next attempt
  const ALL_WAIT = ["link_refused", "nobody_sits_here", "too_many_writes"];
  const IT_WAITS = "deal_missing"; // for a deal before it, which is in the form or on another phone
  const TAKEN = ["conflicting_submission", "settled_by_director"];
  const kept = document.getElementById("kept");
  if (!kept) return;
  const text = (name, values = {}) =>
    Object.entries(values).reduce((all, [key, value]) => all.replace(`{${key}}`, value), kept.dataset[name]);
  const own = SHELVES + kept.dataset.table;
  // where this page sends to; the page of a link that opens nothing has no address
  const { address, where } = kept.dataset;

  // one is a deal ({key, number, fields, words}), or what was said of one ({..., to}: an address
  // below that of the table's page); `refused` says why it cannot be sent, `begun` that it is no whole deal;
  // `address` and `where` are of its table, for a page of another one
  const waiting = (shelf = own) => read(shelf) ?? [];

  function read(name) {
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null;
    }
  }

  const isUnsent = (one) => !one.refused && !one.begun;

  function store(all, shelf = own) {
    try {
      if (all.length) localStorage.setItem(shelf, JSON.stringify(all));
      else localStorage.removeItem(shelf);
      return true;
    } catch {
      return false;
    } finally {
      show();
    }
  }

  const without = (one, shelf) => waiting(shelf).filter((other) => other.key !== one.key);
  const drop = (one, shelf) => store(without(one, shelf), shelf);
  const isStillThere = (one, shelf) => waiting(shelf).some((other) => other.key === one.key);
  const add = (one) => store([...without(one), { ...one, address, where }]);
  const lastDeal = (all) => Math.max(0, ...all.filter((one) => !one.to).map((one) => one.number));

  // whoever asks learns whether it is kept: a browser may keep nothing
  kept.addEventListener("deal:keep", (event) => {
    event.detail.kept = add(event.detail.deal);
    if (!event.detail.kept) return;
    kept.dispatchEvent(new CustomEvent("deal:kept", { detail: { number: lastDeal(waiting()) } }));
    show();
  });

  // a deal half typed gives way to one that is put back into the form
  kept.addEventListener("deal:set-aside", (event) => add({ ...event.detail, begun: true }));

  kept.addEventListener("act:keep", (event) => { event.detail.kept = add(event.detail.act); });

  // what is half typed stands in the form, or here where the link opens none
  function draft() {
    const typed = address ? null : read(`tricktable:draft:${kept.dataset.table}`);
    return typed?.words ? [{ ...typed, begun: true, isDraft: true }] : [];
  }

  // the tables this phone was at before, with the last of what was to be sent from there
  function elsewhere() {
    try {
      const shelves = Object.keys(localStorage).filter((name) => name.startsWith(SHELVES) && name !== own);
      return shelves
        .map((shelf) => ({ shelf, last: waiting(shelf).filter((one) => !one.begun).pop() }))
        .filter(({ last }) => last?.address);
    } catch {
      return [];
    }
  }

  // -- sending, in the order in which it was written down
  let sending = false;
  let said = "";
  let onItsWay = null; // {key, done}
  let isNews = false;
  async function sendWaiting() {
    if (sending) return;
    sending = true;
    isNews = false;
    try {
      if (address) await sendAll(own, address);
      for (const { shelf, last } of elsewhere()) await sendAll(shelf, last.address);
    } catch {
      // no network: it is tried again
    } finally {
      sending = false;
      onItsWay = null;
      show();
      if (isNews) document.body.dispatchEvent(new CustomEvent("table:renew"));
    }
  }

  async function sendAll(shelf, to) {
    if (shelf === own) said = "";
    for (const one of waiting(shelf).filter(isUnsent)) {
      if (!isStillThere(one, shelf)) continue; // called back, or sent from another page of this table
      const done = send(one, shelf, to);
      onItsWay = { key: one.key, done: done.catch(() => false) };
      if (!(await done)) return;
    }
  }

  const token = () => document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";

  async function post(to, body) {
    const tooLong = new AbortController();
    const timer = setTimeout(() => tooLong.abort(), LONGEST_MS);
    try {
      const answer = await fetch(to, { method: "POST", body, headers: { Accept: "application/json" }, signal: tooLong.signal });
      return { ok: answer.ok, ...await answer.json().catch(() => ({})) };
    } finally {
      clearTimeout(timer);
    }
  }

  // true: go on with the next one; throws without a network
  async function send(one, shelf, to) {
    const body = new FormData();
    for (const [name, value] of one.fields) body.append(name, value);
    if (!one.to) body.append("do", "send");
    body.append("csrfmiddlewaretoken", token());
    const { ok, code, sentence, waits } = await post(to + (one.to ?? "deals/"), body);
    const isOwn = shelf === own;
    // the site answers in words; whatever does not, such as a café's page of its own, is not the site
    if (!sentence || ALL_WAIT.includes(code)) {
      if (isOwn) said = sentence || text("textLater");
      return false;
    }
    if (isOwn && code !== IT_WAITS) isNews = true;
    if (ok) {
      drop(one, shelf);
      document.body.dispatchEvent(new CustomEvent("toast", { detail: { text: isOwn ? sentence : `${one.where}: ${sentence}`, tone: "good", while: isOwn ? waits : "" } }));
    } else if (code === IT_WAITS) {
      if (isOwn) said = sentence;
    } else if (isStillThere(one, shelf)) {
      store([...without(one, shelf), { ...one, refused: sentence, isTold: TAKEN.includes(code) }], shelf);
    }
    return true;
  }

  // who thinks again while it is on its way waits for what becomes of it: sent, it can be taken back
  async function unlessSent(one, act) {
    if (onItsWay?.key === one.key) await onItsWay.done;
    if (isStillThere(one)) act();
  }

  // -- the sign on the page, written again only when it says something else: nobody hears it twice
  let shown = "";
  function show() {
    const all = [...waiting(), ...draft()];
    const unsent = all.filter(isUnsent);
    const others = elsewhere().map(({ last }) => last);
    kept.hidden = all.length + others.length === 0;
    kept.dataset.last = lastDeal(all);
    const now = JSON.stringify([all, others, said, hasForm(), nextDeal()]);
    if (now !== shown) {
      shown = now;
      kept.querySelector("[data-kept-text]").textContent = kept.hidden ? "" : sign(all, unsent);
      // one line, which hides nothing of what is being entered, until somebody unfolds it
      const details = kept.querySelector("details");
      details.open = !kept.hidden && (details.open || !address);
      kept.querySelector("[data-kept-unsent]").replaceChildren(...unsent.map(unsentRow));
      kept.querySelector("[data-kept-refused]").replaceChildren(...all.filter((one) => !isUnsent(one)).map(heldRow));
      kept.querySelector("[data-kept-elsewhere]").replaceChildren(...others.map(otherRow));
    }
    kept.dispatchEvent(new CustomEvent("kept:unsent", { bubbles: true, detail: unsent }));
  }

  function sign(all, unsent) {
    const asks = address && all.length > unsent.length ? [text("textAsk")] : [];
    return [...unsent.length || !asks.length ? [signOf(unsent)] : [], ...asks].join(" ");
  }

  function signOf(unsent) {
    if (!unsent.length) return text("textHere");
    if (!address) return text("textClosed");
    if (said) return `${text("textHere")} ${said}`;
    if (unsent.some((one) => one.to || isScore(one))) return text("textAll");
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

  // a final score says itself what it is
  const isScore = (one) => Boolean(one.fields?.some(([name, value]) => name === "kind" && value === "final"));
  const named = (one) => (one.to || isScore(one) ? one.words : text("textDeal", { number: one.number, words: one.words ?? "" }));
  const hasForm = () => Boolean(document.querySelector("#next-deal [data-question]"));

  // the first deal that nobody has submitted and that does not wait here
  function nextDeal() {
    return Math.max(Number(document.getElementById("sheet")?.dataset.next ?? 1), lastDeal(waiting().filter(isUnsent)) + 1);
  }

  const isOnSheet = (one) => one.number < Number(document.getElementById("sheet")?.dataset.next ?? 1);

  function unsentRow(one) {
    const parts = [words(named(one))];
    if (one.to) parts.push(button(text("textUndo"), () => unlessSent(one, () => drop(one))));
    else if (address && hasForm()) parts.push(button(text("textChange"), () => unlessSent(one, () => putBack(one))));
    if (!address) parts.push(button(text("textDrop"), () => drop(one)));
    return row(...parts);
  }

  function heldRow(one) {
    const parts = one.refused ? [words(`${whatIsRefused(one)} ${one.refused}`)] : [words(whatIsBegun(one))];
    parts.push(words(one.words ?? "", "meta"));
    if (!one.to && hasForm() && !isScore(one)) {
      if (!one.isTold) parts.push(button(text("textAgain"), () => putBack(one)));
      if ((one.isTold || (one.begun && isOnSheet(one))) && !isRoundFull()) parts.push(asNext(one));
    }
    if (!one.isDraft) parts.push(button(one.to ? text("textSeen") : text("textDrop"), () => drop(one)));
    return row(...parts);
  }

  function whatIsRefused(one) {
    if (one.to) return text("textRefusedAct");
    return isScore(one) ? text("textRefusedScore") : text("textRefused", { number: one.number });
  }

  function whatIsBegun(one) {
    if (isScore(one)) return text("textBegunScore");
    return text(isOnSheet(one) ? "textBegunSent" : "textBegun", { number: one.number });
  }

  const isRoundFull = () => nextDeal() > Number(document.getElementById("sheet")?.dataset.due ?? Infinity);

  // its number has been submitted with other numbers: it may have been the deal after it
  function asNext(one) {
    const number = nextDeal();
    return button(text("textAsNext", { number }), () => putBack(one, number));
  }

  function otherRow(one) {
    const way = document.createElement("a");
    way.className = "button quiet";
    way.href = one.address;
    way.textContent = text("textOpen", { where: one.where });
    return row(words(text("textElsewhere", { where: one.where })), way);
  }

  function button(label, act) {
    const one = document.createElement("button");
    one.type = "button";
    one.className = "button quiet";
    one.textContent = label;
    one.addEventListener("click", act);
    return one;
  }

  function putBack(deal, number = deal.number) {
    drop(deal);
    const asked = new CustomEvent("deal:put-back", { detail: { ...deal, number }, cancelable: true });
    if (kept.dispatchEvent(asked)) store([...waiting(), deal]);
  }

  document.addEventListener("kept:ask", show);
  show();
  sendWaiting();
  addEventListener("online", sendWaiting);
  // another page of this table on the same phone
  addEventListener("storage", (event) => { if (event.key?.startsWith(SHELVES)) show(); });
  document.addEventListener("table:network", sendWaiting);
  setInterval(sendWaiting, RETRY_MS);
})();
