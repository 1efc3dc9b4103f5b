import { type PointerEvent, type RefObject, useState } from 'react';

/** The dragged row's index and the index it would move to. */
interface Drag {
  from: number;
  to: number;
}

/** Reorders the rows of a list by dragging with mouse, pen or touch. Escape cancels the drag. */
export function useDragReorder(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();

  const start = (from: number) => (event: PointerEvent) => {
    if (event.button !== 0) return;
    // Prevents text selection during the drag.
    event.preventDefault();
    const listeners = new AbortController();
    let to = from;
    const end = (isDropped: boolean) => {
      listeners.abort();
      setDrag(undefined);
      if (isDropped && to !== from) onDrop(from, to);
    };
    const move = ({ clientY }: globalThis.PointerEvent) => {
      to = indexAt(list.current, from, clientY);
      list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
      setDrag({ from, to });
    };
    addEventListener('pointermove', move, { signal: listeners.signal });
    addEventListener('pointerup', () => end(true), { signal: listeners.signal });
    addEventListener('pointercancel', () => end(false), { signal: listeners.signal });
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal: listeners.signal });
    setDrag({ from, to });
  };
  return { drag, start };
}

/** Returns the number of other rows above the pointer. */
function indexAt(list: HTMLElement | null, from: number, y: number): number {
  const others = [...(list?.children ?? [])].filter((_, index) => index !== from);
  return others.filter((row) => row.getBoundingClientRect().top + row.getBoundingClientRect().height / 2 < y).length;
}
