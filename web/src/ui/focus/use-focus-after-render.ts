import { type RefObject, useEffect, useRef } from 'react';

/** The name of a button, and a selector of the element that contains it where several buttons share the name. */
type Candidate = string | { name: string; within: string };

/**
 * Moves the focus to a button of a list after the list renders again, so that keyboard users keep their place.
 *
 * @returns A function that takes the buttons to focus, in order of preference.
 */
export function useFocusAfterRender(box: RefObject<HTMLElement | null>) {
  const wanted = useRef<Candidate[]>([]);
  useEffect(() => {
    if (wanted.current.length === 0) return;
    const find = (candidate: Candidate) => {
      const { name, within = '*' } = typeof candidate === 'string' ? { name: candidate } : candidate;
      const buttons = [...(box.current?.querySelectorAll<HTMLButtonElement>(`${within} button`) ?? [])];
      return buttons.find(
        (button) => !button.disabled && (button.getAttribute('aria-label') ?? button.textContent)?.trim() === name,
      );
    };
    wanted.current.map(find).find(Boolean)?.focus();
    wanted.current = [];
  });
  return (...candidates: Candidate[]) => void (wanted.current = candidates);
}
