import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@dripline/launcher/paths';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { launch } from '../harness/launch';

jest.setTimeout(120_000);

test('the quick start in the README works', async () => {
  const [port = 0] = await pickPorts(1);
  const password = 'the password of the readme';
  const variables = { PORT: String(port), ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: password };
  const { child, ended, waitForOutput, dataDir } = launch('start', variables);
  try {
    await waitForOutput(/Ready in/);
    const block = /```bash\n(api=[^]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))![1]!;
    const script = block
      .replaceAll('localhost:8080', `localhost:${port}`)
      .replace('PASSWORD', password)
      .replace(/^curl/gm, 'echo; curl');
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: dataDir });
    const [user, sequence, landing, submitted, leads, messages, stats, totals, processed] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as never);
    expect(user).toMatchObject({ username: 'admin', role: 'admin' });
    expect(sequence).toMatchObject({ name: 'Welcome', status: 'active' });
    expect(landing).toMatchObject({ headline: 'Is your water heater safe?', businessName: 'Acme Heating' });
    expect(submitted).toMatchObject({ postSubmissionType: 'message', thankYouMessage: 'We will call you today.' });
    expect(leads).toMatchObject([{ fullName: 'Ann Lee', phone: '(415) 555-2671' }]);
    expect(Array.isArray(messages)).toBe(true);
    expect(stats).toMatchObject({ totalLeads: 1, activeCampaigns: 1 });
    expect(totals).toMatchObject({ totalClients: 1, totalLeads: 1 });
    expect(processed).toMatchObject({ processed: expect.any(Number) });
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  const again = launch('start', { ...variables, DATA_DIR: dataDir });
  await again.waitForOutput(/Ready in/);
  again.child.kill('SIGTERM');
  await again.ended;
  expect(again.output()).toContain(`http://localhost:${port}/landing/acme-heating/spring\n`);
});
