import { eventually } from '@dripline/runtime/testing/eventually';
import { type MessagingHarness, startMessagingHarness } from '../harness/messaging-harness';

jest.setTimeout(300_000);

const PER_SECOND = 5;
const MESSAGES = 40;

describe('TWILIO_MESSAGES_PER_SECOND', () => {
  let harness: MessagingHarness;
  beforeAll(async () => {
    harness = await startMessagingHarness({ TWILIO_MESSAGES_PER_SECOND: String(PER_SECOND) });
  });
  afterAll(() => harness.stop());

  it('limits the rate at which messages that are due at once are sent, and all are sent', async () => {
    const { submit } = await harness.createSequence();
    await submit(MESSAGES);
    const times = await eventually(async () => {
      const { messages } = await harness.ledger();
      expect(messages).toHaveLength(MESSAGES);
      return messages.map(({ createdAt }) => new Date(createdAt).getTime());
    });
    const seconds = (Math.max(...times) - Math.min(...times)) / 1_000;
    // A little less than by the limit, because of the first burst.
    expect(seconds).toBeGreaterThan((MESSAGES / PER_SECOND) * 0.6);
  });
});
