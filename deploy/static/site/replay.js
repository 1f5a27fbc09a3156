// A deal is played again, trick by trick: buttons, arrow keys, and the numbers of the tricks.
// Everything shown stands in the page already; without this script it is read as a list.
"use strict";
(() => {
  const replay = document.querySelector("[data-replay]");
  const tricks = [...document.querySelectorAll("[data-trick]")];
  const bar = replay?.querySelector("[data-bar]");
  if (!bar || !tricks.length) return;

  const part = (name, root = replay) => root.querySelector(`[data-${name}]`);
  const rest = part("rest");
  const stage = part("stage");
  const says = part("says");
  const at = part("at");
  const tally = part("tally");
  const list = document.querySelector("[data-all-tricks]");
  const links = [...document.querySelectorAll(".trick-strip a")];
  const changed = replay.querySelector("[data-hand='held']") !== null;

  // -- the steps: the deal, the first lead where hands have changed by then, and every trick
  const steps = ["dealt", ...(changed ? ["held"] : []), ...tricks];
  const firstTrick = steps.length - tricks.length;
  let step = 0;

  const played = tricks.map((trick) =>
    [...trick.querySelectorAll("[data-cards-played]")].map((one) => [one.dataset.seat, one.dataset.cardsPlayed.split(" ")]));

  function layHands(done) {
    const kind = step === 0 ? "dealt" : "held";
    for (const seat of replay.querySelectorAll(".deal-seat")) {
      const gone = new Map();
      for (const [player, cards] of played.slice(0, done).flat()) {
        if (player !== seat.dataset.seat) continue;
        for (const card of cards) gone.set(card, (gone.get(card) ?? 0) + 1);
      }
      for (const hand of seat.querySelectorAll("[data-hand]")) {
        hand.hidden = !hand.dataset.hand.split(" ").includes(kind);
        if (!hand.hidden) markGone(hand, gone, done);
      }
    }
  }

  function markGone(hand, gone, done) {
    for (const card of hand.querySelectorAll("[data-card]")) {
      const until = Number(card.dataset.until);
      card.hidden = Number(card.dataset.after) > done || (until > 0 && until <= done);
      const left = card.hidden ? 0 : gone.get(card.dataset.card) ?? 0;
      if (left) gone.set(card.dataset.card, left - 1);
      card.classList.toggle("is-gone", left > 0);
      if (left) card.setAttribute("aria-hidden", "true");
      else card.removeAttribute("aria-hidden");
    }
  }

  function layTrick(trick) {
    rest.hidden = Boolean(trick);
    stage.hidden = !trick;
    stage.replaceChildren(...(trick ? [part("cards", trick).cloneNode(true)] : []));
    tally.replaceChildren(...(trick ? part("so-far", trick).cloneNode(true).children : []));
  }

  function tell(trick) {
    const kind = steps[step];
    const name = trick ? part("name", trick).textContent : at.dataset[kind];
    const aloud = document.createElement("span");
    aloud.className = "visually-hidden";
    aloud.textContent = `${name}. `;
    at.textContent = name;
    says.replaceChildren(aloud, trick ? part("sentence", trick).textContent : says.dataset[kind]);
  }

  function show(next) {
    step = Math.max(0, Math.min(steps.length - 1, next));
    const trick = step >= firstTrick ? steps[step] : null;
    const done = trick ? step - firstTrick + 1 : 0;
    layHands(done);
    layTrick(trick);
    tell(trick);
    tricks.forEach((one, place) => {
      one.classList.toggle("is-shown", place === done - 1);
      if (place === done - 1) links[place]?.setAttribute("aria-current", "step");
      else links[place]?.removeAttribute("aria-current");
    });
    for (const button of bar.querySelectorAll("[data-to]")) {
      const end = ["first", "back"].includes(button.dataset.to) ? step === 0 : step === steps.length - 1;
      // not `disabled`: whoever steps with the keyboard keeps the focus
      button.setAttribute("aria-disabled", String(end));
    }
    history.replaceState(null, "", trick ? `#${trick.id}` : location.pathname + location.search);
  }

  const moves = { first: () => 0, back: () => step - 1, on: () => step + 1, last: () => steps.length - 1 };

  bar.addEventListener("click", (event) => {
    const move = moves[event.target.closest("[data-to]")?.dataset.to];
    if (move) show(move());
  });

  document.addEventListener("keydown", (event) => {
    const keys = { ArrowLeft: "back", ArrowRight: "on" };
    const free = event.target === document.body || replay.contains(event.target) || event.target.id === "main";
    if (!keys[event.key] || !free || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(moves[keys[event.key]]());
  });

  links.forEach((link, place) => link.addEventListener("click", (event) => {
    event.preventDefault();
    show(firstTrick + place);
    replay.scrollIntoView({ block: "start" });
  }));

  // -- on paper the deal stands as dealt, with every trick below it
  addEventListener("beforeprint", () => {
    list.open = true;
    layHands(0);
    layTrick(null);
  });
  addEventListener("afterprint", () => show(step));

  function goToAddress() {
    const place = tricks.findIndex((trick) => `#${trick.id}` === location.hash);
    if (place < 0) return false;
    show(firstTrick + place);
    return true;
  }

  addEventListener("hashchange", goToAddress);
  bar.hidden = false;
  replay.classList.add("is-live");
  list.open = false;
  if (goToAddress()) replay.scrollIntoView({ block: "start" });
  else show(0);
})();
