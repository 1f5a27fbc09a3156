// The page "Tonight": typing narrows the list of players at once; without this file it is a search.
"use strict";
(() => {
  // an answer to a part of the page that has been replaced since, by a tick, says what was before it
  document.addEventListener("htmx:beforeRequest", ({ detail: { elt, requestConfig } }) => {
    const isOver = () => !elt.isConnected || (elt.id === "poll" && document.querySelector(".tick.htmx-request"));
    const leaveOut = (event) => { if (isOver()) event.preventDefault(); };
    if (requestConfig.verb === "get") elt.addEventListener("htmx:beforeOnLoad", leaveOut, { once: true });
  });

  const form = document.querySelector("[data-filter]");
  if (!form) return;
  const field = form.querySelector("input[type=search]");
  const list = document.getElementById(form.dataset.filter);
  const nobody = document.querySelector("[data-nobody]");
  form.querySelector("button").hidden = true;

  const SPELT_OUT = { ß: "ss", æ: "ae", œ: "oe", þ: "th", ø: "o", ł: "l", đ: "d", ð: "d", ı: "i" };
  const SMALL = "ぁぃぅぇぉっゃゅょゎ";
  const LARGE = "あいうえおつやゆよわ";

  // as the site folds names (`alike_key`): without accents, apostrophes and the two kinds of kana
  function folded(text) {
    return text
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[\u0300-\u036f\u3099\u309a'’‘.]/g, "")
      .replace(/[-‐–—]/g, " ")
      .replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
      .replace(/[ぁぃぅぇぉっゃゅょゎ]/g, (letter) => LARGE[SMALL.indexOf(letter)])
      .replace(/[ßæœþøłđðı]/g, (letter) => SPELT_OUT[letter]);
  }

  function narrow() {
    const words = folded(field.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of list.children) {
      row.hidden = !words.every((word) => row.dataset.sought.includes(word));
      if (!row.hidden) shown += 1;
    }
    if (nobody) nobody.hidden = shown > 0 || !words.length;
  }

  field.addEventListener("input", narrow);
  // Enter takes the only one who is left, and the next name can be typed; a name that nobody has goes
  // into the field for those who are not on the list
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const left = [...list.children].filter((row) => !row.hidden);
    if (left.length === 1) left[0].querySelector("a, button").click();
    const newcomer = left.length ? null : document.querySelector("input[name=guest]");
    if (newcomer) {
      newcomer.value = field.value.trim();
      field.value = "";
      narrow();
    }
    (newcomer ?? field).select();
  });
  document.addEventListener("htmx:afterSettle", narrow);
  narrow();
})();
