// A deal is played again, trick by trick or card by card: buttons, keys, the numbers of the tricks.
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
  const strip = document.querySelector(".trick-strip");
  const toTheDeal = strip.querySelector("[data-to-the-deal]");
  const links = [...strip.querySelectorAll("a:not([data-to-the-deal])")];
  const now = document.querySelector("[data-now]");
  const changed = replay.querySelector("[data-hand='held']") !== null;

  // -- the steps: the deal, the first lead where hands have changed by then, and every trick
  const steps = ["dealt", ...(changed ? ["held"] : []), ...tricks];
  const firstTrick = steps.length - tricks.length;
  let step = 0;
  let cards = 0; // how many players have played to the trick that is shown; all of them, by default

  const played = tricks.map((trick) =>
    [...trick.querySelectorAll("[data-cards-played]")].map((one) => [one.dataset.seat, one.dataset.cardsPlayed.split(" ")]));

  // the browser would open the list at a trick of the address, and leave the table
  for (const trick of tricks) trick.removeAttribute("id");
  const addressOf = (trick) => `trick-${trick.dataset.trick}`;

  const trickAt = () => (step >= firstTrick ? tricks[step - firstTrick] : null);
  const playersOf = (place) => played[place]?.length ?? 0;
  const isWhole = () => cards === playersOf(step - firstTrick);

  // `done` tricks are over; of the one after them `more` players have played
  function layHands(done, more = 0) {
    const kind = step === 0 ? "dealt" : "held";
    for (const seat of replay.querySelectorAll(".deal-seat")) {
      const gone = new Map();
      for (const [player, own] of [...played.slice(0, done).flat(), ...(played[done] ?? []).slice(0, more)]) {
        if (player !== seat.dataset.seat) continue;
        for (const card of own) gone.set(card, (gone.get(card) ?? 0) + 1);
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
    stage.replaceChildren(...(trick ? [laid(trick)] : []));
    const counted = trick && (isWhole() ? trick : tricks[step - firstTrick - 1]);
    tally.replaceChildren(...(counted ? part("so-far", counted).cloneNode(true).children : []));
  }

  // who has not played yet has a place without a card, and nobody has won
  function laid(trick) {
    const all = part("cards", trick).cloneNode(true);
    if (isWhole()) return all;
    [...all.children].forEach((one, place) => {
      one.classList.remove("is-won");
      one.querySelector(".tag.won")?.remove();
      one.classList.toggle("is-to-come", place >= cards);
    });
    return all;
  }

  function tell(trick) {
    const kind = steps[step];
    const name = trick ? part("name", trick).textContent : at.dataset[kind];
    const aloud = document.createElement("span");
    aloud.className = "visually-hidden";
    aloud.textContent = `${name}. `;
    at.textContent = name;
    const words = trick ? (isWhole() ? part("sentence", trick).textContent : lastPlayed(trick)) : says.dataset[kind];
    says.replaceChildren(aloud, words);
  }

  // the line on the curve stands at the last trick that is over
  function markCurve(done) {
    if (!now) return;
    const { left, step: width } = now.closest("[data-curve]").dataset;
    const across = Number(left) + done * Number(width);
    now.setAttribute("x1", across);
    now.setAttribute("x2", across);
  }

  function lastPlayed(trick) {
    const last = part("cards", trick).children[cards - 1];
    const names = [...last.querySelectorAll("[aria-label]")].map((card) => card.getAttribute("aria-label"));
    const sentence = cards === 1 ? says.dataset.leads : says.dataset.plays;
    return sentence.replace("{name}", last.querySelector(".who").textContent).replace("{cards}", names.join(", "));
  }

  // a step is the deal, the first lead or a trick; without `count` the trick is whole
  function show(next, count = null) {
    step = Math.max(0, Math.min(steps.length - 1, next));
    const trick = trickAt();
    const place = step - firstTrick;
    cards = trick ? count ?? playersOf(place) : 0;
    const done = trick ? place + (isWhole() ? 1 : 0) : 0;
    layHands(done, trick && !isWhole() ? cards : 0);
    layTrick(trick);
    tell(trick);
    markCurve(done);
    tricks.forEach((one, number) => {
      one.classList.toggle("is-shown", trick === one);
      markLink(links[number], trick === one);
    });
    markLink(toTheDeal, step === 0);
    for (const button of bar.querySelectorAll("[data-to]")) {
      const atEnd = step === steps.length - 1 && isWhole();
      const end = ["back", "cardBack"].includes(button.dataset.to) ? step === 0 : atEnd;
      // not `disabled`: whoever steps with the keyboard keeps the focus
      button.setAttribute("aria-disabled", String(end));
    }
    writeAddress();
  }

  function markLink(link, isHere) {
    if (isHere) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }

  function writeAddress() {
    const trick = trickAt();
    const card = trick && !isWhole() ? `-card-${cards}` : "";
    history.replaceState(null, "", trick ? `#${addressOf(trick)}${card}` : location.pathname + location.search);
  }

  function cardOn() {
    if (trickAt() && !isWhole()) show(step, cards + 1);
    else if (step + 1 >= firstTrick && step < steps.length - 1) show(step + 1, 1);
    else show(step + 1);
  }

  function cardBack() {
    if (trickAt() && cards > 1) show(step, cards - 1);
    else show(step - 1);
  }

  const moves = {
    first: () => show(0),
    back: () => show(step - 1),
    on: () => (trickAt() && !isWhole() ? show(step) : show(step + 1)),
    last: () => show(steps.length - 1),
    cardOn,
    cardBack,
  };

  bar.addEventListener("click", (event) => {
    const button = event.target.closest("[data-to]");
    if (button) moves[button.dataset.to]();
  });

  document.addEventListener("keydown", (event) => {
    const free = event.target === document.body || replay.contains(event.target) || event.target.id === "main";
    if (!free || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select")) return;
    const keys = event.shiftKey
      ? { ArrowLeft: "cardBack", ArrowRight: "cardOn" }
      : { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
    if (!keys[event.key]) return;
    event.preventDefault();
    moves[keys[event.key]]();
  });

  links.forEach((link, place) => link.addEventListener("click", (event) => {
    event.preventDefault();
    show(firstTrick + place);
    replay.scrollIntoView({ block: "start" });
  }));

  toTheDeal.addEventListener("click", (event) => {
    event.preventDefault();
    show(0);
  });

  // -- on paper the deal stands as dealt, with every trick below it
  addEventListener("beforeprint", () => {
    list.open = true;
    layHands(0);
    layTrick(null);
  });
  addEventListener("afterprint", () => show(step, trickAt() ? cards : null));

  function goToAddress() {
    const [name, card] = location.hash.split("-card-");
    const place = tricks.findIndex((trick) => `#${addressOf(trick)}` === name);
    if (place < 0) return false;
    show(firstTrick + place, Number(card) > 0 && Number(card) < playersOf(place) ? Number(card) : null);
    return true;
  }

  addEventListener("hashchange", goToAddress);
  bar.hidden = false;
  replay.classList.add("is-live");
  list.open = false;
  if (goToAddress()) replay.scrollIntoView({ block: "start" });
  else show(0);
})();
