import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startTextingStage, type TextingStage } from '../harness/messaging-harness';
import { until } from '../harness/until';

jest.setTimeout(300_000);

/** A span as OTLP has it in JSON, with the service that made it. */
interface Span {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}
interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<Span, 'service'>[] }[];
  }[];
}

/** Where a collector would be. */
describe('traces', () => {
  const exported: Export[] = [];
  let collector: Server;
  let stage: TextingStage;

  beforeAll(async () => {
    collector = createServer((req, res) => {
      void json(req).then((body) => {
        if (req.url === '/v1/traces') exported.push(body as Export);
        res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const { port } = collector.address() as AddressInfo;
    stage = await startTextingStage({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  });
  afterAll(async () => {
    await stage?.stop();
    collector.close();
  });

  const spans = (): Span[] =>
    exported.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ resource, scopeSpans }) => {
        const service = resource.attributes.find(({ key }) => key === 'service.name')!.value.stringValue!;
        return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service })));
      }),
    );

  it('tell the whole story of a lead in one: from its form over the outbox and its workflow to the provider and the receipt', async () => {
    await stage.behave({});
    const { submit, untilAll } = await stage.sequence(2);
    const [number = ''] = await submit(1);
    await untilAll(({ status }) => status === 'completed');

    const story = [
      'dripline-web POST /api/campaigns/:client/:slug/leads',
      'dripline-rest-facade POST /api/campaigns/:client/:slug/leads',
      'dripline-graphql graphql submitLead',
      'dripline-graphql pg.query:INSERT dripline',
      'dripline-graphql outbox start',
      'dripline-workflows activity lookUpEnrollment',
      'dripline-workflows activity sendStep',
      'dripline-graphql graphql claimStep',
      'dripline-workflows provider send',
      'dripline-graphql graphql recordSendResult',
      'dripline-graphql receipt',
    ];
    const ofForm = () => {
      const form = spans().find(({ name }) => name === 'graphql submitLead');
      return spans().filter(({ traceId }) => traceId === form?.traceId);
    };
    const told = () => [...new Set(ofForm().map(({ service, name }) => `${service} ${name}`))];
    await until(async () => story.slice(1).every((line) => told().includes(line)));
    expect(ofForm().filter(({ name }) => name === 'provider send')).toHaveLength(2);

    // Each hangs on another of them, but for the first.
    const ids = new Set(ofForm().map(({ spanId }) => spanId));
    const roots = ofForm().filter(({ parentSpanId }) => !parentSpanId || !ids.has(parentSpanId));
    expect(roots.map(({ service }) => service)).toEqual(['dripline-web']);

    const text = JSON.stringify(exported);
    for (const personal of [number, number.slice(2), 'Step 0', 'owner@acme.example', 'Acme'])
      expect(text).not.toContain(personal);
  });
});
