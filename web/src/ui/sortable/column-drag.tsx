import {
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useState } from 'react';

interface ColumnDragProps {
  /** How to move a card with the keyboard. */
  instructions: string;
  /** What screen readers hear while a card is dragged. Undefined if the card is over no column. */
  announce: (event: 'started' | 'moved' | 'ended' | 'cancelled', card: string, column: string) => string;
  /** Called when a card is dropped on a column, which may be its own. */
  onDrop: (card: string, column: string) => void;
  /** The card that follows the pointer. */
  renderDragged: (card: string) => ReactNode;
  children: (isDragging: boolean) => ReactNode;
}

/** The column below the pointer, or the one that a card covers most while the keyboard moves it. */
const columnBelow: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : rectIntersection(args);

/** Moves the card to the previous or the next column, as they are seen. */
const toOtherColumn: KeyboardCoordinateGetter = (event, { currentCoordinates, context: { droppableRects, over } }) => {
  const step = ({ ArrowLeft: -1, ArrowRight: 1 } as Record<string, number>)[event.code];
  if (step === undefined) return undefined;
  const columns = [...droppableRects].sort(([, one], [, other]) => one.left - other.left);
  const next = columns[columns.findIndex(([id]) => id === over?.id) + step];
  return next && { ...currentCoordinates, x: next[1].left };
};

/**
 * Columns whose cards are dragged from one to another: by mouse, by a long press, and from their handle by keyboard.
 * Screen readers hear it. The order within a column is not changed.
 */
export function ColumnDrag({ instructions, announce, onDrop, renderDragged, children }: ColumnDragProps) {
  const [dragged, setDragged] = useState<string>();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    // A shorter touch scrolls the column.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: toOtherColumn }),
  );
  const textOf =
    (kind: 'started' | 'moved' | 'ended') =>
    ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) => {
      const column = over?.id ?? (kind === 'started' ? (active.data.current?.['column'] as string) : undefined);
      if (column !== undefined) return announce(kind, String(active.id), String(column));
      return kind === 'ended' ? announce('cancelled', String(active.id), '') : undefined;
    };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={columnBelow}
      accessibility={{
        announcements: {
          onDragStart: ({ active }) => textOf('started')({ active, over: null }),
          onDragOver: textOf('moved'),
          onDragEnd: textOf('ended'),
          onDragCancel: ({ active }) => announce('cancelled', String(active.id), ''),
        },
        screenReaderInstructions: { draggable: instructions },
        // A dropped card is mounted in another column, where the board gives it the focus.
        restoreFocus: false,
      }}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={({ active, over }) => {
        setDragged(undefined);
        if (over) onDrop(String(active.id), String(over.id));
      }}
    >
      {children(dragged !== undefined)}
      <DragOverlay dropAnimation={null}>{dragged !== undefined && renderDragged(dragged)}</DragOverlay>
    </DndContext>
  );
}

/** Returns the properties of a card that can be dragged to another column, and of its handle. */
export function useDraggableCard(id: string, column: string, isFixed: boolean) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id,
    data: { column },
    disabled: isFixed,
  });
  return {
    isDragging,
    card: { ref: setNodeRef, ...(isFixed ? {} : listeners) },
    handle: { ref: setActivatorNodeRef, ...attributes },
  };
}

/** Returns the reference of a column that cards are dropped on, and whether one is over it. */
export function useDropColumn(id: string) {
  const { setNodeRef, isOver } = useDroppable({ id });
  return { ref: setNodeRef, isOver };
}
