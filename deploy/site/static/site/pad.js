// Number pads: large keys under one number input or several, and the other side's share of a total.
"use strict";
(() => {
  const DONE_AFTER_MS = 180; // to see what was tapped

  function write(input, text) {
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function start(pad) {
    if (pad.dataset.ready) return;
    pad.dataset.ready = "yes";
    const inputs = [...pad.querySelectorAll("input")];
    const other = pad.querySelector("[data-pad-other]");
    const touch = matchMedia("(pointer: coarse)").matches;
    let input = inputs[0];
    // the first key after coming here starts afresh, as on a pocket calculator
    let fresh = true;

    const sign = pad.querySelector("[data-pad-sign]");
    if (sign && input.min !== "" && Number(input.min) >= 0) sign.disabled = true;

    function choose(one) {
      input = one;
      fresh = true;
      if (inputs.length > 1) inputs.forEach((each) => each.classList.toggle("pad-at", each === one));
      press();
    }

    function press() {
      for (const key of pad.querySelectorAll("[data-pad-set]")) {
        key.setAttribute("aria-pressed", String(input.value !== "" && key.dataset.padSet === input.value));
      }
    }

    // no further digit makes a number that the input takes
    const isWhole = () => input.max !== "" && input.validity.valid && Number(input.value) * 10 > Number(input.max);

    function share() {
      if (!other) return;
      const left = Number(pad.dataset.total) - Number(input.value);
      other.value = input.value === "" ? "–" : String(left).replace("-", "−");
      other.parentElement.hidden = false;
    }

    // the next input that is still empty; else whoever listens goes on to the next question
    function goOn() {
      const open = inputs.slice(inputs.indexOf(input) + 1).find((one) => one.value === "");
      if (open) choose(open);
      else pad.dispatchEvent(new CustomEvent("pad:done", { bubbles: true }));
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
      if (padSet !== undefined || (padDigit !== undefined && isWhole())) doneSoon();
    });

    // one tap is enough; whoever taps again within the moment has not finished
    let timer = 0;
    function doneSoon() {
      const { value } = input;
      clearTimeout(timer);
      timer = setTimeout(() => { if (input.value === value && pad.offsetParent) goOn(); }, DONE_AFTER_MS);
    }

    // without the keys a phone brings its own
    const ownModes = inputs.map((one) => one.inputMode);
    function use(isUsed) {
      for (const part of pad.querySelectorAll("[data-pad-buttons]")) part.hidden = !isUsed;
      inputs.forEach((one, place) => { one.inputMode = isUsed && touch ? "none" : ownModes[place]; });
    }

    for (const one of inputs) {
      one.addEventListener("input", share);
      one.addEventListener("input", press);
      one.addEventListener("focus", () => choose(one));
    }
    pad.addEventListener("pad:use", (event) => use(event.detail));
    pad.addEventListener("pad:next", goOn);
    pad.addEventListener("pad:begin", () => choose(inputs.find((one) => one.value === "") ?? inputs[0]));
    use(true);
    choose(input);
    share();
  }

  const startAll = (part) => part.querySelectorAll("[data-pad]").forEach(start);
  startAll(document);
  document.addEventListener("htmx:afterSwap", (event) => startAll(event.target));
})();
