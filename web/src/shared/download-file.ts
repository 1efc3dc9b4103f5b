interface SavedFile {
  fileName: string;
  mimeType: string;
  /** The content: base64 for `downloadBase64File`, text for `downloadTextFile`. */
  content: string;
}

/** Downloads a file from base64 content that the page already holds. */
export function downloadBase64File({ fileName, mimeType, content }: SavedFile): void {
  save(
    fileName,
    new Blob([Uint8Array.from(atob(content), (character) => character.charCodeAt(0))], { type: mimeType }),
  );
}

/** Downloads a file from text content. */
export function downloadTextFile({ fileName, mimeType, content }: SavedFile): void {
  save(fileName, new Blob([content], { type: mimeType }));
}

function save(fileName: string, blob: Blob) {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  // Some browsers read the URL only after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
