// What the tests ask of a page. It is put into every document before the page's own scripts run.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const spots = (selector) => all(selector).map((element) => element.dataset.spot);
  const said = (element) => element.textContent.replace(/\s+/g, " ").trim();
  const seen = (element) => element.getClientRects().length > 0;

  // The policy's complaints become errors of the console, whoever swallows the others.
  addEventListener("securitypolicyviolation", (event) => {
    console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`);
  });

  const trial = {
    /** Asks until the answer is neither false nor nothing, soon at first and then every 50 ms; null if it
        takes too long. */
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

    /** The table as a person sees it, and what the device keeps of it. */
    table() {
      const prompt = document.querySelector(".table .prompt");
      if (!prompt) return null;
      const id = location.pathname.split("/").pop();
      return {
        lit: spots(".table .lit[data-spot]"),
        picked: spots(".table .picked[data-spot]"),
        prompt: said(prompt),
        asked: prompt.classList.contains("asked"),
        over: prompt.classList.contains("over"),
        thinking: !!document.querySelector(".thinking"),
        notices: all(".notice").map(said),
        focus: document.activeElement?.dataset?.spot ?? null,
        lost: !document.activeElement || document.activeElement === document.body,
        stored: localStorage.getItem(`mohreh/game/${id}`) ?? "",
      };
    },

    /** What changes with every touch that counts. */
    mark() {
      const table = trial.table();
      return table && JSON.stringify([table.picked, table.stored, table.over]);
    },

    /** The table once it is the person's turn or the game is over, and not as it was at `mark`. */
    next(mark) {
      const table = trial.table();
      if (!table || trial.mark() === mark) return null;
      return table.over || (table.asked && !table.thinking && table.lit.length) ? table : null;
    },

    /** Where to touch an element; what is in the way if it cannot be touched there. */
    at(selector) {
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

    /** Where an element is now. */
    here(selector) {
      const box = document.querySelector(selector).getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    },

    /** Where the spots of the board are drawn. */
    places() {
      return Object.fromEntries(all(".board .spot").map((spot) => {
        const box = spot.getBoundingClientRect();
        return [spot.dataset.spot, [box.x + box.width / 2, box.y + box.height / 2]];
      }));
    },

    /** What is wider than the window, if the page can be scrolled sideways. */
    wide() {
      const root = document.documentElement;
      if (root.scrollWidth <= root.clientWidth) return [];
      // Everything stretches with the one thing that cannot become narrower; that one is named.
      const least = (element) => {
        const before = element.style.inlineSize;
        element.style.inlineSize = "min-content";
        const { width } = element.getBoundingClientRect();
        element.style.inlineSize = before;
        return width;
      };
      const stiff = all("body *:not(svg *)").filter((e) => seen(e) && least(e) > root.clientWidth - 48);
      const inner = stiff.filter((e) => !stiff.some((other) => other !== e && e.contains(other)));
      const name = (e) => `<${e.tagName.toLowerCase()} class="${e.getAttribute("class") ?? ""}"> ${said(e).slice(0, 40)}`;
      return [`${root.scrollWidth} > ${root.clientWidth}`, ...inner.slice(0, 4).map(name)];
    },

    /** How much of an element is in the window, from 0 to 1. */
    sight(selector) {
      const box = document.querySelector(selector).getBoundingClientRect();
      const length = (from, to, most) => Math.max(0, Math.min(to, most) - Math.max(from, 0));
      const area = length(box.left, box.right, innerWidth) * length(box.top, box.bottom, innerHeight);
      return Math.round(100 * area / (box.width * box.height)) / 100;
    },

    /** Everything to be pressed with its size, the smallest first. */
    targets(selector) {
      const size = (element) => {
        const box = element.getBoundingClientRect();
        const name = element.dataset.spot ?? (element.getAttribute("aria-label") || said(element));
        return { name, kind: element.getAttribute("class") ?? "", size: Math.min(box.width, box.height) };
      };
      return all(selector).filter(seen).map(size).sort((a, b) => a.size - b.size);
    },

    /** How well each text is told from what is behind it, the worst first; and the page's brightness. */
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
      const light = ([r, g, b]) => {
        const part = (v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
      };
      const over = (top, under) => {
        const a = top[3] / 255;
        return [0, 1, 2].map((n) => top[n] * a + under[n] * (1 - a));
      };
      const behind = (element) => {
        if (!element) return [255, 255, 255];
        const style = getComputedStyle(element);
        if (style.backgroundImage !== "none") return null;
        const own = rgba(style.backgroundColor);
        if (own[3] === 255) return own;
        const under = behind(element.parentElement);
        return under && over(own, under);
      };
      const texts = [];
      for (const element of all("body *:not(svg, svg *, script, noscript *)")) {
        const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
        const off = element.closest("[aria-hidden=true], :disabled, [aria-disabled=true], .unseen");
        if (!own || off || !seen(element)) continue;
        const [back, style] = [behind(element), getComputedStyle(element)];
        if (!back || style.visibility === "hidden" || style.opacity < 1) continue;
        const [a, b] = [light(over(rgba(style.color), back)), light(back)];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        texts.push({ what: `${said(element).slice(0, 24)} [${element.tagName} ${element.className}]`, contrast });
      }
      texts.sort((a, b) => a.contrast - b.contrast);
      return { texts: texts.slice(0, 3), background: light(behind(document.body) ?? [0, 0, 0]) };
    },

    /** Sees from now on whether pieces move. */
    watch() {
      trial.moved = false;
      const pieces = (animation) => animation.effect?.target?.closest?.(".board .pieces, .board .ghosts");
      const look = () => {
        if (document.getAnimations().some(pieces)) trial.moved = true;
        requestAnimationFrame(look);
      };
      look();
    },

    /** Begins to measure: from the next lifted finger until `done` is true and has been drawn. What moves away
        while the finger comes down is missed, and something else is pressed. */
    measure(selector, done) {
      const own = {};
      [trial.measured, trial.measuring] = [null, own];
      // What keeps the page from answering, whatever it is.
      trial.tasks ??= new PerformanceObserver((list) => {
        for (const task of list.getEntries()) trial.longest = Math.max(trial.longest ?? 0, task.duration);
      }).observe({ type: "longtask" }) ?? true;
      const lifted = (event) => {
        const thinking = !!document.querySelector(".thinking");
        const look = () => {
          // The frame in which it is true is drawn before the next one begins.
          if (trial.measuring !== own) return;
          if (!done()) requestAnimationFrame(look);
          else requestAnimationFrame(() => {
            trial.measured = { time: performance.now() - event.timeStamp, thinking };
          });
        };
        requestAnimationFrame(look);
      };
      const clicked = (event) => {
        if (event.target.closest(selector)) return;
        [trial.measured, trial.measuring] = [{ missed: true }, null];
      };
      addEventListener("pointerup", lifted, { capture: true, once: true });
      addEventListener("click", clicked, { capture: true, once: true });
    },

    /** Leaves no room in the store. */
    fill() {
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
  globalThis.trial = trial;
})();
