import { useLayoutEffect, useRef, useState } from 'react';

/** What had the focus before the latest dialog. A dialog that replaces another one returns the focus to it. */
let latestOpener: HTMLElement | null = null;

interface Finders {
  /** Returns the element that had the focus before the dialog. */
  findOpener: () => HTMLElement | null;
  /** Returns the dialog or the page around that element. */
  findSurroundings: () => HTMLElement | null;
}

/**
 * Moves the focus into a dialog as soon as it is rendered. The library does so a frame later, and a Tab pressed before
 * that moves the focus to the page behind the dialog. When the dialog closes, the focus returns.
 *
 * @param findFocus returns the element that has the focus after the dialog closes. By default, the one that had it before
 * @param isModal whether the page behind the dialog is out of reach
 * @returns The ref of the dialog's content, and functions that return the content and what `findFocus` returns.
 */
export function useDialogFocus(findFocus = ({ findOpener }: Finders) => findOpener(), isModal = true) {
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
  const returnFocus = () => findFocus(focus);
  const latest = useRef(returnFocus);
  useLayoutEffect(() => {
    latest.current = returnFocus;
  });
  useLayoutEffect(() => {
    const returnUnlessMoved = () => {
      const focused = document.activeElement;
      if (focused === document.body || focus.findContent()?.contains(focused))
        latest.current()?.focus({ preventScroll: true });
    };
    // The library returns the focus only from modal dialogs that are open for longer than a frame.
    return () => void (isModal ? setTimeout(returnUnlessMoved) : returnUnlessMoved());
  }, [isModal, focus]);
  return { contentRef: focus.contentRef, findContent: focus.findContent, returnFocus };
}
