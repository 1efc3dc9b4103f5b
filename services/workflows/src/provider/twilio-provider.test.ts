import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { twilioProvider } from './twilio-provider';

const accountSid = `AC${'0'.repeat(32)}`;
const path = `/2010-04-01/Accounts/${accountSid}/Messages.json`;
const ownSender = `MG${'1'.repeat(32)}`;
const now = Date.now();
/**
 * Messages to the number, one every ten seconds for an hour, newest first. Every third one has the text that the test
 * looks for.
 */
const messages = Array.from({ length: 360 }, (_, index) => ({
  sid: `SM${String(index).padStart(32, '0')}`,
  body: index % 3 === 0 ? 'New lead: Ann' : 'New lead: Bob',
  messaging_service_sid: index % 2 === 0 ? ownSender : null,
  from: '+14155550100',
  date_created: new Date(now - index * 10_000).toUTCString(),
}));

describe('finding a message at Twilio', () => {
  let server: Server;
  const requestedPages: number[] = [];
  const sentFields: Record<string, string>[] = [];
  beforeAll(async () => {
    server = createServer((req, res) => {
      if (req.method === 'POST') {
        return void text(req).then((body) => {
          const fields = Object.fromEntries(new URLSearchParams(body));
          sentFields.push(fields);
          res.writeHead(201, { 'content-type': 'application/json' });
          const padding = fields['Body'] === 'large' ? 'x'.repeat(5_000_000) : '';
          res.end(JSON.stringify({ sid: 'SM1', body: padding }));
        });
      }
      const query = new URL(req.url ?? '', 'http://twilio.test').searchParams;
      const [page, size] = [Number(query.get('Page') ?? 0), Number(query.get('PageSize'))];
      requestedPages.push(page);
      const hasMore = (page + 1) * size < messages.length;
      const next = hasMore
        ? `${path}?${new URLSearchParams({ To: query.get('To')!, PageSize: String(size), Page: String(page + 1) })}`
        : null;
      res.writeHead(200, { 'content-type': 'application/json' });
      res.end(
        JSON.stringify({
          page,
          page_size: size,
          next_page_uri: next,
          messages: messages.slice(page * size, (page + 1) * size),
        }),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => (requestedPages.length = 0));
  beforeEach(() => (sentFields.length = 0));
  afterAll(() => void server.close());

  const provider = () => {
    const { port } = server.address() as AddressInfo;
    const from = {
      apiBase: `http://127.0.0.1:${port}`,
      fromNumber: '+14155550100',
      publicUrl: 'https://dripline.test',
    };
    return twilioProvider({ accountSid, authToken: 'a token', timeoutMs: 2_000, listingDelayMs: 60_000, ...from });
  };
  const message = { id: 'any', to: '+14155552671', body: 'New lead: Ann', sender: null };
  const find = (minutes: number, sender: string | null = null) =>
    provider().find({ ...message, sender }, new Date(now - minutes * 60_000));

  it('reads the list page by page back to the start of the attempt, and returns the oldest first', async () => {
    const found = await find(30);
    expect(requestedPages).toEqual([0, 1]);
    expect(found).toHaveLength(61);
    expect(found.at(-1)).toEqual({ providerId: messages[0]!.sid });
    expect(found[0]).toEqual({ providerId: messages[180]!.sid });
  });

  it('reads no more than 4 MB of a response', async () => {
    await expect(provider().send({ ...message, body: 'large' }, Date.now() + 60_000)).rejects.toThrow(
      'ERR_BAD_RESPONSE',
    );
  });

  it('reads the whole list if all messages are newer than the attempt', async () => {
    expect(await find(120)).toHaveLength(120);
    expect(requestedPages).toEqual([0, 1, 2, 3]);
  });

  it('finds only messages from the sender that the message was sent from', async () => {
    expect(await find(120, ownSender)).toHaveLength(60);
    expect(await find(120, '+14155550100')).toHaveLength(120);
    expect(await find(120, '+14155550199')).toEqual([]);
  });

  it.each([
    [null, { From: '+14155550100' }],
    ['+14155550177', { From: '+14155550177' }],
    [ownSender, { MessagingServiceSid: ownSender }],
  ])('sends from the sender %s of the message', async (sender, fields) => {
    await provider().send({ ...message, sender }, Date.now() + 60_000);
    const { From, MessagingServiceSid } = sentFields[0]!;
    expect({ From, MessagingServiceSid }).toEqual({ From: undefined, MessagingServiceSid: undefined, ...fields });
  });
});
