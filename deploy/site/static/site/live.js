// Live regions: what the server sends replaces their content; when the stream fails they poll.
// <section data-live="/live/..." data-live-poll="/part/" [data-live-event] [data-live-version] [data-live-every]>
"use strict";
(() => {
  const POLL_S = 15;
  const RETRY_MS = 60000;
  const FAILURES = 2;
  const MOVE_MS = 700;

  const typing = (region) => {
    const at = document.activeElement;
    return region.contains(at) && at.matches("input, select, textarea");
  };

  // what is pressed stays until it is let go: a link that is replaced meanwhile would not be followed
  let pressed = null;
  document.addEventListener("pointerdown", (event) => (pressed = event.button === 0 ? event.target : null), true);
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => setTimeout(letGo), true);
  }

  function letGo() {
    pressed = null;
    for (const region of document.querySelectorAll("[data-live-held]")) release(region);
  }

  const inHand = (region) => typing(region) || region.contains(pressed);

  function release(region) {
    if (inHand(region)) return;
    delete region.dataset.liveHeld;
    swap(region, region.heldHtml);
  }

  // -- one region
  function swap(region, html) {
    if (inHand(region)) {
      region.dataset.liveHeld = "yes";
      region.heldHtml = html;
      return;
    }
    const before = new Map(keyed(region));
    const stood = standing(region);
    const open = [...region.querySelectorAll("details[open]")].map((one) => one.closest("[data-key]")?.dataset.key);
    const own = ownHand(region);
    const giveBackFocus = focusIn(region);
    region.innerHTML = html;
    for (const [key, text, row] of keyed(region)) {
      if (before.size && before.get(key) !== text) row.classList.add("is-changed");
      slide(row, stood.get(key));
      const details = open.includes(key) && row.querySelector("details");
      if (details) details.open = true;
    }
    for (const putBack of own) putBack(region);
    giveBackFocus();
    window.htmx?.process(region);
    region.dispatchEvent(new CustomEvent("live:swapped", { bubbles: true }));
    say("updated");
  }

  // where each row stands, and as the how manyth among its neighbours
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  function standing(region) {
    if (still.matches || document.hidden) return new Map();
    return new Map(keyed(region).map(([key, , row]) => [key, { at: row.getBoundingClientRect(), number: number(row) }]));
  }

  const number = (row) => [...row.parentElement.children].filter((one) => one.dataset.key).indexOf(row);

  // a row that has another place among its neighbours moves there from where it stood
  function slide(row, stood) {
    if (!stood || number(row) === stood.number) return;
    const now = row.getBoundingClientRect();
    if (Math.abs(now.left - stood.at.left) > 1) return;
    const from = { transform: `translateY(${stood.at.top - now.top}px)` };
    row.animate([from, { transform: "none" }], { duration: MOVE_MS, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" });
  }

  // the same place has the focus again, else its row, else the part of the page: the keyboard is never at its top
  const PLACES = "a[href], button, summary, [tabindex]";
  const sameAs = (place) => [place.tagName, place.getAttribute("href"), place.closest("form")?.getAttribute("action"), place.value, place.closest("details")?.id].join();

  function focusIn(region) {
    const at = document.activeElement;
    if (!region.contains(at)) return () => {};
    const key = at.closest("[data-key]")?.dataset.key;
    const { id } = at;
    const what = sameAs(at);
    return () => {
      const row = key && keyed(region).find(([one]) => one === key)?.[2];
      const same = (id && document.getElementById(id)) || [...(row || region).querySelectorAll(PLACES)].find((one) => sameAs(one) === what);
      const next = same || row?.querySelector("a, summary") || region;
      if (next === region) region.tabIndex = -1;
      next.focus({ preventScroll: true });
    };
  }

  // what somebody unfolded or typed here stays theirs, whatever the server sends
  function ownHand(region) {
    const same = (now, id) => now.querySelector(`#${CSS.escape(id)}`);
    const folds = [...region.querySelectorAll("details[id]")].map(({ id, open }) => (now) => {
      const fold = same(now, id);
      if (fold) fold.open = open;
    });
    const typed = [...region.querySelectorAll("input[id], textarea[id]")]
      .filter((field) => field.value !== field.defaultValue)
      .map(({ id, value }) => (now) => {
        const field = same(now, id);
        if (field) field.value = value;
      });
    // a form that was refused says what is wrong with it until it is sent again
    const refused = [...region.querySelectorAll("form:has([data-error-summary])")].map((form) => (now) => {
      const action = form.getAttribute("action");
      [...now.querySelectorAll("form")].find((one) => one.getAttribute("action") === action)?.replaceWith(form);
    });
    return [...folds, ...typed, ...refused];
  }

  const keyed = (region) =>
    [...region.querySelectorAll("[data-key]")].map((row) => [row.dataset.key, row.textContent.replace(/\s+/g, " "), row]);

  document.addEventListener("focusout", (event) => {
    const region = event.target.closest?.("[data-live-held]");
    if (region) setTimeout(() => release(region));
  });

  async function fetchPart(region) {
    const address = region.dataset.livePoll;
    if (!address) return;
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, cache: "no-cache" });
    // who is asked to sign in is led to another page
    if (!answer.ok || answer.redirected) throw new Error(`${address}: ${answer.status}`);
    const html = await answer.text();
    if (html !== region.lastHtml) swap(region, html);
    else say("updated");
    region.lastHtml = html;
  }

  // -- one stream for all regions that name it
  class Stream {
    constructor(address) {
      this.address = address;
      this.regions = [];
      this.version = 0;
      this.failures = 0;
      this.source = null;
      this.timer = null;
      this.retry = null;
    }

    add(region) {
      this.regions.push(region);
      this.version = Math.max(this.version, Number(region.dataset.liveVersion) || 0);
    }

    open() {
      if (!window.EventSource) return this.poll();
      const address = new URL(this.address, location.href);
      if (this.version) address.searchParams.set("after", this.version);
      this.source = new EventSource(address);
      this.source.onopen = () => {
        this.failures = 0;
        clearTimeout(this.timer);
        say("live");
      };
      this.source.onerror = () => this.failed();
      // too many pages are open behind this address: this one asks instead
      this.source.addEventListener("full", (event) => {
        say("asking");
        this.instead(Number(event.data));
      });
      const names = new Set(this.regions.map((region) => region.dataset.liveEvent || "message"));
      for (const name of names) this.source.addEventListener(name, (event) => this.arrived(name, event));
    }

    arrived(name, event) {
      if (event.lastEventId) this.version = event.lastEventId;
      for (const region of this.regions) {
        if ((region.dataset.liveEvent || "message") !== name) continue;
        if (event.data === "" || event.data.startsWith("{")) fetchPart(region).then(() => say("live"), () => say("cut"));
        else swap(region, event.data);
      }
      say("live");
    }

    // the browser reconnects by itself unless it has closed the stream for good
    failed() {
      this.failures += 1;
      say("cut");
      if (this.failures < FAILURES && this.source.readyState !== EventSource.CLOSED) return;
      this.instead();
    }

    // asks for a while, every so many seconds, and then tries to follow again
    instead(seconds) {
      this.source.close();
      this.failures = 0;
      this.every = seconds;
      this.poll();
      this.retry = setTimeout(() => {
        clearTimeout(this.timer);
        this.open();
      }, RETRY_MS);
    }

    poll() {
      clearTimeout(this.timer);
      const every = this.every || Number(this.regions[0].dataset.liveEvery) || POLL_S;
      const again = () => { this.timer = setTimeout(() => this.poll(), every * 1000); };
      if (document.hidden) return again();
      Promise.all(this.regions.map(fetchPart)).catch(() => say("cut")).finally(again);
    }

    close() {
      this.source?.close();
      clearTimeout(this.timer);
      clearTimeout(this.retry);
    }
  }

  // the time in the club's zone, written as the server writes times: 7:20 p.m., 19:20
  function clock({ zone, hours }) {
    const form = { hour: "numeric", minute: "2-digit", timeZone: zone };
    if (hours === "24") Object.assign(form, { hour: "2-digit", hourCycle: "h23" });
    const time = new Date().toLocaleTimeString(document.documentElement.lang, form);
    return time.replace(/(?::00)?\s(a|p)m$/i, (_all, half) => ` ${half.toLowerCase()}.m.`);
  }

  // -- the sign beside it: live, or when it was last right
  function say(news) {
    // what was on its way when the network went does not say that it is back
    const state = navigator.onLine ? news : "cut";
    for (const sign of document.querySelectorAll("[data-live-status]")) {
      if (state === "live") sign.streaming = true;
      if (state === "cut" || state === "asking") sign.streaming = false;
      sign.classList.toggle("is-live", Boolean(sign.streaming));
      sign.classList.toggle("is-cut", state === "cut");
      const text = sign.querySelector("[data-live-text]");
      if (state === "cut") text.textContent = sign.dataset.textCut;
      else if (state === "updated") sign.dataset.updated = `${sign.dataset.textUpdated} ${clock(sign.dataset)}`;
      if (state !== "cut") {
        const parts = [sign.streaming && sign.dataset.textLive, sign.dataset.updated];
        text.textContent = parts.filter(Boolean).join(" · ") || text.textContent;
      }
    }
  }

  const streams = new Map();
  for (const region of document.querySelectorAll("[data-live]")) {
    const address = region.dataset.live;
    if (!streams.has(address)) streams.set(address, new Stream(address));
    streams.get(address).add(region);
  }
  for (const stream of streams.values()) stream.open();

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    for (const stream of streams.values()) if (stream.source?.readyState !== 1) stream.poll();
  });
  // a stream that the network was taken from may look open for minutes: it is opened again
  addEventListener("offline", () => streams.size && say("cut"));
  addEventListener("online", () => {
    for (const stream of streams.values()) {
      stream.close();
      stream.open();
    }
  });
  addEventListener("pagehide", () => streams.forEach((stream) => stream.close()));
  addEventListener("pageshow", (event) => event.persisted && streams.forEach((stream) => stream.open()));
})();
