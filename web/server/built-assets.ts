import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express from 'express';
import type { Client } from './client';
import { screens } from './screens';

const LANDING_ENTRY = 'src/landing/enhance.ts';
const YEAR_SECONDS = 31_536_000;

/** The build in dist/client, beside the built server. */
export function readBuiltAssets(folder = join(__dirname, '../client')): Client {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, { file: string; css?: string[] }>;
  const entry = manifest[LANDING_ENTRY];
  if (!entry) throw new Error(`the build has no ${LANDING_ENTRY}: run npm run build`);
  return {
    landing: {
      styles: (entry.css ?? []).map((file) => readFileSync(join(folder, file), 'utf8')).join(''),
      script: `/${entry.file}`,
    },
    handlers: [
      express.static(join(folder, 'assets'), { fallthrough: true, immutable: true, maxAge: YEAR_SECONDS * 1000, index: false, redirect: false }),
      express.static(folder, { index: false, redirect: false, dotfiles: 'ignore', cacheControl: true, maxAge: 0 }),
      screens(join(folder, 'index.html')),
    ],
  };
}
