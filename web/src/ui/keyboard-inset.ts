/** Keeps `--keyboard` at the height that a phone's keyboard takes from the page, so that notices stand above it. */
export function watchKeyboard() {
  const view = visualViewport;
  if (!view) return;
  const measure = () => {
    const hidden = Math.max(0, innerHeight - view.height - view.offsetTop);
    document.documentElement.style.setProperty('--keyboard', view.scale === 1 ? `${Math.round(hidden)}px` : '0px');
  };
  view.addEventListener('resize', measure);
  view.addEventListener('scroll', measure);
}
