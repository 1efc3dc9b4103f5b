/** Copies a text to the clipboard. Returns false when the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyWithExecCommand(text);
  }
}

/** Copies without the Clipboard API, which browsers offer only over HTTPS. */
function copyWithExecCommand(text: string): boolean {
  const focusedBefore = document.activeElement;
  const area = Object.assign(document.createElement('textarea'), { value: text, readOnly: true });
  area.style.cssText = 'position:fixed;top:0;opacity:0';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true });
  return copied;
}
