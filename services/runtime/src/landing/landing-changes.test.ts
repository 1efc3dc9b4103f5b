import { createLog } from '../log';
import { eventually } from '../testing/eventually';
import { followLandingChanges, type LandingChanges } from './landing-changes';

describe('the changes of landing pages', () => {
  let now = 0;
  const skip = (ms: number) => void (now += ms);
  /** What the server was asked for and answers. */
  let asked: (string | null)[];
  let answer: () => string[] | null;
  let warnings: string[];
  let changes: LandingChanges;
  beforeEach(() => {
    now = 100_000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    asked = [];
    warnings = [];
    answer = () => [];
    const log = createLog('test', { write: (line) => void warnings.push(line) });
    changes = followLandingChanges(async (after) => {
      asked.push(after);
      return { position: String(asked.length), clientIds: answer() };
    }, log);
  });
  afterEach(() => {
    changes.stop();
    jest.restoreAllMocks();
  });

  const isCurrent = (requestedAt: number, clientId = 'acme') => changes.isCurrent(clientId, requestedAt);
  /** Reads pages until the server was asked `count` more times and answered. */
  async function follow(count: number): Promise<void> {
    const expected = asked.length + count;
    skip(1);
    await eventually(() => {
      isCurrent(now);
      expect(asked.length).toBeGreaterThanOrEqual(expected);
    });
  }
  /** Returns a time more than a second ago, after all known changes, and lets the server answer since. */
  async function requestPage(): Promise<number> {
    const requestedAt = now + 1;
    skip(1_001);
    await follow(1);
    return requestedAt;
  }

  test('are read from the last position on, and not before a page is read', async () => {
    expect(asked).toEqual([]);
    await follow(3);
    expect(asked).toEqual([null, '1', '2']);
  });

  test('a page without changes is current for a minute, and one that was requested before the first answer for a second', async () => {
    const early = now;
    await follow(1);
    expect(isCurrent(early)).toBe(true);
    const requestedAt = await requestPage();
    expect(isCurrent(early)).toBe(false);
    expect(isCurrent(requestedAt)).toBe(true);
    skip(60_000);
    await follow(1);
    expect(isCurrent(requestedAt)).toBe(false);
  });

  test('pages of a changed client that were requested before are not current, others are', async () => {
    await follow(1);
    answer = () => ['acme'];
    const requestedAt = await requestPage();
    expect(isCurrent(requestedAt, 'acme')).toBe(false);
    expect(isCurrent(requestedAt, 'summit')).toBe(true);
    answer = () => [];
    await follow(1);
    expect(isCurrent(requestedAt, 'acme')).toBe(false);
    expect(isCurrent(await requestPage(), 'acme')).toBe(true);
  });

  test('after changes of any client, no page is current that was requested before', async () => {
    await follow(1);
    answer = () => null;
    expect(isCurrent(await requestPage())).toBe(false);
  });

  test('while they cannot be read, pages are current for a second, with one warning', async () => {
    await follow(1);
    answer = () => {
      throw new Error('unknown field');
    };
    const requestedAt = now + 1;
    await follow(2);
    expect(isCurrent(requestedAt)).toBe(true);
    skip(1_001);
    expect(isCurrent(requestedAt)).toBe(false);
    expect(warnings).toEqual([expect.stringContaining('changes of landing pages cannot be read')]);
    answer = () => [];
    await follow(1);
    expect(isCurrent(requestedAt)).toBe(true);
    expect([...new Set(asked)]).toEqual([null, '1']);
  });

  test('after a minute without an answer, they are read anew', async () => {
    await follow(2);
    skip(60_001);
    await follow(1);
    expect(asked.at(-1)).toBeNull();
  });

  test('are no longer read after the last page, until the next one', async () => {
    await follow(1);
    skip(5_001);
    const count = asked.length;
    // The pause of the last read may still end with another one.
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(asked.length).toBe(count);
    await follow(1);
  });
});
