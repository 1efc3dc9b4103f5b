// Runs before the first paint, so that a dark screen never flashes white. A file, not inline: the CSP allows no inline script.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem('colorMode');
  } catch {
    // Storage may be blocked; the system's choice is used.
  }
  var dark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  var mode = dark ? 'dark' : 'light';
  document.documentElement.className = mode;
  document.documentElement.dataset.theme = mode;
  document.documentElement.style.colorScheme = mode;
})();
