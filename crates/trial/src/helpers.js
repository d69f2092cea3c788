// Helpers of the browser tests, injected into every document before the page's own scripts.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const spots = (selector) => all(selector).map((element) => element.dataset.spot);
  const text = (element) => element.textContent.replace(/\s+/g, " ").trim();
  const visible = (element) => element.getClientRects().length > 0;

  // Report CSP violations as console errors, which fail the test.
  addEventListener("securitypolicyviolation", (event) => {
    console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`);
  });

  const trial = {
    /** Polls until the answer is truthy, with a backoff from 5 ms to 50 ms; null after `most` ms. */
    until(answer, most) {
      const begun = performance.now();
      let pause = 5;
      return new Promise((resolve) => {
        const ask = () => {
          let got = null;
          try { got = answer(); } catch { /* Not there yet. */ }
          if (got) resolve(got);
          else if (performance.now() - begun > most) resolve(null);
          else setTimeout(ask, pause = Math.min(50, pause * 1.5));
        };
        ask();
      });
    },

    /** Remembers the files of a list in `sw.js`, for `isCached`. */
    async expectCached(list) {
      const script = await (await fetch("/sw.js")).text();
      trial.expected = JSON.parse(new RegExp(`const ${list} = (\\[[^\\]]*\\])`).exec(script)[1]);
      trial.missing = null;
    },

    /** Whether the service worker controls the page, and had cached all expected files when they were last looked for. */
    isCached() {
      const { expected } = trial;
      Promise.all(expected.map((name) => caches.match(name))).then((found) => {
        trial.missing = expected.filter((_, n) => !found[n]);
      });
      return Boolean(navigator.serviceWorker.controller) && trial.missing?.length === 0;
    },

    /** State of the table: what is shown, and the game in localStorage. */
    table() {
      const prompt = document.querySelector(".table .prompt");
      if (!prompt) return null;
      const id = location.pathname.split("/").pop();
      return {
        lit: spots(".table .lit[data-spot]"),
        picked: spots(".table .picked[data-spot]"),
        prompt: text(prompt),
        asked: prompt.classList.contains("asked"),
        over: prompt.classList.contains("over"),
        thinking: !!document.querySelector(".thinking"),
        notices: all(".notice").map(text),
        focus: document.activeElement?.dataset?.spot ?? null,
        lost: !document.activeElement || document.activeElement === document.body,
        stored: localStorage.getItem(`mohreh/game/${id}`) ?? "",
      };
    },

    /** Fingerprint of the state; changes with every effective touch. */
    fingerprint(table = trial.table()) {
      return table && JSON.stringify([table.picked, table.stored, table.over]);
    },

    /** The table state if it differs from the fingerprint and a person is to move or the game is over, else null. */
    ready(fingerprint) {
      const table = trial.table();
      if (!table || trial.fingerprint(table) === fingerprint) return null;
      return table.over || (table.asked && !table.thinking && table.lit.length) ? table : null;
    },

    /** Starts to sum up layout shifts, those right after input included. */
    watchShifts() {
      trial.shifts = { sum: 0, by: {} };
      const name = ({ node, previousRect: from, currentRect: to }) => {
        const element = node?.nodeType === 1 ? node : node?.parentElement;
        return `${element?.getAttribute("class") ?? element?.tagName} by ${to.y - from.y} px`;
      };
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
        trial.shifts.sum += entry.value;
        const what = entry.sources.map(name).join(", ");
        trial.shifts.by[what] = (trial.shifts.by[what] ?? 0) + entry.value;
      })).observe({ type: "layout-shift", buffered: false });
    },

    /** Plays on by clicks of script on random lit spots, until the game is over or `most` ms have passed. */
    async playOn(most) {
      const begun = performance.now();
      // Park–Miller, so that a run can be repeated.
      const chance = () => (trial.seed = ((trial.seed ?? 1) * 48271) % 2147483647) / 2147483647;
      let table = await trial.until(() => trial.ready(""), most);
      while (table && !table.over && !table.notices.length && performance.now() - begun < most) {
        const before = trial.fingerprint();
        // What is lit now: the computer may have moved since the table was read.
        const lit = all(".table .lit[data-spot]");
        const spot = lit[Math.floor(chance() * lit.length)];
        spot?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
        // A click that came too early, or was refused, is followed by another one.
        table = await trial.until(() => trial.ready(before), 500) ?? await trial.until(() => trial.ready(""), most);
      }
      return table;
    },

    /** The words of the page in order, each with its width and place, in multiples of its font size. */
    words() {
      const words = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!visible(parent) || parent.closest("svg, script, noscript, option")) continue;
        const size = parseFloat(getComputedStyle(parent).fontSize);
        for (const match of node.data.matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(node, match.index);
          range.setEnd(node, match.index + match[0].length);
          const boxes = [...range.getClientRects()];
          const width = boxes.reduce((sum, box) => sum + box.width, 0);
          // A plain object: a rectangle of the browser has no properties of its own.
          const [{ left, top, right, bottom } = {}] = boxes;
          words.push([match[0], width / size, boxes.length === 1 ? { left, top, right, bottom } : null]);
        }
      }
      return words;
    },

    /** Hit testing: scrolls to an element and returns its centre, or why it cannot be hit there. */
    hitPoint(selector) {
      const element = document.querySelector(selector);
      if (!element) return { wrong: "there is none" };
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = element.getBoundingClientRect();
      if (!box.width || !box.height) return { wrong: "it has no size" };
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const hit = document.elementFromPoint(x, y);
      if (!hit) return { wrong: `nothing is at ${x},${y} of ${innerWidth}x${innerHeight}` };
      if (hit !== element && !element.contains(hit)) {
        return { wrong: `it is covered by <${hit.tagName} class="${hit.getAttribute("class")}">` };
      }
      return { x, y };
    },

    /** Centre of an element, without scrolling. */
    centre(selector) {
      const box = document.querySelector(selector).getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    },

    /** Centres of the board's spots. */
    spotCentres() {
      return Object.fromEntries(all(".board .spot").map((spot) => {
        const box = spot.getBoundingClientRect();
        return [spot.dataset.spot, [box.x + box.width / 2, box.y + box.height / 2]];
      }));
    },

    /** Elements that cause horizontal overflow. */
    overflow() {
      const root = document.documentElement;
      if (root.scrollWidth <= root.clientWidth) return [];
      // Ancestors stretch with the culprit; report only the innermost elements whose min-content is too wide.
      const least = (element) => {
        const before = element.style.inlineSize;
        element.style.inlineSize = "min-content";
        const { width } = element.getBoundingClientRect();
        element.style.inlineSize = before;
        return width;
      };
      const stiff = all("body *:not(svg *)").filter((e) => visible(e) && least(e) > root.clientWidth - 48);
      const inner = stiff.filter((e) => !stiff.some((other) => other !== e && e.contains(other)));
      const name = (e) => `<${e.tagName.toLowerCase()} class="${e.getAttribute("class") ?? ""}"> ${text(e).slice(0, 40)}`;
      return [`${root.scrollWidth} > ${root.clientWidth}`, ...inner.slice(0, 4).map(name)];
    },

    /** Fraction of an element inside the viewport, 0 to 1. */
    visibleFraction(selector) {
      const box = document.querySelector(selector).getBoundingClientRect();
      const length = (from, to, most) => Math.max(0, Math.min(to, most) - Math.max(from, 0));
      const area = length(box.left, box.right, innerWidth) * length(box.top, box.bottom, innerHeight);
      return Math.round(100 * area / (box.width * box.height)) / 100;
    },

    /** Hit areas with their smaller dimension in CSS pixels, smallest first. */
    targets(selector) {
      const size = (element) => {
        const box = element.getBoundingClientRect();
        const name = element.dataset.spot ?? (element.getAttribute("aria-label") || text(element));
        return { name, kind: element.getAttribute("class") ?? "", size: Math.min(box.width, box.height) };
      };
      return all(selector).filter(visible).map(size).sort((a, b) => a.size - b.size);
    },

    /** The three lowest WCAG contrast ratios of visible text, and the relative luminance of the background. */
    contrasts() {
      const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      const known = new Map();
      const rgba = (colour) => {
        if (!known.has(colour)) {
          pen.clearRect(0, 0, 1, 1);
          pen.fillStyle = colour;
          pen.fillRect(0, 0, 1, 1);
          known.set(colour, [...pen.getImageData(0, 0, 1, 1).data]);
        }
        return known.get(colour);
      };
      const luminance = ([r, g, b]) => {
        const part = (v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
      };
      const over = (top, under) => {
        const a = top[3] / 255;
        return [0, 1, 2].map((n) => top[n] * a + under[n] * (1 - a));
      };
      const backgroundOf = (element) => {
        if (!element) return [255, 255, 255];
        const style = getComputedStyle(element);
        if (style.backgroundImage !== "none") return null;
        const own = rgba(style.backgroundColor);
        if (own[3] === 255) return own;
        const under = backgroundOf(element.parentElement);
        return under && over(own, under);
      };
      const texts = [];
      for (const element of all("body *:not(svg, svg *, script, noscript *)")) {
        const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
        const off = element.closest("[aria-hidden=true], :disabled, [aria-disabled=true], .unseen");
        if (!own || off || !visible(element)) continue;
        const [back, style] = [backgroundOf(element), getComputedStyle(element)];
        if (!back || style.visibility === "hidden" || style.opacity < 1) continue;
        const [a, b] = [luminance(over(rgba(style.color), back)), luminance(back)];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        texts.push({ what: `${text(element).slice(0, 24)} [${element.tagName} ${element.className}]`, contrast });
      }
      texts.sort((a, b) => a.contrast - b.contrast);
      return { texts: texts.slice(0, 3), background: luminance(backgroundOf(document.body) ?? [0, 0, 0]) };
    },

    /** Records from now on whether any piece is animated. */
    watchAnimations() {
      trial.animated = false;
      const pieces = (animation) => animation.effect?.target?.closest?.(".board .pieces, .board .ghosts");
      const look = () => {
        if (document.getAnimations().some(pieces)) trial.animated = true;
        requestAnimationFrame(look);
      };
      look();
    },

    /** Records from now on the long tasks, and the time between frames. */
    watchFrames() {
      trial.frames = [];
      trial.longTasks = [];
      new PerformanceObserver((list) => {
        for (const task of list.getEntries()) trial.longTasks.push(task.duration);
      }).observe({ type: "longtask" });
      let last = performance.now();
      const look = (now) => {
        trial.frames.push(now - last);
        last = now;
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },

    /** Boxes and texts of what the shell and the application both show. */
    outline() {
      return all("#app .bar a, #app .bar button, #app h1, #app h2, #app p, #app .card .board, #app .card a, #app .foot p")
        .filter(visible)
        .map((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          const drawn = element.tagName === "svg" ? element.querySelector(".pieces").innerHTML : text(element);
          return { what: `${element.tagName} ${element.getAttribute("class") ?? ""}`, drawn, box: [left, top, width, height] };
        });
    },

    /** Measures the latency from the next pointerup to the frame in which `done` is true. If the layout shifts so that
        the click hits another element, the result is `missed`. */
    measure(selector, done, ask) {
      const own = {};
      [trial.measured, trial.measuring] = [null, own];
      // Also track the longest long task.
      trial.tasks ??= new PerformanceObserver((list) => {
        for (const task of list.getEntries()) trial.longest = Math.max(trial.longest ?? 0, task.duration);
      }).observe({ type: "longtask" }) ?? true;
      const lifted = (event) => {
        // A search asked for before the tap may have ended by now, so it starts with the tap.
        if (ask) document.querySelector(ask).click();
        const thinking = !!ask || !!document.querySelector(".thinking");
        const look = () => {
          // The frame in which it is true is painted before the next callback.
          if (trial.measuring !== own) return;
          if (!done()) requestAnimationFrame(look);
          else requestAnimationFrame(() => {
            trial.measured = { time: performance.now() - event.timeStamp, thinking };
          });
        };
        requestAnimationFrame(look);
      };
      const clicked = (event) => {
        if (!event.isTrusted) return;
        removeEventListener("click", clicked, { capture: true });
        if (event.target.closest(selector)) return;
        [trial.measured, trial.measuring] = [{ missed: true }, null];
      };
      addEventListener("pointerup", lifted, { capture: true, once: true });
      addEventListener("click", clicked, { capture: true });
    },

    /** Shows a button that draws a fixed number of circles when it is tapped: the unit of tap latencies. */
    showReference() {
      const button = document.createElement("button");
      button.id = "trial-reference";
      button.dataset.taps = 0;
      Object.assign(button.style, { position: "fixed", inset: "0 0 auto auto", width: "3rem", height: "3rem", zIndex: 99 });
      button.addEventListener("click", () => {
        const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        for (let n = 0; n < 1500; n++) {
          const circle = document.createElementNS(picture.namespaceURI, "circle");
          for (const [name, value] of [["cx", n % 50], ["cy", n / 50], ["r", 0.4]]) circle.setAttribute(name, value);
          picture.append(circle);
        }
        button.replaceChildren(picture);
        button.dataset.taps++;
      });
      document.body.append(button);
    },

    hideReference() {
      document.querySelector("#trial-reference").remove();
    },

    /** Fills localStorage to its quota. */
    fillStorage() {
      let [size, n] = [1 << 20, 0];
      while (size >= 1) {
        try {
          localStorage.setItem(`junk/${n}`, "x".repeat(size));
          n += 1;
        } catch {
          localStorage.removeItem(`junk/${n}`);
          size = Math.floor(size / 2);
        }
      }
      return n;
    },
  };
  window.trial = trial;
})();
