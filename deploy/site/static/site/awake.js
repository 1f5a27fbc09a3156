// Pages that stay on a screen all evening: a button for the whole screen, and a device that stays awake.
"use strict";
(() => {
  // -- the whole screen, which then stays awake
  const whole = document.querySelector("[data-fullscreen]");
  if (document.fullscreenEnabled) {
    whole.hidden = false;
    whole.addEventListener("click", () => {
      const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
      done.catch(() => {});
    });
    document.addEventListener("fullscreenchange", () => whole.setAttribute("aria-pressed", String(Boolean(document.fullscreenElement))));
  }

  // where it is not granted, the device sleeps as it is set to
  const stayAwake = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
})();
