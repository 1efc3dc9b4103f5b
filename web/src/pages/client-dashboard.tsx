/** Being built. */
export function ClientDashboardPage() {
  return null;
}
