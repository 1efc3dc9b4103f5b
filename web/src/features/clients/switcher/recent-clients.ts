const KEY = 'recentClients';
const MAX_RECENT = 5;

/** Returns the ids of the clients that this browser opened last, the latest first. */
export function recentClients(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

/** Puts a client first among the recent ones. */
export function rememberClient(id: string) {
  try {
    const others = recentClients().filter((other) => other !== id);
    localStorage.setItem(KEY, JSON.stringify([id, ...others].slice(0, MAX_RECENT)));
  } catch {
    // Storage may be blocked. The switcher then lists the clients by name only.
  }
}

/** Returns the items with the recent ones first, in the order of `recent`. */
export function recentFirst<Item extends { id: string }>(items: readonly Item[], recent: readonly string[]): Item[] {
  const rank = ({ id }: Item) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return items.toSorted((a, b) => rank(a) - rank(b));
}
