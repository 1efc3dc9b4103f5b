import {
  DeleteLeadDocument,
  LeadDocument,
  SubmitLeadDocument,
  UpdateCampaignDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
  RecordLandingViewDocument,
} from '../../testing/operations/generated';
import { DEFAULT_DISCLOSURE } from '@dripline/contract/rules/disclosure';
import { createCampaign, createClient, createSequence } from '../../testing/fixtures';
import { startTestServer, type TestServer } from '../../testing/test-server';

describe('consent', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const noPhone = [{ id: 'email', type: 'email', label: 'Email' }] as const;
  let visitors = 0;

  async function createLanding(input: Parameters<typeof createCampaign>[2] = {}) {
    const client = await createClient(server, { businessName: 'Acme' });
    const campaign = await createCampaign(server, client.id, input);
    await createSequence(server, client.id, campaign.id);
    const landing = { client: client.handle, slug: campaign.slug };
    visitors += 1;
    const ipAddress = `203.0.113.${visitors}`;
    const submit = async (pageVersion?: string, formData: Record<string, unknown> = {}) => {
      const variables = {
        ...landing,
        formData: { fullName: 'Ann', phone: '(415) 555-2671', email: 'ann@example.com', ...formData },
        pageVersion,
      };
      return (
        await server.visitor(SubmitLeadDocument, variables, {
          'x-forwarded-for': ipAddress,
          'user-agent': 'Mozilla/5.0 (iPhone)',
        })
      ).submitLead.id;
    };
    return {
      client,
      campaign,
      ipAddress,
      submit,
      visit: async () => (await server.visitor(RecordLandingViewDocument, landing)).recordLandingView,
      change: (changes: object) => server.admin(UpdateCampaignDocument, { id: campaign.id, input: changes }),
      lead: async (id: string) => (await server.admin(LeadDocument, { id })).lead,
    };
  }

  it('consent stores the disclosure that the page showed, with time, IP address and user agent', async () => {
    const { client, campaign, visit, submit, lead, ipAddress } = await createLanding({
      disclosure: '{{businessName}} texts you. Reply STOP to stop.',
    });
    const { disclosure, pageVersion } = await visit();
    expect(disclosure).toBe('Acme texts you. Reply STOP to stop.');
    const { consent, createdAt } = await lead(await submit(pageVersion));
    expect(consent).toEqual({
      phoneE164: '+14155552671',
      disclosure,
      via: 'page',
      page: `${client.handle}/${campaign.slug}`,
      pageVersion,
      recordedBy: null,
      ipAddress,
      userAgent: 'Mozilla/5.0 (iPhone)',
      createdAt,
    });
  });

  it('consent through the API refers to the current disclosure', async () => {
    const { visit, submit, lead } = await createLanding();
    const { disclosure, pageVersion } = await visit();
    expect(disclosure).toBe(DEFAULT_DISCLOSURE.replace('{{businessName}}', 'Acme'));
    expect((await lead(await submit())).consent).toMatchObject({ disclosure, via: 'api', pageVersion });
    expect((await lead(await submit('made up'))).consent).toMatchObject({
      disclosure,
      via: 'api',
      pageVersion,
    });
  });

  it('consent refers to the page version that the visitor saw, even after the page has changed', async () => {
    const { visit, submit, lead, change, client } = await createLanding();
    const visits = [await visit()];
    await change({ disclosure: 'Other words from {{businessName}}' });
    visits.push(await visit());
    await change({ formFields: [{ id: 'mobile', type: 'tel', label: 'Mobile' }] });
    visits.push(await visit());
    await server.admin(UpdateClientDocument, { id: client.id, input: { businessName: 'Acme & Sons' } });
    visits.push(await visit());
    expect(visits.map(({ disclosure }) => disclosure).slice(1)).toEqual([
      'Other words from Acme',
      'Other words from Acme',
      'Other words from Acme & Sons',
    ]);
    expect(new Set(visits.map(({ pageVersion }) => pageVersion)).size).toBe(4);
    for (const { pageVersion, disclosure } of visits) {
      const { consent } = await lead(await submit(pageVersion, { mobile: '(415) 555-2671' }));
      expect(consent).toMatchObject({ via: 'page', pageVersion, disclosure });
    }
    await change({ headline: 'Not part of the disclosure' });
    expect((await visit()).pageVersion).toBe(visits[3]!.pageVersion);
    await change({ disclosure: ' ' });
    expect((await visit()).disclosure).toBe(DEFAULT_DISCLOSURE.replace('{{businessName}}', 'Acme & Sons'));
  });

  it('a lead whose page asked for no phone number has no consent and never receives a message', async () => {
    const { visit, submit, lead, campaign, client } = await createLanding({ formFields: [...noPhone] });
    await createSequence(server, client.id, campaign.id, { name: 'After the call', triggerEvent: 'lead_contacted' });
    const { disclosure, pageVersion } = await visit();
    expect(disclosure).toBeNull();
    const id = await submit(pageVersion, { phone: '' });
    expect(await lead(id)).toMatchObject({ consent: null, enrollments: { nodes: [{ reason: 'no_number' }] } });
    await server.admin(UpdateLeadDocument, {
      id,
      input: { formData: { phone: '(415) 555-2671' }, status: 'contacted' },
    });
    const { enrollments, timeline } = await lead(id);
    expect(enrollments.nodes.map(({ reason }) => reason)).toEqual(['no_number', 'no_consent']);
    expect(timeline.at(-1)!.description).toBe(
      '“After the call”: no more messages because this number did not agree to text messages',
    );
    expect(
      await server.dataSource.query(
        `SELECT FROM outbox o JOIN enrollments e ON e.id = o.subject_id WHERE e.lead_id = $1`,
        [id],
      ),
    ).toEqual([]);
  });

  it('consent is committed with its lead or not at all, and deleted with it', async () => {
    const { submit } = await createLanding();
    const rows = () =>
      server.dataSource.query<{ leads: number; consents: number }[]>(
        'SELECT (SELECT count(*)::int FROM leads) AS leads, (SELECT count(*)::int FROM consents) AS consents',
      );
    const [before] = await rows();
    await server.dataSource.query(
      `ALTER TABLE consents ADD CONSTRAINT refuse CHECK (user_agent <> 'Mozilla/5.0 (iPhone)') NOT VALID`,
    );
    await expect(submit()).rejects.toThrow();
    expect(await rows()).toEqual([before]);
    await server.dataSource.query('ALTER TABLE consents DROP CONSTRAINT refuse');
    const id = await submit();
    expect(await rows()).toEqual([{ leads: before!.leads + 1, consents: before!.consents + 1 }]);
    await server.admin(DeleteLeadDocument, { id });
    expect(await rows()).toEqual([before]);
  });
});
