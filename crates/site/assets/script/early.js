// Before anything is drawn: the theme that was chosen on this device.
try {
  const chosen = /(?:^|\n)theme=(light|dark|contrast)(?:\n|$)/.exec(localStorage.getItem("mohreh/settings") || "");
  if (chosen) document.documentElement.dataset.theme = chosen[1];
} catch { /* A browser that keeps nothing has nothing chosen. */ }
