import { ClaimStepDocument, LeadDocument, RecordSendDocument } from '@dripline/contract/generated';
import { makeCampaign, makeClient, makeLead, makeSequence } from '../testing/make';
import { noteTrial } from '../testing/note-trial';
import { startTestServer, type TestServer } from '../testing/test-server';
import { recordReceipt } from './record-receipt';

/** What a failed delivery means: why the text did not arrive, the enrollment, whether the number is still good and texts are allowed, and whether all texts wait. */
const table: [code: number, reason: string, enrollment: string, isGood: boolean, isAllowed: boolean, isTrouble: boolean][] = [
  [21610, 'opted_out', 'cancelled', true, false, false],
  [30005, 'bad_number', 'cancelled', false, true, false],
  [30006, 'bad_number', 'cancelled', false, true, false],
  [30003, 'carrier_30003', 'active', true, true, false],
  [30007, 'carrier_30007', 'active', true, true, false],
  [30008, 'carrier_30008', 'active', true, true, false],
  [30002, 'carrier_30002', 'active', true, true, true],
  [30032, 'carrier_30032', 'active', true, true, true],
  [30034, 'carrier_30034', 'active', true, true, true],
  [39999, 'carrier_39999', 'active', true, true, false],
];

describe('a receipt with an error', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());
  beforeEach(() => server.dataSource.query('DELETE FROM provider_troubles'));

  let lastNumber = 4_000;
  async function stage(sequences: number) {
    const client = await makeClient(server);
    const campaign = await makeCampaign(server, client.id);
    for (let n = 0; n < sequences; n += 1) await makeSequence(server, client.id, campaign.id);
    return { client, campaign };
  }
  async function texted({ client, campaign }: Awaited<ReturnType<typeof stage>>) {
    const number = `+1415555${(lastNumber += 1)}`;
    const { id: leadId } = await makeLead(server, client, campaign, { phone: number });
    const { enrollments } = (await client.call(LeadDocument, { id: leadId })).lead;
    const messageIds: string[] = [];
    for (const { id: enrollmentId } of enrollments) {
      const { text } = (await server.service(ClaimStepDocument, { enrollmentId, position: 0 })).claimStep;
      await server.service(RecordSendDocument, { outcome: { messageId: text!.id, providerId: `SM-${text!.id}`, status: 'sent' } });
      messageIds.push(text!.id);
    }
    return { client, leadId, number, messageIds };
  }
  const fails = (messageId: string, errorCode: number) => recordReceipt(server.dataSource, { providerId: `SM-${messageId}`, messageId, status: 'undelivered', errorCode: String(errorCode) });
  const count = async (sql: string, value?: string) => (await server.dataSource.query<unknown[]>(sql, value ? [value] : [])).length;

  let one: Awaited<ReturnType<typeof stage>>;
  beforeAll(async () => void (one = await stage(1)));

  it.each(table)('W2: error %i in a receipt means %s, and its enrollment is %s', async (code, reason, enrollment, isGood, isAllowed, isTrouble) => {
    const { client, leadId, number, messageIds } = await texted(one);
    for (let twice = 0; twice < 2; twice += 1) expect(await fails(messageIds[0]!, code)).toBe(true);
    const { lead } = await client.call(LeadDocument, { id: leadId });
    expect(lead.enrollments[0]).toMatchObject({ status: enrollment, messages: [{ status: 'sent', deliveryStatus: 'undelivered', reason }] });
    expect(await count('SELECT FROM leads WHERE id = $1 AND phone_e164 IS NOT NULL', leadId)).toBe(isGood ? 1 : 0);
    expect(await count('SELECT FROM opt_outs WHERE phone_e164 = $1', number)).toBe(isAllowed ? 0 : 1);
    expect(await count('SELECT FROM provider_troubles')).toBe(isTrouble ? 1 : 0);
    noteTrial({ count: 1 });
  });

  it('ends both sequences of a number, also where both texts fail at the same moment', async () => {
    const two = await stage(2);
    for (let round = 0; round < 10; round += 1) {
      const { client, leadId, messageIds } = await texted(two);
      expect(await Promise.all(messageIds.map((id) => fails(id, 30006)))).toEqual([true, true]);
      const { lead } = await client.call(LeadDocument, { id: leadId });
      expect(lead.enrollments.map(({ status, reason }) => [status, reason])).toEqual([['cancelled', 'bad_number'], ['cancelled', 'bad_number']]);
    }
  }, 60_000);
});
