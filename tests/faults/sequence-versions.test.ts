import { eventually } from '@dripline/runtime/testing/eventually';
import { setTimeout as delay } from 'node:timers/promises';
import { randomBelow, recordFaultRun, seed, waitForFinalStatus } from '../harness/fault-runs';
import { LONG_WAIT, type MessagingHarness, startMessagingHarness } from '../harness/messaging-harness';

jest.setTimeout(900_000);

/** Leads of each choice, all between their first and second message. */
const LEADS = 100;
const HOUR = 60;
type Choice = 'finish' | 'move' | 'stop';

/** What each lead receives: the steps of the version that its enrollment is documented to follow. */
const expected: Record<Choice, { texts: string[]; versions: number[]; status: string }> = {
  finish: { texts: ['Step 0', 'Step 1', 'Step 2'], versions: [1, 1, 1], status: 'completed' },
  // The second version has a step before the first, edits the second, and drops the third for two others.
  move: { texts: ['Step 0', 'Step 21', 'Step 22', 'Step 23'], versions: [1, 2, 2, 2], status: 'completed' },
  stop: { texts: ['Step 0'], versions: [1, 1, 1], status: 'cancelled' },
};

describe(`versions of sequences under faults (seed ${seed})`, () => {
  let harness: MessagingHarness;
  beforeAll(async () => void (harness = await startMessagingHarness()));
  afterAll(() => harness?.stop());

  /** Kills the worker, and waits for the next one to start. */
  async function killWorker() {
    const pid = harness.pidOf('workflows');
    process.kill(pid, 'SIGKILL');
    await eventually(() => expect(harness.pidOf('workflows')).not.toBe(pid), { timeout: LONG_WAIT });
  }

  async function graphql<Data>(query: string, variables: object): Promise<Data> {
    const { data, errors } = await harness.call<{ data: Data; errors?: unknown }>('POST', '/graphql', {
      query,
      variables,
    });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  }

  /** Enrolls leads, who have received `Step 0` and wait an hour for the next step. */
  async function enroll() {
    const sequence = await harness.createSequence(3, HOUR);
    const numbers = await sequence.submit(LEADS);
    await waitForFinalStatus(harness, numbers);
    await sequence.waitForAll(({ next_step: nextStep }) => nextStep === 1);
    return { ...sequence, numbers };
  }

  async function publish(id: string, enrolledLeads: Choice) {
    const { sequence } = await graphql<{ sequence: { steps: { key: string }[] } }>(
      'query ($id: ID!) { sequence(id: $id) { steps { key } } }',
      { id },
    );
    const [first, second] = sequence.steps.map(({ key }) => key);
    const input = {
      steps: [
        { delayMinutes: 0, message: 'Step 20' },
        { key: first, delayMinutes: 0, message: 'Step 0' },
        { key: second, delayMinutes: 0, message: 'Step 21' },
        { delayMinutes: 0, message: 'Step 22' },
        { delayMinutes: 0, message: 'Step 23' },
      ],
    };
    await graphql(
      'mutation ($id: ID!, $input: UpdateSequenceInput!, $enrolledLeads: EnrolledLeadsAction!) { updateSequence(id: $id, input: $input, enrolledLeads: $enrolledLeads) { id } }',
      { id, input, enrolledLeads },
    );
  }

  it(`T7: ${LEADS} leads of each choice get exactly the steps of their version while workers are killed`, async () => {
    const sequences = { finish: await enroll(), move: await enroll(), stop: await enroll() };
    const choices = Object.keys(sequences) as Choice[];
    await Promise.all(choices.map((choice) => publish(sequences[choice].sequenceId, choice)));
    for (let kill = 0; kill < 3; kill += 1) {
      await delay(randomBelow(1_500));
      await killWorker();
    }
    // Two more hours pass for those who finish on their version.
    for (const step of [1, 2]) {
      await sequences.finish.waitForAll(({ next_step: nextStep }) => nextStep === step);
      await sequences.finish.setNextDue(0);
      await delay(randomBelow(500));
      await killWorker();
    }
    for (const choice of choices) {
      const { texts, status, versions } = expected[choice];
      const { numbers, clientId, waitForAll } = sequences[choice];
      await waitForAll((enrollment) => enrollment.status === status);
      await waitForFinalStatus(harness, numbers, texts.length);
      const records = await harness.deliveryRecords(numbers);
      const count = (matches: (bodies: string[]) => number) =>
        records.reduce((sum, { bodies }) => sum + matches(bodies), 0);
      recordFaultRun({
        count: numbers.length * texts.length,
        duplicates: count((bodies) => bodies.length - new Set(bodies).size),
        lost: count((bodies) => texts.filter((text) => !bodies.includes(text)).length),
      });
      expect(records.filter(({ bodies }) => bodies.join() !== texts.join())).toEqual([]);
      expect(records.filter(({ accepted, recorded }) => accepted.join() !== recorded.join())).toEqual([]);
      const { rows } = await harness.db.query<{ versions: number[]; followed: number }>(
        `SELECT jsonb_path_query_array(steps, '$[*].version') AS versions, sequence_version AS followed FROM enrollments WHERE client_id = $1`,
        [clientId],
      );
      expect(rows).toHaveLength(LEADS);
      for (const row of rows) expect(row).toEqual({ versions, followed: Math.max(...versions) });
    }
    await eventually(
      async () => {
        const { rows } = await harness.db.query('SELECT kind FROM outbox');
        expect(rows).toEqual([]);
      },
      { timeout: LONG_WAIT },
    );
  });
});
