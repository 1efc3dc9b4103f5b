import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to a button of a list after the list renders again, so that keyboard users keep their place.
 *
 * @returns A function that takes the names of the buttons to focus, in order of preference.
 */
export function useFocusAfterRender(box: RefObject<HTMLElement | null>) {
  const names = useRef<string[]>([]);
  useEffect(() => {
    if (names.current.length === 0) return;
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])].filter((button) => !button.disabled);
    const findByName = (name: string) =>
      buttons.find((button) => (button.ariaLabel ?? button.textContent)?.trim() === name);
    names.current.map(findByName).find(Boolean)?.focus();
    names.current = [];
  });
  return (...candidates: string[]) => void (names.current = candidates);
}
