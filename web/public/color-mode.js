// Runs before the first paint, so that a dark screen does not flash white. It is a file because the CSP forbids inline
// scripts.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem('colorMode');
  } catch {
    // Storage may be blocked. The system's setting is used then.
  }
  var dark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  var mode = dark ? 'dark' : 'light';
  document.documentElement.className = mode;
  document.documentElement.dataset.theme = mode;
  document.documentElement.style.colorScheme = mode;
})();
