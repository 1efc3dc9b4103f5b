import { useEffect, useEffectEvent, useRef } from 'react';
import { areShortcutsOn } from './shortcut-setting';

/** The time between the keys of a sequence. */
const SEQUENCE_MS = 1_500;

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** The keys that open the palette, as they are named on this computer's keyboard. */
export const paletteKeys = isMac ? '⌘K' : 'Ctrl K';

interface Shortcuts {
  /** Opens or closes the palette. */
  onPalette: () => void;
  /**
   * Handles a single key, or a sequence such as `g l`. Returns false if there is no such shortcut, and `pending` if more
   * keys may follow.
   */
  onKeys: (keys: string) => boolean | 'pending';
}

/**
 * Handles the keyboard shortcuts of a screen. Single keys do nothing while somebody types, in dialogs and lists, with
 * modifiers, and where they are switched off.
 */
export function useShortcuts({ onPalette, onKeys }: Shortcuts): void {
  const pending = useRef({ keys: '', at: 0 });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (event.defaultPrevented || event.isComposing || event.repeat || altKey) return;
    if (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) {
      if (key.toLowerCase() !== 'k' || shiftKey || isInDialog(':not([data-palette])')) return;
      event.preventDefault();
      return onPalette();
    }
    // With Shift only what is not a letter, because the slash and the question mark are there on many keyboards.
    const isSingleKey = key.length === 1 && !ctrlKey && !metaKey && !(shiftKey && /\p{L}/u.test(key));
    if (!isSingleKey || takesKeys(event.target) || isInDialog() || !areShortcutsOn()) return;
    const { keys, at } = pending.current;
    const isContinued = keys !== '' && event.timeStamp - at < SEQUENCE_MS;
    const result = onKeys(isContinued ? `${keys} ${key}` : key);
    pending.current = { keys: result === 'pending' ? key : '', at: event.timeStamp };
    if (result !== false) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** Whether an element does something with typed letters. */
function takesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('input, textarea, select, [role=combobox], [role=listbox], [role=menu], [role=menuitem]')
  );
}

const isInDialog = (which = '') => document.querySelector(`:is([role=dialog], [role=alertdialog])${which}`) !== null;
