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
    if (!isAsking(form)) return;
    writeDraft({ number: Number(form.dataset.number), key: form.elements.key.value, fields: fieldsOf(form), words: inWords(form) });
  }

  // what was answered, for people: the director can type it in when it cannot be sent any more
  function inWords(form) {
    const text = (node) => node.textContent.replace(/\s+/g, " ").trim();
    const parts = [];
    for (const question of form.querySelectorAll("[data-question]:not([hidden])")) {
      const label = question.querySelector("legend, .field > label")?.firstChild?.textContent.trim();
      const answers = [];
      for (const input of question.querySelectorAll("input")) {
        if (["radio", "checkbox"].includes(input.type)) {
          const laid = input.name.startsWith("laid-");
          if (!input.checked || input.name === "melds_by" || (laid && input.value === "0")) continue;
          answers.push(laid ? `${input.name.slice(5)} ${input.value}` : text(input.closest("label")));
        } else if (input.value !== "") {
          const own = question.querySelectorAll("input[type=number]").length > 1 && form.querySelector(`label[for="${input.id}"]`);
          answers.push(own ? `${text(own)} ${input.value}` : input.value);
        }
      }
      if (answers.length) parts.push(label ? `${label}: ${answers.join(", ")}` : answers.join(", "));
    }
    return parts.join(" · ");
  }

  for (const name of ["input", "change"]) {
    next.addEventListener(name, (event) => {
      const form = event.target.closest("[data-deal-form]");
      if (!form) return;
      form.dataset.touched = "yes";
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
    form.dataset.touched = "yes";
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
    if ("again" in form.dataset) form.dataset.touched = "yes";
    if (draft?.number === number) {
      setNumber(form, number, draft.key);
      fill(form, draft.fields);
      return;
    }
    // submitted on another phone meanwhile, or one before it was taken back: it is shown beside the form
    if (draft) setAside(draft);
    writeDraft(null);
    setNumber(form, number, newKey());
  }

  const setAside = (draft) => kept.dispatchEvent(new CustomEvent("deal:set-aside", { detail: draft }));

  // -- a form for a deal that was submitted on another phone meanwhile is replaced, unless it is in use
  function renewWhenStale() {
    const sheet = document.getElementById("sheet");
    const form = dealForm();
    if (!sheet || (form && ("ours" in form.dataset || !isAsking(form)))) return;
    if (form?.dataset.touched) {
      sayMeanwhile(form, sheet);
      return;
    }
    const after = Math.max(Number(sheet.dataset.next), Number(kept.dataset.last || 0) + 1);
    if ("over" in sheet.dataset ? form : Number(form?.dataset.number) !== after) window.htmx?.trigger(next, "stale");
  }

  // what is half typed stays, and whoever types it knows that another phone was faster
  function sayMeanwhile(form, sheet) {
    const sign = form.querySelector("[data-meanwhile]");
    const isSent = Number(sheet.dataset.next) > Number(form.dataset.number);
    if (!sign || sign.hidden !== isSent) return;
    const words = sign.querySelector("p");
    words.textContent = words.dataset.text.replace("{number}", form.dataset.number);
    sign.hidden = !isSent;
  }

  next.addEventListener("click", (event) => {
    if (!event.target.closest("[data-meanwhile-next]")) return;
    const draft = readDraft();
    if (draft) setAside(draft);
    writeDraft(null);
    window.htmx.trigger(next, "stale");
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
    for (const mark of ["touched", "fix", "ours"]) delete form.dataset[mark];
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
