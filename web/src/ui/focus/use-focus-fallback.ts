import { type RefObject, useLayoutEffect } from 'react';

/** When this goes while it has the keyboard's focus, what is around it takes it: the tab, the dialog or the page. */
export function useFocusKeptNear(ref: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = ref.current;
    // Before it leaves the page: afterwards nobody knows where the keyboard was.
    return () => {
      if (element?.contains(document.activeElement))
        element.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    };
  }, [ref]);
}
