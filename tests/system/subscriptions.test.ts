import { startMessagingHarness, type MessagingHarness } from '../harness/messaging-harness';
import { runSubscribers } from '../harness/subscribers';

jest.setTimeout(300_000);

describe('subscriptions on two GraphQL processes', () => {
  let harness: MessagingHarness;
  beforeAll(async () => void (harness = await startMessagingHarness()));
  afterAll(() => harness?.stop());

  it('report every change of their client once, when one process is killed', async () => {
    const other = await harness.addServer();
    const result = await runSubscribers(harness, other, {
      clients: 8,
      subscribersPerClient: 5,
      changesPerSecond: 100,
      seconds: 6,
    });
    expect(result).toMatchObject({ changes: 600, missed: 0, duplicates: 0, foreign: 0, resumes: 1 });
  });
});
