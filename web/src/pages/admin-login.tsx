/** Being built. */
export function AdminLoginPage() {
  return null;
}
