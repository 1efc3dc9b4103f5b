import type { RequestHandler } from 'express';
import type { landingRenderer } from './landing/landing-renderer';

/** The browser's part, built or served by Vite: what the page names and what answers the rest. */
export interface Client {
  landing: LandingAssets;
  /** The landing page's components; in development as they are at this moment. */
  renderer: () => Promise<typeof landingRenderer>;
  /** Serves files and, for addresses of screens, index.html. */
  handler: RequestHandler;
}

/** What the landing page's head carries. */
export interface LandingAssets {
  /** Styles inside the page, so that its first packet is readable... */
  styles?: string;
  /** ...or linked, in development. */
  stylesheet?: string;
  script: string;
  /** What the script imports: named in the page, so that all of it comes at once. */
  imports?: string[];
}
