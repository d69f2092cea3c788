// Service worker: caches the files of exactly one version for offline use.
const VERSION = "VERSION";
// Precached on install, those of the other language excepted.
const NOW = ["NOW"];
// Cached in the background, as soon as the first list is.
const LATER = ["LATER"];
// First path segments, after the language, that the application renders itself.
const DRAWN = ["DRAWN"];
const LANGUAGES = /^\/(fa|en)(?=\/|$)/;

addEventListener("install", (event) => {
  // Assets have a content hash in their name, so the HTTP cache may serve them.
  const get = (path) => new Request(path, { cache: path.startsWith("/assets/") ? "default" : "reload" });
  event.waitUntil((async () => {
    const [cache, other] = [await caches.open(VERSION), await ofOtherLanguage()];
    await cache.addAll(NOW.filter((path) => !other(path)).map(get));
  })());
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
    await clients.claim();
  })());
  // Not awaited: requests of the page wait for the activation.
  keepRest();
});

/** Tells which files the open page does not need, because of their language. */
async function ofOtherLanguage() {
  const [client] = await clients.matchAll({ includeUncontrolled: true, type: "window" });
  const language = client && LANGUAGES.exec(new URL(client.url).pathname)?.[1];
  return (path) => {
    const of = LANGUAGES.exec(path) || /\/words-(fa|en)/.exec(path);
    return Boolean(language && of && of[1] !== language);
  };
}

/** Caches the rest, the language of the open page first. */
async function keepRest() {
  const [cache, other] = [await caches.open(VERSION), await ofOtherLanguage()];
  for (const path of [...NOW, ...LATER].sort((a, b) => other(a) - other(b))) {
    if (!(await cache.match(path))) await cache.add(path).catch(() => {});
  }
}

addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
  // What an interrupted visit has left.
  if (event.data === "keep the rest") event.waitUntil(keepRest());
});

async function page(url) {
  const cache = await caches.open(VERSION);
  const path = url.pathname.replace(/\/+$/, "");
  // A path without a language redirects to the preferred one.
  if (path === "" || DRAWN.includes(path.split("/")[1])) {
    const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === "fa" || tag === "en");
    return Response.redirect(`/${language || "en"}${path || "/"}`, 302);
  }
  const language = LANGUAGES.exec(path)?.[1] || "en";
  // Routes of the application, with at most one segment below, are served by their shell.
  const [, , first, , more] = path.split("/");
  const drawn = DRAWN.includes(first) && more === undefined;
  // There is a shell of tables and one of all others; until they are cached, that of home does.
  const shell = `/${language}/${first === "table" ? first : "new"}/app.html`;
  const found = drawn ? (await cache.match(shell)) || (await cache.match(`/${language}/`)) : await cache.match(`${path}/`);
  if (found) return found;
  return fetch(url).catch(() => cache.match(`/${language}/404.html`));
}

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  // API responses are never cached.
  if (url.pathname.startsWith("/api/")) return;
  if (event.request.mode === "navigate") event.respondWith(page(url));
  else event.respondWith(caches.open(VERSION).then(async (cache) => (await cache.match(url.pathname)) || fetch(event.request)));
});
