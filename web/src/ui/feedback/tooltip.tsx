import { Portal, Tooltip } from '@chakra-ui/react';
import type { ReactElement } from 'react';

const OPEN_DELAY_MS = 700;
/** How long one hint lingers, during which the next opens at once. */
const SKIP_DELAY_MS = 300;

/** A hint for pointer and keyboard; what it says must also be reachable without it. */
export function Tip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Tooltip.Root openDelay={OPEN_DELAY_MS} closeDelay={SKIP_DELAY_MS} lazyMount unmountOnExit>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Portal>
        <Tooltip.Positioner>
          <Tooltip.Content>{text}</Tooltip.Content>
        </Tooltip.Positioner>
      </Portal>
    </Tooltip.Root>
  );
}
