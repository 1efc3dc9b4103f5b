import type { ContractError } from '@dripline/runtime/http/request';
import { countStatements } from '../testing/count-statements';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import {
  ApplyPlaybookDocument,
  AuditEntriesDocument,
  CampaignDocument,
  CampaignVersionsDocument,
  CreatePlaybookDocument,
  type CreatePlaybookInput,
  DeleteCampaignDocument,
  DeleteClientDocument,
  DeletePlaybookDocument,
  DeleteSequenceDocument,
  LeadDocument,
  PlaybookChangesDocument,
  PlaybookDocument,
  PlaybooksDocument,
  PublishPlaybookDocument,
  PushPlaybookDocument,
  SequencesDocument,
  SequenceVersionsDocument,
  UpdateCampaignDocument,
  type UpdateCampaignInput,
  UpdateClientDocument,
  UpdateLeadDocument,
  UpdatePlaybookDocument,
  UpdateSequenceDocument,
} from '../testing/operations/generated';
import { startTestServer, type TestServer } from '../testing/test-server';
import { png, upload } from '../testing/uploads';
import type { PlaybookContent } from './playbook-content';

const unknown = '00000000-0000-4000-8000-000000000000';

describe('a playbook', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ rateLimits: false })));
  afterAll(() => server.stop());

  const sql = <Row>(query: string, ...values: unknown[]) => server.dataSource.query<Row[]>(query, values);
  const errorOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => null,
      (error: ContractError) => error,
    );
  const publish = async (id: string, expectedVersion?: number) =>
    (await server.admin(PublishPlaybookDocument, { id, expectedVersion })).publishPlaybook;
  const apply = async (id: string, clientIds: string[], status?: 'active') =>
    (await server.admin(ApplyPlaybookDocument, { id, clientIds, ...(status && { status }) })).applyPlaybook;
  const push = async (id: string, number: number, copyIds: string[]) =>
    (await server.admin(PushPlaybookDocument, { id, number, copyIds })).pushPlaybook;
  const read = async (id: string, behind?: boolean) => (await server.admin(PlaybookDocument, { id, behind })).playbook;
  const sequencesOf = async (clientId: string) =>
    (await server.admin(SequencesDocument, { clientId })).client.sequences.nodes;
  const campaignOf = async (id: string) => (await server.admin(CampaignDocument, { id })).campaign;

  /** Creates a playbook from a campaign of the agency with a sequence. */
  async function setUp(input: Partial<CreatePlaybookInput> = {}) {
    const agency = await createClient(server);
    const source = await createCampaign(server, agency.id, {
      ...{ name: 'Roofs', headline: 'Free quote', subheadline: 'Today', contactPhone: '(415) 555-2671' },
      formImageUrl: 'https://example.com/roof.png',
      logoImageUrl: (await upload(server, server.admin, png())).objectPath,
    });
    const welcome = await createSequence(server, agency.id, source.id, { name: 'Welcome', description: 'Two texts' });
    const { createPlaybook: playbook } = await server.admin(CreatePlaybookDocument, {
      input: { name: ' Roofers ', campaignId: source.id, ...input },
    });
    const edit = (fields: UpdateCampaignInput) =>
      server.admin(UpdateCampaignDocument, { id: source.id, input: fields });
    /** Creates a client with a copy. */
    const addCopy = async () => {
      const client = await createClient(server);
      const [result] = await apply(playbook.id, [client.id]);
      const copy = result!.copy!;
      const editCopy = (fields: UpdateCampaignInput) =>
        client.call(UpdateCampaignDocument, { id: copy.campaign.id, input: fields });
      return { client, copy, editCopy };
    };
    return { agency, source, welcome, playbook, edit, addCopy };
  }

  it('lists the copy of one client', async () => {
    const { playbook, addCopy } = await setUp();
    const [{ copy, client }] = [await addCopy(), await addCopy()];
    const listed = async (clientId: string) =>
      (await server.admin(PlaybookChangesDocument, { id: playbook.id, number: 1, clientId })).playbook.copies.nodes;
    expect(await listed(client.id)).toEqual([{ id: copy.id, changes: [] }]);
    expect(await listed(unknown)).toEqual([]);
    expect(await listed('no client')).toEqual([]);
  });

  it('has the content of its campaign as version 1, without what belongs to the client', async () => {
    const { playbook, source, welcome } = await setUp({ description: 'For all roofers' });
    expect(playbook).toMatchObject({
      ...{ name: 'Roofers', description: 'For all roofers', newestVersion: 1, copyCount: 0, outdatedCount: 0 },
      campaign: { id: source.id },
    });
    const [{ content, ...version }] = (await read(playbook.id)).versions.nodes as unknown as [
      { content: PlaybookContent; number: number; publishedBy: string },
    ];
    expect(version).toEqual({ number: 1, publishedBy: 'admin' });
    const { campaign, sequences } = content;
    expect(campaign).toMatchObject({
      name: 'Roofs',
      headline: 'Free quote',
      formImageUrl: 'https://example.com/roof.png',
    });
    expect(campaign['formFields']).toHaveLength(3);
    for (const field of ['slug', 'status', 'archived', 'translationOfId', 'logoImageUrl', 'contactPhone', 'clientId'])
      expect(campaign).not.toHaveProperty(field);
    expect(sequences).toEqual([
      {
        ...{
          key: welcome.id,
          name: 'Welcome',
          description: 'Two texts',
          triggerEvent: 'lead_created',
          stopOnReply: true,
        },
        steps: [
          expect.objectContaining({ delayMinutes: 0 }),
          expect.objectContaining({ message: 'Still interested?' }),
        ],
      },
    ]);
  });

  it('rejects a wrong name, description or campaign, and names the field', async () => {
    const { source } = await setUp();
    const create = (input: Partial<CreatePlaybookInput>) =>
      errorOf(server.admin(CreatePlaybookDocument, { input: { name: 'Roofers', campaignId: source.id, ...input } }));
    for (const [field, value] of [
      ['name', ' '],
      ['name', 'x'.repeat(121)],
      ['description', 'x'.repeat(501)],
      ['campaignId', unknown],
      ['campaignId', 'no id'],
    ] as const)
      expect(await create({ [field]: value })).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { [field]: expect.any(String) },
      });
    expect(await create({ name: 'x'.repeat(120), description: 'x'.repeat(500) })).toBeNull();
  });

  it('is renamed, and a stale change is rejected', async () => {
    const { playbook } = await setUp();
    const update = async (name: string, expectedVersion?: number) =>
      (await server.admin(UpdatePlaybookDocument, { id: playbook.id, input: { name }, expectedVersion }))
        .updatePlaybook;
    const { version } = await update('Roofing', playbook.version);
    expect(version).toBe(playbook.version + 1);
    expect(await errorOf(update('Mine', playbook.version))).toMatchObject({
      code: 'CONFLICT',
      current: { name: 'Roofing', version },
    });
    const { playbooks } = await server.admin(PlaybooksDocument, { filter: { search: 'roofing' } });
    expect(playbooks.nodes.map(({ id }) => id)).toEqual([playbook.id]);
  });

  it('publishes a version if its campaign or a sequence changed, once for two calls at the same time', async () => {
    const { playbook, welcome, edit } = await setUp();
    expect(await errorOf(publish(playbook.id))).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('Nothing changed since version 1'),
    });
    // Neither is content of a playbook.
    await edit({ status: 'inactive', slug: 'another', contactPhone: '(415) 555-2672' });
    expect(await errorOf(publish(playbook.id))).toMatchObject({ code: 'BAD_USER_INPUT' });
    await edit({ headline: 'Quote in a day' });
    expect((await publish(playbook.id, playbook.version)).newestVersion).toBe(2);
    expect(await errorOf(publish(playbook.id, playbook.version))).toMatchObject({ code: 'CONFLICT' });
    await server.admin(UpdateSequenceDocument, { id: welcome.id, input: { description: 'Changed' } });
    const attempts = await Promise.all([errorOf(publish(playbook.id)), errorOf(publish(playbook.id))]);
    expect(attempts.filter((error) => error === null)).toHaveLength(1);
    expect((await read(playbook.id)).versions.nodes.map(({ number }) => number)).toEqual([3, 2, 1]);
  });

  it('is applied to several clients, and reports those that cannot have a copy', async () => {
    const { playbook, source } = await setUp();
    const [one, other, full] = [await createClient(server), await createClient(server), await createClient(server)];
    await server.admin(UpdateClientDocument, { id: full.id, input: { monthlyCampaignLimit: 1 } });
    await createCampaign(server, full.id);
    await apply(playbook.id, [other.id]);
    const results = await apply(playbook.id, [full.id, other.id, unknown, 'no id', one.id]);
    expect(results.map(({ clientId, error }) => [clientId, error])).toEqual([
      [full.id, 'Monthly campaign limit of 1 reached'],
      [other.id, 'This client already has a copy of the playbook.'],
      [unknown, 'Client not found'],
      ['no id', 'Client not found'],
      [one.id, null],
    ]);
    const { copy } = results[4]!;
    expect(copy).toMatchObject({ versionNumber: 1, campaign: { name: 'Roofs', status: 'inactive', slug: 'roofs' } });
    const campaign = await campaignOf(copy!.campaign.id);
    expect(campaign).toMatchObject({
      ...{ clientId: one.id, headline: 'Free quote', logoImageUrl: null, contactPhone: '' },
      formFields: source.formFields,
    });
    const [sequence, ...more] = await sequencesOf(one.id);
    expect(more).toEqual([]);
    expect(sequence).toMatchObject({ campaignId: campaign.id, name: 'Welcome', status: 'active', messages: [{}, {}] });
    const { campaign: versions } = await server.admin(CampaignVersionsDocument, { id: campaign.id });
    expect(versions.versions.nodes).toMatchObject([{ number: 1, publishedBy: 'admin' }]);
    // The campaign of the second attempt was rolled back with its place in the limit.
    expect(await sql('SELECT count(*)::int AS n FROM campaigns WHERE client_id = $1', other.id)).toEqual([{ n: 1 }]);
    expect(await sql(`SELECT used FROM usage_counters WHERE client_id = $1 AND kind = 'campaigns'`, other.id)).toEqual([
      { used: 1 },
    ]);
    expect((await read(playbook.id)).copies.totalCount).toBe(2);
  });

  it('is applied with another status, and audited for each client', async () => {
    const { playbook, edit } = await setUp();
    const clients = [await createClient(server), await createClient(server)];
    const results = await apply(
      playbook.id,
      clients.map(({ id }) => id),
      'active',
    );
    expect(results.map(({ copy }) => copy?.campaign.status)).toEqual(['active', 'active']);
    await edit({ headline: 'New' });
    await publish(playbook.id);
    await push(
      playbook.id,
      2,
      results.map(({ copy }) => copy!.id),
    );
    for (const [index, { id: clientId }] of clients.entries()) {
      const { auditEntries } = await server.admin(AuditEntriesDocument, { filter: { clientId }, first: 2 });
      const entry = { objectKind: 'campaign', objectId: results[index]!.copy!.campaign.id, outcome: 'ok' };
      expect(auditEntries.nodes).toMatchObject([
        { operation: 'pushPlaybook', ...entry },
        { operation: 'applyPlaybook', ...entry },
      ]);
    }
  });

  it('is copied to a client once by calls at the same time', async () => {
    const { playbook } = await setUp();
    const client = await createClient(server);
    const results = (await Promise.all(Array.from({ length: 6 }, () => apply(playbook.id, [client.id])))).flat();
    expect(results.filter(({ copy }) => copy !== null)).toHaveLength(1);
    const errors = results.flatMap(({ error }) => error ?? []);
    expect(new Set(errors)).toEqual(new Set(['This client already has a copy of the playbook.']));
    expect(await sql('SELECT count(*)::int AS n FROM campaigns WHERE client_id = $1', client.id)).toEqual([{ n: 1 }]);
    expect(await sequencesOf(client.id)).toHaveLength(1);
  });

  it('pushes what the client did not edit, and keeps what it did, as the changes say before', async () => {
    const { agency, source, welcome, playbook, edit, addCopy } = await setUp();
    const untouched = await addCopy();
    const edited = await addCopy();
    await edited.editCopy({ headline: 'Mine', submitButtonText: 'Only mine', contactPhone: '(415) 555-2679' });
    const [copied] = await sequencesOf(edited.client.id);
    const mySteps = [{ delayMinutes: 3, message: 'My text' }];
    await edited.client.call(UpdateSequenceDocument, { id: copied!.id, input: { steps: mySteps } });

    await edit({
      headline: 'Theirs',
      subheadline: 'Tomorrow',
      formFields: [{ id: 'phone', type: 'tel', label: 'Phone' }],
    });
    await server.admin(UpdateSequenceDocument, {
      id: welcome.id,
      input: { name: 'Hello', steps: [{ delayMinutes: 5, message: 'Their text' }] },
    });
    await createSequence(server, agency.id, source.id, { name: 'Later' });
    await publish(playbook.id);
    expect(await read(playbook.id)).toMatchObject({ newestVersion: 2, copyCount: 2, outdatedCount: 2 });
    expect((await read(playbook.id, true)).copies.totalCount).toBe(2);

    const planned = new Map(
      (await server.admin(PlaybookChangesDocument, { id: playbook.id, number: 2 })).playbook.copies.nodes.map(
        ({ id, changes }) => [id, changes],
      ),
    );
    const actionsOf = (changes: { name: string; action: string }[]) =>
      Object.fromEntries(changes.map(({ name, action }) => [name, action]));
    expect(actionsOf(planned.get(untouched.copy.id)!)).toEqual({
      ...{ headline: 'update', subheadline: 'update', formFields: 'update' },
      ...{ 'sequences.Hello.name': 'update', 'sequences.Hello.steps': 'update', 'sequences.Later': 'create' },
    });
    const [pushed] = await push(playbook.id, 2, [edited.copy.id]);
    expect(pushed).toMatchObject({ error: null, copy: { versionNumber: 2, campaign: { headline: 'Mine' } } });
    expect(pushed!.changes).toEqual(planned.get(edited.copy.id));
    expect(actionsOf(pushed!.changes)).toEqual({
      ...{ headline: 'keep', subheadline: 'update', formFields: 'update' },
      ...{ 'sequences.Hello.name': 'update', 'sequences.Hello.steps': 'keep', 'sequences.Later': 'create' },
    });
    expect(pushed!.changes.find(({ name }) => name === 'headline')).toMatchObject({ before: 'Mine', after: 'Theirs' });
    expect(await campaignOf(edited.copy.campaign.id)).toMatchObject({
      ...{ headline: 'Mine', subheadline: 'Tomorrow', submitButtonText: 'Only mine', contactPhone: '(415) 555-2679' },
      ...{ formFields: [{ id: 'phone' }], status: 'inactive', slug: edited.copy.campaign.slug },
    });
    const sequences = await sequencesOf(edited.client.id);
    expect(Object.fromEntries(sequences.map(({ id, name, messages }) => [name, [id, messages[0]!.message]]))).toEqual({
      Hello: [copied!.id, 'My text'],
      Later: [expect.any(String), 'Hi {{firstName}} from {{businessName}}'],
    });
    // The other copy waits for its own push.
    expect(await read(playbook.id)).toMatchObject({ copyCount: 2, outdatedCount: 1 });
    expect((await campaignOf(untouched.copy.campaign.id)).headline).toBe('Free quote');
    expect((await read(playbook.id, true)).copies.nodes.map(({ id }) => id)).toEqual([untouched.copy.id]);
    expect((await read(playbook.id, false)).copies.nodes.map(({ id }) => id)).toEqual([edited.copy.id]);
    await push(playbook.id, 2, [untouched.copy.id]);
    expect(await campaignOf(untouched.copy.campaign.id)).toMatchObject({ headline: 'Theirs' });
    expect((await sequencesOf(untouched.client.id)).find(({ name }) => name === 'Hello')!.messages).toEqual([
      { delayMinutes: 5, message: 'Their text', variants: [] },
    ]);
  });

  it('changes nothing when a version is pushed again, and keeps an edit also in later versions', async () => {
    const { playbook, edit, addCopy } = await setUp();
    const { copy, editCopy } = await addCopy();
    await editCopy({ headline: 'Mine' });
    await edit({ headline: 'Theirs', subheadline: 'Second' });
    await publish(playbook.id);
    await push(playbook.id, 2, [copy.id]);
    const state = () =>
      sql(
        `SELECT c.version, s.version AS sequence, p.version_number, (SELECT count(*)::int FROM campaign_versions v WHERE v.campaign_id = c.id) AS versions,
           (SELECT count(*)::int FROM audit_entries WHERE object_ref = c.id::text) AS entries
         FROM playbook_copies p JOIN campaigns c ON c.id = p.campaign_id JOIN sequences s ON s.campaign_id = c.id WHERE p.id = $1`,
        copy.id,
      );
    const before = await state();
    expect(before).toHaveLength(1);
    const [again] = await push(playbook.id, 2, [copy.id]);
    expect(again).toMatchObject({ error: null, changes: [], copy: { versionNumber: 2 } });
    expect(await state()).toEqual(before);
    await edit({ subheadline: 'Third' });
    await publish(playbook.id);
    const [third] = await push(playbook.id, 3, [copy.id]);
    expect(third!.changes).toEqual([{ name: 'subheadline', before: 'Second', after: 'Third', action: 'update' }]);
    expect(await campaignOf(copy.campaign.id)).toMatchObject({ headline: 'Mine', subheadline: 'Third' });
  });

  it('keeps uploads of the client where the version has another image', async () => {
    const { playbook, edit, addCopy } = await setUp();
    const { client, copy, editCopy } = await addCopy();
    const other = await addCopy();
    const { objectPath } = await upload(server, client.call, png());
    await editCopy({ formImageUrl: objectPath });
    await edit({ formImageUrl: 'https://example.com/new.png', logoImageUrl: 'https://example.com/logo.png' });
    await publish(playbook.id);
    const [pushed] = await push(playbook.id, 2, [copy.id, other.copy.id]);
    expect(pushed!.changes).toMatchObject([
      { name: 'formImageUrl', before: objectPath, action: 'keep' },
      { name: 'logoImageUrl', before: null, action: 'update' },
    ]);
    expect(await campaignOf(copy.campaign.id)).toMatchObject({
      ...{ formImageUrl: objectPath, logoImageUrl: 'https://example.com/logo.png' },
    });
    expect(await campaignOf(other.copy.campaign.id)).toMatchObject({ formImageUrl: 'https://example.com/new.png' });
  });

  it('neither deletes sequences of the client nor creates again what it deleted', async () => {
    const { agency, source, welcome, playbook, addCopy } = await setUp();
    const reminder = await createSequence(server, agency.id, source.id, { name: 'Reminder' });
    await publish(playbook.id);
    const [keeps, deletes] = [await addCopy(), await addCopy()];
    for (const { id } of await sequencesOf(deletes.client.id))
      await deletes.client.call(DeleteSequenceDocument, { id });
    await server.admin(DeleteSequenceDocument, { id: reminder.id });
    await server.admin(UpdateSequenceDocument, { id: welcome.id, input: { name: 'Hello' } });
    await publish(playbook.id);
    const [kept, deleted] = await push(playbook.id, 3, [keeps.copy.id, deletes.copy.id]);
    expect(kept!.changes).toMatchObject([
      { name: 'sequences.Hello.name', action: 'update' },
      { name: 'sequences.Reminder', before: { name: 'Reminder' }, after: null, action: 'keep' },
    ]);
    expect((await sequencesOf(keeps.client.id)).map(({ name }) => name).sort()).toEqual(['Hello', 'Reminder']);
    expect(deleted).toMatchObject({
      error: null,
      changes: [{ name: 'sequences.Hello', before: null, after: { name: 'Hello' }, action: 'keep' }],
    });
    expect(await sequencesOf(deletes.client.id)).toEqual([]);
  });

  it('publishes a version of a pushed sequence, which leads in progress do not follow', async () => {
    const { welcome, playbook, addCopy } = await setUp();
    const { client, copy } = await addCopy();
    await client.call(UpdateCampaignDocument, { id: copy.campaign.id, input: { status: 'active' } });
    const [sequence] = await sequencesOf(client.id);
    await sql('UPDATE sequences SET paused_at = now() WHERE id = $1', sequence!.id);
    const lead = await createLead(server, client, copy.campaign);
    await server.admin(UpdateSequenceDocument, {
      id: welcome.id,
      input: { steps: [{ delayMinutes: 5, message: 'Changed' }] },
    });
    await publish(playbook.id);
    await push(playbook.id, 2, [copy.id]);
    const { versions } = (await server.admin(SequenceVersionsDocument, { id: sequence!.id })).sequence;
    expect(versions.nodes[0]).toMatchObject({
      ...{ number: 2, enrolledLeads: 'finish', publishedBy: 'admin', steps: [{ message: 'Changed' }] },
    });
    const { enrollments } = (await client.call(LeadDocument, { id: lead.id })).lead;
    expect(await sql('SELECT sequence_version FROM enrollments WHERE id = $1', enrollments.nodes[0]!.id)).toEqual([
      { sequence_version: 1 },
    ]);
    // Nobody looked at it, so its pause is not lifted.
    expect((await sequencesOf(client.id))[0]!.pausedAt).not.toBeNull();
  });

  it('reports copies that a version cannot be pushed to, and pushes it to the others', async () => {
    const { agency, source, playbook, edit, addCopy } = await setUp();
    const [full, gone, good] = [await addCopy(), await addCopy(), await addCopy()];
    for (let n = 1; n < 20; n += 1) await createSequence(server, full.client.id, full.copy.campaign.id);
    await createSequence(server, agency.id, source.id, { name: 'Later' });
    await edit({ headline: 'New' });
    await publish(playbook.id);
    await server.admin(DeleteCampaignDocument, { id: gone.copy.campaign.id });
    const other = await (await setUp()).addCopy();
    const results = await push(playbook.id, 2, [full.copy.id, gone.copy.id, other.copy.id, 'no id', good.copy.id]);
    const missing = 'The playbook has no such copy.';
    expect(results.map(({ error }) => error)).toEqual([
      'A campaign must have at most 20 sequences.',
      ...[missing, missing, missing, null],
    ]);
    // Nothing of a push that failed stays.
    expect(await campaignOf(full.copy.campaign.id)).toMatchObject({ headline: 'Free quote' });
    expect(await campaignOf(good.copy.campaign.id)).toMatchObject({ headline: 'New' });
    const [unpublished] = await push(playbook.id, 3, [good.copy.id]);
    expect(unpublished).toMatchObject({ copy: null, error: 'The playbook has no version 3.' });
    const changes = server.admin(PlaybookChangesDocument, { id: playbook.id, number: 3 });
    expect(await errorOf(changes)).toMatchObject({ fields: { number: 'The playbook has no version 3.' } });
  });

  it('is pushed once by calls at the same time, while the client edits its campaign and sequence', async () => {
    const { agency, source, welcome, playbook, edit, addCopy } = await setUp();
    const { client, copy, editCopy } = await addCopy();
    const [sequence] = await sequencesOf(client.id);
    await edit({ headline: 'New' });
    await server.admin(UpdateSequenceDocument, { id: welcome.id, input: { name: 'Hello' } });
    await createSequence(server, agency.id, source.id, { name: 'Later' });
    await publish(playbook.id);
    const description = 'Mine';
    const [pushes] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => push(playbook.id, 2, [copy.id]))),
      editCopy({ subheadline: 'Mine' }),
      client.call(UpdateSequenceDocument, { id: sequence!.id, input: { description } }),
    ]);
    expect(pushes.flat().map(({ error }) => error)).toEqual([null, null, null, null]);
    expect(pushes.flat().filter(({ changes }) => changes.length > 0)).toHaveLength(1);
    expect(await campaignOf(copy.campaign.id)).toMatchObject({ headline: 'New', subheadline: 'Mine' });
    expect(await sequencesOf(client.id)).toMatchObject([{ name: 'Later' }, { name: 'Hello', description }]);
    const { auditEntries } = await server.admin(AuditEntriesDocument, { filter: { clientId: client.id } });
    expect(auditEntries.nodes.filter(({ operation }) => operation === 'pushPlaybook')).toHaveLength(1);
  });

  it('has figures of its copies, and each copy has its own', async () => {
    const { playbook, source, addCopy } = await setUp();
    const [one, other] = [await addCopy(), await addCopy()];
    const view = (campaignId: string, times: number) =>
      sql(`INSERT INTO views (campaign_id, source) SELECT $1, 'qr' FROM generate_series(1, $2)`, campaignId, times);
    for (const { copy, client } of [one, other])
      await client.call(UpdateCampaignDocument, { id: copy.campaign.id, input: { status: 'active' } });
    await view(one.copy.campaign.id, 5);
    await view(other.copy.campaign.id, 2);
    // The figures of the agency's own campaign do not count.
    await view(source.id, 100);
    const leads = [];
    for (const { copy, client } of [one, one, one, other]) leads.push(await createLead(server, client, copy.campaign));
    await server.admin(UpdateLeadDocument, { id: leads[0]!.id, input: { status: 'qualified' } });
    await server.admin(UpdateLeadDocument, { id: leads[3]!.id, input: { status: 'converted' } });
    await sql('UPDATE leads SET held = true WHERE id = $1', leads[2]!.id);
    const { figures, copies } = await read(playbook.id);
    expect(figures).toEqual({ views: 7, leads: 3, qualified: 2 });
    expect(Object.fromEntries(copies.nodes.map((copy) => [copy.id, copy.figures]))).toEqual({
      [one.copy.id]: { views: 5, leads: 2, qualified: 1 },
      [other.copy.id]: { views: 2, leads: 1, qualified: 1 },
    });
    const without = await setUp();
    expect((await read(without.playbook.id)).figures).toEqual({ views: 0, leads: 0, qualified: 0 });
  });

  it('loses copies with their campaign or client, and survives its own campaign', async () => {
    const { playbook, source, edit, addCopy } = await setUp();
    const [campaignGone, clientGone, kept] = [await addCopy(), await addCopy(), await addCopy()];
    await server.admin(DeleteCampaignDocument, { id: campaignGone.copy.campaign.id });
    await server.admin(DeleteClientDocument, { id: clientGone.client.id });
    const { copies, copyCount } = await read(playbook.id);
    expect(copies.nodes.map(({ id }) => id)).toEqual([kept.copy.id]);
    expect(copyCount).toBe(1);
    const hidden = await addCopy();
    await sql('UPDATE campaigns SET deleting = true WHERE id = $1', hidden.copy.campaign.id);
    expect((await read(playbook.id)).copies.nodes.map(({ id }) => id)).toEqual([kept.copy.id]);
    await sql('DELETE FROM campaigns WHERE id = $1', hidden.copy.campaign.id);
    // The client can have a copy again.
    expect(await apply(playbook.id, [campaignGone.client.id])).toMatchObject([{ error: null }]);
    await edit({ headline: 'Changed' });
    await server.admin(DeleteCampaignDocument, { id: source.id });
    expect(await read(playbook.id)).toMatchObject({ campaign: null, copyCount: 2 });
    expect(await errorOf(publish(playbook.id))).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('campaign of the playbook was deleted'),
    });
    expect(await apply(playbook.id, [(await createClient(server)).id])).toMatchObject([{ error: null }]);
  });

  it('publishes from the campaign of a client once its own was deleted, and pushes that without a second sequence', async () => {
    const { playbook, source, addCopy } = await setUp();
    const [first, second] = [await addCopy(), await addCopy()];
    const choose = (campaignId: string) =>
      server.admin(UpdatePlaybookDocument, { id: playbook.id, input: { campaignId } });
    await server.admin(DeleteCampaignDocument, { id: source.id });
    const other = await createCampaign(server, first.client.id);
    for (const campaignId of [other.id, unknown, 'no campaign'])
      expect(await errorOf(choose(campaignId))).toMatchObject({ fields: { campaignId: expect.any(String) } });
    const { id: campaignId } = first.copy.campaign;
    expect((await choose(campaignId)).updatePlaybook).toMatchObject({ campaign: { id: campaignId } });
    await first.editCopy({ headline: 'From a client' });
    await createSequence(server, first.client.id, campaignId, { name: 'Later' });
    await publish(playbook.id);
    expect((await read(playbook.id, true)).copies.nodes.map(({ id }) => id)).toEqual([second.copy.id]);
    const copyIds = [first.copy.id, second.copy.id];
    expect(await push(playbook.id, 2, copyIds)).toMatchObject([{ error: null }, { error: null }]);
    for (const { client, copy } of [first, second]) {
      expect((await sequencesOf(client.id)).map(({ name }) => name).sort()).toEqual(['Later', 'Welcome']);
      expect(await campaignOf(copy.campaign.id)).toMatchObject({ headline: 'From a client' });
    }
    await first.editCopy({ headline: 'Again' });
    await publish(playbook.id);
    expect(await push(playbook.id, 3, copyIds)).toMatchObject([{ error: null }, { error: null }]);
    expect(await sequencesOf(second.client.id)).toHaveLength(2);
    expect(await campaignOf(second.copy.campaign.id)).toMatchObject({ headline: 'Again' });
  });

  it('is deleted with its versions and copies, but not with the campaigns', async () => {
    const { playbook, addCopy } = await setUp();
    const { client, copy } = await addCopy();
    await server.admin(DeletePlaybookDocument, { id: playbook.id });
    expect(await errorOf(read(playbook.id))).toMatchObject({ code: 'NOT_FOUND' });
    for (const table of ['playbook_versions', 'playbook_copies'])
      expect(await sql(`SELECT FROM ${table} WHERE playbook_id = $1`, playbook.id)).toEqual([]);
    expect(await campaignOf(copy.campaign.id)).toMatchObject({ headline: 'Free quote' });
    expect(await sequencesOf(client.id)).toHaveLength(1);
    for (const attempt of [
      () => server.admin(DeletePlaybookDocument, { id: playbook.id }),
      () => publish(playbook.id),
      () => apply(playbook.id, [client.id]),
      () => push(playbook.id, 1, [copy.id]),
    ])
      expect(await errorOf(attempt())).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is hidden from clients and visitors, also in the database', async () => {
    const { playbook, source, addCopy } = await setUp();
    const { client, copy } = await addCopy();
    const { id } = playbook;
    for (const [call, code] of [
      [client.call, 'FORBIDDEN'],
      [server.visitor, 'UNAUTHENTICATED'],
    ] as const)
      for (const attempt of [
        () => call(PlaybooksDocument, {}),
        () => call(PlaybookDocument, { id }),
        () => call(CreatePlaybookDocument, { input: { name: 'Mine', campaignId: source.id } }),
        () => call(UpdatePlaybookDocument, { id, input: { name: 'Mine' } }),
        () => call(PublishPlaybookDocument, { id }),
        () => call(ApplyPlaybookDocument, { id, clientIds: [client.id] }),
        () => call(PushPlaybookDocument, { id, number: 1, copyIds: [copy.id] }),
        () => call(DeletePlaybookDocument, { id }),
      ])
        expect(await errorOf(attempt())).toMatchObject({ code });
    for (const table of ['playbooks', 'playbook_versions', 'playbook_copies'])
      await expect(
        server.dataSource.transaction(async (db) => {
          await db.query('SET LOCAL ROLE dripline_client');
          await db.query(`SELECT FROM ${table}`);
        }),
      ).rejects.toThrow(`permission denied for table ${table}`);
  });

  it('limits the clients and copies of a call', async () => {
    const { playbook } = await setUp();
    const ids = Array.from({ length: 101 }, () => unknown);
    for (const list of [[], ids]) {
      expect(await errorOf(apply(playbook.id, list))).toMatchObject({ fields: { clientIds: expect.any(String) } });
      expect(await errorOf(push(playbook.id, 1, list))).toMatchObject({ fields: { copyIds: expect.any(String) } });
    }
    expect(await errorOf(push(playbook.id, 0, [unknown]))).toMatchObject({ fields: { number: expect.any(String) } });
  });
});

describe('playbooks with 10,000 copies', () => {
  const COPIES = 10_000;
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ rateLimits: false })));
  afterAll(() => server.stop());

  it('are read with the same number of statements as one with a copy, from counts and in less than a second', async () => {
    const agency = await createClient(server);
    const source = await createCampaign(server, agency.id, { headline: 'Free quote' });
    const create = async (name: string) =>
      (await server.admin(CreatePlaybookDocument, { input: { name, campaignId: source.id } })).createPlaybook.id;
    const [small, large] = [await create('Small'), await create('Large')];
    const fill = (playbookId: string, count: number) =>
      server.dataSource.query(
        `WITH made_clients AS (
           INSERT INTO clients (handle, business_name, contact_email, notification_phone, time_zone)
           SELECT 'c' || $2 || '-' || n, 'C', 'c@example.com', '', 'UTC' FROM generate_series(1, $2) n RETURNING id
         ), made_campaigns AS (
           INSERT INTO campaigns (client_id, name, slug) SELECT id, 'C', 'c' FROM made_clients RETURNING id, client_id
         ), made_counts AS (
           INSERT INTO lead_counts (client_id, campaign_id, status, held, leads) SELECT client_id, id, status, false, 100
           FROM made_campaigns, unnest(ARRAY['new', 'qualified']::lead_status[]) status
         ), made_views AS (
           INSERT INTO source_counts (campaign_id, day, source, kind, count) SELECT id, '-infinity', 'qr', 'views', 1000 FROM made_campaigns
         ) INSERT INTO playbook_copies (playbook_id, client_id, campaign_id, version_number) SELECT $1, client_id, id, 1 FROM made_campaigns`,
        [playbookId, count],
      );
    await fill(small, 1);
    await fill(large, COPIES);
    await server.dataSource.query('ANALYZE');
    await server.admin(UpdateCampaignDocument, { id: source.id, input: { headline: 'New' } });
    for (const id of [small, large]) await server.admin(PublishPlaybookDocument, { id });

    const readWith = async (id: string, first: number) => {
      const statements = [
        await countStatements(() => server.admin(PlaybookDocument, { id, first })),
        await countStatements(() => server.admin(PlaybookDocument, { id, first, behind: true })),
        await countStatements(() => server.admin(PlaybooksDocument, { first })),
        await countStatements(() => server.admin(PlaybookChangesDocument, { id, number: 2 })),
      ];
      return statements;
    };
    expect(await readWith(large, 100)).toEqual(await readWith(small, 1));
    const startedAt = performance.now();
    const { playbook } = await server.admin(PlaybookDocument, { id: large, first: 100, behind: true });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(playbook).toMatchObject({
      ...{ copyCount: COPIES, outdatedCount: COPIES, copies: { totalCount: COPIES } },
      figures: { views: COPIES * 1000, leads: COPIES * 200, qualified: COPIES * 100 },
    });
    expect(playbook.copies.nodes).toHaveLength(100);
    expect(playbook.copies.nodes[99]!.figures).toEqual({ views: 1000, leads: 200, qualified: 100 });
  }, 60_000);
});
