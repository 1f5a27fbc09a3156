// While the season behind the demo is played, a line on top of the page says how far it is.
"use strict";
(() => {
  const { url, over } = document.currentScript.dataset;
  const EVERY_MS = 2000;
  const main = document.getElementById("main");
  const words = document.createElement("p");
  const bar = document.createElement("progress");
  const line = document.createElement("div");

  function show() {
    line.className = "notice info demo-season no-print";
    line.setAttribute("role", "status");
    bar.setAttribute("aria-hidden", "true"); // the sentence says it
    const column = document.createElement("div");
    column.className = "stack";
    column.append(words, bar);
    line.append(column);
    main.prepend(line);
  }

  async function ask() {
    const answer = await fetch(url, { headers: { Accept: "application/json" } });
    if (answer.status === 204) return showEnd();
    const progress = await answer.json();
    if (!line.isConnected) show();
    if (words.textContent !== progress.text) words.textContent = progress.text;
    bar.max = progress.total;
    bar.value = progress.done;
    askLater();
  }

  // a page that has shown nothing of it says nothing of its end
  function showEnd() {
    if (!line.isConnected) return;
    words.textContent = over;
    bar.remove();
  }

  const askLater = () => setTimeout(() => ask().catch(askLater), EVERY_MS);
  ask().catch(askLater);
})();
