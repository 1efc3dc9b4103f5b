import { unpackBrowser } from './browser';
import { startStack } from './stack';

/** Starts the stack that all tests share. Returns its teardown. */
export default async function startSharedStack(): Promise<() => Promise<void>> {
  await unpackBrowser();
  const { stop, ...details } = await startStack({}, process.env['SCREENSHOTS'] ? ['--demo'] : []);
  process.env['E2E_STACK'] = JSON.stringify(details);
  return stop;
}
