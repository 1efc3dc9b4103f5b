import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@dripline/launcher/paths';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { launch } from '../harness/launch';

jest.setTimeout(120_000);

test('the script of the guide for kind sends a message, and another one when it runs again', async () => {
  const [port = 0] = await pickPorts(1);
  const password = 'the password for the script';
  const { child, ended, waitForOutput } = launch('start', {
    ...{ PORT: String(port), ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: password },
  });
  try {
    await waitForOutput(/Ready in/);
    const env = { ...process.env, BASE_URL: `http://localhost:${port}`, ADMIN_PASSWORD: password };
    for (const handle of ['acme-heating', 'acme-heating-2']) {
      const { stdout } = await promisify(execFile)(join(root, 'k8s/kind/send-message'), { env });
      expect(stdout.split('\n')).toEqual([
        `A lead was submitted on http://localhost:${port}/landing/${handle}/spring.`,
        'The message "Hi Ann, thanks for asking Acme Heating!" was sent.',
        '',
      ]);
    }
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
});
