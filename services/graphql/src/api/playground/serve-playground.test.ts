import { buildSchema, Kind, parse, validate } from 'graphql';
import express from 'express';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { playground } from './serve-playground';
import { ADMIN, startTestServer } from '../../testing/test-server';

const read = (file: string) => readFileSync(path.join(__dirname, file), 'utf8');
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('the playground examples', () => {
  const source = read('../../../playground/examples.graphql');
  const document = parse(source);

  it('are valid for the published schema', () => {
    expect(validate(buildSchema(read('../../../../contract/schema.graphql')), document)).toEqual([]);
  });

  it('succeed as written, one after another', async () => {
    const server = await startTestServer();
    const variables: Record<string, unknown> = { password: ADMIN.password };
    const answers: Record<string, unknown> = {};
    let cookie = '';
    for (const operation of document.definitions) {
      if (operation.kind !== Kind.OPERATION_DEFINITION) continue;
      const body = JSON.stringify({ query: source, operationName: operation.name?.value, variables });
      const endpoint = operation.operation === 'subscription' ? '/stream' : '';
      const answer = await fetch(`${server.url}${endpoint}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body,
      });
      if (operation.operation === 'subscription') {
        expect(answer.headers.get('content-type')).toContain('text/event-stream');
        await answer.body!.cancel();
        continue;
      }
      cookie ||= answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const { data, errors } = (await answer.json()) as { data: Record<string, { id?: string }>; errors?: unknown };
      expect(errors).toBeUndefined();
      variables['clientId'] ??= data['createClient']?.id;
      variables['campaignId'] ??= data['createCampaign']?.id;
      variables['leadId'] ??= data['submitLead']?.id;
      Object.assign(answers, data);
    }
    expect(answers).toMatchObject({
      submitLead: { postSubmissionType: 'message' },
      updateLead: { version: 2, status: 'contacted' },
      lead: { fullName: 'Ann Lee', enrollments: { nodes: [{ sequence: { name: 'Welcome' } }] } },
      client: { webhooks: { nodes: [{ url: 'https://crm.example.com/hooks' }] } },
      processSms: { processed: 0 },
    });
    await server.stop();
  });
});

describe('GraphiQL', () => {
  async function serve(folder: string, mayOpen = true) {
    const app = express().use(
      '/graphql',
      playground({ publicUrl: 'http://localhost' }, () => mayOpen, folder),
    );
    const server = app.use((_req, res) => void res.json('Apollo')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
    return {
      get: (at: string, init: RequestInit = {}) => fetch(url + at, init),
      stop: () => (server.closeAllConnections(), server.close()),
    };
  }

  function build() {
    const folder = mkdtempSync(path.join(tmpdir(), 'dripline-playground-'));
    mkdirSync(path.join(folder, 'assets'));
    writeFileSync(path.join(folder, 'index.html'), read('../../../playground/index.html'));
    writeFileSync(path.join(folder, 'assets/main-abc.js'), '1');
    return folder;
  }

  it('is served only to GET requests that accept HTML', async () => {
    const { get, stop } = await serve(build());
    const page = await get('', { headers: browser });
    expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    const others: RequestInit[] = [
      {},
      { headers: { accept: 'application/json' } },
      { method: 'POST', headers: browser },
    ];
    for (const other of others) expect(await (await get('?query={__typename}', other)).json()).toBe('Apollo');
    stop();
  });

  it('says how to sign in to callers who may not open it, and passes other requests on', async () => {
    const { get, stop } = await serve(build(), false);
    const page = await get('', { headers: browser });
    const html = await page.text();
    expect([page.status, page.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(html).toContain('<h1>GraphQL API</h1>');
    const [, styles = ''] = /<style>([^]*)<\/style>/.exec(html)!;
    const hash = createHash('sha256').update(styles).digest('base64');
    expect(page.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}';`);
    expect(html).toContain('href="/client/login"');
    expect(await (await get('', { method: 'POST', headers: browser })).json()).toBe('Apollo');
    stop();
  });

  it('loads no files from other sites when built', async () => {
    const { get, stop } = await serve(path.join(__dirname, '../../../dist/playground'));
    const html = await (await get('/', { headers: browser })).text();
    const files = [...html.matchAll(/(?:src|href)="([^"]*)"/g)]
      .map(([, file]) => file ?? '')
      .filter((file) => file !== 'data:,');
    expect(files).not.toEqual([]);
    for (const file of files) expect((await get(file.replace(/^\/graphql/, ''))).status).toBe(200);
    expect(html).not.toMatch(/(https?:)?\/\/\w/);
    stop();
  });

  it('serves its assets with a permanent cache lifetime, and 404 for unknown ones', async () => {
    const { get, stop } = await serve(build());
    expect((await get('/assets/main-abc.js')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await get('/assets/main-old.js')).status).toBe(404);
    stop();
  });

  it('answers 404 in plain text when it has not been built', async () => {
    const { get, stop } = await serve(tmpdir());
    const answer = await get('', { headers: browser });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
    stop();
  });
});
