// Clocks of rounds: what is left, counted by the server's time, whatever the device's clock says.
// <div data-clock="running" data-clock-ends="ms since 1970"> or <div data-clock="paused" data-clock-left="ms">
"use strict";
(() => {
  const SECOND = 1000;
  const MINUTE = 60 * SECOND;
  const ASK_AGAIN_MS = 10 * MINUTE;
  const RETRY_MS = 20 * SECOND;
  const SAMPLES = 3;
  const JUMP_MS = 2 * SECOND;
  const NEAR_MS = 5 * MINUTE;

  // the server's time is where performance.now() began plus what has passed since
  let began = Date.now() - performance.now();
  let bestTrip = Infinity;
  let asking = null;
  const now = () => began + performance.now();

  // -- the server's time: of some answers the quickest is the most exact
  async function ask(address) {
    clearTimeout(asking);
    bestTrip = Infinity;
    let pause = ASK_AGAIN_MS;
    try {
      for (let sample = 0; sample < SAMPLES; sample += 1) await askOnce(address);
    } catch {
      pause = RETRY_MS;
    }
    asking = setTimeout(ask, pause, address);
    tick();
  }

  async function askOnce(address) {
    const sent = performance.now();
    const answer = await fetch(address, { cache: "no-store" });
    const trip = performance.now() - sent;
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    const serverNow = (await answer.json()).now;
    if (trip >= bestTrip) return;
    bestTrip = trip;
    began = serverNow + trip / 2 - (sent + trip);
  }

  // -- what is shown
  const two = (number) => String(number).padStart(2, "0");

  function figures(left) {
    const seconds = Math.ceil(left / SECOND);
    const hours = Math.floor(seconds / 3600);
    const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    return hours ? `${hours}:${rest}` : rest.replace(/^0(?=\d:)/, "");
  }

  function inWords(clock, left) {
    if (left < MINUTE) return clock.dataset.textLast;
    return clock.dataset.textMinutes.replace("{n}", Math.round(left / MINUTE));
  }

  function leftOf(clock) {
    if (clock.dataset.clock !== "running") return Number(clock.dataset.clockLeft);
    return Math.max(0, Number(clock.dataset.clockEnds) - now());
  }

  function show(clock) {
    const left = leftOf(clock);
    const isUp = left === 0;
    const text = isUp ? clock.dataset.textOver : "calm" in clock.dataset ? inWords(clock, left) : figures(left);
    const shown = clock.querySelector("[data-clock-shown]");
    if (shown.textContent !== text) shown.textContent = text;
    clock.classList.toggle("is-near", !isUp && left <= NEAR_MS);
    clock.classList.toggle("is-up", isUp);
    const note = clock.querySelector("[data-clock-note]");
    if (note) note.hidden = false;
    return left;
  }

  // -- a word for those who do not see it, when it matters
  const voice = document.createElement("p");
  voice.className = "visually-hidden";
  voice.setAttribute("role", "status");
  document.body.append(voice);
  let before = null;

  function tell(clock, left) {
    const state = clock.dataset.clock;
    const passed = (mark) => before.state === "running" && before.left > mark && left <= mark;
    if (before && before.state !== state) voice.textContent = state === "running" ? clock.dataset.textRunning : clock.dataset.textPaused;
    else if (before && passed(0)) voice.textContent = clock.dataset.textUp;
    else if (before && passed(MINUTE)) voice.textContent = clock.dataset.textOne;
    else if (before && passed(NEAR_MS)) voice.textContent = clock.dataset.textFive;
    before = { state, left };
  }

  // -- once a second, when the figure changes
  let timer = null;
  let wall = Date.now() - performance.now();

  function tick() {
    clearTimeout(timer);
    const clocks = [...document.querySelectorAll("[data-clock]")];
    let pause = SECOND;
    for (const clock of clocks) {
      const left = show(clock);
      if (clock.dataset.clock === "running" && left) pause = Math.min(pause, left % SECOND || SECOND);
    }
    if (clocks.length) {
      tell(clocks[0], leftOf(clocks[0]));
      woken(clocks[0]);
    }
    timer = setTimeout(tick, pause + 5);
  }

  // a device that slept, or whose own clock was put right, asks again
  function woken(clock) {
    const apart = Date.now() - performance.now();
    if (asking !== null && Math.abs(apart - wall) < JUMP_MS) return;
    wall = apart;
    asking = 0;
    ask(clock.dataset.clockTime);
  }

  for (const name of ["live:swapped", "htmx:afterSettle"]) document.addEventListener(name, tick);
  addEventListener("online", () => { asking = null; tick(); });
  document.addEventListener("visibilitychange", () => document.hidden || tick());
  tick();
})();
