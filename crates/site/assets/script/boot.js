// Starts the page, and the worker that keeps it for times without a network.
const app = document.getElementById("app");
if (app) {
  try {
    // All at once: the page, and its sentences in every language.
    const wasm = fetch("PAGE_WASM");
    const sentences = Object.entries(WORDS).map(async ([language, address]) =>
      [language, await (await fetch(address)).text()]);
    const page = await import("PAGE_SCRIPT");
    globalThis.mohrehWords = Object.fromEntries(await Promise.all(sentences));
    await page.default({ module_or_path: wasm });
  } catch (error) {
    console.warn(error);
    app.remove();
    document.getElementById("without").hidden = false;
  }
}

if ("serviceWorker" in navigator) {
  const waits = (registration) => {
    if (registration.waiting && navigator.serviceWorker.controller) {
      globalThis.mohrehUpdate = () => registration.waiting?.postMessage("take over");
      dispatchEvent(new Event("mohreh-update"));
    }
  };
  let reloading = false;
  // The first worker takes over a page that it has not brought: nothing is new then.
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
  }).catch(() => { /* Without it the page needs the network, and works. */ });
}
