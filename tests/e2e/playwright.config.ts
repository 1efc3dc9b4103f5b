import path from 'node:path';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import type { WorkerOptions } from './fixtures';

/** The browser tests. `npm test -- e2e` runs them alone. */
export default defineConfig<object, WorkerOptions>({
  testDir: __dirname,
  snapshotPathTemplate: '{testDir}/reading-order/{arg}{ext}',
  outputDir: path.join(__dirname, '../../test-results'),
  globalSetup: path.join(__dirname, 'testing/global-setup.ts'),
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    actionTimeout: 30_000,
    permissions: ['clipboard-read', 'clipboard-write'],
    // Without a film of each test, which costs a third of the time.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
  projects: projects(),
});

/** The scripts `npm run screenshots` and `npm run lighthouse` set a variable that selects their project. */
function projects(): PlaywrightTestConfig<object, WorkerOptions>['projects'] {
  if (process.env['SCREENSHOTS']) return [{ name: 'screenshots', testMatch: 'screenshots.ts' }];
  if (process.env['LIGHTHOUSE']) return [{ name: 'lighthouse', testMatch: ['lighthouse.ts', 'app-speed.ts'] }];
  return [
    {
      name: 'desktop',
      // The phone shows the animations, which take a third of the time.
      use: { viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
    },
    { name: 'touch', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, grep: /@touch/ },
  ];
}
