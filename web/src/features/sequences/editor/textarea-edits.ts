const areaOf = (id: string) => document.getElementById(id) as HTMLTextAreaElement;

/** Types over what is selected. */
export function typeInto(id: string, text: string) {
  areaOf(id).focus();
  // Deprecated without a successor: nothing else can be undone, keeps to maxLength and tells the form in one.
  document.execCommand('insertText', false, text);
}

/** Puts another text in the place of all that is there. */
export function typeOver(id: string, text: string) {
  areaOf(id).select();
  typeInto(id, text);
}

/** Selects the next place where these letters stand, from the cursor on and then from the start. */
export function selectNext(id: string, letters: string) {
  const area = areaOf(id);
  const ahead = area.value.indexOf(letters, area.selectionEnd);
  const at = ahead >= 0 ? ahead : area.value.indexOf(letters);
  area.focus();
  area.setSelectionRange(at, at + letters.length);
}
