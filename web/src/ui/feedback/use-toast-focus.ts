import { useRef, useState } from 'react';

/**
 * The keyboard's way through the notification area: time stands still in it, Tab goes on with the page, and `giveBack`
 * goes back to where one came from. The library's own handling, kept from hearing of it here, leads back at every Tab:
 * nobody could pass a notice at the end of a page.
 */
export function useNoticeFocus({ onEnter, onLeave }: { onEnter: () => void; onLeave: () => void }) {
  const area = useRef<HTMLElement>(null);
  const from = useRef<HTMLElement>(null);
  const [stable] = useState(() => ({
    giveBack: () => {
      if (area.current?.contains(document.activeElement)) from.current?.focus();
    },
    ref: (element: HTMLElement | null) => {
      area.current = element;
      element?.addEventListener('focusin', (event) => {
        event.stopPropagation();
        if (element.contains(event.relatedTarget as Node | null)) return;
        from.current = event.relatedTarget as HTMLElement | null;
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
