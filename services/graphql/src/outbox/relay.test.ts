import { eventually } from '@dripline/runtime/testing/eventually';
import { FOLLOW_UP_WORKFLOW, followUpWorkflowId } from '@dripline/contract/workflows';
import { Client, Connection } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import type { ObjectStore } from '../files/store/object-store';
import { enqueue } from './enqueue';
import { startRelay, type Relay } from './relay';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';

const address = process.env['TEST_TEMPORAL_ADDRESS']!;

describe('the outbox relay', () => {
  const clientId = randomUUID();
  let database: TestDatabase;
  let connection: Connection;
  let client: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    connection = await Connection.connect({ address });
    client = new Client({ connection });
  });
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  const relayTo = (address: string): Relay =>
    startRelay({
      dataSource: database.dataSource,
      temporal: { address },
      namespace: 'default',
      phones: { phoneCountry: 'US', messageCountries: ['US', 'CA'] },
      objectStore: {} as ObjectStore,
    });
  const pending = async () =>
    (await database.dataSource.query<{ n: number }[]>('SELECT count(*)::int AS n FROM outbox'))[0]!.n;

  it('T2: several relays start each enrollment’s workflow once, even with duplicate entries', async () => {
    const ids = Array.from({ length: 60 }, () => randomUUID());
    await database.dataSource.transaction(async (db) => {
      for (const id of [...ids, ...ids.slice(0, 10)]) await enqueue(db, 'start', clientId, id);
    });
    const relays = [relayTo(address), relayTo(address)];
    await eventually(async () => expect(await pending()).toBe(0));
    await Promise.all(relays.map((relay) => relay.stop()));
    const runs = await Promise.all(ids.map((id) => client.workflow.getHandle(followUpWorkflowId(id)).describe()));
    expect(runs.every(({ type, status }) => type === FOLLOW_UP_WORKFLOW && status.name === 'RUNNING')).toBe(true);
    await Promise.all(ids.map((id) => client.workflow.getHandle(followUpWorkflowId(id)).terminate()));
  });

  it('the relay does not restart an enrollment’s workflow that has ended', async () => {
    const id = randomUUID();
    const relay = relayTo(address);
    await enqueue(database.dataSource.manager, 'start', clientId, id);
    relay.wake();
    await eventually(async () => expect(await pending()).toBe(0));
    await client.workflow.getHandle(followUpWorkflowId(id)).terminate();
    await enqueue(database.dataSource.manager, 'start', clientId, id);
    for (const subject of [id, randomUUID()]) await enqueue(database.dataSource.manager, 'signal', clientId, subject);
    relay.wake();
    await eventually(async () => expect(await pending()).toBe(0));
    await relay.stop();
    expect((await client.workflow.getHandle(followUpWorkflowId(id)).describe()).status.name).toBe('TERMINATED');
  });

  it('a signal to an enrollment that was deleted terminates its workflow', async () => {
    const id = randomUUID();
    const relay = relayTo(address);
    await enqueue(database.dataSource.manager, 'start', clientId, id);
    relay.wake();
    await eventually(async () => expect(await pending()).toBe(0));
    await enqueue(database.dataSource.manager, 'signal', clientId, id);
    relay.wake();
    await eventually(async () => expect(await pending()).toBe(0));
    await relay.stop();
    expect((await client.workflow.getHandle(followUpWorkflowId(id)).describe()).status.name).toBe('TERMINATED');
  });

  it('the relay keeps entries while Temporal is unreachable, and reports that it is', async () => {
    const unusedServer = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => unusedServer.once('listening', resolve));
    const { port } = unusedServer.address() as { port: number };
    await new Promise((resolve) => unusedServer.close(resolve));
    const id = randomUUID();
    const unreachableRelay = relayTo(`127.0.0.1:${port}`);
    await enqueue(database.dataSource.manager, 'start', clientId, id);
    await eventually(() => expect(unreachableRelay.isReachable()).toBe(false));
    expect(await pending()).toBe(1);
    await unreachableRelay.stop();
    await database.dataSource.query('UPDATE outbox SET next_attempt_at = now()');
    const relay = relayTo(address);
    await eventually(async () => expect(await pending()).toBe(0));
    await relay.stop();
    expect((await client.workflow.getHandle(followUpWorkflowId(id)).describe()).status.name).toBe('RUNNING');
    await client.workflow.getHandle(followUpWorkflowId(id)).terminate();
  });

  it('T2: an entry of a rolled-back transaction is not delivered', async () => {
    const rolledBack = database.dataSource.transaction(async (db) => {
      await enqueue(db, 'start', clientId, randomUUID());
      throw new Error('roll back');
    });
    await expect(rolledBack).rejects.toThrow('roll back');
    expect(await pending()).toBe(0);
  });
});
