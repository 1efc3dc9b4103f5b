import type { LookupAddress } from 'node:dns';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { postWebhook, type SignedEvent } from './post-webhook';

type Answer = (req: IncomingMessage, res: ServerResponse, body: string) => void;

const event = (url: string): SignedEvent => ({
  url,
  eventId: 'msg_1',
  timestamp: '1700000000',
  signature: 'v1,abc',
  body: '{"type":"lead.created"}',
});
const listening = (server: net.Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => void server.once('error', reject).listen(port, host, resolve));
const portOf = (server: net.Server) => (server.address() as AddressInfo).port;

describe('postWebhook', () => {
  let answer: Answer;
  const received: { method: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
  const receiver = http.createServer((req, res) => {
    const chunks: Buffer[] = [];
    req
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const body = Buffer.concat(chunks).toString();
        received.push({ method: req.method!, headers: req.headers, body });
        answer(req, res, body);
      });
  });
  let url: string;
  beforeAll(async () => {
    await listening(receiver, 0, '127.0.0.1');
    url = `http://127.0.0.1:${portOf(receiver)}/in?x=1`;
  });
  afterAll(() => new Promise((resolve) => (receiver.close(resolve), receiver.closeAllConnections())));
  beforeEach(() => {
    received.length = 0;
    answer = (_, res) => res.writeHead(200).end('ok');
  });

  it('sends the Standard Webhooks headers and the signed body, and returns the response', async () => {
    const outcome = await postWebhook(event(url), true);
    expect(outcome).toEqual({ responseCode: 200, responseBody: 'ok', durationMs: expect.any(Number) as number });
    expect(received).toMatchObject([
      {
        method: 'POST',
        body: event(url).body,
        headers: {
          host: new URL(url).host,
          'content-type': 'application/json',
          'webhook-id': 'msg_1',
          'webhook-timestamp': '1700000000',
          'webhook-signature': 'v1,abc',
        },
      },
    ]);
    expect(received[0]!.headers).not.toHaveProperty('cookie');
  });

  it('does not follow redirects', async () => {
    answer = (req, res) =>
      req.url === '/next' ? res.writeHead(200).end() : res.writeHead(307, { location: '/next' }).end();
    expect(await postWebhook(event(url), true)).toMatchObject({ responseCode: 307 });
    expect(received).toHaveLength(1);
  });

  it.each([
    ['120', 120],
    ['999999999', 86_400],
    [new Date(Date.now() + 600_000).toUTCString(), expect.any(Number) as number],
    ['soon', undefined],
  ])('parses Retry-After: %s', async (header, seconds) => {
    answer = (_, res) => res.writeHead(429, { 'retry-after': header }).end();
    expect((await postWebhook(event(url), true)).retryAfter).toEqual(seconds);
  });

  it('returns the beginning of an endless response as plain text', async () => {
    let sent = 0;
    answer = (_, res) => {
      res.writeHead(200);
      const more = () => {
        while (!res.destroyed && res.write(`\u0000\u001b[31m${'é'.repeat(5_000)}`)) sent += 10_000;
        res.once('drain', more);
      };
      more();
    };
    const { responseCode, responseBody } = await postWebhook(event(url), true);
    expect([responseCode, responseBody]).toEqual([200, `[31m${'é'.repeat(996)}`]);
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  it.each<[string, Answer, object]>([
    ['closes the connection', (req) => req.socket.destroy(), { reason: 'connect' }],
    [
      'aborts the body after sending a status',
      (_, res) => (res.writeHead(202, { 'content-length': 10 }).write('a'), setImmediate(() => res.destroy())),
      { responseCode: 202 },
    ],
    ['does not speak HTTP', (req) => req.socket.end('SSH-2.0-x\r\n'), { reason: 'connect' }],
  ])('handles a receiver that %s', async (_, respond, outcome) => {
    answer = respond;
    expect(await postWebhook(event(url), true)).toMatchObject(outcome);
  });

  it('times out after ten seconds without a response', async () => {
    answer = () => undefined;
    expect(await postWebhook(event(url), true)).toMatchObject({ reason: 'timeout' });
  }, 30_000);

  it('reports a refused connection, a failed DNS lookup and a TLS error', async () => {
    const closed = http.createServer();
    await listening(closed, 0, '127.0.0.1');
    const port = portOf(closed);
    await new Promise((resolve) => closed.close(resolve));
    expect(await postWebhook(event(`http://127.0.0.1:${port}/`), true)).toMatchObject({ reason: 'connect' });
    expect(
      await postWebhook(event('https://nowhere.example/'), false, () => Promise.reject(new Error('ENOTFOUND'))),
    ).toMatchObject({ reason: 'dns' });
    expect(await postWebhook(event('https://nowhere.example/'), false, () => Promise.resolve([]))).toMatchObject({
      reason: 'dns',
    });
    expect(await postWebhook(event(url.replace('http:', 'https:')), true)).toMatchObject({ reason: 'tls' });
  });

  it('resolves a host name once, and connects only to the resolved addresses', async () => {
    let lookups = 0;
    // A second lookup would return an address that does not respond.
    const resolve = () => Promise.resolve([{ address: (lookups += 1) === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }]);
    const hostUrl = `http://localhost:${portOf(receiver)}/`;
    expect(await postWebhook(event(hostUrl), true, resolve)).toMatchObject({ responseCode: 200 });
    expect([lookups, received[0]!.headers.host]).toEqual([1, `localhost:${portOf(receiver)}`]);
  });
});

describe('S11: an address that is not public', () => {
  // 443 is the default port of https. The canary can listen there only in a container or as root.
  const hits: string[] = [];
  const canaries: net.Server[] = [];
  const ports: number[] = [];
  beforeAll(async () => {
    for (const host of ['127.0.0.1', '::1']) {
      for (const port of [0, 443]) {
        const canary = net.createServer((socket) => {
          hits.push(`${host}:${port}`);
          socket.destroy();
        });
        await listening(canary, port, host).then(
          () => (canaries.push(canary), ports.push(portOf(canary))),
          () => undefined,
        );
      }
    }
  });
  afterAll(() => Promise.all(canaries.map((canary) => new Promise((resolve) => void canary.close(resolve)))));

  const loopbacks = [
    ...[
      '127.0.0.1',
      '127.1',
      '127.0.1',
      '0.0.0.0',
      '0',
      '0x7f.0.0.1',
      '0x7f000001',
      '0x7F.1',
      '017700000001',
      '0177.0.0.1',
      '0177.1',
      '2130706433',
      '127.0.0.1.',
      '127.127.127.127',
      '127.255.255.254',
    ],
    ...['１２７.０.０.１', '①②⑦.⓪.⓪.①', '127。0。0。1', '%31%32%37.0.0.1'],
    ...[
      '[::1]',
      '[::]',
      '[0:0:0:0:0:0:0:1]',
      '[0000::0001]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:ffff:127.0.0.1]',
      '[::127.0.0.1]',
      '[::7f00:1]',
      '[64:ff9b::127.0.0.1]',
      '[64:ff9b:1::7f00:1]',
      '[2002:7f00:1::]',
      '[::ffff:0:127.0.0.1]',
    ],
    ...['localhost', 'LOCALHOST', 'localhost.', 'foo.localhost', 'ip6-localhost', 'ⓛocalhost'],
  ];
  const others = [
    ...[
      '10.0.0.1',
      '172.16.0.1',
      '192.168.0.1',
      '169.254.169.254',
      '100.100.100.200',
      '169.254.170.2',
      '100.64.0.1',
      '192.0.0.192',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '240.0.0.1',
      '0.0.0.1',
    ],
    ...[
      '[fe80::1]',
      '[fc00::1]',
      '[fd00:ec2::254]',
      '[ff02::1]',
      '[::ffff:169.254.169.254]',
      '[64:ff9b::a9fe:a9fe]',
      '[fec0::1]',
      '[2001:db8::1]',
      '[100::1]',
    ],
    ...['metadata.google.internal', 'metadata', 'kubernetes.default.svc', 'graphql', 'printer.local', 'router.lan'],
  ];
  const spellings = (host: string, port: number) => [
    `https://${host}/`,
    `https://${host}:${port}/`,
    `http://${host}:${port}/`,
    `https://example.com@${host}:${port}/`,
    `https://${host}:${port}#.example.com/`,
    `https://${host}\\.example.com:${port}/`,
  ];
  /** Private addresses that a host name may resolve to. */
  const addresses = [
    ...[
      '127.0.0.1',
      '127.0.0.2',
      '0.0.0.0',
      '10.0.0.1',
      '172.16.5.4',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '198.18.0.1',
      '192.0.0.1',
    ],
    ...[
      '::1',
      '::',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      'fe80::1',
      'fe80::1%lo',
      'fc00::1',
      'fd00:ec2::254',
      'ff02::1',
      '2002:7f00:1::',
      '2001:0:7f00:1::',
      'fec0::1',
    ],
  ];
  const asAddress = (address: string): LookupAddress => ({ address, family: net.isIPv6(address) ? 6 : 4 });

  it('is never connected to, however the URL spells it', async () => {
    const urls = [
      ...loopbacks.flatMap((host) => ports.flatMap((port) => spellings(host, port))),
      ...others.map((host) => `https://${host}/`),
      ...[
        'file:///etc/passwd',
        'gopher://127.0.0.1:1/',
        'ftp://127.0.0.1/',
        'data:,x',
        'javascript:1',
        'unix:/var/run/docker.sock',
        'https:127.0.0.1',
        '//127.0.0.1/',
        'https:/\\127.0.0.1',
        'https:///127.0.0.1/',
        '',
      ],
    ];
    expect(urls.length).toBeGreaterThanOrEqual(300);
    const outcomes = await Promise.all(urls.map((url) => postWebhook(event(url), false)));
    const reached = urls.filter(
      (_, at) => outcomes[at]!.responseCode !== undefined || !['url', 'address', 'dns'].includes(outcomes[at]!.reason!),
    );
    expect([reached, hits]).toEqual([[], []]);
  }, 60_000);

  it('is never connected to through a public host name, alone or mixed with public addresses, in any order', async () => {
    const answers = addresses
      .map(asAddress)
      .flatMap((bad) => [[bad], [asAddress('93.184.216.34'), bad], [bad, asAddress('93.184.216.34')]]);
    const outcomes = await Promise.all(
      answers.map((answer) => postWebhook(event('https://hooks.example.com/'), false, () => Promise.resolve(answer))),
    );
    expect(outcomes.filter(({ reason }) => reason !== 'address')).toEqual([]);
    expect(hits).toEqual([]);
  });

  it('is connected to when private addresses are allowed, which proves that the canary detects it', async () => {
    await postWebhook(event(`http://127.0.0.1:${ports[0]}/`), true);
    expect(hits).toHaveLength(1);
  });
});
