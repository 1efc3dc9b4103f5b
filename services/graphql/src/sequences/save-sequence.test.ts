import { MAX_SEQUENCES } from '@dripline/contract/limits';
import { UpdateSequenceDocument } from '../testing/operations/generated';
import { createCampaign, createClient, createSequence } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('the sequences of a campaign', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  it(`are at most ${MAX_SEQUENCES}, also when they are created at once or moved`, async () => {
    const client = await createClient(server);
    const [full, other] = [await createCampaign(server, client.id), await createCampaign(server, client.id)];
    const results = await Promise.allSettled(
      Array.from({ length: MAX_SEQUENCES + 5 }, () => createSequence(server, client.id, full.id)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_SEQUENCES);
    const tooMany = {
      code: 'BAD_USER_INPUT',
      fields: { campaignId: `A campaign must have at most ${MAX_SEQUENCES} sequences.` },
    };
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(tooMany);
    const { id } = await createSequence(server, client.id, other.id);
    const update = (input: { campaignId?: string; name?: string }, sequenceId = id) =>
      client.call(UpdateSequenceDocument, { id: sequenceId, input });
    await expect(update({ campaignId: full.id })).rejects.toMatchObject(tooMany);
    const existing = results.find((result) => result.status === 'fulfilled')!.value;
    await expect(update({ name: 'Renamed' }, existing.id)).resolves.toBeDefined();
  });
});
