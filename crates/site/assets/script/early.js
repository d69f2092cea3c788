// Runs in every browser before the first paint, and so is ECMAScript 5: applies the saved theme, and shows a notice with
// the rules if the application cannot start.
(function () {
  var root = document.documentElement;
  root.setAttribute("data-script", "");
  try {
    var chosen = /(?:^|\n)theme=(light|dark|contrast)(?:\n|$)/.exec(localStorage.getItem("mohreh/settings") || "");
    if (chosen) root.setAttribute("data-theme", chosen[1]);
    // A list of unfinished games will stand above the boards, so the boards of the shell wait for it.
    for (var n = 0; n < localStorage.length; n++) {
      if (/^mohreh\/game\//.test(localStorage.key(n))) root.setAttribute("data-returning", "");
    }
  } catch (error) { /* Storage is disabled: no saved theme. */ }

  var failed = false;
  window.mohrehFail = function () {
    failed = true;
    var app = document.getElementById("app");
    if (!app) return;
    app.parentNode.removeChild(app);
    document.getElementById("without").hidden = false;
  };
  // The script of the application cannot be loaded or parsed.
  window.addEventListener("error", function (event) {
    var from = event.filename || (event.target && event.target.src) || "";
    if (/\/assets\/boot-/.test(from)) window.mohrehFail();
  }, true);
  document.addEventListener("DOMContentLoaded", function () {
    if (failed || !isNewEnough()) window.mohrehFail();
  });

  // Whether there are modules, wasm, and workers that are modules: the getter is called where they are known, and
  // the address is none.
  function isNewEnough() {
    if (!("noModule" in document.createElement("script")) || !window.WebAssembly || !window.Worker) return false;
    var known = false;
    try {
      new Worker("http://[", { get type() { known = true; return "module"; } });
    } catch (error) { /* As intended. */ }
    return known;
  }
})();
