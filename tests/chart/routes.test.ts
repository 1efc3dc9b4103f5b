import { join } from 'node:path';
import { chart } from '@dripline/tools/chart/render-chart';
import { ofKind, render, type Rendered, reportMissingHelm, withHelm } from './testing/objects';

jest.setTimeout(60_000);
reportMissingHelm();

withHelm('the routes of the chart', () => {
  let objects: Rendered[];
  beforeAll(async () => {
    objects = await render('-f', join(chart, 'ci/prod.yaml'));
  });

  test('lead the public paths to the services of visitors only', () => {
    const [ingress] = ofKind(objects, 'Ingress');
    const [rule] = ingress!.spec!.rules!;
    expect(rule!.host).toBe('leads.example.com');
    expect(rule!.http.paths.map(({ path, backend }) => `${path} ${backend.service.name}`)).toEqual([
      '/api acme-rest-facade',
      '/graphql acme-graphql',
      '/objects acme-graphql',
      '/webhooks acme-graphql',
      '/ acme-web',
    ]);
    expect([...new Set(rule!.http.paths.map(({ backend }) => backend.service.port.name))]).toEqual(['http']);
    expect(ingress!.spec!.tls).toEqual([{ hosts: ['leads.example.com'], secretName: 'leads-tls' }]);
  });

  test('treat the domains of clients like the public host, each with its certificate', async () => {
    const domains = [{ host: 'offers.acme.example', tlsSecret: 'acme-tls' }, { host: 'go.summit.example' }];
    const setting = `clientDomains=${JSON.stringify(domains)}`;
    const [ingress] = ofKind(await render('-f', join(chart, 'ci/prod.yaml'), '--set-json', setting), 'Ingress');
    const [own, ...others] = ingress!.spec!.rules!;
    expect(others).toEqual(domains.map(({ host }) => ({ ...own, host })));
    expect(ingress!.spec!.tls).toEqual([
      { hosts: ['leads.example.com'], secretName: 'leads-tls' },
      { hosts: ['offers.acme.example'], secretName: 'acme-tls' },
    ]);
  });

  test('are the same in the Gateway API, for the same hosts', async () => {
    const domains = [{ host: 'offers.acme.example', tlsSecret: 'acme-tls' }];
    const parentRefs = [{ name: 'leads', namespace: 'gateways', sectionName: 'https' }];
    const both = await render(
      ...['-f', join(chart, 'ci/prod.yaml'), '--set', 'gateway.enabled=true'],
      ...['--set-json', `gateway.parentRefs=${JSON.stringify(parentRefs)}`],
      ...['--set-json', `clientDomains=${JSON.stringify(domains)}`],
    );
    const [route] = ofKind(both, 'HTTPRoute');
    const [ingress] = ofKind(both, 'Ingress');
    expect(route!.spec).toMatchObject({ parentRefs, hostnames: ['leads.example.com', 'offers.acme.example'] });
    const services = new Map(ofKind(both, 'Service').map(({ metadata, spec }) => [metadata.name, spec!.ports!]));
    const rules = route!.spec!.rules as unknown as {
      matches: { path: { type: string; value: string } }[];
      backendRefs: { name: string; port: number }[];
    }[];
    const routed = rules.flatMap(({ matches, backendRefs }) =>
      matches.flatMap(({ path }) =>
        backendRefs.map(({ name, port }) => {
          const { name: portName } = services.get(name)!.find((candidate) => candidate.port === port)!;
          return { path: path.value, type: path.type, name, portName };
        }),
      ),
    );
    expect(routed).toEqual(
      ingress!.spec!.rules![0]!.http.paths.map(({ path, backend }) => ({
        ...{ path, type: 'PathPrefix', name: backend.service.name, portName: 'http' },
      })),
    );
  });

  test('need neither an Ingress nor a Gateway', async () => {
    const none = await render('-f', join(chart, 'examples/minimal.yaml'), '--set', 'ingress.enabled=false');
    expect([...ofKind(none, 'Ingress'), ...ofKind(none, 'HTTPRoute')]).toEqual([]);
  });
});
