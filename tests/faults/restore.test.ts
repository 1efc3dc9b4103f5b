import { execFileSync } from 'node:child_process';
import { cp, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startMessagingHarness, type MessagingHarness } from '../harness/messaging-harness';
import { FAULT_RUNS, expectExactlyOnce, seed, waitForFinalStatus } from '../harness/fault-runs';

jest.setTimeout(600_000);

interface Backup {
  /** The database's data folder. */
  dataFolder: string;
  /** The time of the backup. */
  takenAt: Date;
}

/**
 * Copies the running database as `pg_basebackup` does: the files between start and stop, then the write-ahead log and
 * the label. See 'Making a Base Backup Using the Low Level API' in the PostgreSQL manual.
 */
async function backUp({ db }: MessagingHarness, target: string): Promise<Backup> {
  const session = await db.connect();
  const dataFolder = (await session.query<{ data_directory: string }>('SHOW data_directory')).rows[0]!.data_directory;
  await session.query(`SELECT pg_backup_start('drill', fast => true)`);
  const isIncluded = (path: string) => !/postmaster\.(pid|opts)$|pg_wal\/./.test(path);
  await cp(dataFolder, target, { recursive: true, preserveTimestamps: true, filter: isIncluded });
  const { rows } = await session.query<{ labelfile: string; takenAt: Date }>(
    'SELECT labelfile, now() AS "takenAt" FROM pg_backup_stop(wait_for_archive => false)',
  );
  session.release();
  await cp(join(dataFolder, 'pg_wal'), join(target, 'pg_wal'), { recursive: true });
  await writeFile(join(target, 'backup_label'), rows[0]!.labelfile);
  await copyOwner(dataFolder, target);
  return { dataFolder, takenAt: rows[0]!.takenAt };
}

/** Sets the owner of a folder to that of another one, because the database may run as another user. */
async function copyOwner(source: string, target: string): Promise<void> {
  const { uid, gid } = await stat(source);
  execFileSync('chown', ['-R', `${uid}:${gid}`, target]);
}

describe(`a restore (${FAULT_RUNS} enrollments each, seed ${seed})`, () => {
  let harness: MessagingHarness;
  beforeAll(async () => void (harness = await startMessagingHarness({ RECONCILE_SECONDS: '3' })));
  afterAll(() => harness?.stop());

  it('P9: each message is sent exactly once when the database is restored to a time before messages that were sent', async () => {
    await harness.setBehaviour({});
    // After the backup, one client's leads get two messages and complete, and the other's get one and wait.
    const [completed, waiting] = [await harness.createSequence(3, 60), await harness.createSequence(3, 60)];
    const numbers = { completed: await completed.submit(FAULT_RUNS), waiting: await waiting.submit(FAULT_RUNS) };
    const allNumbers = [...numbers.completed, ...numbers.waiting];
    await waitForFinalStatus(harness, allNumbers, 1);
    const backup = join(harness.stack.dataDir, 'backup');
    const { dataFolder, takenAt } = await backUp(harness, backup);

    for (const sequence of [completed, waiting]) await sequence.setNextDue(0);
    await waitForFinalStatus(harness, allNumbers, 2);
    await completed.setNextDue(0);
    await waitForFinalStatus(harness, numbers.completed, 3);
    const forgotten = await waiting.submit(1);
    await waitForFinalStatus(harness, forgotten, 1);

    await harness.restart(
      async () => {
        await rm(dataFolder, { recursive: true });
        await cp(backup, dataFolder, { recursive: true, preserveTimestamps: true });
        await copyOwner(backup, dataFolder);
      },
      { DATABASE_RESTORED_AT: takenAt.toISOString() },
    );
    expect((await harness.db.query('SELECT DISTINCT next_step FROM enrollments')).rows).toEqual([{ next_step: 1 }]);
    for (const step of [2, 3]) {
      for (const sequence of [completed, waiting]) await sequence.setNextDue(0);
      await waitForFinalStatus(harness, allNumbers, step);
    }
    await expectExactlyOnce(harness, allNumbers, 3);
    // The lead that came after the backup is lost, and gets no second message.
    expect((await harness.deliveryRecords(forgotten))[0]?.bodies).toEqual(['Step 0']);
  });
});
