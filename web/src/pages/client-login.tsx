/** Being built. */
export function ClientLoginPage() {
  return null;
}
