import { type PointerEvent, useRef } from 'react';

const SWIPE_PX = 50;

/** Lets something follow the pointer to the right, and be gone past the threshold. A mouse over `data-selectable` selects text instead. */
export function useSwipeAway(onAway: () => void) {
  const start = useRef<number>(undefined);
  const moved = (event: PointerEvent) => (start.current === undefined ? 0 : Math.max(0, event.clientX - start.current));
  const place = (event: PointerEvent<HTMLElement>, px: number) => {
    event.currentTarget.style.transform = px ? `translateX(${px}px)` : '';
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    if (event.type === 'pointerup' && moved(event) >= SWIPE_PX) onAway();
    else place(event, 0);
    start.current = undefined;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const isMouse = event.pointerType === 'mouse';
      if ((event.target as Element).closest(isMouse ? 'button, [data-selectable]' : 'button')) return;
      start.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => start.current !== undefined && place(event, moved(event)),
    onPointerUp: end,
    onPointerCancel: end,
  };
}
