import type { DialogContentProps } from '@chakra-ui/react';

/** Shows a dialog as a bottom sheet on phones. On larger screens it leaves space for toasts. */
export const dialogSheetProps = {
  borderRadius: { base: '0', md: 'l3' },
  borderTopRadius: 'l3',
  marginX: { base: '0', md: '4' },
  marginTop: { base: 'auto', md: '10' },
  marginBottom: { base: '0', md: '6.5rem' },
  maxHeight: { base: '94dvh', md: 'calc(100dvh - 9rem)' },
} satisfies DialogContentProps;
