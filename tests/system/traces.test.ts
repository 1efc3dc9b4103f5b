import { eventually } from '@dripline/runtime/testing/eventually';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startMessagingHarness, type MessagingHarness } from '../harness/messaging-harness';

jest.setTimeout(300_000);

/** A span in OTLP JSON format, with its service. */
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

// Exports to a local HTTP server instead of a collector.
describe('traces', () => {
  const exported: Export[] = [];
  let collector: Server;
  let harness: MessagingHarness;

  beforeAll(async () => {
    collector = createServer((req, res) => {
      void json(req).then((body) => {
        if (req.url === '/v1/traces') exported.push(body as Export);
        res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const { port } = collector.address() as AddressInfo;
    harness = await startMessagingHarness({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  });
  afterAll(async () => {
    await harness?.stop();
    collector.close();
  });

  const spans = (): Span[] =>
    exported.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ resource, scopeSpans }) => {
        const service = resource.attributes.find(({ key }) => key === 'service.name')!.value.stringValue!;
        return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service })));
      }),
    );

  it('cover a lead in one trace, from the form through the outbox and the workflow to the provider and the receipt', async () => {
    await harness.setBehaviour({});
    const { submit, waitForAll } = await harness.createSequence(2);
    const [number = ''] = await submit(1);
    await waitForAll(({ status }) => status === 'completed');

    const expectedSpans = [
      'dripline-web POST /api/campaigns/:client/:slug/leads',
      'dripline-rest-facade POST /api/campaigns/:client/:slug/leads',
      'dripline-graphql graphql submitLead',
      'dripline-graphql pg.query:INSERT dripline',
      'dripline-graphql outbox start',
      'dripline-workflows activity sendStep',
      'dripline-graphql graphql claimStep',
      'dripline-workflows provider send',
      'dripline-graphql graphql recordSendResult',
      'dripline-graphql receipt',
    ];
    const submissionSpans = () => {
      const form = spans().find(({ name }) => name === 'graphql submitLead');
      return spans().filter(({ traceId }) => traceId === form?.traceId);
    };
    const spanNames = () => [...new Set(submissionSpans().map(({ service, name }) => `${service} ${name}`))];
    await eventually(() => expect(spanNames()).toEqual(expect.arrayContaining(expectedSpans.slice(1))));
    expect(submissionSpans().filter(({ name }) => name === 'provider send')).toHaveLength(2);

    // All spans but the first have a parent in the trace.
    const ids = new Set(submissionSpans().map(({ spanId }) => spanId));
    const roots = submissionSpans().filter(({ parentSpanId }) => !parentSpanId || !ids.has(parentSpanId));
    expect(roots.map(({ service }) => service)).toEqual(['dripline-web']);

    const text = JSON.stringify(exported);
    for (const personalValue of [number, number.slice(2), 'Step 0', 'owner@acme.example', 'Acme'])
      expect(text).not.toContain(personalValue);
  });
});
