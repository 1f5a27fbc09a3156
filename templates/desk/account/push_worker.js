// Shows what is pushed to this phone, and opens its page when it is touched. It keeps nothing.
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  let message = {};
  try {
    message = event.data.json();
  } catch {
    return;
  }
  // the same tag twice is one notice
  const shown = { body: message.body, tag: message.tag, lang: message.lang, data: { url: message.url }, icon: "/favicon.ico" };
  event.waitUntil(self.registration.showNotification(message.title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  if (new URL(url, location.href).origin === location.origin) event.waitUntil(self.clients.openWindow(url));
});
