/**
 * Returns what does not fit the window: a page that scrolls sideways, elements that leave the window, boxes that scroll
 * sideways, text that is cut without an ellipsis, and titles under a close button. Runs in the page.
 */
export function findLayoutFaults(): string[] {
  const { clientWidth: width, scrollWidth } = document.documentElement;
  const faults = scrollWidth > width ? [`the page is ${scrollWidth} px wide`] : [];
  const describe = (element: Element) =>
    `<${element.tagName.toLowerCase()} class="${element.getAttribute('class')?.slice(0, 60) ?? ''}"> “${element.textContent.trim().slice(0, 30)}”`;
  const isVisible = (element: Element) =>
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
    element.getBoundingClientRect().width > 1 &&
    element.getBoundingClientRect().height > 1;
  /**
   * Whether it is made to scroll: the strip of tabs, which shows it by a fade, columns that snap, such as a board, or a
   * table of figures with a name, which keys scroll.
   */
  const isStrip = (element: Element) =>
    element.querySelector('[role=tablist]') !== null ||
    element.matches('[role=group][aria-labelledby][tabindex="0"]') ||
    getComputedStyle(element).scrollSnapType.startsWith('x');
  /** Whether an ancestor scrolls or hides what leaves it. */
  const isContained = (element: Element) => {
    for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement)
      if (getComputedStyle(parent).overflowX !== 'visible') return true;
    return false;
  };
  /** Whether an ancestor was scrolled, so that its start left the window. */
  const isScrolled = (element: Element) => {
    for (let parent = element.parentElement; parent; parent = parent.parentElement)
      if (parent.scrollLeft !== 0) return true;
    return false;
  };
  for (const element of document.body.querySelectorAll('*')) {
    if (!isVisible(element) || element.closest('svg, iframe, input, .honeypot, [href="#content"]')) continue;
    const { left, right } = element.getBoundingClientRect();
    // Nobody can scroll to what leaves a box at its start.
    if ((right > width + 1 && !isContained(element)) || (left < -1 && !isScrolled(element)))
      faults.push(`${describe(element)} spans ${Math.round(left)} to ${Math.round(right)}`);
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element);
    // The builder scales the frame of its preview.
    const isCut = (overflowX === 'hidden' || overflowX === 'clip') && !element.querySelector('iframe');
    if (
      isCut &&
      element.scrollWidth > element.clientWidth + 1 &&
      textOverflow !== 'ellipsis' &&
      webkitLineClamp === 'none'
    )
      faults.push(`${describe(element)} cuts ${element.scrollWidth - element.clientWidth} px`);
  }
  for (const box of document.body.querySelectorAll('*')) {
    const scrolls = ['auto', 'scroll'].includes(getComputedStyle(box).overflowX);
    if (!scrolls || !isVisible(box) || box.scrollWidth <= box.clientWidth + 1 || isStrip(box)) continue;
    const { right } = box.getBoundingClientRect();
    const widest = [...box.querySelectorAll('*')].findLast((part) => part.getBoundingClientRect().right > right + 1);
    faults.push(`${describe(box)} scrolls sideways because of ${widest ? describe(widest) : 'its text'}`);
  }
  for (const dialog of document.querySelectorAll('[role=dialog], [role=alertdialog]')) {
    const close = dialog.querySelector('[data-part=close-trigger]')?.getBoundingClientRect();
    const title = dialog.querySelector('[data-part=title]');
    const range = document.createRange();
    if (!close || !title) continue;
    range.selectNodeContents(title);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    if (right > close.left && left < close.right && bottom > close.top && top < close.bottom)
      faults.push(`${describe(title)} runs under the close button`);
  }
  return faults.slice(0, 8);
}
