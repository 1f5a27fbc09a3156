// Number pads: large keys under a number input, and the other side's share of a fixed total.
"use strict";
(() => {
  function write(input, text) {
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function start(pad) {
    if (pad.dataset.ready) return;
    pad.dataset.ready = "yes";
    const input = pad.querySelector("input");
    const other = pad.querySelector("[data-pad-other]");
    const touch = matchMedia("(pointer: coarse)").matches;
    // the first key after coming here starts afresh, as on a pocket calculator
    let fresh = true;

    for (const part of pad.querySelectorAll("[data-pad-buttons]")) part.hidden = false;
    if (touch) input.inputMode = "none";
    const sign = pad.querySelector("[data-pad-sign]");
    if (sign && input.min !== "" && Number(input.min) >= 0) sign.disabled = true;

    function share() {
      if (!other) return;
      const left = Number(pad.dataset.total) - Number(input.value);
      other.value = input.value === "" ? "–" : String(left).replace("-", "−");
      other.parentElement.hidden = false;
    }

    pad.addEventListener("click", (event) => {
      const key = event.target.closest("button");
      if (!key) return;
      const { padDigit, padSet } = key.dataset;
      if (padDigit !== undefined) {
        const before = fresh ? "" : input.value;
        write(input, String(Number(before + padDigit)));
      } else if (padSet !== undefined) write(input, padSet);
      else if ("padSign" in key.dataset) write(input, String(-Number(input.value)));
      else if ("padBack" in key.dataset) write(input, input.value.slice(0, -1).replace(/^-$/, ""));
      fresh = padSet !== undefined;
    });
    input.addEventListener("input", share);
    input.addEventListener("focus", () => { fresh = true; });
    share();
  }

  const startAll = (part) => part.querySelectorAll("[data-pad]").forEach(start);
  startAll(document);
  document.addEventListener("htmx:afterSwap", (event) => startAll(event.target));
})();
