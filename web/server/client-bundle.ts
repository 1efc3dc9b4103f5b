import type { RequestHandler } from 'express';
import type { landingRenderer } from './landing/landing-renderer';

/** The browser's part of the app, either built or served by Vite. */
export interface Client {
  landing: LandingAssets;
  /** Returns the landing page's renderer. In development it is reloaded for each request. */
  renderer: () => Promise<typeof landingRenderer>;
  /** Serves static files, and index.html for the URLs of screens. */
  handler: RequestHandler;
}

/** The assets in the landing page's head. */
export interface LandingAssets {
  /** Styles to inline, so that the page renders without another request. */
  styles?: string;
  /** The stylesheet to link instead, in development. */
  stylesheet?: string;
  script: string;
  /** The script's imports, which the page preloads. */
  imports?: string[];
}
