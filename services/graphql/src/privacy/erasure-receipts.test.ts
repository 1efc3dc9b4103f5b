import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { asSystem } from '../access/scope';
import { ErasePersonDocument, PersonDocument } from '../testing/operations/generated';
import { createCampaign, createClient, createLead } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';
import { deleteOldReceipts, reapplyErasures } from './erasure-receipts';

const form = { fullName: 'Ann Lee', phone: '(415) 555-2671', email: 'Ann@Lee.example' };

describe('an erasure', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const receipts = () =>
    readdirSync(join(server.objectFolder, 'public')).map((name) =>
      readFileSync(join(server.objectFolder, 'public', name), 'utf8'),
    );
  const reapply = () => reapplyErasures({ dataSource: server.scopedDataSource, objectStore: server.objectStore });

  async function makeLead() {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const submit = () => createLead(server, client, campaign, form);
    const { id } = await submit();
    const count = async () =>
      (await server.dataSource.query<unknown[]>('SELECT FROM leads WHERE client_id = $1', [client.id])).length;
    return { client, id, count, submit };
  }

  /** Erases the person, then restores the lead to its state before, with `change`, and removes the record of the erasure. */
  async function eraseAndRestore(
    { client, id }: Awaited<ReturnType<typeof makeLead>>,
    person: { phone?: string; email?: string },
    change = '',
  ) {
    await server.dataSource.query(`CREATE TABLE backup AS SELECT * FROM leads WHERE id = '${id}'`);
    await client.call(ErasePersonDocument, { clientId: client.id, ...person });
    await server.dataSource.query(
      `${change}; INSERT INTO leads SELECT * FROM backup; DROP TABLE backup; DELETE FROM erasures`,
    );
  }

  it.each([[{ phone: '415-555-2671' }], [{ phone: form.phone }], [{ email: 'ann@LEE.example' }]])(
    'of %j is applied again, once, to a restored database that does not contain it',
    async (person) => {
      const lead = await makeLead();
      await eraseAndRestore(lead, person);
      // Another lead of the person, so that it is found by what identifies the person.
      await server.dataSource.query('UPDATE leads SET id = gen_random_uuid() WHERE id = $1', [lead.id]);
      const bystander = await makeLead();
      expect(await lead.count()).toBe(1);
      await reapply();
      expect([await lead.count(), await bystander.count()]).toEqual([0, 1]);
      await lead.submit();
      await reapply();
      expect(await lead.count()).toBe(1);
    },
  );

  it('is applied again to a lead that had another number at the restored point in time', async () => {
    const lead = await makeLead();
    await eraseAndRestore(
      lead,
      { phone: form.phone },
      `UPDATE backup SET phone = '1', phone_e164 = NULL, email = NULL`,
    );
    await reapply();
    expect(await lead.count()).toBe(0);
  });

  it('has a receipt that does not name the person', async () => {
    const { client, id } = await makeLead();
    await client.call(ErasePersonDocument, { clientId: client.id, phone: form.phone, email: form.email });
    const [receipt = ''] = receipts().filter((text) => text.includes(client.id));
    expect(JSON.parse(receipt)).toMatchObject({
      recordIds: [id],
      phoneE164Hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      emailHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(receipt.toLowerCase()).not.toMatch(/2671|lee/);
  });

  it('fails and erases nothing if its receipt cannot be stored', async () => {
    const { client } = await makeLead();
    const before = receipts();
    const folder = join(server.objectFolder, 'public');
    renameSync(folder, `${folder}-away`);
    await expect(client.call(ErasePersonDocument, { clientId: client.id, phone: form.phone })).rejects.toThrow();
    renameSync(`${folder}-away`, folder);
    const { person } = await client.call(PersonDocument, { clientId: client.id, phone: form.phone });
    expect(person.leads).toHaveLength(1);
    expect(receipts()).toEqual(before);
  });

  it('has no receipt if it fails', async () => {
    const { client } = await makeLead();
    const before = receipts();
    await server.dataSource.query('ALTER TABLE erasures RENAME TO away');
    await expect(client.call(ErasePersonDocument, { clientId: client.id, phone: form.phone })).rejects.toThrow();
    await server.dataSource.query('ALTER TABLE away RENAME TO erasures');
    expect(receipts()).toEqual(before);
  });

  it('keeps its receipt if its commit fails, because it may have succeeded', async () => {
    const { client } = await makeLead();
    await server.dataSource.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''commit''; END';
       CREATE CONSTRAINT TRIGGER fail AFTER INSERT ON erasures INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail()`,
    );
    await expect(client.call(ErasePersonDocument, { clientId: client.id, phone: form.phone })).rejects.toThrow();
    await server.dataSource.query('DROP FUNCTION fail CASCADE');
    expect(receipts().filter((text) => text.includes(client.id))).toHaveLength(1);
  });

  it('keeps its receipt for 400 days', async () => {
    const { client } = await makeLead();
    await client.call(ErasePersonDocument, { clientId: client.id, phone: form.phone });
    const purge = () =>
      asSystem(() =>
        deleteOldReceipts(
          { dataSource: server.scopedDataSource, objectStore: server.objectStore },
          new AbortController().signal,
        ),
      );
    const isKept = () => receipts().some((text) => text.includes(client.id));
    await server.dataSource.query(`UPDATE erasures SET erased_at = now() - interval '399 days'`);
    await purge();
    expect(isKept()).toBe(true);
    await server.dataSource.query(`UPDATE erasures SET erased_at = now() - interval '401 days'`);
    await purge();
    expect([isKept(), await server.dataSource.query('SELECT FROM erasures')]).toEqual([false, []]);
  });
});
