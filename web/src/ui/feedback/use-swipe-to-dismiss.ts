import { type PointerEvent, useRef } from 'react';

const SWIPE_PX = 50;

/**
 * Returns pointer handlers that move an element to the right with the pointer and call `onDismiss` when it is released
 * past the threshold. A mouse over `data-selectable` selects text instead.
 */
export function useSwipeToDismiss(onDismiss: () => void) {
  const startX = useRef<number>(undefined);
  const offsetOf = (event: PointerEvent) =>
    startX.current === undefined ? 0 : Math.max(0, event.clientX - startX.current);
  const moveTo = (event: PointerEvent<HTMLElement>, px: number) => {
    event.currentTarget.style.transform = px ? `translateX(${px}px)` : '';
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    if (event.type === 'pointerup' && offsetOf(event) >= SWIPE_PX) onDismiss();
    else moveTo(event, 0);
    startX.current = undefined;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const isMouse = event.pointerType === 'mouse';
      if ((event.target as Element).closest(isMouse ? 'button, [data-selectable]' : 'button')) return;
      startX.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => startX.current !== undefined && moveTo(event, offsetOf(event)),
    onPointerUp: end,
    onPointerCancel: end,
  };
}
