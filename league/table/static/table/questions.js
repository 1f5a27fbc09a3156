// The form for a deal: asks only what follows from the answers, and fills the other side's number.
// Without this script the server does both when the form is sent.
"use strict";
(() => {
  // -- questions that hang on answers
  function answersTo(form, name) {
    return [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)]
      .filter((input) => !["radio", "checkbox"].includes(input.type) || input.checked)
      .map((input) => input.value);
  }

  function showQuestions(form) {
    const seen = [];
    for (const question of form.querySelectorAll("[data-question]")) {
      const conditions = JSON.parse(question.dataset.when || "[]");
      question.hidden = !conditions.every(([name, values]) =>
        !isHidden(form, name) && answersTo(form, name).some((answer) => values.includes(answer)));
      if (!question.hidden) seen.push(question.dataset.question);
    }
    const shown = form.querySelector("[data-shown]");
    if (shown) shown.value = seen.join(" ");
  }

  function isHidden(form, name) {
    return Boolean(form.querySelector(`[name="${CSS.escape(name)}"]`)?.closest("[data-question][hidden]"));
  }

  // -- numbers that add up: the other side's fills itself, until somebody types it
  function fillOther(input) {
    const sides = input.closest("[data-total]");
    if (!sides) return;
    input.dataset.typed = input.value === "" ? "" : "yes";
    const inputs = [...sides.querySelectorAll("input")];
    const open = inputs.filter((one) => one.dataset.typed !== "yes");
    if (open.length !== 1 || inputs.length - open.length === 0) return;
    const typed = inputs.filter((one) => one !== open[0]);
    const rest = Number(sides.dataset.total) - typed.reduce((sum, one) => sum + Number(one.value), 0);
    open[0].value = rest >= 0 ? String(rest) : "";
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest("[data-deal-form]");
    if (!form) return;
    fillOther(event.target);
    showQuestions(form);
  });

  // somebody filled the form by script, or emptied it
  document.addEventListener("questions:renew", (event) => {
    event.target.querySelectorAll("[data-typed]").forEach((input) => { delete input.dataset.typed; });
    showQuestions(event.target);
  });

  const showAll = (part) => part.querySelectorAll("[data-deal-form]").forEach(showQuestions);
  showAll(document);
  document.addEventListener("htmx:afterSettle", (event) => showAll(event.target));
})();
