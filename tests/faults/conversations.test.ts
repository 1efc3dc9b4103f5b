import { eventually } from '@dripline/runtime/testing/eventually';
import { setTimeout as delay } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import {
  expectExactlyOnce,
  FAULT_RUNS,
  expectMessageCount,
  randomBelow,
  seed,
  waitForFinalStatus,
} from '../harness/fault-runs';
import { expectNoPersonalData } from '../harness/expect-no-personal-data';
import type { Behaviour, Fault } from '@dripline/twilio-emulator/faults';
import { type MessagingHarness, startMessagingHarness } from '../harness/messaging-harness';

jest.setTimeout(900_000);

describe(`conversations under faults (${FAULT_RUNS} each, seed ${seed})`, () => {
  let harness: MessagingHarness;
  beforeAll(async () => void (harness = await startMessagingHarness()));
  afterAll(() => harness?.stop());
  beforeEach(() => harness.setBehaviour({}));

  const killWorker = () => process.kill(harness.pidOf('workflows'), 'SIGKILL');

  async function graphql<Data>(query: string, variables: object): Promise<Data> {
    const { data, errors } = await harness.call<{ data: Data; errors?: unknown }>('POST', '/graphql', {
      query,
      variables,
    });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  }

  /** Creates leads that have received `Step 0`. `write` sends each a message, with each request made twice. */
  async function startConversations() {
    const { clientId, submit } = await harness.createSequence();
    const numbers = await submit(FAULT_RUNS);
    await waitForFinalStatus(harness, numbers);
    const { rows } = await harness.db.query<{ id: string }>('SELECT id FROM leads WHERE client_id = $1', [clientId]);
    const ids = rows.map(({ id }) => id);
    const write = async (body: string) => {
      await Promise.all(
        ids.map(async (leadId) => {
          const input = { leadId, body, key: randomUUID() };
          const send = () =>
            graphql('mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }', { input });
          await Promise.all([send(), send()]);
        }),
      );
    };
    return { numbers, ids, write };
  }

  /** Applies the fault to the next message of each number. */
  const failNext = (numbers: string[], fault: Fault, behaviour: Partial<Behaviour> = {}) =>
    harness.setBehaviour({ faults: numbers.map((to) => ({ fault, times: 1, to })), ...behaviour });

  it.each([
    ['between acceptance and response', 'barrier'],
    ['before acceptance', 'barrier-before'],
  ] as const)('T3: each answer is sent once and in order when the worker is killed %s', async (_, kind) => {
    const { numbers, write } = await startConversations();
    await failNext(numbers, { kind }, { receipts: [] });
    await write('Step 1');
    await write('Step 2');
    await eventually(async () => expect((await harness.ledger()).waiting).toBeGreaterThanOrEqual(FAULT_RUNS));
    killWorker();
    await harness.release();
    await waitForFinalStatus(harness, numbers, 3);
    await expectExactlyOnce(harness, numbers, 3);
  });

  it('T3: each answer is sent once and in order when the worker is killed at a random moment', async () => {
    const { numbers, write } = await startConversations();
    await failNext(numbers, { kind: 'latency', ms: 300 });
    await write('Step 1');
    await write('Step 2');
    await delay(randomBelow(900));
    killWorker();
    await waitForFinalStatus(harness, numbers, 3);
    await expectExactlyOnce(harness, numbers, 3);
  });

  it('T3: a conversation shows each reply once when the worker is killed meanwhile', async () => {
    const { numbers, ids, write } = await startConversations();
    const replies = numbers.map(async (number) => {
      for (const body of ['First', 'Second']) expect(await harness.sendReply(number, body)).toBe(200);
    });
    killWorker();
    await Promise.all([...replies, write('Step 1')]);
    await waitForFinalStatus(harness, numbers, 2);
    await expectExactlyOnce(harness, numbers, 2);
    for (const id of ids) {
      const { lead } = await graphql<{ lead: { replies: { nodes: { body: string }[] } } }>(
        'query ($id: ID!) { lead(id: $id) { replies { nodes { body } } } }',
        { id },
      );
      expect(lead.replies.nodes.map(({ body }) => body)).toEqual(['First', 'Second']);
    }
  });

  it('T6: an answer that waits when STOP arrives is not sent, also when the worker is killed meanwhile', async () => {
    const { numbers, write } = await startConversations();
    await harness.setBehaviour({ isDown: true });
    await write('Step 1');
    await write('Step 2');
    killWorker();
    await Promise.all(numbers.map(async (number) => expect(await harness.sendReply(number, 'STOP')).toBe(200)));
    await harness.setBehaviour({});
    await waitForFinalStatus(harness, numbers, 3);
    await expectMessageCount(harness, numbers, 1);
    for (const { statuses } of await harness.deliveryRecords(numbers)) expect(statuses).toContain('skipped');
  });

  it('T10: Temporal stores no personal data after all tests', () => expectNoPersonalData(harness));
});
