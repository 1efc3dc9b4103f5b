import { Portal, Tooltip as ChakraTooltip } from '@chakra-ui/react';
import { type ReactElement, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

const OPEN_DELAY_MS = 700;
/** The time after a tooltip closes during which the next one opens without delay. */
const SKIP_DELAY_MS = 300;

let closedAt = -Infinity;

/** A tooltip on hover and keyboard focus. Its text must also be available without it, for example as an aria-label. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  const [openDelay, setOpenDelay] = useState(OPEN_DELAY_MS);
  const isOpen = useRef(false);
  const onOpenChange = ({ open }: { open: boolean }) => {
    // A tooltip that the pointer leaves before it opens reports that it closed, too.
    if (isOpen.current && !open) closedAt = Date.now();
    isOpen.current = open;
  };
  // At once, because the tooltip reads the delay during the same event.
  const chooseDelay = () => flushSync(() => setOpenDelay(Date.now() - closedAt < SKIP_DELAY_MS ? 0 : OPEN_DELAY_MS));
  return (
    <ChakraTooltip.Root openDelay={openDelay} closeDelay={0} onOpenChange={onOpenChange} lazyMount unmountOnExit>
      <ChakraTooltip.Trigger asChild onPointerOverCapture={chooseDelay}>
        {children}
      </ChakraTooltip.Trigger>
      <Portal>
        <ChakraTooltip.Positioner>
          <ChakraTooltip.Content>{text}</ChakraTooltip.Content>
        </ChakraTooltip.Positioner>
      </Portal>
    </ChakraTooltip.Root>
  );
}
