import { type RefObject, useEffect, useRef } from 'react';

/** Keeps keyboard users in a list that changes under them: names the buttons that may take the focus once it is drawn again, best first. */
export function useFocusNext(box: RefObject<HTMLElement | null>) {
  const names = useRef<string[]>([]);
  useEffect(() => {
    if (names.current.length === 0) return;
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])].filter((button) => !button.disabled);
    const named = (name: string) => buttons.find((button) => (button.ariaLabel ?? button.textContent)?.trim() === name);
    names.current.map(named).find(Boolean)?.focus();
    names.current = [];
  });
  return (...next: string[]) => void (names.current = next);
}
