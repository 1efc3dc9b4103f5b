import type { ReadUrl, ServedAs } from './object-store';

/**
 * How long a read URL stays the same, so that browsers find its object in their cache. It is valid for twice as long.
 */
const READ_WINDOW_MS = 30 * 60_000;
/** Read URLs are valid from before their window, because the bucket's clock may differ. */
const CLOCK_SKEW_MS = 5 * 60_000;
/** Maximum number of cached read URLs, which take about 2 kB each. */
const MAX_READ_URLS = 2_000;

/** A signed URL, and when it expires in milliseconds. */
export interface SignedRead {
  url: string;
  expiresAt: number;
}

/** Signs a URL that reads an object from one time to another. It may expire earlier. */
export type SignRead = (id: string, servedAs: ServedAs, from: Date, until: Date) => Promise<SignedRead>;

/** Caches the read URLs of the current window, because signing one can take a request to the cloud's identity service. */
export class ReadUrls {
  private readonly urls = new Map<string, Promise<SignedRead>>();
  private window = 0;

  constructor(private readonly sign: SignRead) {}

  async get(id: string, servedAs: ServedAs): Promise<ReadUrl> {
    const now = Date.now();
    const window = now - (now % READ_WINDOW_MS);
    if (window !== this.window || this.urls.size >= MAX_READ_URLS) this.urls.clear();
    this.window = window;
    const key = JSON.stringify([id, servedAs]);
    const start = () => {
      const signing = this.sign(id, servedAs, new Date(window - CLOCK_SKEW_MS), new Date(window + 2 * READ_WINDOW_MS));
      this.urls.set(key, signing);
      signing.catch(() => this.urls.delete(key));
      return signing;
    };
    const cacheMs = ({ expiresAt }: SignedRead) => expiresAt - READ_WINDOW_MS - now;
    let signed = await (this.urls.get(key) ?? start());
    if (cacheMs(signed) <= 0) signed = await start();
    return { url: signed.url, maxAgeSeconds: Math.max(0, Math.floor(cacheMs(signed) / 1_000)) };
  }
}
