// What every page does beyond HTML. Everything here is a comfort: pages read and forms work without it.
"use strict";
(() => {
  const settings = document.currentScript.dataset;
  const root = document.documentElement;
  const body = document.body;
  const GUARD_MS = 10000;
  const TOAST_MS = 8000;
  const SIGHT_PX = 24;

  // -- theme: one button; what the device wants anyway is not stored
  const darkDevice = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme || (darkDevice.matches ? "dark" : "light")) === "dark";

  function setTheme(theme) {
    const own = theme === (darkDevice.matches ? "dark" : "light");
    if (own) delete root.dataset.theme;
    else root.dataset.theme = theme;
    store("theme", own ? null : theme);
  }

  function store(key, value) {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      // storage is switched off: the choice lasts as long as the page
    }
  }

  for (const button of document.querySelectorAll("[data-theme-toggle]")) {
    button.addEventListener("click", () => setTheme(isDark() ? "light" : "dark"));
  }

  // -- a page in Japanese gets the whole font (30 kB of rules alone) where the device has none, another one a font of just the
  // characters that it shows, or the whole one where they are many
  const JAPANESE = /[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/g;
  const FEW = 48;
  const hasFont = new Set();
  let hasWholeFont = !settings.fontJa || root.dataset.japanese === "own";

  function showJapanese(parts) {
    const found = [...parts].flatMap((part) => part.textContent.match(JAPANESE) ?? []);
    const fresh = [...new Set(found)].filter((one) => !hasFont.has(one)).sort();
    if (hasWholeFont || fresh.length === 0) return;
    fresh.forEach((one) => hasFont.add(one));
    if (root.lang === "ja" || hasFont.size > FEW) loadWholeFont();
    else nameFontOf(fresh);
  }

  function loadWholeFont() {
    hasWholeFont = true;
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = settings.fontJa;
    document.head.append(link);
  }

  // the browser loads a font that is named when it needs it: never where the device has its own
  function nameFontOf(characters) {
    const unicodeRange = characters.map((one) => `U+${one.codePointAt().toString(16)}`).join();
    for (const weight of ["400", "700"]) {
      const place = settings.fontSubset.replace(/400\/[^/]+(?=\.)/, `${weight}/${encodeURIComponent(characters.join(""))}`);
      document.fonts.add(new FontFace("Noto Sans JP Variable", `url("${place}")`, { weight, unicodeRange, display: "swap" }));
    }
  }

  showJapanese(document.querySelectorAll("main, .club-bar"));
  document.addEventListener("htmx:afterSwap", (event) => showJapanese([event.target]));

  // -- where the bar of pages is wider than a phone, the page one is on is in sight
  for (const here of document.querySelectorAll(".club-nav [aria-current]")) {
    const bar = here.closest(".club-nav");
    const [own, seen] = [here, bar].map((part) => part.getBoundingClientRect());
    if (own.right > seen.right) bar.scrollLeft += own.right - seen.right + SIGHT_PX;
    else if (own.left < seen.left) bar.scrollLeft += own.left - seen.left - SIGHT_PX;
  }

  // -- a table that is wider than the page is scrolled with the arrow keys: it can be reached
  function letKeysScroll() {
    for (const wrap of document.querySelectorAll(".table-wrap:not([tabindex])")) {
      if (wrap.scrollWidth <= wrap.clientWidth) continue;
      wrap.tabIndex = 0;
      wrap.setAttribute("role", "region");
      wrap.setAttribute("aria-label", wrap.querySelector("caption")?.textContent.trim() || document.title);
    }
  }
  letKeysScroll();
  window.addEventListener("resize", letKeysScroll);
  document.addEventListener("htmx:afterSwap", letKeysScroll);

  // -- what an address leads to is in sight, also where it lies folded up
  function unfold() {
    const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const folded = named?.closest("details:not([open])");
    if (!folded) return;
    folded.open = true;
    named.scrollIntoView();
  }
  unfold();
  window.addEventListener("hashchange", unfold);

  // -- toasts
  function toast(text, tone = "info", during = "") {
    // bad news that is still there is not said again, however often the page asks by itself
    if (tone === "bad" && [...document.querySelectorAll("#toasts .bad p")].some((words) => words.textContent === text)) return;
    const note = document.createElement("div");
    note.className = `toast ${tone}`;
    note.dataset.toast = "";
    if (during) note.dataset.while = during;
    const words = document.createElement("p");
    words.textContent = text;
    const close = document.createElement("button");
    close.className = "tool";
    close.type = "button";
    close.dataset.dismiss = "";
    close.setAttribute("aria-label", body.dataset.textClose);
    close.textContent = "×";
    note.append(words, close);
    document.getElementById("toasts")?.append(note);
    leaveLater(note);
  }

  // good news goes by itself; bad news, and what can be undone, stays until it is put away
  function leaveLater(note) {
    if (!note.matches(".good, .info")) return;
    const stays = Number(note.dataset.toast) || (note.querySelector("form") ? 0 : TOAST_MS);
    if (!stays) return;
    setTimeout(function leave() {
      if (note.matches(":hover, :focus-within")) setTimeout(leave, TOAST_MS);
      else note.remove();
    }, stays);
  }

  document.querySelectorAll("[data-toast]").forEach(leaveLater);
  body.addEventListener("toast", (event) => toast(event.detail.text, event.detail.tone, event.detail.while));

  // -- a form is sent once, however often the button is pressed
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || "noGuard" in form.dataset) return;
    if (form.dataset.sent) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    form.dataset.sent = "yes";
    form.setAttribute("aria-busy", "true");
    setTimeout(() => release(form), GUARD_MS);
  }, true);

  function release(form) {
    delete form.dataset.sent;
    form.removeAttribute("aria-busy");
  }

  // a later listener may have stopped the sending: then the form is free again
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented && !event.target.closest("[data-hx-post], [data-hx-put], [data-hx-patch], [data-hx-delete], [data-hx-boost]")) {
      release(event.target);
    }
  });

  addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach(release));

  // -- htmx: the token for requests that are no forms, and a word when the server is away
  document.addEventListener("htmx:configRequest", (event) => {
    const token = document.querySelector("input[name=csrfmiddlewaretoken]")?.value
      ?? /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];
    if (token && event.detail.verb !== "get") event.detail.headers["X-CSRFToken"] = token;
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target.closest("form");
    if (form) release(form);
  });

  for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => toast(saidBy(event.detail.xhr) ?? body.dataset.textError, "bad"));
  }

  // a database that is away says in a sentence when to try again
  function saidBy(answer) {
    const isSentence = answer?.status === 503 && answer.getResponseHeader("Content-Type")?.startsWith("text/plain");
    return isSentence ? answer.responseText : null;
  }

  // where errors stand beside their fields alone, the first of these fields is next
  document.addEventListener("htmx:afterSwap", (event) => focusErrors(event.target));

  function focusErrors(part, otherwise = null) {
    (part.querySelector?.("[data-error-summary]") ?? otherwise)?.focus();
  }

  focusErrors(document, document.querySelector("main [aria-invalid=true]"));

  // -- small buttons
  const actions = {
    dismiss: (button) => button.closest("[data-toast]")?.remove(),
    print: () => print(),
    copy: async (button) => {
      try {
        await navigator.clipboard.writeText(button.dataset.copy);
      } catch {
        const field = button.parentElement.querySelector("input");
        field?.select();
        document.execCommand("copy");
      }
      toast(body.dataset.textCopied, "good");
    },
    share: (button) => navigator.share({ url: button.dataset.share, title: document.title }).catch(() => {}),
    deck: (button) => {
      const four = root.dataset.deck !== "four";
      if (four) root.dataset.deck = "four";
      else delete root.dataset.deck;
      store("deck", four ? "four" : null);
      button.setAttribute("aria-pressed", String(four));
    },
  };

  document.addEventListener("click", (event) => {
    for (const [name, act] of Object.entries(actions)) {
      const button = event.target.closest(`[data-${name}]`);
      if (button) act(button);
    }
    for (const menu of document.querySelectorAll("details[data-menu][open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });

  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector("details[data-menu][open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  document.addEventListener("change", (event) => {
    event.target.closest("form[data-autosubmit]")?.requestSubmit();
  });

  // -- parts of a form that belong to one choice of a field: data-shown-with="field=value value"
  function showParts() {
    for (const part of document.querySelectorAll("[data-shown-with]")) {
      const [name, values] = part.dataset.shownWith.split("=");
      const chosen = document.querySelector(`input[name="${name}"]:checked, select[name="${name}"]`);
      // as long as nothing is chosen nothing belongs to it; without the field the part is shown
      if (chosen === null && !document.querySelector(`input[name="${name}"][type="radio"]`)) part.hidden = false;
      else part.hidden = !values.split(" ").includes(chosen?.value);
    }
  }

  if (document.querySelector("[data-shown-with]")) {
    showParts();
    document.addEventListener("change", showParts);
    addEventListener("pageshow", showParts);
  }

  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  for (const button of document.querySelectorAll("[data-deck][aria-pressed]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(root.dataset.deck === "four"));
  }
})();
