import { type PointerEvent, useRef } from 'react';

const SWIPE_PX = 50;
/** A shorter movement is a click. */
const DRAG_PX = 5;

/**
 * Returns pointer handlers that move an element to the right with the pointer and call `onDismiss` when it is released
 * past the threshold. The swipe may start anywhere on the element, its buttons included.
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
      if (event.button === 0) startX.current = event.clientX;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      // The button may have been released elsewhere, before the pointer was captured.
      if (event.buttons === 0) startX.current = undefined;
      if (startX.current === undefined) return;
      // Only now, because a captured pointer does not click the button that it is on.
      if (Math.abs(event.clientX - startX.current) >= DRAG_PX) event.currentTarget.setPointerCapture(event.pointerId);
      moveTo(event, offsetOf(event));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
