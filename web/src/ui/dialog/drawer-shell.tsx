import { CloseButton, Drawer, Portal } from '@chakra-ui/react';
import { type KeyboardEventHandler, type ReactNode, useEffect } from 'react';
import { drawerRecipe } from './drawer-recipe';
import { useDialogFocus } from './use-dialog-focus';

/** The widths of drawers from tablets up. */
export type DrawerWidth = '480px' | '672px' | '896px';

interface DrawerShellProps {
  width: DrawerWidth;
  /** Whether the page behind the drawer is out of reach. */
  isModal?: boolean;
  /** Whether a press beside a modal drawer closes it. */
  closeOnInteractOutside?: boolean;
  /** Gives the drawer itself the initial focus in place of its first control. */
  focusesItself?: boolean;
  /** What the drawer shows. When it changes, the drawer takes the focus unless it has it. */
  subject?: string;
  /** Returns the element that has the focus after the drawer closes. By default, the one that had it before. */
  findFocus?: (() => HTMLElement | null) | undefined;
  onKeyDown?: KeyboardEventHandler;
  onClose: () => void;
  children: ReactNode;
}

/** A drawer at the end of the window, or a sheet on phones. Mount it to open it. `isModal` must not change meanwhile. */
export function DrawerShell({
  width,
  isModal = true,
  closeOnInteractOutside = false,
  focusesItself = false,
  subject,
  findFocus,
  onKeyDown,
  onClose,
  children,
}: DrawerShellProps) {
  const { contentRef, findContent, returnFocus } = useDialogFocus(
    ({ findOpener }) => findFocus?.() ?? findOpener(),
    isModal,
  );
  useEffect(() => {
    const content = findContent();
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
  }, [subject, findContent]);
  // The library moves the focus a frame later, when somebody may be typing already.
  const findInitialFocus = () => {
    const content = findContent();
    const focused = document.activeElement as HTMLElement;
    if (focused !== content && content?.contains(focused)) return focused;
    return focusesItself ? content : null;
  };
  return (
    <Drawer.Root
      open
      recipe={drawerRecipe}
      modal={isModal}
      closeOnInteractOutside={isModal && closeOnInteractOutside}
      initialFocusEl={findInitialFocus}
      finalFocusEl={returnFocus}
      // Escape puts a dragged element back.
      onEscapeKeyDown={(event) => {
        if ((event.target as Element).closest('[data-dragging]')) event.preventDefault();
      }}
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        {/* A drawer that is not modal leaves the page in reach only in windows wide enough for both. */}
        <Drawer.Backdrop hideFrom={isModal ? undefined : 'lg'} />
        <Drawer.Positioner>
          <Drawer.Content ref={contentRef} maxWidth={{ md: width }} onKeyDown={onKeyDown}>
            {children}
            <Drawer.CloseTrigger asChild>
              <CloseButton size="sm" colorPalette="gray" />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
