import { Toaster as ChakraToaster, createToaster, Stack, Toast } from '@chakra-ui/react';
import { type PointerEvent, useRef } from 'react';

/** One notice: what `notices.ts` is a table of. */
export interface Notice {
  type: 'success' | 'error' | 'warning' | 'info';
  title: string;
  description?: string;
}

const SWIPE_PX = 50;

const wide = matchMedia('(min-width: 48rem)').matches;
// Where dialogs and sheets do not have their buttons.
const toaster = createToaster({
  placement: wide ? 'bottom-start' : 'top',
  max: 1,
  duration: 5000,
  hotkey: ['F8'],
  pauseOnPageIdle: true,
  offsets: '16px',
});

/** Shows a notice in place of the one that is visible, if any. */
export function notify(notice: Notice) {
  toaster.remove();
  toaster.create({ ...notice, closable: true });
}

/** The notification area: F8 focuses it, a swipe to the right dismisses. */
export function Toaster() {
  return (
    <ChakraToaster toaster={toaster} width={{ base: 'calc(100% - 32px)', md: '420px' }} insetInline={{ mdDown: '16px' }}>
      {(toast) => <SwipeableToast key={toast.id} id={toast.id!} notice={toast as Notice} />}
    </ChakraToaster>
  );
}

function SwipeableToast({ id, notice }: { id: string; notice: Notice }) {
  const startX = useRef(0);
  const up = (event: PointerEvent) => {
    if (event.clientX - startX.current >= SWIPE_PX) toaster.dismiss(id);
  };
  return (
    <Toast.Root
      width="full"
      maxWidth={{ md: '420px' }}
      style={{ touchAction: 'pan-y' }}
      onPointerDown={(event) => (startX.current = event.clientX)}
      onPointerUp={up}
    >
      <Toast.Indicator />
      <Stack gap="1" flex="1" maxWidth="100%" minWidth="0">
        <Toast.Title>{notice.title}</Toast.Title>
        {notice.description && <Toast.Description>{notice.description}</Toast.Description>}
      </Stack>
      <Toast.CloseTrigger aria-label="Close" />
    </Toast.Root>
  );
}
