import { createHttpServer, httpTimeouts } from '@dripline/runtime/http/http-server';
import express from 'express';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { proxyTo } from './proxy';
import { startTestServer } from './testing/start-test-server';
import { startWeb } from './testing/start-web';

test('a request is forwarded unchanged, with the caller’s address', async () => {
  const received: unknown[] = [];
  const facade = await startTestServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push({ method: request.method, url: request.url, body, headers: request.headers });
    response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'x-total-count': '7' }).end('{"ok":true}');
  });
  const web = await startWeb({ FACADE_URL: facade.url });
  const response = await fetch(`${web.url}/api/clients?x=1`, {
    method: 'POST',
    body: '{"a":1}',
    headers: { 'x-forwarded-for': '203.0.113.9' },
  });
  expect([response.status, response.headers.getSetCookie(), await response.json()]).toEqual([
    201,
    ['a=1', 'b=2'],
    { ok: true },
  ]);
  expect(received).toMatchObject([
    {
      method: 'POST',
      url: '/api/clients?x=1',
      body: '{"a":1}',
      headers: {
        'x-forwarded-for': expect.stringMatching(/^203\.0\.113\.9, /),
        'x-forwarded-proto': 'http',
        'x-forwarded-host': new URL(web.url).host,
      },
    },
  ]);
  await web.stop();
  await facade.stop();
});

test.each(['/api/clients', '/graphql', '/objects/x', '/webhooks/sms'])(
  '%s returns a JSON error when its service is down',
  async (path) => {
    const web = await startWeb({ FACADE_URL: 'http://127.0.0.1:9', GRAPHQL_URL: 'http://127.0.0.1:9/graphql' });
    const response = await fetch(web.url + path);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await response.json()).toEqual({ message: expect.any(String), code: 'UNAVAILABLE' });
    await web.stop();
  },
);

test('a service that fails mid-response closes the client’s connection', async () => {
  const graphql = await startTestServer((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
  });
  const web = await startWeb({ GRAPHQL_URL: `${graphql.url}/graphql` });
  await expect(fetch(`${web.url}/graphql`).then((response) => response.text())).rejects.toThrow();
  await web.stop();
  await graphql.stop();
});

test('a service that does not respond times out with a JSON error', async () => {
  const graphql = await startTestServer(() => undefined);
  const web = await startTestServer(express().use(proxyTo(['/graphql'], graphql.url, { timeoutMs: 300 })));
  const response = await fetch(`${web.url}/graphql`);
  expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
    503,
    '2',
    { message: expect.any(String), code: 'UNAVAILABLE' },
  ]);
  await web.stop();
  await graphql.stop();
});

test('a request body that stalls is rejected with 408 and the upstream request is aborted', async () => {
  let markClosed: () => void = () => undefined;
  const upstreamClosed = new Promise<void>((resolve) => (markClosed = resolve));
  const facade = await startTestServer((request) => void request.resume().once('close', markClosed));
  const limits = {
    headersMs: 600_000,
    bodyMs: 300,
    uploadMs: 600_000,
    stallMs: 600_000,
    writeMs: 600_000,
    idleMs: 600_000,
    answeredMs: 600_000,
  };
  const server = createHttpServer(express().use(proxyTo(['/api'], facade.url, { timeoutMs: 600_000 })), {
    timeouts: limits,
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  await upstreamClosed;
  server.close();
  await facade.stop();
});

test('an upload that the service refused and that trickles on is cut off, after its client received the response', async () => {
  let markClosed: () => void = () => undefined;
  const upstreamClosed = new Promise<void>((resolve) => (markClosed = resolve));
  const graphql = createHttpServer((request, response) => {
    request.socket.once('close', markClosed);
    response.writeHead(403, { 'content-type': 'application/json' }).end('{"code":"FORBIDDEN"}');
  }).listen(0, '127.0.0.1');
  await once(graphql, 'listening');
  const target = `http://127.0.0.1:${(graphql.address() as AddressInfo).port}`;
  const timeouts = { ...httpTimeouts, answeredMs: 300 };
  const server = createHttpServer(express().use(proxyTo(['/objects'], target)), { timeouts }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('PUT /objects/upload/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n');
  const trickle = setInterval(() => socket.write('x'), 20);
  let received = '';
  socket.on('data', (data) => (received += String(data)));
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(trickle);
  expect(received).toMatch(/^HTTP\/1\.1 403 .*FORBIDDEN/s);
  await upstreamClosed;
  server.close();
  graphql.close();
});
