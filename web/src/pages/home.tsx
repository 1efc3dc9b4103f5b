/** Being built. */
export function HomePage() {
  return null;
}
