import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { ErrorCode } from '@dripline/contract/error-codes';
import { ContractError } from '../http/request';
import { createLog } from '../log';
import { createViewBuffer, type ViewGroup } from './view-buffer';

/** A server that counts views by campaign and source, unless `reject` returns an error code. */
function startCounting(reject: (groups: ViewGroup[], attempt: number) => ErrorCode | undefined = () => undefined) {
  const counted = new Map<string, number>();
  const requests: { batch: number; bytes: number }[] = [];
  const lines: Record<string, unknown>[] = [];
  const log: Logger = createLog('test', { write: (line) => void lines.push(JSON.parse(line) as never) });
  const views = createViewBuffer((batch, groups) => {
    requests.push({ batch, bytes: Buffer.byteLength(JSON.stringify(groups)) });
    const code = reject(groups, requests.length);
    if (code) return Promise.reject(new ContractError(code, 'rejected'));
    for (const { campaignId, source, agesMs } of groups) {
      const key = `${campaignId} ${source}`;
      counted.set(key, (counted.get(key) ?? 0) + agesMs.length);
    }
    return Promise.resolve();
  }, log);
  const total = () => [...counted.values()].reduce((sum, count) => sum + count, 0);
  return { views, counted, requests, lines, total };
}

test('huge, distinct and control-character sources are cut, counted and logged once', async () => {
  const campaign = randomUUID();
  const { views, counted, requests, lines, total } = startCounting();
  for (let n = 0; n < 4_000; n += 1) {
    views.add(campaign, `${n} ${'x'.repeat(15_000)}`);
    views.add(campaign, `${n}\u0000\u001f`);
    views.add(campaign, 'qr');
  }
  await views.stop(10_000);
  expect(total()).toBe(12_000);
  expect(counted.get(`${campaign} qr`)).toBe(4_000);
  expect(counted.has(`${campaign} 17`)).toBe(true);
  expect(Math.max(...requests.map(({ bytes }) => bytes))).toBeLessThan(1_000_000);
  expect(lines).toMatchObject([{ level: 40, msg: 'traffic sources of landing page views were cut' }]);
});

test('a rejected batch is split until only the bad group is dropped, with one warning', async () => {
  const [good, bad] = [randomUUID(), randomUUID()];
  const { views, counted, lines, total } = startCounting((groups) =>
    groups.some(({ campaignId }) => campaignId === bad) ? 'BAD_USER_INPUT' : undefined,
  );
  for (let n = 0; n < 1_000; n += 1) views.add(good, `source ${n}`);
  for (let n = 0; n < 3; n += 1) views.add(bad, null);
  await views.stop(10_000);
  expect([total(), counted.has(`${bad} null`)]).toEqual([1_000, false]);
  expect(lines).toMatchObject([{ level: 40, count: 3, code: 'BAD_USER_INPUT' }]);
});

test('a server that rejects everything ends the sending after a bounded number of requests', async () => {
  const { views, requests, lines } = startCounting(() => 'INTERNAL_SERVER_ERROR');
  for (let n = 0; n < 1_000; n += 1) views.add(randomUUID(), null);
  await views.stop(10_000);
  expect(requests.length).toBeLessThan(150);
  expect(lines).toHaveLength(1);
});

test('a batch without a response is retried under its number', async () => {
  const { views, requests, total } = startCounting((_groups, attempt) => (attempt < 3 ? 'UNAVAILABLE' : undefined));
  views.add(randomUUID(), 'mail');
  await views.stop(10_000);
  expect([total(), ...requests.map(({ batch }) => batch)]).toEqual([1, 1, 1, 1]);
});

test('a full buffer drops new views with one warning, and keeps its memory', async () => {
  const campaign = randomUUID();
  let answer = () => {};
  const unavailable = new Promise<void>((resolve) => (answer = resolve));
  const lines: string[] = [];
  const views = createViewBuffer(() => unavailable, createLog('test', { write: (line) => void lines.push(line) }));
  for (let n = 0; n < 110_000; n += 1) views.add(campaign, `${n} ${'y'.repeat(2_000)}`);
  const bytes = process.memoryUsage().heapUsed;
  for (let n = 0; n < 50_000; n += 1) views.add(campaign, `${n} ${'y'.repeat(2_000)}`);
  expect(process.memoryUsage().heapUsed - bytes).toBeLessThan(100_000_000);
  expect(lines.filter((line) => line.includes('buffer is full'))).toHaveLength(1);
  answer();
  await views.stop(0);
});
