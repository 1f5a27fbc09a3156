// The check of a deal without a network: what was answered, and the sums that are certain. What they
// score is worked out by the engine alone, when the deal is sent.
"use strict";
(() => {
  const next = document.getElementById("next-deal");
  const kept = document.getElementById("kept");
  if (!next || !kept) return;

  const partOf = (form) => form?.querySelector("[data-own-check]");
  const text = (node) => node.textContent.replace(/\s+/g, " ").trim();
  const numbers = (question) => [...question.querySelectorAll(".side-numbers input")];
  const nameOf = (input) => text(input.closest("div").querySelector("label"));
  const isLaid = (question) => question.querySelector("[name=melds_by][value=laid]:checked") !== null;

  function answersOf(form) {
    const detail = { answers: [] };
    form.dispatchEvent(new CustomEvent("answers:read", { bubbles: true, detail }));
    return detail.answers;
  }

  function rowOf({ name, label, answer }) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.ownFix = name;
    for (const [className, words] of [["meta", label], ["answer", answer]]) {
      const part = document.createElement("span");
      part.className = className;
      part.textContent = words;
      button.append(part, " ");
    }
    item.append(button);
    return item;
  }

  // (words, number) pairs: what stands in two questions of each side, and how often a name was answered
  function sumsOf(form) {
    const { textSum, textAwards } = partOf(form).dataset;
    const asked = (name) => form.querySelector(`[data-question="${name}"]:not([hidden])`);
    const [melds, points] = [asked("melds"), asked("points")];
    const sums = [];
    if (melds && points && !isLaid(melds)) {
      numbers(melds).forEach((one, side) => {
        const other = numbers(points)[side];
        if (one.value !== "" && other?.value) sums.push([`${textSum}, ${nameOf(one)}`, Number(one.value) + Number(other.value)]);
      });
    }
    const awarded = new Map();
    for (const one of form.querySelectorAll('[data-question^="awards."]:not([hidden]) input:checked:not([value="nobody"])')) {
      const name = text(one.closest("label"));
      awarded.set(name, (awarded.get(name) ?? 0) + 1);
    }
    for (const [name, count] of awarded) sums.push([`${textAwards}, ${name}`, count]);
    return sums;
  }

  function show(form) {
    const part = partOf(form);
    if (!part) return false;
    part.querySelector("[data-own-answers]").replaceChildren(...answersOf(form).map(rowOf));
    part.querySelector("[data-own-sums]").replaceChildren(...sumsOf(form).flatMap(([words, sum]) => {
      const [term, figure] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = words;
      figure.className = "num";
      figure.textContent = sum;
      return [term, figure];
    }));
    part.querySelector("[data-own-certain]").hidden = !part.querySelector("[data-own-sums] dd");
    part.querySelector("[data-own-number]").textContent = form.dataset.number;
    part.hidden = false;
    form.dataset.own = "yes";
    document.dispatchEvent(new CustomEvent("stage:show", { detail: "form" }));
    const title = part.querySelector("h3");
    title.focus({ preventScroll: true });
    form.scrollIntoView({ block: "start" });
    if (!history.state?.check) history.pushState({ check: true }, "");
    return true;
  }

  function hide(form) {
    if (!form || !("own" in form.dataset)) return;
    delete form.dataset.own;
    partOf(form).hidden = true;
  }

  // whoever asks learns whether it can be shown
  next.addEventListener("own-check:show", (event) => { event.detail.shown = show(event.target); });
  document.addEventListener("questions:renew", (event) => hide(event.target));
  addEventListener("popstate", () => hide(next.querySelector("[data-deal-form][data-own]")));

  next.addEventListener("click", (event) => {
    const form = event.target.closest("[data-deal-form][data-own]");
    if (!form) return;
    const fix = event.target.closest("[data-own-fix]");
    if (event.target.closest("[data-own-send]")) form.dispatchEvent(new CustomEvent("own-check:send", { bubbles: true }));
    else if (fix || event.target.closest("[data-own-change]")) {
      hide(form);
      form.dispatchEvent(new CustomEvent("own-check:change", { bubbles: true, detail: fix?.dataset.ownFix ?? "" }));
    }
  });
})();
