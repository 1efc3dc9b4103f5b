import { createLandingCache } from '@dripline/runtime/landing/landing-cache';
import { createLog } from '@dripline/runtime/log';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from './app';

interface Item {
  id: string;
}
interface Variables {
  limit?: number;
  after?: string;
  offset?: number;
  withTotal?: boolean;
}

const CLIENT = '0b8f6a52-6a0e-4f0e-9d0a-111111111111';
const PATH = `/api/clients/${CLIENT}/files`;

/** A GraphQL server with one list, newest first. A cursor is the id of an item, and remains valid if it is deleted. */
function startListStub() {
  let items: Item[] = [];
  const requests: Variables[] = [];
  let beforeAnswer: (nth: number) => void = () => undefined;
  const answer = ({ limit = 100, after, offset = 0 }: Variables) => {
    const following = items.filter(({ id }) => after === undefined || Number(id) < Number(after)).slice(offset);
    const page = following.slice(0, limit);
    return {
      nodes: page,
      totalCount: items.length,
      pageInfo: { hasNextPage: following.length > limit, endCursor: page.at(-1)?.id ?? null },
    };
  };
  const server = http.createServer((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString()));
    req.on('end', () => {
      const { variables } = JSON.parse(body) as { variables: Variables };
      requests.push(variables);
      res.setHeader('content-type', 'application/json');
      try {
        beforeAnswer(requests.length);
        res.end(JSON.stringify({ data: { client: { files: answer(variables) } } }));
      } catch {
        res.end(JSON.stringify({ errors: [{ message: 'Because', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] }));
      }
    });
  });
  return {
    server,
    requests,
    /** Fills the list with items whose ids count down to 1. */
    fill(length: number, more: object = {}) {
      items = Array.from({ length }, (_, n) => ({ id: String(length - n), ...more }));
      requests.length = 0;
      beforeAnswer = () => undefined;
    },
    add: (id: number) => void items.unshift({ id: String(id) }),
    remove: (id: number) => void (items = items.filter((item) => item.id !== String(id))),
    /** Runs before the nth answer. If it throws, the answer is an error. */
    beforeAnswer: (hook: (nth: number) => void) => void (beforeAnswer = hook),
  };
}

describe('a list of the REST API', () => {
  const graphql = startListStub();
  let facade: http.Server;
  let base: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => graphql.server.listen(0, '127.0.0.1', resolve));
    const graphqlUrl = `http://127.0.0.1:${(graphql.server.address() as AddressInfo).port}/graphql`;
    facade = createApp({
      graphqlUrl,
      landingCache: createLandingCache({ graphqlUrl, log: createLog('rest-facade') }),
      publicUrl: 'http://localhost:8080',
      trustProxyHops: 1,
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => facade.once('listening', resolve));
    base = `http://127.0.0.1:${(facade.address() as AddressInfo).port}`;
  });
  afterAll(() =>
    Promise.all([facade, graphql.server].map((server) => new Promise((resolve) => void server.close(resolve)))),
  );

  async function read(target: string) {
    const response = await fetch(`${base}${target}`);
    const items = (await response.json()) as Item[];
    const next = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    return { ids: items.map(({ id }) => Number(id)), total: response.headers.get('x-total-count'), next };
  }
  /** Reads a list by following Link. */
  async function readAll(): Promise<number[]> {
    const ids: number[] = [];
    for (let target: string | undefined = PATH; target !== undefined;) {
      const page: Awaited<ReturnType<typeof read>> = await read(target);
      ids.push(...page.ids);
      target = page.next;
    }
    return ids;
  }
  const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n);

  it.each([0, 1, 500, 501, 10_000])('answers all of %i items at once', async (length) => {
    graphql.fill(length);
    expect(await read(PATH)).toEqual({ ids: down(length, 1), total: String(length), next: undefined });
  });

  it('answers 10,000 of more items, and Link continues after them', async () => {
    graphql.fill(20_001);
    const first = await read(`${PATH}?unused=x%20y`);
    expect(first).toEqual({
      ids: down(20_001, 10_002),
      total: '20001',
      next: `${PATH}?unused=x+y&after=10002`,
    });
    const second = await read(first.next!);
    expect([second.ids, second.next]).toEqual([down(10_001, 2), `${PATH}?unused=x+y&after=2`]);
    expect(await read(second.next!)).toMatchObject({ ids: [1], next: undefined });
    expect(Math.max(...graphql.requests.map(({ limit }) => limit!))).toBe(500);
    expect(graphql.requests.filter(({ withTotal }) => withTotal !== false)).toHaveLength(3);
  });

  it('neither repeats nor omits items at the boundary if items are added or deleted meanwhile', async () => {
    graphql.fill(20_001);
    // After the first page, before the boundary is looked up.
    graphql.beforeAnswer((nth) => nth === 2 && [30_001, 30_002, 30_003].forEach((id) => graphql.add(id)));
    expect(await readAll()).toEqual(down(20_001, 1));
    graphql.fill(20_001);
    graphql.beforeAnswer((nth) => nth === 2 && [19_000, 18_000, 17_000].forEach((id) => graphql.remove(id)));
    expect(await readAll()).toEqual(down(20_001, 1).filter((id) => ![19_000, 18_000, 17_000].includes(id)));
  });

  it('with a limit is one page, and Link continues after it', async () => {
    graphql.fill(10);
    const first = await read(`${PATH}?limit=4&offset=2`);
    expect(first).toEqual({ ids: [8, 7, 6, 5], total: '10', next: `${PATH}?limit=4&after=5` });
    expect(await read(first.next!)).toEqual({ ids: [4, 3, 2, 1], total: '10', next: undefined });
    expect(graphql.requests).toHaveLength(2);
  });

  it('aborts the connection if a later page fails, so that the list does not look complete', async () => {
    graphql.fill(2_000);
    graphql.beforeAnswer((nth) => {
      if (nth === 3) throw new Error('The database is gone');
    });
    const response = await fetch(`${base}${PATH}`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it('answers an error of the first page with its status', async () => {
    graphql.fill(2_000);
    graphql.beforeAnswer(() => {
      throw new Error('The database is gone');
    });
    expect((await fetch(`${base}${PATH}`)).status).toBe(500);
  });

  it('reads no further pages for HEAD', async () => {
    graphql.fill(2_000);
    const response = await fetch(`${base}${PATH}`, { method: 'HEAD' });
    expect([response.status, response.headers.get('x-total-count')]).toEqual([200, '2000']);
    expect(graphql.requests).toHaveLength(1);
  });

  it('is read at the speed of the caller, and not after the caller hung up', async () => {
    graphql.fill(10_000, { padding: 'x'.repeat(20_000) });
    const controller = new AbortController();
    const response = await fetch(`${base}${PATH}`, { signal: controller.signal });
    const reader = response.body!.getReader();
    await reader.read();
    // The whole list has 200 MB. Requests stop as soon as the buffers of the connection are full.
    const settled = async () => {
      let before = -1;
      while (before !== graphql.requests.length) {
        before = graphql.requests.length;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      return before;
    };
    const whilePaused = await settled();
    expect(whilePaused).toBeLessThan(8);
    controller.abort();
    expect(await settled()).toBeLessThanOrEqual(whilePaused + 1);
  });
});
