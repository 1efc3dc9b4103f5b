import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { periodicJobs, type JobDependencies } from '../jobs/periodic-jobs';
import { handleReply } from '../replies/handle-reply';
import { childServerDefaults } from '../testing/child-server';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { ClaimStepDocument, RecordSendResultDocument } from '../testing/internal-operations/generated';
import {
  DeleteClientDocument,
  ErasePersonDocument,
  EvidenceDocument,
  SetLegalHoldDocument,
} from '../testing/operations/generated';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('evidence', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  let lastNumber = 5_556_000;
  /** Lets a person agree, receive a message and opt out. */
  async function makeHistory() {
    const phone = `+1415${(lastNumber += 1)}`;
    const client = await createClient(server, { businessName: 'Acme Heating' });
    const campaign = await createCampaign(server, client.id);
    await createSequence(server, client.id, campaign.id, {
      steps: [{ delayMinutes: 0, message: 'Hi {{firstName}} from {{businessName}}' }],
    });
    const { id } = await createLead(server, client, campaign, { fullName: 'Ann Quillfeather', phone });
    const [enrollment] = await server.dataSource.query<[{ id: string }]>(
      'SELECT id FROM enrollments WHERE lead_id = $1',
      [id],
    );
    const { message } = (await server.service(ClaimStepDocument, { enrollmentId: enrollment.id })).claimStep;
    await server.service(RecordSendResultDocument, {
      outcome: { messageId: message!.id, status: 'sent', providerId: `SM-${message!.id}` },
    });
    await handleReply(server.dataSource, { providerId: `SM-stop-${id}`, from: phone, body: 'STOP' });
    return { client, phone };
  }
  const load = async (phone: string) => (await server.admin(EvidenceDocument, { phone })).evidence;
  const ago = (phone: string, years: number) =>
    server.dataSource.query(
      `UPDATE evidence SET occurred_at = occurred_at - make_interval(years => $2) WHERE number_hash = number_hash($1)`,
      [phone, years],
    );
  const expire = async () => {
    const dependencies = { dataSource: server.dataSource, settings: { evidenceYears: 5 } };
    const jobs = periodicJobs(dependencies as unknown as JobDependencies);
    await jobs.find(({ name }) => name === 'evidence')!.run(new AbortController().signal);
  };

  it('of a number shows its consent, messages and opt-out, also in another format, and only to administrators', async () => {
    const { client, phone } = await makeHistory();
    const evidence = await load(phone.replace('+1', '(').replace(/^\((\d{3})(\d{3})/, '($1) $2-'));
    expect(evidence).toMatchObject({ phone, legalHold: null, keptYears: 5 });
    expect(evidence.entries.map(({ kind, clientName, isErased }) => [kind, clientName, isErased])).toEqual([
      ['consent', 'Acme Heating', false],
      ['message', 'Acme Heating', false],
      ['opt_out', null, true],
    ]);
    expect(evidence.entries[1]!.details).toMatchObject({
      body: expect.stringMatching(/^Hi Ann from Acme Heating/) as string,
    });
    expect(evidence.optedOutAt).not.toBeNull();
    await expect(client.call(EvidenceDocument, { phone })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(server.admin(EvidenceDocument, { phone: '12' })).rejects.toMatchObject({
      fields: { phone: expect.any(String) as string },
    });
  });

  it.each(['erased', 'client deleted'])(
    'of a person (%s) a year ago is complete and contains no plain personal data',
    async (kind) => {
      const { client, phone } = await makeHistory();
      if (kind === 'erased') await client.call(ErasePersonDocument, { clientId: client.id, phone });
      else {
        await server.admin(DeleteClientDocument, { id: client.id });
        await server.doBulkWork();
      }
      await ago(phone, 1);
      const { entries } = await load(phone);
      expect(entries).toMatchObject([
        { kind: 'consent', clientName: 'Acme Heating', isErased: true, details: { via: 'api' } },
        { kind: 'message', details: { template: 'Hi {{firstName}} from {{businessName}}', step: 0 } },
        { kind: 'opt_out', details: { sender: 'shared', reason: 'stop' } },
      ]);
      expect((entries[0]!.details as { disclosure: string }).disclosure).toContain('Acme Heating');
      const stored = JSON.stringify(await server.dataSource.query('SELECT * FROM evidence'));
      for (const mark of ['Ann', 'Quillfeather', phone.slice(2), '127.0.0.1']) expect(stored).not.toContain(mark);
    },
  );

  it('is deleted after five years, unless a legal hold keeps it', async () => {
    const [old, held] = [await makeHistory(), await makeHistory()];
    for (const { client, phone } of [old, held]) {
      await client.call(ErasePersonDocument, { clientId: client.id, phone });
      await ago(phone, 4);
    }
    await server.admin(SetLegalHoldDocument, { phone: held.phone, reason: 'Case 17' });
    await expire();
    expect((await load(old.phone)).entries).toHaveLength(3);
    for (const { phone } of [old, held]) await ago(phone, 2);
    await expire();
    expect((await load(old.phone)).entries).toEqual([]);
    expect(await load(held.phone)).toMatchObject({ legalHold: { reason: 'Case 17', setBy: 'admin' } });
    expect((await load(held.phone)).entries).toHaveLength(3);
    const { setLegalHold } = await server.admin(SetLegalHoldDocument, { phone: held.phone, reason: null });
    expect(setLegalHold.legalHold).toBeNull();
    await expire();
    expect((await load(held.phone)).entries).toEqual([]);
  });

  it('is printed by a command', async () => {
    const { phone } = await makeHistory();
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [path.join(__dirname, '../../dist/privacy/print-evidence.js'), phone],
      {
        env: {
          ...childServerDefaults,
          PATH: process.env['PATH'],
          DATABASE_URL: (server.scopedDataSource.options as { url: string }).url,
          DATA_DIR: '/tmp',
        },
      },
    );
    expect(JSON.parse(stdout)).toMatchObject({
      phone,
      entries: [{ kind: 'consent' }, { kind: 'message' }, { kind: 'opt_out' }],
    });
  });
});
