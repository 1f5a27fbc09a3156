// Confirming a deal, or saying that it is wrong, without a network: what was said goes to what waits
// (kept.js) and stands on the page as said. A reason half typed is kept as well.
"use strict";
(() => {
  const kept = document.getElementById("kept");
  if (!kept) return;

  const ownForm = (event) => event.target.closest?.("[data-say]");

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.target.matches("[data-say], [data-unsent]")) event.detail.timeout = Number(kept.dataset.patience);
  });

  // the person who is asked to confirm, or the reason why it is wrong
  function inWords(form) {
    const chosen = form.querySelector("input[type=radio]:checked")?.closest("label")?.textContent.trim();
    const reason = form.querySelector("textarea")?.value.trim();
    return form.dataset.words.replace("{text}", chosen ?? reason ?? "");
  }

  function actOf(form) {
    const fields = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
    // whoever holds the phone when it is sent, this was said by who holds it now
    if (kept.dataset.seat && !fields.some(([name]) => name === "as_seat")) fields.push(["as_seat", kept.dataset.seat]);
    const submissions = form.dataset.submissions.split(" ");
    const key = `${form.dataset.say}?${submissions.join("+")}`;
    // stored as `tellings`: a phone may still hold what an earlier page kept under that name
    return { key, to: form.dataset.say, tellings: submissions, fields, words: inWords(form) };
  }

  // in the capture phase, as network.js: the notice says more than the site's toast would
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => {
      const form = ownForm(event);
      if (!form) return;
      const detail = { act: actOf(form), kept: false };
      kept.dispatchEvent(new CustomEvent("act:keep", { detail }));
      if (!detail.kept) return; // storage is switched off: the site's toast says that nothing was sent
      event.stopPropagation();
      forget(form);
      document.dispatchEvent(new CustomEvent("act:kept"));
    }, true);
  }

  // -- what waits to be sent cannot be said again meanwhile
  function mark(unsent) {
    const said = unsent.flatMap((one) => one.tellings ?? []);
    for (const panel of document.querySelectorAll("[data-submission]")) {
      panel.classList.toggle("is-said", said.includes(panel.dataset.submission));
    }
    for (const form of document.querySelectorAll("[data-say]")) {
      form.classList.toggle("is-said", form.dataset.submissions.split(" ").some((one) => said.includes(one)));
    }
  }

  document.addEventListener("kept:unsent", (event) => mark(event.detail));
  const ask = () => document.dispatchEvent(new CustomEvent("kept:ask"));
  document.addEventListener("htmx:oobAfterSwap", (event) => { if (event.target.id === "waiting") { ask(); restore(); } });

  // -- a reason, or a record, that is half typed
  const shelf = `tricktable:words:${kept.dataset.table}`;

  function readWords() {
    try {
      return JSON.parse(localStorage.getItem(shelf)) ?? {};
    } catch {
      return {};
    }
  }

  function noteWords(name, typed) {
    const all = readWords();
    if (typed) all[name] = typed;
    else delete all[name];
    try {
      if (Object.keys(all).length) localStorage.setItem(shelf, JSON.stringify(all));
      else localStorage.removeItem(shelf);
    } catch {
      // storage is switched off: it lasts as long as the page
    }
  }

  function restore() {
    const all = readWords();
    for (const area of document.querySelectorAll("textarea[data-draft]")) {
      const typed = all[area.dataset.draft];
      if (!typed || area.value) continue;
      area.value = typed;
    }
  }

  function forget(form) {
    for (const area of form.querySelectorAll("textarea[data-draft]")) {
      noteWords(area.dataset.draft, "");
      area.value = "";
    }
  }

  document.addEventListener("input", (event) => {
    if (event.target.matches("textarea[data-draft]")) noteWords(event.target.dataset.draft, event.target.value);
  });
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const form = ownForm(event);
    if (form && event.detail.xhr.getResponseHeader("HX-Redirect")) forget(form);
  });

  restore();
  ask();
})();
