import { createToaster } from '@chakra-ui/react';

/** The content of a toast. */
export interface ToastMessage {
  type: 'success' | 'error' | 'warning' | 'info';
  title: string;
  description?: string;
  /** A button, which also dismisses the toast. */
  action?: { label: string; onClick: () => void };
}

/** Holds the toasts, also those that are created before the toast area is shown. */
export const toaster = createToaster({
  // On phones, a row's buttons or the content of a sheet would be below it.
  placement: matchMedia('(min-width: 48rem)').matches ? 'bottom' : 'top',
  max: 1,
  duration: 5000,
  hotkey: ['F8'],
  pauseOnPageIdle: true,
  // Above what is fixed to the bottom edge: the buttons of a drawer and the on-screen keyboard.
  offsets: {
    top: '16px',
    left: '16px',
    right: '16px',
    bottom: 'calc(max(var(--drawer-footer), var(--keyboard, 0px)) + 16px)',
  },
});

/** Shows a toast, replacing the visible one. */
export function showToast(message: ToastMessage) {
  toaster.remove();
  toaster.create({ ...message, closable: true });
}

/** Dismisses the visible toast, for example when the form it refers to is cancelled. */
export const dismissToast = () => toaster.dismiss();
