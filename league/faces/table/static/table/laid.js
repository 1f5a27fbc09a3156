// Melds by what was laid down: a name is tapped on the picture of the table, then the player's melds.
// Once trumps are named they are tapped; whoever would rather type the numbers says so once.
"use strict";
(() => {
  const KEY = "tricktable:melds";
  const stored = () => { try { return localStorage.getItem(KEY); } catch { return null; } };
  const store = (value) => { try { localStorage.setItem(KEY, value); } catch { /* lasts as long as the page */ } };

  const ways = (question) => [...question.querySelectorAll("[name=melds_by]")];
  const handOf = (question, seat) => question.querySelector(`[data-laid-hand="${seat}"]`);

  function choose(question, seat) {
    for (const hand of question.querySelectorAll("[data-laid-hand]")) hand.open = hand.dataset.laidHand === seat;
    mark(question);
  }

  // who is chosen, and how many melds each has laid
  function mark(question) {
    for (const button of question.querySelectorAll("[data-laid-seat]")) {
      const hand = handOf(question, button.dataset.laidSeat);
      button.setAttribute("aria-pressed", String(hand.open));
      const laid = [...hand.querySelectorAll("input:checked")].reduce((sum, input) => sum + Number(input.value), 0);
      if (laid) button.dataset.laid = laid;
      else delete button.dataset.laid;
    }
  }

  // nothing entered yet: as this phone did last, and first with the hand of who has the bid
  document.addEventListener("step:begin", (event) => {
    const question = event.target;
    if (!ways(question).length) return;
    mark(question);
    const form = question.closest("form");
    const isEntered = [...question.querySelectorAll("input")].some((input) =>
      input.name !== "melds_by" && (input.type === "radio" ? input.checked && input.value !== "0" : input.value !== ""));
    if (isEntered) return;
    const way = stored() ?? (form.querySelector("[name=trump]:checked") ? "laid" : "number");
    for (const one of ways(question)) one.checked = one.value === way;
    const declarer = form.querySelector("[name=declarer]:checked");
    if (declarer) choose(question, declarer.value);
    question.querySelector("[data-pad]")?.dispatchEvent(new CustomEvent("pad:begin"));
  });

  document.addEventListener("click", (event) => {
    const seat = event.target.closest("[data-laid-seat]");
    if (seat) choose(seat.closest("[data-question]"), seat.dataset.laidSeat);
  });

  document.addEventListener("change", (event) => {
    const question = event.target.closest("[data-question]");
    if (!question || !ways(question).length) return;
    if (event.target.name === "melds_by") store(event.target.value);
    mark(question);
  });
  document.addEventListener("toggle", (event) => {
    const question = event.target.closest?.("[data-laid-hand]") && event.target.closest("[data-question]");
    if (question) mark(question);
  }, true);

  const markAll = () => document.querySelectorAll("[data-question]").forEach(mark);
  markAll();
  document.addEventListener("htmx:afterSettle", markAll);
  document.addEventListener("questions:renew", markAll);
})();
