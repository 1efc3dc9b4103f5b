import { randomUUID } from 'node:crypto';
import { asSystem } from '../access/scope';
import { createCampaign, createClient, createSequence } from '../testing/fixtures';
import {
  AuditEntriesDocument,
  CampaignDraftDocument,
  CampaignVersionsDocument,
  DeleteCampaignDraftDocument,
  DeleteSequenceDraftDocument,
  SaveCampaignDraftDocument,
  SaveSequenceDraftDocument,
  SequenceDraftDocument,
  SequenceVersionsDocument,
  UpdateCampaignDocument,
  UpdateSequenceDocument,
} from '../testing/operations/generated';
import { settings, startTestServer, type TestServer } from '../testing/test-server';
import { publishDrafts } from './publish-drafts';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

describe('drafts', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const publish = () =>
    asSystem(() =>
      publishDrafts(
        {
          ...{ dataSource: server.scopedDataSource, objectStore: server.objectStore, settings },
          outboxRelay: { wake: () => undefined },
        },
        new AbortController().signal,
      ),
    );
  /** Moves all scheduled drafts to now. */
  const passTime = async () => {
    await server.dataSource.query('UPDATE campaign_drafts SET publish_at = now() WHERE publish_at IS NOT NULL');
    await server.dataSource.query('UPDATE sequence_drafts SET publish_at = now() WHERE publish_at IS NOT NULL');
  };

  /** Returns what the audit log says of scheduled publishing for a client, newest first. */
  const scheduled = async ({ id, login }: { id: string; login: { username: string } }) =>
    (await server.admin(AuditEntriesDocument, { filter: { clientId: id, actor: 'schedule' } })).auditEntries.nodes.map(
      ({ operation, outcome, objectId, actorName }) => {
        expect(actorName).toBe(login.username);
        return [operation, outcome, objectId];
      },
    );

  async function setUp() {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id, { headline: 'Live' });
    const sequence = await createSequence(server, client.id, campaign.id);
    return {
      ...{ client, campaign, sequence },
      save: async (input: object, publishAt: string | null = null) =>
        (await client.call(SaveCampaignDraftDocument, { id: campaign.id, input, publishAt })).saveCampaignDraft.draft,
      stored: async () => (await client.call(CampaignDraftDocument, { id: campaign.id })).campaign,
      storedOfSequence: async () => (await client.call(SequenceDraftDocument, { id: sequence.id })).sequence.draft,
    };
  }

  it('are saved without being published, replaced, and deleted', async () => {
    const { client, campaign, save, stored } = await setUp();
    expect((await stored()).draft).toBeNull();
    expect(await save({ headline: 'One', subheadline: 'Sub' })).toEqual({
      ...{ content: { headline: 'One', subheadline: 'Sub' }, savedBy: client.login.username },
      ...{ publishAt: null, failure: null },
    });
    await save({ headline: 'Two' });
    await publish();
    expect(await stored()).toMatchObject({ headline: 'Live', draft: { content: { headline: 'Two' } } });
    await client.call(DeleteCampaignDraftDocument, { id: campaign.id });
    expect((await stored()).draft).toBeNull();
  });

  it('of sequences keep what enrolled leads get, and are deleted by the save that contains them', async () => {
    const { client, sequence, storedOfSequence } = await setUp();
    const input = { steps: [{ delayMinutes: 5, message: 'New' }] };
    const { saveSequenceDraft } = await client.call(SaveSequenceDraftDocument, {
      ...{ id: sequence.id, input, enrolledLeads: 'move' },
    });
    expect(saveSequenceDraft.draft).toMatchObject({ content: input, enrolledLeads: 'move' });
    await client.call(UpdateSequenceDocument, { id: sequence.id, input: { name: 'Other' } });
    expect(await storedOfSequence()).not.toBeNull();
    const { savedAt } = (await storedOfSequence())!;
    await client.call(SaveSequenceDraftDocument, { id: sequence.id, input: { name: 'Newer' } });
    await client.call(UpdateSequenceDocument, { id: sequence.id, input, draftSavedAt: savedAt });
    const newer = await storedOfSequence();
    expect(newer).not.toBeNull();
    await client.call(UpdateSequenceDocument, { id: sequence.id, input, draftSavedAt: newer!.savedAt });
    expect(await storedOfSequence()).toBeNull();
    await client.call(SaveSequenceDraftDocument, { id: sequence.id, input });
    await client.call(DeleteSequenceDraftDocument, { id: sequence.id });
    expect(await storedOfSequence()).toBeNull();
  });

  it.each([
    ['the past', -1],
    ['more than a year ahead', 400 * 24 * 60],
  ])('are not scheduled in %s', async (_, minutes) => {
    const { save, stored } = await setUp();
    await expect(save({ headline: 'New' }, inMinutes(minutes))).rejects.toMatchObject({
      fields: { publishAt: 'Choose a time in the future, at most 366 days from now.' },
    });
    expect((await stored()).draft).toBeNull();
  });

  it('have changes that each field allows', async () => {
    const { save } = await setUp();
    await expect(save({})).rejects.toMatchObject({ message: 'The draft contains no changes.' });
    await expect(save({ brandColor: 'red' })).rejects.toMatchObject({ fields: { brandColor: expect.any(String) } });
  });

  it('are published at their time, once, in the name of who saved them, and keep other changes', async () => {
    const { client, campaign, sequence, save, stored, storedOfSequence } = await setUp();
    await save({ headline: 'Scheduled' }, inMinutes(60));
    const input = { steps: [{ delayMinutes: 5, message: 'Scheduled' }] };
    await client.call(SaveSequenceDraftDocument, {
      ...{ id: sequence.id, input, publishAt: inMinutes(60), enrolledLeads: 'move' },
    });
    await server.admin(UpdateCampaignDocument, { id: campaign.id, input: { subheadline: 'Meanwhile' } });
    await publish();
    expect((await stored()).headline).toBe('Live');
    await passTime();
    // Two replicas may take turns at the wrong moment.
    await Promise.all([publish(), publish(), publish()]);
    expect(await stored()).toEqual(expect.objectContaining({ headline: 'Scheduled', draft: null }));
    expect(await storedOfSequence()).toBeNull();
    expect(await scheduled(client)).toEqual([
      ['publishSequenceDraft', 'ok', sequence.id],
      ['publishCampaignDraft', 'ok', campaign.id],
    ]);
    const [version] = (await client.call(CampaignVersionsDocument, { id: campaign.id })).campaign.versions.nodes;
    expect(version).toMatchObject({ number: 3, publishedBy: client.login.username });
    expect(version!.content).toMatchObject({ headline: 'Scheduled', subheadline: 'Meanwhile' });
    const { versions } = (await client.call(SequenceVersionsDocument, { id: sequence.id })).sequence;
    expect(versions.nodes.map(({ number, enrolledLeads }) => [number, enrolledLeads])).toEqual([
      [2, 'move'],
      [1, 'finish'],
    ]);
  });

  it('of a sequence that carriers filter are published without resuming it', async () => {
    const { client, sequence } = await setUp();
    const input = { name: 'Scheduled' };
    await client.call(SaveSequenceDraftDocument, { id: sequence.id, input, publishAt: inMinutes(1) });
    await server.dataSource.query('UPDATE sequences SET paused_at = now() WHERE id = $1', [sequence.id]);
    await passTime();
    await publish();
    const { sequence: stored } = await client.call(SequenceDraftDocument, { id: sequence.id });
    expect(stored).toMatchObject({ draft: null, pausedAt: expect.any(String) });
  });

  it('that are saved again while they are published are kept', async () => {
    const { save, stored } = await setUp();
    await save({ headline: 'Old' }, inMinutes(1));
    await passTime();
    const { scopedDataSource } = server;
    // Replaces the draft after the job has read it.
    const find = jest.spyOn(scopedDataSource.manager, 'findOneBy').mockImplementationOnce(async (entity, where) => {
      find.mockRestore();
      await save({ headline: 'New' }, inMinutes(1));
      await passTime();
      return scopedDataSource.manager.findOneBy(entity, where as never);
    });
    await publish();
    expect(await stored()).toMatchObject({ headline: 'Live', draft: { content: { headline: 'New' } } });
  });

  it('that are refused stay with the reason, and hold up no other', async () => {
    const first = await setUp();
    const second = await setUp();
    const taken = await createCampaign(server, first.client.id, { slug: 'taken' });
    await first.save({ headline: 'New', slug: 'free' }, inMinutes(1));
    await second.save({ headline: 'New' }, inMinutes(1));
    await server.admin(UpdateCampaignDocument, { id: taken.id, input: { slug: 'free' } });
    const other = randomUUID();
    await first.client.call(SaveSequenceDraftDocument, {
      ...{ id: first.sequence.id, input: { campaignId: other }, publishAt: inMinutes(1) },
    });
    await passTime();
    await publish();
    const { headline, draft } = await first.stored();
    expect(headline).toBe('Live');
    expect(draft).toMatchObject({ publishAt: null, content: { slug: 'free' } });
    expect(draft!.failure).toMatch(/slug/i);
    expect((await first.storedOfSequence())!.failure).toMatch(/campaign/i);
    expect(await scheduled(first.client)).toEqual([
      ['publishSequenceDraft', 'BAD_USER_INPUT', first.sequence.id],
      ['publishCampaignDraft', 'CONFLICT', first.campaign.id],
    ]);
    expect(await second.stored()).toMatchObject({ headline: 'New', draft: null });
  });
});
