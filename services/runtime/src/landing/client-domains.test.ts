import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type ClientDomains, createClientDomains } from './client-domains';

const product = { clientHandle: 'acme', productName: 'Lead Boost', brand: null, shades: [] };

describe('the clients of domains', () => {
  const asked: string[] = [];
  let isDown = false;
  let server: http.Server;
  let domains: ClientDomains;
  beforeAll(async () => {
    server = http.createServer(async (request, response) => {
      const { variables } = (await json(request)) as { variables: { name: string } };
      asked.push(variables.name);
      if (isDown) return void response.writeHead(503).end();
      const clientDomain = variables.name.startsWith('offers.') ? product : null;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: { clientDomain } }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const internalUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
    domains = createClientDomains({ internalUrl, token: 'a token', publicUrl: 'https://leads.example.com:8443' });
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  beforeEach(() => {
    asked.length = 0;
    isDown = false;
  });
  afterEach(() => jest.restoreAllMocks());

  /** Makes what was asked so far too old. */
  const passTime = () => {
    const now = performance.now() + 2_000;
    jest.spyOn(performance, 'now').mockReturnValue(now);
  };

  test('are asked for once by requests at the same time, and again after a second', async () => {
    expect(await Promise.all([domains.find('offers.acme.example'), domains.find('Offers.ACME.example')])).toEqual([
      product,
      product,
    ]);
    expect(await domains.find('www.acme.example')).toBeNull();
    await domains.find('www.acme.example');
    expect(asked).toEqual(['offers.acme.example', 'www.acme.example']);
    passTime();
    await domains.find('offers.acme.example');
    expect(asked).toHaveLength(3);
  });

  test.each(['LEADS.example.com', 'localhost', '10.0.0.7', '[::1]', '', 'x'.repeat(300)])(
    'are not asked for with the host %p',
    async (hostname) => {
      expect(await domains.find(hostname)).toBeNull();
      expect(asked).toEqual([]);
    },
  );

  test('stay known while the GraphQL server cannot be reached, and new ones are not known', async () => {
    await domains.find('offers.kept.example');
    isDown = true;
    passTime();
    expect(await domains.find('offers.kept.example')).toEqual(product);
    expect(await domains.find('offers.new.example')).toBeUndefined();
    expect(asked).toEqual(['offers.kept.example', 'offers.kept.example', 'offers.new.example']);
    isDown = false;
    expect(await domains.find('offers.new.example')).toEqual(product);
  });
});
