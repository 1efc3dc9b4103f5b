import Ajv, { type ValidateFunction } from 'ajv';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ledger } from './ledger';
import { message, messageList } from './message-schema';
import { createStandIn } from './emulator';

const accountSid = `AC${'0123456789abcdef'.repeat(2)}`;
const authToken = 'the stand-in’s token';
const account = `/2010-04-01/Accounts/${accountSid}`;
/** Twilio's own description of its Messages API, which is not ours to keep here. */
const file = process.env['TWILIO_OPENAPI'];

type Json = Record<string, unknown>;

describe('the Twilio stand-in', () => {
  let server: Server;
  beforeAll(async () => {
    server = createStandIn({ accountSid, authToken, ledger: new Ledger() }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  async function call(
    method: string,
    path: string,
    fields?: Record<string, string>,
    token = authToken,
  ): Promise<{ status: number; body: Json }> {
    const headers = { authorization: `Basic ${Buffer.from(`${accountSid}:${token}`).toString('base64')}` };
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
      method,
      headers,
      body: fields && new URLSearchParams(fields),
    });
    return { status: answer.status, body: (await answer.json()) as Json };
  }
  const text = { To: '+14155552671', Body: 'Hello', MessagingServiceSid: `MG${'0'.repeat(32)}` };

  it('takes, shows and lists texts, newest first, page by page', async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1)
      made.unshift(
        (await call('POST', `${account}/Messages.json`, { ...text, Body: `Text ${n}` })).body['sid'] as string,
      );
    expect((await call('GET', `${account}/Messages/${made[0]}.json`)).body).toMatchObject({
      sid: made[0],
      body: 'Text 4',
      to: text.To,
    });
    const listed: unknown[] = [];
    let next: string | null = `${account}/Messages.json?${new URLSearchParams({ To: text.To, PageSize: '2' })}`;
    for (let page = 0; next; page += 1) {
      const { body } = await call('GET', next);
      expect(body['page']).toBe(page);
      listed.push(...(body['messages'] as Json[]).map(({ sid }) => sid));
      next = body['next_page_uri'] as string | null;
    }
    expect(listed).toEqual(made);
    expect((await call('GET', `${account}/Messages.json?To=%2B14155550000`)).body['messages']).toEqual([]);
  });

  it.each([
    ['another token', 401, 20003, text, 'another token'],
    ['no number', 400, 21211, { ...text, To: '12345' }, authToken],
    ['no sender', 400, 21603, { To: text.To, Body: 'Hello' }, authToken],
    ['no words', 400, 21602, { ...text, Body: '' }, authToken],
    ['too many words', 400, 21617, { ...text, Body: 'x'.repeat(1601) }, authToken],
  ])('refuses %s', async (_, status, code, fields, token) => {
    expect(await call('POST', `${account}/Messages.json`, fields as Record<string, string>, token)).toMatchObject({
      status,
      body: { status, code },
    });
  });

  /** One answer of each call. */
  async function answers() {
    const queued = await call('POST', `${account}/Messages.json`, { To: text.To, Body: 'Hello', From: '+15005550006' });
    const accepted = await call('POST', `${account}/Messages.json`, text);
    const shown = await call('GET', `${account}/Messages/${accepted.body['sid'] as string}.json`);
    const listed = await call('GET', `${account}/Messages.json?PageSize=1`);
    return { queued, accepted, shown, listed };
  }
  const expectHeld = (validate: ValidateFunction, body: Json) => {
    expect([validate(body), validate.errors]).toEqual([true, null]);
    expect(validate({ ...body, invented: true })).toBe(false);
    for (const name of Object.keys(body))
      expect(validate(Object.fromEntries(Object.entries(body).filter(([each]) => each !== name)))).toBe(false);
  };

  it('answers with each field of Twilio’s Message resource, of its type, and with no other', async () => {
    const { queued, accepted, shown, listed } = await answers();
    const ajv = new Ajv({ allowUnionTypes: true });
    const [one, many] = [ajv.compile(message), ajv.compile(messageList)];
    for (const { body } of [queued, accepted, shown]) {
      expectHeld(one, body);
      for (const wrong of [
        { status: 'gone' },
        { sid: 'SM1' },
        { date_created: new Date().toISOString() },
        { num_segments: 1 },
        { direction: null },
      ])
        expect(one({ ...body, ...wrong })).toBe(false);
    }
    expectHeld(many, listed.body);
    expect(many({ ...listed.body, messages: [{ ...shown.body, to: 1 }] })).toBe(false);
    expect([queued.body['status'], accepted.body['status'], accepted.body['num_segments']]).toEqual([
      'queued',
      'accepted',
      '0',
    ]);
  });

  (file ? it : it.skip)('answers as Twilio’s own description says, too: TWILIO_OPENAPI names its file', async () => {
    const description = JSON.parse(readFileSync(file!, 'utf8')) as Described;
    const { queued, accepted, shown, listed } = await answers();
    const [many, one] = [
      '/2010-04-01/Accounts/{AccountSid}/Messages.json',
      '/2010-04-01/Accounts/{AccountSid}/Messages/{Sid}.json',
    ];
    const held: [Awaited<ReturnType<typeof call>>, string, string][] = [
      [queued, many!, 'post'],
      [accepted, many!, 'post'],
      [shown, one!, 'get'],
      [listed, many!, 'get'],
    ];
    for (const [{ status, body }, path, method] of held)
      expectHeld(validatorOf(description, path, method, status), body);
  });
});

interface Described {
  paths: Record<string, Record<string, { responses: Record<string, { content: Record<string, { schema: Json }> }> }>>;
  components: { schemas: Record<string, Json> };
}

/** What Twilio describes as the answer, with every field that it names and no other. */
function validatorOf({ paths, components }: Described, path: string, method: string, status: number): ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true });
  const rfc2822 =
    /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} \+0000$/;
  ajv
    .addFormat('date-time-rfc-2822', rfc2822)
    .addFormat('phone-number', /^\+[1-9]\d{6,14}$/)
    .addFormat('currency', /^[A-Za-z]{3}$/);
  for (const name of ['uri', 'uri-map']) ajv.addFormat(name, true);
  const { schema } = paths[path]![method]!.responses[String(status)]!.content['application/json']!;
  return ajv.compile({
    ...inJsonSchema(schema),
    components: {
      schemas: Object.fromEntries(Object.entries(components.schemas).map(([name, each]) => [name, inJsonSchema(each)])),
    },
  });
}

/** OpenAPI 3.0's `nullable`, as JSON Schema says it; objects complete and closed. */
function inJsonSchema(schema: Json): Json {
  const { nullable, properties, items, ...rest } = schema as {
    nullable?: boolean;
    properties?: Record<string, Json>;
    items?: Json;
    type?: string;
  };
  return {
    ...rest,
    ...(nullable && rest.type ? { type: [rest.type, 'null'] } : {}),
    ...(items ? { items: inJsonSchema(items) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, inJsonSchema(each)])),
          required: Object.keys(properties),
          additionalProperties: false,
        }
      : {}),
  };
}
