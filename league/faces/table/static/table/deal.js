// The form for the next deal: what is typed is written down on the phone at every tap, so that a
// reload, an empty battery or a closed browser loses nothing; a form that became stale is renewed.
// What could not be sent is in kept.js, what the form asks in questions.js and steps.js.
"use strict";
(() => {
  const next = document.getElementById("next-deal");
  const kept = document.getElementById("kept");
  if (!next || !kept) return;
  const shelf = `tricktable:draft:${kept.dataset.table}`;
  const allWritten = document.getElementById("all-written");
  const OWN = ["csrfmiddlewaretoken", "do"];
  const UNSAID = ["key", "number", "shown", "melds_by", "as_seat"]; // no answer of a person

  const dealForm = () => next.querySelector("[data-deal-form]");
  const isAsking = (form) => Boolean(form?.querySelector("[data-question]"));
  const fieldsOf = (form) => [...new FormData(form)].filter(([name]) => !OWN.includes(name));

  // -- the draft
  function readDraft() {
    try {
      return JSON.parse(localStorage.getItem(shelf));
    } catch {
      return null;
    }
  }

  function writeDraft(draft) {
    try {
      if (draft) localStorage.setItem(shelf, JSON.stringify(draft));
      else localStorage.removeItem(shelf);
    } catch {
      // storage is switched off: the deal lasts as long as the page
    }
  }

  function noteDraft(form) {
    if (!form || !isAsking(form)) return;
    writeDraft({ number: Number(form.dataset.number), key: form.elements.key.value, fields: fieldsOf(form), words: inWords(form), differs: form.dataset.differs });
  }

  // for people: the director can type it in when it cannot be sent any more
  function inWords(form) {
    const detail = { answers: [] };
    form.dispatchEvent(new CustomEvent("answers:read", { bubbles: true, detail }));
    return detail.answers.map(({ label, answer }) => (label ? `${label}: ${answer}` : answer)).join(" · ");
  }

  // in use: it stands there, whatever comes in
  function touch(form) {
    form.dataset.touched = "yes";
    document.dispatchEvent(new CustomEvent("stage:show", { detail: "form" }));
  }

  function leave(form) {
    for (const mark of ["touched", "fix", "ours", "differs"]) delete form?.dataset[mark];
    document.dispatchEvent(new CustomEvent("stage:show", { detail: "" }));
  }

  for (const name of ["input", "change"]) {
    next.addEventListener(name, (event) => {
      const form = event.target.closest("[data-deal-form]");
      if (!form) return;
      touch(form);
      noteDraft(form);
    });
  }

  function fill(form, fields) {
    for (const input of form.querySelectorAll("input[type=radio], input[type=checkbox]")) {
      input.checked = fields.some(([name, value]) => name === input.name && value === input.value);
    }
    for (const [name, value] of fields) {
      if (["key", "number", "shown"].includes(name)) continue;
      for (const input of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
        if (!["radio", "checkbox"].includes(input.type)) input.value = value;
      }
    }
    touch(form);
    renewQuestions(form);
  }

  const renewQuestions = (form) => form.dispatchEvent(new CustomEvent("questions:renew", { bubbles: true }));

  // who deals is known to the server only
  function setNumber(form, number, key) {
    form.elements.key.value = key;
    const due = form.dataset.due ?? document.getElementById("sheet")?.dataset.due ?? Infinity;
    const isOver = number > Number(due);
    form.hidden = isOver;
    if (allWritten) allWritten.hidden = !isOver || "due" in form.dataset;
    if (Number(form.dataset.number) === number) return;
    form.elements.number.value = number;
    form.dataset.number = number;
    form.querySelector("[data-deal-number]").textContent = number;
    form.querySelector("[data-dealer]")?.remove();
    showPrepared(form, number);
  }

  // the table's first deal may be the fifth of those that were prepared
  function showPrepared(form, number) {
    const line = form.querySelector("[data-prepared]");
    if (!line) return;
    const prepared = line.dataset.prepared.split(" ")[number - 1];
    line.hidden = !prepared;
    if (prepared) line.querySelector("strong").textContent = prepared;
  }

  // crypto.randomUUID exists on secure origins only
  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  // a page that was kept on the phone has an old key: a form nobody has sent yet gets its own
  function begin(form) {
    if (!form && allWritten) allWritten.hidden = true;
    const isAnswered = form !== null && ("all" in form.dataset || "fix" in form.dataset) && !("again" in form.dataset);
    if (!isAsking(form) || form.querySelector(".has-error, [data-error-summary]") || isAnswered) return;
    const draft = readDraft();
    const after = Number(kept.dataset.last || 0) + 1;
    // this side's numbers of a disputed deal keep that deal's number
    const number = "ours" in form.dataset ? Number(form.dataset.number) : Math.max(Number(form.dataset.number), after);
    // a deal that was taken back is no empty form: it is kept like one that was typed
    if ("again" in form.dataset) touch(form);
    if (draft && (draft.number === number || isMeanwhile(form, draft))) {
      setNumber(form, draft.number, draft.key);
      fill(form, draft.fields);
      if (draft.differs) form.dataset.differs = draft.differs;
      askMeanwhile(form);
      return;
    }
    // one before it was taken back: it is shown beside the form
    if (draft && !isSame(draft.number, draft.fields)) setAside(draft);
    writeDraft(null);
    setNumber(form, number, newKey());
  }

  // sent on another phone with other numbers since it was typed
  function isMeanwhile(form, draft) {
    const isFree = !("again" in form.dataset) && !("ours" in form.dataset);
    return isFree && isOnSheet(draft.number) && !isSame(draft.number, draft.fields);
  }

  const setAside = (draft) => kept.dispatchEvent(new CustomEvent("deal:set-aside", { detail: draft }));

  // -- a form for a deal that was submitted on another phone meanwhile is replaced, unless it is in use
  const sheet = () => document.getElementById("sheet");
  const isOnSheet = (number) => number < Number(sheet()?.dataset.next ?? 0);
  const sentOf = (number) => JSON.parse(sheet()?.dataset.sent || "{}")[number];
  const nextNumber = () => Math.max(Number(sheet()?.dataset.next), Number(kept.dataset.last || 0) + 1);

  function renewWhenStale() {
    const form = dealForm();
    if (!sheet() || (form && "ours" in form.dataset)) return;
    if (form?.dataset.touched) {
      askMeanwhile(form);
      return;
    }
    if ("over" in sheet().dataset ? form : Number(form?.dataset.number) !== nextNumber()) window.htmx?.trigger(next, "stale");
  }

  // whether one side has sent just that, as far as it was typed
  function isSame(number, fields) {
    return Boolean(sentOf(number)?.fields.some((sent) => fields.every(([name, value]) =>
      UNSAID.includes(name) || value === "" || (sent[name]?.includes(value) ?? isNotLaid(name, value)))));
  }
  const isNotLaid = (name, value) => name.startsWith("laid-") && value === "0";

  // what is half typed of a deal that was sent meanwhile: the same goes by itself, else whoever types it decides
  function askMeanwhile(form) {
    const number = Number(form.dataset.number);
    const ask = form.querySelector("[data-meanwhile]");
    if (!ask || form.dataset.sent || "own" in form.dataset) return;
    if (isSame(number, fieldsOf(form)) && !form.dataset.differs) {
      dropDraft();
      return;
    }
    const { may_differ: mayDiffer = false } = sentOf(number) ?? {};
    const isAsked = isOnSheet(number) && !(mayDiffer && form.dataset.differs === String(number));
    if (isAsked === !ask.classList.contains("is-away")) return;
    ask.classList.toggle("is-away", !isAsked);
    const [sent, keepIt] = ["[data-sent-number]", "[data-draft-keep]"].map((name) => ask.querySelector(name));
    if (sent) sent.textContent = number;
    keepIt.textContent = mayDiffer ? keepIt.dataset.text : keepIt.dataset.textAs.replace("{number}", nextNumber());
    keepIt.hidden = !mayDiffer && ("over" in sheet().dataset || nextNumber() > Number(sheet().dataset.due ?? Infinity));
  }

  function dropDraft() {
    writeDraft(null);
    leave(dealForm());
    window.htmx?.trigger(next, "stale");
  }

  // as this side's own numbers of it, where the other side's wait beside them; else as the next deal
  function keepDraft(form) {
    const number = Number(form.dataset.number);
    form.querySelector("[data-meanwhile]").classList.add("is-away");
    if (sentOf(number)?.may_differ) form.dataset.differs = number;
    else if (isAsking(form) || fixHere("")) setNumber(dealForm(), nextNumber(), newKey());
    noteDraft(dealForm());
  }

  next.addEventListener("click", (event) => {
    if (event.target.closest("[data-draft-delete]")) dropDraft();
    else if (event.target.closest("[data-draft-keep]")) keepDraft(dealForm());
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "sheet") renewWhenStale();
    else if (event.target === next) {
      begin(dealForm());
      const form = dealForm();
      if (form && !isAsking(form)) stepIntoCheck(form);
      else if (history.state?.check) history.back();
    }
  });

  // -- no network: the deal goes to what waits, the next one can be written down
  next.addEventListener("htmx:configRequest", (event) => {
    if (event.target.matches("[data-deal-form]")) event.detail.timeout = Number(kept.dataset.patience);
  });

  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    next.addEventListener(name, (event) => {
      const form = event.target.closest("[data-deal-form]");
      if (!form) return;
      if (event.target !== form) { // the melds are added up when the network is back
        event.stopPropagation();
        return;
      }
      const { do: act = "" } = event.detail.requestConfig.parameters;
      if (act.startsWith("change")) {
        if (fixHere(act.split(":")[1])) event.stopPropagation();
        return;
      }
      const wrong = [];
      if (isAsking(form)) form.dispatchEvent(new CustomEvent("questions:check", { bubbles: true, detail: { wrong } }));
      if (wrong.length) { // asked for at once, as with a network
        event.stopPropagation();
        form.dispatchEvent(new CustomEvent("questions:wrong", { bubbles: true }));
        return;
      }
      const shown = { shown: false };
      if (isAsking(form)) form.dispatchEvent(new CustomEvent("own-check:show", { bubbles: true, detail: shown }));
      // the notice says more than the site's toast would
      if (shown.shown || keep(form)) event.stopPropagation();
    });
  }

  function keep(form) {
    const draft = readDraft();
    const deal = { key: form.elements.key.value, number: Number(form.dataset.number), fields: fieldsOf(form) };
    // whoever holds the phone when it is sent, this was said by who holds it now
    if (kept.dataset.seat) deal.fields.push(["as_seat", kept.dataset.seat]);
    const detail = { deal: { ...deal, words: draft?.words ?? "" }, kept: false };
    kept.dispatchEvent(new CustomEvent("deal:keep", { detail }));
    return detail.kept;
  }

  next.addEventListener("own-check:send", (event) => {
    if (keep(event.target)) {
      document.dispatchEvent(new CustomEvent("table:network")); // or it is there again
      return;
    }
    renewQuestions(event.target);
    document.body.dispatchEvent(new CustomEvent("toast", { detail: { text: document.body.dataset.textError, tone: "bad" } }));
  });

  next.addEventListener("own-check:change", (event) => {
    const form = event.target;
    if (event.detail) form.dataset.fix = event.detail;
    else delete form.dataset.fix;
    renewQuestions(form);
  });

  // the check of a deal took the form's place: the form comes back for the next one
  let asking = null;
  next.addEventListener("htmx:beforeSwap", () => { if (isAsking(dealForm())) asking = dealForm(); });

  function putBackAsking() {
    // it left the page while it was sent, so nobody has freed it
    delete asking.dataset.sent;
    asking.removeAttribute("aria-busy");
    next.replaceChildren(asking);
    window.htmx.process(asking);
    return asking;
  }

  // the way back of the browser leads from the check to the form, not away from the table
  function stepIntoCheck(check) {
    if (!history.state?.check) history.pushState({ check: true }, "");
    const title = check.querySelector("h2");
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }

  addEventListener("popstate", () => {
    const form = dealForm();
    if (form && !isAsking(form)) fixHere("");
  });

  // the form as it was before the check, for one answer or all of them
  function fixHere(question) {
    if (!asking) return false;
    const form = putBackAsking();
    if (question) form.dataset.fix = question;
    else delete form.dataset.fix;
    renewQuestions(form);
    return true;
  }

  function askAgain(form) {
    if (asking) putBackAsking();
    else if (navigator.serviceWorker?.controller) location.reload();
    else form?.querySelectorAll("button").forEach((button) => { button.disabled = true; });
    return asking !== null;
  }

  kept.addEventListener("deal:kept", (event) => {
    let form = dealForm();
    writeDraft(null);
    if (!isAsking(form) && !askAgain(form)) return;
    form = dealForm();
    form.reset();
    leave(form);
    const missing = Number(document.getElementById("sheet")?.dataset.next || 1);
    setNumber(form, Math.max(event.detail.number + 1, missing), newKey());
    renewQuestions(form);
    kept.scrollIntoView({ block: "start" });
  });

  kept.addEventListener("deal:put-back", (event) => {
    const form = dealForm();
    if (!isAsking(form)) return;
    const draft = readDraft();
    if (form.dataset.touched && draft) setAside(draft);
    form.reset();
    // a new key: what was kept may have arrived although nobody said so
    setNumber(form, event.detail.number, newKey());
    fill(form, event.detail.fields);
    noteDraft(form);
    event.preventDefault();
    form.scrollIntoView({ block: "start" });
  });

  // sent: nothing of it is a draft any more
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (event.target.closest?.("[data-deal-form]") && event.detail.xhr.getResponseHeader("HX-Redirect")) writeDraft(null);
  });

  // sent from the check, the page is loaded again in its place
  if (history.state?.check) history.replaceState(null, "");
  begin(dealForm());
})();
