import { countSegments } from '@dripline/twilio-emulator/count-segments';
import { eventually } from '@dripline/runtime/testing/eventually';
import { randomBelow, seed } from '../harness/fault-runs';
import { type MessagingHarness, startMessagingHarness } from '../harness/messaging-harness';

jest.setTimeout(300_000);

const LEADS = 60;
const names = ['Ann', 'Zoë', '水', '👩‍🔧 Kim', '[Bo]', 'Maximiliane-Alexandra'];
const messages = [
  'Hi {{firstName}}, thank you!',
  `Hi {{firstName}}, ${'we call you back today. '.repeat(8)}`,
  `${'👍'.repeat(40)} {{fullName}}`,
];

describe(`statements (seed ${seed})`, () => {
  let harness: MessagingHarness;
  beforeAll(async () => void (harness = await startMessagingHarness()));
  afterAll(() => harness?.stop());

  const graphql = async <Data>(query: string, variables: object): Promise<Data> => {
    const { data, errors } = await harness.call<{ data: Data; errors?: unknown }>('POST', '/graphql', {
      query,
      variables,
    });
    expect(errors).toBeUndefined();
    return data;
  };

  it('charge the segments that the provider counted, under its faults', async () => {
    const sequence = await harness.createSequence();
    await harness.call('PUT', `/api/sms-sequences/${sequence.sequenceId}`, {
      steps: messages.map((message) => ({ delayMinutes: 0, message })),
    });
    await graphql('mutation ($input: RatesInput!) { setRates(input: $input) { id } }', {
      input: { currency: 'USD', perSegment: '0.01' },
    });
    await harness.setBehaviour({
      faults: [
        { fault: { kind: 'error', code: 21_211, status: 400 }, times: 10, isOncePerNumber: true },
        { fault: { kind: 'accept-then-reset' }, times: 10, isOncePerNumber: true },
        { fault: { kind: '5xx-before' }, times: 10, isOncePerNumber: true },
        { fault: { kind: '5xx-after-accept' }, times: 10, isOncePerNumber: true },
      ],
    });
    const numbers = await sequence.submit(LEADS, () => names[randomBelow(names.length)]!);
    await sequence.waitForAll(({ status }) => !['active', 'held'].includes(status));
    const accepted = (await harness.ledger()).messages.filter(({ to }) => numbers.includes(to));
    expect(accepted.length).toBeGreaterThan(LEADS);
    const counted = accepted.reduce((sum, { body }) => sum + countSegments(body), 0);
    expect(counted).toBeGreaterThan(accepted.length);
    await eventually(async () => {
      const { statement } = await graphql<{ statement: { lines: object[]; total: string } }>(
        'query ($clientId: ID!) { statement(clientId: $clientId) { lines { item quantity } total } }',
        { clientId: sequence.clientId },
      );
      expect(statement).toEqual({
        lines: [
          { item: 'base_fee', quantity: 1 },
          { item: 'leads', quantity: LEADS },
          { item: 'segments', quantity: counted },
        ],
        total: (counted / 100).toFixed(2),
      });
    });
  });
});
