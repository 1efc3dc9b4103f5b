/** Being built. */
export function AdminClientPage() {
  return null;
}
