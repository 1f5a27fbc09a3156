// The form for a deal: asks only what follows from the answers, and fills the other side's number.
// Without this script the server does both when the form is sent.
"use strict";
(() => {
  // -- questions that hang on answers
  function answersTo(form, name) {
    const inputs = [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];
    const answers = inputs
      .filter((input) => !["radio", "checkbox"].includes(input.type) || input.checked)
      .map((input) => input.value);
    // a box that is not ticked is a no
    return answers.length || inputs[0]?.type !== "checkbox" ? answers : ["false"];
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

  // -- without a network: what the server would ask for; of limits the browser speaks
  function wrongNumbers(question, texts) {
    const inputs = [...question.querySelectorAll("input[type=number]")];
    const empty = inputs.filter((input) => input.value === "" && !input.validity.badInput);
    const isRest = empty.length === 1 && inputs.length > 1 && question.querySelector("[data-total]");
    const isLeftOut = empty.length === inputs.length && "optional" in question.dataset;
    if (empty.length && !isRest && !isLeftOut) {
      return [[empty[0], empty.length === inputs.length ? texts.textMissing : texts.textNumber]];
    }
    return inputs.map((input) => [input, input.validationMessage]).filter(([, text]) => text);
  }

  // what is wrong with one question: (input, words) pairs
  function wrongIn(form, question, texts) {
    if (question.querySelector("[name=melds_by][value=laid]:checked")) {
      const trump = form.querySelector("[name=trump]");
      return trump && !answersTo(form, "trump")[0] ? [[trump, texts.textTrump]] : [];
    }
    if (question.querySelector("input[type=number]")) return wrongNumbers(question, texts);
    const radios = [...question.querySelectorAll("input[type=radio]")];
    const isOpen = radios.length && !("optional" in question.dataset) && !radios.some((one) => one.checked);
    return isOpen ? [[radios[0], texts.textMissing]] : [];
  }

  function mark(input, text) {
    const field = input.closest(".field");
    if (!field || field.querySelector("[data-own-error]")) return;
    const list = document.createElement("ul");
    const item = document.createElement("li");
    list.className = "errorlist";
    list.dataset.ownError = "";
    item.textContent = text;
    list.append(item);
    field.classList.add("has-error");
    (field.querySelector(".helptext") ?? field.querySelector("legend, label")).after(list);
  }

  function unmark(part) {
    for (const list of part.querySelectorAll("[data-own-error]")) {
      list.closest(".field").classList.remove("has-error");
      list.remove();
    }
  }

  // whoever asks is given what is wrong, each beside its question
  document.addEventListener("questions:check", (event) => {
    const form = event.target;
    const texts = form.querySelector("[data-shown]")?.dataset;
    if (!texts) return;
    unmark(form);
    for (const question of form.querySelectorAll("[data-question]:not([hidden])")) {
      for (const [input, text] of wrongIn(form, question, texts)) {
        mark(input, text);
        event.detail.wrong.push(input);
      }
    }
  });

  document.addEventListener("input", (event) => {
    const form = event.target.closest("[data-deal-form]");
    if (!form) return;
    const question = event.target.closest("[data-question]");
    if (question) unmark(question);
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
