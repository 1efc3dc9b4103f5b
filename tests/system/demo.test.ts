import { DEMO_PASSWORD } from '@dripline/launcher/demo/fill-demo';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { type RestCaller, signIn, signInAdmin } from '@dripline/launcher/rest-client';
import { eventually } from '@dripline/runtime/testing/eventually';
import { launch } from '../harness/launch';

jest.setTimeout(180_000);

const admin = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'a password for the demo' };

interface DemoClient {
  id: string;
  businessName: string;
  domain: string | null;
  brand: { logoImageUrl: string; faviconImageUrl: string; socialImageUrl: string };
  stats: { totalLeads: number; heldLeads: number };
  usage: { smsThisMonth: number };
}

/** The month before the current one, as YYYY-MM. */
function previousMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

describe('npm start -- --demo', () => {
  let origin: string;
  let variables: Record<string, string>;
  let first: ReturnType<typeof launch>;
  let call: RestCaller;
  let clients: DemoClient[];
  beforeAll(async () => {
    const [port = 0] = await pickPorts(1);
    origin = `http://127.0.0.1:${port}`;
    variables = { PORT: String(port), ...admin };
    first = launch('start', variables, ['--demo']);
    await first.waitForOutput(/Ready in/);
    call = await signInAdmin(origin, admin.ADMIN_USERNAME, admin.ADMIN_PASSWORD);
    clients = await call<DemoClient[]>('GET', '/api/clients');
  });
  afterAll(() => void first.child.kill('SIGINT'));

  const query = async <Data>(text: string, values: object = {}) =>
    (await call<{ data: Data }>('POST', '/graphql', { query: text, variables: values })).data;
  const idOf = (name: string) => clients.find(({ businessName }) => businessName === name)!.id;

  test('it creates demo clients with correct counts', async () => {
    expect(first.output()).toMatch(/Demo: 7 clients/);
    for (const { id, stats, usage } of clients) {
      const leads = await call<{ held: boolean }[]>('GET', `/api/clients/${id}/leads`);
      const held = leads.filter((lead) => lead.held).length;
      expect(stats).toMatchObject({ totalLeads: leads.length - held, heldLeads: held });
      const messages = await call<{ status: string }[]>('GET', `/api/clients/${id}/sms-messages`);
      expect(usage.smsThisMonth).toBeLessThanOrEqual(messages.filter(({ status }) => status === 'sent').length);
    }
  });

  test('its clients need attention for every kind of reason but a rejected sender, and one has only begun', async () => {
    // A job stores the forecasts.
    await eventually(async () => {
      const { clientsNeedingAttention: listed } = await query<{
        clientsNeedingAttention: { nodes: { reasons: { kind: string }[] }[] };
      }>('{ clientsNeedingAttention { nodes { reasons { kind } } } }');
      const kinds = new Set(listed.nodes.flatMap(({ reasons }) => reasons.map(({ kind }) => kind)));
      expect([...kinds]).toEqual(
        expect.arrayContaining([
          'limit_forecast',
          'leads_held',
          'sequence_paused',
          'webhook_failing',
          'no_leads',
          'opt_outs',
        ]),
      );
    });
    const started = clients.find(({ businessName }) => businessName === 'Riverside Florist');
    expect(started?.stats).toMatchObject({ totalLeads: 0, totalCampaigns: 0 });
    const { messageForecast: forecast } = await query<{
      messageForecast: { limit: number; total: number; exceedsLimitOn: string | null };
    }>('query ($id: ID!) { messageForecast(clientId: $id) { limit total exceedsLimitOn } }', {
      id: idOf('Evergreen Roofing'),
    });
    expect(forecast).toMatchObject({ exceedsLimitOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string });
  });

  test('its campaigns have drafts, versions, tests, placements, a translation, and one is archived', async () => {
    const { client } = await query<{
      client: {
        placements: { nodes: { stats: { leads: number } }[] };
        campaigns: {
          nodes: {
            name: string;
            archivedAt: string | null;
            translationOfId: string | null;
            draft: { publishAt: string } | null;
            abTests: { nodes: { status: string; variants: object[] }[] };
          }[];
        };
        sequences: { nodes: { publishedVersion: number; draft: { content: { steps: object[] } } | null }[] };
      };
    }>(
      `query ($id: ID!) { client(id: $id) {
        placements(first: 10) { nodes { stats { leads } } }
        campaigns(first: 10) { nodes { name archivedAt translationOfId draft { publishAt } abTests(first: 5) { nodes { status variants { id } } } } }
        sequences(first: 10) { nodes { publishedVersion draft { content } } }
      } }`,
      { id: idOf('Bluewave Plumbing') },
    );
    const campaigns = client.campaigns.nodes;
    expect(campaigns.filter(({ archivedAt }) => archivedAt).map(({ name }) => name)).toEqual(['Summer pipe check']);
    expect(campaigns.filter(({ translationOfId }) => translationOfId)).toHaveLength(1);
    expect(campaigns.filter(({ draft }) => draft?.publishAt)).toHaveLength(1);
    const tests = campaigns.flatMap(({ abTests }) => abTests.nodes);
    expect(tests.map(({ status, variants }) => [status, variants.length])).toEqual([[expect.anything(), 2]]);
    expect(client.placements.nodes).toHaveLength(3);
    expect(client.placements.nodes.some(({ stats }) => stats.leads > 0)).toBe(true);
    const sequences = client.sequences.nodes;
    expect(sequences.filter(({ draft }) => draft).map(({ draft }) => draft!.content.steps.length)).toEqual([3]);
    expect(sequences.some(({ publishedVersion }) => publishedVersion === 2)).toBe(true);
  });

  test('its leads have owners, tags, notes, notifications, saved views, an import and opt-outs', async () => {
    const { client } = await query<{
      client: Record<string, { totalCount: number }>;
    }>(
      `query ($id: ID!) { client(id: $id) {
        members { totalCount }
        imported: leads(filter: { source: "spring-fair.csv" }) { totalCount }
        tagged: leads(filter: { tag: "Newsletter" }) { totalCount }
      } }`,
      { id: idOf('Bluewave Plumbing') },
    );
    expect(client['members']!.totalCount).toBe(2);
    expect(client['imported']!.totalCount).toBe(12);
    expect(client['tagged']!.totalCount).toBeGreaterThan(0);
    // A periodic job sums them.
    await eventually(
      async () => {
        const { analytics } = await query<{ analytics: { totals: Record<string, number> } }>(
          'query ($id: ID!) { analytics(clientId: $id) { totals { leads scans replies optOuts } } }',
          { id: idOf('Bluewave Plumbing') },
        );
        expect(Object.entries(analytics.totals).filter(([, figure]) => figure === 0)).toEqual([]);
      },
      { timeout: 60_000 },
    );
    const own = await signIn(origin, '/api/auth/client/login', { username: 'bluewave', password: DEMO_PASSWORD });
    const { data } = await own.call<{
      data: { client: { notifications: { nodes: { kind: string }[] }; savedViews: { nodes: { name: string }[] } } };
    }>('POST', '/graphql', {
      query: `query ($id: ID!) { client(id: $id) { notifications { nodes { kind } } savedViews { nodes { name } } } }`,
      variables: { id: idOf('Bluewave Plumbing') },
    });
    expect(data.client.notifications.nodes.map(({ kind }) => kind)).toContain('new_lead');
    expect(data.client.savedViews.nodes.map(({ name }) => name).sort()).toEqual(['Pipeline', 'Urgent and new']);
  });

  test('a client has a brand with pictures and a domain, and a playbook has a copy with leads', async () => {
    const branded = clients.find(({ domain }) => domain === 'patient-flow.localhost')!;
    for (const image of [branded.brand.logoImageUrl, branded.brand.faviconImageUrl, branded.brand.socialImageUrl]) {
      const { pathname } = new URL(image, origin);
      const response = await fetch(`${origin}${pathname}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
    const { playbooks } = await query<{ playbooks: { nodes: { figures: { leads: number } }[] } }>(
      '{ playbooks { nodes { newestVersion copyCount outdatedCount figures { leads } } } }',
    );
    expect(playbooks.nodes).toMatchObject([{ newestVersion: 2, copyCount: 2, outdatedCount: 2 }]);
    expect(playbooks.nodes[0]!.figures.leads).toBeGreaterThan(0);
  });

  test('both months have amounts by the rates', async () => {
    const { current, previous } = await query<Record<string, { leads: number; amount: string }>>(
      `{ current: usageTotals { leads } previous: usageTotals(month: "${previousMonth()}") { leads amount } }`,
    );
    // The fee of six clients of the month, of which one has a fee of its own, and their leads.
    expect(Number(previous!.amount)).toBeGreaterThan(5 * 99 + 79);
    expect(current!.leads).toBeGreaterThan(0);
    expect(previous!.leads).toBeGreaterThan(0);
  });

  test('it creates them only once', async () => {
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
    const again = launch('start', { ...variables, DATA_DIR: first.dataDir }, ['--demo']);
    await again.waitForOutput(/Ready in/);
    expect(again.output()).toMatch(/Demo: its clients exist\. To sign in as Bluewave Plumbing/);
    again.child.kill('SIGINT');
    expect(await again.ended).toBe(0);
  });
});
