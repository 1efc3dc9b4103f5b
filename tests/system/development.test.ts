import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { launch } from '../harness/launch';

jest.setTimeout(180_000);

test('npm run dev starts all services, and restarts the worker when its compiled code changes', async () => {
  const [port = 0] = await pickPorts(1);
  const { child, ended, output, waitForOutput } = launch('dev', { PORT: String(port) });
  await waitForOutput(/Ready in/);
  const now = new Date();
  utimesSync(join(root, 'services/workflows/dist/worker.js'), now, now);
  await waitForOutput(/worker running[^]*worker running/);
  expect(output()).not.toContain('Failed running');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
