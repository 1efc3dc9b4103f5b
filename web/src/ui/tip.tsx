import { Portal, Tooltip } from '@chakra-ui/react';
import type { ReactElement } from 'react';

/** A hint for pointer and keyboard; what it says must also be reachable without it. */
export function Tip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Tooltip.Root openDelay={700} closeDelay={100} lazyMount unmountOnExit>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Portal>
        <Tooltip.Positioner>
          <Tooltip.Content>{text}</Tooltip.Content>
        </Tooltip.Positioner>
      </Portal>
    </Tooltip.Root>
  );
}
