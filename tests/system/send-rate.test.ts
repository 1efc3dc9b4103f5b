import { eventually } from '@dripline/runtime/testing/eventually';
import { type MessagingHarness, startMessagingHarness } from '../harness/messaging-harness';

jest.setTimeout(300_000);

const SHARED_RATE = 5;
const OWN_RATE = 10;

describe('the rate of messages', () => {
  let harness: MessagingHarness;
  beforeAll(async () => {
    harness = await startMessagingHarness({ TWILIO_MESSAGES_PER_SECOND: String(SHARED_RATE) });
  });
  afterAll(() => harness.stop());

  const setSender = async (clientId: string, input: object) => {
    const query =
      'mutation ($clientId: ID!, $input: SenderInput!) { setSender(clientId: $clientId, input: $input) { id } }';
    const { errors } = await harness.call<{ errors?: unknown }>('POST', '/graphql', {
      query,
      variables: { clientId, input },
    });
    expect(errors).toBeUndefined();
  };
  /** Waits until the emulator accepted the message to each number, and returns the messages. */
  const waitForMessages = (numbers: string[]) =>
    eventually(
      async () => {
        const messages = (await harness.ledger()).messages.filter(({ to }) => numbers.includes(to));
        expect(messages.map(({ to }) => to).sort()).toEqual([...numbers].sort());
        return messages;
      },
      { timeout: 60_000 },
    );
  /** The duration in seconds, and how many were accepted in the busiest second. */
  const paceOf = (messages: { createdAt: Date }[]) => {
    const times = messages.map(({ createdAt }) => new Date(createdAt).getTime());
    const countAfter = (start: number) => times.filter((time) => time >= start && time < start + 1_000).length;
    return {
      seconds: (Math.max(...times) - Math.min(...times)) / 1_000,
      busiest: Math.max(...times.map(countAfter)),
    };
  };

  it('is that of each sender: clients share that of the shared one, and one with its own is not delayed', async () => {
    const [one, two, own] = [
      await harness.createSequence(),
      await harness.createSequence(),
      await harness.createSequence(),
    ];
    const sender = `MG${'a'.repeat(32)}`;
    await setSender(own.clientId, { messagingServiceSid: sender, messagesPerSecond: OWN_RATE });
    const [ofOne, ofTwo, ofOwn] = await Promise.all([one.submit(20), two.submit(20), own.submit(60)]);
    const [shared, paced] = await Promise.all([waitForMessages([...ofOne, ...ofTwo]), waitForMessages(ofOwn)]);
    expect(new Set(paced.map(({ messagingServiceSid }) => messagingServiceSid))).toEqual(new Set([sender]));
    expect(new Set(shared.map(({ messagingServiceSid }) => messagingServiceSid))).toEqual(
      new Set([`MG${'0'.repeat(32)}`]),
    );
    // Between the claim and the emulator's ledger, a message may take longer than the one before it. pacing.test.ts
    // counts the claims themselves.
    expect(paceOf(paced).busiest).toBeLessThanOrEqual(OWN_RATE * 1.5);
    expect(paceOf(shared).busiest).toBeLessThanOrEqual(SHARED_RATE * 1.6);
    expect(paceOf(paced).seconds).toBeLessThan(30);
    expect(paceOf(shared).seconds).toBeGreaterThan(40 / SHARED_RATE - 1.5);
  });

  it('is zero for a sender that the provider rejects, until it is set again, and each message is sent once', async () => {
    const [own, other] = [await harness.createSequence(), await harness.createSequence()];
    const sender = '+16285550100';
    await setSender(own.clientId, { fromNumber: sender, messagesPerSecond: 100 });
    const fault = { kind: 'error', code: 21606, status: 400 } as const;
    await harness.setBehaviour({ faults: [{ fault, times: 1_000, from: sender }] });
    const numbers = await own.submit(10);
    await own.waitForAll(({ status, reason }) => status === 'held' && reason === 'sender_rejected');
    await waitForMessages(await other.submit(3));
    await harness.setBehaviour({});
    await setSender(own.clientId, { fromNumber: sender, messagesPerSecond: 100 });
    const messages = await waitForMessages(numbers);
    expect(new Set(messages.map(({ from }) => from))).toEqual(new Set([sender]));
    await own.waitForAll(({ status }) => status === 'completed');
  });

  it('a STOP blocks the number for the sender that received it, at Twilio and in Dripline', async () => {
    const [own, shared] = [await harness.createSequence(2, 60), await harness.createSequence(2, 60)];
    const sender = '+16285550101';
    await setSender(own.clientId, { fromNumber: sender, messagesPerSecond: 100 });
    const numbers = await own.submit(2);
    await shared.submitFor(numbers);
    const counts = (from: string | null) =>
      harness
        .ledger()
        .then(({ messages }) => numbers.map((to) => messages.filter((m) => m.to === to && m.from === from).length));
    await eventually(async () =>
      expect([await counts(sender), await counts(null)]).toEqual([
        [1, 1],
        [1, 1],
      ]),
    );
    expect(await harness.sendReply(numbers[0]!, 'STOP', sender)).toBe(200);
    await own.setNextDue(0);
    await shared.setNextDue(0);
    await eventually(async () =>
      expect([await counts(sender), await counts(null)]).toEqual([
        [1, 2],
        [2, 2],
      ]),
    );
    await own.waitForAll(({ status }) => status === 'completed' || status === 'cancelled');
  });
});
