import { Portal, Tooltip as ChakraTooltip } from '@chakra-ui/react';
import type { ReactElement } from 'react';

const OPEN_DELAY_MS = 700;
/** The time a tooltip stays after the pointer leaves. During it, the next tooltip opens without delay. */
const SKIP_DELAY_MS = 300;

/** A tooltip on hover and keyboard focus. Its text must also be available without it, for example as an aria-label. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <ChakraTooltip.Root openDelay={OPEN_DELAY_MS} closeDelay={SKIP_DELAY_MS} lazyMount unmountOnExit>
      <ChakraTooltip.Trigger asChild>{children}</ChakraTooltip.Trigger>
      <Portal>
        <ChakraTooltip.Positioner>
          <ChakraTooltip.Content>{text}</ChakraTooltip.Content>
        </ChakraTooltip.Positioner>
      </Portal>
    </ChakraTooltip.Root>
  );
}
