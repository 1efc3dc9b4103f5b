import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createHttpServer, type HttpTimeouts, httpTimeouts, maxHeaderBytes } from './http-server';

/** Longer than Jest's timeout, so that only the timeout under test can apply. */
const long = {
  headersMs: 600_000,
  bodyMs: 600_000,
  uploadMs: 600_000,
  stallMs: 600_000,
  writeMs: 600_000,
  idleMs: 600_000,
  answeredMs: 600_000,
};

let server: Server;
const start = async (limits: Partial<HttpTimeouts>, listener: RequestListener = echo) => {
  server = createHttpServer(listener, { timeouts: { ...long, ...limits } }).listen(0, '127.0.0.1');
  await once(server, 'listening');
};
afterEach(() => server.close());

/** Responds once the whole body has been received, as every endpoint does. */
const echo: RequestListener = (req, res) =>
  void text(req).then(
    (body) => res.end(`received ${body.length}`),
    () => res.destroy(),
  );

/**
 * Sends the start of a request and nothing more. Returns everything received until the server closed the connection.
 */
async function sendPartial(request: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(request);
  return text(socket);
}

const post = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const put = 'PUT /objects/upload/1?x=y HTTP/1.1\r\nHost: x\r\n';

test.each([
  ['headers that never end', { headersMs: 300, bodyMs: 300, uploadMs: 300 }, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ['a body that stops halfway', { bodyMs: 300 }, `${post}Content-Length: 100\r\n\r\n{"username":`],
  ['a chunked body that stops halfway', { bodyMs: 300 }, `${post}Transfer-Encoding: chunked\r\n\r\n5\r\n{"use\r\n`],
  ['an upload that stops halfway', { stallMs: 300 }, `${put}Content-Length: 100\r\n\r\nhalf`],
  ['an upload that takes all day', { uploadMs: 300, headersMs: 300 }, `${put}Content-Length: 100\r\n\r\nhalf`],
])('the server answers %s with 408 and closes the connection', async (_, limits, request) => {
  await start(limits);
  expect(await sendPartial(request)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
});

test('the response to a slow body has the usual error format', async () => {
  await start({ bodyMs: 300 });
  const [, body = ''] = (await sendPartial(`${post}Content-Length: 100\r\n\r\n{`)).split('\r\n\r\n');
  expect(JSON.parse(body.replace(/^[0-9a-f]+\r\n|\r\n0$/g, ''))).toEqual({
    message: 'The request took too long to arrive. Please try again.',
    code: 'BAD_USER_INPUT',
  });
});

test.each([
  ['an upload', put],
  ['another body', post],
])('%s that trickles on after it was answered is cut off', async (_, start_) => {
  await start({ answeredMs: 300 }, (_req, res) => void res.writeHead(413).end('too large'));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`${start_}Content-Length: 1000000\r\n\r\n`);
  const trickle = setInterval(() => socket.write('x'), 20);
  socket.on('error', () => undefined);
  let received = '';
  socket.on('data', (data) => (received += String(data)));
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(trickle);
  expect(received).toMatch(/^HTTP\/1\.1 413 /);
});

test('a connection stays open if the rest of an answered request arrives soon', async () => {
  await start({ answeredMs: 200 }, (_req, res) => void res.writeHead(413).end('too large'));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const request = `${put}Content-Length: 4\r\n\r\n`;
  for (let count = 0; count < 2; count += 1) {
    socket.write(request);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 413 /);
    socket.write('rest');
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  socket.destroy();
});

test('an upload may take longer than other bodies as long as data keeps arriving', async () => {
  await start({ bodyMs: 200 });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`${put}Connection: close\r\nContent-Length: 8\r\n\r\n`);
  const answer = text(socket);
  for (const _ of 'upload!!') {
    socket.write('x');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(await answer).toContain('received 8');
});

test('no timeout response is sent after the response has started', async () => {
  await start({ bodyMs: 300 }, (_req, res) => void res.writeHead(413).write('too large'));
  expect(await sendPartial(`${post}Content-Length: 100\r\n\r\n{`)).not.toContain('408');
});

test('every timeout is finite, and an upload of 120 MB completes in time at 1.1 Mbit/s', () => {
  for (const limit of Object.values(httpTimeouts)) expect([limit > 0, Number.isFinite(limit)]).toEqual([true, true]);
  expect((120 * 1024 * 1024 * 8) / (httpTimeouts.uploadMs / 1_000)).toBeLessThan(1_200_000);
});

test('headers over 16 kB are answered with 431, also while the client is still sending', async () => {
  await start({ answeredMs: 300 }, (_req, res) => void res.end('received'));
  const get = (headerBytes: number) =>
    sendPartial(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Large: ${'x'.repeat(headerBytes)}\r\n\r\n`);
  expect(await get(16_000)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await get(16_400)).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
  expect(await get(2_000_000)).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
});

test('a service accepts the largest headers of the service in front of it, and 8 kB that it adds', async () => {
  expect(maxHeaderBytes.facade - maxHeaderBytes.web).toBe(8_192);
  expect(maxHeaderBytes.graphql - maxHeaderBytes.facade).toBe(8_192);
});

test('a connection is closed when its client does not read the responses', async () => {
  const closed = Promise.withResolvers<boolean>();
  await start({ writeMs: 300 }, (_req, res) => {
    res.once('close', () => closed.resolve(res.writableFinished));
    res.end(Buffer.alloc(50_000_000));
  });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await closed.promise).toBe(false);
  socket.destroy();
});

test('a connection is closed when more than 100 requests wait on it, and the rest is not handled', async () => {
  let handled = 0;
  await start({}, () => void (handled += 1));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(16_000));
  // Not `once`, which fails on the reset.
  await new Promise((resolve) => socket.once('close', resolve));
  expect(handled).toBe(100);
});

test('a connection may send any number of requests one after the other', async () => {
  await start({});
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  for (let n = 0; n < 250; n += 1) {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/);
  }
  socket.destroy();
});
