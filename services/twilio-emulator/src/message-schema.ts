/** Makes a schema nullable, as almost all of Twilio's fields are. */
const orNull = <Schema extends { type: string }>(schema: Schema) => ({ ...schema, type: [schema.type, 'null'] });

const text = orNull({ type: 'string' });
const sid = (prefix: string) => orNull({ type: 'string', pattern: `^${prefix}[0-9a-fA-F]{32}$` });
const date = orNull({
  type: 'string',
  pattern:
    '^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{4} \\d{2}:\\d{2}:\\d{2} \\+0000$',
});
const integer = { type: 'integer' };
const uri = { type: 'string' };

/** An object schema with all properties required and no additional ones. */
const exactObject = <Properties extends object>(properties: Properties) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/**
 * The Message resource of Twilio's REST API (2010-04-01), as JSON Schema:
 * https://www.twilio.com/docs/messaging/api/message-resource.
 */
export const message = exactObject({
  account_sid: sid('AC'),
  api_version: text,
  body: text,
  date_created: date,
  date_sent: date,
  date_updated: date,
  direction: { enum: ['inbound', 'outbound-api', 'outbound-call', 'outbound-reply'] },
  error_code: orNull(integer),
  error_message: text,
  from: orNull({ type: 'string', pattern: '^\\+[1-9]\\d{6,14}$' }),
  messaging_service_sid: sid('MG'),
  num_media: text,
  num_segments: text,
  price: text,
  price_unit: orNull({ type: 'string', pattern: '^[A-Za-z]{3}$' }),
  sid: sid('(SM|MM)'),
  status: {
    enum: [
      'queued',
      'sending',
      'sent',
      'failed',
      'delivered',
      'undelivered',
      'receiving',
      'received',
      'accepted',
      'scheduled',
      'read',
      'partially_delivered',
      'canceled',
    ],
  },
  subresource_uris: orNull({ type: 'object' }),
  to: text,
  uri: text,
});

/** A page of messages. */
export const messageList = exactObject({
  end: integer,
  first_page_uri: uri,
  messages: { type: 'array', items: message },
  next_page_uri: orNull(uri),
  page: integer,
  page_size: integer,
  previous_page_uri: orNull(uri),
  start: integer,
  uri,
});
