import chromium from '@sparticuz/chromium';
import { existsSync } from 'node:fs';

const installedBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const localBrowser = () => process.env['CHROME_PATH'] ?? installedBrowsers.find((file) => existsSync(file));

/** Unpacks the bundled browser if it will be used. Test processes must not unpack it at the same time. */
export async function unpackBrowser(): Promise<void> {
  if (!localBrowser()) await chromium.executablePath();
}

/** Returns the browser's path and arguments: `CHROME_PATH`, an installed browser or the bundled one. */
export async function browserCommand(): Promise<{ executablePath: string; args: string[] }> {
  // Not the bundled browser's own arguments: they turn web security off and start each page's process from scratch.
  return {
    executablePath: localBrowser() ?? (await chromium.executablePath()),
    args: ['--no-sandbox', '--disable-background-networking'],
  };
}
