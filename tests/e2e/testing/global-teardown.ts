/** Stops the specs' stack, if any spec asked for it. */
export default async function stopStack(): Promise<void> {
  await globalThis.stopSharedStack?.();
}
