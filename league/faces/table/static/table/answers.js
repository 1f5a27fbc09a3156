// What was answered in a form for a deal, in words: whoever asks (answers:read) is given, for each question,
// its name, its label and the answer.
"use strict";
(() => {
  const text = (node) => node.textContent.replace(/\s+/g, " ").trim();
  const numbers = (question) => [...question.querySelectorAll(".side-numbers input")];
  const isLaid = (question) => question.querySelector("[name=melds_by][value=laid]:checked") !== null;
  // without the sign that the answer may be left out
  const labelOf = (question) => question.querySelector("legend, .field > label")?.firstChild.textContent.trim() ?? "";

  function laidBy(hand) {
    const melds = [...hand.querySelectorAll(".laid-row")].flatMap((row) => {
      const times = row.querySelector("input:checked")?.value ?? "0";
      return times === "0" ? [] : [`${text(row.querySelector(".laid-name"))} × ${times}`];
    });
    return melds.length ? [`${text(hand.querySelector("summary"))}: ${melds.join(", ")}`] : [];
  }

  function answerTo(question) {
    if (isLaid(question)) return [...question.querySelectorAll("[data-laid-hand]")].flatMap(laidBy).join(" · ");
    const sides = numbers(question).filter((one) => one.value !== "");
    if (numbers(question).length) return sides.map((one) => `${text(one.closest("div").querySelector("label"))} ${one.value}`).join(" · ");
    const typed = question.querySelector("input[type=number]");
    if (typed) return typed.value;
    return [...question.querySelectorAll("input:checked")].map((one) => text(one.closest("label"))).join(", ");
  }

  document.addEventListener("answers:read", ({ target: form, detail }) => {
    for (const question of form.querySelectorAll("[data-question]:not([hidden])")) {
      const answer = answerTo(question);
      if (answer !== "") detail.answers.push({ name: question.dataset.question, label: labelOf(question), answer });
    }
  });
})();
