import { useState } from 'react';

/**
 * Moves the focus into a dialog as soon as it is rendered. The library does so a frame later, and a Tab pressed before
 * that moves the focus to the page behind the dialog.
 *
 * @returns The ref of the dialog's content, and functions that return the content, the element that had the focus before,
 *   and the dialog or the page around it.
 */
export function useDialogFocus() {
  const [focus] = useState(() => {
    let opener: HTMLElement | null = null;
    let dialog: HTMLElement | null = null;
    let surroundings: HTMLElement | null = null;
    return {
      contentRef: (content: HTMLElement | null) => {
        // Only at first, because React also calls it when the dialog renders again.
        if (!content || opener) return;
        dialog = content;
        opener = document.activeElement as HTMLElement;
        // The opener may have left the page when this dialog closes. The dialog around it would close without the focus.
        surroundings = opener.closest<HTMLElement>('[role=dialog]');
        content.focus({ preventScroll: true });
      },
      findContent: () => dialog,
      findOpener: () => (opener?.isConnected ? opener : document.getElementById('content')),
      // A dialog that has closed meanwhile returns the focus itself.
      findSurroundings: () =>
        surroundings ? (surroundings.isConnected ? surroundings : null) : document.getElementById('content'),
    };
  });
  return focus;
}
