const areaOf = (id: string) => document.getElementById(id) as HTMLTextAreaElement;

/** Inserts text at the cursor, replacing the selection. */
export function insertText(id: string, text: string) {
  areaOf(id).focus();
  // execCommand is deprecated, but only it supports undo, respects maxLength and fires the input event.
  document.execCommand('insertText', false, text);
}

/** Replaces the whole text. */
export function replaceText(id: string, text: string) {
  areaOf(id).select();
  insertText(id, text);
}

/** Selects the next occurrence of the text after the cursor, continuing from the start. */
export function selectNextOccurrence(id: string, search: string) {
  const area = areaOf(id);
  const nextIndex = area.value.indexOf(search, area.selectionEnd);
  const index = nextIndex >= 0 ? nextIndex : area.value.indexOf(search);
  area.focus();
  area.setSelectionRange(index, index + search.length);
}
