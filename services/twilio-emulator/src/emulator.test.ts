import Ajv, { type ValidateFunction } from 'ajv';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ledger } from './ledger';
import { message, messageList } from './message-schema';
import { createTwilioEmulator } from './emulator';

const accountSid = `AC${'0123456789abcdef'.repeat(2)}`;
const authToken = 'the emulator’s token';
const account = `/2010-04-01/Accounts/${accountSid}`;
/** Path of Twilio's OpenAPI description of its Messages API, which is not part of this repository. */
const openapiFile = process.env['TWILIO_OPENAPI'];

type Json = Record<string, unknown>;

describe('the Twilio emulator', () => {
  let server: Server;
  beforeAll(async () => {
    server = createTwilioEmulator({ accountSid, authToken, ledger: new Ledger() }).listen(0, '127.0.0.1');
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
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
      method,
      headers,
      body: fields && new URLSearchParams(fields),
    });
    return { status: response.status, body: (await response.json()) as Json };
  }
  const fields = { To: '+14155552671', Body: 'Hello', MessagingServiceSid: `MG${'0'.repeat(32)}` };

  it('accepts, returns and lists messages, newest first, in pages', async () => {
    const created: string[] = [];
    for (let n = 0; n < 5; n += 1)
      created.unshift(
        (await call('POST', `${account}/Messages.json`, { ...fields, Body: `Message ${n}` })).body['sid'] as string,
      );
    expect((await call('GET', `${account}/Messages/${created[0]}.json`)).body).toMatchObject({
      sid: created[0],
      body: 'Message 4',
      to: fields.To,
    });
    const listed: unknown[] = [];
    let next: string | null = `${account}/Messages.json?${new URLSearchParams({ To: fields.To, PageSize: '2' })}`;
    for (let page = 0; next; page += 1) {
      const { body } = await call('GET', next);
      expect(body['page']).toBe(page);
      listed.push(...(body['messages'] as Json[]).map(({ sid }) => sid));
      next = body['next_page_uri'] as string | null;
    }
    expect(listed).toEqual(created);
    expect((await call('GET', `${account}/Messages.json?To=%2B14155550000`)).body['messages']).toEqual([]);
  });

  it.each<[string, number, number, Record<string, string>, string]>([
    ['a wrong token', 401, 20003, fields, 'another token'],
    ['an invalid number', 400, 21211, { ...fields, To: '12345' }, authToken],
    ['no sender', 400, 21603, { To: fields.To, Body: 'Hello' }, authToken],
    ['an empty body', 400, 21602, { ...fields, Body: '' }, authToken],
    ['a body that is too long', 400, 21617, { ...fields, Body: 'x'.repeat(1601) }, authToken],
  ])('rejects %s', async (_, status, code, invalidFields, token) => {
    expect(await call('POST', `${account}/Messages.json`, invalidFields, token)).toMatchObject({
      status,
      body: { status, code },
    });
  });

  const setFaults = (faults: unknown[]) => control('PUT', '/_behaviour', { faults });
  const control = (method: string, path: string, body: object) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('rejects messages from a sender that has a fault, and only from that one', async () => {
    await setFaults([{ fault: { kind: 'error', code: 30034, status: 400 }, times: 1, from: '+15005550001' }]);
    const send = (From: string) => call('POST', `${account}/Messages.json`, { To: fields.To, Body: 'Hello', From });
    expect((await send('+15005550002')).status).toBe(201);
    expect(await send('+15005550001')).toMatchObject({ status: 400, body: { code: 30034 } });
    expect((await send('+15005550001')).status).toBe(201);
  });

  it('rejects messages to a number that replied STOP to the sender, and only from that one, until START', async () => {
    const to = '+14155552672';
    const reply = (body: string) => control('POST', '/_inbound', { from: to, to: '+15005550003', body });
    const send = (From: string) => call('POST', `${account}/Messages.json`, { To: to, Body: 'Hello', From });
    await reply('STOP');
    expect(await send('+15005550003')).toMatchObject({ status: 400, body: { code: 21610 } });
    expect((await send('+15005550004')).status).toBe(201);
    await reply('START');
    expect((await send('+15005550003')).status).toBe(201);
  });

  /** One response of each call. */
  async function collectResponses() {
    const queued = await call('POST', `${account}/Messages.json`, {
      To: fields.To,
      Body: 'Hello',
      From: '+15005550006',
    });
    const accepted = await call('POST', `${account}/Messages.json`, fields);
    const shown = await call('GET', `${account}/Messages/${accepted.body['sid'] as string}.json`);
    const listed = await call('GET', `${account}/Messages.json?PageSize=1`);
    return { queued, accepted, shown, listed };
  }
  const expectExactSchema = (validate: ValidateFunction, body: Json) => {
    expect([validate(body), validate.errors]).toEqual([true, null]);
    expect(validate({ ...body, invented: true })).toBe(false);
    for (const name of Object.keys(body))
      expect(validate(Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)))).toBe(false);
  };

  it('its responses have exactly the fields and types of Twilio’s Message resource', async () => {
    const { queued, accepted, shown, listed } = await collectResponses();
    const ajv = new Ajv({ allowUnionTypes: true });
    const [one, many] = [ajv.compile(message), ajv.compile(messageList)];
    for (const { body } of [queued, accepted, shown]) {
      expectExactSchema(one, body);
      for (const invalid of [
        { status: 'gone' },
        { sid: 'SM1' },
        { date_created: new Date().toISOString() },
        { num_segments: 1 },
        { direction: null },
      ])
        expect(one({ ...body, ...invalid })).toBe(false);
    }
    expectExactSchema(many, listed.body);
    expect(many({ ...listed.body, messages: [{ ...shown.body, to: 1 }] })).toBe(false);
    expect([queued.body['status'], accepted.body['status'], accepted.body['num_segments']]).toEqual([
      'queued',
      'accepted',
      '0',
    ]);
  });

  (openapiFile ? it : it.skip)(
    'its responses match Twilio’s OpenAPI description in the file TWILIO_OPENAPI',
    async () => {
      const description = JSON.parse(readFileSync(openapiFile!, 'utf8')) as OpenApiDescription;
      const { queued, accepted, shown, listed } = await collectResponses();
      const [many, one] = [
        '/2010-04-01/Accounts/{AccountSid}/Messages.json',
        '/2010-04-01/Accounts/{AccountSid}/Messages/{Sid}.json',
      ];
      const responses: [Awaited<ReturnType<typeof call>>, string, string][] = [
        [queued, many!, 'post'],
        [accepted, many!, 'post'],
        [shown, one!, 'get'],
        [listed, many!, 'get'],
      ];
      for (const [{ status, body }, path, method] of responses)
        expectExactSchema(validatorFor(description, path, method, status), body);
    },
  );
});

interface OpenApiDescription {
  paths: Record<string, Record<string, { responses: Record<string, { content: Record<string, { schema: Json }> }> }>>;
  components: { schemas: Record<string, Json> };
}

/** Compiles the schema of a response. All described fields are required, and no others are allowed. */
function validatorFor(
  { paths, components }: OpenApiDescription,
  path: string,
  method: string,
  status: number,
): ValidateFunction {
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
    ...toJsonSchema(schema),
    components: {
      schemas: Object.fromEntries(
        Object.entries(components.schemas).map(([name, property]) => [name, toJsonSchema(property)]),
      ),
    },
  });
}

/** Converts an OpenAPI 3.0 schema to JSON Schema, with all properties required and no additional ones. */
function toJsonSchema(schema: Json): Json {
  const { nullable, properties, items, ...rest } = schema as {
    nullable?: boolean;
    properties?: Record<string, Json>;
    items?: Json;
    type?: string;
  };
  return {
    ...rest,
    ...(nullable && rest.type ? { type: [rest.type, 'null'] } : {}),
    ...(items ? { items: toJsonSchema(items) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [name, toJsonSchema(property)]),
          ),
          required: Object.keys(properties),
          additionalProperties: false,
        }
      : {}),
  };
}
