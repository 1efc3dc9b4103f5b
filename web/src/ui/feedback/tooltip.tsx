import { Portal, Tooltip as ChakraTooltip } from '@chakra-ui/react';
import { type ReactElement, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

const OPEN_DELAY_MS = 700;
/** The time after a tooltip closes during which the next one opens without delay. */
const SKIP_DELAY_MS = 300;

let closedAt = -Infinity;

interface TooltipProps {
  text: string;
  /** Whether a press opens it too, for touch. Use it only where a press does nothing else. */
  opensOnPress?: boolean;
  children: ReactElement;
}

/** A tooltip on hover and keyboard focus. Its text must also be available without it, for example as an aria-label. */
export function Tooltip({ text, opensOnPress = false, children }: TooltipProps) {
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
    <ChakraTooltip.Root openDelay={openDelay} closeDelay={0} closeOnClick={!opensOnPress} onOpenChange={onOpenChange}>
      <ChakraTooltip.Context>
        {({ open, setOpen }) => (
          <>
            <ChakraTooltip.Trigger
              asChild
              onPointerOverCapture={chooseDelay}
              onClick={opensOnPress ? () => setOpen(true) : undefined}
            >
              {children}
            </ChakraTooltip.Trigger>
            {/* Only while it is open, because a table has many tooltips. */}
            {open && (
              <Portal>
                <ChakraTooltip.Positioner>
                  <ChakraTooltip.Content>{text}</ChakraTooltip.Content>
                </ChakraTooltip.Positioner>
              </Portal>
            )}
          </>
        )}
      </ChakraTooltip.Context>
    </ChakraTooltip.Root>
  );
}
