// Loaded before the first paint, so that a chosen theme never flashes the other one.
"use strict";
try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  for (const name of ["type", "contrast"]) {
    const chosen = localStorage.getItem(name);
    if (chosen) document.documentElement.dataset[name] = chosen;
  }
  const deck = localStorage.getItem("deck");
  if (deck) document.documentElement.dataset.deck = deck;
} catch {
  // storage is switched off: the device's own choice holds
}
