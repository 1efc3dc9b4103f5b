/** Keeps the CSS variable `--keyboard` at the height of the on-screen keyboard, so that toasts appear above it. */
export function trackKeyboardHeight() {
  const viewport = visualViewport;
  if (!viewport) return;
  const measure = () => {
    const hidden = Math.max(0, innerHeight - viewport.height - viewport.offsetTop);
    document.documentElement.style.setProperty('--keyboard', viewport.scale === 1 ? `${Math.round(hidden)}px` : '0px');
  };
  viewport.addEventListener('resize', measure);
  viewport.addEventListener('scroll', measure);
}
