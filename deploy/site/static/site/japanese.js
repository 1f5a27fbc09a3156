// Loaded before the first paint of a page in Japanese. A device with a font for it draws with that and loads
// none. On another one its letters are empty, as wide as they will be, until the page's font has come: nothing
// moves then. Where that font does not come, what the device draws instead of letters is shown.
"use strict";
(() => {
  const BLANK = "{{ blank }}";
  const RANGES = "{{ ranges }}";
  const WAIT_MS = 10000;
  const root = document.documentElement;
  if (hasOwnFont()) {
    root.dataset.japanese = "own";
    return;
  }

  // from bytes, not from an address: it is there at once
  const bytes = Uint8Array.from(atob(BLANK), (one) => one.charCodeAt(0));
  const blank = new FontFace("Blank Japanese", bytes, { weight: "1 1000", unicodeRange: RANGES });
  document.fonts.add(blank);
  const giveUp = () => document.fonts.delete(blank);
  const isAwaited = ({ family }) => family.includes("Noto Sans JP");
  const hasCome = () => [...document.fonts].some((one) => isAwaited(one) && one.status === "loaded");
  addEventListener("error", giveUp, true);
  document.fonts.addEventListener("loadingerror", ({ fontfaces }) => { if (fontfaces.some(isAwaited)) giveUp(); });
  setTimeout(() => { if (!hasCome()) giveUp(); }, WAIT_MS);

  // letters that no font has are drawn alike: as wide as a character that does not exist
  function hasOwnFont() {
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.font = "100px sans-serif";
    const [none, ...letters] = ["\u2fe0", "あ", "国"].map((one) => canvas.measureText(one).width);
    return letters.every((width) => width !== none);
  }
})();
