import { pickPorts } from '@dripline/launcher/processes/ports';
import { signInAdmin } from '@dripline/launcher/rest-client';
import { launch } from '../harness/launch';

jest.setTimeout(180_000);

const admin = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'a password for the demo' };

interface DemoClient {
  id: string;
  businessName: string;
  domain: string | null;
  stats: { totalLeads: number; heldLeads: number };
  usage: { smsThisMonth: number };
}

/** The month before the current one, as YYYY-MM. */
function previousMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

test('npm start -- --demo creates demo clients with correct counts, and only once', async () => {
  const [port = 0] = await pickPorts(1);
  const variables = { PORT: String(port), ...admin };
  const first = launch('start', variables, ['--demo']);
  await first.waitForOutput(/Ready in/);
  expect(first.output()).toMatch(/Demo: 5 clients/);
  const call = await signInAdmin(`http://127.0.0.1:${port}`, admin.ADMIN_USERNAME, admin.ADMIN_PASSWORD);
  const clients = await call<DemoClient[]>('GET', '/api/clients');
  expect(clients.map(({ businessName }) => businessName)).toContain('Bluewave Plumbing');
  expect(clients.map(({ domain }) => domain)).toContain('patient-flow.localhost');
  for (const { id, stats, usage } of clients) {
    const leads = await call<{ held: boolean }[]>('GET', `/api/clients/${id}/leads`);
    const held = leads.filter((lead) => lead.held).length;
    expect(stats).toMatchObject({ totalLeads: leads.length - held, heldLeads: held });
    const messages = await call<{ status: string }[]>('GET', `/api/clients/${id}/sms-messages`);
    expect(usage.smsThisMonth).toBeLessThanOrEqual(messages.filter(({ status }) => status === 'sent').length);
  }
  expect(clients.some(({ stats }) => stats.heldLeads > 0)).toBe(true);
  const query = '{ clientsNeedingAttention { nodes { reasons { kind } } } }';
  const { data } = await call<{ data: { clientsNeedingAttention: { nodes: { reasons: { kind: string }[] }[] } } }>(
    'POST',
    '/graphql',
    { query },
  );
  expect(data.clientsNeedingAttention.nodes.flatMap(({ reasons }) => reasons.map(({ kind }) => kind))).toEqual(
    expect.arrayContaining(['leads_held', 'sequence_paused', 'webhook_failing']),
  );
  const playbooks = await call<{ data: { playbooks: { nodes: object[] } } }>('POST', '/graphql', {
    query: '{ playbooks { nodes { newestVersion copyCount outdatedCount } } }',
  });
  expect(playbooks.data.playbooks.nodes).toEqual([{ newestVersion: 2, copyCount: 2, outdatedCount: 2 }]);
  const twoMonths = await call<{ data: Record<string, { leads: number; amount: string }> }>('POST', '/graphql', {
    query: `{ current: usageTotals { leads } previous: usageTotals(month: "${previousMonth()}") { leads amount } }`,
  });
  // The fee of five clients, of which one has a fee of its own, and their leads.
  expect(Number(twoMonths.data['previous']!.amount)).toBeGreaterThan(4 * 99 + 79);
  expect(twoMonths.data['current']!.leads).toBeGreaterThan(0);
  expect(twoMonths.data['previous']!.leads).toBeGreaterThan(0);
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);

  const again = launch('start', { ...variables, DATA_DIR: first.dataDir }, ['--demo']);
  await again.waitForOutput(/Ready in/);
  expect(again.output()).toMatch(/there are clients already/);
  again.child.kill('SIGINT');
  expect(await again.ended).toBe(0);
});
