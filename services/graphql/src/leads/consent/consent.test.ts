import {
  DeleteLeadDocument,
  LeadDocument,
  SubmitLeadDocument,
  UpdateCampaignDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
  VisitLandingDocument,
} from '../../testing/operations/generated';
import { DEFAULT_DISCLOSURE } from '@dripline/contract/rules/disclosure';
import { makeCampaign, makeClient, makeSequence } from '../../testing/make';
import { startTestServer, type TestServer } from '../../testing/test-server';

describe('a lead’s consent', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const noPhone = [{ id: 'email', type: 'email', label: 'Email' }] as const;
  let visitors = 0;

  async function open(input: Parameters<typeof makeCampaign>[2] = {}) {
    const client = await makeClient(server, { businessName: 'Acme' });
    const campaign = await makeCampaign(server, client.id, input);
    await makeSequence(server, client.id, campaign.id);
    const at = { client: client.handle, slug: campaign.slug };
    visitors += 1;
    const address = `203.0.113.${visitors}`;
    const submit = async (pageVersion?: string, formData: Record<string, unknown> = {}) => {
      const variables = {
        ...at,
        formData: { fullName: 'Ann', phone: '(415) 555-2671', email: 'ann@example.com', ...formData },
        pageVersion,
      };
      return (
        await server.visitor(SubmitLeadDocument, variables, {
          'x-forwarded-for': address,
          'user-agent': 'Mozilla/5.0 (iPhone)',
        })
      ).submitLead.id;
    };
    return {
      client,
      campaign,
      address,
      submit,
      visit: async () => (await server.visitor(VisitLandingDocument, at)).visitLanding,
      change: (changes: object) => server.admin(UpdateCampaignDocument, { id: campaign.id, input: changes }),
      lead: async (id: string) => (await server.admin(LeadDocument, { id })).lead,
    };
  }

  it('keeps the wording that the page showed, when, from where and by what it came', async () => {
    const { visit, submit, lead, address } = await open({
      disclosure: '{{businessName}} texts you. Reply STOP to stop.',
    });
    const { disclosure, pageVersion } = await visit();
    expect(disclosure).toBe('Acme texts you. Reply STOP to stop.');
    const { consent, createdAt } = await lead(await submit(pageVersion));
    expect(consent).toEqual({
      wording: disclosure,
      via: 'page',
      pageVersion,
      address,
      userAgent: 'Mozilla/5.0 (iPhone)',
      createdAt,
    });
  });

  it('counts as made under the present wording where it came through the API, and says so', async () => {
    const { visit, submit, lead } = await open();
    const { disclosure, pageVersion } = await visit();
    expect(disclosure).toBe(DEFAULT_DISCLOSURE.replace('{{businessName}}', 'Acme'));
    expect((await lead(await submit())).consent).toMatchObject({ wording: disclosure, via: 'api', pageVersion });
    expect((await lead(await submit('made up'))).consent).toMatchObject({
      wording: disclosure,
      via: 'api',
      pageVersion,
    });
  });

  it('is to the words of the page that the visitor held, also after they, the form or the name changed', async () => {
    const { visit, submit, lead, change, client } = await open();
    const seen = [await visit()];
    await change({ disclosure: 'Other words from {{businessName}}' });
    seen.push(await visit());
    await change({ formFields: [{ id: 'mobile', type: 'tel', label: 'Mobile' }] });
    seen.push(await visit());
    await server.admin(UpdateClientDocument, { id: client.id, input: { businessName: 'Acme & Sons' } });
    seen.push(await visit());
    expect(seen.map(({ disclosure }) => disclosure).slice(1)).toEqual([
      'Other words from Acme',
      'Other words from Acme',
      'Other words from Acme & Sons',
    ]);
    expect(new Set(seen.map(({ pageVersion }) => pageVersion)).size).toBe(4);
    for (const { pageVersion, disclosure } of seen) {
      const { consent } = await lead(await submit(pageVersion, { mobile: '(415) 555-2671' }));
      expect(consent).toMatchObject({ via: 'page', pageVersion, wording: disclosure });
    }
    await change({ headline: 'Nothing that anybody agrees to' });
    expect((await visit()).pageVersion).toBe(seen[3]!.pageVersion);
    await change({ disclosure: ' ' });
    expect((await visit()).disclosure).toBe(DEFAULT_DISCLOSURE.replace('{{businessName}}', 'Acme & Sons'));
  });

  it('is missing where the page asked for no phone number, and then no text goes, whatever is filled in later', async () => {
    const { visit, submit, lead, campaign, client } = await open({ formFields: [...noPhone] });
    await makeSequence(server, client.id, campaign.id, { name: 'After the call', triggerEvent: 'lead_contacted' });
    const { disclosure, pageVersion } = await visit();
    expect(disclosure).toBeNull();
    const id = await submit(pageVersion, { phone: '' });
    expect(await lead(id)).toMatchObject({ consent: null, enrollments: [{ reason: 'no_number' }] });
    await server.admin(UpdateLeadDocument, {
      id,
      input: { formData: { phone: '(415) 555-2671' }, status: 'contacted' },
    });
    const { enrollments, timeline } = await lead(id);
    expect(enrollments.map(({ reason }) => reason)).toEqual(['no_number', 'no_consent']);
    expect(timeline.at(-1)!.words).toBe(
      '“After the call”: no more texts, as the lead was not asked whether it agrees to texts',
    );
    expect(
      await server.dataSource.query(
        `SELECT FROM outbox o JOIN enrollments e ON e.id = o.subject_id WHERE e.lead_id = $1`,
        [id],
      ),
    ).toEqual([]);
  });

  it('is committed with its lead or not at all, and is gone with it', async () => {
    const { submit } = await open();
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
