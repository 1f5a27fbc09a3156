// The table's pages without a network: the last seen page of each table, and the files it is made of.
// Made by league/faces/table/opened_table.py for one release; nothing of another release is ever answered.
"use strict";
const RELEASE = "{{ release }}";
const STATIC = "{{ static_url }}";
const TABLES = "{{ scope }}";
const FILES = `tricktable-files-${RELEASE}`;
const PAGES = `tricktable-tables-${RELEASE}`;
const MOST_PAGES = {{ most_pages }};
const GONE = [404, 410];

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("tricktable-") && ![FILES, PAGES].includes(name));
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

// "/t/<link>/" of any address below it, else null
function tableOf(url) {
  if (url.origin !== location.origin || !url.pathname.startsWith(TABLES)) return null;
  const link = url.pathname.slice(TABLES.length).split("/")[0];
  return link && url.pathname.startsWith(`${TABLES}${link}/`) ? `${TABLES}${link}/` : null;
}

async function keep(table, answer) {
  await answer.clone().arrayBuffer(); // all of it is here before the one that is kept gives way
  const pages = await caches.open(PAGES);
  // put again, it is the newest: the oldest goes first
  await pages.delete(table);
  await pages.put(table, answer);
  const all = await pages.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST_PAGES)).map((one) => pages.delete(one)));
}

// a link that is closed, renewed or unknown takes its page with it
async function look(table, answer) {
  if (GONE.includes(answer.status)) await (await caches.open(PAGES)).delete(table);
}

async function ofTable(request, table, isPage) {
  let answer;
  try {
    answer = await fetch(request);
  } catch (error) {
    if (request.mode !== "navigate") throw error;
    const page = await (await caches.open(PAGES)).match(table);
    if (!page) throw error;
    return isPage ? page : Response.redirect(`${table}#no-network`, 303);
  }
  if (isPage && answer.ok && !answer.redirected && answer.type === "basic") await keep(table, answer.clone());
  else if (new URL(request.url).pathname === table || request.mode !== "navigate") await look(table, answer);
  return answer;
}

async function ofFiles(request) {
  const files = await caches.open(FILES);
  const known = await files.match(request.url);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok && answer.type === "basic") await files.put(request.url, answer.clone());
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const table = tableOf(url);
  if (table) {
    const isPage = request.method === "GET" && request.mode === "navigate" && url.pathname === table;
    event.respondWith(ofTable(request, table, isPage));
  } else if (request.method === "GET" && url.origin === location.origin && url.pathname.startsWith(STATIC)) {
    event.respondWith(ofFiles(request));
  }
});

// an open page asks to be kept with its files: it was there before this worker
self.addEventListener("message", (event) => {
  const { keep: path, files = [] } = event.data ?? {};
  if (!path || tableOf(new URL(path, location.origin)) !== path) return;
  event.waitUntil((async () => {
    const page = await fetch(path, { credentials: "same-origin", headers: { "{{ to_keep }}": "yes" } });
    if (page.ok && !page.redirected) await keep(path, page);
    else await look(path, page);
    const own = files.filter((file) => file.startsWith(`${location.origin}${STATIC}`));
    await Promise.all(own.map((file) => ofFiles(new Request(file)).catch(() => {})));
  })().catch(() => {}));
});
