import { Toaster as ChakraToaster, createToaster, Portal, Stack, Toast } from '@chakra-ui/react';
import { useLayoutEffect } from 'react';
import { useNoticeFocus } from './use-toast-focus';
import { useSwipeAway } from './use-swipe-to-dismiss';

/** One notice: what `words/notices.ts` is a table of. */
export interface Notice {
  type: 'success' | 'error' | 'warning' | 'info';
  title: string;
  description?: string;
}

const toaster = createToaster({
  placement: 'bottom-end',
  max: 1,
  duration: 5000,
  hotkey: ['F8'],
  pauseOnPageIdle: true,
  // Above what is fixed to the lower edge: a sheet's buttons, a phone's keyboard.
  offsets: {
    top: '16px',
    left: '16px',
    right: '16px',
    bottom: 'calc(max(var(--sheet-footer), var(--keyboard, 0px)) + 16px)',
  },
});

/** Shows a notice in place of the one that is visible, if any. */
export function notify(notice: Notice) {
  toaster.remove();
  toaster.create({ ...notice, closable: true });
}

/** Takes the visible notice away, when what it is about is given up. */
export const dismissNotice = () => toaster.dismiss();

/** The notification area: F8 focuses it, a swipe to the right dismisses. Beside the app, since an open dialog hides that from screen readers. */
export function Toaster() {
  // Its types leave out the ref that it passes on.
  const { giveBack, ...area } = useNoticeFocus({ onEnter: () => toaster.pause(), onLeave: () => toaster.resume() });
  return (
    <Portal>
      <ChakraToaster
        {...area}
        toaster={toaster}
        width={{ base: 'calc(100% - 32px)', md: '420px' }}
        insetInline={{ mdDown: '16px' }}
      >
        {(toast) => <SwipeableToast key={toast.id} id={toast.id!} notice={toast as Notice} onGone={giveBack} />}
      </ChakraToaster>
    </Portal>
  );
}

function SwipeableToast({ id, notice, onGone }: { id: string; notice: Notice; onGone: () => void }) {
  // Before it leaves the page: afterwards nobody knows where the keyboard was.
  useLayoutEffect(() => onGone, [onGone]);
  const swipe = useSwipeAway(() => toaster.dismiss(id));
  return (
    <Toast.Root width="full" maxWidth={{ md: '420px' }} userSelect="none" style={{ touchAction: 'pan-y' }} {...swipe}>
      <Toast.Indicator />
      <Stack gap="1" flex="1" maxWidth="100%" minWidth="0">
        <Toast.Title overflowWrap="anywhere">{notice.title}</Toast.Title>
        {notice.description && (
          <Toast.Description overflowWrap="anywhere" userSelect="text" data-selectable="">
            {notice.description}
          </Toast.Description>
        )}
      </Stack>
      <Toast.CloseTrigger aria-label="Close" />
    </Toast.Root>
  );
}
