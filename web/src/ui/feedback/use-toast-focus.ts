import { useRef, useState } from 'react';

/**
 * Handles keyboard focus in the toast area: toasts pause while it has the focus, Tab moves on to the page, and
 * `restoreFocus` returns the focus to the element that had it before. Focus events do not reach the library's own
 * handling, because it moves the focus back at every Tab and traps keyboard users at a toast at the end of a page.
 */
export function useToastFocus({ onEnter, onLeave }: { onEnter: () => void; onLeave: () => void }) {
  const area = useRef<HTMLElement>(null);
  const focusedBefore = useRef<HTMLElement>(null);
  const [stable] = useState(() => ({
    restoreFocus: () => {
      if (area.current?.contains(document.activeElement)) focusedBefore.current?.focus();
    },
    ref: (element: HTMLElement | null) => {
      area.current = element;
      element?.addEventListener('focusin', (event) => {
        event.stopPropagation();
        if (element.contains(event.relatedTarget as Node | null)) return;
        focusedBefore.current = event.relatedTarget as HTMLElement | null;
        onEnter();
      });
      element?.addEventListener('focusout', (event) => {
        event.stopPropagation();
        if (!element.contains(event.relatedTarget as Node | null)) onLeave();
      });
    },
  }));
  return stable;
}
