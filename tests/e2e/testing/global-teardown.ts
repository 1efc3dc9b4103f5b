/** Stops the shared stack if it was started. */
export default async function stopStack(): Promise<void> {
  await globalThis.stopSharedStack?.();
}
