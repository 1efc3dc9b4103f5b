import { useEffect, useRef, useState } from 'react';

const TYPING_PAUSE_MS = 250;

/** Holds what is typed into a filter, and applies it when the typing pauses or `apply` is called. */
export function useTypedFilter(value: string, onChange: (typed: string) => void) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const latest = useRef((_value: string) => {});
  useEffect(() => {
    latest.current = (next) => {
      sent.current = next;
      onChange(next);
    };
  });
  useEffect(() => {
    // The address follows the typing, and letters may have been added meanwhile. Back and Clear change it otherwise.
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (typed.trim() === value) return undefined;
    // Calls the latest callback, so that another filter chosen meanwhile is kept.
    const timer = setTimeout(() => latest.current(typed.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  function apply() {
    if (typed.trim() !== value) latest.current(typed.trim());
  }
  return [typed, setTyped, apply] as const;
}
