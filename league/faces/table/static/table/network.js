// Keeps the table's page on the phone for when there is no network, and says so when there is none.
// What cannot wait for the network (form[data-unsent]) is not done, and that is said at once.
"use strict";
(() => {
  const sign = document.getElementById("no-network");
  if (!sign) return;
  const here = location.pathname;
  const AWAY = "no-network"; // how long it holds that something was not sent

  // -- the worker keeps this page and what it is made of; it exists on secure origins only
  const worker = navigator.serviceWorker;
  async function keepPage() {
    if (!worker || !navigator.onLine) return;
    try {
      const { active } = await worker.ready;
      const files = performance.getEntriesByType("resource").map((one) => one.name);
      active?.postMessage({ keep: here, files });
    } catch {
      // without a worker the page works as long as it is open
    }
  }

  if (worker && sign.dataset.worker) {
    const start = () => worker.register(sign.dataset.worker, { scope: sign.dataset.scope }).then(keepPage).catch(() => {});
    if (document.readyState === "complete") start();
    else addEventListener("load", start);
  }

  // -- the sign
  function keepsAnything() {
    try {
      localStorage.setItem("tricktable:try", "");
      localStorage.removeItem("tricktable:try");
      return true;
    } catch {
      return false;
    }
  }

  let isAway = false;
  function show(away) {
    if (away === isAway) return;
    isAway = away;
    sign.hidden = !away;
    const keeps = keepsAnything();
    sign.querySelector("[data-keeps]").hidden = !keeps;
    sign.querySelector("[data-keeps-nothing]").hidden = keeps;
    if (!keeps) sign.querySelector("details").open = true;
    if (away) return;
    for (const toast of document.querySelectorAll(`[data-while=${AWAY}]`)) toast.remove();
    document.dispatchEvent(new CustomEvent("table:network"));
  }

  // in the capture phase: the table asks every few seconds, and one sign is enough
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => {
      show(true);
      const { unsent } = event.target.dataset ?? {};
      if (unsent) document.body.dispatchEvent(new CustomEvent("toast", { detail: { text: unsent, tone: "bad", while: AWAY } }));
      if (unsent || event.target.id === "sheet") event.stopPropagation();
    }, true);
  }
  document.addEventListener("htmx:beforeOnLoad", () => show(false));
  addEventListener("offline", () => show(true));
  addEventListener("online", () => window.htmx?.trigger("#sheet", "renew"));
  if (!navigator.onLine || location.hash === "#no-network") show(true);
  // loaded again with a network, the page is not to say that there is none
  if (location.hash === "#no-network") history.replaceState(null, "", here);

  // what waited has been sent: the sheet, the form and the page that is kept follow
  document.body.addEventListener("table:renew", () => {
    window.htmx?.trigger("#sheet", "renew");
    keepPage();
  });

  // the page that is kept knows what this one does: else it would ask for a deal that is on the sheet
  document.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "sheet") keepPage(); });
})();
