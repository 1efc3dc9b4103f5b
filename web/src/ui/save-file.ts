interface Picture {
  fileName: string;
  mimeType: string;
  /** Its bytes in base64. */
  content: string;
}

/** Has the browser save a file that the page already holds. */
export function saveFile({ fileName, mimeType, content }: Picture): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  // Some browsers read it only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
