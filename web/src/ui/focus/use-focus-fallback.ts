import { type RefObject, useLayoutEffect } from 'react';

/**
 * When the element unmounts while it contains the focus, moves the focus to the nearest focusable ancestor: the tab,
 * the dialog or the page.
 */
export function useFocusFallback(ref: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = ref.current;
    // A layout effect, because after the element is removed the browser no longer knows which element had the focus.
    return () => {
      if (element?.contains(document.activeElement))
        element.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    };
  }, [ref]);
}
