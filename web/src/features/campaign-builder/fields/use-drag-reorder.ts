import { type PointerEvent, type RefObject, useState } from 'react';

/** A row that is held, and the place that it would take. */
interface Drag {
  from: number;
  to: number;
}

/** Takes the rows of a list to other places with mouse, pen or finger; Escape lets go. */
export function useDragOrder(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();

  const start = (from: number) => (event: PointerEvent) => {
    if (event.button !== 0) return;
    // Otherwise the words under the pointer are selected.
    event.preventDefault();
    const done = new AbortController();
    let to = from;
    const end = (isDropped: boolean) => {
      done.abort();
      setDrag(undefined);
      if (isDropped && to !== from) onDrop(from, to);
    };
    const move = ({ clientY }: globalThis.PointerEvent) => {
      to = placeAt(list.current, from, clientY);
      list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
      setDrag({ from, to });
    };
    addEventListener('pointermove', move, { signal: done.signal });
    addEventListener('pointerup', () => end(true), { signal: done.signal });
    addEventListener('pointercancel', () => end(false), { signal: done.signal });
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal: done.signal });
    setDrag({ from, to });
  };
  return { drag, start };
}

/** How many of the other rows lie above the pointer. */
function placeAt(list: HTMLElement | null, from: number, y: number): number {
  const others = [...(list?.children ?? [])].filter((_, index) => index !== from);
  return others.filter((row) => row.getBoundingClientRect().top + row.getBoundingClientRect().height / 2 < y).length;
}
