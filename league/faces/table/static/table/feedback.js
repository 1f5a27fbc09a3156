// Vibration and sound, only where somebody switched them on for this phone: a tick for what was tapped,
// a longer one when a deal comes that waits for this side.
"use strict";
(() => {
  const KEY = "tricktable:feedback";
  const tools = document.querySelector("[data-feedback]");
  if (!tools) return;

  let chosen = new Set();
  try {
    chosen = new Set((localStorage.getItem(KEY) ?? "").split(" ").filter(Boolean));
  } catch {
    // storage is switched off: it lasts as long as the page
  }

  function store() {
    try {
      if (chosen.size) localStorage.setItem(KEY, [...chosen].join(" "));
      else localStorage.removeItem(KEY);
    } catch {
      // as above
    }
  }

  let audio = null;
  function sound(hertz, ms) {
    audio ??= new AudioContext();
    audio.resume();
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.08, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + ms / 1000);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + ms / 1000);
  }

  function say(pattern, hertz, ms) {
    if (chosen.has("vibration")) navigator.vibrate?.(pattern);
    if (chosen.has("sound")) sound(hertz, ms);
  }
  const tick = () => say(12, 660, 40);

  function show() {
    for (const button of tools.querySelectorAll("button")) button.setAttribute("aria-pressed", String(chosen.has(button.dataset.feedbackBy)));
  }

  tools.addEventListener("click", (event) => {
    const by = event.target.closest("button")?.dataset.feedbackBy;
    if (!by) return;
    if (!chosen.delete(by)) chosen.add(by);
    store();
    show();
    tick();
  });

  document.addEventListener("change", (event) => { if (event.target.matches("[data-deal-form] :is([type=radio], [type=checkbox])")) tick(); });
  document.addEventListener("click", (event) => { if (event.target.closest(".pad-key, [data-laid-seat]")) tick(); });

  const toConfirm = () => new Set([...document.querySelectorAll("#waiting [data-say='confirm/']")].map((form) => form.dataset.submissions));
  let known = toConfirm();
  document.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.target.id !== "waiting") return;
    const now = toConfirm();
    if ([...now].some((one) => !known.has(one))) say([60, 60, 60], 880, 240);
    known = now;
  });

  if (!navigator.vibrate) tools.querySelector("[data-feedback-by=vibration]").hidden = true;
  show();
})();
