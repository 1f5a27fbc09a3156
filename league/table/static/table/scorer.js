// What a deal scores without a network, where somebody wished it for this phone: the site's own engine,
// fetched once and kept by the page's worker, run by a worker of its own (templates/table/scorer.js).
"use strict";
(() => {
  const KEY = "tricktable:scorer";
  const tools = document.querySelector("[data-scorer]");
  if (!tools) return;
  const button = tools.querySelector("button");
  const said = tools.querySelector("[role=status]");
  const say = (text, percent) => { said.textContent = text.replace("{percent}", percent); };

  let chosen = "";
  try {
    chosen = localStorage.getItem(KEY) ?? "";
  } catch {
    // storage is switched off: nothing is kept
  }
  const show = () => button.setAttribute("aria-pressed", String(chosen !== ""));
  // "wished", and "kept" as soon as all of it is here
  function choose(state) {
    chosen = state;
    try {
      if (state) localStorage.setItem(KEY, state);
      else localStorage.removeItem(KEY);
    } catch {
      // as above
    }
    show();
  }

  // -- keeping it
  const pages = navigator.serviceWorker;
  const tell = async (what) => (await pages.ready).active?.postMessage({ scorer: what });

  pages?.addEventListener("message", ({ data }) => {
    if (!data || !("scorer" in data) || !chosen) return;
    const { textFetching, textKept, textFailed } = tools.dataset;
    if (data.scorer === null) say(textFailed);
    else if (data.scorer < 1) {
      if (chosen === "wished") say(textFetching, Math.round(100 * data.scorer));
    } else if (chosen === "wished") {
      choose("kept");
      say(textKept);
    }
  });

  button.addEventListener("click", () => {
    if (!pages || !document.getElementById("no-network")?.dataset.worker) say(tools.dataset.textNever);
    else if (chosen) {
      choose("");
      say("");
      tell("let go");
    } else {
      choose("wished");
      say(tools.dataset.textFetching, 0);
      tell("keep");
    }
  });

  // another release has another engine; the rest of it stays
  if (chosen && pages && navigator.onLine) addEventListener("load", () => tell("keep"));
  show();

  // -- asking it
  let scorer = null;
  let last = 0;
  const waiting = new Map();

  function start() {
    if (scorer || chosen !== "kept") return;
    scorer = new Worker(tools.dataset.address);
    scorer.addEventListener("message", ({ data: { id, answer } }) => finish(id, answer));
    scorer.addEventListener("error", () => [...waiting.keys()].forEach((id) => finish(id)));
  }

  // without an answer it did not begin: perhaps the browser has thrown away what was kept
  function finish(id, answer) {
    const part = waiting.get(id);
    waiting.delete(id);
    if (!answer) {
      scorer?.terminate();
      scorer = null;
    }
    if (part && id === last) present(part, answer ?? {});
  }

  function element(name, className, text) {
    const made = document.createElement(name);
    made.className = className;
    made.textContent = text;
    return made;
  }

  function rowOf({ side, text, points, sign }, isTotal) {
    const words = document.createElement("span");
    if (isTotal) words.textContent = side;
    else words.append(element("span", "who", side), text);
    const row = element("li", isTotal ? "total" : "", "");
    row.append(words, element("span", `num points ${["bad-text", "", "good-text"][sign + 1]}`, points));
    return row;
  }

  function present(part, { lines, totals, refused, open }) {
    const [notice, score] = [part.querySelector("[data-own-notice]"), part.querySelector("[data-own-score]")];
    part.querySelector("[data-own-certain]").hidden ||= Boolean(lines);
    if (lines) {
      const list = element("ul", "lines", "");
      list.append(...totals.map((line) => rowOf(line, true)), ...lines.map((line) => rowOf(line, false)));
      score.replaceChildren(list);
    } else score.replaceChildren(...(refused ? [element("p", "notice bad", refused)] : []));
    score.hidden = !score.firstChild;
    const { textDone, textRefused, textOpen, textLater } = notice.dataset;
    notice.textContent = lines ? textDone : refused ? textRefused : open ? textOpen : textLater;
  }

  document.addEventListener("own-check:shown", ({ target: form, detail: { part } }) => {
    start();
    const [notice, score] = [part.querySelector("[data-own-notice]"), part.querySelector("[data-own-score]")];
    score.hidden = true;
    if (!scorer) return;
    notice.textContent = notice.dataset.textWorking;
    last += 1;
    waiting.set(last, part);
    const typed = [...new FormData(form)].filter(([, text]) => typeof text === "string");
    scorer.postMessage({ id: last, question: JSON.stringify({ game: JSON.parse(form.dataset.game), number: Number(form.dataset.number), typed }) });
  });

  // it takes seconds to begin: it does so as soon as there is no network
  for (const name of ["offline", "htmx:sendError", "htmx:timeout"]) addEventListener(name, start, true);
  if (document.getElementById("no-network")?.hidden === false) start();
})();
