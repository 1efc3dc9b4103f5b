/** Being built. */
export function AdminConsolePage() {
  return null;
}
