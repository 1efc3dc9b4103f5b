import { Toaster as ChakraToaster, Portal, Stack, Toast } from '@chakra-ui/react';
import { useLayoutEffect } from 'react';
import { type ToastMessage, toaster } from './toaster';
import { useToastFocus } from './use-toast-focus';
import { useSwipeToDismiss } from './use-swipe-to-dismiss';

/**
 * The toast area: F8 focuses it, and a swipe to the right dismisses a toast. It is rendered in a portal because an open
 * dialog hides the app from screen readers.
 */
export function ToastArea() {
  // Spread, because Chakra's types omit the ref that its Toaster passes on.
  const { restoreFocus, ...areaProps } = useToastFocus({
    onEnter: () => toaster.pause(),
    // Later, because the focus also leaves while a toast is being removed, and resuming it then would show it again.
    onLeave: () => queueMicrotask(() => toaster.resume()),
  });
  return (
    <Portal>
      <ChakraToaster
        {...areaProps}
        toaster={toaster}
        width={{ base: 'calc(100% - 32px)', md: '420px' }}
        insetInline={{ mdDown: '16px' }}
      >
        {(toast) => (
          <SwipeableToast key={toast.id} id={toast.id!} message={toast as ToastMessage} onGone={restoreFocus} />
        )}
      </ChakraToaster>
    </Portal>
  );
}

function SwipeableToast({ id, message, onGone }: { id: string; message: ToastMessage; onGone: () => void }) {
  // A layout effect, because after the element is removed the browser no longer knows which element had the focus.
  useLayoutEffect(() => onGone, [onGone]);
  const swipe = useSwipeToDismiss(() => toaster.dismiss(id));
  return (
    <Toast.Root width="full" maxWidth={{ md: '420px' }} userSelect="none" style={{ touchAction: 'pan-y' }} {...swipe}>
      <Toast.Indicator />
      <Stack gap="1" flex="1" maxWidth="100%" minWidth="0">
        <Toast.Title overflowWrap="anywhere">{message.title}</Toast.Title>
        {message.description && <Toast.Description overflowWrap="anywhere">{message.description}</Toast.Description>}
      </Stack>
      {message.action && <Toast.ActionTrigger css={actionStyle}>{message.action.label}</Toast.ActionTrigger>}
      <Toast.CloseTrigger aria-label="Close" />
    </Toast.Root>
  );
}

const actionStyle = {
  // Beside the button that closes the toast.
  marginEnd: '4',
  borderColor: 'border.control',
  cursor: 'pointer',
  focusVisibleRing: 'outside',
  _hover: { bg: 'bg.subtle' },
  '@media (pointer: coarse)': { minHeight: '11' },
} as const;
