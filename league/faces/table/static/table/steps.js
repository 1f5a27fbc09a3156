// One question at a time: the form for a deal as a row of steps, back keeps everything. Who would
// rather see all questions says so once; the phone remembers it, and begin.js puts it on the root before
// the first paint. A form that comes back for one answer (data-fix) shows that question alone, and is
// checked again when it is answered. What is shown of all this is in table.css.
"use strict";
(() => {
  const DONE_AFTER_MS = 180;

  const root = document.documentElement;
  const store = (way) => { try { localStorage.setItem("tricktable:questions", way); } catch { /* lasts as long as the page */ } };

  const asked = (form) => [...form.querySelectorAll("[data-question]")].filter((one) => !one.hidden);
  const isFix = (form) => "fix" in form.dataset;
  const isAll = (form) => !isFix(form) && ("all" in form.dataset || root.dataset.questions !== "one");

  // what is answered beforehand stands in the step of the question that hangs on it, as long as that is asked
  function steps(form) {
    const all = [];
    for (const question of asked(form)) {
      const lead = all.find(([one]) => one.dataset.question === question.dataset.beside);
      if (lead && !isFix(form)) lead.push(question);
      else all.push([question]);
    }
    return all;
  }

  const isOf = (step, name) => step.some((one) => [one.dataset.question, one.dataset.beside].includes(name));
  const at = (form) => Math.max(0, steps(form).findIndex((step) => isOf(step, form.dataset.at)));

  function isAnswered(question) {
    const inputs = [...question.querySelectorAll("input")].filter((input) => input.offsetParent !== null);
    const typed = inputs.filter((input) => !["radio", "checkbox"].includes(input.type));
    if (typed.length) return typed.every((input) => input.value !== "");
    const choices = inputs.filter((input) => input.type === "radio");
    return !choices.length || choices.some((input) => input.checked);
  }

  function show(form) {
    const all = steps(form);
    const place = at(form);
    for (const question of form.querySelectorAll("[data-question]")) {
      question.classList.toggle("not-now", !all[place].includes(question));
    }
    // keys that came and went with the focus would move the button under the finger
    for (const pad of form.querySelectorAll("[data-pad]")) pad.dispatchEvent(new CustomEvent("pad:use", { detail: !isAll(form) }));
    form.dataset.place = [place === 0 ? "first" : "", place === all.length - 1 ? "last" : ""].join(" ").trim();
    form.querySelector("[data-step-back]").disabled = place === 0;
    form.querySelector("[data-step-missing]").textContent = "";
    showSoFar(form, isAll(form) || isFix(form) ? [] : all.slice(0, place).flat());
    const where = form.querySelector("[data-step-place]");
    where.textContent = where.dataset.text.replace("{number}", place + 1).replace("{count}", all.length);
  }

  // what was answered on the way here, above the question
  function showSoFar(form, questions) {
    const names = questions.map((one) => one.dataset.question);
    const detail = { answers: [] };
    if (names.length) form.dispatchEvent(new CustomEvent("answers:read", { bubbles: true, detail }));
    form.querySelector("[data-so-far]").textContent = detail.answers
      .filter(({ name }) => names.includes(name))
      .map(({ label, answer }) => (label ? `${label} ${answer}` : answer))
      .join(" · ");
  }

  function go(form, place, { focus = true } = {}) {
    const all = steps(form);
    const [question] = all[Math.min(Math.max(place, 0), all.length - 1)];
    form.dataset.at = question.dataset.question;
    show(form);
    question.querySelector("[data-pad]")?.dispatchEvent(new CustomEvent("pad:begin"));
    question.dispatchEvent(new CustomEvent("step:begin", { bubbles: true }));
    if (!focus) return;
    question.tabIndex = -1;
    question.focus({ preventScroll: true });
    const top = form.getBoundingClientRect().top;
    if (top < 0) form.scrollIntoView({ block: "start" });
  }

  // the one answer is there: checked again, unless it brought up questions that are still open
  function fixed(form) {
    const wrong = [];
    form.dispatchEvent(new CustomEvent("questions:check", { bubbles: true, detail: { wrong } }));
    if (wrong.length) look(form);
    else form.requestSubmit(form.querySelector("button[value=check]"));
  }

  function next(form) {
    if (isAll(form)) return;
    if (isFix(form)) {
      fixed(form);
      return;
    }
    const place = at(form);
    if (!steps(form)[place].every((one) => "optional" in one.dataset || isAnswered(one))) {
      const missing = form.querySelector("[data-step-missing]");
      missing.textContent = missing.dataset.text;
    } else if (place === steps(form).length - 1) fixed(form); // the last answer leads to the check
    else go(form, place + 1);
  }

  // a question with two numbers: first to the number that is still empty
  function goOn(form) {
    const pad = steps(form)[at(form)][0].querySelector("[data-pad]");
    if (pad?.offsetParent) pad.dispatchEvent(new CustomEvent("pad:next"));
    else next(form);
  }

  document.addEventListener("click", (event) => {
    const form = event.target.closest("[data-steps]");
    if (!form) return;
    if (event.target.closest("[data-step-back]")) go(form, at(form) - 1);
    else if (event.target.closest("[data-step-next]")) goOn(form);
    else if (event.target.closest("[data-step-all]")) {
      const all = !isAll(form);
      delete form.dataset.all;
      root.dataset.questions = all ? "all" : "one";
      store(root.dataset.questions);
      show(form);
    }
  });

  // a tap on the answer is enough; with a keyboard the arrows must be able to pass by
  document.addEventListener("click", (event) => {
    const input = event.target;
    const form = input.closest?.("[data-steps]");
    if (!form || isAll(form) || !["radio", "checkbox"].includes(input.type) || event.pointerType === "" || event.detail === 0) return;
    const question = input.closest("[data-question]");
    if (!question || question.querySelectorAll("fieldset").length > 1 || question.querySelector("[data-pad]")) return;
    if (input.type === "checkbox" && !("beside" in question.dataset)) return;
    setTimeout(() => {
      // what stands beside another question is enough only where it leaves nothing else to be asked
      if (steps(form)[at(form)][0] === question && input.checked) next(form);
    }, DONE_AFTER_MS);
  });

  document.addEventListener("pad:done", (event) => {
    const form = event.target.closest("[data-steps]");
    if (form) next(form);
  });

  // Enter goes on, and sends only from the last question
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-steps]");
    if (!form || isAll(form) || isFix(form) || at(form) === steps(form).length - 1) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // nothing was sent, and nobody else hears of it: the next Enter counts as well
    delete form.dataset.sent;
    form.removeAttribute("aria-busy");
    goOn(form);
  }, true);

  document.addEventListener("input", (event) => {
    const form = event.target.closest("[data-steps]");
    if (form) queueMicrotask(() => show(form));
  });

  // -- the pictures of trumps follow the suit that was named
  function drawTrumps(form) {
    const trump = form.querySelector("input[name=trump]:checked")?.value;
    const sprite = form.querySelector(".laid-cards use")?.getAttribute("href")?.split("#")[0];
    if (!trump || !sprite) return;
    for (const place of form.querySelectorAll("[data-trump-card]")) {
      const rank = place.dataset.trumpCard;
      place.className = `pcard-of suit-${trump.toLowerCase()}`;
      place.innerHTML = `<svg class="pcard suit-${trump.toLowerCase()}" viewBox="0 0 50 70"><use href="${sprite}#${rank}${trump}"/></svg>`;
    }
  }

  document.addEventListener("change", (event) => {
    if (event.target.name === "trump") drawTrumps(event.target.form);
  });

  function begin(form) {
    const isWrong = form.querySelector("[data-question]:not([hidden]) .has-error") !== null;
    drawTrumps(form);
    if (isWrong || !isFix(form)) go(form, firstWrong(form), { focus: false });
    else go(form, steps(form).findIndex(([one]) => one.dataset.question === form.dataset.fix));
  }

  const firstWrong = (form) => steps(form).findIndex((step) => step.some((one) => one.querySelector(".has-error")));

  // to the first question that lacks something, whichever way the questions are shown
  function look(form) {
    if (steps(form)[firstWrong(form)]?.[0].dataset.question !== form.dataset.fix) delete form.dataset.fix;
    go(form, firstWrong(form));
    if (isAll(form)) steps(form)[at(form)][0].scrollIntoView({ block: "center" });
  }

  document.addEventListener("questions:wrong", (event) => look(event.target));

  const beginAll = (part) => part.querySelectorAll?.("[data-steps]").forEach(begin);
  beginAll(document);
  document.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "next-deal") beginAll(event.target); });
  document.addEventListener("questions:renew", (event) => {
    if (!event.target.matches?.("[data-steps]")) return;
    delete event.target.dataset.at;
    queueMicrotask(() => begin(event.target));
  });
})();
