import { useState } from 'react';

/** What had the focus before the latest dialog. A dialog that replaces another one returns the focus to it. */
let latestOpener: HTMLElement | null = null;

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
        if (!content || dialog) return;
        dialog = content;
        // The dialog that this one replaces is gone, and the focus with it.
        const hasReplaced = document.activeElement === document.body;
        opener = hasReplaced ? latestOpener : (document.activeElement as HTMLElement);
        latestOpener = opener;
        // The opener may have left the page when this dialog closes. The dialog around it would close without the focus.
        surroundings = opener?.closest<HTMLElement>('[role=dialog]') ?? null;
        content.focus({ preventScroll: true });
      },
      findContent: () => dialog,
      findOpener: () => {
        const focused = document.activeElement as HTMLElement;
        // What this dialog opened has the focus already.
        const other = focused.closest('[role=dialog], [role=alertdialog]');
        if (other && other !== dialog) return focused;
        return opener?.isConnected ? opener : document.getElementById('content');
      },
      // A dialog that has closed meanwhile returns the focus itself.
      findSurroundings: () =>
        surroundings ? (surroundings.isConnected ? surroundings : null) : document.getElementById('content'),
    };
  });
  return focus;
}
