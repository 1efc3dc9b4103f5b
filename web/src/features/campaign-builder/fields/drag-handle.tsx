import { Center } from '@chakra-ui/react';
import { GripVertical } from 'lucide-react';
import type { PointerEvent } from 'react';

/** A handle for dragging a row. Keyboard and screen reader users move rows with the arrow buttons instead. */
export function DragHandle({ onStart }: { onStart: (event: PointerEvent) => void }) {
  return (
    <Center
      aria-hidden="true"
      data-drag-handle
      alignSelf="stretch"
      width="7"
      flexShrink="0"
      color="fg.muted"
      cursor="grab"
      _active={{ cursor: 'grabbing' }}
      style={{ touchAction: 'none' }}
      onPointerDown={onStart}
    >
      <GripVertical size={16} />
    </Center>
  );
}
