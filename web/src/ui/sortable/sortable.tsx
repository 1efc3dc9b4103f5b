import { IconButton, type IconButtonProps } from '@chakra-ui/react';
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { GripVertical } from 'lucide-react';
import { type ReactNode, useRef } from 'react';

/** What screen readers hear while a row is dragged. Positions start at 1. */
interface DragTexts {
  started: (position: number, count: number) => string;
  moved: (position: number, count: number) => string;
  ended: (position: number, count: number) => string;
  cancelled: string;
}

interface SortableProps {
  /** The ids of the rows, in their order. */
  ids: string[];
  /** How to move a row with the keyboard. */
  instructions: string;
  textsOf: (id: string) => DragTexts;
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}

const vertically: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** A list whose rows change places by mouse, touch and keyboard, and that announces it to screen readers. */
export function Sortable({ ids, instructions, textsOf, onMove, children }: SortableProps) {
  const sensors = useSensors(
    // Touches, too, because the handles have `touch-action: none`.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const positionOf = (item: { id: string | number } | null) => ids.indexOf(String(item?.id)) + 1;
  const announced = useRef(0);
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      announced.current = positionOf(active);
      return textsOf(String(active.id)).started(announced.current, ids.length);
    },
    onDragOver: ({ active, over }) => {
      const position = positionOf(over);
      // At the start, the row is over its own place.
      if (!over || position === announced.current) return undefined;
      announced.current = position;
      return textsOf(String(active.id)).moved(position, ids.length);
    },
    onDragEnd: ({ active, over }) => textsOf(String(active.id)).ended(positionOf(over ?? active), ids.length),
    onDragCancel: ({ active }) => textsOf(String(active.id)).cancelled,
  };
  const drop = ({ active, over }: DragEndEvent) => {
    const [from, to] = [positionOf(active) - 1, positionOf(over) - 1];
    if (to >= 0 && from !== to) onMove(from, to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[vertically]}
      accessibility={{ announcements, screenReaderInstructions: { draggable: instructions } }}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** Returns the properties of a row of a sortable list, and of its handle. */
export function useSortableRow(id: string, isFixed = false) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: isFixed,
  });
  return {
    row: {
      ref: setNodeRef,
      style: transform ? { transform: `translate3d(0, ${transform.y}px, 0)`, transition } : {},
      position: 'relative',
      zIndex: isDragging ? '1' : undefined,
      bg: 'bg.panel',
      borderRadius: 'l2',
      shadow: isDragging ? 'float' : undefined,
    },
    handle: { ref: setActivatorNodeRef, 'data-dragging': isDragging || undefined, ...attributes, ...listeners },
  } as const;
}

/** The handle by which a row is dragged. */
export const SortableHandle = (props: IconButtonProps & { 'aria-label': string }) => (
  <IconButton
    variant="ghost"
    colorPalette="gray"
    color="fg.muted"
    size="sm"
    height="auto"
    minWidth={{ base: '11', md: '8' }}
    cursor="grab"
    style={{ touchAction: 'none' }}
    css={{ '&[data-dragging]': { cursor: 'grabbing' } }}
    {...props}
  >
    <GripVertical aria-hidden="true" />
  </IconButton>
);
