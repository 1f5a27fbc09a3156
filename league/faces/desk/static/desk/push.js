// Switches notices on for this phone: asks the browser, then tells the site where to push to.
"use strict";
(() => {
  const box = document.getElementById("push");
  if (!box) return;
  const [button, off, state] = ["[data-push-on]", "[data-push-none]", "[data-push-said]"].map((one) => box.querySelector(one));
  const say = (words) => { state.textContent = words; };
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) {
    off.hidden = false;
    return;
  }
  button.hidden = false;

  const bytesOf = (text) => {
    const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, (one) => one.charCodeAt(0));
  };

  async function subscribe() {
    if ((await Notification.requestPermission()) !== "granted") return say(box.dataset.refused);
    const worker = await navigator.serviceWorker.register(box.dataset.worker);
    const ready = await started(worker);
    const key = bytesOf(box.dataset.key);
    const made = await ready.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const answer = await fetch(box.dataset.add, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": box.querySelector("[name=csrfmiddlewaretoken]").value },
      body: JSON.stringify(made),
    });
    if (answer.ok) return location.reload();
    const { sentence } = await answer.json().catch(() => ({}));
    return say(sentence || box.dataset.failed);
  }

  // a worker that was just registered takes a moment
  async function started(worker) {
    const one = worker.installing || worker.waiting;
    if (!worker.active && one) {
      await new Promise((done) => one.addEventListener("statechange", () => one.state === "activated" && done()));
    }
    return worker;
  }

  button.addEventListener("click", () => {
    say("");
    subscribe().catch(() => say(box.dataset.failed));
  });
})();
