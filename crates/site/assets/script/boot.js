// Starts the application, and registers the service worker.
start().then(keepForOffline);

async function start() {
  if (!document.getElementById("app")) return;
  try {
    // In parallel: the wasm, and the message catalogues of all languages.
    const wasm = fetch("PAGE_WASM");
    const sentences = Object.entries(WORDS).map(async ([language, address]) =>
      [language, await (await fetch(address)).text()]);
    const page = await import("PAGE_SCRIPT");
    globalThis.mohrehWords = Object.fromEntries(await Promise.all(sentences));
    await page.default({ module_or_path: wasm });
  } catch (error) {
    console.warn(error);
    mohrehFail();
  }
}

// Afterwards, so that what it fetches does not delay the page.
function keepForOffline() {
  if (!("serviceWorker" in navigator)) return;
  const waits = (registration) => {
    // A worker that is about to become active is no new version.
    const isNext = registration.waiting?.state === "installed" && registration.active;
    if (isNext && navigator.serviceWorker.controller) {
      globalThis.mohrehUpdate = () => registration.waiting?.postMessage("take over");
      dispatchEvent(new Event("mohreh-update"));
    }
  };
  let reloading = false;
  // The first service worker also claims a page that came from the network: no reload then.
  let first = !navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (first) {
      first = false;
    } else if (!reloading) {
      reloading = true;
      location.reload();
    }
  });
  navigator.serviceWorker.register("/sw.js").then((registration) => {
    waits(registration);
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", () => waits(registration));
    });
    navigator.serviceWorker.ready.then((ready) => {
      setTimeout(() => ready.active?.postMessage("keep the rest"), 4000);
    });
  }).catch(() => { /* Optional: without it the page only works online. */ });
}
