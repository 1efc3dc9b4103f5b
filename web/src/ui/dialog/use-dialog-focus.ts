import { useState } from 'react';

/**
 * Moves the focus into a dialog as soon as it is rendered. The library does so a frame later, and a Tab pressed before
 * that moves the focus to the page behind the dialog.
 *
 * @returns The ref of the dialog's content, and a function that returns the element that had the focus before.
 */
export function useDialogFocus() {
  const [focus] = useState(() => {
    let opener: HTMLElement | null = null;
    return {
      contentRef: (content: HTMLElement | null) => {
        // Only at first, because React also calls it when the dialog renders again.
        if (!content || opener) return;
        opener = document.activeElement as HTMLElement;
        content.focus({ preventScroll: true });
      },
      findOpener: () => opener,
    };
  });
  return focus;
}
