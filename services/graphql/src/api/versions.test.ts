import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';
import { png, upload } from '../testing/uploads';

type Updated = { version: number } & Record<string, unknown>;

/** How each updatable type is changed: the mutation without its version, and the field that it sets to `$text`. */
const updates = {
  Client: ['updateClient(id: $id, input: { businessName: $text }', 'businessName'],
  Campaign: ['updateCampaign(id: $id, input: { headline: $text }', 'headline'],
  Lead: ['updateLead(id: $id, input: { formData: { fullName: $text } }', 'fullName'],
  Sequence: ['updateSequence(id: $id, input: { name: $text }', 'name'],
  Webhook: ['updateWebhook(id: $id, input: { description: $text }', 'description'],
  File: ['renameFile(id: $id, fileName: $text', 'originalName'],
} as const;
type TypeName = keyof typeof updates;
const types = Object.keys(updates) as TypeName[];

describe('a version', () => {
  let server: TestServer;
  let ids: Record<TypeName, string>;

  beforeAll(async () => {
    server = await startTestServer();
    const client = await createClient(server);
    await server.admin(
      documentOf('mutation ($id: ID!) { updateClient(id: $id, input: { webhooksEnabled: true }) { id } }'),
      {
        id: client.id,
      },
    );
    const campaign = await createCampaign(server, client.id);
    const webhook = documentOf(
      'mutation ($id: ID!) { createWebhook(clientId: $id, input: { url: "https://example.com/", events: ["lead.created"] }) { id } }',
    );
    ids = {
      Client: client.id,
      Campaign: campaign.id,
      Lead: (await createLead(server, client, campaign)).id,
      Sequence: (await createSequence(server, client.id, campaign.id)).id,
      Webhook: ((await server.admin(webhook, { id: client.id })) as { createWebhook: { id: string } }).createWebhook.id,
      File: (await upload(server, server.admin, png(), { clientId: client.id, fileName: 'a.png' })).file!.id,
    };
  });
  afterAll(() => server.stop());

  async function change(type: TypeName, text: string, expectedVersion?: number): Promise<Updated> {
    const [mutation, field] = updates[type];
    const document = documentOf(
      `mutation ($id: ID!, $text: String, $v: Int) { it: ${mutation}, expectedVersion: $v) { version ${field} } }`
        .replace('$text: String', type === 'File' ? '$text: String!' : '$text: String')
        .replace('{ fullName: $text }', `{ fullName: ${JSON.stringify(text)} }`)
        .replace(type === 'Lead' ? ', $text: String' : '\0', ''),
    );
    const variables = { id: ids[type], v: expectedVersion, ...(type === 'Lead' ? {} : { text }) };
    return ((await server.admin(document, variables)) as { it: Updated }).it;
  }

  it.each(types)('of a %s is raised by each change, and only by changes', async (type) => {
    const first = await change(type, 'One');
    const second = await change(type, 'Two');
    expect(second.version).toBe(first.version + 1);
    expect((await change(type, 'Two')).version).toBe(second.version);
  });

  it.each(types)('of a %s that is not current fails with CONFLICT and the current object', async (type) => {
    const [, field] = updates[type];
    const { version } = await change(type, 'Mine');
    const theirs = await change(type, 'Theirs', version);
    expect(theirs).toEqual({ version: version + 1, [field]: 'Theirs' });
    await expect(change(type, 'Mine again', version)).rejects.toMatchObject({
      code: 'CONFLICT',
      current: { id: ids[type], version: version + 1, [field]: 'Theirs' },
    });
    expect(await change(type, 'Theirs')).toEqual(theirs);
  });

  it.each(types)('of a %s admits one of several changes at once', async (type) => {
    const { version } = await change(type, 'Base');
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, nth) => change(type, `Concurrent ${nth}`, version)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await change(type, 'After', version + 1)).version).toBe(version + 2);
  });

  it('is raised by changes of the fields of a form and of the steps of a sequence', async () => {
    const form = documentOf(
      'mutation ($id: ID!) { it: updateCampaign(id: $id, input: { formFields: [{ type: text, label: "Only this" }] }) { version } }',
    );
    const steps = documentOf(
      'mutation ($id: ID!) { it: updateSequence(id: $id, input: { steps: [{ delayMinutes: 7, message: "Only this" }] }) { version } }',
    );
    for (const [type, document] of [
      ['Campaign', form],
      ['Sequence', steps],
    ] as const) {
      const { version } = await change(type, 'Before');
      const { it: changed } = (await server.admin(document, { id: ids[type] })) as { it: Updated };
      expect(changed.version).toBe(version + 1);
    }
  });

  it.each([
    ['Sequence', 'steps', { delayMinutes: 8, message: 'Only that' }],
    ['Campaign', 'formFields', { type: 'text', label: 'Only that' }],
  ] as const)('of a %s that is not current fails with its current %s', async (type, list, item) => {
    const { version } = await change(type, `Before the ${list}`);
    const input = type === 'Sequence' ? 'UpdateSequenceInput' : 'UpdateCampaignInput';
    const update = documentOf(
      `mutation ($id: ID!, $input: ${input}!) { update${type}(id: $id, input: $input) { id } }`,
    );
    await server.admin(update, { id: ids[type], input: { [list]: [item] } });
    await expect(change(type, 'Mine', version)).rejects.toMatchObject({
      code: 'CONFLICT',
      current: { [list]: [expect.objectContaining(item)] },
    });
  });

  it('of a retention policy that does not exist yet is 0', async () => {
    const read = documentOf('query ($id: ID!) { client(id: $id) { retentionPolicy { version leadDays } } }');
    const update = documentOf(
      'mutation ($id: ID!, $v: Int) { updateRetentionPolicy(clientId: $id, input: { leadDays: 90 }, expectedVersion: $v) { version } }',
    );
    const { client } = (await server.admin(read, { id: ids.Client })) as { client: { retentionPolicy: Updated } };
    expect(client.retentionPolicy).toEqual({ version: 0, leadDays: null });
    expect(await server.admin(update, { id: ids.Client, v: 0 })).toEqual({ updateRetentionPolicy: { version: 1 } });
    await expect(server.admin(update, { id: ids.Client, v: 0 })).rejects.toMatchObject({
      code: 'CONFLICT',
      current: { version: 1, leadDays: 90 },
    });
  });

  it('is checked before a sender is replaced', async () => {
    const set = documentOf(
      'mutation ($id: ID!, $n: String!, $v: Int) { setSender(clientId: $id, input: { fromNumber: $n }, expectedVersion: $v) { sender { version fromNumber } } }',
    );
    const setTo = async (n: string, v?: number) =>
      ((await server.admin(set, { id: ids.Client, n, v })) as { setSender: { sender: Updated } }).setSender.sender;
    const { version } = await setTo('+14155550101');
    expect((await setTo('+14155550102', version)).version).toBe(version + 1);
    await expect(setTo('+14155550103', version)).rejects.toMatchObject({
      code: 'CONFLICT',
      current: { fromNumber: '+14155550102' },
    });
  });
});

function documentOf(text: string): TypedDocumentNode<unknown, Record<string, unknown>> {
  return parse(text) as TypedDocumentNode<unknown, Record<string, unknown>>;
}
