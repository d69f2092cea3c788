// Applies the saved theme before the first paint, to avoid a flash.
try {
  const chosen = /(?:^|\n)theme=(light|dark|contrast)(?:\n|$)/.exec(localStorage.getItem("mohreh/settings") || "");
  if (chosen) document.documentElement.dataset.theme = chosen[1];
} catch { /* Storage is disabled: no saved theme. */ }
