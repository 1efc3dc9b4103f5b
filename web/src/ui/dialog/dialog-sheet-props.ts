import type { DialogContentProps } from '@chakra-ui/react';

/** Makes a dialog a sheet on phones: as wide as the screen, up from its lower edge. Elsewhere it leaves the notices' corner free. */
export const sheet = {
  borderRadius: { base: '0', md: 'l3' },
  borderTopRadius: 'l3',
  marginX: { base: '0', md: '4' },
  marginTop: { base: 'auto', md: '10' },
  marginBottom: { base: '0', md: '6.5rem' },
  maxHeight: { base: '94dvh', md: 'calc(100dvh - 9rem)' },
} satisfies DialogContentProps;
