import { eventually } from '@dripline/runtime/testing/eventually';
import type { RestCaller } from '@dripline/launcher/rest-client';
import { readRunFile } from '../../harness/launch';
import { type MessagingHarness, startMessagingHarness } from '../../harness/messaging-harness';
import { actions, createBusiness } from './business';
import { rows, type World } from './rows';

jest.setTimeout(900_000);

/** Rows that run at once. */
const CONCURRENCY = 6;

describe('who is messaged, as the provider sees it', () => {
  let harness: MessagingHarness;
  const results: Promise<{ n: string; m: string }>[] = [];
  beforeAll(async () => {
    harness = await startMessagingHarness();
    const origin = `http://127.0.0.1:${readRunFile(harness.stack.dataDir).port}`;
    const slots = Array.from({ length: CONCURRENCY }, () => Promise.resolve());
    rows.forEach(([, happens], index) => {
      const world = createWorld(harness, origin, index);
      const result = slots[index % CONCURRENCY]!.then(async () => {
        await happens(world);
        return { n: world.n, m: world.m };
      });
      results.push(result);
      slots[index % CONCURRENCY] = result.then(
        () => undefined,
        () => undefined,
      );
    });
  });
  afterAll(() => harness?.stop());

  const messagesTo = async (to: string) =>
    (await harness.ledger()).messages
      .filter((message) => message.to === to)
      .map(({ body }) => /\[(.+?)\]/.exec(body)?.[1]);

  it('has at least 60 rows', () => expect(rows.length).toBeGreaterThanOrEqual(60));

  it.each(rows.map(([title, , n, m = []], index) => ({ title, n, m, index })))(
    '$title: $n, and the other number: $m',
    async ({ index, n, m }) => {
      const numbers = await results[index]!;
      // What was released last may still be on its way.
      await eventually(async () => expect(await messagesTo(numbers.n)).toEqual(n), { timeout: 20_000 });
      expect(await messagesTo(numbers.m)).toEqual(m);
    },
  );

  it('sends nothing else, to nobody else', async () => {
    await Promise.all(results);
    const expected = rows.reduce((count, [, , n, m = []]) => count + n.length + m.length, 0);
    const { messages, requests } = await harness.ledger();
    expect(messages).toHaveLength(expected);
    // Nor does it try, except for the row in which the provider says that the number opted out.
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(expected + 1);
  });
});

function createWorld(harness: MessagingHarness, origin: string, index: number): World {
  const [n, m] = [2 * index, 2 * index + 1].map((suffix) => `+1415557${String(1_000 + suffix).padStart(4, '0')}`) as [
    string,
    string,
  ];
  const link: RestCaller = async (method, path, body) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as never;
  };
  return {
    ...actions(harness.call),
    ...{ n, m, harness, link: actions(link), own: `+1500555${2_000 + index}` },
    business: (label = 'A', options = {}) => createBusiness(harness, label, options),
    reply: async (from, body, to) => expect(await harness.sendReply(from, body, to)).toBe(200),
  };
}
