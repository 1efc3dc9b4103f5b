import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { startTextingStage, type TextingStage } from '../harness/messaging-harness';
import type { Fault } from '@dripline/twilio-emulator/faults';

jest.setTimeout(300_000);

const SEND =
  'mutation ($clientId: ID!, $input: TestMessageInput!) { sendTestMessage(clientId: $clientId, input: $input) { status words } }';

describe('a test text at the provider', () => {
  let stage: TextingStage;
  let numbers = 100;
  beforeAll(async () => void (stage = await startTextingStage()));
  afterAll(() => stage?.stop());
  beforeEach(() => stage.behave({}));

  async function tester() {
    const phone = `+14155558${(numbers += 1)}`;
    const client = await stage.call<{ id: string }>('POST', '/api/clients', {
      businessName: 'Acme',
      contactEmail: 'owner@acme.example',
      notificationPhone: phone,
    });
    const { id: campaignId } = await stage.call<{ id: string }>('POST', `/api/clients/${client.id}/campaigns`, {
      name: 'Trial',
      formFields: [],
    });
    const send = async (key: string = randomUUID()) => {
      const variables = { clientId: client.id, input: { campaignId, message: 'Try {{firstName}}', key } };
      const answer = await stage.call<{ data: { sendTestMessage: { status: string; words: string } } }>(
        'POST',
        '/graphql',
        { query: SEND, variables },
      );
      return answer.data.sendTestMessage;
    };
    const taken = async () => (await stage.ledger()).texts.filter(({ to }) => to === phone).map(({ body }) => body);
    return { send, taken, client };
  }

  it.each<[string, Fault | null, string, number]>([
    ['taken', null, 'The text message provider accepted it', 1],
    ['taken, then cut off', { kind: 'accept-then-reset' }, 'The text message provider accepted it', 1],
    ['taken, then 503', { kind: '5xx-after-accept' }, 'The text message provider accepted it', 1],
    [
      'cut off before it is taken',
      { kind: 'reset-before-accept' },
      'It was not sent because its delivery could not be confirmed',
      0,
    ],
    [
      'opted out',
      { kind: 'error', code: 21610, status: 400 },
      'It was not sent because this number opted out of text messages',
      0,
    ],
    [
      'a bad number',
      { kind: 'error', code: 21211, status: 400 },
      'It was not sent because the phone number cannot receive text messages',
      0,
    ],
    [
      'a suspended account',
      { kind: 'error', code: 20003, status: 401 },
      'It was not sent because the text message provider rejects this account or sender number',
      0,
    ],
    [
      'too many requests',
      { kind: 'busy', retryAfterSeconds: 60 },
      'It was not sent: the text service could not be reached',
      0,
    ],
  ])('%s: the answer says so, and it goes once at most', async (_, fault, words, count) => {
    if (fault) await stage.behave({ faults: [{ fault, times: 1 }], receipts: [] });
    const { send, taken, client } = await tester();
    const key = randomUUID();
    const answers = await Promise.all([send(key), send(key)]);
    expect(answers.map((answer) => answer.words)).toEqual([words, words]);
    expect(await taken()).toEqual(Array.from({ length: count }, () => 'Try Jane'));
    expect(await stage.call('GET', `/api/clients/${client.id}/sms-messages`)).toEqual([]);
  });

  it('the worker is killed between the send and the answer: it went once', async () => {
    await stage.behave({ faults: [{ fault: { kind: 'barrier' }, times: 1 }], receipts: [] });
    const { send, taken } = await tester();
    const key = randomUUID();
    const first = send(key);
    while ((await stage.ledger()).waiting < 1) await delay(50);
    process.kill(stage.pidOf('workflows'), 'SIGKILL');
    await stage.release();
    await first;
    let answer = await send(key);
    while (answer.status === 'queued') answer = await send(key);
    expect([answer.words, await taken()]).toEqual(['The text message provider accepted it', ['Try Jane']]);
  });
});
