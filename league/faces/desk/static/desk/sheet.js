// A paper sheet is typed like a spreadsheet: Enter and the arrows move, cells that are not asked step
// back, the last number of several that add up fills itself. Without this script the server does the rest.
"use strict";
(() => {
  const form = document.querySelector("[data-sheet]");
  if (!form) return;
  const hint = form.querySelector("[data-sheet-hint]");
  if (hint) hint.hidden = false;

  const inputsOf = (part) => [...part.querySelectorAll("input:not([type=hidden]), select")];
  const rows = [...form.querySelectorAll("[data-row]")];
  // a box that is not ticked says no
  function answers(row, name) {
    const inputs = inputsOf(row).filter((input) => input.dataset.field === name);
    const said = inputs.filter((input) => input.type !== "checkbox" || input.checked).map((input) => input.value);
    return said.length || inputs[0]?.type !== "checkbox" ? said : ["false"];
  }

  // -- what an answer makes superfluous is passed over, but stays readable and can be typed in
  function showAsked(row) {
    for (const cell of row.querySelectorAll("[data-when]")) {
      const asked = JSON.parse(cell.dataset.when).every(([name, values]) =>
        answers(row, name).some((answer) => values.includes(answer)));
      cell.classList.toggle("is-idle", !asked);
    }
  }

  // -- numbers that add up
  function fillOther(input) {
    const cell = input.closest("[data-total]");
    if (!cell || input.type !== "number") return;
    input.dataset.typed = input.value === "" ? "" : "yes";
    const stem = (one) => one.dataset.field.replace(/-\d+$/, "");
    const group = inputsOf(input.closest("[data-row]")).filter((one) => one.dataset.field && stem(one) === stem(input));
    const open = group.filter((one) => one.dataset.typed !== "yes" && (one.value === "" || one.dataset.filled));
    if (open.length !== 1 || group.length < 2) return;
    const rest = Number(cell.dataset.total) - group.filter((one) => one !== open[0]).reduce((sum, one) => sum + Number(one.value), 0);
    open[0].value = rest >= 0 ? String(rest) : "";
    open[0].dataset.filled = "yes";
  }

  form.addEventListener("input", (event) => {
    const row = event.target.closest("[data-row]");
    if (!row) return;
    delete event.target.dataset.filled;
    fillOther(event.target);
    showAsked(row);
  });
  // what was typed before this script was here counts too
  inputsOf(form).filter((input) => input.value !== input.defaultValue).forEach(fillOther);
  rows.forEach(showAsked);

  // -- moving
  const cells = () => inputsOf(form).filter((input) => input.type !== "checkbox" && !input.closest(".is-idle"));

  function move(input, step) {
    const all = cells();
    go(all[all.indexOf(input) + step]);
  }

  function moveRow(input, step) {
    const row = rows[rows.indexOf(input.closest("[data-row]")) + step];
    go(row && inputsOf(row).find((one) => one.dataset.field === input.dataset.field));
  }

  function go(input) {
    if (!input) return;
    input.focus();
    input.select?.();
  }

  form.addEventListener("keydown", (event) => {
    const input = event.target;
    if (event.isComposing || !input.matches("input, select")) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) form.querySelector("[data-sheet-next]")?.click();
      else move(input, event.shiftKey ? -1 : 1);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && input.type === "number") {
      event.preventDefault();
      moveRow(input, event.key === "ArrowDown" ? 1 : -1);
    }
  });

  // -- errors that came back are announced to those who do not see them
  document.addEventListener("htmx:afterSettle", markErrors);
  document.addEventListener("htmx:oobAfterSwap", markErrors);

  function markErrors() {
    for (const input of inputsOf(form)) {
      const error = document.getElementById(input.getAttribute("aria-describedby") || "");
      if (error?.textContent) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
  }

  markErrors();

  // -- nobody loses what they typed: where nothing can be kept (sheet-draft.js), leaving is asked about
  let isDirty = false;
  form.addEventListener("input", () => { isDirty = true; });
  form.addEventListener("submit", () => { isDirty = false; });
  addEventListener("beforeunload", (event) => { if (isDirty && !form.dataset.isKept) event.preventDefault(); });

  const wrong = form.querySelector("[aria-invalid]") ?? (rows.length ? cells()[0] : null);
  if (wrong) wrong.focus({ preventScroll: !wrong.matches("[aria-invalid]") });
})();
