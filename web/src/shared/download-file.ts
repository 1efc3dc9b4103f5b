interface SavedFile {
  fileName: string;
  mimeType: string;
  /** Its bytes in base64, or its text. */
  content: string;
}

/** Has the browser save a file that the page already holds. */
export function saveFile({ fileName, mimeType, content }: SavedFile): void {
  save(
    fileName,
    new Blob([Uint8Array.from(atob(content), (character) => character.charCodeAt(0))], { type: mimeType }),
  );
}

/** The same for a text. */
export function saveText({ fileName, mimeType, content }: SavedFile): void {
  save(fileName, new Blob([content], { type: mimeType }));
}

function save(fileName: string, blob: Blob) {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  // Some browsers read it only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
