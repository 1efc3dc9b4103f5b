const KEY = 'shortcuts';

/** The choice of this page, where storage is blocked. */
let choice: boolean | undefined;

/** Whether single-key shortcuts are on. They are unless they were switched off. */
export function areShortcutsOn(): boolean {
  if (choice !== undefined) return choice;
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Switches single-key shortcuts on or off, for this browser. */
export function setShortcutsOn(isOn: boolean): void {
  choice = isOn;
  try {
    localStorage.setItem(KEY, isOn ? 'on' : 'off');
  } catch {
    // Storage may be blocked. The choice then applies to this page only.
  }
}
