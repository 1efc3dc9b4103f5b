import { eventually } from '@dripline/runtime/testing/eventually';
import { randomUUID } from 'node:crypto';
import { startMessagingHarness, type MessagingHarness } from '../harness/messaging-harness';
import type { Fault } from '@dripline/twilio-emulator/faults';

jest.setTimeout(300_000);

const SEND =
  'mutation ($clientId: ID!, $input: TestMessageInput!) { sendTestMessage(clientId: $clientId, input: $input) { status outcome } }';

describe('a test message', () => {
  let harness: MessagingHarness;
  let lastNumber = 100;
  beforeAll(async () => void (harness = await startMessagingHarness()));
  afterAll(() => harness?.stop());
  beforeEach(() => harness.setBehaviour({}));

  async function createTester() {
    const phone = `+14155558${(lastNumber += 1)}`;
    const client = await harness.call<{ id: string }>('POST', '/api/clients', {
      businessName: 'Acme',
      contactEmail: 'owner@acme.example',
      notificationPhone: phone,
    });
    const { id: campaignId } = await harness.call<{ id: string }>('POST', `/api/clients/${client.id}/campaigns`, {
      name: 'Test',
      formFields: [],
    });
    const send = async (key: string = randomUUID()) => {
      const variables = { clientId: client.id, input: { campaignId, message: 'Try {{firstName}}', key } };
      const response = await harness.call<{ data: { sendTestMessage: { status: string; outcome: string } } }>(
        'POST',
        '/graphql',
        { query: SEND, variables },
      );
      return response.data.sendTestMessage;
    };
    const acceptedBodies = async () =>
      (await harness.ledger()).messages.filter(({ to }) => to === phone).map(({ body }) => body);
    return { send, acceptedBodies, client };
  }

  it.each<[string, Fault | null, string, number]>([
    ['accepts it', null, 'The text message provider accepted it', 1],
    [
      'resets the connection after acceptance',
      { kind: 'accept-then-reset' },
      'The text message provider accepted it',
      1,
    ],
    ['responds with 503 after acceptance', { kind: '5xx-after-accept' }, 'The text message provider accepted it', 1],
    [
      'resets the connection before acceptance',
      { kind: 'reset-before-accept' },
      'It was not sent because its delivery could not be confirmed',
      0,
    ],
    [
      'rejects a number that opted out',
      { kind: 'error', code: 21610, status: 400 },
      'It was not sent because this number opted out of text messages',
      0,
    ],
    [
      'rejects an invalid number',
      { kind: 'error', code: 21211, status: 400 },
      'It was not sent because the phone number cannot receive text messages',
      0,
    ],
    [
      'rejects the account',
      { kind: 'error', code: 20003, status: 401 },
      'It was not sent because the text message provider rejects this account or sender number',
      0,
    ],
    [
      'responds with 429',
      { kind: 'busy', retryAfterSeconds: 60 },
      'It was not sent because the text message provider could not be reached',
      0,
    ],
  ])('is sent at most once, and its result is returned, when the provider %s', async (_, fault, outcome, count) => {
    if (fault) await harness.setBehaviour({ faults: [{ fault, times: 1 }], receipts: [] });
    const { send, acceptedBodies, client } = await createTester();
    const key = randomUUID();
    const results = await Promise.all([send(key), send(key)]);
    expect(results.map((result) => result.outcome)).toEqual([outcome, outcome]);
    expect(await acceptedBodies()).toEqual(Array.from({ length: count }, () => 'Try Jane'));
    expect(await harness.call('GET', `/api/clients/${client.id}/sms-messages`)).toEqual([]);
  });

  it('is sent once when the worker is killed between request and response', async () => {
    await harness.setBehaviour({ faults: [{ fault: { kind: 'barrier' }, times: 1 }], receipts: [] });
    const { send, acceptedBodies } = await createTester();
    const key = randomUUID();
    const first = send(key);
    await eventually(async () => expect((await harness.ledger()).waiting).toBe(1));
    process.kill(harness.pidOf('workflows'), 'SIGKILL');
    await harness.release();
    await first;
    const result = await eventually(async () => {
      const latest = await send(key);
      expect(latest.status).not.toBe('queued');
      return latest;
    });
    expect([result.outcome, await acceptedBodies()]).toEqual(['The text message provider accepted it', ['Try Jane']]);
  });
});
